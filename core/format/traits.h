// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <span>
#include <vector>

namespace lockscope::format {

// What sets one kind of lock, or one library, apart from the others: two tables, so that another
// kind is another row. All other layers ask here instead of comparing words. Facts from the
// libraries' own sources (reference: redisson-layout). A look-up allocates nothing and answers with
// a row of static storage; any thread.

struct KindTraits {
    // Where waiters stand in an order that the server keeps.
    enum class Queue : quint8 {
        None,
        // Redisson's: a list beside deadlines. Only the head may take the lock, and each waiter
        // listens to a channel of its own.
        Fair,
        Library, // another library's
    };
    // What the number counts that is the lock's main key.
    enum class Number : quint8 { None, Permits, LapsingPermits, Latch };
    // On how many servers one lock of the kind is kept.
    enum class Servers : quint8 { One, All, Majority };
    // How locks of the kind are changed: which of the plans in core/admin is theirs. From
    // SignalString on: those in libraryplan.cpp.
    enum class Family : quint8 {
        None, // not at all
        Mutex,
        ReadWrite,
        Permits,
        FasterMulti,
        String,
        Majority,
        SignalString,
        UniqueJob,
        Queued,
        ReturnedTokens,
        SortedSet,
        MarkedSet,
        ReadersAndWriter,
    };

    QByteArrayView kind; // product.md's word
    QByteArrayView library = {}; // whose; empty: the row is for whatever library

    // Facts of the word, for questions without a library: the rows of one word agree in them.
    bool isShown = true; // else only taken: on the server it looks like another kind
    bool hasOwners = true; // who holds it can be named: permits and counts anybody may give back
    bool isReentrant = false; // who holds it may take it again
    bool mayBeFair = false; // a fair lock whose queue is not seen looks the same
    bool hasModes = false; // read and write
    bool hasFencingToken = false;
    bool isPlainString = false; // one string with its owner's token, and nothing beside it
    bool isRedlockPart = false; // a hash of one owner, or a token: a Redlock can be made of such
    Servers servers = Servers::One;
    Number number = Number::None;

    // Facts of this library's locks.
    Queue queue = Queue::None;
    // The user may choose it with a pin: its keys look like those of another kind. For the kinds of
    // strings, see stringrules.h.
    bool isPinnable = false;
    // What the kind shows beside its keys when it is released, and so what a missing sign means;
    // asked of kinds with holders alone. A wake-up means that the lock was free at that moment:
    bool wakesWhenFree = false;
    // Each release wakes, also of a part: without a wake-up nobody has released anything.
    bool wakesOnEachRelease = false;
    bool lapsesAsOne = false; // one key that lapses for all who hold it, and is the lock's
    Family family = Family::None;
    std::array<const char *, 2> wakeUpPatterns = {}; // of the channels that wake its waiters

    bool hasQueue() const { return queue != Queue::None; }
    bool hasFairQueue() const { return queue == Queue::Fair; }
    // Each unlock of a client that uses latches leaves one.
    bool leavesLatches() const { return wakesWhenFree || wakesOnEachRelease; }
    bool isNumber() const { return number != Number::None; }
    bool isLatch() const { return number == Number::Latch; }
    // Nothing beside the number tells who took what.
    bool isBareNumber() const { return number == Number::Permits || isLatch(); }
    bool isSemaphore() const { return isNumber() && !isLatch(); }
    bool isOnOneServer() const { return servers == Servers::One; }
    bool isOfMajority() const { return servers == Servers::Majority; }
};

struct LibraryTraits {
    QByteArrayView library; // product.md's word
    // The token is made anew for each acquisition: the same token is the same hold. Not of
    // libraries whose tokens live as long as a process or an object, nor of values that a caller
    // chooses.
    bool hasFreshTokens = false;
    // Owners are threads of a client, client:thread, and one watchdog renews all of a client's.
    bool hasClients = false;
    bool countsHolds = false; // counts can be given back one by one
    bool keepsHashes = false; // its plain lock is a hash, else a string
    // Names of keys and of channels that begin with their purpose, not with the lock's name; null:
    // there are none.
    const char *keyPrefix = nullptr;
    const char *auxiliaryPattern = nullptr; // of keys, not hashes, by which a lock is found
    const char *channelPattern = nullptr; // covers all of its channels

    bool hasChannels() const { return channelPattern != nullptr; } // a release is told on one
};

// The first row of the kind: for its facts of the word. An unknown word has owners, and nothing
// else.
const KindTraits &traitsOf(QByteArrayView kind);
// The row of this library's locks. One that keeps no such locks: as for an unknown word.
const KindTraits &traitsOf(QByteArrayView kind, QByteArrayView library);
const LibraryTraits &libraryTraitsOf(QByteArrayView library); // unknown: nothing is so

std::span<const KindTraits> allKindTraits();
std::span<const LibraryTraits> allLibraryTraits();

// See LibraryTraits; only of kinds that are a token in a string.
bool hasFreshTokens(QByteArrayView kind, QByteArrayView library);

// Of all kinds: the channels that wake waiters.
std::vector<QByteArray> wakeUpPatterns();

// Of all libraries: see the fields of LibraryTraits.
std::vector<QByteArray> keyPrefixes();
std::vector<QByteArray> auxiliaryPatterns();
QByteArray channelPattern(); // one for all: the server walks through its channels for each

} // namespace lockscope::format
