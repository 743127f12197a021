// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/servers/emptystate.h"
#include "ui/client/watchclient.h"
#include "ui/locks/lockcopymenu.h"
#include "ui/locks/lockselection.h"
#include "ui/locks/lockvocabulary.h"
#include "ui/locks/readyfilters.h"
#include "ui/table/savedfilters.h"

#include <QJsonObject>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QStackedWidget;

namespace lockscope::ui {

class ColumnChooser;
class FilterBar;
class SteadyLabel;
class TableView;

// The table of all locks with the filter above it, or why there is none to show. GUI thread; the
// client must outlive it. A filter that cannot be understood is explained below the table, and the
// rows stay as they were.
class LocksPane : public QWidget
{
    Q_OBJECT

public:
    LocksPane(WatchClient &client, const Clock &clock, QWidget *parent = nullptr);

    TableView *table() { return m_table; }
    ColumnChooser *columns() { return m_columns; }
    void setSavedFilters(const SavedFilters &saved);
    const SavedFilters &savedFilters() const;
    ReadyFilters &readyFilters() { return *m_ready; }
    void setGrouping(LockGrouping grouping);
    LockSelection &selection() { return *m_selection; }
    LockCopyMenu &copies() { return *m_copies; }
    // Shows the state of the sandbox on the page without any server.
    void showSandbox(const SandboxState &state);
    // The servers that this page offers to connect again: labels, latest first.
    void setRecent(const QStringList &urls);
    void focusFilter();
    // Replaces the current filter; the focus moves to the locks found.
    void setFilter(const QString &text);
    void clearFilter();

Q_SIGNALS:
    void menuRequested(const QPoint &at); // of the screen
    void activated();
    void connectRequested();
    void sandboxRequested();
    void recentChosen(const QString &url);
    void linkPasted(const QString &link); // into the filter, which stays as it was

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeTable();
    void fitWords();
    void makeFilterBar();
    std::optional<QJsonObject> recordOf(int row) const;
    void onFilterEdited(const QString &text);
    void onFilterRead(const QString &text);
    void updatePage();
    void goToTable();

    WatchClient &m_client;
    const Clock &m_clock;
    FilterBar *m_filter;
    ReadyFilters *m_ready;
    QComboBox *m_grouping;
    SteadyLabel *m_count;
    QStackedWidget *m_stack;
    TableView *m_table;
    LockSelection *m_selection = nullptr;
    LockCopyMenu *m_copies = nullptr;
    ColumnChooser *m_columns = nullptr;
    EmptyPage *m_empty;
    SandboxState m_sandbox;
    QStringList m_recent;
    LockVocabulary m_vocabulary;
    QString m_filterText; // before the last edit
    QStringList m_noFields; // words of the filter that were taken for plain text
    bool m_isEdited = false; // the filter, since the table was gone to
    bool m_isFilterWanted = false; // by the user, who went there since the table had the focus
    QTimer m_ages;
};

} // namespace lockscope::ui
