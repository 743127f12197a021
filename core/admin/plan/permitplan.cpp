// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/plans.h"
#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/format/redissonpermits.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

namespace redisson = format::redisson;

bool isLatch(const Sight &sight)
{
    return format::traitsOf(sight.kind).isLatch();
}

bool isExpirable(const Sight &sight)
{
    return format::traitsOf(sight.kind).number == format::KindTraits::Number::LapsingPermits;
}

// Permits that are given back have to be added to it.
bool isWithoutNumber(const Sight &sight)
{
    return isExpirable(sight) && !sight.number && !sight.holds.empty();
}

QByteArray channelOf(const Sight &sight)
{
    return permitChannel(sight.kind, sight.name);
}

QByteArray permitsOf(const Sight &sight)
{
    return redisson::permitsKey(sight.name).bytes;
}

// As it is in Redis.
QByteArray bytesOf(const SeenHold &permit)
{
    return permit.isTextId ? permit.owner.bytes : QByteArray::fromHex(permit.owner.bytes);
}

// Adds permits (a negative count removes some), and publishes a message if it helps: Java's clients
// cannot read a number below zero.
void give(Plan &plan, const Sight &sight, qint64 count)
{
    const qint64 then = sight.number.value_or(0) + count;
    if (count < 0)
        plan.commands.push_back({"DECRBY", sight.name.bytes, number(-count)});
    else
        plan.commands.push_back({"INCRBY", sight.name.bytes, number(count)});
    if (count > 0 && then > 0) {
        plan.commands.push_back({"PUBLISH", channelOf(sight), number(then)});
        plan.effects.push_back(Effect::AsManyWaitersWake);
    } else {
        plan.effects.push_back(Effect::NobodyGetsPermit);
    }
}

void open(Plan &plan, const Sight &sight)
{
    plan.commands = {{"DEL", sight.name.bytes}, {"PUBLISH", channelOf(sight), "0"}};
    plan.effects = {Effect::AllWaitersWake};
}

void countDown(Plan &plan, const Sight &sight)
{
    if (*sight.number <= 1) {
        open(plan, sight);
        return;
    }
    plan.commands = {{"DECR", sight.name.bytes}};
    plan.effects = {Effect::LatchStaysClosed};
}

void nudge(Plan &plan, const Sight &sight)
{
    // Permits that have lapsed are taken by the waiters as well.
    plan.commands = {{"PUBLISH", channelOf(sight), number(freePermits(sight).value_or(0))}};
    plan.effects = {isLatch(sight) ? Effect::AllWaitersWake : Effect::AsManyWaitersWake};
}

// Nobody has given the semaphore its permits, or its key is gone.
Error notInitialised()
{
    return {ErrorKind::InvalidInput, {}, Sentence::say("the semaphore is not initialised"), {}};
}

Result<void> checkNudge(const Sight &sight)
{
    if (isLatch(sight) && sight.number)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("the latch is still closed; its waiters are waiting correctly"));
    if (!isLatch(sight) && !sight.number)
        return fail(notInitialised());
    if (!isLatch(sight) && *freePermits(sight) < 1)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("no permit is free, so waking waiters would be useless"));
    return {};
}

// Java's clients read the sum as a number of 32 bits.
Result<void> checkSum(qint64 number, qint64 more)
{
    const auto refuse = [](const Sentence &why) { return fail(ErrorKind::InvalidInput, why); };
    constexpr qint64 most = std::numeric_limits<qint32>::max();
    if (more == 0)
        return refuse(Sentence::say("the number of permits must not be zero"));
    if (more > most || more < -most)
        return refuse(Sentence::say("%1 permits are too many: the number must fit in 32 bits, so "
                                    "it is at most %2")
                          .arg(more, most));
    qint64 sum = 0;
    if (__builtin_add_overflow(number, more, &sum))
        sum = more < 0 ? std::numeric_limits<qint64>::min() : std::numeric_limits<qint64>::max();
    if (sum > most)
        return refuse(Sentence::say("%1 permits more than the %2 that are there would make %3; the "
                                    "sum must fit in 32 bits, so it is at most %4")
                          .arg(more, number, sum, most));
    if (sum < -most)
        return refuse(Sentence::say("%1 permits fewer than the %2 that are there would make %3; "
                                    "the sum must fit in 32 bits, so it is at least %4")
                          .arg(-more, number, sum, -most));
    return {};
}

// Lapsed permits are free, but only come back to the number when a client next takes one.
Result<void> checkDrain(const Sight &sight)
{
    if (isLatch(sight))
        return fail(ErrorKind::InvalidInput, Sentence::say("a latch has no permits"));
    if (!sight.number)
        return fail(notInitialised());
    if (*sight.number > 0)
        return {};
    const qint64 lapsed = lapsedHolds(sight);
    return fail(ErrorKind::InvalidInput,
                lapsed == 0
                    ? Sentence::say("no permit is free")
                    : Sentence::say("the only free permits are %1 that have expired but are still "
                                    "listed; release those first")
                          .arg(lapsed));
}

// An open latch has no key: closing it again is left to its users, who do not expect it from
// others.
Result<void> checkCount(const Sight &sight, qint64 count)
{
    if (!isLatch(sight))
        return fail(ErrorKind::InvalidInput, Sentence::say("this is not a latch"));
    if (sight.number.value_or(0) < 1)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("the latch is open; only its own program can close it again"));
    if (count < 1 || count > std::numeric_limits<qint32>::max())
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("the count of a latch is 1 or more and fits in 32 bits; to set "
                                  "it to 0, open the latch"));
    if (count == *sight.number)
        return fail(ErrorKind::InvalidInput, Sentence::say("the latch already has this count"));
    return {};
}

void fill(Plan &plan, const Sight &sight, const Action &action)
{
    switch (action.type) {
    case ActionType::AddPermits:
        if (!sight.number)
            plan.effects.push_back(Effect::SemaphoreIsMade);
        if (!isExpirable(sight))
            plan.effects.push_back(Effect::HoldersGiveBackToo);
        give(plan, sight, action.permits);
        break;
    case ActionType::DrainPermits:
        plan.commands = {{"DECRBY", sight.name.bytes, number(*sight.number)}};
        plan.effects = {Effect::NobodyGetsPermit};
        break;
    case ActionType::ReleaseHold:
        plan.commands = {{"ZREM", permitsOf(sight), bytesOf(*holdOf(sight, action))}};
        plan.effects = {Effect::HolderLosesPermit};
        give(plan, sight, 1);
        break;
    case ActionType::ForceUnlock:
        plan.commands = {{"DEL", permitsOf(sight)}};
        plan.effects = {Effect::HolderLosesPermit};
        give(plan, sight, sight.holdsTotal.value_or(qint64(sight.holds.size())));
        break;
    case ActionType::OpenLatch:
        open(plan, sight);
        break;
    case ActionType::CountDown:
        countDown(plan, sight);
        break;
    case ActionType::Nudge:
        nudge(plan, sight);
        break;
    case ActionType::SetLatch:
        plan.commands = {{"INCRBY", sight.name.bytes, number(action.permits - *sight.number)}};
        plan.effects = {Effect::LatchStaysClosed};
        break;
    case ActionType::RemoveWaiter:
    case ActionType::SetTimeToLive:
    case ActionType::ExtendTimeToLive:
        break; // refused before
    }
}

} // namespace

std::optional<qint64> freePermits(const Sight &sight)
{
    if (!sight.number)
        return std::nullopt;
    return format::freePermits(*sight.number, lapsedHolds(sight));
}

qint64 lapsedHolds(const Sight &sight)
{
    return std::ranges::count(sight.holds, true, &SeenHold::stale);
}

QByteArray permitChannel(const QByteArray &kind, const LockName &name)
{
    return format::traitsOf(kind).isLatch() ? redisson::latchChannel(name)
                                            : redisson::semaphoreChannel(name);
}

Result<void> checkPermits(const Sight &sight, const Action &action)
{
    const auto refuse = [](const Sentence &why) { return fail(ErrorKind::InvalidInput, why); };
    const Sentence elsewhere =
        Sentence::say("its number is unknown: a NameMapper stores it under another name");
    switch (action.type) {
    case ActionType::AddPermits: {
        if (isWithoutNumber(sight))
            return refuse(elsewhere);
        if (isLatch(sight))
            return refuse(Sentence::say("a latch has no permits"));
        return checkSum(sight.number.value_or(0), action.permits);
    }
    case ActionType::DrainPermits:
        if (isWithoutNumber(sight))
            return refuse(elsewhere);
        return checkDrain(sight);
    case ActionType::ReleaseHold:
        if (isWithoutNumber(sight))
            return refuse(elsewhere);
        if (isExpirable(sight) && holdOf(sight, action) == nullptr && hasUnreadHolds(sight))
            return refuse(notAmongReadHolds(sight));
        if (!isExpirable(sight) || holdOf(sight, action) == nullptr)
            return refuse(Sentence::say("\"%1\" is not a permit taken from this semaphore")
                              .arg(visibleElided(action.owner.bytes, shownLength)));
        return {};
    case ActionType::ForceUnlock:
        if (isWithoutNumber(sight))
            return refuse(elsewhere);
        if (!isExpirable(sight) || sight.holds.empty())
            return refuse(
                isExpirable(sight)
                    ? Sentence::say("no permit is taken")
                    : Sentence::say(
                        "the permits taken have no owner; add permits, or open the latch"));
        return {};
    case ActionType::OpenLatch:
        if (!isLatch(sight))
            return refuse(Sentence::say("this is not a latch"));
        return sight.number ? Result<void>() : refuse(Sentence::say("the latch is already open"));
    case ActionType::Nudge: // its waiters listen under the name of the number
        return isWithoutNumber(sight) ? refuse(elsewhere) : checkNudge(sight);
    case ActionType::CountDown:
        if (!isLatch(sight) || sight.number.value_or(0) < 1)
            return refuse(Sentence::say("the latch has no count to decrease"));
        return {};
    case ActionType::SetLatch:
        return checkCount(sight, action.permits);
    case ActionType::RemoveWaiter:
    case ActionType::SetTimeToLive:
    case ActionType::ExtendTimeToLive:
        break;
    }
    return refuse(Sentence::say("this action is not available for locks of kind \"%1\"")
                      .arg(visibleElided(sight.kind, shownLength)));
}

Plan permitPlan(const Sight &sight, const Action &action)
{
    Plan plan;
    plan.script = scriptOf("permits", "permits_act");
    fill(plan, sight, action);
    plan.keys = {sight.name.bytes};
    if (isExpirable(sight))
        plan.keys.push_back(permitsOf(sight));
    plan.arguments = {sight.number ? number(*sight.number) : QByteArray()};
    std::vector<QByteArray> ids;
    if (action.type == ActionType::ReleaseHold)
        ids.push_back(bytesOf(*holdOf(sight, action)));
    if (action.type == ActionType::ForceUnlock) {
        for (const SeenHold &permit : sight.holds)
            ids.push_back(bytesOf(permit));
    }
    plan.arguments.push_back(action.type == ActionType::ForceUnlock ? "all"
                                 : ids.empty()                      ? "any"
                                                                    : "these");
    plan.arguments.push_back(number(qint64(ids.size())));
    plan.arguments.push_back(number(sight.holdsTotal.value_or(qint64(ids.size()))));
    plan.arguments.insert(plan.arguments.end(), ids.begin(), ids.end());
    appendCommands(plan.arguments, plan.commands);
    return plan;
}

} // namespace lockscope::admin
