// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "ui/client/locks/lockorder.h"
#include "ui/table/roles.h"
#include "ui/table/ttlvalue.h"

#include <QVariant>

namespace lockscope::ui {

// The content of the lock table's cells: text for people and raw values in roles of their own.
// Plain functions; GUI thread.

struct LockCellInput {
    const watch::LockRecord &lock;
    std::optional<Instant> lostAt; // of its server
    Instant now;
    WallInstant wallNow;
    const JudgedLock *quorum = nullptr; // null: it is kept on one server
    const admin::Place *place = nullptr; // null: its server is reached without a profile
    ProblemMark problem = {};
    // All problems, for the roles that ask for them: the worst first.
    const std::vector<health::Problem> *problems = nullptr;
};

QVariant lockCell(const LockCellInput &input, LockColumn column, int role);
QVariant lockHeader(LockColumn column, int role);

// A bit for each column in which the two states of one lock differ.
quint32 changedColumns(const watch::LockRecord &before, const watch::LockRecord &after);

TtlValue ttlOf(const watch::LockRecord &lock, const std::optional<Instant> &lostAt);

} // namespace lockscope::ui
