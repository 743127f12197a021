// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/veil.h"

#include <QMessageAuthenticationCode>
#include <QRandomGenerator>
#include <QUuid>

#include <array>

namespace lockscope::recorder {

namespace {

// Without the key nobody can try names until one fits.
QByteArray newKey()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), std::ssize(words));
    return {reinterpret_cast<const char *>(words.data()), sizeof words};
}

} // namespace

Veil::Veil()
    : m_key(newKey())
{}

QByteArray Veil::token(char sort, const QByteArray &name)
{
    if (name.isEmpty())
        return name;
    QByteArray &known = m_known[sort + name];
    if (known.isEmpty()) {
        constexpr qsizetype digits = 12;
        known = QMessageAuthenticationCode::hash(sort + name, m_key, QCryptographicHash::Sha256)
                    .toHex()
                    .left(digits);
        known.prepend(sort == 'L' ? "lock-" : sort == 'O' ? "owner-" : "client-");
    }
    return known;
}

// The client of a Redisson owner keeps its form, so that its threads are seen to belong together.
OwnerId Veil::owner(const OwnerId &owner)
{
    const qsizetype colon = owner.bytes.lastIndexOf(':');
    if (colon < 0)
        return OwnerId(token('O', owner.bytes));
    const QByteArray client = owner.bytes.first(colon);
    bool isThread = false;
    const QByteArray thread = owner.bytes.mid(colon + 1);
    static_cast<void>(thread.toLongLong(&isThread));
    const bool isRedisson = isThread && !QUuid::fromString(QLatin1StringView(client)).isNull();
    return OwnerId(isRedisson ? token('O', client) + ':' + thread : token('O', owner.bytes));
}

watch::LockPointer Veil::lock(const watch::LockRecord &lock)
{
    watch::LockRecord veiled = lock;
    veiled.id = id(lock.id);
    for (watch::HoldRecord &hold : veiled.holds) {
        hold.owner = owner(hold.owner);
        hold.alias = Alias();
        if (hold.origin) {
            format::Origin origin = *hold.origin;
            origin.host = token('H', origin.host);
            hold.origin = origin;
        }
    }
    if (lock.waiters) {
        std::vector<watch::WaiterRecord> waiters = *lock.waiters;
        for (watch::WaiterRecord &waiter : waiters) {
            waiter.owner = owner(waiter.owner);
            waiter.alias = {};
        }
        veiled.waiters = std::move(waiters);
    }
    if (lock.otherKeys) {
        std::vector<watch::KeyRecord> keys = *lock.otherKeys;
        for (watch::KeyRecord &key : keys)
            key.key = KeyName(token('L', key.key.bytes));
        veiled.otherKeys = std::move(keys);
    }
    std::vector<watch::Candidate> candidates = lock.candidates;
    for (watch::Candidate &candidate : candidates)
        candidate.reason = {};
    veiled.candidates = std::move(candidates);
    return std::make_shared<const watch::LockRecord>(std::move(veiled));
}

watch::ServerPointer Veil::server(const watch::ServerRecord &server)
{
    auto veiled = std::make_shared<watch::ServerRecord>(server);
    veiled->keyRefusal.reset();
    veiled->learned.reset();
    if (server.unreadable) {
        watch::UnreadableNames names;
        names.isPartial = server.unreadable->isPartial;
        for (const LockName &each : server.unreadable->names)
            names.names.insert(name(each));
        veiled->unreadable = std::make_shared<const watch::UnreadableNames>(std::move(names));
    }
    if (server.replication) {
        watch::Replication replication = *server.replication;
        replication.present.clear();
        for (const auto &[lock, present] : server.replication->present)
            replication.present.emplace(name(lock), present);
        for (watch::ReplicaRecord &replica : replication.replicas) {
            if (!replica.clients)
                continue;
            for (watch::ClientGroup &group : replica.clients->groups) {
                group.host = token('H', group.host);
                group.name = token('H', group.name);
            }
        }
        veiled->replication = std::make_shared<const watch::Replication>(std::move(replication));
    }
    return veiled;
}

watch::Event Veil::event(watch::Event event)
{
    if (event.name)
        event.name = name(*event.name);
    const bool isProblem = event.type == watch::EventType::ProblemOpened
        || event.type == watch::EventType::ProblemClosed;
    if (isProblem) // "rule (severity): evidence"
        event.detail = event.detail.english().section(QLatin1Char(':'), 0, 0);
    else if (event.name || event.lost)
        event.detail = {};
    if (event.owner)
        event.owner = owner(*event.owner);
    if (event.former)
        event.former = owner(*event.former);
    event.alias = {};
    if (event.lost) {
        std::vector<watch::LostHold> lost = *event.lost;
        for (watch::LostHold &hold : lost) {
            hold.name = name(hold.name);
            if (hold.owner)
                hold.owner = owner(*hold.owner);
        }
        event.lost = std::make_shared<const std::vector<watch::LostHold>>(std::move(lost));
    }
    return event;
}

health::Problem Veil::problem(health::Problem problem)
{
    problem.subject.name = name(problem.subject.name);
    if (!problem.locks.empty() || !problem.subject.name.bytes.isEmpty())
        problem.evidence = {};
    for (watch::LockId &lock : problem.locks)
        lock = id(lock);
    return problem;
}

Entry Veil::operator()(const Entry &entry)
{
    if (const auto *one = std::get_if<LockEntry>(&entry))
        return LockEntry{id(one->id), one->lock ? lock(*one->lock) : watch::LockPointer()};
    if (const auto *one = std::get_if<watch::ServerPointer>(&entry))
        return server(**one);
    if (const auto *one = std::get_if<watch::Event>(&entry))
        return event(*one);
    if (const auto *one = std::get_if<health::ProblemChange>(&entry))
        return health::ProblemChange{one->what, problem(one->problem)};
    return entry;
}

} // namespace lockscope::recorder
