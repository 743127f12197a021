// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockselection.h"

#include "ui/client/locks/locktablemodel.h"
#include "ui/table/tableview.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

LockSelection::LockSelection(TableView &table, LockTableModel &locks, QObject *parent)
    : QObject(parent)
    , m_table(table)
    , m_locks(locks)
{
    connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { onCurrentChanged(); });
    connect(table.selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        onCurrentChanged(); // a click makes a row current before it is selected
        Q_EMIT changed();
        // When all of a change is there: keys change the current row behind the selection.
        QMetaObject::invokeMethod(this, &LockSelection::follow, Qt::QueuedConnection);
    });
    connect(&locks, &LockTableModel::filtered, this, [this] {
        if (std::exchange(m_wantsFirst, false))
            takeFirst();
    });
    connect(&locks, &LockTableModel::rowsInserted, this, [this] { restore(); });
}

std::optional<watch::LockId> LockSelection::current() const
{
    const QModelIndex current = m_table.currentIndex();
    if (!current.isValid() || m_locks.isHead(current.row())
        || !m_table.selectionModel()->isRowSelected(current.row()))
        return std::nullopt;
    return m_locks.lockAt(current.row()).id;
}

std::vector<watch::LockId> LockSelection::selected(std::size_t most) const
{
    // By ranges: of a hundred thousand selected rows a list would take a while.
    std::vector<int> rows;
    for (const QItemSelectionRange &range : m_table.selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom() && rows.size() < most; ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::vector<watch::LockId> ids;
    for (const int row : rows) {
        if (!m_locks.isHead(row))
            ids.push_back(m_locks.lockAt(row).id);
    }
    return ids;
}

void LockSelection::select(const watch::LockId &id)
{
    m_locks.reveal(id);
    const int row = m_locks.rowOf(id);
    m_wantsFirst = false;
    if (row >= 0) {
        chooseRow(row);
        return;
    }
    // Actions would apply to the rows that stay selected instead.
    m_chosen = id;
    m_table.selectionModel()->clear();
}

void LockSelection::clear()
{
    m_wantsFirst = false;
    m_chosen.reset();
    m_table.selectionModel()->clear();
}

void LockSelection::chooseRow(int row)
{
    m_table.selectionModel()->setCurrentIndex(
        m_locks.index(row, static_cast<int>(LockColumn::Name)),
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table.scrollTo(m_table.currentIndex());
}

void LockSelection::onCurrentChanged()
{
    const auto now = current();
    if (!now || now == m_chosen)
        return;
    m_chosen = now;
    Q_EMIT currentChanged();
}

// Short locks come and go: the one that was chosen is chosen again when it comes back.
void LockSelection::restore()
{
    if (m_table.currentIndex().isValid() || !m_chosen)
        return;
    const int row = m_locks.rowOf(*m_chosen);
    if (row >= 0)
        m_table.selectionModel()->setCurrentIndex(
            m_locks.index(row, static_cast<int>(LockColumn::Name)),
            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

// Ctrl and a click take a row out of the selection and make it the current one: the detail goes on
// with one that is still selected. Not where its row has gone, which nobody asked for.
void LockSelection::follow()
{
    if (current()) {
        onCurrentChanged();
        return;
    }
    const int row = m_chosen ? m_locks.rowOf(*m_chosen) : -1;
    if (row < 0 || m_table.selectionModel()->isRowSelected(row))
        return;
    const std::vector<watch::LockId> left = selected(1);
    if (left.empty())
        return;
    m_chosen = left.front();
    m_table.selectionModel()->setCurrentIndex(
        m_locks.index(m_locks.rowOf(*m_chosen), m_table.currentIndex().column()),
        QItemSelectionModel::NoUpdate);
    Q_EMIT currentChanged();
}

void LockSelection::chooseFirst()
{
    if (m_locks.isFiltered())
        takeFirst();
    else
        m_wantsFirst = true;
}

// Chooses the first lock; a group's row if all groups are closed.
void LockSelection::takeFirst()
{
    int row = 0;
    while (row < m_locks.rowCount() && m_locks.isHead(row))
        ++row;
    if (m_locks.rowCount() > 0)
        chooseRow(row < m_locks.rowCount() ? row : 0);
}

bool LockSelection::moveInGroups(int key)
{
    const QModelIndex current = m_table.currentIndex();
    if (m_locks.grouping() == LockGrouping::None || !current.isValid()
        || (key != Qt::Key_Left && key != Qt::Key_Right))
        return false;
    const int head = m_locks.headOf(current.row());
    if (head < 0)
        return false;
    if (head == current.row())
        m_locks.setOpen(head, key == Qt::Key_Right);
    else if (key == Qt::Key_Left)
        m_table.setCurrentIndex(m_locks.index(head, current.column()));
    else
        return false;
    return true;
}

} // namespace lockscope::ui
