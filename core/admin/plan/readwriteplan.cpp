// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/plans.h"
#include "core/format/redissonnames.h"

#include <algorithm>

namespace lockscope::admin {

namespace {

namespace redisson = format::redisson;
using format::Mode;

// The limits of the time-out keys that are acted on: the newest of each reader, and of all readers.
// A count may say anything; the other keys of a reader that is nested more deeply expire.
constexpr qint64 keysOfReader = 100;
constexpr qint64 keysOfLock = 5000;

QByteArray channelOf(const Sight &sight)
{
    return redisson::prefixed(redisson::readWriteChannelPrefix, sight.name).bytes;
}

QByteArray fieldOf(const SeenHold &hold)
{
    return hold.mode == Mode::Write ? writeField(hold.owner) : hold.owner.bytes;
}

// The time-out keys of one reader, ascending: the last is that of its last hold.
redis::Arguments timeoutKeys(const Sight &sight, const SeenHold &hold)
{
    redis::Arguments keys;
    if (hold.mode == Mode::Write)
        return keys;
    const auto readers = static_cast<qint64>(sight.holds.size());
    const qint64 limit = std::clamp<qint64>(keysOfLock / readers, 1, keysOfReader);
    // A count may be the highest number there is: not to be counted up to.
    const qint64 number = std::min(limit, hold.count);
    for (qint64 i = 0; i < number; ++i)
        keys.push_back(redisson::tagged(sight.name) + ':' + hold.owner.bytes
                       + ":rwlock_timeout:" + QByteArray::number(hold.count - number + 1 + i));
    return keys;
}

void addDelete(Plan &plan, const redis::Arguments &keys)
{
    if (keys.empty())
        return; // of a hold that counts nothing
    redis::Arguments command{"DEL"};
    command.insert(command.end(), keys.begin(), keys.end());
    add(plan, std::move(command));
}

void wakeAll(Plan &plan, const Sight &sight)
{
    add(plan, {"PUBLISH", channelOf(sight), "1"});
    add(plan, {Effect::AllWaitersWake});
}

void forceUnlock(Plan &plan, const Sight &sight)
{
    plan.script = scriptOf("readwrite", "readwrite_force_unlock");
    plan.effects = lossEffects();
    add(plan, {"DEL", sight.name.bytes});
    // Of very many readers only their number is bound: their own keys expire.
    for (const SeenHold &hold : sight.holds) {
        if (hold.mode != Mode::Write && !sight.holdsTotal)
            addDelete(plan, timeoutKeys(sight, hold));
    }
    wakeAll(plan, sight);
}

bool hasWriter(const Sight &sight)
{
    return std::any_of(sight.holds.begin(), sight.holds.end(),
                       [](const SeenHold &hold) { return hold.mode == Mode::Write; });
}

// The remaining time of the readers that stay: nothing if none of them is alive.
struct Remaining {
    bool anybody = false;
    bool endless = false;
    Millis longest{0};
};

Remaining remaining(const Sight &sight, const SeenHold *without)
{
    Remaining rest;
    for (const SeenHold &hold : sight.holds) {
        if (hold.mode == Mode::Write || hold.stale || &hold == without)
            continue;
        rest.anybody = true;
        rest.endless = rest.endless || !hold.timeToLive;
        rest.longest = std::max(rest.longest, hold.timeToLive.value_or(Millis(0)));
    }
    return rest;
}

void releaseWrite(Plan &plan, const Sight &sight, const SeenHold &hold, bool keeps)
{
    const QByteArray field = fieldOf(hold);
    if (keeps) {
        add(plan, {"HINCRBY", sight.name.bytes, field, "-1"});
        add(plan, {Effect::HolderKeepsLock, Effect::HolderSharesOwner});
        return;
    }
    plan.effects = lossEffects();
    if (remaining(sight, nullptr).anybody) {
        add(plan, {"HDEL", sight.name.bytes, field});
        add(plan, {"HSET", sight.name.bytes, "mode", "read"});
    } else {
        add(plan, {"DEL", sight.name.bytes});
    }
    wakeAll(plan, sight);
}

void releaseRead(Plan &plan, const Sight &sight, const SeenHold &hold, bool keeps)
{
    const redis::Arguments keys = timeoutKeys(sight, hold); // the newest last
    const bool writer = hasWriter(sight);
    const Remaining rest = remaining(sight, keeps ? nullptr : &hold);
    redis::Arguments ended = keys;
    if (keeps)
        ended.erase(ended.begin(), ended.end() - 1);
    addDelete(plan, ended);
    const bool ends = !rest.anybody && !writer; // also when counts are left that are dead
    if (keeps && !ends)
        add(plan, {Effect::HolderKeepsLock, Effect::HolderSharesOwner});
    else
        plan.effects = lossEffects();
    if (ends) {
        add(plan, {"DEL", sight.name.bytes});
        wakeAll(plan, sight);
        return;
    }
    if (keeps)
        add(plan, {"HINCRBY", sight.name.bytes, hold.owner.bytes, "-1"});
    else
        add(plan, {"HDEL", sight.name.bytes, hold.owner.bytes});
    if (rest.anybody && !rest.endless && !writer)
        add(plan, {"PEXPIRE", sight.name.bytes, number(rest.longest.count())});
}

void release(Plan &plan, const Sight &sight, const Action &action)
{
    plan.script = scriptOf("readwrite", "readwrite_release");
    const SeenHold &hold = *holdOf(sight, action);
    const bool keeps = keepsCount(hold, action);
    plan.arguments.push_back(fieldOf(hold));
    plan.arguments.push_back(keeps ? "1" : "0");
    if (hold.mode == Mode::Write)
        releaseWrite(plan, sight, hold, keeps);
    else
        releaseRead(plan, sight, hold, keeps);
}

void nudge(Plan &plan, const Sight &sight)
{
    plan.script = scriptOf("readwrite", "readwrite_nudge");
    wakeAll(plan, sight);
}

void setTimeToLive(Plan &plan, const Sight &sight, const Action &action)
{
    plan.script = scriptOf("readwrite", "readwrite_set_ttl");
    for (const QByteArray &argument : spanArguments(action))
        plan.arguments.push_back(argument);
    add(plan, {"PEXPIRE", sight.name.bytes, number(newTimeToLive(sight, action).count())});
    for (const SeenHold &hold : sight.holds) {
        if (hold.stale)
            continue;
        Sight own;
        own.timeToLive = hold.timeToLive ? hold.timeToLive : sight.timeToLive;
        for (const QByteArray &key : timeoutKeys(sight, hold))
            add(plan, {"PEXPIRE", key, number(newTimeToLive(own, action).count())});
    }
    plan.effects = spanEffects(sight, action);
    if (isShorter(sight, action)) {
        add(plan, {"PUBLISH", channelOf(sight), "1"});
        add(plan, {Effect::WaitersLearnNewTime});
    }
    add(plan, {Effect::NextRenewalOverrides});
}

} // namespace

Plan readWritePlan(const Sight &sight, const Action &action)
{
    Plan plan;
    plan.keys = {sight.name.bytes};
    plan.arguments = {channelOf(sight)};
    if (sight.holdsTotal) { // in place of each hold their number, with the mode among the fields
        plan.arguments.push_back("part");
        plan.arguments.push_back(hasWriter(sight) ? "write" : "read");
        plan.arguments.push_back(number(*sight.holdsTotal + 1));
    } else {
        plan.arguments.push_back(number(static_cast<qint64>(sight.holds.size())));
    }
    for (const SeenHold &hold : sight.holdsTotal ? std::vector<SeenHold>() : sight.holds) {
        const redis::Arguments keys = timeoutKeys(sight, hold); // the newest last
        plan.keys.insert(plan.keys.end(), keys.begin(), keys.end());
        plan.arguments.push_back(fieldOf(hold));
        plan.arguments.push_back(number(hold.count));
        plan.arguments.push_back(number(static_cast<qint64>(keys.size())));
    }
    switch (action.type) {
    case ActionType::ForceUnlock:
        forceUnlock(plan, sight);
        break;
    case ActionType::ReleaseHold:
        release(plan, sight, action);
        break;
    case ActionType::Nudge:
        nudge(plan, sight);
        break;
    case ActionType::SetTimeToLive:
    case ActionType::ExtendTimeToLive:
        setTimeToLive(plan, sight, action);
        break;
    case ActionType::RemoveWaiter:
        break; // refused before: such a lock has no queue
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
