// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/lockbook.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

LockState stateOf(const TrackedLock &lock)
{
    if (lock.holds.empty())
        return LockState::Free;
    const bool queued = lock.reading.waiters && !lock.reading.waiters->empty();
    return queued || lock.waitingConnections.value_or(0) > 0 ? LockState::Contended
                                                             : LockState::Held;
}

} // namespace

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
    ReadJob job{entry.lock, nullptr, {}, {}, true};
    const auto known = m_locks.find(entry.lock);
    if (known == m_locks.end()) {
        job.isHash = entry.isHash;
        // Its own name changed and nothing else: if it is gone, there is nothing more to it.
        const KeyName main(entry.lock.bytes);
        job.withoutMain = entry.all
            || std::any_of(entry.keys.begin(), entry.keys.end(),
                           [&](const KeyName &key) { return key != main; });
        return job;
    }
    job.format = known->second.format;
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
    evidence.hearsReleases = m_hears && !waitChannel(name).isEmpty();
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
    std::optional<format::LockReading> after;
    if (outcome.format)
        after = outcome.format->read(name, outcome.keys);
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
        m_locks.erase(known);
        return Applied::Gone;
    }
    Entry &entry = m_locks[name];
    entry.lock = std::move(*difference.lock);
    entry.lock.waitingConnections = outcome.waitingConnections;
    entry.format = outcome.format;
    entry.keys = std::move(outcome.keys);
    publish(name, entry, at);
    return Applied::Lock;
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

void LockBook::noteSubscribers(const LockName &name, qint64 count)
{
    const auto known = m_locks.find(name);
    if (known == m_locks.end() || known->second.lock.waitingConnections == count)
        return;
    known->second.lock.waitingConnections = count;
    publish(name, known->second, now());
}

bool LockBook::tick(const LockName &name)
{
    const auto known = m_locks.find(name);
    if (known == m_locks.end())
        return false;
    const Moment at = now();
    TrackedLock &lock = known->second.lock;
    tellAll(name, lock.reading.kind, watch::tick(lock, at), at);
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

QByteArray LockBook::waitChannel(const LockName &name) const
{
    const auto known = m_locks.find(name);
    if (known == m_locks.end() || known->second.format == nullptr)
        return {};
    return known->second.format->waitChannel(name);
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

void LockBook::publish(const LockName &name, Entry &entry, const Moment &now)
{
    LockRecord fresh = record(name, entry, now);
    if (entry.published && fresh == *entry.published)
        return;
    entry.published = std::make_shared<const LockRecord>(std::move(fresh));
    m_mailbox.put({m_server, name}, entry.published);
}

LockRecord LockBook::record(const LockName &name, const Entry &entry, const Moment &now) const
{
    const auto local = [&](const std::optional<format::ServerMs> &at) {
        return at ? std::optional(m_clock.localTime(*at)) : std::nullopt;
    };
    const TrackedLock &lock = entry.lock;
    LockRecord record;
    record.id = {m_server, name};
    record.kind = lock.reading.kind;
    record.library = lock.reading.library;
    record.deployment = record.server = m_label;
    record.state = stateOf(lock);
    record.deadline = local(lock.reading.expireAt);
    record.waitingConnections = lock.waitingConnections;
    record.fencingToken = lock.reading.fencingToken;
    record.candidates = lock.reading.candidates;
    record.truncated = lock.reading.truncated;
    for (const TrackedHold &hold : lock.holds) {
        record.holds.push_back({hold.hold.owner, hold.hold.mode, hold.hold.count,
                                local(hold.hold.expireAt), hold.observedSince, hold.hold.stale,
                                hold.rhythm.lease(), watchdogOf(hold, now),
                                hold.unsure ? std::nullopt : std::optional(hold.renewals)});
    }
    if (lock.reading.waiters) {
        record.waiters.emplace();
        for (const format::Waiter &waiter : *lock.reading.waiters) {
            const bool stale = waiter.deadline && *waiter.deadline <= now.server;
            record.waiters->push_back({waiter.owner, static_cast<int>(record.waiters->size()) + 1,
                                       local(waiter.deadline), stale});
        }
    }
    for (const auto &[key, raw] : entry.keys) {
        if (raw.exists())
            record.keys.push_back({key, format::typeName(raw.type), local(raw.expireAt)});
    }
    return record;
}

} // namespace lockscope::watch
