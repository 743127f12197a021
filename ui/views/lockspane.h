// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/watchclient.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedWidget;

namespace lockscope::ui {

class EmptyPage;
class TableView;

// The table of all locks with the filter above it, or why there is none to show. GUI thread; the
// client must outlive it. A filter that cannot be understood is explained beneath the field, and
// the rows stay as they were.
class LocksPane : public QWidget
{
    Q_OBJECT

public:
    LocksPane(WatchClient &client, const Clock &clock, QWidget *parent = nullptr);

    TableView *table() { return m_table; }
    void focusFilter();
    void clearFilter();
    std::optional<watch::LockId> currentLock() const;
    // In the order of the rows, no more than `most`.
    std::vector<watch::LockId> selectedLocks(std::size_t most) const;
    void select(const watch::LockId &id);

Q_SIGNALS:
    void currentChanged();
    void selectionChanged();
    void menuRequested(const QPoint &at); // of the screen
    void activated();
    void connectRequested();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeTable();
    QWidget *makeFilterRow();
    void onFilterEdited();
    void updatePage();
    void onCurrentChanged();
    void restoreCurrent();
    void colourProblem();

    WatchClient &m_client;
    const Clock &m_clock;
    QLineEdit *m_filter;
    QLabel *m_count;
    QLabel *m_problem;
    QStackedWidget *m_stack;
    TableView *m_table;
    EmptyPage *m_empty;
    std::optional<watch::LockId> m_chosen; // stays when its lock goes
    QTimer m_ages;
};

} // namespace lockscope::ui
