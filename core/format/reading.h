// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QString>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::format {

// Values between the reader, which fetches keys, and the formats, which make sense of them. No
// sockets and no clock: instants are the server's, in milliseconds since 1970. Any thread.

using ServerMs = qint64;

enum class KeyType { None, String, List, Set, SortedSet, Hash, Other };

// As the TYPE command words it: none, string, list, set, zset, hash; "other" for what is no plain
// type (a stream or a module's).
QByteArray typeName(KeyType type);
KeyType typeFromName(const QByteArray &name);

// At most so much is read of one key; more is cut and marked.
inline constexpr qint64 maxElements = 1000;
inline constexpr qint64 maxStringBytes = 512;

// One key as it was read. The length is what the server counts, also where the content was cut.
struct RawKey {
    KeyType type = KeyType::None;
    qint64 length = 0;
    std::optional<ServerMs> expireAt; // empty: no expiry
    QByteArray value; // String, its first maxStringBytes
    std::vector<std::pair<QByteArray, QByteArray>> fields; // Hash; none if longer than maxElements
    std::vector<QByteArray> items; // List, its first maxElements
    std::vector<std::pair<QByteArray, double>> scores; // SortedSet, its first maxElements
    bool truncated = false;

    bool exists() const { return type != KeyType::None; }

    friend bool operator==(const RawKey &, const RawKey &) = default;
};

using RawKeys = std::map<KeyName, RawKey>;

struct KeyWish {
    KeyName key;
    KeyType type = KeyType::None;

    friend bool operator==(const KeyWish &, const KeyWish &) = default;
};

enum class Mode { Exclusive, Read, Write };

struct Hold {
    OwnerId owner;
    Mode mode = Mode::Exclusive;
    qint64 count = 1;
    std::optional<ServerMs> expireAt; // empty: no expiry
    bool stale = false; // a reader that is there but no longer alive

    friend bool operator==(const Hold &, const Hold &) = default;
};

struct Waiter {
    OwnerId owner;
    std::optional<ServerMs> deadline; // empty: queued, but without a deadline

    friend bool operator==(const Waiter &, const Waiter &) = default;
};

// A kind that the key may be, best first, and why.
struct Candidate {
    QByteArray kind;
    QByteArray library;
    QString reason;

    friend bool operator==(const Candidate &, const Candidate &) = default;
};

// One lock as its keys tell it.
struct LockReading {
    QByteArray kind;
    QByteArray library;
    std::vector<Hold> holds;
    std::optional<std::vector<Waiter>> waiters; // in the order of the queue; empty: not told
    std::optional<ServerMs> expireAt; // of the main key
    std::optional<qint64> fencingToken;
    std::vector<Candidate> candidates;
    bool truncated = false; // more holds or waiters than were read

    friend bool operator==(const LockReading &, const LockReading &) = default;
};

} // namespace lockscope::format
