// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/historykeeper.h"

#include "ui/window/actioncentre.h"
#include "ui/wording/actionwording.h"

#include <algorithm>
#include <set>

namespace lockscope::ui {

namespace {

// More than is ever handed over at once, events or not.
constexpr std::size_t mostChanged = 200'000;

} // namespace

HistoryKeeper::HistoryKeeper(WatchClient &client, const Clock &clock, QObject *owner)
    : QObject(owner)
    , m_client(client)
    , m_clock(clock)
{
    client.addSink(this);
}

HistoryKeeper::~HistoryKeeper()
{
    m_client.removeSink(this);
}

void HistoryKeeper::follow(ActionCentre &actions)
{
    if (m_followed == &actions)
        return;
    m_followed = &actions;
    connect(
        &actions, &ActionCentre::acted, this,
        [this](const watch::LockId &id, const admin::Plan &plan, const admin::Outcome &outcome) {
            m_history.note(watch::OperatorMark{m_clock.wallNow(), id, admin::name(plan.action.type),
                                               outcome.status == admin::Outcome::Status::Done,
                                               wording::outcomeSentence(outcome, plan)});
        });
}

void HistoryKeeper::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    auto &changed = m_changed[id.server];
    if (changed.size() < mostChanged)
        changed.emplace_back(id, lock);
}

void HistoryKeeper::note(const watch::ServerRecord &) {}

void HistoryKeeper::note(const std::vector<watch::Event> &events)
{
    bool hasLost = false;
    std::set<int> servers;
    for (const watch::Event &event : events) {
        m_history.note(event);
        if (event.serverIndex < 0)
            hasLost = true;
        else
            servers.insert(event.serverIndex);
    }
    for (const int server : servers) {
        if (hasLost)
            reconcile(server);
        m_changed.erase(server);
    }
}

void HistoryKeeper::reconcile(int server)
{
    for (const auto &[id, lock] : m_changed[server])
        m_history.reconcile(id, lock.get(), m_clock.wallNow());
}

} // namespace lockscope::ui
