// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/steadyrows.h"

#include <QTableView>

#include <map>

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
    // A column at least so wide that each of these words has room, with a mark before it: the words
    // of another language are longer. After setColumnWidths().
    void fitWords(int column, const QStringList &words);
    // Columns that may become so many characters wide where there is room (TableHeader).
    void setElastic(const std::map<int, int> &most);
    // Layouts of the table without its last columns are restored, too (TableHeader).
    void setNewColumns(int count, int usualOrder);
    // The preferred height beside other widgets; it may be given more or less.
    void setPreferredRows(int rows);
    // So many whole rows are in sight in any case, above the scroll bar.
    void setLeastRows(int rows);
    QSize sizeHint() const override;

    // Rows stay where they are while others come and go (SteadyRows): around every change of the
    // model or, by hand, between holdRows() and restoreRows().
    void holdByHand();
    void holdRows() { m_steady->hold(); }
    void restoreRows() { m_steady->restore(); }
    // While following, appended rows are scrolled into sight.
    void setFollowing(bool follows) { m_steady->setFollowing(follows); }
    // The model is about to change, or has just done so: scrolling is nobody's wish.
    bool isChanging() const { return m_steady->isChanging(); }
    // So many pixels of the rows lie above the first one in sight; as far as there are rows.
    void scrollToOffset(int offset);

    // The bytes of the selected rows to the clipboard, a line each, as they are.
    void copySelected() const;
    void copySelected(int column) const;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;

private:
    SteadyRows *makeSteady();
    void fitRowHeight();
    void fitColumnWidths();
    void fitLeastHeight();
    int widthOf(int characters) const;

    TableHeader *m_header;
    int m_copyColumn = 0;
    int m_character = 0; // its width, of the font that the columns were made for
    int m_preferredRows = 0; // 0: as any table
    int m_leastRows = 0; // 0: as any table
    SteadyRows *m_steady;
    bool m_isHeldByHand = false;
    bool m_isPressedOnRow = false; // by the mouse, the last time
};

} // namespace lockscope::ui
