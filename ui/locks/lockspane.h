// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/filter/filtercompletion.h"
#include "ui/client/emptystate.h"
#include "ui/client/lockcopy.h"
#include "ui/client/watchclient.h"
#include "ui/table/savedfilters.h"

#include <QElapsedTimer>
#include <QWidget>

class QComboBox;
class QMenu;
class QStackedWidget;

namespace lockscope::ui {

class ColumnChooser;
class FilterBar;
class SteadyLabel;
class TableView;

// The table of all locks with the filter above it, or why there is none to show. GUI thread; the
// client must outlive it. A filter that cannot be understood is explained beneath the field, and
// the rows stay as they were.
//
// The current lock is a selected one: the one that the detail shows. It changes with the selection,
// and stays when its row goes.
class LocksPane : public QWidget
{
    Q_OBJECT

public:
    LocksPane(WatchClient &client, const Clock &clock, QWidget *parent = nullptr);

    TableView *table() { return m_table; }
    ColumnChooser *columns() { return m_columns; }
    void setSavedFilters(const SavedFilters &saved);
    const SavedFilters &savedFilters() const;
    void setGrouping(LockGrouping grouping);
    // Of the selected locks, in the order of the rows; nothing if none is selected.
    QString copied(CopyForm form) const;
    void copy(CopyForm form) const;
    // Items for what can be copied, and for the groups; named after `prefix`.
    void fillCopyMenu(QMenu *menu, const QString &prefix);
    // What the page without any server says of the sandbox.
    void showSandbox(const SandboxState &state);
    void focusFilter();
    void clearFilter();
    // Empty: no row is selected, or only a group's.
    std::optional<watch::LockId> currentLock() const;
    // In the order of the rows, no more than `most`.
    std::vector<watch::LockId> selectedLocks(std::size_t most) const;
    // If it has no row, none is selected.
    void select(const watch::LockId &id);

Q_SIGNALS:
    void currentChanged();
    void selectionChanged();
    void menuRequested(const QPoint &at); // of the screen
    void activated();
    void connectRequested();
    void sandboxRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeTable();
    void makeFilterBar();
    void onFilterEdited(const QString &text);
    watch::FilterVocabulary vocabulary();
    bool moveInGroups(int key);
    void updatePage();
    void onCurrentChanged();
    void followSelection();
    void goToTable();
    void chooseFirst();
    void chooseRow(int row);
    void restoreCurrent();

    WatchClient &m_client;
    const Clock &m_clock;
    FilterBar *m_filter;
    QComboBox *m_grouping;
    SteadyLabel *m_count;
    QStackedWidget *m_stack;
    TableView *m_table;
    ColumnChooser *m_columns = nullptr;
    EmptyPage *m_empty;
    SandboxState m_sandbox;
    std::optional<watch::LockId> m_chosen; // stays when its lock goes
    QStringList m_noFields; // words of the filter that were taken for plain text
    bool m_isEdited = false; // the filter, since the table was gone to
    bool m_wantsFirst = false; // as soon as the rows have followed the filter
    QTimer m_ages;
    watch::FilterVocabulary m_vocabulary;
    QElapsedTimer m_vocabularyAge;
};

} // namespace lockscope::ui
