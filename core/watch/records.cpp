// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/records.h"

#include <QByteArrayList>

#include <algorithm>

namespace lockscope::watch {

std::vector<KeyRecord> keysOf(const LockRecord &lock)
{
    auto keys = lock.otherKeys.value_or({});
    if (lock.mainKey != format::KeyType::None) {
        const KeyName name(lock.id.name.bytes);
        const auto after = std::find_if(keys.begin(), keys.end(),
                                        [&](const KeyRecord &key) { return name < key.key; });
        keys.insert(after, {name, format::typeName(lock.mainKey), lock.deadline});
    }
    return keys;
}

qint64 holdCount(const LockRecord &lock)
{
    const auto read = static_cast<qint64>(lock.holds.size());
    return std::max(read, lock.totals.value_or({}).holds.value_or(read));
}

std::optional<qint64> waiterCount(const LockRecord &lock)
{
    if (!lock.waiters)
        return std::nullopt;
    const auto read = static_cast<qint64>(lock.waiters->size());
    return std::max(read, lock.totals.value_or({}).waiters.value_or(read));
}

bool hasOwners(const QByteArray &kind)
{
    static const QByteArrayList without{"semaphore", "permit-expirable-semaphore",
                                        "count-down-latch", "faster-multi"};
    return !without.contains(kind);
}

} // namespace lockscope::watch
