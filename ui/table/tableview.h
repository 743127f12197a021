// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <QTableView>

#include <map>
#include <vector>

namespace lockscope::ui {

class TableHeader;

// A table as all tables of the console are: whole rows, one height, no grid, nothing that measures
// contents while they change. Ctrl+C copies the bytes of one column. No row becomes current unless
// it is chosen, neither when the current one goes nor when the table gets the focus: nobody must
// act on a lock that was not chosen. GUI thread.
class TableView : public QTableView
{
    Q_OBJECT

public:
    explicit TableView(const QString &name, QWidget *parent = nullptr);

    // The column whose RawRole holds the bytes that are copied.
    void setCopyColumn(int column) { m_copyColumn = column; }
    void setModel(QAbstractItemModel *model) override;
    void setColumnWidths(const QList<int> &widths);
    // Columns that may become so many characters wide where there is room (TableHeader).
    void setElastic(const std::map<int, int> &most);
    // Layouts of the table without its last columns are restored, too (TableHeader).
    void setNewColumns(int count, int usualOrder);
    // How high it would like to be beside others; it may be given more or less.
    void setPreferredRows(int rows);
    QSize sizeHint() const override;

    // Around changes of the model: the current row, if it is selected and in sight, stays where it
    // is on the screen, to the pixel, while rows come and go; else most of those in sight do. At
    // the top, with no such row, it stays at the top. Only with setSteady(), which scrolls by
    // pixels.
    void setSteady();
    void holdRows();
    void restoreRows();

    // The bytes of the selected rows to the clipboard, a line each, as they are.
    void copySelected() const;
    void copySelected(int column) const;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;

private:
    struct Held {
        QPersistentModelIndex index;
        int y; // in the viewport
    };

    void fitRowHeight();
    bool isInSight(int y) const;
    int widthOf(int characters) const;

    TableHeader *m_header;
    int m_copyColumn = 0;
    int m_preferredRows = 0; // 0: as any table
    std::vector<Held> m_held;
    bool m_isCurrentHeld = false; // it is the first of them
};

} // namespace lockscope::ui
