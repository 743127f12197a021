// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/history.h"

#include <limits>

namespace lockscope::faults {

// The holds, attempts and work in a history, in the form that the checkers read. Plain functions
// over values.

inline constexpr qint64 never = std::numeric_limits<qint64>::max();

// One grant, from the answer until its owner gave it up or could no longer rely on it.
struct Hold {
    QByteArray lock;
    QByteArray proc;
    QByteArray token;
    bool isShared = false;
    std::optional<qint64> fence;
    qint64 invoked = 0;
    qint64 granted = 0;
    qint64 validUntil = 0;
    qint64 ends = 0; // the claim: release asked for, validity over, or lost; the first of them
    qint64 released = never; // the release answered
    bool isOpen = true; // never released as far as the history tells: killed, lost or unknown
};

// One call to take a lock. An attempt of unknown outcome may be held on a server all the same.
struct Attempt {
    QByteArray lock;
    QByteArray proc;
    qint64 invoked = 0;
    qint64 ended = never;
    Phase phase = Phase::Info;
};

// One increment of the witness: read, then written.
struct Increment {
    QByteArray lock;
    QByteArray proc;
    std::optional<qint64> fence;
    qint64 readAt = 0;
    qint64 read = 0;
    qint64 writtenAt = never; // unknown: at the latest
    std::optional<qint64> written;
    Phase phase = Phase::Info;
    bool isLate = false; // written when the hold's validity was over
    QByteArray note;
};

struct Span {
    qint64 from = 0;
    qint64 to = never;
};

struct Timeline {
    std::vector<Hold> holds; // by grant
    std::vector<Attempt> attempts;
    std::vector<Increment> increments;
    std::vector<Span> faults; // while they may be felt
    std::vector<Span> inEffect; // while all of one certainly is; within those
    std::vector<Hold> untold; // gone without a word to the holder
    std::vector<Hold> lateExtensions; // extended, so it was said, after the end of the validity
    qint64 lost = 0; // holds told as lost
    qint64 begin = 0;
    qint64 end = 0;
};

Timeline timelineOf(const History &history);

} // namespace lockscope::faults
