// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/actionrules.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/client/watchclient.h"
#include "ui/wording/said.h"
#include "ui/wording/sightof.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <tuple>

namespace lockscope::ui {

using admin::ActionType;

namespace {

struct ActionRulesWords {
    Q_DECLARE_TR_FUNCTIONS(ActionRules)
};

constexpr Millis sampleTimeToLive = std::chrono::seconds(30);

using Held = std::tuple<OwnerId, format::Mode, qint64>;

// A hash tells its fields in any order.
std::vector<Held> held(const admin::Sight &sight)
{
    std::vector<Held> all;
    for (const admin::SeenHold &hold : sight.holds)
        all.emplace_back(hold.owner, hold.mode, hold.count);
    std::sort(all.begin(), all.end());
    return all;
}

// The owners of the queue from its head to this one; empty: it is not in it.
std::vector<OwnerId> queueUpTo(const OwnerId &owner, const admin::Sight &sight)
{
    std::vector<OwnerId> owners;
    if (!sight.waiters)
        return owners;
    for (const admin::SeenWaiter &waiter : *sight.waiters) {
        owners.push_back(waiter.owner);
        if (waiter.owner == owner)
            return owners;
    }
    return {};
}

// The count of a semaphore or a latch. Holders of permits with a lease are listed as for any lock.
QString countText(const admin::Sight &sight)
{
    if (format::traitsOf(sight.kind).isLatch())
        return sight.number ? ActionRulesWords::tr("Count: %1.").arg(*sight.number)
                            : ActionRulesWords::tr("The latch is open.");
    const auto free = admin::freePermits(sight);
    if (!free)
        return ActionRulesWords::tr("The semaphore is not initialised.");
    const qint64 lapsed = admin::lapsedHolds(sight);
    return lapsed == 0 ? ActionRulesWords::tr("Free permits: %1.").arg(*free)
                       : ActionRulesWords::tr("Free permits: %1 (expired but still listed: %2).")
                             .arg(*free)
                             .arg(lapsed);
}

} // namespace

bool suits(ActionType type, const QByteArray &kind)
{
    const format::KindTraits &traits = format::traitsOf(kind);
    switch (type) {
    case ActionType::Nudge:
        return true;
    case ActionType::ForceUnlock:
    case ActionType::ReleaseHold:
        return !traits.isBareNumber();
    case ActionType::RemoveWaiter:
    case ActionType::SetTimeToLive:
    case ActionType::ExtendTimeToLive:
        return !traits.isNumber();
    case ActionType::AddPermits:
    case ActionType::DrainPermits:
        return traits.isSemaphore();
    case ActionType::SetLatch:
    case ActionType::CountDown:
    case ActionType::OpenLatch:
        return traits.isLatch();
    }
    return false;
}

bool isForSeveral(ActionType type)
{
    return admin::takesHoldAway(type) || type == ActionType::Nudge
        || type == ActionType::SetTimeToLive || type == ActionType::ExtendTimeToLive;
}

Result<admin::Action> actionOn(const admin::Action &action, const watch::LockRecord &lock)
{
    admin::Action own = action;
    if (action.type != ActionType::ReleaseHold)
        return own;
    const auto isHis = [&](const watch::HoldRecord &hold) { return hold.owner == action.owner; };
    const auto holds = std::count_if(lock.holds.begin(), lock.holds.end(), isHis);
    const auto read = static_cast<qint64>(lock.holds.size());
    if (const qint64 total = watch::holdCount(lock); holds == 0 && total > read)
        return fail(ErrorKind::InvalidInput, wording::said(admin::notAmongReadHolds(read, total)));
    if (holds == 0)
        return fail(ErrorKind::InvalidInput, ActionRulesWords::tr("not held by this owner"));
    if (holds > 1)
        return fail(ErrorKind::InvalidInput,
                    ActionRulesWords::tr(
                        "this owner has a read hold and a write hold; release them one at a time"));
    own.mode = std::find_if(lock.holds.begin(), lock.holds.end(), isHis)->mode;
    own.allHolds = true;
    return own;
}

QString reasonAgainstWriting(const admin::Place &place)
{
    if (place.isRecorded)
        return ActionRulesWords::tr("this is a record; the past cannot be changed");
    if (place.isActingLocked)
        return ActionRulesWords::tr("acting is locked; unlock it at the right end of the menu bar");
    if (!place.readOnly)
        return {};
    const QString &profile = place.guardedBy.isEmpty() ? place.profile : place.guardedBy;
    if (profile.isEmpty())
        return ActionRulesWords::tr("the connection to this server is read-only");
    return ActionRulesWords::tr("the profile %1 is read-only")
        .arg(visibleElided(profile.toUtf8(), 64));
}

QString reasonAgainstAny(const ActionSubject &subject)
{
    if (const QString reason = reasonAgainstWriting(subject.place); !reason.isEmpty())
        return reason;
    if (!subject.isServerUp)
        return ActionRulesWords::tr("the server is down; the data shown may be out of date");
    if (!subject.lock)
        return ActionRulesWords::tr("the lock no longer exists");
    return {};
}

ActionSubject subjectOf(WatchClient &client, const watch::LockId &id, Instant now)
{
    ActionSubject subject{id, client.locks().find(id), client.servers().placeOf(id.deployment),
                          false, now};
    const watch::ServerRecord *server = subject.lock ? client.servers().find(subject.lock->serverId)
                                                     : client.servers().find(id.deployment);
    subject.isServerUp = server && server->state == watch::ServerState::Up;
    subject.keyspace = wording::keyspaceOf(server);
    return subject;
}

admin::Action proposedAction(ActionType type, const watch::LockRecord &lock,
                             const ActionChoice &choice)
{
    admin::Action action;
    action.type = type;
    if (type == ActionType::ReleaseHold) {
        if (choice.hold)
            std::tie(action.owner, action.mode) = *choice.hold;
        else if (!lock.holds.empty())
            std::tie(action.owner, action.mode) =
                std::tie(lock.holds.front().owner, lock.holds.front().mode);
        // Other libraries know no counts that could be given back one by one.
        action.allHolds = !format::libraryTraitsOf(*lock.library).countsHolds;
    } else if (type == ActionType::RemoveWaiter) {
        if (choice.waiter)
            action.owner = *choice.waiter;
        else if (lock.waiters && !lock.waiters->empty())
            action.owner = lock.waiters->front().owner;
    } else if (type == ActionType::SetTimeToLive || type == ActionType::ExtendTimeToLive) {
        action.timeToLive = sampleTimeToLive;
    } else if (type == ActionType::AddPermits) {
        action.permits = 1;
    } else if (type == ActionType::SetLatch) {
        action.permits = lock.permits ? lock.permits->available + 1 : 1;
    }
    return action;
}

QString reasonAgainst(ActionType type, const ActionSubject &subject, const ActionChoice &choice)
{
    if (const QString reason = reasonAgainstAny(subject); !reason.isEmpty())
        return reason;
    return reasonAgainst(proposedAction(type, *subject.lock, choice), subject);
}

QString reasonAgainst(const admin::Action &action, const ActionSubject &subject)
{
    if (const QString reason = reasonAgainstAny(subject); !reason.isEmpty())
        return reason;
    const auto plan = admin::makePlan(sightOf(subject), action, subject.keyspace);
    return plan ? QString() : wording::errorSentence(plan.error());
}

admin::Sight sightOf(const ActionSubject &subject)
{
    return wording::sightOf(*subject.lock, subject.at);
}

bool hasChanged(const admin::Action &action, const admin::Sight &seen, const admin::Sight &now)
{
    if (seen.kind != now.kind || seen.number != now.number || seen.fencingToken != now.fencingToken
        || held(seen) != held(now) || seen.waiters.has_value() != now.waiters.has_value())
        return true;
    return action.type == ActionType::RemoveWaiter
        && queueUpTo(action.owner, seen) != queueUpTo(action.owner, now);
}

QString sightText(const admin::Sight &sight, const wording::OwnerAliases &aliases)
{
    QStringList sentences;
    const bool isCounted = format::traitsOf(sight.kind).isNumber();
    if (isCounted)
        sentences += countText(sight);
    if (!sight.holds.empty())
        sentences += ActionRulesWords::tr("Held by %1.").arg(wording::holdersOf(sight, aliases));
    else if (!isCounted)
        sentences += ActionRulesWords::tr("The lock has no holder.");
    if (sight.waiters)
        sentences +=
            ActionRulesWords::tr("In the queue: %1.")
                .arg(sight.waitersTotal.value_or(static_cast<qint64>(sight.waiters->size())));
    else if (sight.waitingConnections)
        sentences +=
            ActionRulesWords::tr("Waiting connections: %1.").arg(*sight.waitingConnections);
    else
        sentences += ActionRulesWords::tr("The waiters are unknown.");
    if (!sight.holds.empty() || (isCounted && sight.timeToLive))
        sentences += sight.timeToLive
            ? ActionRulesWords::tr("Time to live: %1.").arg(wording::span(*sight.timeToLive))
            : ActionRulesWords::tr("The lock has no expiry.");
    return sentences.join(u' ');
}

QString actionTitle(ActionType type)
{
    switch (type) {
    case ActionType::ForceUnlock:
        return ActionRulesWords::tr("Force-unlock");
    case ActionType::ReleaseHold:
        return ActionRulesWords::tr("Release hold");
    case ActionType::RemoveWaiter:
        return ActionRulesWords::tr("Remove waiter");
    case ActionType::Nudge:
        return ActionRulesWords::tr("Nudge waiters");
    case ActionType::SetTimeToLive:
        return ActionRulesWords::tr("Set time to live");
    case ActionType::ExtendTimeToLive:
        return ActionRulesWords::tr("Extend time to live");
    case ActionType::AddPermits:
        return ActionRulesWords::tr("Add permits");
    case ActionType::DrainPermits:
        return ActionRulesWords::tr("Take free permits");
    case ActionType::SetLatch:
        return ActionRulesWords::tr("Set the latch");
    case ActionType::CountDown:
        return ActionRulesWords::tr("Count the latch down");
    case ActionType::OpenLatch:
        return ActionRulesWords::tr("Open the latch");
    }
    return {};
}

} // namespace lockscope::ui
