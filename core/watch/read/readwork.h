// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"
#include "core/watch/read/readjob.h"

#include <optional>
#include <utility>
#include <vector>

namespace lockscope::watch {

// The length of a key of which only the type is known yet.
inline constexpr qint64 notCounted = -1;

// More than any lock takes on the server, and as much as one batch may fetch of unknown keys.
inline constexpr qint64 maxLockWeight = qint64(512) * 1024;
inline constexpr qint64 maxBatchWeight = 8 * maxLockWeight;

// The state of one job over the rounds. A value of the reader that works on it.
struct ReadWork {
    const ReadJob *job = nullptr;
    const format::Format *format = nullptr;
    format::RawKeys keys;
    std::optional<format::KeyType> mainType; // empty: to be asked for
    std::vector<format::KeyToRead>
        contents; // counted, small enough, to be fetched in the next round
    QByteArray countedChannel; // whose subscribers were asked for; empty: none yet
    std::optional<qint64> waitingConnections; // those of it
    Subscribers waiters;
    // Formats of which the absent key's listeners may tell, and how many listen to the channel.
    std::vector<std::pair<const format::Format *, qint64>> listeners;
    bool hasAskedListeners = false;
    bool hasAskedExistence = false;
    bool isHash = false; // the main key, probably
    bool mayExist = false; // some of the keys that are wished for are there
    bool refused = false;
    bool postponed = false;
    bool tooLarge = false;
    bool isWeighed = false; // as the job's caution wants it
    bool done = false;
    // The extent of the look at the main key, if it is a hash that is not known as a lock.
    enum class Look : quint8 { None, Tasted, Fetched } look = Look::None;
    bool isUnlike = false; // the taste showed no lock
    bool hasDetails = false; // it showed fields of a faster multi-lock
    bool isModeAsked = false; // of a large hash
    QByteArray mode; // the field of a read-write lock, of a large hash
    qint64 weight = 0; // in bytes on the server; 0: not asked
    // Its slot is on its way to another shard, and a command about several keys is refused
    // meanwhile.
    bool isOneByOne = false;
    std::optional<Error> error; // instead of an answer
    redis::Arguments question; // to which that was the answer
    std::optional<format::ServerMs> readAt; // as in the outcome

    KeyName mainKey() const { return KeyName(job->lock.bytes); }
    bool wasHash() const
    {
        return job->isHash || (job->format && job->format->mainType() == format::KeyType::Hash);
    }
};

} // namespace lockscope::watch
