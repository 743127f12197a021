// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/format.h"
#include "core/format/rawkeys.h"
#include "core/format/redissoncounter.h"
#include "core/format/redissonfastermulti.h"
#include "core/format/redissonmutex.h"
#include "core/format/redissonreadwrite.h"
#include "core/format/sortedsetlocks.h"
#include "core/format/stringlocks.h"
#include "core/format/traits.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::format {

namespace {

// The user's kind takes precedence over ours, but not over the keys: it chooses among the
// candidates that they allow, and for a plain string the user may name any library.
void applyPin(LockReading &reading, const Format &format, const Pin &pin)
{
    const auto fits = [&](const Candidate &candidate) {
        return candidate.kind == pin.kind
            && (pin.library.isEmpty() || candidate.library == pin.library);
    };
    const auto known = std::find_if(reading.candidates.begin(), reading.candidates.end(), fits);
    Candidate chosen;
    if (known != reading.candidates.end()) {
        chosen = *known;
        reading.candidates.erase(known);
        chosen.reason = Sentence::say("%1, kind set by the user").arg(chosen.reason);
    } else if (dynamic_cast<const StringLocks *>(&format) != nullptr && !pin.library.isEmpty()
               && pin.library != "redisson") {
        chosen = {pin.kind, pin.library, Sentence::say("kind set by the user"), {}};
    } else {
        return;
    }
    // A number stays a string here: as a semaphore another format has read it.
    if (chosen.library == "redisson" && dynamic_cast<const StringLocks *>(&format) != nullptr)
        return;
    chosen.confidence = Confidence::Pinned;
    reading.kind = chosen.kind;
    reading.library = chosen.library;
    reading.confidence = chosen.confidence;
    reading.candidates.insert(reading.candidates.begin(), std::move(chosen));
}

} // namespace

const Formats &allFormats()
{
    static const Formats formats = [] {
        Formats list;
        list.push_back(std::make_unique<RedissonReadWrite>());
        list.push_back(std::make_unique<RedissonFasterMulti>());
        list.push_back(std::make_unique<RedissonMutex>());
        list.push_back(std::make_unique<RedissonCounter>(RedissonCounter::Family::Semaphores));
        list.push_back(std::make_unique<RedissonCounter>(RedissonCounter::Family::Latches));
        for (const LibraryTraits &library : allLibraryTraits()) {
            if (library.makeFormat != nullptr)
                list.push_back(library.makeFormat());
        }
        list.push_back(std::make_unique<SortedSetLocks>());
        list.push_back(std::make_unique<StringLocks>());
        return list;
    }();
    return formats;
}

const Format *recognise(const LockName &name, const RawKeys &keys, const Hints &hints)
{
    if (const Pin *const pin = hints.pinOf(name); pin != nullptr && pin->kind == noLock)
        return nullptr;
    const auto &formats = allFormats();
    const auto found = std::find_if(formats.begin(), formats.end(), [&](const auto &format) {
        return format->recognises(name, keys, hints);
    });
    return found == formats.end() ? nullptr : found->get();
}

LockReading readLock(const Format &format, const LockName &name, const RawKeys &keys,
                     const Hints &hints, ServerMs now)
{
    LockReading reading = format.read(name, keys, hints, now);
    reading.hidden = hasUnreadable(keys);
    // Redisson's keys each tell something of their own; of the others nobody knows.
    if (reading.hidden && reading.library != "redisson")
        reading.waiters.reset();
    if (const Pin *const pin = hints.pinOf(name))
        applyPin(reading, format, *pin);
    return reading;
}

bool mayBeLockName(const QByteArray &key)
{
    const auto &formats = allFormats();
    for (const auto &format : formats) {
        if (const auto meaning = format->meaningOfKey(KeyName(key)))
            return meaning->signal == Signal::Changed && !meaning->locks.empty();
    }
    return std::any_of(formats.begin(), formats.end(),
                       [&](const auto &format) { return format->mayBeName(LockName(key)); });
}

std::vector<QByteArray> companionsOf(const QByteArray &prefix)
{
    std::vector<QByteArray> companions;
    for (const auto &format : allFormats()) {
        const QByteArray companion = format->companionOf(prefix);
        if (!companion.isEmpty())
            companions.push_back(companion);
    }
    return companions;
}

bool mayBeLockHash(const LockName &name, const std::vector<QByteArray> &fields, const Hints &hints)
{
    const auto &formats = allFormats();
    return std::any_of(formats.begin(), formats.end(), [&](const auto &format) {
        return format->mainType() == KeyType::Hash && format->mayHaveFields(name, fields, hints);
    });
}

std::optional<NameMeaning> Format::meaningOfKey(const KeyName & /*key*/) const
{
    return std::nullopt;
}

std::optional<NameMeaning> Format::meaningOfChannel(const QByteArray & /*channel*/) const
{
    return std::nullopt;
}

bool Format::mayBeName(const LockName & /*name*/) const
{
    return false;
}

bool Format::mayHaveFields(const LockName & /*name*/, const std::vector<QByteArray> & /*fields*/,
                           const Hints & /*hints*/) const
{
    return true;
}

std::vector<KeyToRead> Format::evidence(const LockName & /*name*/, const RawKeys & /*have*/) const
{
    return {};
}

bool Format::isKnownByListeners(const LockName & /*name*/, const RawKeys & /*keys*/) const
{
    return false;
}

QByteArray Format::companionOf(const QByteArray & /*prefix*/) const
{
    return {};
}

QByteArray Format::waitChannel(const LockName & /*name*/) const
{
    return {};
}

QByteArray Format::waiterChannel(const LockName & /*name*/, const OwnerId & /*waiter*/) const
{
    return {};
}

} // namespace lockscope::format
