// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/redissonreadwrite.h"

#include "core/format/rawkeys.h"
#include "core/format/redissonnames.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr auto timeoutInfix = ":rwlock_timeout:";
// Read holds of one owner whose keys are looked at; the newest have the highest numbers.
constexpr qint64 maxReadHolds = 16;

KeyName timeoutKey(const LockName &name, const OwnerId &owner, qint64 number)
{
    return KeyName(redisson::tagged(name) + ':' + owner.bytes + timeoutInfix
                   + QByteArray::number(number));
}

// Numbers of the time-out keys of an owner with that many read holds; a count below 1 has none. Not
// up to the highest number there is, which a count may hold: nobody could count past it.
std::pair<qint64, qint64> numbersOf(qint64 holds)
{
    holds = std::clamp<qint64>(holds, 0, std::numeric_limits<qint64>::max() - 1);
    return {std::max<qint64>(1, holds - maxReadHolds + 1), holds};
}

const RawKey *readKey(const RawKeys &keys, const KeyName &key)
{
    const auto found = keys.find(key);
    return found == keys.end() ? nullptr : &found->second;
}

// `lockExpiry`: no reader outlives the lock, so that is all there is to say of one whose own keys
// may not be read, or are more than are looked at.
Hold readHold(const LockName &name, const OwnerId &owner, qint64 count, const RawKeys &keys,
              const std::optional<ServerMs> &lockExpiry)
{
    Hold hold{owner, Mode::Read, count, std::nullopt, true};
    bool endless = false;
    const auto [first, last] = numbersOf(count);
    for (qint64 number = first; number <= last; ++number) {
        const RawKey *key = readKey(keys, timeoutKey(name, owner, number));
        if (key != nullptr && key->unreadable)
            return {owner, Mode::Read, count, lockExpiry, false};
        if (key == nullptr || !key->exists())
            continue;
        hold.stale = false;
        if (!key->expireAt)
            endless = true;
        else
            hold.expireAt = std::max(hold.expireAt.value_or(0), *key->expireAt);
    }
    if (endless)
        hold.expireAt.reset();
    // Older holds than those that are looked at may have longer leases.
    if (hold.stale && first > 1)
        return {owner, Mode::Read, count, lockExpiry, false};
    return hold;
}

} // namespace

std::optional<NameMeaning> RedissonReadWrite::meaningOfKey(const KeyName &key) const
{
    const qsizetype infix = key.bytes.lastIndexOf(timeoutInfix);
    if (infix <= 0)
        return std::nullopt;
    const auto tag = redisson::withoutOwner(key.bytes.left(infix));
    if (!tag)
        return std::nullopt;
    return NameMeaning{Signal::Changed, redisson::untagged(*tag)};
}

std::optional<NameMeaning> RedissonReadWrite::meaningOfChannel(const QByteArray &channel) const
{
    const auto tag = redisson::behind(redisson::readWriteChannelPrefix, channel);
    if (!tag)
        return std::nullopt;
    return NameMeaning{Signal::Unlocked, redisson::untagged(*tag)};
}

bool RedissonReadWrite::mayHaveFields(const LockName &name, const std::vector<QByteArray> &fields,
                                      const Hints &hints) const
{
    const auto least = redisson::leastForm(name, hints);
    return std::all_of(fields.begin(), fields.end(), [&](const QByteArray &field) {
        return field == "mode" || redisson::parseOwner(field).form >= least;
    });
}

bool RedissonReadWrite::recognises(const LockName &name, const RawKeys &keys,
                                   const Hints &hints) const
{
    const RawKey *main = readKey(keys, KeyName(name.bytes));
    if (main == nullptr || main->type != KeyType::Hash)
        return false;
    const auto least = redisson::leastForm(name, hints);
    bool mode = false;
    bool owners = false;
    for (const auto &[field, value] : main->fields) {
        if (field == "mode") {
            if (value != "read" && value != "write")
                return false;
            mode = true;
            continue;
        }
        if (redisson::parseOwner(field).form < least || !redisson::parseCount(value))
            return false;
        owners = true;
    }
    return mode && owners;
}

std::vector<KeyToRead> RedissonReadWrite::wanted(const LockName &name, const RawKeys &have) const
{
    std::vector<KeyToRead> wanted;
    const RawKey *main = readKey(have, KeyName(name.bytes));
    if (main == nullptr)
        return wanted;
    for (const auto &[field, value] : main->fields) {
        const auto owner = redisson::parseOwner(field);
        if (owner.form == redisson::OwnerForm::None || owner.write)
            continue;
        const auto [first, last] = numbersOf(redisson::parseCount(value).value_or(0));
        for (qint64 number = first; number <= last; ++number) {
            const KeyName key = timeoutKey(name, owner.owner, number);
            if (!have.contains(key))
                wanted.push_back({key, KeyType::String});
        }
    }
    return wanted;
}

LockReading RedissonReadWrite::read(const LockName &name, const RawKeys &keys,
                                    const Hints & /*hints*/, ServerMs /*now*/) const
{
    LockReading reading;
    reading.kind = "read-write";
    reading.library = "redisson";
    const Sentence reason = hasUnreadable(keys)
        ? Sentence::say("hash with a mode, owners and hold counts; Lockscope has no right to read "
                        "the times of its readers and shows the time of the lock")
        : Sentence::say("hash with a mode, owners and hold counts");
    reading.candidates = {{"read-write", "redisson", reason}};
    const RawKey *main = readKey(keys, KeyName(name.bytes));
    if (main == nullptr || !main->exists()) {
        reading.candidates = {{"read-write", "redisson", redisson::listenersReason()}};
        return reading;
    }
    reading.expireAt = main->expireAt;
    reading.truncated = main->truncated;
    if (main->truncated)
        reading.holdsTotal = main->length - 1; // but the mode
    for (const auto &[field, value] : main->fields) {
        const auto owner = redisson::parseOwner(field);
        const qint64 count = redisson::parseCount(value).value_or(0);
        if (owner.form == redisson::OwnerForm::None)
            continue;
        reading.holds.push_back(owner.write
                                    ? Hold{owner.owner, Mode::Write, count, main->expireAt, false}
                                    : readHold(name, owner.owner, count, keys, main->expireAt));
    }
    // The writer first, then readers by owner: the order of a hash's fields means nothing.
    std::sort(reading.holds.begin(), reading.holds.end(), [](const Hold &a, const Hold &b) {
        if ((a.mode == Mode::Write) != (b.mode == Mode::Write))
            return a.mode == Mode::Write;
        return a.owner < b.owner;
    });
    return reading;
}

bool RedissonReadWrite::isKnownByListeners(const LockName &name, const RawKeys &keys) const
{
    return redisson::ownsTag(name, keys);
}

QByteArray RedissonReadWrite::waitChannel(const LockName &name) const
{
    return redisson::prefixed(redisson::readWriteChannelPrefix, name).bytes;
}

} // namespace lockscope::format
