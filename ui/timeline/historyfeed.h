// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "core/insight/intervals/holdhistory.h"
#include "core/picture/changesink.h"
#include "ui/client/watchclient.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace lockscope::ui {

// Keeps the history of holds and waiters from the beginning, whether a view shows it or not. GUI
// thread; one for all views of a window. If more events happened than could be delivered, it reads
// the current state of the locks.
class HistoryFeed : public QObject, public picture::ChangeSink
{
    Q_OBJECT

public:
    HistoryFeed(WatchClient &client, const Clock &clock, QObject *owner);
    ~HistoryFeed() override;

    const insight::HoldHistory &history() const { return m_history; }

    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteNames(const picture::AliasBook &aliases) override;
    void noteRemoved(watch::DeploymentId deployment) override;
    void noteStart() override;

public Q_SLOTS:
    // The operator's actions are a part of the history.
    void noteActed(const lockscope::watch::LockId &id, const lockscope::admin::Plan &plan,
                   const lockscope::admin::Outcome &outcome);

private:
    void reconcile(const std::set<watch::DeploymentId> &deployments);
    void noteWaiters(const watch::LockId &id); // as it is shown now
    void noteSight(const watch::ServerRecord &server);
    void noteUnreadable(const watch::ServerRecord &server);
    void notePause(bool isPaused);

    WatchClient &m_client;
    const Clock &m_clock;
    insight::HoldHistory m_history;
    // The servers that were lost, until all their locks were read again.
    std::map<watch::ServerId, insight::WaiterHistory::Sight> m_away;
    std::map<watch::ServerId, std::shared_ptr<const watch::UnreadableNames>> m_unreadable; // if any
    std::optional<WallInstant> m_pausedAt;
};

} // namespace lockscope::ui
