// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/sentence.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::format {

// Values between the reader, which fetches keys, and the formats, which make sense of them. No
// sockets and no clock: instants are the server's, in milliseconds since 1970. Any thread.

using ServerMs = qint64;

// Instants are kept within this of 1970, so that others can be added to them and taken off. A value
// that no client would write becomes one that is far away; up to there a score holds whole
// milliseconds.
inline constexpr ServerMs farAway = 9'007'199'254'740'992;
ServerMs boundedInstant(qint64 millis);
ServerMs boundedInstant(double score); // 1970 if it is no number
ServerMs instantAfter(ServerMs now, qint64 left); // of a time to live

enum class KeyType : quint8 { None, String, List, Set, SortedSet, Hash, Other };

// As the TYPE command words it: none, string, list, set, zset, hash; "other" for other types (a
// stream or a module's).
QByteArray typeName(KeyType type);
KeyType typeFromName(const QByteArray &name);

// The limit of what is read of one key; more is cut and marked.
inline constexpr qint64 maxElements = 1000;
inline constexpr qint64 maxStringBytes = 512;

// One key as it was read. The length is the server's count, even if the content was cut.
struct RawKey {
    KeyType type = KeyType::None;
    qint64 length = 0;
    std::optional<ServerMs> expireAt; // empty: no expiry
    QByteArray value; // String, its first maxStringBytes
    std::vector<std::pair<QByteArray, QByteArray>> fields; // Hash, at most maxElements and `mode`
    std::vector<QByteArray> items; // List, its first maxElements; Set; none if longer than that
    std::vector<std::pair<QByteArray, double>> scores; // SortedSet, its first maxElements
    bool truncated = false;
    bool unreadable = false; // it may not be read: whether it is there is not known
    ServerMs expirySlack = 0; // the greatest error of expireAt, if only a time to live is told

    bool exists() const { return type != KeyType::None; }

    friend bool operator==(const RawKey &, const RawKey &) = default;
};

using RawKeys = std::map<KeyName, RawKey>;

struct KeyToRead {
    KeyName key;
    KeyType type = KeyType::None;

    friend bool operator==(const KeyToRead &, const KeyToRead &) = default;
};

enum class Mode : quint8 { Exclusive, Read, Write };

// An owner's own data on its place and on the start of its hold; most owners store none.
struct Origin {
    QByteArray host; // a name, or the address of a network card; empty: not told
    std::optional<qint64> pid;
    std::optional<ServerMs> acquiredAt; // by the owner's clock

    bool isEmpty() const { return host.isEmpty() && !pid && !acquiredAt; }

    friend bool operator==(const Origin &, const Origin &) = default;
};

struct Hold {
    OwnerId owner;
    Mode mode = Mode::Exclusive;
    qint64 count = 1;
    std::optional<ServerMs> expireAt; // empty: no expiry
    bool stale = false; // a reader or permit that is there but no longer alive
    Origin origin = {};
    // A permit whose id Redis keeps as the 32 digits that are shown (Redisson before 3.17), not as
    // the 16 bytes that they denote.
    bool isTextId = false;

    friend bool operator==(const Hold &, const Hold &) = default;
};

struct Waiter {
    OwnerId owner;
    std::optional<ServerMs> deadline; // empty: queued, but without a deadline
    bool isDeadlineUnread = false; // it may have one, among what was not read

    friend bool operator==(const Waiter &, const Waiter &) = default;
};

// The confidence in a kind, the surest last.
enum class Confidence : quint8 {
    Guess, // the value looks like a library's tokens, without other signs of a lock
    Prefix, // the user says that locks live here
    Structure, // types, names of keys and fields, and values of the right form
    Pinned, // the user says which kind it is
};

// A kind that the key may be, best first, and why.
struct Candidate {
    QByteArray kind;
    QByteArray library;
    Sentence reason;
    Confidence confidence = Confidence::Structure;

    friend bool operator==(const Candidate &, const Candidate &) = default;
};

// The remaining number: free permits of a semaphore, or the count of a latch.
struct Permits {
    qint64 available = 0;
    std::optional<qint64> total; // empty: nothing tells, or a latch

    friend bool operator==(const Permits &, const Permits &) = default;
};

// One lock as its keys tell it.
struct LockReading {
    QByteArray kind;
    QByteArray library;
    Confidence confidence = Confidence::Structure; // of the first candidate
    std::vector<Hold> holds;
    std::optional<std::vector<Waiter>> waiters; // in the order of the queue; empty: not told
    std::optional<ServerMs> expireAt; // of the main key
    std::optional<qint64> fencingToken;
    std::optional<Permits> permits; // of semaphores and latches alone
    bool counting =
        false; // several owners may hold at a time: a new one does not succeed a former one
    std::vector<Candidate> candidates;
    bool truncated = false; // more holds or waiters than were read
    std::optional<qint64> holdsTotal = {}; // if fewer were read
    std::optional<qint64> waitersTotal = {}; // likewise
    bool hidden = false; // some of its keys may not be read: their content is unknown

    bool isGuess() const { return confidence == Confidence::Guess; }

    friend bool operator==(const LockReading &, const LockReading &) = default;
};

// guess, prefix, structure, pinned
QByteArray name(Confidence confidence);

} // namespace lockscope::format
