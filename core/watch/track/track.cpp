// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/track.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/watch/track/trackqueue.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

using format::Hold;
using format::ServerMs;

// Our idea of the server's clock may be a few milliseconds off.
constexpr ServerMs clockTolerance = 5;

std::optional<Millis> timeLeft(const Hold &hold, const Moment &now)
{
    if (!hold.expireAt)
        return std::nullopt;
    return Millis(std::max<ServerMs>(0, *hold.expireAt - now.server));
}

LockEvent eventOf(EventType type, const Hold &hold, const Moment &now, Sentence detail = {})
{
    return {type, hold.owner, hold.mode, hold.count, timeLeft(hold, now), std::move(detail)};
}

std::optional<Millis> estimatedLease(const Hold &hold, const Moment &now)
{
    return askedLease(timeLeft(hold, now));
}

bool isOfSameOwner(const Hold &a, const Hold &b)
{
    return a.owner == b.owner && a.mode == b.mode;
}

// One comparison of a lock before and after, taken apart into steps that fit on a screen.
class Comparison
{
public:
    Comparison(const Evidence &evidence, const Moment &now)
        : m_evidence(evidence)
        , m_now(now)
    {}

    Difference run(const std::optional<TrackedLock> &before,
                   const std::optional<format::LockReading> &after);

private:
    void firstSight(const format::LockReading &after);
    void compareHolds(const std::vector<TrackedHold> &before, const std::vector<Hold> &after);
    TrackedHold compareHold(const TrackedHold &before, const Hold &after);
    TrackedHold compareMoved(const TrackedHold &before, const Hold &after);
    void compareDeadline(TrackedHold &hold, const Hold &before);
    TrackedHold takenAnew(const TrackedHold &before, const Hold &after);
    bool hasMoved(const Hold &before, const Hold &after) const;
    bool maybeTakenAnew(const Hold &hold) const;
    bool isShared(const Hold &hold) const;
    bool usesLatches(const OwnerId &owner) const;
    bool lacksLatch(const OwnerId &owner) const;
    Sentence signsSeen() const;
    Sentence renewalText(bool unsure, Millis moved) const;
    void useLate(bool full);
    void compareWaiters(const format::LockReading &before, const format::LockReading &after);
    void comparePermits(const format::LockReading &before, const format::LockReading &after);
    void compareUnreadHolds(const format::LockReading &before, const format::LockReading &after);
    void gone(const TrackedHold &before, bool othersHold);
    bool hasExpired(const Hold &hold) const;
    bool isNextOwners(const Hold &hold, bool isHeld) const;
    bool isTakenAfterExpiry(const TrackedHold &before, const Hold &after) const;
    TrackedHold takenAfterExpiry(const TrackedHold &before, const Hold &after);
    TrackedHold fresh(const Hold &hold) const;
    void tell(LockEvent event)
    {
        event.unseen = m_evidence.gap;
        m_result.events.push_back(std::move(event));
    }

    const Evidence &m_evidence;
    const Moment &m_now;
    const format::KindTraits *m_kind = nullptr; // of the lock
    bool m_hasChannels = false;
    bool m_freshTokens = false;
    bool m_sameHead = false;
    bool m_several = false; // holds, before or after
    bool m_counting = false;
    bool m_isPart = false; // not all holds are read
    std::vector<TrackedHold> m_holds;
    Difference m_result;
};

TrackedHold Comparison::fresh(const Hold &hold) const
{
    TrackedHold tracked;
    tracked.hold = hold;
    tracked.firstSeen = m_now.instant;
    tracked.observedSince = m_now.wall;
    if (!m_evidence.alreadyThere && !m_evidence.gap)
        tracked.rhythm.restart(estimatedLease(hold, m_now));
    return tracked;
}

bool Comparison::hasExpired(const Hold &hold) const
{
    return hold.expireAt && m_now.server + clockTolerance >= *hold.expireAt;
}

// The wake-ups are those of owners that took the lock after the hold had expired: the first one was
// heard past its deadline, and the key changed once more than if the hold had been released.
// `isHeld`: an owner has it now.
bool Comparison::isNextOwners(const Hold &hold, bool isHeld) const
{
    const qint64 unlocks = m_evidence.unlocks();
    // Beside others that hold it, or wait at the head of its queue, it was not free in between.
    const bool wasFree = m_kind->wakesWhenFree && !m_counting && !m_several && !m_sameHead;
    if (!wasFree || !hold.expireAt || unlocks == 0 || !m_evidence.unlockedAt || m_evidence.gap)
        return false;
    const auto since = std::chrono::floor<Millis>(m_now.instant - *m_evidence.unlockedAt);
    const ServerMs heard = m_now.server - since.count();
    const qint64 asReleased = 2 * unlocks - (isHeld ? 0 : 1); // each is followed by an acquisition
    return heard > *hold.expireAt + clockTolerance
        && static_cast<qint64>(m_evidence.changes) > asReleased;
}

Sentence Comparison::renewalText(bool unsure, Millis moved) const
{
    const auto changes = m_evidence.changes;
    if (changes > 1)
        return unsure ? Sentence::say("renewed or re-acquired, %1 changes since the last reading")
                            .arg(changes)
                      : Sentence::say("deadline moved by %1 ms, %2 changes since the last reading")
                            .arg(moved.count(), changes);
    return unsure ? Sentence::say("renewed or re-acquired")
                  : Sentence::say("deadline moved by %1 ms").arg(moved.count());
}

void Comparison::firstSight(const format::LockReading &after)
{
    const bool appeared = m_evidence.alreadyThere || m_evidence.gap;
    const Sentence detail = m_evidence.gap ? Sentence::say("first seen after a gap") : Sentence();
    for (const Hold &hold : after.holds) {
        m_holds.push_back(fresh(hold));
        tell(eventOf(appeared ? EventType::Appeared : EventType::Acquired, hold, m_now, detail));
    }
    if (appeared && after.holds.empty() && after.permits)
        tell({EventType::Appeared, {}, {}, after.permits->available, {}, {}});
    else if (appeared && after.holds.empty())
        tell({EventType::Appeared, {}, {}, {}, {}, u"free"_s});
    else if (!appeared)
        comparePermits({}, after);
    if (!appeared)
        compareWaiters({}, after);
    m_result.changed = true;
}

Sentence Comparison::signsSeen() const
{
    const qint64 unlocks = m_evidence.unlocks();
    if (unlocks == 0)
        return m_evidence.latches() > 0 ? Sentence::say("unlock latch seen") : Sentence();
    if (unlocks == 1)
        return m_evidence.latches() > 0 ? Sentence::say("wake-up and unlock latch seen")
                                        : Sentence::say("wake-up seen");
    return (m_evidence.latches() > 0 ? Sentence::say("%1 wake-ups and unlock latch seen")
                                     : Sentence::say("%1 wake-ups seen"))
        .arg(unlocks);
}

// An unlock that this reading shows, of the whole hold or of a part: its signs may have come late.
void Comparison::useLate(bool full)
{
    const qint64 unlocks = full ? std::max<qint64>(1, m_evidence.before.unlocks) : 0;
    const qint64 latches = std::max<qint64>(1, unlocks);
    m_result.lateUsed = {
        std::clamp<qint64>(unlocks - m_evidence.before.unlocks, 0, m_evidence.late.unlocks),
        std::clamp<qint64>(latches - m_evidence.before.latches, 0, m_evidence.late.latches)};
}

void Comparison::gone(const TrackedHold &before, bool othersHold)
{
    if (before.hold.stale)
        return; // its expiry has been told
    m_result.changed = true;
    const auto with = [&](EventType type, const Sentence &detail = {}) {
        tell(eventOf(type, before.hold, m_now, detail));
    };
    const Signs signs{m_evidence.unlocks(), m_evidence.latches()};
    if (m_evidence.forced) {
        useLate(true);
        return with(EventType::ForceUnlocked, Sentence::say("taken away with Lockscope"));
    }
    if (hasExpired(before.hold) && (signs.isEmpty() || isNextOwners(before.hold, othersHold)))
        return with(EventType::Expired,
                    before.overdue ? Sentence::say("its renewals had stopped") : Sentence());
    useLate(true);
    if (m_evidence.gap)
        return with(EventType::Released, Sentence::say("during a gap"));
    if (!m_hasChannels)
        return with(EventType::Released);
    // The last reader alone wakes waiters; one of several leaves in silence.
    const bool isSilent = signs.isEmpty() && !othersHold;
    const bool isForced = lacksLatch(before.hold.owner);
    // A sign that is on its way comes until the second look.
    if ((isSilent || isForced) && !m_evidence.proved)
        m_result.wantsProof = m_result.missesSign = true;
    if (isForced && signs.unlocks > 0)
        return with(EventType::ForceUnlocked, Sentence::say("wake-up without an unlock latch"));
    if (isForced)
        return with(EventType::ForceUnlocked,
                    isSilent ? Sentence::say("no wake-up seen, and no unlock latch")
                             : Sentence::say("no unlock latch seen"));
    with(EventType::Released, isSilent ? Sentence::say("no wake-up seen") : signsSeen());
}

bool Comparison::usesLatches(const OwnerId &owner) const
{
    return m_evidence.usesLatches && m_evidence.usesLatches(owner);
}

// The owner's own unlock would have left a latch: somebody else has taken the hold away.
bool Comparison::lacksLatch(const OwnerId &owner) const
{
    return m_kind->leavesLatches() && m_evidence.hearsLatches && !m_evidence.gap
        && m_evidence.latches() == 0 && usesLatches(owner);
}

bool Comparison::hasMoved(const Hold &before, const Hold &after) const
{
    return before.count != after.count || before.expireAt != after.expireAt;
}

// One of several readers leaves and comes back without a wake-up.
bool Comparison::isShared(const Hold &hold) const
{
    return hold.mode == Mode::Read && m_several;
}

// True if the same owner may have released the lock and taken it anew, and only a later deadline
// shows it.
bool Comparison::maybeTakenAnew(const Hold &hold) const
{
    if (m_freshTokens || m_sameHead)
        return false;
    if (!m_evidence.hearsReleases || m_evidence.gap)
        return true;
    if (m_kind->wakesOnEachRelease)
        return m_evidence.unlocks() > 0;
    if (!m_kind->wakesWhenFree)
        return true;
    // A fair lock wakes only waiters in its queue.
    if (m_kind->hasFairQueue() || isShared(hold))
        return !usesLatches(hold.owner) || m_evidence.latches() > 0;
    return false;
}

void Comparison::compareDeadline(TrackedHold &hold, const Hold &before)
{
    const Hold &after = hold.hold;
    const auto lease = estimatedLease(after, m_now);
    if (!before.expireAt || !after.expireAt) {
        hold.rhythm.restart(lease);
        hold.overdue = hold.presumedDead = false;
        tell(eventOf(EventType::Renewed, after, m_now,
                     after.expireAt ? Sentence::say("has an expiry now")
                                    : Sentence::say("no longer expires")));
        return;
    }
    const Millis moved(*after.expireAt - *before.expireAt);
    if (moved.count() < 0) {
        hold.rhythm.restart(lease); // cut short: no renewal, but it counts from here
        return;
    }
    hold.rhythm.renewed(moved, lease);
    ++hold.renewals;
    const bool unsure = maybeTakenAnew(after);
    const bool isSeveral = m_evidence.changes > 1; // some of them may have been renewals, too
    hold.latestUnsure = unsure || isSeveral;
    hold.unsure = hold.unsure || hold.latestUnsure;
    tell(eventOf(EventType::Renewed, after, m_now, renewalText(unsure, moved)));
    hold.presumedDead = false;
    if (std::exchange(hold.overdue, false))
        tell(eventOf(EventType::RenewalResumed, after, m_now));
}

// Released, and taken again by the same owner, between two readings.
TrackedHold Comparison::takenAnew(const TrackedHold &before, const Hold &after)
{
    useLate(true);
    const bool isForced = lacksLatch(before.hold.owner);
    if (isForced && !m_evidence.proved)
        m_result.wantsProof = m_result.missesSign = true;
    const Sentence detail =
        isForced ? Sentence::say("wake-up without an unlock latch") : signsSeen();
    tell(eventOf(m_evidence.forced || isForced ? EventType::ForceUnlocked : EventType::Released,
                 before.hold, m_now, detail));
    tell(eventOf(EventType::Acquired, after, m_now, Sentence::say("between two readings")));
    return fresh(after);
}

// The only change since the last reading came past the deadline, as the lease tells: nobody can
// renew a hold that has expired. A reader has a deadline of its own beside the main key.
bool Comparison::isTakenAfterExpiry(const TrackedHold &before, const Hold &after) const
{
    constexpr ServerMs tolerance = 20; // of the lease, which is estimated
    const auto lease = before.rhythm.lease();
    const bool isOneChange = m_evidence.areAllTold && m_evidence.changes == 1 && !m_evidence.gap;
    if (!isOneChange || m_sameHead || m_counting || after.mode == Mode::Read || !lease
        || !before.hold.expireAt || !after.expireAt)
        return false;
    const ServerMs taken = *after.expireAt - lease->count();
    return taken > *before.hold.expireAt + tolerance && taken <= m_now.server + tolerance;
}

// Expired, and taken again by the same owner, between two readings.
TrackedHold Comparison::takenAfterExpiry(const TrackedHold &before, const Hold &after)
{
    tell(eventOf(EventType::Expired, before.hold, m_now,
                 before.overdue ? Sentence::say("its renewals had stopped") : Sentence()));
    tell(eventOf(EventType::Acquired, after, m_now, Sentence::say("between two readings")));
    return fresh(after);
}

TrackedHold Comparison::compareMoved(const TrackedHold &before, const Hold &after)
{
    const bool isPast = hasExpired(before.hold) && isNextOwners(before.hold, true);
    if (isPast || isTakenAfterExpiry(before, after))
        return takenAfterExpiry(before, after);
    const bool sameCount = after.count == before.hold.count;
    if (m_kind->wakesWhenFree && !m_sameHead && m_evidence.before.unlocks > 0)
        return takenAnew(before, after);
    // Did the sign come before this reading, or does it belong to a later change?
    const bool isDoubtful = m_kind->wakesWhenFree && !m_sameHead
        && (m_evidence.late.unlocks > 0 || (sameCount && m_evidence.late.latches > 0));
    if (isDoubtful && !m_evidence.proved)
        m_result.wantsProof = true;
    TrackedHold hold = before;
    hold.hold = after;
    if (!sameCount) {
        const bool more = after.count > before.hold.count;
        tell(eventOf(more ? EventType::Reentered : EventType::PartiallyReleased, after, m_now,
                     Sentence::say("count was %1").arg(before.hold.count)));
        hold.overdue = hold.presumedDead = false;
        if (more)
            hold.rhythm.restart(estimatedLease(after, m_now));
        else
            useLate(false);
    } else if (m_kind->wakesWhenFree && m_evidence.before.latches > 0 && !isShared(after)) {
        // A fair lock that nobody waits for is released without a wake-up.
        if (!m_sameHead && (m_kind->hasFairQueue() || !m_evidence.hearsReleases))
            return takenAnew(before, after);
        tell(eventOf(EventType::Reentered, after, m_now, Sentence::say("between two readings")));
        tell(eventOf(EventType::PartiallyReleased, after, m_now, signsSeen()));
        hold.overdue = hold.presumedDead = false;
        hold.rhythm.restart(estimatedLease(after, m_now));
    } else {
        compareDeadline(hold, before.hold);
    }
    return hold;
}

TrackedHold Comparison::compareHold(const TrackedHold &before, const Hold &after)
{
    TrackedHold hold = before;
    hold.hold = after;
    if (after.stale != before.hold.stale) {
        if (after.stale)
            tell(eventOf(EventType::Expired, before.hold, m_now,
                         Sentence::say("its entry still exists")));
        else
            tell(eventOf(EventType::Reentered, after, m_now, Sentence::say("had expired")));
        hold.overdue = hold.presumedDead = false;
        return hold;
    }
    return hasMoved(before.hold, after) ? compareMoved(before, after) : hold;
}

// If only a part of the holds is read: a hold outside the part may exist all the same, and a new
// one in it may be old. Their number tells.
void Comparison::compareUnreadHolds(const format::LockReading &before,
                                    const format::LockReading &after)
{
    const auto total = [](const format::LockReading &reading) {
        return reading.holdsTotal.value_or(static_cast<qint64>(reading.holds.size()));
    };
    if (!before.holdsTotal && !after.holdsTotal)
        return; // a faster multi-lock's values are not its owners
    if (auto event =
            unreadEvent(EventType::Acquired, EventType::Released, total(after) - total(before))) {
        tell(std::move(*event));
        m_result.changed = true;
    }
}

void Comparison::compareHolds(const std::vector<TrackedHold> &before,
                              const std::vector<Hold> &after)
{
    std::vector<const TrackedHold *> lost;
    for (const TrackedHold &hold : before) {
        if (std::none_of(after.begin(), after.end(),
                         [&](const Hold &other) { return isOfSameOwner(hold.hold, other); }))
            lost.push_back(&hold);
    }
    std::vector<const Hold *> gained;
    std::size_t told = 0;
    for (const Hold &hold : after) {
        const auto known =
            std::find_if(before.begin(), before.end(),
                         [&](const TrackedHold &other) { return isOfSameOwner(other.hold, hold); });
        if (known == before.end()) {
            gained.push_back(&hold);
            m_holds.push_back(fresh(hold));
        } else {
            told = m_result.events.size();
            m_holds.push_back(compareHold(*known, hold));
            m_result.changed = m_result.changed || m_result.events.size() != told;
        }
    }
    if (m_isPart)
        return;
    const bool exclusive = lost.size() == 1 && gained.size() == 1
        && gained.front()->mode != Mode::Read && !lost.front()->hold.stale;
    if (exclusive && !m_counting && !m_evidence.forced
        && (!hasExpired(lost.front()->hold)
            || (m_evidence.unlocks() > 0 && !isNextOwners(lost.front()->hold, true)))) {
        useLate(true);
        const QString former = visible(lost.front()->hold.owner.bytes);
        const Sentence signs = signsSeen();
        const Sentence detail = signs.isEmpty() ? Sentence::say("from %1").arg(former)
                                                : Sentence::say("from %1, %2").arg(former, signs);
        LockEvent event = eventOf(EventType::HandedOver, *gained.front(), m_now, detail);
        event.former = lost.front()->hold.owner;
        tell(std::move(event));
        m_result.changed = true;
        return;
    }
    for (const TrackedHold *hold : lost)
        gone(*hold, !after.empty());
    for (const Hold *hold : gained) {
        tell(eventOf(m_evidence.gap ? EventType::Appeared : EventType::Acquired, *hold, m_now,
                     m_evidence.gap ? Sentence::say("first seen after a gap") : Sentence()));
        m_result.changed = true;
    }
}

void Comparison::compareWaiters(const format::LockReading &before, const format::LockReading &after)
{
    for (LockEvent &event : queueEvents(before, after, m_now)) {
        tell(std::move(event));
        m_result.changed = true;
    }
}

// A number without owners, or beside them. A latch that is open, a semaphore nobody has set up, has
// no key.
void Comparison::comparePermits(const format::LockReading &before, const format::LockReading &after)
{
    if (before.permits == after.permits)
        return;
    const bool isLatch = format::traitsOf(after.permits ? after.kind : before.kind).isLatch();
    const qint64 is = after.permits ? after.permits->available : 0;
    const auto was = [&](const Sentence &known, const Sentence &unknown) {
        return before.permits ? known.arg(before.permits->available) : unknown;
    };
    const Sentence detail = after.permits
        ? was(Sentence::say("was %1"), {})
        : was(Sentence::say("was %1, its key is gone"), Sentence::say(", its key is gone"));
    tell({isLatch ? EventType::LatchChanged : EventType::PermitsChanged, {}, {}, is, {}, detail});
    m_result.changed = true;
}

Difference Comparison::run(const std::optional<TrackedLock> &before,
                           const std::optional<format::LockReading> &after)
{
    if (!before && !after)
        return {};
    const format::LockReading &known = before ? before->reading : *after;
    const format::LibraryTraits &library = format::libraryTraitsOf(known.library);
    m_kind = &format::traitsOf(known.kind, known.library);
    m_hasChannels = library.hasChannels();
    m_freshTokens = m_kind->isPlainString && library.hasFreshTokens;
    m_sameHead = before && after && hasSameHead(before->reading, *after);
    m_several = before && after && std::max(before->holds.size(), after->holds.size()) > 1;
    m_counting = known.counting;
    if (!before) {
        firstSight(*after);
    } else {
        static const format::LockReading nothing;
        const format::LockReading &now = after ? *after : nothing;
        // All holds of a lock with a queue are read, whatever its length.
        const auto isPart = [](const format::LockReading &reading) {
            return reading.truncated && !reading.waitersTotal;
        };
        m_isPart = after && (isPart(before->reading) || isPart(now));
        compareHolds(before->holds, now.holds);
        if (m_isPart)
            compareUnreadHolds(before->reading, now);
        compareWaiters(before->reading, now);
        comparePermits(before->reading, now);
    }
    if (after) {
        m_result.lock = TrackedLock{*after, std::move(m_holds), std::nullopt};
        format::LockReading &reading = m_result.lock->reading;
        // A fair lock whose queue is empty looks like any other; it keeps its known kind.
        if (before && reading.kind != before->reading.kind
            && format::traitsOf(reading.kind).mayBeFair
            && format::traitsOf(before->reading.kind).hasFairQueue()) {
            reading.kind = before->reading.kind;
            reading.candidates = {{reading.kind, reading.library,
                                   reading.hidden ? Sentence::say(
                                       "had a queue of waiters, which Lockscope may no longer read")
                                                  : Sentence::say("had a queue of waiters")}};
            if (!reading.hidden)
                reading.waiters = std::vector<format::Waiter>();
        }
    }
    return std::move(m_result);
}

} // namespace

Difference difference(const std::optional<TrackedLock> &before,
                      const std::optional<format::LockReading> &after, const Evidence &evidence,
                      const Moment &now)
{
    return Comparison(evidence, now).run(before, after);
}

} // namespace lockscope::watch
