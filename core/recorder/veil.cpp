// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/veil.h"

#include "core/base/text.h"
#include "core/recorder/clashfacts.h"
#include "core/watch/track/losses.h"

#include <QMessageAuthenticationCode>
#include <QRandomGenerator>
#include <QUuid>

#include <algorithm>
#include <array>
#include <vector>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

constexpr qsizetype digits = 12; // of a replacement

// Without the key nobody can try names until one fits.
QByteArray newKey()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), std::ssize(words));
    return {reinterpret_cast<const char *>(words.data()), sizeof words};
}

// The words of the watch about a change to a lock, without names: the parts between commas, with
// a # for each number. A record has sentences as text, and their judges read them there.
constexpr std::array sayings{
    "# changes since the last reading"_L1,
    "# holds began and ended between two readings"_L1,
    "# wake-ups and unlock latch seen"_L1,
    "# wake-ups seen"_L1,
    "FLUSHDB or SWAPDB"_L1,
    "and no unlock latch"_L1,
    "at least # holds began and ended between two readings (# changes)"_L1,
    "at least one hold began and ended between two readings (# changes)"_L1,
    "between two readings"_L1,
    "by FLUSHALL"_L1,
    "taken away with Lockscope"_L1,
    "caused by an action of this program"_L1, // of records of before
    "count was #"_L1,
    "deadline moved by # ms"_L1,
    "due # ms ago"_L1,
    "during a gap"_L1,
    "first seen after a gap"_L1,
    "had expired"_L1,
    "has an expiry now"_L1,
    "in a restart or failover"_L1,
    "before the restart or failover"_L1,
    "its entry still exists"_L1,
    "its key is gone"_L1,
    "its number changed # times between two readings"_L1,
    "its number changed once between two readings"_L1,
    "its owner had released it at #:#:#Z"_L1,
    "its owner released it at #:#:#Z; the restart or failover undid that"_L1,
    "its renewals had stopped"_L1,
    "no longer expires"_L1,
    "no renewal of # other locks of the same client since"_L1,
    "no renewal of another lock of the same client since"_L1,
    "no unlock latch seen"_L1,
    "no wake-up seen"_L1,
    "one hold began and ended between two readings"_L1,
    "only counted: Lockscope reads at most # one by one"_L1,
    "past its deadline"_L1,
    "renewed or re-acquired"_L1,
    "the client still renews # others"_L1,
    "the client still renews another one"_L1,
    "unlock latch seen"_L1,
    "wake-up and unlock latch seen"_L1,
    "wake-up seen"_L1,
    "wake-up without an unlock latch"_L1,
    "was #"_L1,
    "with # other locks of the same client"_L1,
    "with another lock of the same client"_L1,
};

bool isSaying(QStringView part)
{
    QString form;
    for (qsizetype i = 0; i < part.size(); ++i) {
        const auto isDigit = [&](qsizetype at) {
            return at < part.size() && part[at] >= u'0' && part[at] <= u'9';
        };
        if (part[i] == u'-' && isDigit(i + 1))
            continue;
        if (!isDigit(i))
            form += part[i];
        else if (!isDigit(i + 1))
            form += u'#';
    }
    return std::ranges::find(sayings, form) != sayings.end();
}

bool isWithoutNames(const QString &text)
{
    const auto parts = QStringView(text).split(u", "_s);
    return std::ranges::all_of(parts,
                               [](QStringView part) { return part.isEmpty() || isSaying(part); });
}

bool isLossByRestart(const QString &text)
{
    static const QString sign = u"in a restart or failover"_s;
    return text == sign || text.section(u' ', 1).startsWith(u"locks were lost "_s + sign);
}

} // namespace

Veil::Veil()
    : m_key(newKey())
{}

QByteArray Veil::token(char sort, const QByteArray &name)
{
    if (name.isEmpty())
        return name;
    const QByteArray whole = sort + name;
    QByteArray &known = m_known[whole];
    if (known.isEmpty()) {
        known = QMessageAuthenticationCode::hash(whole, m_key, QCryptographicHash::Sha256)
                    .toHex()
                    .left(digits);
        known.prepend(sort == 'L' ? "lock-" : sort == 'O' ? "owner-" : "client-");
    }
    return known;
}

// The client of a Redisson owner keeps its form, an id that nobody has: by it, threads are seen to
// belong together, also those that have the locks of one red lock.
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
    return OwnerId(isRedisson
                       ? "00000000-0000-0000-0000-" + token('O', client).last(digits) + ':' + thread
                       : token('O', owner.bytes));
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

// Names are replaced where the sentence is known, and other sentences are left out: the cause of a
// second owner is read from it.
Sentence Veil::detail(const watch::Event &event)
{
    const QString text = event.detail.english();
    if (event.lost) {
        const bool isByFlush = isFlush(event);
        if (!isByFlush && !isLossByRestart(text))
            return {};
        std::vector<LockName> names;
        for (const watch::LostHold &hold : *event.lost)
            names.push_back(hold.name);
        std::ranges::sort(names);
        const auto doubles = std::ranges::unique(names);
        names.erase(doubles.begin(), doubles.end());
        for (LockName &each : names)
            each = name(each);
        return lossText(isByFlush ? watch::Losses::Cause::Flush : watch::Losses::Cause::Restart,
                        names);
    }
    if (event.former) {
        const QString from = u"from "_s + visible(event.former->bytes);
        const QString rest = text.mid(from.size());
        const bool isKnown = text.startsWith(from)
            && (rest.isEmpty() || (rest.startsWith(u", "_s) && isWithoutNames(rest.mid(2))));
        if (isKnown)
            return u"from "_s + visible(owner(*event.former).bytes) + rest;
    }
    return isWithoutNames(text) ? event.detail : Sentence();
}

watch::Event Veil::event(watch::Event event)
{
    if (health::isOfProblem(event.type)) // "rule (severity): evidence"
        event.detail = event.detail.english().section(QLatin1Char(':'), 0, 0);
    else if (event.name || event.lost)
        event.detail = detail(event);
    if (event.name)
        event.name = name(*event.name);
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
        return health::ProblemChange{one->what, problem(one->problem), one->isWorse};
    return entry;
}

} // namespace lockscope::recorder
