// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QByteArray>
#include <QByteArrayView>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace lockscope::format {

class Format;

// Two tables of facts: one row for each kind of lock, one for each library. All other layers ask
// here instead of comparing words. The facts are from the libraries' own sources (reference:
// redisson-layout). A look-up allocates nothing and returns a row of static storage; any thread.

struct KindTraits {
    // The order of waiters that the server keeps.
    enum class Queue : quint8 {
        None,
        // Redisson's: a list beside deadlines. Only the head may take the lock, and each waiter
        // listens to a channel of its own.
        Fair,
        Library, // another library's
    };
    // The main key, if it is a number, counts this.
    enum class Number : quint8 { None, Permits, LapsingPermits, Latch };
    // On how many servers one lock of the kind is kept.
    enum class Servers : quint8 { One, All, Majority };
    // The plan of core/admin that changes locks of the kind. Those from SignalString on are in
    // libraryplan.cpp. String, OwnerField and SortedSet fit any library that keeps its locks so.
    enum class Family : quint8 {
        None, // no plan: they are not acted on
        Mutex,
        ReadWrite,
        Permits,
        FasterMulti,
        String, // the value of one string names the holder
        Majority,
        SignalString,
        UniqueJob,
        OwnerField, // a field of one hash does; the waiters in the queue beside it poll
        ReturnedTokens,
        SortedSet, // its members are the holders
        MarkedSet,
        ReadersAndWriter,
    };

    QByteArrayView kind; // product.md's word
    QByteArrayView library = {}; // empty: the row is for any library

    // Facts of the word, for questions without a library. All rows of one word agree in them, and
    // in hasFairQueue().
    bool isShown = true; // false: it can only be taken, since on the server it looks like another
    bool hasOwners = true; // false: permits and counts, which anybody may give back
    bool isReentrant = false; // its holder may take it again
    bool mayBeFair = false; // a fair lock whose queue is not visible looks the same
    bool hasModes = false; // read and write
    bool hasFencingToken = false;
    bool isPlainString = false; // one string with its owner's token, and nothing beside it
    bool isRedlockPart = false; // a Redlock can consist of such locks: one owner on each server
    Servers servers = Servers::One;
    Number number = Number::None;

    // Facts of this library's locks.
    Queue queue = Queue::None;
    // A pin can choose it, because its keys look like those of another kind. The pins for kinds of
    // strings follow from stringrules.h.
    bool isPinnable = false;
    // The next two are for locks with holders; numbers publish what they count. A wake-up on the
    // lock's channel means that the lock was free at that moment.
    bool wakesWhenFree = false;
    // Each release wakes, even of a part: without a wake-up nobody has released anything.
    bool wakesOnEachRelease = false;
    // For libraryplan.cpp: one key is the lock, and expires for all holders.
    bool lapsesAsOne = false;
    Family family = Family::None;
    const char *ownerField = nullptr; // of the family OwnerField
    // Of the same family: the sorted sets of those who wait, by when they came; null: there are
    // none. The first is the one that a waiter stands in.
    std::vector<KeyName> (*queuesOf)(const LockName &name) = nullptr;
    std::array<const char *, 2> wakeUpPatterns = {}; // of the channels that wake its waiters

    bool hasQueue() const { return queue != Queue::None; }
    bool hasFairQueue() const { return queue == Queue::Fair; }
    // Each unlock by a client that uses latches leaves a latch.
    bool leavesLatches() const { return wakesWhenFree || wakesOnEachRelease; }
    bool isNumber() const { return number != Number::None; }
    bool isLatch() const { return number == Number::Latch; }
    // Nothing on the server tells the owners of its permits.
    bool isBareNumber() const { return number == Number::Permits || isLatch(); }
    bool isSemaphore() const { return isNumber() && !isLatch(); }
    bool isOnOneServer() const { return servers == Servers::One; }
    bool isOfMajority() const { return servers == Servers::Majority; }
};

struct LibraryTraits {
    // The consequence for a live holder whose lock is taken away, as read in the library's source.
    enum class Loss : quint8 {
        SeenAtExtension, // if it extends; its unlock fails
        SeenAtRenewal, // and its unlock fails
        SeenAtRenewalOnly, // its unlock succeeds, even if another owner has the lock by then
        NeverSeen,
        SeenAtUnlock, // which fails
        Unknown, // but that its unlock fails
        TakenBack,
        PerhapsTakenBack, // with one of its options; else its unlock fails
        StopsHolder,
        EndsProcess,
        RunsJobTwice,
        FailsJob,
        BreaksNextHolder, // never seen; its unlock takes the lock from the holder of that time
        StartsAnotherJob,
        DoublesPermit, // never seen; given back, the permit is there twice
    };

    QByteArrayView library; // product.md's word
    // Each acquisition makes a new token, so the same token is the same hold. False for libraries
    // whose tokens live as long as a process or an object, and for values that the caller chooses.
    bool hasFreshTokens = false;
    // An owner is a thread of a client, written client:thread, and one watchdog renews all locks of
    // the client.
    bool hasClients = false;
    bool countsHolds = false; // a holder's counts can be released one by one
    bool keepsHashes = false; // its plain lock is a hash, not a string
    // Its keys and channels whose names begin with their purpose, not with the lock's name; null:
    // it has none.
    const char *keyPrefix = nullptr;
    const char *auxiliaryPattern = nullptr; // keys other than hashes that lead to a lock
    const char *channelPattern = nullptr; // covers all of its channels
    Loss loss = Loss::SeenAtExtension;
    // Its format, if it has keys of its own.
    std::unique_ptr<const Format> (*makeFormat)() = nullptr;

    bool hasChannels() const { return channelPattern != nullptr; } // they announce releases
};

// The first row of the kind, for facts of the word. An unknown word has owners and no other fact.
const KindTraits &traitsOf(QByteArrayView kind);
// The row of this library's locks of the kind; if the library has none, as for an unknown word.
const KindTraits &traitsOf(QByteArrayView kind, QByteArrayView library);
const LibraryTraits &libraryTraitsOf(QByteArrayView library); // unknown: all facts are false

std::span<const KindTraits> allKindTraits();
std::span<const LibraryTraits> allLibraryTraits();

// As LibraryTraits has it, for kinds that are a plain string; false for all others.
bool hasFreshTokens(QByteArrayView kind, QByteArrayView library);

// The channels that wake waiters, of all kinds.
std::vector<QByteArray> wakeUpPatterns();

// The fields of LibraryTraits, of all libraries.
std::vector<QByteArray> keyPrefixes();
std::vector<QByteArray> auxiliaryPatterns();
QByteArray channelPattern(); // one for all, since each question makes the server list all channels

} // namespace lockscope::format
