// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/undone.h"

#include <algorithm>
#include <utility>

namespace lockscope::watch {

namespace {

// From the change that a failover loses until all locks are read again.
constexpr auto keptFor = std::chrono::seconds(60);
constexpr std::size_t mostKept = 4096;
// By which the expiry of a copy may differ (alignExpiries in lockbook.cpp).
constexpr format::ServerMs slack = 1000;

// Of the owner's hold; empty: it has none, or it has no expiry.
std::optional<format::ServerMs> expiryOf(const TrackedLock &lock, const OwnerId &owner)
{
    const auto found = std::ranges::find_if(
        lock.holds, [&](const TrackedHold &each) { return each.hold.owner == owner; });
    if (found == lock.holds.end())
        return std::nullopt;
    return found->hold.expireAt ? found->hold.expireAt : lock.reading.expireAt;
}

} // namespace

void UndoneReleases::noteRestart(Instant now)
{
    dropOld(now);
    m_restartedAt = now;
    m_lost.clear();
    for (const Release &release : std::exchange(m_latest, {}))
        m_lost.insert_or_assign(release.name, release); // the newest of a lock
}

void UndoneReleases::dropOld(Instant now)
{
    while (!m_latest.empty()
           && (m_latest.size() > mostKept || now - m_latest.front().since > keptFor))
        m_latest.pop_front();
}

void UndoneReleases::noteRelease(const LockName &name, const OwnerId &owner,
                                 const TrackedLock &before, const Moment &now)
{
    if (const auto expireAt = expiryOf(before, owner)) {
        m_latest.push_back({name, owner, *expireAt, now.wall, now.instant});
        dropOld(now.instant);
    }
}

bool UndoneReleases::sayUndone(const LockName &name, const TrackedLock &lock, LockEvent &event)
{
    const auto lost = m_lost.find(name);
    if (lost == m_lost.end() || lost->second.owner != *event.owner)
        return false;
    const auto expireAt = expiryOf(lock, *event.owner);
    if (!expireAt || *expireAt > lost->second.expireAt + slack)
        return false;
    event.detail = Sentence::say("its owner released it at %1; the restart or failover undid that")
                       .arg(lost->second.at);
    if (m_undone.size() >= mostKept) // of locks whose end nobody saw
        m_undone.clear();
    m_undone.insert_or_assign(name, lost->second);
    m_lost.erase(lost);
    return true;
}

// Any event but its end says that its owner is there, after all.
void UndoneReleases::sayEnded(const LockName &name, LockEvent &event)
{
    const auto undone = m_undone.find(name);
    if (undone == m_undone.end() || undone->second.owner != *event.owner)
        return;
    if (event.type == EventType::Expired) {
        event.unseen = true;
        event.detail =
            Sentence::say("its owner had released it at %1, before the restart or failover")
                .arg(undone->second.at);
    }
    m_undone.erase(undone);
}

void UndoneReleases::read(const LockName &name, const std::optional<TrackedLock> &before,
                          Difference &difference, const Moment &now)
{
    if (!m_lost.empty() && now.instant - m_restartedAt > keptFor)
        m_lost.clear();
    for (LockEvent &event : difference.events) {
        if (!event.owner)
            continue;
        const bool isBack = event.type == EventType::Appeared
            || (event.type == EventType::HandedOver && event.unseen);
        if (isBack && difference.lock && sayUndone(name, *difference.lock, event))
            continue;
        sayEnded(name, event);
        // During a gap it may have been lost instead, which is decided later.
        if (event.type == EventType::Released && before && !event.unseen)
            noteRelease(name, *event.owner, *before, now);
    }
}

} // namespace lockscope::watch
