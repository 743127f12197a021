// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/actionrules.h"
#include "ui/models/detailmodels.h"
#include "ui/watchclient.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace lockscope::ui {

class ActionBar;
class TableView;

// One lock in full: what it is, what can be done to it, who holds it, who waits in which order, its
// raw keys and its events. GUI thread; the client must outlive it. Stays with a lock that has gone
// and says so.
class DetailPane : public QWidget
{
    Q_OBJECT

public:
    DetailPane(WatchClient &client, const Clock &clock, QWidget *parent = nullptr);

    void showLock(const std::optional<watch::LockId> &id);
    const std::optional<watch::LockId> &shownLock() const { return m_id; }

    ActionBar *actions() { return m_actions; }
    // The hold and the waiter that are chosen in the tables.
    ActionChoice choice() const;

Q_SIGNALS:
    void shown(); // another lock, or another state of it
    void choiceChanged();
    void releaseChosen(); // of the chosen hold
    void removalChosen(); // of the chosen waiter

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Section {
        QLabel *heading;
        TableView *table;
    };

    QWidget *makeSummary();
    Section makeSection(QVBoxLayout *layout, const QString &name, QAbstractItemModel *model,
                        int stretch);
    void makeTables(QVBoxLayout *layout);
    void makeChoices();
    void openMenu(TableView *table, const QPoint &at, const QString &action,
                  void (DetailPane::*signal)());
    void refresh();
    void fillSummary(const watch::LockRecord &lock, const std::optional<Instant> &lostAt);
    void fillHeadings(const watch::LockRecord *lock);
    void appendEvents(const std::vector<watch::Event> &events);

    WatchClient &m_client;
    const Clock &m_clock;
    std::optional<watch::LockId> m_id;
    LockPointer m_lock; // as it was last seen
    LockPointer m_told; // as it was when shown() was last emitted
    bool m_isOther = false; // another lock since then
    QTimer m_ages;
    HoldsModel m_holds;
    WaitersModel m_waiters;
    KeysModel m_keys;
    EventModel m_events;

    ActionBar *m_actions;
    QStackedWidget *m_stack;
    QLabel *m_name;
    QLabel *m_state;
    QLabel *m_kind;
    QLabel *m_reason;
    QLabel *m_server;
    QLabel *m_fencing;
    QFormLayout *m_form;
    Section m_holdsSection{};
    Section m_queueSection{};
    Section m_keysSection{};
    Section m_eventsSection{};
};

} // namespace lockscope::ui
