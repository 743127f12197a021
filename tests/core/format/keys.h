// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::test {

// Keys as the reader hands them to the formats, and the formats' answer.

inline format::RawKey hashKey(std::vector<std::pair<QByteArray, QByteArray>> fields,
                              std::optional<format::ServerMs> expireAt = std::nullopt)
{
    format::RawKey key;
    key.type = format::KeyType::Hash;
    key.length = static_cast<qint64>(fields.size());
    key.fields = std::move(fields);
    key.expireAt = expireAt;
    return key;
}

inline format::RawKey stringKey(const QByteArray &value,
                                std::optional<format::ServerMs> expireAt = std::nullopt)
{
    format::RawKey key;
    key.type = format::KeyType::String;
    key.value = value;
    key.length = value.size();
    key.expireAt = expireAt;
    return key;
}

inline format::RawKey itemsKey(format::KeyType type, std::vector<QByteArray> items)
{
    format::RawKey key;
    key.type = type;
    key.length = static_cast<qint64>(items.size());
    key.items = std::move(items);
    return key;
}

inline format::RawKey sortedSetKey(std::vector<std::pair<QByteArray, double>> scores)
{
    format::RawKey key;
    key.type = format::KeyType::SortedSet;
    key.length = static_cast<qint64>(scores.size());
    key.scores = std::move(scores);
    return key;
}

inline std::optional<format::LockReading> readingOf(const QByteArray &name,
                                                    const format::RawKeys &keys,
                                                    const format::Hints &hints = {},
                                                    format::ServerMs now = 0)
{
    const format::Format *const found = format::recognise(LockName(name), keys, hints);
    if (found == nullptr)
        return std::nullopt;
    return format::readLock(*found, LockName(name), keys, hints, now);
}

} // namespace lockscope::test
