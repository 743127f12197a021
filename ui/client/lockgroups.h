// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"
#include "ui/client/problemmarks.h"

#include <QByteArray>
#include <QVariant>

#include <optional>
#include <vector>

namespace lockscope::ui {

enum class LockColumn;

// What the rows of the lock table are put together by, and what is said of each group in the row
// above it. Plain functions and values, any thread: groups are computed with the order.

enum class LockGrouping { None, Deployment, Kind, Holder };

// Bytes by which a group is told from others; those of the first holder are as the table shows it.
// Empty for what nobody holds.
QByteArray groupKey(const watch::LockRecord &lock, LockGrouping grouping);

struct LockGroup {
    QByteArray key;
    std::size_t first = 0; // of its locks in the order
    std::size_t count = 0;
    // Of its locks.
    std::size_t held = 0; // contended ones, too
    std::size_t contended = 0;
    std::size_t overdue = 0; // whose renewal is
    std::size_t critical = 0; // whose worst problem is
    std::size_t warnings = 0; // whose worst problem is one
    qint64 waiters = 0; // of those that tell
    std::optional<Instant> nextEnd; // the first deadline of one that is held

    // Nothing is judged while its server is not seen.
    void add(const watch::LockRecord &lock, bool isSeen, ProblemMark problem = {});
    // Whether a row above it would say the same.
    bool looksLike(const LockGroup &other) const;
};

// What stands in the cells of the row above a group; GUI thread.
struct LockGroupInput {
    const LockGroup &group;
    LockGrouping grouping;
    bool isOpen;
    Instant now;
};
QVariant lockGroupCell(const LockGroupInput &input, LockColumn column, int role);

} // namespace lockscope::ui
