// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/eventmodel.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/client/servers/emptystate.h"
#include "ui/client/servers/servermodel.h"
#include "ui/timeline/timelineview.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class EmptyPage;

// The holds of locks over time, as far as this run has seen them: the timeline with its controls.
// GUI thread; history, servers and clock must outlive it.
class TimelinePane : public QWidget
{
    Q_OBJECT

public:
    TimelinePane(const insight::HoldHistory &history, const ServerModel &servers,
                 const Clock &clock, QWidget *parent = nullptr);

    TimelineView &view() { return *m_view; }
    // The locks that the table's filter lets through, where the user wants it so: a button. Must
    // outlive the pane.
    void tieTo(LockTableModel &table);
    // Chooses the lock that is chosen in the table, while the two are tied.
    void followLock(const std::optional<watch::LockId> &lock);
    // Brings the lock into sight, at a time if one is given, whatever the filter was. False: no
    // hold of the lock is kept.
    bool reveal(const watch::LockId &lock, std::optional<WallInstant> at = std::nullopt);

Q_SIGNALS:
    void lockChosen(const lockscope::watch::LockId &lock);
    // The event of the choice: the end of an ended hold, the beginning of a current one.
    void eventWanted(const lockscope::ui::EventPlace &place);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeBar();
    void fitTie();
    EmptyState nothingMatches() const;
    void makeMenu();
    QToolButton *makeButton(const QString &name, const QString &text, const QString &tip);
    void updateRows();
    void updateChoice();
    void followChoice();
    void wantEvent();

    const insight::HoldHistory &m_history;
    const ServerModel &m_servers;
    const Clock &m_clock;
    TimelineView *m_view;
    QStackedWidget *m_stack;
    EmptyPage *m_empty;
    QLineEdit *m_filter;
    QComboBox *m_order;
    QToolButton *m_follow;
    QToolButton *m_tie;
    LockTableModel *m_table = nullptr;
    QLabel *m_count;
    QLabel *m_detail;
    QTimer m_waiting; // for the first hold, while nothing is there to show
    QTimer m_second; // current holds get longer
};

} // namespace lockscope::ui
