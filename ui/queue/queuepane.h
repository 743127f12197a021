// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/actionrules.h"
#include "ui/client/watchclient.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace lockscope::ui {

class QueueFeed;
class QueueList;

// The queue of the lock that is chosen, at full size: its name, how many of its waiters are alive,
// dead, ghosts or not checked, its holders and every waiter. If only the number of waiters is
// known, or not even that, it says so. GUI thread; client, feed and clock must outlive it. Hidden
// it only remembers the lock.
class QueuePane : public QWidget
{
    Q_OBJECT

public:
    QueuePane(WatchClient &client, const QueueFeed &feed, const Clock &clock,
              QWidget *parent = nullptr);
    ~QueuePane() override;

    void showLock(const std::optional<watch::LockId> &id);
    const std::optional<watch::LockId> &shownLock() const { return m_id; }
    ActionChoice choice() const;
    void clearChoice();
    std::optional<OwnerId> currentOwner() const;

Q_SIGNALS:
    void choiceChanged();
    void lockChosen(const lockscope::watch::LockId &id); // its detail is wanted
    void actionChosen(lockscope::admin::ActionType type); // for choice()
    void ownerChosen(lockscope::watch::DeploymentId deployment, const lockscope::OwnerId &owner);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makePage();
    std::optional<watch::LockId> longest() const;
    void refresh();
    void fillTexts();
    QString reasonAgainst(admin::ActionType type) const;

    WatchClient &m_client;
    const QueueFeed &m_feed;
    const Clock &m_clock;
    std::optional<watch::LockId> m_id;
    LockPointer m_lock; // as it was last seen
    bool m_isGone = false;
    std::optional<Instant> m_lostAt;
    QTimer m_second;

    QStackedWidget *m_stack;
    QLabel *m_name;
    QLabel *m_about;
    QLabel *m_summary;
    QueueList *m_list;
};

} // namespace lockscope::ui
