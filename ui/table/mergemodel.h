// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <functional>
#include <utility>
#include <vector>

namespace lockscope::ui {

// A small table whose rows are replaced by merging: rows that stay keep their place, selection and
// indexes; insertions, removals and changes are told as ranges; never a reset. GUI thread, owns its
// rows. Row needs `==` and `auto key() const`, by which rows are sorted, ascending and unique.
template <typename Row>
class MergeModel : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    // `rows` must be sorted by key, without doubles.
    void merge(std::vector<Row> rows)
    {
        removeAllBut(rows);
        insertAllOf(rows);
        change(std::move(rows));
    }

    const Row &rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    const std::vector<Row> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

private:
    // From the end, so that what is still to be looked at keeps its place.
    void removeAllBut(const std::vector<Row> &wanted)
    {
        auto next = wanted.rbegin();
        const auto isWanted = [&](const Row &row) {
            while (next != wanted.rend() && row.key() < next->key())
                ++next;
            return next != wanted.rend() && !(next->key() < row.key());
        };
        for (int last = rowCount() - 1; last >= 0;) {
            if (isWanted(rowAt(last))) {
                --last;
                continue;
            }
            int first = last;
            while (first > 0 && !isWanted(rowAt(first - 1)))
                --first;
            beginRemoveRows({}, first, last);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
            endRemoveRows();
            last = first - 1;
        }
    }

    void insertAllOf(const std::vector<Row> &wanted)
    {
        for (std::size_t at = 0; at < wanted.size();) {
            const auto isThere = [&](std::size_t i) {
                return at < m_rows.size() && !(wanted[i].key() < m_rows[at].key());
            };
            if (isThere(at)) {
                ++at;
                continue;
            }
            std::size_t end = at + 1;
            while (end < wanted.size() && !isThere(end))
                ++end;
            beginInsertRows({}, static_cast<int>(at), static_cast<int>(end) - 1);
            m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at),
                          wanted.begin() + static_cast<std::ptrdiff_t>(at),
                          wanted.begin() + static_cast<std::ptrdiff_t>(end));
            endInsertRows();
            at = end;
        }
    }

    void change(std::vector<Row> wanted)
    {
        for (std::size_t first = 0; first < wanted.size();) {
            if (m_rows[first] == wanted[first]) {
                ++first;
                continue;
            }
            std::size_t end = first;
            while (end < wanted.size() && !(m_rows[end] == wanted[end])) {
                m_rows[end] = std::move(wanted[end]);
                ++end;
            }
            Q_EMIT this->dataChanged(
                this->index(static_cast<int>(first), 0),
                this->index(static_cast<int>(end) - 1, this->columnCount() - 1));
            first = end;
        }
    }

    std::vector<Row> m_rows;
};

} // namespace lockscope::ui
