// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/lossbook.h"

#include <algorithm>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

LossBook::LossBook(const Clock &time, Handlers handlers)
    : m_time(time)
    , m_handlers(std::move(handlers))
{}

void LossBook::begin(Losses::Cause cause, const std::vector<LockName> &names,
                     const std::unordered_set<LockName> &underWay)
{
    m_losses.begin(cause, names, underWay, m_time.now());
    ++m_round;
    m_isCatchingUp = false;
}

bool LossBook::noteRead(const LockName &name, const QByteArray &kind, const TrackedLock &before,
                        const std::optional<format::LockReading> &after, bool hasSigns,
                        std::vector<LockEvent> &events)
{
    if (!m_losses.expects(name))
        return false;
    std::vector<LockEvent> none;
    return m_losses.noteRead(name, kind, before, after, hasSigns ? none : events, m_time.now());
}

void LossBook::passOver(const LockName &name)
{
    m_losses.passOver(name, m_time.now());
    settle();
}

void LossBook::settle()
{
    if (m_losses.wantsSigns() && !std::exchange(m_isCatchingUp, true)) {
        m_handlers.catchUp([this, round = m_round] {
            if (round != m_round)
                return; // more is read again meanwhile
            m_losses.noteHeard();
            settle();
        });
    }
    if (auto verdict = m_losses.takeVerdict(m_time.now())) {
        ++m_round;
        m_isCatchingUp = false;
        tell(std::move(*verdict));
    }
}

void LossBook::tell(Losses::Verdict verdict) const
{
    for (const Losses::Ended &ended : verdict.released)
        m_handlers.ended(ended);
    if (verdict.cause == Losses::Cause::None) {
        for (const Losses::Ended &ended : verdict.ended)
            m_handlers.ended(ended);
        return;
    }
    std::vector<LostHold> holds;
    std::vector<LockName> names;
    for (const Losses::Ended &ended : verdict.ended) {
        const LockEvent &event = ended.event;
        if (event.type == EventType::Dequeued)
            continue; // the queue went with its lock
        const auto owner = event.type == EventType::HandedOver ? event.former : event.owner;
        holds.push_back({ended.name, ended.kind, owner, event.mode.value_or(Mode::Exclusive),
                         owner && event.type == EventType::Released ? event.count.value_or(1) : 1});
        names.push_back(ended.name);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::sort(holds.begin(), holds.end(), [](const LostHold &a, const LostHold &b) {
        return std::tie(a.name, a.owner) < std::tie(b.name, b.owner);
    });
    if (!names.empty())
        m_handlers.lost(verdict.cause, names, std::move(holds));
    // An owner that took one of the locks since then is reported on its own.
    for (Losses::Ended &ended : verdict.ended) {
        if (ended.event.type != EventType::HandedOver)
            continue;
        ended.event.type = EventType::Appeared;
        ended.event.former.reset();
        ended.event.detail = Sentence::say("first seen after a gap");
        m_handlers.ended(ended);
    }
}

} // namespace lockscope::watch
