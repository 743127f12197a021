// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of LockBook for the time after changes may have gone unseen, and for what was lost in
// it.
#include "core/watch/server/lockbook.h"

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

void LockBook::noteGap(Losses::Cause cause, const std::unordered_set<LockName> &underWay)
{
    const std::vector<LockName> names = m_locks.names();
    for (const LockName &name : names)
        m_evidence.noteGap(name);
    m_losses.begin(cause, names, underWay, m_time.now());
}

void LockBook::passOver(const LockName &name)
{
    m_losses.passOver(name);
    settleLosses();
}

void LockBook::noteLosses(const LockName &name, const QByteArray &kind, const TrackedLock &before,
                          const std::optional<format::LockReading> &after, bool hasSigns,
                          std::vector<LockEvent> &events)
{
    if (!m_losses.expects(name))
        return;
    // A release that was heard is one: nothing is to be decided.
    std::vector<LockEvent> none;
    if (m_losses.noteRead(name, kind, before, after, hasSigns ? none : events))
        m_evidence.noteGap(name);
}

void LockBook::settleLosses()
{
    auto verdict = m_losses.takeVerdict(m_time.now());
    if (!verdict)
        return;
    const Moment at = now();
    if (verdict->cause == Losses::Cause::None) {
        for (const Losses::Ended &ended : verdict->ended)
            tellAll(ended.name, ended.kind, {ended.event}, at);
        return;
    }
    std::vector<LostHold> holds;
    std::vector<LockName> names;
    for (Losses::Ended &ended : verdict->ended) {
        LockEvent &event = ended.event;
        if (event.type == EventType::Dequeued)
            continue; // the queue went with its lock
        const auto owner = event.type == EventType::HandedOver ? event.former : event.owner;
        holds.push_back({ended.name, ended.kind, owner, event.mode.value_or(Mode::Exclusive),
                         owner && event.type == EventType::Released ? event.count.value_or(1) : 1});
        names.push_back(ended.name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (!names.empty())
        tellLost(verdict->cause, names, std::move(holds));
    // Who took one of them since then is news by itself.
    for (const Losses::Ended &ended : verdict->ended) {
        if (ended.event.type != EventType::HandedOver)
            continue;
        LockEvent taken = ended.event;
        taken.type = EventType::Appeared;
        taken.former.reset();
        taken.detail = u"first seen after a gap"_s;
        tellAll(ended.name, ended.kind, {taken}, at);
    }
}

void LockBook::tellLost(Losses::Cause cause, const std::vector<LockName> &names,
                        std::vector<LostHold> holds)
{
    Event event;
    event.at = m_time.wallNow();
    event.type = EventType::Lost;
    event.deployment = event.server = m_label;
    event.deploymentId = m_deployment;
    event.serverId = m_server;
    event.count = static_cast<qint64>(names.size());
    event.detail = lossText(cause, names);
    event.unseen = true;
    if (names.size() == 1) {
        event.name = names.front();
        event.kind = holds.front().kind;
    }
    std::sort(holds.begin(), holds.end(), [](const LostHold &a, const LostHold &b) {
        return std::tie(a.name, a.owner) < std::tie(b.name, b.owner);
    });
    event.lost = std::make_shared<const std::vector<LostHold>>(std::move(holds));
    m_mailbox.post(std::move(event));
}

} // namespace lockscope::watch
