// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/ttltrace.h"

#include <algorithm>
#include <utility>

namespace lockscope::insight {

namespace {

// Two sources of one deadline: a record has it in our clock, an event as the time that was left.
constexpr Millis tolerance{50};

} // namespace

std::optional<Millis> Tooth::ttlAt(Instant at) const
{
    if (!deadline)
        return std::nullopt;
    return std::max(Millis(0), std::chrono::ceil<Millis>(*deadline - at));
}

Tooth *TtlTrace::running(const OwnerId &owner, format::Mode mode)
{
    const auto found = std::find_if(m_teeth.rbegin(), m_teeth.rend(), [&](const Tooth &tooth) {
        return tooth.end == ToothEnd::Running && tooth.owner == owner && tooth.mode == mode;
    });
    return found == m_teeth.rend() ? nullptr : &*found;
}

bool TtlTrace::isSameDeadline(const Tooth &tooth, std::optional<Instant> deadline)
{
    if (tooth.deadline.has_value() != deadline.has_value())
        return false;
    return !deadline || std::chrono::abs(*tooth.deadline - *deadline) <= tolerance;
}

// `endOfLast` is how the tooth that runs now ends, if there is one; `vague`, that nobody saw when.
void TtlTrace::start(Tooth tooth, ToothEnd endOfLast, bool vague)
{
    if (Tooth *const last = running(tooth.owner, tooth.mode)) {
        last->to = std::max(last->from, tooth.from);
        last->end = endOfLast;
        last->vague = vague;
        if (!tooth.lease)
            tooth.lease = last->lease;
        if (!tooth.period)
            tooth.period = last->period;
    }
    m_teeth.push_back(std::move(tooth));
    if (m_teeth.size() > m_most) {
        m_teeth.pop_front();
        ++m_dropped;
    }
}

void TtlTrace::finish(const OwnerId &owner, std::optional<format::Mode> mode,
                      const watch::Event &event, Instant at, ToothEnd end)
{
    // A record may have shown what came after it, before the event says that it ended.
    const auto found = std::find_if(m_teeth.rbegin(), m_teeth.rend(), [&](const Tooth &tooth) {
        const bool mayBeLate = tooth.end == ToothEnd::Running || tooth.end == ToothEnd::Unknown
            || tooth.end == ToothEnd::Renewed || tooth.end == ToothEnd::CutShort;
        return tooth.owner == owner && (!mode || tooth.mode == *mode) && tooth.from <= at
            && (!tooth.to || *tooth.to >= at) && mayBeLate;
    });
    if (found == m_teeth.rend())
        return;
    found->to = at;
    found->end = end;
    found->vague = event.unseen;
}

void TtlTrace::follow(const watch::HoldRecord &hold, Instant now)
{
    Tooth *tooth = running(hold.owner, hold.mode);
    if (!tooth || !isSameDeadline(*tooth, hold.deadline)) {
        const bool isEarlier =
            tooth && tooth->deadline && hold.deadline && *hold.deadline < *tooth->deadline;
        Tooth next;
        next.owner = hold.owner;
        next.mode = hold.mode;
        next.from = now;
        next.deadline = hold.deadline;
        start(std::move(next), isEarlier ? ToothEnd::CutShort : ToothEnd::Renewed);
        tooth = running(hold.owner, hold.mode);
    }
    if (!tooth)
        return; // there is room for none
    tooth->deadline = hold.deadline; // more exact than an event's
    if (hold.lease)
        tooth->lease = hold.lease;
    if (hold.period)
        tooth->period = hold.period;
    if (hold.watchdog == watch::Watchdog::Overdue && !tooth->overdueSince)
        tooth->overdueSince = now;
}

void TtlTrace::note(const watch::LockRecord *lock, Instant now)
{
    for (Tooth &tooth : m_teeth) {
        if (tooth.end != ToothEnd::Running)
            continue;
        const bool isHeld = lock
            && std::any_of(lock->holds.begin(), lock->holds.end(),
                           [&](const watch::HoldRecord &hold) {
                               return !hold.stale && hold.owner == tooth.owner
                                   && hold.mode == tooth.mode;
                           });
        if (!isHeld) {
            tooth.to = std::max(tooth.from, now);
            tooth.end = ToothEnd::Unknown;
        }
    }
    if (!lock)
        return;
    for (const watch::HoldRecord &hold : lock->holds) {
        if (!hold.stale)
            follow(hold, now);
    }
}

// The event of a tooth that a record has shown already says when it began.
void TtlTrace::set(const watch::Event &event, Instant at)
{
    std::optional<Instant> deadline;
    if (event.ttl)
        deadline = at + *event.ttl;
    const format::Mode mode = event.mode.value_or(format::Mode::Exclusive);
    const bool isRenewal = event.type == watch::EventType::Renewed;
    Tooth *const known = running(*event.owner, mode);
    if (known && isSameDeadline(*known, deadline)) {
        const Instant from = std::min(known->from, at);
        for (Tooth &before : m_teeth) {
            if (before.owner == known->owner && before.mode == mode && before.to == known->from) {
                before.to = std::max(before.from, from);
                before.vague = event.unseen;
            }
        }
        known->from = from;
        return;
    }
    if (known && at < known->from)
        return; // the record is newer than the event
    Tooth tooth;
    tooth.owner = *event.owner;
    tooth.mode = mode;
    tooth.from = at;
    tooth.deadline = deadline;
    start(std::move(tooth),
          isRenewal || event.type == watch::EventType::Reentered ? ToothEnd::Renewed
                                                                 : ToothEnd::Unknown,
          event.unseen);
}

void TtlTrace::note(const watch::Event &event, Instant at)
{
    if (!event.owner)
        return;
    using enum watch::EventType;
    switch (event.type) {
    case Appeared:
    case Acquired:
    case Renewed:
    case Reentered:
        set(event, at);
        break;
    case HandedOver:
        if (event.former)
            finish(*event.former, std::nullopt, event, at, ToothEnd::HandedOver);
        set(event, at);
        break;
    case RenewalOverdue:
        if (Tooth *const tooth =
                running(*event.owner, event.mode.value_or(format::Mode::Exclusive)))
            tooth->overdueSince = std::min(tooth->overdueSince.value_or(at), at);
        break;
    case Released:
        finish(*event.owner, event.mode, event, at, ToothEnd::Released);
        break;
    case Lost:
        finish(*event.owner, event.mode, event, at, ToothEnd::Unknown);
        break;
    case Expired:
        finish(*event.owner, event.mode, event, at, ToothEnd::Expired);
        break;
    case ForceUnlocked:
        finish(*event.owner, event.mode, event, at, ToothEnd::ForceUnlocked);
        break;
    default:
        break;
    }
}

std::vector<Tooth> TtlTrace::teeth(Instant from, Instant to) const
{
    std::vector<Tooth> found;
    std::copy_if(
        m_teeth.begin(), m_teeth.end(), std::back_inserter(found),
        [&](const Tooth &tooth) { return tooth.from <= to && (!tooth.to || *tooth.to >= from); });
    std::stable_sort(found.begin(), found.end(),
                     [](const Tooth &a, const Tooth &b) { return a.from < b.from; });
    return found;
}

} // namespace lockscope::insight
