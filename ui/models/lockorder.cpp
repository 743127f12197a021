// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/lockorder.h"

#include "ui/wording/wording.h"

#include <algorithm>
#include <limits>

namespace lockscope::ui {

namespace {

constexpr qint64 absent = std::numeric_limits<qint64>::max();

// Numbers sort before bytes; a column uses one of the two. The bytes belong to the lock.
struct Key {
    qint64 number = 0;
    QByteArrayView bytes;

    bool isAbsent() const { return number == absent; }
};

qint64 stateRank(watch::LockState state)
{
    switch (state) {
    case watch::LockState::Contended:
        return 0;
    case watch::LockState::Held:
        return 1;
    case watch::LockState::Free:
        return 2;
    }
    return 3;
}

qint64 watchdogRank(watch::Watchdog watchdog)
{
    switch (watchdog) {
    case watch::Watchdog::Overdue:
        return 0;
    case watch::Watchdog::Renewing:
        return 1;
    case watch::Watchdog::None:
        return 2;
    case watch::Watchdog::Unknown:
        return 3;
    }
    return 3;
}

Key numberKey(qint64 number)
{
    return {number, {}};
}

// By what is shown.
Key holderKey(const watch::HoldRecord &hold)
{
    return {0, hold.alias->isEmpty() ? hold.owner.bytes : *hold.alias};
}

Key keyOf(const watch::LockRecord &lock, LockColumn column)
{
    const bool held = !lock.holds.empty();
    switch (column) {
    case LockColumn::State:
        return numberKey(stateRank(lock.state));
    case LockColumn::Name:
        return {0, lock.id.name.bytes};
    case LockColumn::Kind:
        return {0, *lock.kind};
    case LockColumn::Holder:
        return held ? holderKey(lock.holds.front()) : numberKey(absent);
    case LockColumn::Count:
        return numberKey(held ? wording::count(lock) : absent);
    case LockColumn::Mode:
        return numberKey(held ? static_cast<qint64>(lock.holds.front().mode) : absent);
    case LockColumn::Ttl:
        if (!held)
            return numberKey(absent);
        return numberKey(lock.deadline ? lock.deadline->time_since_epoch().count() : absent - 1);
    case LockColumn::Watchdog:
        return numberKey(held ? watchdogRank(worstWatchdog(lock)) : absent);
    case LockColumn::ObservedSince:
        return numberKey(held ? lock.holds.front().observedSince.time_since_epoch().count()
                              : absent);
    case LockColumn::Waiters:
        return numberKey(wording::waiting(lock).value_or(absent));
    case LockColumn::Deployment:
        return numberKey(lock.id.server);
    }
    return {};
}

int compare(const Key &a, const Key &b)
{
    if (a.number != b.number)
        return a.number < b.number ? -1 : 1;
    const qsizetype shared = std::min(a.bytes.size(), b.bytes.size());
    if (const int order = shared == 0
            ? 0
            : std::memcmp(a.bytes.data(), b.bytes.data(), static_cast<std::size_t>(shared));
        order != 0)
        return order;
    return a.bytes.size() < b.bytes.size() ? -1 : a.bytes.size() > b.bytes.size() ? 1 : 0;
}

} // namespace

watch::Watchdog worstWatchdog(const watch::LockRecord &lock)
{
    watch::Watchdog worst = watch::Watchdog::Unknown;
    for (const watch::HoldRecord &hold : lock.holds) {
        if (watchdogRank(hold.watchdog) < watchdogRank(worst))
            worst = hold.watchdog;
    }
    return worst;
}

bool sortsDifferently(const watch::LockRecord &a, const watch::LockRecord &b, LockColumn column)
{
    return compare(keyOf(a, column), keyOf(b, column)) != 0;
}

std::vector<SlotLock> orderLocks(OrderRequest request)
{
    struct Entry {
        Key key;
        SlotLock *lock;
    };
    std::vector<Entry> entries;
    entries.reserve(request.locks.size());
    for (SlotLock &lock : request.locks) {
        if (request.filter.isEmpty() || request.filter.matches(*lock.lock, request.now))
            entries.push_back({keyOf(*lock.lock, request.column), &lock});
    }
    const bool descending = request.descending;
    std::sort(entries.begin(), entries.end(), [descending](const Entry &a, const Entry &b) {
        if (a.key.isAbsent() != b.key.isAbsent())
            return b.key.isAbsent();
        if (const int order = compare(a.key, b.key); order != 0)
            return descending ? order > 0 : order < 0;
        if (const auto order = a.lock->lock->id.name <=> b.lock->lock->id.name; order != 0)
            return order < 0;
        return a.lock->lock->id.server < b.lock->lock->id.server;
    });
    std::vector<SlotLock> ordered;
    ordered.reserve(entries.size());
    for (const Entry &entry : entries)
        ordered.push_back(std::move(*entry.lock));
    return ordered;
}

} // namespace lockscope::ui
