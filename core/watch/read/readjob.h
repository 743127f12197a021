// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"
#include "core/watch/read/refusals.h"
#include "core/watch/track/track.h"

#include <chrono>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lockscope::watch {

// The question to a LockReader and its answer. Values.

// Channels, and how many connections listen to each; empty: unknown.
using Subscribers = std::vector<std::pair<QByteArray, std::optional<qint64>>>;

// The care with which a lock is read after an answer about it was larger than this program accepts.
enum class Caution : quint8 {
    None,
    Weigh, // only if its main key is small, and nothing of its other keys
    Refuse, // not at all: the main key's weight tells too little
};

// When a key was known to expire.
struct KnownExpiry {
    KeyName key;
    format::ServerMs at = 0;
    format::ServerMs slack = 0; // or up to so much later
};

// One lock to read.
struct ReadJob {
    LockName lock;
    const format::Format *format = nullptr; // its last format; empty: unknown
    format::RawKeys kept; // keys known to be unchanged, not to be read again
    std::vector<format::KeyToRead> expected; // keys to read at once beside the main key
    bool withoutMain = false; // look at the other keys also if the main key is absent
    bool isHash = false; // its main key was one a moment ago
    std::vector<QByteArray> waiterChannels = {}; // of waiters in its queue, to count the listeners
    std::set<KeyName> causes; // the keys that changed; absent keys are looked for as they say
    bool wasLock = false; // a moment ago, and is not known as one any more
    Caution caution = Caution::None;
    bool asksListeners = false; // withoutMain, and counts waiters if there is no key at all
    bool isNamed = false; // the user asked for this name: an explanation is due
    bool mayBeGone = false; // its release was announced: whether its keys exist is asked first
    // Its slot belongs to another shard, and may be on its way to this one.
    bool isAsking = false;
    // When its keys expired as they were last read, the latest first: a time to live that fits is
    // no change.
    std::vector<KnownExpiry> expiries = {};
    // The state when the job was made; for the applier of the outcome, not for the reader.
    std::optional<TrackedLock> known = {};
};

struct ReadOutcome {
    LockName lock;
    const format::Format *format = nullptr; // empty: no lock
    std::optional<format::LockReading> reading; // the format's reading of the keys
    format::RawKeys keys; // everything that was looked at, the main key first of all
    std::optional<qint64> waitingConnections;
    bool refused = false; // its main key may not be read: nothing was learnt
    Subscribers waiters = {}; // of the job's waiterChannels
    bool wasHash = false; // its main key was one when the job was given
    bool postponed = false; // nothing was learnt: read it again
    bool tooLarge = false; // too large for a lock: it was not fetched
    // Another shard of the cluster keeps it: MOVED or ASK, as the server said. Nothing was learnt.
    std::optional<Error> elsewhere = {};
    std::optional<TrackedLock> known = {}; // the job's
    // The server's time when the reply about its main key came; empty: that of the outcome.
    std::optional<format::ServerMs> readAt = {};
};

struct BatchOutcome {
    std::vector<ReadOutcome> locks;
    std::size_t commands = 0; // that were sent
    std::size_t bytes = 0; // of the answers, about
    std::vector<Refusal> refusals; // some of the questions that the server does not permit
    std::optional<Error> notNow; // why some are postponed; empty: they were too much at once

    // The cost of the commands on the server, estimated; the time until the answer also contains
    // the work of this program.
    std::chrono::nanoseconds cost() const
    {
        return commands * std::chrono::nanoseconds(800) + bytes * std::chrono::nanoseconds(1);
    }
};

} // namespace lockscope::watch
