// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/table/exportrows.h"

#include <QPersistentModelIndex>

#include <vector>

namespace lockscope::ui {

// The rows of a table or a tree as they are shown: the columns that are visible, in their order,
// the rows in theirs, of a tree those that are open. Taken once; the rows' texts are requested
// later, one by one, so that a long table costs no frame. GUI thread; view and clock must outlive
// it.
class TableRows
{
public:
    TableRows(QAbstractItemView &view, bool selectedOnly, const Clock &clock);

    qsizetype count() const { return static_cast<qsizetype>(m_rows.size()); }
    QStringList titles() const;
    bool isThere(qsizetype row) const; // it has not gone since
    QStringList cells(qsizetype row) const; // in full, also where the view cuts them
    // Empty: it cannot be told.
    std::optional<QJsonObject> object(qsizetype row) const;

private:
    struct Row {
        QPersistentModelIndex index;
        int level = 0;
    };

    void add(const QModelIndex &parent, int level, bool selectedOnly);
    QString text(const QModelIndex &cell) const;
    void put(QJsonObject &object, const QString &field, const QModelIndex &cell) const;

    QAbstractItemView &m_view;
    const Clock &m_clock;
    ExportRows m_export;
    std::vector<int> m_columns;
    std::vector<Row> m_rows;
};

// The number of rows that are selected now.
qsizetype selectedRows(const QAbstractItemView &view);

} // namespace lockscope::ui
