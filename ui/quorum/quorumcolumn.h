// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locks/locktablemodel.h"

#include <QObject>
#include <QTimer>

class QTableView;

namespace lockscope::ui {

class QuorumFeed;

// Brings the verdicts of quorums into the table of locks: while their column is seen, or its rows
// are sorted or filtered by them. At all other times nothing is judged for it. GUI thread; a child
// of the table. The locks outlive it; the keeper may go before it.
class QuorumColumn : public QObject
{
    Q_OBJECT

public:
    QuorumColumn(QuorumFeed &keeper, LockTableModel &locks, QTableView *table);
    ~QuorumColumn() override;

    bool isFed() const { return m_isFed; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();

    QuorumFeed *m_keeper; // null: it is gone
    LockTableModel &m_locks;
    QTableView *m_table;
    QTimer m_soon; // a header tells of a column before it is hidden
    bool m_isVisible;
    bool m_isFed = false;
};

} // namespace lockscope::ui
