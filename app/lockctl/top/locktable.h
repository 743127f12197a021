// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/topview.h"
#include "core/health/problem.h"
#include "core/watch/record/records.h"

#include <span>
#include <vector>

namespace lockscope::lockctl {

// A lock, with the facts that decide its place in the table.
struct LockEntry {
    watch::LockPointer lock; // never empty
    std::optional<health::Severity> severity; // of its worst problem
    quint32 ordinal = 0; // by server and name
};

// The locks that match, of which only those that are shown are put in order: at 100,000 of them a
// sort of all takes ten times as long. A value, one thread.
class LockTable
{
public:
    void set(std::vector<LockEntry> matching);
    std::size_t size() const { return m_rows.size(); }

    // Puts as many rows in order as are shown, and follows the selected lock; if that is gone, the
    // one in its place is selected.
    void arrange(TopView &view, std::size_t page);

    // After arrange().
    std::size_t first() const { return m_first; }
    std::vector<LockEntry> shown() const;

private:
    struct Row {
        qint64 key = 0; // the lowest first
        LockEntry entry;
    };

    static qint64 keyOf(const LockEntry &entry, LockSort sort, bool isReversed);
    static bool isBefore(const Row &a, const Row &b);
    void makeKeys(const TopView &view);
    std::optional<std::size_t> placeOf(const watch::LockId &id) const;

    std::vector<Row> m_rows;
    std::optional<std::pair<LockSort, bool>> m_keys; // the order that the keys are made for
    std::size_t m_first = 0;
    std::size_t m_shown = 0;
};

// Since when somebody is known to hold it; empty: nobody does.
std::optional<WallInstant> heldSince(const watch::LockRecord &lock);

} // namespace lockscope::lockctl
