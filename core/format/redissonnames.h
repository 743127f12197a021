// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/format/hints.h"
#include "core/format/reading.h"

#include <optional>
#include <vector>

namespace lockscope::format::redisson {

// Redisson's names, by the rules of its own name builders. Plain functions, any thread.

// [N]: {N} if N holds no brace, else N itself.
QByteArray tagged(const LockName &name);

// The lock names that have this tagged form, the likelier first: {foo} is made from foo and,
// rarely, from {foo}.
std::vector<LockName> untagged(const QByteArray &tag);

// The reason for showing a lock whose key is gone while connections wait for it.
Sentence listenersReason();

// Whether what bears the tagged form of an absent lock's name is this lock's: foo and {foo} share
// it. It is foo's, unless there is a lock {foo}.
bool ownsTag(const LockName &name, const RawKeys &keys);

// `prefix:[N]`
KeyName prefixed(const char *prefix, const LockName &name);

// Said on a lock's channel where an operator takes a hold away, before the wake-up. It is of
// Lockscope, so that each watch of it knows; Redisson's clients act on 0 and 1 alone.
inline constexpr auto takenAwayMessage = "2";
bool saysTakenAway(const QByteArray &channel, const QByteArray &message);

// The rest of `text` behind `prefix:`; empty if it does not start so.
std::optional<QByteArray> behind(const char *prefix, const QByteArray &text);

inline constexpr auto queuePrefix = "redisson_lock_queue";
inline constexpr auto timeoutPrefix = "redisson_lock_timeout";
inline constexpr auto tokenPrefix = "redisson_lock_token";
inline constexpr auto latchPrefix = "redisson_unlock_latch";
inline constexpr auto channelPrefix = "redisson_lock__channel";
inline constexpr auto oldChannelPrefix = "redisson_lock__channel__"; // then {N}, before 2.7.0
inline constexpr auto readWriteChannelPrefix = "redisson_rwlock";
inline constexpr auto semaphoreChannelPrefix = "redisson_sc";

// The one name that does not follow the rule of braces: always `prefix__{N}`.
QByteArray latchChannel(const LockName &name);

QByteArray semaphoreChannel(const LockName &name);

// `[N]:timeout`, the key with the taken permits of an expirable semaphore.
KeyName permitsKey(const LockName &name);

// The kind that a name tells which Redisson makes itself: for the keys of maps and sets
// ({map}:HASH:fairlock) and for bounded queues; empty: any other name.
QByteArray kindByName(const QByteArray &name);

enum class OwnerForm {
    None, // not uuid:threadId
    Lenient, // anything:integer, as third parties write it
    Strict, // a lower-case uuid and an integer
};

// The least form of an owner in a lock of this name.
OwnerForm leastForm(const LockName &name, const Hints &hints);

struct OwnerField {
    OwnerForm form = OwnerForm::None;
    OwnerId owner; // without the suffix of a write hold
    bool write = false;
};

// Takes a hash field of the mutex family or of a read-write lock apart:
// uuid:threadId[:write][:id32], where id32 marks a transaction and belongs to the owner.
OwnerField parseOwner(const QByteArray &field);

// A hold count; empty: no integer. A count below 1 holds nothing for its owner, but the lock is
// there and blocks all others.
std::optional<qint64> parseCount(const QByteArray &value);

// The rest of `text` before `:<owner>`, if it ends with one; used for `[N]:<owner>`.
std::optional<QByteArray> withoutOwner(const QByteArray &text);

} // namespace lockscope::format::redisson
