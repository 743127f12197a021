// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/plan.h"

#include "core/admin/plan/plans.h"
#include "core/base/text.h"
#include "core/format/redissonnames.h"

#include <QFile>

#include <algorithm>
#include <map>
#include <mutex>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

constexpr Millis longestSpan = std::chrono::hours(24 * 366);

QByteArray part(const char *name)
{
    QFile file(u":/lockscope/admin/%1.lua"_s.arg(QLatin1StringView(name)));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no script %s", name);
    return file.readAll();
}

using Family = format::KindTraits::Family;

// The family that the table names, if the lock was seen as its plan expects it: one string or field
// has one holder. The waiters of a signalled string sleep on a list whose name follows from a name
// that begins with lock:, and with any other name it is deleted like a plain string.
Family familyOf(const Sight &sight)
{
    const Family family = traitsOf(sight).family;
    const bool isOne = sight.holds.size() <= 1;
    switch (family) {
    case Family::String:
    case Family::Majority:
    case Family::OwnerField:
        return isOne ? family : Family::None;
    case Family::SignalString:
        return isOne && !sight.name.bytes.startsWith("lock:") ? Family::String : family;
    default:
        return family;
    }
}

bool isLibrary(Family family)
{
    return family >= Family::SignalString;
}

Result<void> checkLock(const Sight &sight)
{
    if (sight.isGuess)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("only its value looks like a lock, and Lockscope does not act on "
                                  "a guess; give its kind, or pin it in the profile"));
    if (familyOf(sight) == Family::None)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("a lock of the kind \"%1\" (%2) cannot be acted on safely")
                        .arg(visibleElided(sight.kind, shownLength),
                             visibleElided(sight.library, shownLength)));
    return {};
}

// True for actions on a lock with more holds or waiters than are read that can be bound to their
// number in place of each of them; all holds of a lock with a queue are read, even of a long queue.
bool canBeDonePartlySeen(const Sight &sight, const Action &action)
{
    switch (familyOf(sight)) {
    case Family::Mutex:
        return sight.waitersTotal.has_value();
    case Family::ReadWrite:
        return sight.holdsTotal
            && (action.type == ActionType::ForceUnlock || action.type == ActionType::Nudge);
    case Family::Permits:
        return sight.holdsTotal.has_value();
    default:
        return false;
    }
}

// Nothing of such a hold can be given back, and its lock blocks all others all the same.
bool hasEmptyHold(const Sight &sight)
{
    return std::any_of(sight.holds.begin(), sight.holds.end(),
                       [](const SeenHold &hold) { return hold.count < 1; });
}

Result<void> checkWaiter(const Sight &sight, const Action &action)
{
    if (!traitsOf(sight).hasFairQueue() || !sight.waiters)
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say(
                "only a fair lock has a queue; the waiters of this lock are not stored in Redis"));
    if (action.owner.bytes.isEmpty() && sight.waiters->empty() && !sight.waitersTotal)
        return fail(ErrorKind::InvalidInput, Sentence::say("the queue is empty"));
    // Behind those that were read, the script finds out whether it is there.
    if (!placeOf(sight, action.owner) && !sight.waitersTotal)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("\"%1\" is not in this queue")
                        .arg(visibleElided(action.owner.bytes, shownLength)));
    return {};
}

Result<void> checkNudge(const Sight &sight)
{
    const Family family = familyOf(sight);
    if (family == Family::String)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("waiters of a string lock poll, so there is nothing to wake"));
    if (family == Family::Mutex && !traitsOf(sight).wakesWhenFree)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("waiters of a spin lock poll, so there is nothing to wake"));
    if (family == Family::Majority)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("the server notifies the waiters of this kind of lock, so there "
                                  "is nothing to wake"));
    if (traitsOf(sight).hasFairQueue() && sight.waiters->empty())
        return fail(ErrorKind::InvalidInput, Sentence::say("the queue is empty"));
    return {};
}

Result<void> checkSpan(Millis span)
{
    if (span <= Millis(0))
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("a time to live must be greater than zero, for example 30s"));
    if (span > longestSpan)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("a time to live can be at most 366 days"));
    return {};
}

Result<void> checkExtension(const Sight &sight, const Action &action)
{
    if (auto span = checkSpan(action.timeToLive); !span)
        return span;
    if (!sight.timeToLive)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("this lock has no expiry to extend; set a time to live"));
    return checkSpan(newTimeToLive(sight, action));
}

Result<void> checkAction(const Sight &sight, const Action &action)
{
    if (familyOf(sight) == Family::Permits)
        return checkPermits(sight, action);
    if (hasEmptyHold(sight) && action.type != ActionType::ForceUnlock)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("a hold of this lock has no count; only a force-unlock ends it"));
    if (action.type >= ActionType::AddPermits)
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say("only Redisson semaphores have permits, and only latches have a count"));
    const Family family = familyOf(sight);
    // A release has to wake the next waiter of the queue.
    if (family == Family::Mutex && traitsOf(sight).hasFairQueue() && !sight.waiters)
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say(
                "the waiters in the queue are unknown, so Lockscope does not act on the lock"));
    if (isLibrary(family) || family == Family::FasterMulti) {
        if (auto possible = checkLibrary(sight, action); !possible)
            return possible;
        if (action.type == ActionType::RemoveWaiter || action.type == ActionType::Nudge)
            return {};
    }
    if (action.type == ActionType::RemoveWaiter)
        return checkWaiter(sight, action);
    if (action.type == ActionType::Nudge)
        return checkNudge(sight);
    if (sight.holds.empty())
        return fail(ErrorKind::InvalidInput, Sentence::say("this lock has no holder"));
    if (action.type == ActionType::ReleaseHold && holdOf(sight, action) == nullptr)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("\"%1\" does not hold this lock")
                        .arg(visibleElided(action.owner.bytes, shownLength)));
    if (action.type == ActionType::SetTimeToLive)
        return checkSpan(action.timeToLive);
    if (action.type == ActionType::ExtendTimeToLive)
        return checkExtension(sight, action);
    return {};
}

Plan planOf(const Sight &sight, const Action &action)
{
    switch (familyOf(sight)) {
    case Family::Mutex:
        return mutexPlan(sight, action);
    case Family::ReadWrite:
        return readWritePlan(sight, action);
    case Family::Permits:
        return permitPlan(sight, action);
    case Family::String:
        return stringPlan(sight, action);
    case Family::Majority:
        return majorityPlan(sight, action);
    case Family::FasterMulti:
        return fasterMultiPlan(sight, action);
    case Family::None: // refused before
        return {};
    default: // of other libraries
        return libraryPlan(sight, action);
    }
}

// As announce() of common.lua: to a watch, before the hold goes.
bool isAnnounced(const Sight &sight, const Action &action)
{
    const Family family = familyOf(sight);
    return (family == Family::Mutex || family == Family::ReadWrite || family == Family::FasterMulti)
        && takesHoldAway(action.type);
}

// Nobody listens to the channel. What is published stays: somebody may have come since.
void wakeNobody(Plan &plan)
{
    const auto promised = std::erase_if(plan.effects, [](Effect effect) {
        return effect == Effect::OneWaiterWakes || effect == Effect::AllWaitersWake
            || effect == Effect::AsManyWaitersWake;
    });
    if (promised > 0 && plan.action.type == ActionType::Nudge)
        add(plan, {Effect::NobodyWaits});
}

// True only of a holder that still has the lock.
bool isOfLiveHolder(Effect effect)
{
    return effect == Effect::HolderLosesLock || effect == Effect::HolderNeverNotices
        || effect == Effect::HolderKeepsLock || effect == Effect::HolderSharesOwner
        || effect == Effect::HolderLosesPermit;
}

// A permit or a reader whose time has passed stays listed until somebody tidies it away: its holder
// lost it then, and loses nothing now.
void tellOfLapsed(Plan &plan)
{
    if (!takesHoldAway(plan.action.type))
        return;
    const bool isRelease = plan.action.type == ActionType::ReleaseHold;
    const SeenHold *const own = isRelease ? holdOf(plan.sight, plan.action) : nullptr;
    qint64 lapsed = 0;
    qint64 live = !isRelease && hasUnreadHolds(plan.sight) ? 1 : 0; // of those nothing is known
    for (const SeenHold &hold : plan.sight.holds) {
        if (own == nullptr || own == &hold)
            ++(hold.stale ? lapsed : live);
    }
    if (lapsed == 0)
        return;
    if (live == 0)
        std::erase_if(plan.effects, isOfLiveHolder);
    plan.effects.insert(plan.effects.begin(), Effect::HoldHasLapsed);
}

} // namespace

void add(Plan &plan, redis::Arguments command)
{
    plan.commands.push_back(std::move(command));
}

void add(Plan &plan, std::initializer_list<Effect> effects)
{
    plan.effects.insert(plan.effects.end(), effects);
}

bool takesHoldAway(ActionType type)
{
    return type == ActionType::ForceUnlock || type == ActionType::ReleaseHold;
}

QByteArray name(ActionType type)
{
    switch (type) {
    case ActionType::ForceUnlock:
        return "force-unlock";
    case ActionType::ReleaseHold:
        return "release";
    case ActionType::RemoveWaiter:
        return "remove-waiter";
    case ActionType::Nudge:
        return "nudge";
    case ActionType::SetTimeToLive:
        return "set-ttl";
    case ActionType::ExtendTimeToLive:
        return "extend-ttl";
    case ActionType::AddPermits:
        return "add-permits";
    case ActionType::DrainPermits:
        return "drain-permits";
    case ActionType::OpenLatch:
        return "open-latch";
    case ActionType::CountDown:
        return "count-down";
    case ActionType::SetLatch:
        return "set-latch";
    }
    return {};
}

QByteArray name(const Action &action)
{
    const bool isTaking = action.type == ActionType::AddPermits && action.permits < 0;
    return isTaking ? "take-permits"_ba : name(action.type);
}

Result<Plan> makePlan(const Sight &sight, const Action &action, Keyspace keyspace)
{
    if (auto lock = checkLock(sight); !lock)
        return fail(lock.error());
    if (sight.truncated && !canBeDonePartlySeen(sight, action))
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say(
                "the lock is larger than the part that was read, so Lockscope does not act on it"));
    if (auto possible = checkAction(sight, action); !possible)
        return fail(possible.error());
    Plan plan = planOf(sight, action);
    plan.sight = sight;
    plan.action = action;
    if (isAnnounced(sight, action))
        plan.commands.insert(
            plan.commands.begin(),
            {"PUBLISH", plan.arguments.front(), format::redisson::takenAwayMessage});
    tellOfLapsed(plan);
    if (sight.waitingConnections == 0)
        wakeNobody(plan);
    if (keyspace == Keyspace::Whole)
        return plan;
    return onCluster(std::move(plan), keyspace == Keyspace::ShardedCluster);
}

Result<std::vector<PlanPart>> partsOf(const Sight &sight, const Action &action)
{
    const Family family = familyOf(sight);
    if (family == Family::Majority)
        return majorityParts(sight, action);
    if (isLibrary(family))
        return libraryParts(sight, action);
    return fail(ErrorKind::InvalidInput,
                Sentence::say("the keys of this lock are in several hash slots of the cluster, and "
                              "its library changes them in one step only"));
}

bool hasUnreadHolds(const Sight &sight)
{
    return sight.holdsTotal.value_or(0) > static_cast<qint64>(sight.holds.size());
}

Sentence notAmongReadHolds(const Sight &sight)
{
    const auto read = static_cast<qint64>(sight.holds.size());
    return notAmongReadHolds(read, sight.holdsTotal.value_or(read));
}

Sentence notAmongReadHolds(qint64 read, qint64 total)
{
    return Sentence::say("only %1 of %2 holds were read, and none of these is this owner's, so "
                         "Lockscope does not act on it")
        .arg(read, total);
}

// Put together and digested once: reasons against actions are asked for again and again.
redis::Script scriptOf(const char *family, const char *action)
{
    static std::mutex mutex;
    static std::map<std::pair<QByteArray, QByteArray>, redis::Script> made;
    const std::scoped_lock lock(mutex);
    const auto [at, isNew] = made.try_emplace({family, action});
    if (isNew) {
        const QByteArray own = part(family) + part(action);
        at->second = redis::Script::of(part("common") + own);
        at->second.inCluster = std::make_shared<const redis::Script>(
            redis::Script::of(part("common") + part("in_cluster") + own));
    }
    return at->second;
}

const SeenHold *holdOf(const Sight &sight, const Action &action)
{
    const auto found =
        std::find_if(sight.holds.begin(), sight.holds.end(), [&](const SeenHold &hold) {
            return hold.owner == action.owner && hold.mode == action.mode;
        });
    return found == sight.holds.end() ? nullptr : &*found;
}

std::optional<std::size_t> placeOf(const Sight &sight, const OwnerId &waiter)
{
    if (!sight.waiters)
        return std::nullopt;
    const auto found = std::find_if(sight.waiters->begin(), sight.waiters->end(),
                                    [&](const SeenWaiter &seen) { return seen.owner == waiter; });
    if (found == sight.waiters->end())
        return std::nullopt;
    return static_cast<std::size_t>(found - sight.waiters->begin());
}

bool keepsCount(const SeenHold &hold, const Action &action)
{
    return !action.allHolds && hold.count > 1;
}

bool setsTime(const Action &action)
{
    return action.type == ActionType::SetTimeToLive || action.type == ActionType::ExtendTimeToLive;
}

Millis newTimeToLive(const Sight &sight, const Action &action)
{
    if (action.type == ActionType::SetTimeToLive)
        return action.timeToLive;
    return std::max(Millis(0), sight.timeToLive.value_or(Millis(0))) + action.timeToLive;
}

std::vector<QByteArray> spanArguments(const Action &action)
{
    return {number(action.timeToLive.count()),
            action.type == ActionType::ExtendTimeToLive ? "1" : "0"};
}

bool isShorter(const Sight &sight, const Action &action)
{
    return !sight.timeToLive || *sight.timeToLive > newTimeToLive(sight, action);
}

std::vector<Effect> lossEffects()
{
    return {Effect::HolderLosesLock, Effect::HolderLearnsAtRenewal, Effect::HolderUnlockFails};
}

std::vector<Effect> spanEffects(const Sight &sight, const Action &action)
{
    return {isShorter(sight, action) ? Effect::LapsesEarlier : Effect::LapsesLater};
}

void appendCommands(std::vector<QByteArray> &arguments,
                    const std::vector<redis::Arguments> &commands)
{
    for (const redis::Arguments &command : commands) {
        arguments.push_back(number(qint64(command.size())));
        arguments.insert(arguments.end(), command.begin(), command.end());
    }
}

QByteArray writeField(const OwnerId &owner)
{
    const QByteArray field = owner.bytes + ":write";
    const auto parsed = format::redisson::parseOwner(field);
    if (parsed.write && parsed.owner == owner)
        return field;
    // In a transaction the mark precedes its id: a colon and 32 digits.
    constexpr qsizetype idLength = 33;
    return owner.bytes.chopped(std::min(idLength, owner.bytes.size())) + ":write"
        + owner.bytes.right(idLength);
}

QByteArray number(qint64 value)
{
    return QByteArray::number(value);
}

} // namespace lockscope::admin
