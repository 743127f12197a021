// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/guardedplan.h"
#include "core/admin/plan/libraryeffects.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// The way in which each library releases its own locks, done for it; as read in their sources.
namespace lockscope::admin {

namespace {

using Family = format::KindTraits::Family;
using Words = GuardedPlan::Words;

Words ownersOf(const Sight &sight)
{
    Words owners;
    for (const SeenHold &hold : sight.holds)
        owners.push_back(hold.owner.bytes);
    return owners;
}

Words with(const char *first, Words words)
{
    words.insert(words.begin(), first);
    return words;
}

bool isRelease(const Action &action)
{
    return action.type == ActionType::ReleaseHold;
}

bool takesAway(const Action &action)
{
    return isRelease(action) || action.type == ActionType::ForceUnlock;
}

// python-redis-lock: waiters sleep on a list that gets one element, for a second.
GuardedPlan signalPlan(const Sight &sight, const Action &action)
{
    const QByteArray &lock = sight.name.bytes;
    const QByteArray signal = "lock-signal:" + lock.sliced(5);
    GuardedPlan plan;
    plan.needs("string", lock, {sight.holds.front().owner.bytes});
    // A sleeper that is woken before the lock is free would sleep again, and miss its release.
    plan.beginsWith(lock);
    if (setsTime(action)) {
        plan.setTime(lock, sight, action);
        plan.follows({Effect::SleepersAreNotTold, Effect::NextRenewalOverrides});
        return plan;
    }
    plan.needs("open", signal, {"list"});
    plan.run({"DEL", signal});
    plan.run({"LPUSH", signal, "1"});
    plan.run({"PEXPIRE", signal, "1000"});
    if (takesAway(action)) {
        plan.run({"DEL", lock});
        plan.follows(libraryLossEffects(sight));
    }
    plan.follows({Effect::SleeperWakes});
    return plan;
}

// sidekiq-unique-jobs: everything under the digest, and its line in the book of digests.
GuardedPlan uniqueJobPlan(const Sight &sight, const Action &action)
{
    const QByteArray &digest = sight.name.bytes;
    const QByteArray locked = digest + ":LOCKED";
    const QByteArray queued = digest + ":QUEUED";
    const QByteArray primed = digest + ":PRIMED";
    GuardedPlan plan;
    for (const QByteArray &key : {digest, locked, queued, primed})
        plan.tells(key);
    if (action.type == ActionType::RemoveWaiter) {
        plan.onlyAtOnce(Sentence::say("the two lists in which this job may wait are in different "
                                      "hash slots of the cluster, and it may move between them"));
        plan.needs("either", queued, {primed, action.owner.bytes});
        plan.run({"LREM", queued, "0", action.owner.bytes});
        plan.run({"LREM", primed, "0", action.owner.bytes});
        plan.follows({Effect::WaiterLosesPlace});
        return plan;
    }
    plan.needs("members", locked, with("hash", ownersOf(sight)));
    if (isRelease(action) && sight.holds.size() > 1) {
        plan.run({"HDEL", locked, action.owner.bytes});
        plan.run({"LPUSH", queued, "1"});
        plan.run({"PEXPIRE", queued, "5000"});
        plan.follows(libraryLossEffects(sight));
        plan.follows({Effect::SleeperWakes});
        return plan;
    }
    plan.onlyAtOnce(Sentence::say("the keys of this lock are in several hash slots of the cluster, "
                                  "and a job that takes the lock between two steps would lose its "
                                  "own"));
    redis::Arguments gone{"UNLINK"};
    for (const char *const run : {"", ":RUN"}) {
        for (const char *const part : {"", ":QUEUED", ":PRIMED", ":LOCKED", ":INFO"})
            gone.push_back(digest + run + part);
    }
    plan.run(gone);
    plan.run({"ZREM", "uniquejobs:digests", digest});
    plan.run({"ZREM", "uniquejobs:expiring_digests", digest});
    plan.follows(libraryLossEffects(sight));
    if (sight.waiters && !sight.waiters->empty())
        plan.follows({Effect::WaitersAreDropped});
    return plan;
}

// Any library's hash with a field for its holder, and redis_queued_locks: the hash alone; the head
// of a queue is next, and polls.
GuardedPlan ownerFieldPlan(const Sight &sight, const Action &action)
{
    const QByteArray &lock = sight.name.bytes;
    const format::KindTraits &kind = traitsOf(sight);
    std::vector<KeyName> queues;
    if (kind.queuesOf != nullptr)
        queues = kind.queuesOf(sight.name);
    GuardedPlan plan;
    plan.tells(lock);
    for (const KeyName &queue : queues)
        plan.tells(queue.bytes);
    if (action.type == ActionType::RemoveWaiter) {
        const QByteArray &queue = queues.front().bytes;
        plan.needs("contains", queue, {"zset", action.owner.bytes});
        plan.run({"ZREM", queue, action.owner.bytes});
        plan.follows({Effect::WaiterComesBack});
        return plan;
    }
    plan.needs("field", lock, {kind.ownerField, sight.holds.front().owner.bytes});
    if (setsTime(action)) {
        plan.setTime(lock, sight, action);
        if (mayExtend(sight))
            plan.follows({Effect::NextRenewalOverrides});
        return plan;
    }
    plan.run({"DEL", lock});
    plan.follows(libraryLossEffects(sight));
    plan.follows({queues.empty() ? Effect::NobodyIsWoken : Effect::WaitersKeepPlaces});
    return plan;
}

// madelson's reader-writer lock: a set of readers, and a writer or one that waits.
GuardedPlan readersAndWriterPlan(const Sight &sight, const Action &action)
{
    const QByteArray readers = sight.name.bytes + ".readers";
    const QByteArray writer = sight.name.bytes + ".writer";
    GuardedPlan plan;
    for (const QByteArray &key : {sight.name.bytes, readers, writer})
        plan.tells(key);
    if (action.type == ActionType::RemoveWaiter) {
        plan.needs("string", writer, {action.owner.bytes + "_WRITERWAITING"});
        plan.run({"DEL", writer});
        plan.follows({Effect::WaiterLosesPlace});
        return plan;
    }
    Words reading;
    const SeenHold *writing = nullptr;
    for (const SeenHold &hold : sight.holds) {
        if (hold.mode == format::Mode::Write)
            writing = &hold;
        else
            reading.push_back(hold.owner.bytes);
    }
    if (reading.empty())
        plan.needs("open", readers, {"none"});
    else
        plan.needs("members", readers, with("set", reading));
    if (writing != nullptr)
        plan.needs("string", writer, {writing->owner.bytes});
    const bool ofReaders =
        !reading.empty() && (!isRelease(action) || action.mode == format::Mode::Read);
    const bool ofWriter =
        writing != nullptr && (!isRelease(action) || action.mode == format::Mode::Write);
    if (setsTime(action)) {
        plan.setTime(ofWriter ? writer : readers, sight, action);
        plan.follows({Effect::NextRenewalOverrides});
        return plan;
    }
    if (ofReaders && isRelease(action))
        plan.run({"SREM", readers, action.owner.bytes});
    else if (ofReaders)
        plan.run({"DEL", readers});
    if (ofWriter)
        plan.run({"DEL", writer});
    plan.follows(libraryLossEffects(sight));
    plan.follows({Effect::NobodyIsWoken});
    return plan;
}

// symfony: each holder's token, and a mark beside the one of a writer.
GuardedPlan markedSetPlan(const Sight &sight, const Action &action)
{
    const QByteArray &lock = sight.name.bytes;
    const QByteArray mark = "__write__";
    const bool isWritten = sight.holds.front().mode == format::Mode::Write;
    Words members = ownersOf(sight);
    if (isWritten)
        members.push_back(mark);
    GuardedPlan plan;
    plan.needs("members", lock, with("zset", members));
    if (!isRelease(action) || sight.holds.size() == 1)
        plan.run({"DEL", lock});
    else
        plan.run({"ZREM", lock, action.owner.bytes});
    plan.follows(libraryLossEffects(sight));
    plan.follows({Effect::NobodyIsWoken});
    return plan;
}

// Semaphores of holders by the time they lapse or were renewed. In one library a holder of several
// permits is there as often, with a number behind its name.
GuardedPlan sortedSetPlan(const Sight &sight, const Action &action)
{
    const QByteArray &lock = sight.name.bytes;
    GuardedPlan plan;
    if (sight.library == "redis-semaphore") {
        qint64 size = 0;
        for (const SeenHold &hold : sight.holds) {
            plan.needs("permits", lock, {hold.owner.bytes, number(hold.count)});
            size += hold.count;
        }
        plan.needs("size", lock, {"zset", number(size)});
    } else {
        plan.needs("members", lock, with("zset", ownersOf(sight)));
    }
    if (!isRelease(action)) {
        plan.run({"DEL", lock});
    } else if (sight.library == "redis-semaphore") {
        redis::Arguments shown{"ZREM", lock};
        const qint64 count = holdOf(sight, action)->count;
        if (count == 1)
            shown.push_back(action.owner.bytes);
        for (qint64 i = 0; i < count && count > 1; ++i)
            shown.push_back(action.owner.bytes + '_' + number(i));
        plan.run(shown, {"drop", lock, action.owner.bytes});
    } else {
        plan.run({"ZREM", lock, action.owner.bytes});
    }
    plan.follows(libraryLossEffects(sight));
    plan.follows({Effect::NobodyIsWoken});
    return plan;
}

// redis-semaphore of Ruby: a token moves from the hash of the taken ones to the list of the free
// ones, on which waiters sleep.
GuardedPlan tokenPlan(const Sight &sight, const Action &action)
{
    const QByteArray available = sight.name.bytes + ":AVAILABLE";
    const QByteArray grabbed = sight.name.bytes + ":GRABBED";
    GuardedPlan plan;
    for (const QByteArray &key : Words{sight.name.bytes, sight.name.bytes + ":EXISTS"})
        plan.tells(key);
    plan.needs("members", grabbed, with("hash", ownersOf(sight)));
    plan.needs("open", available, {"list"});
    plan.onlyAtOnce(Sentence::say("the taken and the free permits are in different hash slots of "
                                  "the cluster, and a permit that is lost between two steps would "
                                  "not come back"));
    for (const SeenHold &hold : sight.holds) {
        if (isRelease(action) && hold.owner != action.owner)
            continue;
        plan.run({"HDEL", grabbed, hold.owner.bytes});
        plan.run({"LPUSH", available, hold.owner.bytes});
    }
    plan.follows(libraryLossEffects(sight));
    plan.follows({Effect::SleeperWakes});
    return plan;
}

GuardedPlan guardedPlan(const Sight &sight, const Action &action)
{
    switch (traitsOf(sight).family) {
    case Family::SignalString:
        return signalPlan(sight, action);
    case Family::UniqueJob:
        return uniqueJobPlan(sight, action);
    case Family::OwnerField:
        return ownerFieldPlan(sight, action);
    case Family::ReturnedTokens:
        return tokenPlan(sight, action);
    case Family::SortedSet:
        return sortedSetPlan(sight, action);
    case Family::MarkedSet:
        return markedSetPlan(sight, action);
    case Family::ReadersAndWriter:
        return readersAndWriterPlan(sight, action);
    default:
        return {}; // of the other plans
    }
}

} // namespace

Result<void> checkLibrary(const Sight &sight, const Action &action)
{
    const auto refuse = [](const Sentence &why) { return fail(ErrorKind::InvalidInput, why); };
    const format::KindTraits &kind = traitsOf(sight);
    switch (action.type) {
    case ActionType::RemoveWaiter:
        if (!kind.hasQueue() || !sight.waiters)
            return refuse(
                Sentence::say("this lock has no queue; its waiters are not stored in Redis"));
        if (!placeOf(sight, action.owner))
            return refuse(Sentence::say("this owner is not in the queue"));
        return {};
    case ActionType::Nudge:
        if (kind.family == Family::SignalString && !sight.holds.empty())
            return {};
        if (kind.wakesOnEachRelease)
            return {};
        return refuse(
            Sentence::say("waiters of this kind of lock poll, so there is nothing to wake"));
    case ActionType::SetTimeToLive:
    case ActionType::ExtendTimeToLive:
        if (!kind.lapsesAsOne)
            return refuse(Sentence::say("each hold of this kind of lock has its own time to live; "
                                        "release the hold instead"));
        return {};
    case ActionType::ReleaseHold:
        if (const SeenHold *hold = holdOf(sight, action); hold && keepsCount(*hold, action))
            return refuse(
                Sentence::say("a hold of this kind of lock can only be released as a whole"));
        return {};
    default:
        return {};
    }
}

Plan libraryPlan(const Sight &sight, const Action &action)
{
    return guardedPlan(sight, action).plan();
}

Result<std::vector<PlanPart>> libraryParts(const Sight &sight, const Action &action)
{
    return guardedPlan(sight, action).parts();
}

} // namespace lockscope::admin
