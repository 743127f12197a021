// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locks/locktablemodel.h"

#include <memory>

namespace lockscope::test {

// The change that puts a lock into a table.
inline ui::LockTableModel::LockChanges::value_type put(watch::LockRecord lock)
{
    watch::LockId id = lock.id;
    return {std::move(id), std::make_shared<const watch::LockRecord>(std::move(lock))};
}

inline QString cell(const ui::LockTableModel &model, int row, ui::LockColumn column)
{
    return model.index(row, static_cast<int>(column)).data().toString();
}

} // namespace lockscope::test
