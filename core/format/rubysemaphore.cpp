// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/rubysemaphore.h"

#include "core/format/rawkeys.h"
#include "core/format/tokens.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

constexpr QByteArrayView namePrefix("SEMAPHORE:");

KeyName part(const LockName &name, const char *suffix)
{
    return KeyName(name.bytes + suffix);
}

} // namespace

std::optional<NameMeaning> RubySemaphore::meaningOfKey(const KeyName &key) const
{
    if (!key.bytes.startsWith(namePrefix))
        return std::nullopt;
    for (const QByteArrayView suffix : {QByteArrayView(":EXISTS"), QByteArrayView(":AVAILABLE"),
                                        QByteArrayView(":GRABBED"), QByteArrayView(":VERSION")}) {
        if (key.bytes.endsWith(suffix) && key.bytes.size() > namePrefix.size() + suffix.size())
            return NameMeaning{Signal::Changed, {LockName(key.bytes.chopped(suffix.size()))}};
    }
    return std::nullopt;
}

bool RubySemaphore::recognises(const LockName &name, const RawKeys &keys,
                               const Hints & /*hints*/) const
{
    return name.bytes.startsWith(namePrefix) && !mainKeyIn(keys, name).exists()
        && keyIn(keys, part(name, ":EXISTS")).type == KeyType::String
        && (keyIn(keys, part(name, ":AVAILABLE")).type == KeyType::List
            || keyIn(keys, part(name, ":GRABBED")).type == KeyType::Hash);
}

std::vector<KeyToRead> RubySemaphore::wanted(const LockName &name, const RawKeys &have) const
{
    std::vector<KeyToRead> wanted;
    if (!name.bytes.startsWith(namePrefix))
        return wanted;
    for (const KeyToRead &wish : {KeyToRead{part(name, ":EXISTS"), KeyType::String},
                                  KeyToRead{part(name, ":AVAILABLE"), KeyType::List},
                                  KeyToRead{part(name, ":GRABBED"), KeyType::Hash}}) {
        if (!have.contains(wish.key))
            wanted.push_back(wish);
    }
    return wanted;
}

LockReading RubySemaphore::read(const LockName &name, const RawKeys &keys, const Hints & /*hints*/,
                                ServerMs /*now*/) const
{
    LockReading reading;
    reading.kind = "counting-semaphore";
    reading.library = "redis-semaphore-ruby";
    reading.counting = true;
    reading.candidates = {{reading.kind, reading.library,
                           Sentence::say("SEMAPHORE: with its list and hash of tokens")}};
    const KeyName availableKey = part(name, ":AVAILABLE");
    const RawKey &available = keyIn(keys, availableKey);
    const KeyName grabbedKey = part(name, ":GRABBED");
    const RawKey &grabbed = keyIn(keys, grabbedKey);
    reading.expireAt = keyIn(keys, part(name, ":EXISTS")).expireAt;
    reading.truncated = grabbed.truncated;
    // A server may tell any length, and their sum must be a number.
    const qint64 free = std::clamp<qint64>(available.length, 0, farAway);
    reading.permits = Permits{free, free + std::clamp<qint64>(grabbed.length, 0, farAway)};
    for (const auto &[id, since] : grabbed.fields) {
        Hold hold{OwnerId(id), Mode::Exclusive, 1, grabbed.expireAt, false};
        hold.origin.acquiredAt = token::instantFrom(QByteArrayView(since));
        reading.holds.push_back(std::move(hold));
    }
    std::sort(reading.holds.begin(), reading.holds.end(),
              [](const Hold &a, const Hold &b) { return a.owner < b.owner; });
    return reading;
}

} // namespace lockscope::format
