// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/names.h"
#include "core/watch/track/track.h"

#include <QByteArrayList>

namespace lockscope::test {

using namespace lockscope::watch;
using format::Hold;
using format::LockReading;
using format::ServerMs;

inline const OwnerId ann("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1");
inline const OwnerId bob("aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7");

// Server time in milliseconds, the other clocks along with it.
inline Moment at(ServerMs ms)
{
    return {Instant(Millis(ms)), WallInstant(Millis(ms)), ms};
}

inline LockReading heldBy(const OwnerId &owner, std::optional<ServerMs> expireAt, qint64 count = 1,
                          Mode mode = Mode::Exclusive)
{
    LockReading reading;
    reading.kind = "reentrant";
    reading.library = "redisson";
    reading.holds = {{owner, mode, count, expireAt, false}};
    reading.expireAt = expireAt;
    return reading;
}

inline QByteArray told(const std::vector<LockEvent> &events)
{
    QByteArrayList words;
    for (const LockEvent &event : events)
        words.append(name(event.type) + (event.owner == bob ? ":bob" : ""));
    return words.join(' ');
}

// A lock that is followed from reading to reading.
struct Follower {
    std::optional<TrackedLock> lock;
    std::vector<LockEvent> events;

    Difference see(const std::optional<LockReading> &reading, ServerMs ms, Evidence evidence = {})
    {
        auto seen = difference(lock, reading, evidence, at(ms));
        if (!seen.wantsProof)
            lock = seen.lock;
        events = seen.events;
        return seen;
    }
};

inline Evidence unlocked(bool latch = false)
{
    Evidence evidence;
    evidence.before = {1, latch ? 1 : 0};
    return evidence;
}

} // namespace lockscope::test
