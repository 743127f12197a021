// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plan.h"
#include "ui/client/actionrules.h"
#include "ui/queue/queuemodel.h"
#include "ui/table/tableview.h"

#include <QTimer>

#include <functional>
#include <utility>

namespace lockscope::ui {

// The queue of one lock as a list: its holders, an arrow from them to the waiter that is next to
// wake, and every waiter in order with its owner, wait, deadline and state. GUI thread; the clock
// must outlive it. Its menu offers what can be done to the chosen row; further actions of the
// widget stand in it, too. Enter and a double click activate a row. As time passes it is painted
// while it is visible; hidden it does nothing.
class QueueList : public TableView
{
    Q_OBJECT

public:
    QueueList(const QString &name, const Clock &clock, QWidget *parent = nullptr);

    const QueueModel &queue() const { return m_queue; }
    // As QueueModel::show(); nothing if it is shown so already.
    void showLock(const watch::LockPointer &lock, const std::optional<Instant> &lostAt,
                  const insight::WaitMeter::Queue &queue);
    // As high as its rows, but no higher than so many; as high as it was while one lock is shown,
    // so that what is beneath it stands still.
    void setGrowing(int mostRows);
    void startAnew(); // another lock
    // Why an action cannot be done to choice(); empty: it can. The menu says so of each.
    void setActionCheck(std::function<QString(admin::ActionType)> reasonAgainst)
    {
        m_reasonAgainst = std::move(reasonAgainst);
    }

    // The chosen holder or waiter.
    ActionChoice choice() const;
    std::optional<OwnerId> currentOwner() const;
    void copyRow() const;
    bool isTicking() const { return m_tick.isActive(); }

Q_SIGNALS:
    void choiceChanged();
    void actionChosen(lockscope::admin::ActionType type); // for choice()
    void ownerChosen(const lockscope::OwnerId &owner); // to be named

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void openMenu(const QPoint &at);
    void addActionTo(QMenu *menu, const QString &name, const QString &text, admin::ActionType type);
    std::optional<int> chosenRow() const;
    void fitPlace();
    void grow();
    void fitTick();

    QueueModel m_queue;
    std::function<QString(admin::ActionType)> m_reasonAgainst;
    watch::LockPointer m_lock; // as it is shown
    std::optional<Instant> m_lostAt;
    bool m_isAnew = true; // another lock, of which nothing is shown yet
    int m_mostRows = 0; // 0: as high as it is made
    int m_grownRows = 0;
    QTimer m_tick;
};

} // namespace lockscope::ui
