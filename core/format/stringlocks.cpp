// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/stringlocks.h"

#include "core/format/stringrules.h"
#include "core/format/tokens.h"

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

const RawKey *mainString(const LockName &name, const RawKeys &keys)
{
    const auto main = keys.find(KeyName(name.bytes));
    return main == keys.end() || main->second.type != KeyType::String ? nullptr : &main->second;
}

} // namespace

// python-redis-lock wakes one waiter by an element in this list, for a second.
std::optional<NameMeaning> StringLocks::meaningOfKey(const KeyName &key) const
{
    if (key.bytes.startsWith("lock-signal:"))
        return NameMeaning{Signal::Changed, {}};
    return std::nullopt;
}

bool StringLocks::mayBeName(const LockName &name) const
{
    return isStringLockName(name.bytes);
}

bool StringLocks::recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const
{
    const RawKey *const main = mainString(name, keys);
    return main != nullptr && !meaningOfKey(KeyName(name.bytes))
        && !stringCandidates(name, main->value, main->expireAt.has_value(), saidOf(name, hints))
                .empty();
}

std::vector<KeyToRead> StringLocks::wanted(const LockName & /*name*/,
                                           const RawKeys & /*have*/) const
{
    return {};
}

LockReading StringLocks::read(const LockName &name, const RawKeys &keys, const Hints &hints,
                              ServerMs /*now*/) const
{
    LockReading reading;
    const RawKey *const main = mainString(name, keys);
    const QByteArray value = main == nullptr ? QByteArray() : main->value;
    reading.candidates = stringCandidates(
        name, value, main != nullptr && main->expireAt.has_value(), saidOf(name, hints));
    // A number may be a semaphore's or a latch's; nothing but the user could tell.
    if (token::isDecimal(value)) {
        for (const char *kind : {"semaphore", "count-down-latch"})
            reading.candidates.push_back(
                {kind, "redisson", Sentence::say("a number"), Confidence::Guess});
    }
    if (reading.candidates.empty())
        reading.candidates = {{"string", "generic", Sentence::say("a string"), Confidence::Guess}};
    const Candidate &best = reading.candidates.front();
    reading.kind = best.kind;
    reading.library = best.library;
    reading.confidence = best.confidence;
    if (main == nullptr)
        return reading;
    reading.expireAt = main->expireAt;
    reading.truncated = main->truncated;
    Hold hold{OwnerId(value), Mode::Exclusive, 1, main->expireAt, false};
    for (const Candidate &candidate : reading.candidates) {
        if (hold.origin.isEmpty() && candidate.confidence >= best.confidence)
            hold.origin = originOf(candidate.library, value);
    }
    reading.holds.push_back(std::move(hold));
    return reading;
}

} // namespace lockscope::format
