// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <QObject>

#include <optional>
#include <vector>

namespace lockscope::ui {

class LockTableModel;
class TableView;

// The selected locks of a table, and the current one among them. GUI thread; it owns the id of the
// lock that was chosen last, which is kept when its row is removed, and chosen again when the row
// comes back. Table and model must outlive it, and the table must have the model.
class LockSelection : public QObject
{
    Q_OBJECT

public:
    LockSelection(TableView &table, LockTableModel &locks, QObject *parent);

    // A selected one. Empty: no row is selected, or only a group's.
    std::optional<watch::LockId> current() const;
    // In the order of the rows, no more than `most`.
    std::vector<watch::LockId> selected(std::size_t most) const;

    // If it has no row, none is selected.
    void select(const watch::LockId &id);
    void clear();
    void chooseRow(int row);
    // As soon as the rows have followed the filter.
    void chooseFirst();
    void forgetFirst() { m_wantsFirst = false; }
    // Left closes a group, or leads from a lock to its group; Right opens it. As in a tree. False:
    // the key is for something else.
    bool moveInGroups(int key);

Q_SIGNALS:
    void currentChanged();
    void changed();

private:
    void onCurrentChanged();
    void follow();
    void takeFirst();
    void restore();

    TableView &m_table;
    LockTableModel &m_locks;
    std::optional<watch::LockId> m_chosen;
    bool m_wantsFirst = false;
};

} // namespace lockscope::ui
