// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/reading.h"

namespace lockscope::format {

// Redisson's numbers: semaphores and count-down latches. Any integer could be one, so only the user
// can tell which kind a key is; an expirable semaphore is known by the permits beside its number.
// Plain functions over keys that were read, any thread.

inline constexpr auto semaphoreKind = "semaphore";
inline constexpr auto expirableKind = "permit-expirable-semaphore";
inline constexpr auto latchKind = "count-down-latch";

// The permits that a client can take: those that have lapsed are free too, though nobody has added
// them to the number yet.
qint64 freePermits(qint64 number, qint64 lapsed);

struct PermitReading {
    QByteArray kind;
    std::optional<qint64> number; // free permits, or the latch's count; empty: there is no key
    std::vector<Hold> permits; // taken: the id as 32 hexadecimal digits; stale: has lapsed
    std::optional<ServerMs> expireAt; // of the main key
    bool truncated = false; // more permits than were read
    qint64 taken = 0; // all of them

    qint64 available() const; // as freePermits() counts them
    qint64 lapsed() const; // of those that were read
    qint64 total() const;

    friend bool operator==(const PermitReading &, const PermitReading &) = default;
};

// The keys that a reading needs.
std::vector<KeyToRead> permitKeys(const QByteArray &kind, const LockName &name);

// Empty: the keys are something else. An absent key is a semaphore that nobody has set up, or a
// latch that is open.
std::optional<PermitReading> readPermits(const QByteArray &kind, const LockName &name,
                                         const RawKeys &keys, ServerMs now);

// Whether a sorted set holds permits and nothing else: their ids, and when they end.
bool areAllPermits(const RawKey &key);

// An integer, and beside it permits with ids of the right length.
bool looksExpirable(const LockName &name, const RawKeys &keys);

} // namespace lockscope::format
