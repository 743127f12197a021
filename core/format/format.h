// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/hints.h"
#include "core/format/reading.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::format {

// The meaning of an auxiliary key's name or of a channel for locks: a brace form is ambiguous (foo
// and {foo} share their auxiliary keys), so there may be two locks, the likelier first.
enum class Signal {
    Changed, // an auxiliary key that is part of the lock's state
    UnlockLatch, // an unlock of a client that uses latches is under way
    Unlocked, // a wake-up on the lock's channel
};

struct NameMeaning {
    Signal signal = Signal::Changed;
    std::vector<LockName> locks; // none: a library's own bookkeeping, of no lock
    QByteArray kind = {}; // of the locks, if a channel proves it; to be noted in the hints
    // Those of `locks` that the channel concerns only if they have a queue: it ends like one that a
    // single waiter of theirs listens to, but may as well be another lock's own.
    std::vector<LockName> queued = {};
};

// One library's way to keep locks, as plain functions over keys that were read; no I/O, no state,
// any thread. One file pair each; a library with one format names it in its row in traits.cpp, the
// others are in formats.cpp.
class Format
{
public:
    Format() = default;
    Format(const Format &) = delete;
    Format &operator=(const Format &) = delete;
    virtual ~Format() = default;

    // The type of the key that bears the lock's name.
    virtual KeyType mainType() const = 0;

    // The meaning of a key that is not the main one; nothing if it is none of this format's.
    virtual std::optional<NameMeaning> meaningOfKey(const KeyName &key) const;
    virtual std::optional<NameMeaning> meaningOfChannel(const QByteArray &channel) const;

    // True if a key of this name is worth a look without a user's prefix and for any type. Hashes
    // always are.
    virtual bool mayBeName(const LockName &name) const;

    // True if a hash of which these fields were seen may be one of this format's: others are not
    // fetched. Asked only of formats whose main key is a hash.
    virtual bool mayHaveFields(const LockName &name, const std::vector<QByteArray> &fields,
                               const Hints &hints) const;

    // Keys without which recognises() cannot tell. Asked only while the main key is there.
    virtual std::vector<KeyToRead> evidence(const LockName &name, const RawKeys &have) const;

    // Whether the main key's type and content are this format's. For an absent main key: whether
    // the other keys alone make a lock (a free fair lock with waiters, say).
    virtual bool recognises(const LockName &name, const RawKeys &keys,
                            const Hints &hints) const = 0;

    // Keys that recognises() and read() would like to have beside those in `have`. Asked again
    // after each round of reading, until empty.
    virtual std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const = 0;

    // Makes the reading. Only for keys that it recognises; `now` by the server's clock.
    virtual LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                             ServerMs now) const = 0;

    // Whether connections that listen to waitChannel() alone make a lock of this format: its key is
    // gone, nobody told them, and they sleep on. Asked only while the main key is absent.
    virtual bool isKnownByListeners(const LockName &name, const RawKeys &keys) const;

    // The prefix of the other keys of the locks under a prefix, if it differs; empty: it does not.
    // Redisson's keys are not meant: they are the same for all names.
    virtual QByteArray companionOf(const QByteArray &prefix) const;

    // The channel on which ordinary waiters of the lock listen; empty: they poll.
    virtual QByteArray waitChannel(const LockName &name) const;

    // The channel on which one waiter of a queue listens; empty: there is none of its own.
    virtual QByteArray waiterChannel(const LockName &name, const OwnerId &waiter) const;
};

using Formats = std::vector<std::unique_ptr<const Format>>;

// All formats, the most specific first.
const Formats &allFormats();

// The first format that recognises the keys; nothing also if the user says that it is no lock.
const Format *recognise(const LockName &name, const RawKeys &keys, const Hints &hints);

// The format's reading, with the user's pin before all other candidates.
LockReading readLock(const Format &format, const LockName &name, const RawKeys &keys,
                     const Hints &hints, ServerMs now);

// Whether a key of this name is worth a look without a prefix that the user gave: it is part of a
// lock, or bears a name that some library gives to locks. All other locks are hashes, or guesses.
bool mayBeLockName(const QByteArray &key);

// Other prefixes of keys that belong to locks under this one; Redisson's not among them.
std::vector<QByteArray> companionsOf(const QByteArray &prefix);

// Whether a hash of which these fields were seen, all or some of them, is worth fetching.
bool mayBeLockHash(const LockName &name, const std::vector<QByteArray> &fields, const Hints &hints);

} // namespace lockscope::format
