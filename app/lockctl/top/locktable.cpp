// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/locktable.h"

#include "core/watch/record/ends.h"
#include "ui/wording/wording.h"

#include <algorithm>
#include <limits>

namespace lockscope::lockctl {

namespace {

constexpr qint64 atTheEnd = std::numeric_limits<qint64>::max(); // in either direction

// The number by which it is sorted, the lowest first; empty: it has none.
std::optional<qint64> numberOf(const LockEntry &entry, LockSort sort)
{
    const watch::LockRecord &lock = *entry.lock;
    constexpr qint64 mostWaiters = qint64(1) << 40;
    switch (sort) {
    case LockSort::Problems: {
        const qint64 rank = entry.severity ? static_cast<qint64>(*entry.severity) + 1 : 0;
        const qint64 waiting = wording::waiting(lock).value_or(0);
        return -(rank * mostWaiters * 2 + std::min(waiting, mostWaiters));
    }
    case LockSort::Waiters:
        if (const auto waiting = wording::waiting(lock))
            return -*waiting;
        return std::nullopt;
    case LockSort::Held:
        if (const auto since = heldSince(lock))
            return since->time_since_epoch().count();
        return std::nullopt;
    case LockSort::Expiry:
        if (const auto end = watch::nextEnd(lock); end && !lock.holds.empty())
            return end->time_since_epoch().count();
        return std::nullopt;
    case LockSort::Name:
        break;
    }
    return entry.ordinal;
}

} // namespace

std::optional<WallInstant> heldSince(const watch::LockRecord &lock)
{
    std::optional<WallInstant> since;
    for (const watch::HoldRecord &hold : lock.holds)
        since = std::min(since.value_or(hold.observedSince), hold.observedSince);
    return since;
}

qint64 LockTable::keyOf(const LockEntry &entry, LockSort sort, bool isReversed)
{
    const auto number = numberOf(entry, sort);
    return !number ? atTheEnd : isReversed ? -*number : *number;
}

bool LockTable::isBefore(const Row &a, const Row &b)
{
    return a.key != b.key ? a.key < b.key : a.entry.ordinal < b.entry.ordinal;
}

void LockTable::set(std::vector<LockEntry> matching)
{
    m_rows.clear();
    m_rows.reserve(matching.size());
    for (LockEntry &entry : matching)
        m_rows.push_back({0, std::move(entry)});
    m_keys.reset();
    m_first = m_shown = 0;
}

void LockTable::makeKeys(const TopView &view)
{
    const std::pair wanted{view.sort(), view.isReversed()};
    if (m_keys == wanted)
        return;
    m_keys = wanted;
    for (Row &row : m_rows)
        row.key = keyOf(row.entry, view.sort(), view.isReversed());
}

std::optional<std::size_t> LockTable::placeOf(const watch::LockId &id) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const Row &row) { return row.entry.lock->id == id; });
    if (found == m_rows.end())
        return std::nullopt;
    return static_cast<std::size_t>(std::count_if(
        m_rows.begin(), m_rows.end(), [&](const Row &row) { return isBefore(row, *found); }));
}

void LockTable::arrange(TopView &view, std::size_t page)
{
    makeKeys(view);
    if (view.selected()) {
        if (const auto place = placeOf(*view.selected()))
            view.select(place, view.selected());
        else
            view.select(view.place());
    }
    if (view.place() && m_rows.empty())
        view.select({});
    else if (view.place() && *view.place() >= m_rows.size())
        view.select(m_rows.size() - 1);
    m_first = std::min(view.scrollTo(m_rows.size(), page), m_rows.size());
    m_shown = std::min(page, m_rows.size() - m_first);
    const auto from = m_rows.begin() + static_cast<std::ptrdiff_t>(m_first);
    const auto to = from + static_cast<std::ptrdiff_t>(m_shown);
    if (from != m_rows.begin() && from != m_rows.end())
        std::nth_element(m_rows.begin(), from, m_rows.end(), isBefore);
    std::partial_sort(from, to, m_rows.end(), isBefore);
    if (const auto place = view.place();
        place && !view.selected() && *place >= m_first && *place < m_first + m_shown)
        view.select(place, m_rows[*place].entry.lock->id);
}

std::vector<LockEntry> LockTable::shown() const
{
    std::vector<LockEntry> shown;
    for (std::size_t i = m_first; i < m_first + m_shown; ++i)
        shown.push_back(m_rows[i].entry);
    return shown;
}

} // namespace lockscope::lockctl
