// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/lockbook.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

LockBook::LockBook(int server, QString label, const ServerClock &clock, WatchMailbox &mailbox)
    : m_server(server)
    , m_label(std::move(label))
    , m_clock(clock)
    , m_mailbox(mailbox)
{}

Moment LockBook::now() const
{
    const Instant instant = m_time.now();
    return {instant, m_time.wallNow(), m_clock.serverTime(instant)};
}

std::vector<LockName> LockBook::names() const
{
    std::vector<LockName> names;
    names.reserve(m_locks.size());
    for (const auto &[name, entry] : m_locks)
        names.push_back(name);
    return names;
}

ReadJob LockBook::job(const DirtyQueue::Entry &entry)
{
    m_evidence.asked(entry.lock);
    ReadJob job{entry.lock, nullptr, {}, {}, true, false, {}, entry.keys};
    job.causes.erase(KeyName(entry.lock.bytes));
    if (entry.all)
        job.causes.clear();
    const auto known = m_locks.find(entry.lock);
    if (known == m_locks.end()) {
        job.isHash = entry.isHash;
        // Its own name changed and nothing else: if it is gone, there is nothing more to it.
        job.withoutMain = entry.all || !job.causes.empty();
        return job;
    }
    job.format = known->second.format;
    const auto listening = channels(entry.lock);
    for (const QByteArray &channel : listening) {
        if (channel != job.format->waitChannel(entry.lock))
            job.waiterChannels.push_back(channel);
    }
    const format::ServerMs soon = m_clock.serverTime(m_time.now()) + 5;
    for (const auto &[name, key] : known->second.keys) {
        if (name.bytes == entry.lock.bytes)
            continue;
        const bool changed =
            entry.all || entry.keys.contains(name) || (key.expireAt && *key.expireAt <= soon);
        if (!changed)
            job.kept.emplace(name, key);
        else if (key.exists() && key.type != format::KeyType::Other)
            job.expected.push_back({name, key.type});
    }
    return job;
}

Evidence LockBook::evidenceFor(const LockName &name, const Moment &now) const
{
    Evidence evidence = m_evidence.evidence(name, now.instant);
    const auto known = m_locks.find(name);
    evidence.hearsReleases =
        m_hears && (known == m_locks.end() || !known->second.format->waitChannel(name).isEmpty());
    return evidence;
}

Difference LockBook::compare(const LockName &name, const std::optional<format::LockReading> &after,
                             const Moment &now, Precision precision)
{
    const auto known = m_locks.find(name);
    std::optional<TrackedLock> before;
    if (known != m_locks.end())
        before = known->second.lock;
    const Evidence evidence = evidenceFor(name, now);
    const auto doubt = m_doubts.extract(name);
    auto result = doubt
        ? differenceAfterDoubt(before, doubt.mapped(), after, evidence, now, precision)
        : difference(before, after, evidence, now, precision);
    if (!result.wantsProof)
        learnLatches(result, evidence);
    return result;
}

// Whose unlock left a latch it does not tell. But if there is one for each unlock, it was theirs.
void LockBook::learnLatches(const Difference &difference, const Evidence &evidence)
{
    if (evidence.latches() == 0 || evidence.latches() < evidence.unlocks())
        return;
    for (const LockEvent &event : difference.events) {
        const bool unlocked =
            event.type == EventType::Released || event.type == EventType::PartiallyReleased;
        if (unlocked && event.owner)
            m_evidence.noteLatchUser(*event.owner);
    }
}

LockBook::Applied LockBook::apply(ReadOutcome outcome, Precision precision)
{
    const LockName name = outcome.lock;
    const Moment at = now();
    const auto known = m_locks.find(name);
    std::optional<format::LockReading> after = std::move(outcome.reading);
    const bool isHidden = after && after->isGuess() && !m_guessesShown;
    noteGuess(name, isHidden);
    if (isHidden) {
        hide(name);
        return Applied::NoLock;
    }
    auto difference = compare(name, after, at, precision);
    if (difference.wantsProof) {
        m_evidence.noteProof(name);
        if (after && !after->holds.empty())
            m_doubts.insert_or_assign(name, std::move(*after));
        return Applied::LookAgain;
    }
    m_evidence.applied(name, difference.changed, difference.lateUsed, at.instant);
    const QByteArray kind = difference.lock ? difference.lock->reading.kind
        : known != m_locks.end()            ? known->second.lock.reading.kind
                                            : QByteArray();
    tellAll(name, kind, difference.events, at);
    if (!difference.lock) {
        m_evidence.forget(name);
        if (known == m_locks.end())
            return Applied::NoLock;
        m_mailbox.put({m_server, name}, LockPointer());
        forgetClients(name, known->second.lock);
        m_locks.erase(known);
        return Applied::Gone;
    }
    Entry &entry = m_locks[name];
    forgetClients(name, entry.lock);
    entry.lock = std::move(*difference.lock);
    followClients(name, entry.lock);
    // Waiters of a queue listen to channels of their own; the lock's says nothing of them.
    if (entry.lock.reading.kind != "fair")
        entry.lock.waitingConnections = outcome.waitingConnections;
    entry.format = outcome.format;
    entry.keys = std::move(outcome.keys);
    followWaiters(entry, at);
    countWaiters(name, entry, outcome.waiters, at.instant);
    publish(name, entry, at);
    return Applied::Lock;
}

// Nothing happened to it: it is no lock that goes.
void LockBook::hide(const LockName &name)
{
    if (const auto known = m_locks.find(name); known != m_locks.end()) {
        m_mailbox.put({m_server, name}, LockPointer());
        forgetClients(name, known->second.lock);
        m_locks.erase(known);
    }
    m_doubts.erase(name);
    m_evidence.forget(name);
}

// Bounded: beyond it the count is a lower bound.
void LockBook::noteGuess(const LockName &name, bool isHidden)
{
    constexpr std::size_t most = 65'536;
    const std::size_t hash = qHash(name.bytes, 0x9e55);
    if (!isHidden)
        m_hidden.erase(hash);
    else if (m_hidden.size() < most)
        m_hidden.insert(hash);
}

void LockBook::noteUnlocked(const LockName &name)
{
    if (knows(name) || m_evidence.awaits(name))
        m_evidence.noteUnlocked(name, m_time.now());
}

void LockBook::noteLatch(const LockName &name, const KeyName &latch)
{
    if (knows(name) || m_evidence.awaits(name))
        m_evidence.noteLatch(name, latch, m_time.now());
}

void LockBook::noteForced(const LockName &name, bool expected)
{
    if (knows(name))
        m_evidence.noteForced(name, expected, m_time.now());
}

void LockBook::noteAlreadyThere(const LockName &name, bool wasThere)
{
    if (!knows(name))
        m_evidence.noteAlreadyThere(name, wasThere);
}

void LockBook::noteGap()
{
    for (const auto &[name, entry] : m_locks)
        m_evidence.noteGap(name);
}

bool LockBook::tick(const LockName &name)
{
    const auto known = m_locks.find(name);
    if (known == m_locks.end())
        return false;
    const Moment at = now();
    TrackedLock &lock = known->second.lock;
    auto events = watch::tick(lock, at);
    for (LockEvent &event : events) {
        if (lock.reading.library != "redisson" || !event.owner)
            continue;
        const QString others = othersText(clientHeartbeat(clientOf(*event.owner), at.instant));
        if (!others.isEmpty())
            event.detail += u", "_s + others;
    }
    tellAll(name, lock.reading.kind, events, at);
    publish(name, known->second, at);
    return std::any_of(lock.holds.begin(), lock.holds.end(), [&](const TrackedHold &hold) {
        return !hold.hold.stale && hold.hold.expireAt && *hold.hold.expireAt < at.server;
    });
}

std::optional<Instant> LockBook::nextTick(const LockName &name) const
{
    const auto known = m_locks.find(name);
    if (known == m_locks.end())
        return std::nullopt;
    const auto next = nextDeadline(known->second.lock, now());
    return next ? std::optional(m_clock.localTime(*next)) : std::nullopt;
}

std::optional<format::ServerMs> LockBook::mainExpiry(const LockName &name) const
{
    const auto known = m_locks.find(name);
    return known == m_locks.end() ? std::nullopt : known->second.lock.reading.expireAt;
}

bool LockBook::isFree(const LockName &name) const
{
    const auto known = m_locks.find(name);
    return known != m_locks.end() && known->second.lock.holds.empty();
}

bool LockBook::hasOtherKeys(const LockName &name) const
{
    const auto known = m_locks.find(name);
    return known != m_locks.end()
        && std::any_of(known->second.published->keys.begin(), known->second.published->keys.end(),
                       [&](const KeyRecord &key) { return key.key.bytes != name.bytes; });
}

bool LockBook::isWithoutMain(const LockName &name) const
{
    const auto known = m_locks.find(name);
    if (known == m_locks.end())
        return false;
    const auto main = known->second.keys.find(KeyName(name.bytes));
    return main == known->second.keys.end() || !main->second.exists();
}

void LockBook::tell(EventType type, const QString &detail, const std::optional<LockName> &name)
{
    Event event;
    event.at = m_time.wallNow();
    event.type = type;
    event.name = name;
    event.deployment = event.server = m_label;
    event.serverIndex = m_server;
    event.detail = detail;
    m_mailbox.post(std::move(event));
}

void LockBook::tellAll(const LockName &name, const QByteArray &kind,
                       const std::vector<LockEvent> &events, const Moment &now)
{
    for (const LockEvent &event : events) {
        m_mailbox.post({now.wall, event.type, name, kind, m_label, m_label, m_server, event.owner,
                        event.mode, event.count, event.ttl, event.detail});
    }
}

} // namespace lockscope::watch
