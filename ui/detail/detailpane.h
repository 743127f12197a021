// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/actionrules.h"
#include "ui/client/watchclient.h"
#include "ui/detail/detailmodels.h"
#include "ui/detail/ttlfeed.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace lockscope::ui {

class ActionBar;
class DetailSections;
class DetailSummary;
class ProblemList;
class QueueFeed;
class QueueList;
class TableView;
class TtlChart;
class UnlockPreview;

// One lock in full: its kind and state, the possible actions, its holders, its waiters in order,
// the course of its time to live, the preview of an unlock, its raw keys and its events. GUI
// thread; client, feed and clock must outlive it. Stays with a lock that has gone and says so.
// While it is hidden it only remembers the shown lock's events.
class DetailPane : public QWidget
{
    Q_OBJECT

public:
    DetailPane(WatchClient &client, const QueueFeed &queues, const insight::HoldHistory &history,
               const Clock &clock, QWidget *parent = nullptr);
    ~DetailPane() override;

    void showLock(const std::optional<watch::LockId> &id);
    const std::optional<watch::LockId> &shownLock() const { return m_id; }

    ActionBar *actions() { return m_actions; }
    // The hold and the waiter that are chosen in the tables.
    ActionChoice choice() const;
    void clearChoice();
    // The owner in the current row of the section that contains this widget.
    std::optional<OwnerId> currentOwner(const QWidget *focus) const;

Q_SIGNALS:
    void shown(); // another lock, or another state of it
    void seenChanged(); // it became visible or hidden
    void choiceChanged();
    void actionChosen(lockscope::admin::ActionType type); // for choice()
    void lockChanged(const std::optional<lockscope::watch::LockId> &id); // the shown one
    void queueWanted(); // at full size
    void ownerChosen(const lockscope::OwnerId &owner); // to be named
    void timelineWanted(const lockscope::watch::LockId &id, lockscope::WallInstant at);
    void guideWanted(const QString &page); // of the user guide, by its file name without the end

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    struct Section {
        QLabel *heading;
        TableView *table;
    };

    QWidget *makePage();
    QWidget *makeQueue();
    void connectQueue();
    void makeSections();
    void fitTables();
    void makeChoices();
    void openHoldsMenu(const QPoint &at);
    void refresh();
    void refreshRelated();
    void growHolds();
    void showProblems();
    void showReplicas();
    void onSecond();
    QString queueHeading(const watch::LockRecord *lock, const std::optional<Instant> &lostAt) const;
    void fillHeadings(const watch::LockRecord *lock, const std::optional<Instant> &lostAt);
    void catchUp();
    void appendEvents(const std::vector<watch::Event> &events);

    WatchClient &m_client;
    const QueueFeed &m_queues;
    const Clock &m_clock;
    std::optional<watch::LockId> m_id;
    LockPointer m_lock; // as it was last seen
    LockPointer m_told; // as it was when shown() was last emitted
    bool m_isOther = false; // another lock since then
    int m_holdRows = 0; // in sight without scrolling; of one lock they never become fewer
    QTimer m_ages;
    int m_seconds = 0; // since the related locks were searched
    HoldsModel m_holds;
    KeysModel m_keys;
    EventModel m_events;
    std::vector<watch::Event> m_missed; // while it was not seen
    TtlFeed m_feed;

    ActionBar *m_actions;
    QStackedWidget *m_stack;
    DetailSummary *m_summary;
    ProblemList *m_problems;
    DetailSections *m_sections;
    QueueList *m_queue;
    QLabel *m_queueHeading = nullptr;
    TtlChart *m_chart;
    UnlockPreview *m_preview;
    Section m_holdsSection{};
    Section m_keysSection{};
    Section m_eventsSection{};
};

} // namespace lockscope::ui
