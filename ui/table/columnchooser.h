// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QMenu;
class QTableView;

namespace lockscope::ui {

// Lets the user choose the shown columns of a table: in the context menu of its header, and in any
// other menu that is filled with them. The header itself remembers the choice (window/layouts.h).
// GUI thread; a child of the table.
class ColumnChooser : public QObject
{
    Q_OBJECT

public:
    // `always` cannot be hidden: a row makes no sense without it. `hiddenAtFirst` are hidden at
    // first.
    ColumnChooser(QTableView *table, int always, QList<int> hiddenAtFirst);

    // A menu's items are made when it opens.
    void fill(QMenu *menu);
    void showUsual();

private:
    void makeItems(QMenu *menu);
    void openAt(const QPoint &at);

    QTableView *m_table;
    int m_always;
    QList<int> m_hiddenAtFirst;
};

} // namespace lockscope::ui
