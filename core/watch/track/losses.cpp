// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/losses.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

// True if a hold is there just as it was: a flushed hold does not return with its deadline. Before
// Redis 7.0 that is known to some milliseconds.
bool isUnchanged(const format::Hold &a, const format::Hold &b)
{
    constexpr format::ServerMs tolerance = 50;
    return a.owner == b.owner && a.mode == b.mode && a.count == b.count
        && a.expireAt.has_value() == b.expireAt.has_value()
        && std::abs(a.expireAt.value_or(0) - b.expireAt.value_or(0)) <= tolerance;
}

bool isKept(const TrackedLock &before, const std::optional<format::LockReading> &after)
{
    return after
        && std::any_of(before.holds.begin(), before.holds.end(), [&](const TrackedHold &hold) {
               return std::any_of(
                   after->holds.begin(), after->holds.end(),
                   [&](const format::Hold &other) { return isUnchanged(hold.hold, other); });
           });
}

bool isForVerdict(const LockEvent &event, const std::optional<format::LockReading> &after)
{
    using enum EventType;
    switch (event.type) {
    case Released:
    case HandedOver:
    case Dequeued:
        return event.unseen;
    case PermitsChanged:
    case LatchChanged: // their key is gone
        return event.unseen && (!after || !after->permits);
    default:
        return false;
    }
}

} // namespace

void Losses::begin(Cause cause, const std::vector<LockName> &names,
                   const std::unordered_set<LockName> &underWay, Instant now)
{
    if (cause == Cause::None && m_expected.empty())
        return;
    // One that begins before the last has ended goes on with it.
    m_cause = std::max(m_cause, cause);
    m_lastStep = now;
    m_isHeard = false;
    m_expected.insert(names.begin(), names.end());
    for (const LockName &name : underWay) {
        if (m_expected.contains(name))
            m_underWay.insert(name);
    }
}

bool Losses::noteRead(const LockName &name, const QByteArray &kind, const TrackedLock &before,
                      const std::optional<format::LockReading> &after,
                      std::vector<LockEvent> &events, Instant now)
{
    m_lastStep = now;
    const auto taken =
        std::stable_partition(events.begin(), events.end(),
                              [&](const LockEvent &event) { return !isForVerdict(event, after); });
    for (auto event = taken; event != events.end(); ++event)
        m_ended.push_back({name, kind, std::move(*event)});
    if (taken != events.end())
        m_heldBack.insert(name);
    events.erase(taken, events.end());
    const bool wasUnderWay = m_underWay.erase(name) != 0;
    if (wasUnderWay && after)
        return true;
    m_expected.erase(name);
    m_isKept = m_isKept || isKept(before, after);
    return false;
}

void Losses::passOver(const LockName &name, Instant now)
{
    if (m_expected.erase(name) != 0)
        m_lastStep = now;
    m_underWay.erase(name);
}

bool Losses::noteSign(const LockName &name)
{
    return holdsBack(name) && m_signed.insert(name).second;
}

bool Losses::wantsSigns() const
{
    return m_cause != Cause::None && m_expected.empty() && !m_ended.empty() && !m_isHeard;
}

std::optional<Losses::Verdict> Losses::takeVerdict(Instant now)
{
    // If none could be read for so long, the others are not waited for.
    constexpr auto patience = std::chrono::seconds(5);
    const bool isWaiting = !m_expected.empty() || wantsSigns();
    if (m_cause == Cause::None || (isWaiting && now - m_lastStep < patience))
        return std::nullopt;
    const bool isLost = m_cause == Cause::Restart || !m_isKept;
    Verdict verdict{isLost ? m_cause : Cause::None, {}, {}};
    for (Ended &ended : m_ended)
        (m_signed.contains(ended.name) ? verdict.released : verdict.ended)
            .push_back(std::move(ended));
    *this = {};
    const bool isEmpty = verdict.ended.empty() && verdict.released.empty();
    return isEmpty ? std::nullopt : std::optional(std::move(verdict));
}

Sentence lossText(Losses::Cause cause, const std::vector<LockName> &names)
{
    const bool isRestart = cause == Losses::Cause::Restart;
    if (names.size() == 1)
        return isRestart ? Sentence::say("in a restart or failover")
                         : Sentence::say("by FLUSHALL, FLUSHDB or SWAPDB");
    return (isRestart ? Sentence::say("%1 locks were lost in a restart or failover: %2")
                      : Sentence::say("%1 locks were lost by FLUSHALL, FLUSHDB or SWAPDB: %2"))
        .arg(names.size(), visibleNames(names));
}

} // namespace lockscope::watch
