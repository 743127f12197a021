// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/trackqueue.h"

#include "core/format/traits.h"

#include <unordered_set>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

using Waiters = std::vector<format::Waiter>;

template <typename List>
std::unordered_set<OwnerId> ownersOf(const List &list)
{
    std::unordered_set<OwnerId> owners;
    for (const auto &entry : list)
        owners.insert(entry.owner);
    return owners;
}

qint64 totalOf(const format::LockReading &reading, const Waiters &read)
{
    return reading.waitersTotal.value_or(static_cast<qint64>(read.size()));
}

LockEvent eventOf(EventType type, const format::Waiter &waiter, const Moment &now)
{
    const bool isLate = waiter.deadline && *waiter.deadline <= now.server;
    std::optional<Millis> left; // of one that has left it means nothing
    if (waiter.deadline && !isLate && type == EventType::Queued)
        left = Millis(*waiter.deadline - now.server);
    const auto detail = isLate ? Sentence::say("past its deadline") : Sentence();
    return {type, waiter.owner, {}, {}, left, detail};
}

} // namespace

std::optional<LockEvent> unreadEvent(EventType more, EventType fewer, qint64 difference)
{
    if (difference == 0)
        return std::nullopt;
    return LockEvent{difference > 0 ? more : fewer,
                     {},
                     {},
                     std::abs(difference),
                     {},
                     Sentence::say("only counted: Lockscope reads at most %1 one by one")
                         .arg(format::maxElements)};
}

bool hasSameHead(const format::LockReading &before, const format::LockReading &after)
{
    if (!before.waiters || before.waiters->empty() || !after.waiters || after.waiters->empty()
        || !format::traitsOf(before.kind).hasFairQueue())
        return false;
    const format::Waiter &head = before.waiters->front();
    return head.deadline && head == after.waiters->front();
}

std::vector<LockEvent> queueEvents(const format::LockReading &before,
                                   const format::LockReading &after, const Moment &now)
{
    static const Waiters none;
    const Waiters &was = before.waiters ? *before.waiters : none;
    const Waiters &is = after.waiters ? *after.waiters : none;
    if (was.empty() && is.empty())
        return {};
    const bool wasHidden = !before.waiters && format::traitsOf(before.kind).hasFairQueue();
    const bool isHidden =
        !after.waiters && (after.hidden || format::traitsOf(after.kind).hasFairQueue());
    if (wasHidden || isHidden)
        return {}; // nobody has joined or left the queue that cannot be read
    const auto wereThere = ownersOf(was);
    const auto areThere = ownersOf(is);
    const auto hold = ownersOf(after.holds);
    std::vector<LockEvent> events;
    qint64 unread = totalOf(after, is) - totalOf(before, was);
    for (const format::Waiter &waiter : was) {
        if (areThere.contains(waiter.owner))
            continue;
        ++unread;
        // One that left the queue for the lock has an event of that already.
        if (!hold.contains(waiter.owner))
            events.push_back(eventOf(EventType::Dequeued, waiter, now));
    }
    // The first new entries in the read part of a long queue stood in it before, behind the others.
    auto moved = totalOf(before, was) - static_cast<qint64>(was.size());
    for (const format::Waiter &waiter : is) {
        if (wereThere.contains(waiter.owner) || moved-- > 0)
            continue;
        --unread;
        events.push_back(eventOf(EventType::Queued, waiter, now));
    }
    if (before.waitersTotal || after.waitersTotal) {
        if (auto event = unreadEvent(EventType::Queued, EventType::Dequeued, unread))
            events.push_back(std::move(*event));
    }
    return events;
}

} // namespace lockscope::watch
