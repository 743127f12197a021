// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonfastermulti.h"

#include "core/format/rawkeys.h"
#include "core/format/redissonnames.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr auto deadlineSuffix = ":expire_time";
constexpr auto countSuffix = ":lock_count";

bool isDetail(const QByteArray &field)
{
    return field.endsWith(deadlineSuffix) || field.endsWith(countSuffix);
}

using Fields = std::map<QByteArray, QByteArray>;

std::optional<Fields> fieldsOf(const LockName &name, const RawKeys &keys)
{
    const RawKey &main = mainKeyIn(keys, name);
    if (main.type != KeyType::Hash)
        return std::nullopt;
    return Fields(main.fields.begin(), main.fields.end());
}

// When the owner's hold of the value lapses; empty: nothing that a client would write.
std::optional<ServerMs> deadlineOf(const Fields &fields, const QByteArray &value,
                                   const QByteArray &owner)
{
    const auto found = fields.find(value + ':' + owner + deadlineSuffix);
    const qint64 until =
        found == fields.end() ? 0 : redisson::parseCount(found->second).value_or(0);
    return until > 0 ? std::optional(boundedInstant(until)) : std::nullopt;
}

// Adds one more value of the owner. A lapsed value is free for any owner, so it counts only if the
// owner has no others.
void add(Hold &hold, const OwnerId &owner, ServerMs until, ServerMs now)
{
    const bool isLive = until > now;
    const bool isFirst = hold.owner.isEmpty();
    if (isFirst || (hold.stale && isLive)) {
        hold.count = 0;
        hold.owner = owner;
        hold.stale = !isLive;
    }
    if (hold.stale != isLive)
        ++hold.count;
    hold.expireAt = std::max(hold.expireAt.value_or(until), until);
}

} // namespace

// One at least of a few fields is such a detail.
bool RedissonFasterMulti::mayHaveFields(const LockName & /*name*/,
                                        const std::vector<QByteArray> &fields,
                                        const Hints & /*hints*/) const
{
    return std::any_of(fields.begin(), fields.end(), isDetail);
}

// Every value has an owner and a deadline of that owner; all other fields are details. If not all
// fields were read, deadlines may be missing.
bool RedissonFasterMulti::recognises(const LockName &name, const RawKeys &keys,
                                     const Hints &hints) const
{
    const auto fields = fieldsOf(name, keys);
    if (!fields)
        return false;
    const auto least = redisson::leastForm(name, hints);
    const bool isPart = isCut(mainKeyIn(keys, name));
    std::size_t values = 0;
    for (const auto &[value, owner] : *fields) {
        if (isDetail(value))
            continue;
        if (redisson::parseOwner(owner).form < least)
            return false;
        const bool hasDeadline = deadlineOf(*fields, value, owner).has_value();
        if (!hasDeadline && !isPart)
            return false;
        values += hasDeadline ? 1 : 0;
    }
    return values > 0;
}

std::vector<KeyToRead> RedissonFasterMulti::wanted(const LockName & /*name*/,
                                                   const RawKeys & /*have*/) const
{
    return {};
}

LockReading RedissonFasterMulti::read(const LockName &name, const RawKeys &keys,
                                      const Hints & /*hints*/, ServerMs now) const
{
    LockReading reading;
    reading.kind = "faster-multi";
    reading.library = "redisson";
    reading.counting = true;
    reading.candidates = {{"faster-multi", "redisson",
                           Sentence::say("hash of values with an owner and a deadline each")}};
    const auto fields = fieldsOf(name, keys);
    if (!fields)
        return reading;
    const RawKey &main = mainKeyIn(keys, name);
    reading.expireAt = main.expireAt;
    reading.truncated = main.truncated;
    std::map<OwnerId, Hold> holds;
    for (const auto &[value, owner] : *fields) {
        if (isDetail(value))
            continue;
        if (const auto until = deadlineOf(*fields, value, owner))
            add(holds[OwnerId(owner)], OwnerId(owner), *until, now);
    }
    for (auto &[owner, hold] : holds)
        reading.holds.push_back(std::move(hold));
    return reading;
}

QByteArray RedissonFasterMulti::waitChannel(const LockName &name) const
{
    return redisson::prefixed(redisson::channelPrefix, name).bytes;
}

} // namespace lockscope::format
