// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track.h"

#include "core/base/text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

using format::Hold;
using format::ServerMs;

// Redisson's default; what a hold's lease is taken for until it is known.
constexpr Millis usualLease{30'000};

std::optional<Millis> timeLeft(const Hold &hold, const Moment &now)
{
    if (!hold.expireAt)
        return std::nullopt;
    return Millis(std::max<ServerMs>(0, *hold.expireAt - now.server));
}

LockEvent eventOf(EventType type, const Hold &hold, const Moment &now, QString detail = {})
{
    return {type, hold.owner, hold.mode, hold.count, timeLeft(hold, now), std::move(detail)};
}

// The reading comes some milliseconds after the lease began, on a loaded machine more; people
// choose round leases.
std::optional<Millis> estimatedLease(const Hold &hold, const Moment &now)
{
    const auto left = timeLeft(hold, now);
    if (!left || left->count() == 0)
        return std::nullopt;
    // Our idea of the server's clock may be behind by a millisecond or two.
    const auto roundedUp = [&](qint64 step) {
        return (left->count() - 2 + step - 1) / step * step;
    };
    if (const qint64 rounded = roundedUp(1000);
        *left > Millis(5000) && rounded - left->count() <= 150)
        return Millis(rounded);
    const qint64 rounded = roundedUp(100);
    return rounded - left->count() <= 60 ? Millis(rounded) : *left;
}

bool isSame(const Hold &a, const Hold &b)
{
    return a.owner == b.owner && a.mode == b.mode;
}

// One comparison of a lock before and after, taken apart into steps that fit on a screen.
class Comparison
{
public:
    Comparison(const Evidence &evidence, const Moment &now, Precision precision)
        : m_evidence(evidence)
        , m_now(now)
        , m_precision(precision)
    {}

    Difference run(const std::optional<TrackedLock> &before,
                   const std::optional<format::LockReading> &after);

private:
    void firstSight(const format::LockReading &after);
    void compareHolds(const std::vector<TrackedHold> &before, const std::vector<Hold> &after);
    TrackedHold compareHold(const TrackedHold &before, const Hold &after);
    void compareDeadline(TrackedHold &hold, const Hold &before);
    void compareWaiters(const format::LockReading &before, const format::LockReading &after);
    void gone(const TrackedHold &before, bool othersHold);
    bool hasExpired(const Hold &hold) const;
    TrackedHold fresh(const Hold &hold) const;
    void tell(LockEvent event) { m_result.events.push_back(std::move(event)); }

    const Evidence &m_evidence;
    const Moment &m_now;
    Precision m_precision;
    bool m_redisson = false;
    std::vector<TrackedHold> m_holds;
    Difference m_result;
};

TrackedHold Comparison::fresh(const Hold &hold) const
{
    TrackedHold tracked{hold, m_now.instant, m_now.wall, std::nullopt, 0, false};
    if (!m_evidence.alreadyThere && !m_evidence.gap)
        tracked.lease = estimatedLease(hold, m_now);
    return tracked;
}

bool Comparison::hasExpired(const Hold &hold) const
{
    // Our idea of the server's clock may be a few milliseconds off.
    constexpr ServerMs tolerance = 5;
    return hold.expireAt && m_now.server + tolerance + m_precision.deadline >= *hold.expireAt;
}

void Comparison::firstSight(const format::LockReading &after)
{
    const bool appeared = m_evidence.alreadyThere || m_evidence.gap;
    const QString detail = m_evidence.gap ? u"first seen after a gap"_s : QString();
    for (const Hold &hold : after.holds) {
        m_holds.push_back(fresh(hold));
        tell(eventOf(appeared ? EventType::Appeared : EventType::Acquired, hold, m_now, detail));
    }
    if (appeared && after.holds.empty())
        tell({EventType::Appeared, {}, {}, {}, {}, u"free"_s});
    if (!appeared)
        compareWaiters({}, after);
    m_result.changed = true;
}

void Comparison::gone(const TrackedHold &before, bool othersHold)
{
    if (before.hold.stale)
        return; // its expiry has been told
    m_result.changed = true;
    const auto with = [&](EventType type, const QString &detail = {}) {
        tell(eventOf(type, before.hold, m_now, detail));
    };
    if (m_evidence.forced)
        return with(EventType::ForceUnlocked, u"by an action of this program"_s);
    if (hasExpired(before.hold) && !m_evidence.unlocked)
        return with(EventType::Expired);
    if (m_evidence.gap)
        return with(EventType::Released, u"during a gap"_s);
    if (!m_redisson)
        return with(EventType::Released);
    if (m_evidence.unlocked && !m_evidence.latch && m_evidence.usesLatches
        && m_evidence.usesLatches(before.hold.owner))
        return with(EventType::ForceUnlocked, u"wake-up without an unlock latch"_s);
    // The last reader alone wakes waiters; one of several leaves in silence.
    if (m_evidence.unlocked || m_evidence.latch || othersHold)
        return with(EventType::Released);
    if (!m_evidence.proved)
        m_result.wantsProof = true;
    with(EventType::Released, u"no wake-up seen"_s);
}

void Comparison::compareDeadline(TrackedHold &hold, const Hold &before)
{
    const Hold &after = hold.hold;
    if (before.expireAt == after.expireAt)
        return;
    if (!before.expireAt || !after.expireAt) {
        hold.lease = estimatedLease(after, m_now);
        hold.overdue = false;
        tell(eventOf(EventType::Renewed, after, m_now,
                     after.expireAt ? u"expires now"_s : u"does not expire any more"_s));
        return;
    }
    if (std::abs(*after.expireAt - *before.expireAt) <= m_precision.deadline)
        return;
    const auto lease = estimatedLease(after, m_now);
    if (*after.expireAt < *before.expireAt) {
        hold.lease = lease; // cut short: no renewal, but it counts from here
        return;
    }
    // A late reading makes a lease look shorter; only a clear step down is a new one.
    if (!hold.lease || !lease || *lease > *hold.lease || *lease < *hold.lease * 19 / 20)
        hold.lease = lease;
    ++hold.renewals;
    tell(eventOf(EventType::Renewed, after, m_now));
    if (std::exchange(hold.overdue, false))
        tell(eventOf(EventType::RenewalResumed, after, m_now));
}

TrackedHold Comparison::compareHold(const TrackedHold &before, const Hold &after)
{
    TrackedHold hold = before;
    hold.hold = after;
    if (after.stale != before.hold.stale) {
        if (after.stale)
            tell(eventOf(EventType::Expired, before.hold, m_now, u"its entry remains"_s));
        else
            tell(eventOf(EventType::Reentered, after, m_now, u"had expired"_s));
        hold.overdue = false;
    } else if (after.count != before.hold.count) {
        const bool more = after.count > before.hold.count;
        tell(eventOf(more ? EventType::Reentered : EventType::PartiallyReleased, after, m_now));
        hold.overdue = false;
        if (more)
            hold.lease = estimatedLease(after, m_now);
    } else if (m_evidence.unlocked && after.mode == Mode::Exclusive
               && after.expireAt != before.hold.expireAt) {
        // Released and taken again by the same owner between two readings.
        tell(eventOf(EventType::Released, before.hold, m_now));
        tell(eventOf(EventType::Acquired, after, m_now));
        hold = fresh(after);
    } else {
        compareDeadline(hold, before.hold);
    }
    return hold;
}

void Comparison::compareHolds(const std::vector<TrackedHold> &before,
                              const std::vector<Hold> &after)
{
    std::vector<const TrackedHold *> lost;
    for (const TrackedHold &hold : before) {
        if (std::none_of(after.begin(), after.end(),
                         [&](const Hold &other) { return isSame(hold.hold, other); }))
            lost.push_back(&hold);
    }
    std::vector<const Hold *> gained;
    std::size_t told = 0;
    for (const Hold &hold : after) {
        const auto known =
            std::find_if(before.begin(), before.end(),
                         [&](const TrackedHold &other) { return isSame(other.hold, hold); });
        if (known == before.end()) {
            gained.push_back(&hold);
            m_holds.push_back(fresh(hold));
        } else {
            told = m_result.events.size();
            m_holds.push_back(compareHold(*known, hold));
            m_result.changed = m_result.changed || m_result.events.size() != told;
        }
    }
    const bool exclusive = lost.size() == 1 && gained.size() == 1
        && gained.front()->mode != Mode::Read && !lost.front()->hold.stale;
    if (exclusive && !m_evidence.forced
        && (!hasExpired(lost.front()->hold) || m_evidence.unlocked)) {
        tell(eventOf(EventType::HandedOver, *gained.front(), m_now,
                     u"from "_s + visible(lost.front()->hold.owner.bytes)));
        m_result.changed = true;
        return;
    }
    for (const TrackedHold *hold : lost)
        gone(*hold, !after.empty());
    for (const Hold *hold : gained) {
        tell(eventOf(m_evidence.gap ? EventType::Appeared : EventType::Acquired, *hold, m_now,
                     m_evidence.gap ? u"first seen after a gap"_s : QString()));
        m_result.changed = true;
    }
}

void Comparison::compareWaiters(const format::LockReading &before, const format::LockReading &after)
{
    static const std::vector<format::Waiter> none;
    const auto &was = before.waiters ? *before.waiters : none;
    const auto &is = after.waiters ? *after.waiters : none;
    const auto has = [](const auto &list, const OwnerId &owner) {
        return std::any_of(list.begin(), list.end(),
                           [&](const auto &entry) { return entry.owner == owner; });
    };
    const auto event = [&](EventType type, const format::Waiter &waiter) {
        std::optional<Millis> left;
        if (waiter.deadline && *waiter.deadline > m_now.server)
            left = Millis(*waiter.deadline - m_now.server);
        const bool isLate = waiter.deadline && !left;
        tell({type, waiter.owner, {}, {}, left, isLate ? u"past its deadline"_s : QString()});
        m_result.changed = true;
    };
    for (const format::Waiter &waiter : was) {
        // Whoever left the queue for the lock has an event of that already.
        if (!has(is, waiter.owner) && !has(after.holds, waiter.owner))
            event(EventType::Dequeued, waiter);
    }
    for (const format::Waiter &waiter : is) {
        if (!has(was, waiter.owner))
            event(EventType::Queued, waiter);
    }
}

Difference Comparison::run(const std::optional<TrackedLock> &before,
                           const std::optional<format::LockReading> &after)
{
    if (!before && !after)
        return {};
    m_redisson = (before ? before->reading : *after).library == "redisson";
    if (!before) {
        firstSight(*after);
    } else {
        static const format::LockReading nothing;
        const format::LockReading &now = after ? *after : nothing;
        compareHolds(before->holds, now.holds);
        compareWaiters(before->reading, now);
    }
    if (after) {
        m_result.lock = TrackedLock{*after, std::move(m_holds), std::nullopt};
        format::LockReading &reading = m_result.lock->reading;
        // A fair lock whose queue is empty looks like any other; it stays what it was seen to be.
        if (before && before->reading.kind == "fair" && reading.kind == "reentrant") {
            reading.kind = "fair";
            reading.candidates = {{"fair", "redisson", u"had a queue of waiters"_s}};
            reading.waiters = std::vector<format::Waiter>();
        }
    }
    return std::move(m_result);
}

// The instants at which the hold changes without anybody's doing.
std::optional<ServerMs> nextOf(const TrackedHold &hold, const Moment &now)
{
    std::optional<ServerMs> next;
    const auto consider = [&](ServerMs at) {
        if (at > now.server)
            next = std::min(next.value_or(at), at);
    };
    if (!hold.hold.expireAt || hold.hold.stale)
        return next;
    // Past it, the caller reads until the lock is gone, so it stays the next deadline.
    next = *hold.hold.expireAt + 1;
    if (hold.renewals > 0 && hold.lease && !hold.overdue)
        consider(*hold.hold.expireAt - overdueBelow(*hold.lease).count());
    if (hold.renewals == 0) {
        const auto watched = std::chrono::duration_cast<Millis>(now.instant - hold.firstSeen);
        const Millis decided = hold.lease.value_or(usualLease) / 3 + Millis(1000);
        if (watched < decided)
            consider(now.server + (decided - watched).count());
    }
    return next;
}

} // namespace

Difference difference(const std::optional<TrackedLock> &before,
                      const std::optional<format::LockReading> &after, const Evidence &evidence,
                      const Moment &now, Precision precision)
{
    return Comparison(evidence, now, precision).run(before, after);
}

Millis overdueBelow(Millis lease)
{
    return std::max(lease * 2 / 3 - Millis(1000), lease / 3);
}

std::vector<LockEvent> tick(TrackedLock &lock, const Moment &now)
{
    std::vector<LockEvent> events;
    for (TrackedHold &hold : lock.holds) {
        const auto left = timeLeft(hold.hold, now);
        if (!left || hold.renewals == 0 || !hold.lease || hold.overdue || hold.hold.stale)
            continue;
        if (*left > overdueBelow(*hold.lease) || left->count() == 0)
            continue;
        hold.overdue = true;
        events.push_back(eventOf(EventType::RenewalOverdue, hold.hold, now));
    }
    return events;
}

std::optional<ServerMs> nextDeadline(const TrackedLock &lock, const Moment &now)
{
    std::optional<ServerMs> next;
    const auto consider = [&](std::optional<ServerMs> at) {
        if (at)
            next = std::min(next.value_or(*at), *at);
    };
    for (const TrackedHold &hold : lock.holds)
        consider(nextOf(hold, now));
    if (lock.reading.waiters) {
        for (const format::Waiter &waiter : *lock.reading.waiters) {
            if (waiter.deadline && *waiter.deadline > now.server)
                consider(*waiter.deadline);
        }
    }
    return next;
}

Watchdog watchdogOf(const TrackedHold &hold, const Moment &now)
{
    if (hold.overdue)
        return Watchdog::Overdue;
    if (hold.renewals > 0)
        return Watchdog::Renewing;
    if (!hold.hold.expireAt)
        return Watchdog::None;
    const Millis decided = hold.lease.value_or(usualLease) / 3 + Millis(1000);
    return now.instant - hold.firstSeen >= decided ? Watchdog::None : Watchdog::Unknown;
}

} // namespace lockscope::watch
