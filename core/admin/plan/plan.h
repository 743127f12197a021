// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/sight.h"
#include "core/redis/deployment/scriptcache.h"

namespace lockscope::admin {

enum class ActionType {
    ForceUnlock, // of an expirable semaphore: all permits that are taken
    ReleaseHold, // of an expirable semaphore: one permit
    RemoveWaiter,
    Nudge,
    SetTimeToLive,
    ExtendTimeToLive,
    AddPermits, // more, or fewer
    DrainPermits, // those that are free
    OpenLatch,
    CountDown,
    SetLatch, // to another count than it has
};

// force-unlock, release, remove-waiter, nudge, set-ttl, extend-ttl, add-permits, drain-permits,
// open-latch, count-down, set-latch
QByteArray name(ActionType type);
// Whether it ends a hold that is not the operator's.
bool takesHoldAway(ActionType type);

struct Action {
    ActionType type = ActionType::ForceUnlock;
    OwnerId owner; // ReleaseHold and RemoveWaiter: the hold's or the waiter's
    format::Mode mode = format::Mode::Exclusive; // ReleaseHold: the mode of its hold
    bool allHolds = false; // ReleaseHold: the whole hold, not one count
    // SetTimeToLive: from the moment it is done. ExtendTimeToLive: the time to add to the present
    // one.
    Millis timeToLive{0};
    qint64 permits = 0; // AddPermits: the number to add; SetLatch: the new count
    bool ofRedlock = false; // one server's part of a Redlock: ours listen on a channel of its own

    friend bool operator==(const Action &, const Action &) = default;
};

// The name of its type; take-permits if it adds a negative number. Older logs have add-permits
// there, with a negative number in the command.
QByteArray name(const Action &action);

// The consequences of an action. The sentences are in ui/wording.
enum class Effect {
    HolderLosesLock, // it goes on working without it, and nobody tells it
    HolderLearnsAtRenewal, // a watchdog notices at its next renewal
    HolderLearnsAtExtension, // the program itself, if and when it extends the lock
    HolderNeverNotices, // no part of it looks at the lock before it releases it
    HolderTakesItBack, // its renewal sets a missing key again
    HolderMayTakeItBack, // it does so with one of the library's options
    HolderStopsAtOnce, // the server tells it
    HolderExits, // the program ends with an error
    HolderBreaksNext, // its unlock deletes the lock without a check of the owner
    JobRunsTwice, // the queue gives the job to another worker
    JobFails, // at the next renewal
    AnotherJobMayStart, // one like it, beside the one that works
    PermitMayDouble, // its release gives it back once more
    HoldHasLapsed, // of each hold that had lapsed when it was seen: its holder had lost it by then
    HolderKeepsLock, // one count less
    HolderUnlockFails, // its own unlock will fail: the lock is no longer its own
    HolderSharesOwner, // ReleaseHold acts in the owner's name: its own unlock will be one too many
    HeadOfQueueWakes,
    HeadMayWake, // whether somebody listens to the channel of the head is not known
    HeadListensNot, // nobody listens to the channel of the head: it wakes nobody
    NobodyWaits, // the wake-up wakes nobody
    OneWaiterWakes, // of each client that waits
    AllWaitersWake,
    NobodyIsWoken, // waiters poll: nothing tells them
    RedlockWaitersWake, // those of this program; others poll
    SpringWaitersWake, // of a RedisLockRegistry that uses channels; others poll
    SleeperWakes, // one that sleeps on the lock's list
    SleepersAreNotTold, // they sleep on, even if the lock's time is over
    WaitersKeepPlaces, // their queue is left alone
    WaitersAreDropped, // the lists in which they stand are deleted as well
    DeadHeadIsRemoved, // a waiter past its deadline is removed first
    WaiterLosesPlace, // the removed one is not told; a live client queues again at the end
    WaiterComesBack, // to the same place, with a live client's next attempt
    LaterDeadlinesMoveUp,
    LapsesEarlier,
    LapsesLater, // a holder that is dead keeps it for longer
    NextRenewalOverrides, // a watchdog sets it back to its own time-out
    WaitersLearnNewTime, // they are woken to see it: they slept for the longer one
    AsManyWaitersWake, // of each client, as many as there are permits
    NobodyGetsPermit, // until there are some again
    HoldersGiveBackToo, // nobody owns a permit: users with one release it all the same
    HolderLosesPermit, // it works on without being told; its own release fails
    SemaphoreIsMade, // there is none yet, and its program does not set it up any more
    LatchStaysClosed,
    SiblingKeysToo, // all keys of the lock that bear its owner's token
    DoneInSteps, // on a cluster: its keys are in several hash slots
    TokenIsKept, // the fencing counter keeps its value
};

// How the servers that keep a lock take commands and messages.
enum class Keyspace {
    Whole,
    Cluster, // a script has keys of one hash slot
    ShardedCluster, // likewise, and Redisson's waiters listen to sharded channels (Redis 7.0)
};

// Of a cluster, by the version of its servers, such as "Redis 7.0.15"; empty: not known.
Keyspace clusterOf(const QByteArray &version);

// A step of a plan whose keys are in several hash slots: its own are in one.
struct PlanPart {
    std::vector<redis::Arguments> commands; // as those of Plan; none: it only compares
    redis::Script script;
    std::vector<QByteArray> keys;
    std::vector<QByteArray> arguments;
    // Of a key that may be another holder's: the step is left out unless the key has this value.
    QByteArray token = {};
};

// An action thought through before anything is done. A value, any thread.
struct Plan {
    Sight sight;
    Action action;
    // The commands that change something, in the order in which the script runs them. Times among
    // the arguments are those of the moment of seeing: the script computes them anew. A word in
    // angle brackets is a value that only the script finds out.
    std::vector<redis::Arguments> commands;
    std::vector<Effect> effects;
    // The one guarded script that does it.
    redis::Script script;
    std::vector<QByteArray> keys;
    std::vector<QByteArray> arguments;
    // For servers that run no scripts: the first of these that the server knows replaces the first
    // of `commands`, if the lock is as seen. Empty: there is no other way.
    std::vector<redis::Arguments> withoutScript = {};
    // On a cluster, if the keys are in several hash slots: these replace the script, one after the
    // other, and the first that fails ends the plan, but for those with a token. Those that only
    // compare come first.
    std::vector<PlanPart> parts = {};
};

// Plans an action. InvalidInput, with a sentence, for actions that cannot be done to such a lock: a
// kind that nobody can release safely, an owner that was not seen, a time that is not positive, a
// lock of which not everything was read. Algorithms: redisson-layout.md §18. Pure, any thread.
//
// Every script first compares the lock with the sight, and does nothing unless the type of its key,
// the owners, modes and counts and the fencing token are the same, and there is a fair queue only
// if one was seen. RemoveWaiter also wants the queue unchanged from its head up to the removed one.
// The script takes all other state as it is then: the head of a queue that it wakes and the
// deadlines that have passed, the remaining time of the readers that remain.
//
// ReleaseHold leaves no unlock latch: a latch answers the second attempt of the client whose
// request it was, under that request's own random id, and nobody will ask for ours. Nor does giving
// back one count touch the time to live: the lease that a client would set again is not known here.
//
// On a cluster a plan with keys of several hash slots is split into parts. Each part has its own
// guard, and their order leaves no second holder if one of them fails. InvalidInput, with a
// sentence, if there is no such order.
Result<Plan> makePlan(const Sight &sight, const Action &action,
                      Keyspace keyspace = Keyspace::Whole);

// The same plan on a cluster. It may be one already.
Result<Plan> onCluster(Plan plan, bool hasShardedChannels);

// The permits of a semaphore that a client can take, those that have lapsed among them; empty: its
// number is not there.
std::optional<qint64> freePermits(const Sight &sight);
qint64 lapsedHolds(const Sight &sight);

// Fewer holds were read than there are: an owner that is not among them may hold the lock all the
// same, and the sentence says so.
bool hasUnreadHolds(const Sight &sight);
Sentence notAmongReadHolds(const Sight &sight);
Sentence notAmongReadHolds(qint64 read, qint64 total);

} // namespace lockscope::admin
