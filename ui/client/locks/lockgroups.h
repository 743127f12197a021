// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"
#include "ui/client/locks/problemmarks.h"

#include <QByteArray>
#include <QVariant>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::ui {

enum class LockColumn;

// The grouping of the lock table's rows, and the content of the row above each group. Plain
// functions and values, any thread: groups are computed with the order.

// In Multi, locks that were probably taken together are one row, closed at first; it is a guess.
enum class LockGrouping { None, Deployment, Kind, Holder, Multi };

// A group of locks that were probably taken together.
struct LockMulti {
    QByteArray key;
    OwnerId owner;
    Alias alias;
    QByteArray name; // of one of its locks
    std::size_t count = 0; // of its locks, let through by the filter or not
    Sentence reason; // why it is taken for one

    friend bool operator==(const LockMulti &, const LockMulti &) = default;
};
using MultiPointer = std::shared_ptr<const LockMulti>;
// The one that the lock is a member of, among all locks; null: none.
MultiPointer multiOf(const watch::LockRecord &lock, const std::vector<watch::LockPointer> &locks);
// By the places of the locks; null: the lock is a member of none. Any thread.
std::vector<MultiPointer> multisOf(const std::vector<watch::LockPointer> &locks);

// Bytes by which a group is told from others; those of the first holder are as the table shows it.
// Empty for locks that nobody holds. Not for Multi, which depends on other locks.
QByteArray groupKey(const watch::LockRecord &lock, LockGrouping grouping);

struct LockGroup {
    QByteArray key;
    std::size_t first = 0; // of its locks in the order
    std::size_t count = 0;
    // Of its locks.
    std::size_t held = 0; // contended ones, too
    std::size_t contended = 0;
    std::size_t overdue = 0; // locks with an overdue renewal
    std::size_t critical = 0; // locks whose worst problem is critical
    std::size_t warnings = 0; // locks whose worst problem is a warning
    qint64 waiters = 0; // of those that tell
    std::optional<Instant> nextEnd; // the first deadline of one that is held
    MultiPointer multi = nullptr; // of such a group

    // Nothing is judged while its server is not seen.
    void add(const watch::LockRecord &lock, bool isSeen, ProblemMark problem = {});
    // Whether a row above it would say the same.
    bool looksLike(const LockGroup &other) const;
};

// The content of the cells in the row above a group; GUI thread.
struct LockGroupInput {
    const LockGroup &group;
    LockGrouping grouping;
    bool isOpen;
    Instant now;
};
QVariant lockGroupCell(const LockGroupInput &input, LockColumn column, int role);

} // namespace lockscope::ui
