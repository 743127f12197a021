// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonfastermulti.h"

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

const RawKey *mainKey(const LockName &name, const RawKeys &keys)
{
    const auto found = keys.find(KeyName(name.bytes));
    return found == keys.end() || found->second.type != KeyType::Hash ? nullptr : &found->second;
}

} // namespace

// Every value has an owner and a deadline of that owner; whatever else is there are details.
bool RedissonFasterMulti::recognises(const LockName &name, const RawKeys &keys,
                                     const Hints &hints) const
{
    const RawKey *const main = mainKey(name, keys);
    if (main == nullptr)
        return false;
    const auto least =
        hints.covers(name) ? redisson::OwnerForm::Lenient : redisson::OwnerForm::Strict;
    std::size_t values = 0;
    for (const auto &[field, value] : main->fields) {
        if (isDetail(field))
            continue;
        const QByteArray deadline = field + ':' + value + deadlineSuffix;
        const bool hasDeadline =
            std::any_of(main->fields.begin(), main->fields.end(),
                        [&](const auto &other) { return other.first == deadline; });
        if (redisson::parseOwner(value).form < least || !hasDeadline)
            return false;
        ++values;
    }
    return values > 0;
}

std::vector<KeyWish> RedissonFasterMulti::wanted(const LockName & /*name*/,
                                                 const RawKeys & /*have*/) const
{
    return {};
}

LockReading RedissonFasterMulti::read(const LockName &name, const RawKeys &keys,
                                      const Hints & /*hints*/, ServerMs /*now*/) const
{
    LockReading reading;
    reading.kind = "faster-multi";
    reading.library = "redisson";
    reading.candidates = {
        {"faster-multi", "redisson", u"hash of values with an owner and a deadline each"_s}};
    const RawKey *const main = mainKey(name, keys);
    if (main == nullptr)
        return reading;
    reading.expireAt = main->expireAt;
    reading.truncated = main->truncated;
    const std::map<QByteArray, QByteArray> fields(main->fields.begin(), main->fields.end());
    std::map<OwnerId, Hold> holds;
    for (const auto &[field, owner] : fields) {
        if (isDetail(field))
            continue;
        Hold &hold = holds[OwnerId(owner)];
        hold.count = hold.owner.isEmpty() ? 1 : hold.count + 1;
        hold.owner = OwnerId(owner);
        const auto deadline = fields.find(field + ':' + owner + deadlineSuffix);
        if (deadline != fields.end()) {
            const ServerMs until = deadline->second.toLongLong();
            hold.expireAt = std::max(hold.expireAt.value_or(until), until);
        }
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
