// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/unseen.h"

#include "core/format/traits.h"

#include <algorithm>
#include <cstdlib>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

// A sign that matched nothing by then does not belong to later changes.
constexpr auto carriedFor = std::chrono::seconds(1);
constexpr qint64 mostCarried = 4;
constexpr qint64 mostCarriedOfMany = 64; // several holders change it at once
constexpr std::size_t mostSilent = 10'000;

const TrackedLock *lockOf(const UnseenBook::Step &step)
{
    if (step.difference.lock)
        return &*step.difference.lock;
    return step.before ? &*step.before : nullptr;
}

bool hasFreshTokens(const TrackedLock &lock)
{
    return format::hasFreshTokens(lock.reading.kind, lock.reading.library);
}

bool wakesWhenFree(const TrackedLock &lock)
{
    return format::traitsOf(lock.reading.kind, lock.reading.library).wakesWhenFree;
}

Sentence numberText(qint64 changes)
{
    return changes == 1
        ? Sentence::say("its number changed once between two readings")
        : Sentence::say("its number changed %1 times between two readings").arg(changes);
}

Sentence holdsText(qint64 holds)
{
    return holds == 1 ? Sentence::say("one hold began and ended between two readings")
                      : Sentence::say("%1 holds began and ended between two readings").arg(holds);
}

// The text if only the changes are known.
Sentence leastText(qint64 holds, quint64 changes)
{
    return holds == 1
        ? Sentence::say("at least one hold began and ended between two readings (%1 changes)")
              .arg(changes)
        : Sentence::say("at least %1 holds began and ended between two readings (%2 changes)")
              .arg(holds, changes);
}

bool isRelease(const LockEvent &event)
{
    return event.type == EventType::Released || event.type == EventType::ForceUnlocked
        || event.type == EventType::HandedOver;
}

// The number of changes of the lock's main key that an event reports.
qint64 changesTold(const LockEvent &event)
{
    switch (event.type) {
    case EventType::HandedOver:
        return 2;
    case EventType::Acquired:
    case EventType::Reentered:
    case EventType::PartiallyReleased:
    case EventType::Released:
    case EventType::Expired:
    case EventType::ForceUnlocked:
    case EventType::Renewed:
        return 1;
    default:
        return 0;
    }
}

template <typename Function>
qint64 sumOf(const std::vector<LockEvent> &events, Function of)
{
    qint64 sum = 0;
    for (const LockEvent &event : events)
        sum += static_cast<qint64>(of(event));
    return sum;
}

const format::Hold *onlyHold(const std::optional<TrackedLock> &lock)
{
    return lock && lock->holds.size() == 1 ? &lock->holds.front().hold : nullptr;
}

bool isHeldByTheSame(const UnseenBook::Step &step)
{
    const auto *const before = onlyHold(step.before);
    const auto *const after = onlyHold(step.difference.lock);
    return before != nullptr && after != nullptr && before->owner == after->owner;
}

// Nobody has released it meanwhile: taken again, it would end at another time.
bool isUntouched(const UnseenBook::Step &step)
{
    return isHeldByTheSame(step)
        && onlyHold(step.before)->expireAt == onlyHold(step.difference.lock)->expireAt;
}

// A string that nobody has touched: the changes came before the last reading, and were told after
// it. A hash may be entered again within the same millisecond.
bool isToldLate(const UnseenBook::Step &step)
{
    if (!isUntouched(step))
        return false;
    return format::traitsOf(lockOf(step)->reading.kind).isPlainString
        && onlyHold(step.before)->expireAt;
}

// Renewals are a part of the lease apart; an owner that releases and takes it again is quicker.
bool isTakenAgain(const TrackedHold &before, const TrackedHold &after)
{
    const auto lease = after.rhythm.lease();
    if (!before.hold.expireAt || !after.hold.expireAt || !lease)
        return false;
    const auto moved = *after.hold.expireAt - *before.hold.expireAt;
    return moved >= 0 && moved * 6 < lease->count();
}

bool isTooSoonToRenew(const UnseenBook::Step &step)
{
    return onlyHold(step.before) != nullptr && onlyHold(step.difference.lock) != nullptr
        && isTakenAgain(step.before->holds.front(), step.difference.lock->holds.front());
}

const TrackedHold *readerIn(const std::optional<TrackedLock> &lock, const OwnerId &owner)
{
    if (!lock)
        return nullptr;
    const auto found = std::ranges::find_if(lock->holds, [&](const TrackedHold &each) {
        return each.hold.mode == format::Mode::Read && each.hold.owner == owner;
    });
    return found == lock->holds.end() ? nullptr : &*found;
}

// Redisson's: each reader that arrives or leaves changes the main key once.
bool isRead(const std::optional<TrackedLock> &lock)
{
    using Family = format::KindTraits::Family;
    if (!lock)
        return false;
    const auto &reading = lock->reading;
    return format::traitsOf(reading.kind, reading.library).family == Family::ReadWrite
        && std::ranges::any_of(lock->holds, [](const TrackedHold &each) {
               return each.hold.mode == format::Mode::Read;
           });
}

// At least one; each re-entry is a change.
qint64 countsBetween(const TrackedHold &before, const TrackedHold &after)
{
    const auto countOf = [](const TrackedHold &hold) {
        return std::clamp<qint64>(hold.hold.count, 0, mostCarriedOfMany); // anybody may write it
    };
    return std::max<qint64>(1, std::abs(countOf(after) - countOf(before)));
}

// Readers who went without an event: when they were read, their time-out keys were gone already.
qint64 leftInSilence(const UnseenBook::Step &step)
{
    const auto holds = [](const std::optional<TrackedLock> &lock) {
        return lock ? static_cast<qint64>(lock->holds.size()) : 0;
    };
    qint64 expected = holds(step.before);
    for (const LockEvent &event : step.difference.events) {
        if (event.type == EventType::Acquired || event.type == EventType::Appeared)
            ++expected;
        const bool isEntryLeft = event.type == EventType::Expired && event.owner
            && readerIn(step.difference.lock, *event.owner) != nullptr;
        if (event.type == EventType::Released || event.type == EventType::ForceUnlocked
            || (event.type == EventType::Expired && !isEntryLeft))
            --expected;
    }
    return std::max<qint64>(0, expected - holds(step.difference.lock));
}

bool isLapsingPermits(const UnseenBook::Step &step)
{
    using Number = format::KindTraits::Number;
    return format::traitsOf(lockOf(step)->reading.kind).number == Number::LapsingPermits;
}

} // namespace

// Each full release is one.
qint64 UnseenBook::byWakeUps(Carried &carried, const Step &step) const
{
    const qint64 heard = step.evidence.before.unlocks + step.difference.lateUsed.unlocks;
    const qint64 told = sumOf(step.difference.events, isRelease);
    const qint64 rest = carried.wakeUps + carried.early + heard - told;
    carried.wakeUps = std::clamp<qint64>(rest, -mostCarried, 0);
    // Each release is a change of its key; an operator who wakes the waiters makes none. Wake-ups
    // of an untouched lock belong to a change that was read already, or to a lock of another
    // database. Without a lock before, one change is the acquisition that is reported.
    const qint64 used = step.before ? told : sumOf(step.difference.events, changesTold);
    const qint64 changes =
        std::max<qint64>(0, carried.spare + static_cast<qint64>(step.evidence.changes) - used);
    const bool isSame = isUntouched(step);
    const qint64 most = isSame ? carried.late : step.countsChanges ? changes : rest;
    const qint64 holds = std::clamp<qint64>(rest, 0, std::max<qint64>(most, 0));
    // Told apart from the change that it belongs to, and before it.
    carried.early = isSame ? 0 : std::clamp<qint64>(rest - holds - carried.early, 0, 1);
    carried.late = step.evidence.late.unlocks - step.difference.lateUsed.unlocks;
    carried.spare = step.difference.lock ? 0 : std::clamp<qint64>(changes - holds, 0, mostCarried);
    return holds;
}

// Two for each hold.
qint64 UnseenBook::byChanges(Carried &carried, const Step &step) const
{
    qint64 told = sumOf(step.difference.events, changesTold);
    if (isHeldByTheSame(step) && !isToldLate(step)) {
        const bool isRenewed =
            isUntouched(step) || !isTooSoonToRenew(step) || hasFreshTokens(*lockOf(step));
        if (isRenewed) {
            const qint64 rest = carried.changes + static_cast<qint64>(step.evidence.changes) - told;
            carried.changes = std::clamp<qint64>(rest, -mostCarried, 1);
            return 0;
        }
        told = 0; // as renewed, or taken again; it is the latter
    }
    const qint64 rest = carried.changes + static_cast<qint64>(step.evidence.changes) - told;
    const qint64 holds = std::max<qint64>(0, rest / 2);
    carried.changes = std::clamp<qint64>(rest - 2 * holds, -mostCarried, 1);
    return holds;
}

// Two changes for each hold that came and went. A change that is known by a reader's own time-out
// key, a renewal or an expiry, need not change the main key: no main-key change is expected for it.
qint64 UnseenBook::byReaders(Carried &carried, const Step &step) const
{
    qint64 told = 0;
    qint64 doubtful = 0;
    for (const LockEvent &event : step.difference.events) {
        const auto *const before = event.owner ? readerIn(step.before, *event.owner) : nullptr;
        const auto *const after =
            event.owner ? readerIn(step.difference.lock, *event.owner) : nullptr;
        const bool isKept = before != nullptr && after != nullptr;
        const bool isOfItsTime = event.type == EventType::Expired
            || event.type == EventType::Renewed || (isKept && before->hold.stale);
        if (event.type == EventType::Renewed && isKept && isTakenAgain(*before, *after))
            continue;
        const bool isCounting =
            event.type == EventType::Reentered || event.type == EventType::PartiallyReleased;
        if (isOfItsTime)
            ++doubtful;
        else
            told += isKept && isCounting ? countsBetween(*before, *after) : changesTold(event);
    }
    told += leftInSilence(step);
    qint64 rest = carried.changes + static_cast<qint64>(step.evidence.changes) - told;
    rest -= std::clamp<qint64>(rest, 0, doubtful);
    const qint64 holds = std::max<qint64>(0, rest / 2);
    carried = {.changes = std::clamp<qint64>(rest - 2 * holds, -mostCarriedOfMany, 1),
               .at = carried.at};
    return holds;
}

// One change for each, by any client. A permit that is taken or given back is told with its number;
// one that is renewed or lapses leaves the number as it is.
qint64 UnseenBook::byNumber(Carried &carried, const Step &step) const
{
    const auto &events = step.difference.events;
    const qint64 numbers = sumOf(events, [](const LockEvent &event) {
        return event.type == EventType::PermitsChanged || event.type == EventType::LatchChanged;
    });
    const bool isLapsing = isLapsingPermits(step);
    const qint64 holds = sumOf(events, [&](const LockEvent &event) {
        const bool isOfTime = event.type == EventType::Renewed || event.type == EventType::Expired;
        return isLapsing && isOfTime ? 0 : changesTold(event);
    });
    const qint64 told = std::max(numbers, holds);
    const qint64 rest = carried.changes + static_cast<qint64>(step.evidence.changes) - told;
    carried.changes = std::clamp<qint64>(rest, -mostCarriedOfMany, 0);
    return std::max<qint64>(rest, 0);
}

// A spin lock looks like one that wakes its waiters, and does not.
bool UnseenBook::isSilent(const LockName &name, const Step &step)
{
    const std::size_t hash = qHash(name.bytes, 0x51e7);
    if (step.evidence.unlocks() > 0) {
        m_silent.erase(hash);
        return false;
    }
    const auto isGone = [](const LockEvent &event) {
        return event.type == EventType::Released || event.type == EventType::ForceUnlocked;
    };
    const auto &events = step.difference.events;
    if (m_silent.size() < mostSilent && std::any_of(events.begin(), events.end(), isGone))
        m_silent.insert(hash);
    return m_silent.contains(hash);
}

std::optional<LockEvent> UnseenBook::count(const LockName &name, const Step &step, Instant now)
{
    const TrackedLock *const lock = lockOf(step);
    const bool isNumber = lock != nullptr && lock->reading.permits && step.before.has_value();
    const bool hasReaders = isRead(step.before) || isRead(step.difference.lock);
    const bool isUncounted = lock != nullptr && !isNumber && !hasReaders
        && (lock->reading.counting || lock->reading.permits || lock->holds.size() > 1);
    if (step.evidence.gap || step.evidence.alreadyThere || isUncounted) {
        forget(name);
        return std::nullopt;
    }
    const auto known = m_carried.find(name);
    Carried carried = known != m_carried.end() && now - known->second.at <= carriedFor
        ? known->second
        : Carried();
    carried.at = now;
    const bool wakes = lock != nullptr ? wakesWhenFree(*lock) : carried.wakeUps != 0;
    const bool hears = step.evidence.unlocks() > 0
        || (wakes && step.evidence.hearsReleases && !isSilent(name, step));
    const bool isLock = lock != nullptr || step.wasLock || step.evidence.unlocks() > 0;
    qint64 holds = 0;
    if (isNumber) {
        holds = step.countsChanges ? byNumber(carried, step) : 0;
    } else if (hasReaders) {
        holds = step.countsChanges ? byReaders(carried, step) : 0;
    } else if (hears && isLock) {
        holds = byWakeUps(carried, step);
        carried.changes = 0;
    } else if (isLock && step.countsChanges) {
        holds = byChanges(carried, step);
    }
    if (carried == Carried{.at = now})
        m_carried.erase(name);
    else
        m_carried.insert_or_assign(name, carried);
    if (holds == 0)
        return std::nullopt;
    LockEvent event;
    event.type = EventType::ChangesReadTogether;
    event.count = holds;
    event.detail = isNumber    ? numberText(holds)
        : hears && !hasReaders ? holdsText(holds)
                               : leastText(holds, step.evidence.changes);
    return event;
}

void UnseenBook::tidy(Instant now)
{
    std::erase_if(m_carried, [&](const auto &entry) { return now - entry.second.at > carriedFor; });
}

} // namespace lockscope::watch
