// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonpermits.h"

#include "core/format/redissonnames.h"

#include <algorithm>
#include <limits>

namespace lockscope::format {

namespace {

// Redisson's "no lease", exactly.
constexpr double withoutEnd = 922337203685477.0;
constexpr qsizetype idSize = 16;

const RawKey *find(const RawKeys &keys, const KeyName &name)
{
    const auto found = keys.find(name);
    return found == keys.end() || !found->second.exists() ? nullptr : &found->second;
}

// As Redis reads an integer: nothing beside the digits.
std::optional<qint64> integerOf(const QByteArray &value)
{
    bool isNumber = false;
    const qint64 number = value.toLongLong(&isNumber);
    if (!isNumber || QByteArray::number(number) != value)
        return std::nullopt;
    return number;
}

// A number that somebody has set may be as large as any.
qint64 sumOf(qint64 number, qint64 more)
{
    qint64 sum = 0;
    return __builtin_add_overflow(number, more, &sum) ? std::numeric_limits<qint64>::max() : sum;
}

// 16 raw bytes since Redisson 3.17, their digits before.
bool isId(const QByteArray &member)
{
    return member.size() == idSize || member.size() == 2 * idSize;
}

// For ids without other evidence: digits, or bytes that nobody would write as a text.
bool isIdAlone(const QByteArray &member)
{
    if (member.size() == 2 * idSize)
        return QByteArray::fromHex(member).toHex() == member;
    return member.size() == idSize
        && std::any_of(member.begin(), member.end(), [](char c) { return c < ' ' || c > '~'; });
}

} // namespace

qint64 freePermits(qint64 number, qint64 lapsed)
{
    return sumOf(number, lapsed);
}

qint64 PermitReading::available() const
{
    return freePermits(number.value_or(0), lapsed());
}

qint64 PermitReading::lapsed() const
{
    return std::ranges::count(permits, true, &Hold::stale);
}

qint64 PermitReading::total() const
{
    return sumOf(number.value_or(0), std::max(taken, qint64(permits.size())));
}

std::vector<KeyToRead> permitKeys(const QByteArray &kind, const LockName &name)
{
    std::vector<KeyToRead> keys{{KeyName(name.bytes), KeyType::String}};
    if (kind == expirableKind)
        keys.push_back({redisson::permitsKey(name), KeyType::SortedSet});
    return keys;
}

std::optional<PermitReading> readPermits(const QByteArray &kind, const LockName &name,
                                         const RawKeys &keys, ServerMs now)
{
    PermitReading reading;
    reading.kind = kind;
    if (const RawKey *const main = find(keys, KeyName(name.bytes))) {
        reading.number = integerOf(main->value);
        if (main->type != KeyType::String || !reading.number)
            return std::nullopt;
        reading.expireAt = main->expireAt;
    }
    const RawKey *const taken =
        kind == expirableKind ? find(keys, redisson::permitsKey(name)) : nullptr;
    if (taken == nullptr)
        return reading;
    if (taken->type != KeyType::SortedSet)
        return std::nullopt;
    reading.truncated = taken->truncated;
    reading.taken = std::max(taken->length, qint64(taken->scores.size()));
    for (const auto &[member, score] : taken->scores) {
        Hold permit;
        permit.isTextId = member.size() != idSize;
        permit.owner = OwnerId(permit.isTextId ? member : member.toHex());
        if (score < withoutEnd)
            permit.expireAt = static_cast<ServerMs>(std::max(score, 0.0));
        permit.stale = score <= static_cast<double>(now);
        reading.permits.push_back(permit);
    }
    return reading;
}

bool areAllPermits(const RawKey &key)
{
    return key.type == KeyType::SortedSet && !key.scores.empty()
        && std::all_of(key.scores.begin(), key.scores.end(), [](const auto &permit) {
               constexpr double earliest = 1e12; // milliseconds since 1970, in 2001
               return isIdAlone(permit.first) && permit.second >= earliest
                   && permit.second <= withoutEnd;
           });
}

bool looksExpirable(const LockName &name, const RawKeys &keys)
{
    const auto reading = readPermits(expirableKind, name, keys, 0);
    const RawKey *const taken = find(keys, redisson::permitsKey(name));
    return reading && reading->number && taken != nullptr && !taken->scores.empty()
        && std::all_of(taken->scores.begin(), taken->scores.end(),
                       [](const auto &permit) { return isId(permit.first); });
}

} // namespace lockscope::format
