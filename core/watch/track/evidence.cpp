// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/evidence.h"

#include <algorithm>

namespace lockscope::watch {

namespace {

// A sign that was heard so long before a change was told does not belong to it.
constexpr auto signLifetime = std::chrono::seconds(1);
// An action may have to connect first.
constexpr auto actionLifetime = std::chrono::seconds(10);
// Latches live up to 20 s: enough for 1,600 unlocks a second.
constexpr std::size_t maxLatches = 32'768;
constexpr std::size_t maxLatchUsers = 10'000;

} // namespace

QByteArray clientOf(const OwnerId &owner)
{
    return owner.bytes.left(std::max<qsizetype>(0, owner.bytes.indexOf(':')));
}

void EvidenceBook::noteUnlocked(const LockName &name, Instant now)
{
    Seen &seen = m_seen[name];
    if (seen.signs.unlocks == 0)
        seen.unlockedAt = now;
    ++seen.signs.unlocks;
    seen.at = now;
}

void EvidenceBook::noteLatch(const LockName &name, const KeyName &latch, Instant now)
{
    const std::size_t hash = qHashMulti(0, name.bytes, latch.bytes);
    if (!m_latches.insert(hash).second)
        return;
    m_latchOrder.push_back(hash);
    if (m_latchOrder.size() > maxLatches) {
        m_latches.erase(m_latchOrder.front());
        m_latchOrder.pop_front();
    }
    Seen &seen = m_seen[name];
    ++seen.signs.latches;
    seen.at = now;
}

void EvidenceBook::noteForced(const LockName &name, bool expected, Instant now)
{
    m_seen[name].forcedUntil = expected ? now + actionLifetime : Instant();
}

void EvidenceBook::noteTakenAway(const LockName &name, Instant now)
{
    Seen &seen = m_seen[name];
    seen.forcedUntil = std::max(seen.forcedUntil, now + signLifetime);
}

void EvidenceBook::noteAlreadyThere(const LockName &name, bool wasThere)
{
    m_seen[name].alreadyThere = wasThere;
}

void EvidenceBook::noteGap(const LockName &name)
{
    m_seen[name].gap = true;
}

void EvidenceBook::noteProof(const LockName &name, bool missesSign)
{
    Seen &seen = m_seen[name];
    seen.proved = true;
    seen.missesSign = missesSign;
}

bool EvidenceBook::missesSign(const LockName &name) const
{
    const auto seen = m_seen.find(name);
    return seen != m_seen.end() && seen->second.missesSign;
}

void EvidenceBook::asked(const LockName &name, Instant since)
{
    Seen &seen = m_seen[name];
    if (since > seen.at + signLifetime)
        seen.signs = {};
    seen.before = seen.signs;
    seen.since = since;
}

Evidence EvidenceBook::evidence(const LockName &name) const
{
    Evidence evidence;
    evidence.usesLatches = [this](const OwnerId &owner) { return usesLatches(owner); };
    const auto found = m_seen.find(name);
    if (found == m_seen.end())
        return evidence;
    const Seen &seen = found->second;
    evidence.before = seen.before;
    evidence.late = {seen.signs.unlocks - seen.before.unlocks,
                     seen.signs.latches - seen.before.latches};
    if (seen.signs.unlocks > 0)
        evidence.unlockedAt = seen.unlockedAt;
    evidence.alreadyThere = seen.alreadyThere;
    evidence.gap = seen.gap;
    evidence.forced = seen.since <= seen.forcedUntil;
    evidence.proved = seen.proved;
    return evidence;
}

void EvidenceBook::applied(const LockName &name, bool changed, const Signs &lateUsed)
{
    const auto found = m_seen.find(name);
    if (found == m_seen.end())
        return;
    Seen &seen = found->second;
    const Signs rest{
        std::max<qint64>(0, seen.signs.unlocks - seen.before.unlocks - lateUsed.unlocks),
        std::max<qint64>(0, seen.signs.latches - seen.before.latches - lateUsed.latches)};
    const bool isForced = !changed && seen.since <= seen.forcedUntil;
    if (rest.isEmpty() && !isForced) {
        m_seen.erase(found);
        return;
    }
    const Instant at = seen.at;
    const Instant forcedUntil = seen.forcedUntil;
    seen = {};
    seen.signs = rest;
    seen.at = seen.unlockedAt = at; // which one of them is left is not known
    seen.forcedUntil = isForced ? forcedUntil : Instant();
}

bool EvidenceBook::hasSigns(const LockName &name) const
{
    const auto seen = m_seen.find(name);
    return seen != m_seen.end() && !seen->second.signs.isEmpty();
}

bool EvidenceBook::wasUnlocked(const LockName &name) const
{
    const auto seen = m_seen.find(name);
    return seen != m_seen.end() && seen->second.signs.unlocks > 0;
}

void EvidenceBook::tidy(Instant now)
{
    std::erase_if(m_seen, [&](const auto &entry) {
        const Seen &seen = entry.second;
        return !seen.signs.isEmpty() && now - seen.at > actionLifetime && !seen.alreadyThere
            && !seen.gap && now > seen.forcedUntil && !seen.proved;
    });
}

void EvidenceBook::noteLatchUser(const OwnerId &owner)
{
    const QByteArray client = clientOf(owner);
    if (!client.isEmpty() && m_latchUsers.size() < maxLatchUsers)
        m_latchUsers.insert(client);
}

bool EvidenceBook::usesLatches(const OwnerId &owner) const
{
    return m_latchUsers.contains(clientOf(owner));
}

} // namespace lockscope::watch
