// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/plans.h"
#include "core/format/redissonnames.h"

#include <algorithm>
#include <span>

namespace lockscope::admin {

namespace {

namespace redisson = format::redisson;

using Waiters = std::span<const SeenWaiter>;

QByteArray queueOf(const Sight &sight)
{
    return redisson::prefixed(redisson::queuePrefix, sight.queueName.value_or(sight.name)).bytes;
}

QByteArray timeoutsOf(const Sight &sight)
{
    return redisson::prefixed(redisson::timeoutPrefix, sight.queueName.value_or(sight.name)).bytes;
}

QByteArray channelOf(const Sight &sight)
{
    return redisson::prefixed(redisson::channelPrefix, sight.name).bytes;
}

Waiters waitersOf(const Sight &sight)
{
    return sight.waiters ? Waiters(*sight.waiters) : Waiters();
}

bool isFair(const Sight &sight)
{
    return traitsOf(sight).hasFairQueue();
}

bool isPolled(const Sight &sight)
{
    return !traitsOf(sight).wakesWhenFree;
}

// Removes waiters past their deadline from the head of the queue; returns the next one then.
const SeenWaiter *purge(Plan &plan, const Sight &sight, Waiters waiters)
{
    for (const SeenWaiter &waiter : waiters) {
        if (!waiter.isDead())
            return &waiter;
        if (&waiter == &waiters.front())
            add(plan, {Effect::DeadHeadIsRemoved});
        add(plan, {"ZREM", timeoutsOf(sight), waiter.owner.bytes});
        add(plan, {"LPOP", queueOf(sight)});
    }
    return nullptr;
}

Effect wakeOf(const SeenWaiter &waiter)
{
    if (!waiter.listening)
        return Effect::HeadMayWake;
    return *waiter.listening ? Effect::HeadOfQueueWakes : Effect::HeadListensNot;
}

void wake(Plan &plan, const Sight &sight, const SeenWaiter *waiter)
{
    if (waiter == nullptr)
        return;
    add(plan, {"PUBLISH", channelOf(sight) + ':' + waiter->owner.bytes, "0"});
    add(plan, {wakeOf(*waiter)});
}

void freeLock(Plan &plan, const Sight &sight)
{
    plan.effects = lossEffects();
    const SeenWaiter *next = purge(plan, sight, waitersOf(sight));
    add(plan, {"DEL", sight.name.bytes});
    if (isFair(sight)) {
        // If no waiter takes a fair lock, its former holder's unlock passes for a success.
        if (next == nullptr)
            std::erase(plan.effects, Effect::HolderUnlockFails);
        wake(plan, sight, next);
    } else {
        // For a spin lock as well: only the user tells a spin lock from the locks that look the
        // same.
        add(plan, {"PUBLISH", channelOf(sight), "0"});
        if (isPolled(sight))
            add(plan, {Effect::NobodyIsWoken});
        else
            add(plan, {Effect::OneWaiterWakes});
    }
    if (traitsOf(sight).hasFencingToken)
        add(plan, {Effect::TokenIsKept});
}

void forceUnlock(Plan &plan, const Sight &sight)
{
    plan.script = scriptOf("mutex", "mutex_force_unlock");
    freeLock(plan, sight);
}

void release(Plan &plan, const Sight &sight, const Action &action)
{
    plan.script = scriptOf("mutex", "mutex_release");
    const SeenHold &hold = *holdOf(sight, action);
    const bool keeps = keepsCount(hold, action);
    plan.arguments.push_back(hold.owner.bytes);
    plan.arguments.push_back(keeps ? "1" : "0");
    if (keeps) {
        add(plan, {"HINCRBY", sight.name.bytes, hold.owner.bytes, "-1"});
        add(plan, {Effect::HolderKeepsLock, Effect::HolderSharesOwner});
    } else if (sight.holds.size() > 1) {
        // Two owners of one exclusive lock: something went wrong before, the other one stays.
        add(plan, {"HDEL", sight.name.bytes, hold.owner.bytes});
        plan.effects = lossEffects();
    } else {
        freeLock(plan, sight);
    }
}

void nudge(Plan &plan, const Sight &sight)
{
    plan.script = scriptOf("mutex", "mutex_nudge");
    if (isFair(sight)) {
        const SeenWaiter *next = purge(plan, sight, waitersOf(sight));
        wake(plan, sight, next);
        if (next == nullptr)
            add(plan, {Effect::NobodyWaits});
    } else {
        add(plan, {"PUBLISH", channelOf(sight), "0"});
        add(plan, {Effect::OneWaiterWakes});
    }
}

void setTimeToLive(Plan &plan, const Sight &sight, const Action &action)
{
    plan.script = scriptOf("mutex", "mutex_set_ttl");
    for (const QByteArray &argument : spanArguments(action))
        plan.arguments.push_back(argument);
    add(plan, {"PEXPIRE", sight.name.bytes, number(newTimeToLive(sight, action).count())});
    plan.effects = spanEffects(sight, action);
    if (isShorter(sight, action)) {
        if (!isFair(sight))
            add(plan, {"PUBLISH", channelOf(sight), "1"});
        else if (const Waiters waiters = waitersOf(sight); !waiters.empty())
            add(plan, {"PUBLISH", channelOf(sight) + ':' + waiters.front().owner.bytes, "0"});
        if (!isPolled(sight))
            add(plan, {Effect::WaitersLearnNewTime});
    }
    add(plan, {Effect::NextRenewalOverrides});
}

// The part of the removed waiter's time that is in the deadlines behind it: see
// fair_remove_waiter.lua.
Millis shareOf(const Sight &sight, std::size_t place)
{
    const Waiters waiters = waitersOf(sight);
    Millis from = std::max(Millis(0), sight.timeToLive.value_or(Millis(0)));
    if (place > 0)
        from = std::max(from, waiters[place - 1].timeLeft.value_or(Millis(0)));
    return std::max(Millis(0), waiters[place].timeLeft.value_or(Millis(0)) - from);
}

void removeWaiter(Plan &plan, const Sight &sight, const Action &action)
{
    plan.script = scriptOf("mutex", "fair_remove_waiter");
    const Waiters waiters = waitersOf(sight);
    const auto seenPlace = placeOf(sight, action.owner);
    const std::size_t place = seenPlace.value_or(waiters.size());
    const Waiters behind = seenPlace ? waiters.subspan(place + 1) : Waiters();
    plan.arguments.push_back(number(static_cast<qint64>(place) + 1));
    for (const SeenWaiter &waiter : waiters.first(place))
        plan.arguments.push_back(waiter.owner.bytes);
    plan.arguments.push_back(action.owner.bytes);
    plan.arguments.push_back(seenPlace ? "0" : "1");

    add(plan, {"LREM", queueOf(sight), "0", action.owner.bytes});
    add(plan, {"ZREM", timeoutsOf(sight), action.owner.bytes});
    add(plan, {Effect::WaiterLosesPlace});
    const Millis share = seenPlace ? shareOf(sight, place) : Millis(0);
    bool moved = false;
    for (const SeenWaiter &waiter : behind) {
        if (share == Millis(0) || !waiter.timeLeft)
            continue;
        moved = true;
        add(plan, {"ZINCRBY", timeoutsOf(sight), '-' + number(share.count()), waiter.owner.bytes});
    }
    if (sight.waitersTotal) {
        moved = true;
        add(plan,
            {"ZINCRBY", timeoutsOf(sight), "<its share>", "<each behind it that was not read>"});
    }
    if (moved)
        add(plan, {Effect::LaterDeadlinesMoveUp});
    if (place == 0 && sight.holds.empty())
        wake(plan, sight, purge(plan, sight, behind));
}

} // namespace

Plan mutexPlan(const Sight &sight, const Action &action)
{
    Plan plan;
    plan.keys = {sight.name.bytes, queueOf(sight), timeoutsOf(sight),
                 redisson::prefixed(redisson::tokenPrefix, sight.name).bytes};
    plan.arguments = {channelOf(sight), isFair(sight) ? "1" : "0",
                      sight.fencingToken ? number(*sight.fencingToken) : QByteArray(),
                      number(static_cast<qint64>(sight.holds.size()))};
    for (const SeenHold &hold : sight.holds) {
        plan.arguments.push_back(hold.owner.bytes);
        plan.arguments.push_back(number(hold.count));
    }
    switch (action.type) {
    case ActionType::ForceUnlock:
        forceUnlock(plan, sight);
        break;
    case ActionType::ReleaseHold:
        release(plan, sight, action);
        break;
    case ActionType::RemoveWaiter:
        removeWaiter(plan, sight, action);
        break;
    case ActionType::Nudge:
        nudge(plan, sight);
        break;
    case ActionType::SetTimeToLive:
    case ActionType::ExtendTimeToLive:
        setTimeToLive(plan, sight, action);
        break;
    case ActionType::AddPermits:
    case ActionType::DrainPermits:
    case ActionType::OpenLatch:
    case ActionType::CountDown:
    case ActionType::SetLatch:
        break; // refused before: of other kinds
    }
    return plan;
}

} // namespace lockscope::admin
