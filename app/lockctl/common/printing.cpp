// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/printing.h"

#include "app/lockctl/common/command.h"
#include "core/base/aliasrules.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/watch/record/ends.h"
#include "core/watch/record/names.h"
#include "core/watch/record/problems.h"
#include "core/watch/track/liveness.h"
#include "ui/wording/sightof.h"
#include "ui/wording/wording.h"

#include <QStringList>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr qsizetype nameLimit = 120;
constexpr qsizetype ownerLimit = 80;

QString word(const QByteArray &name)
{
    return QString::fromLatin1(name);
}

QString seconds(Millis span)
{
    return wording::tenths(span) + u" s"_s;
}

QString timeLeft(const std::optional<Instant> &deadline, Instant now)
{
    if (!deadline)
        return u"no expiry"_s;
    return seconds(std::max(Millis(0), std::chrono::ceil<Millis>(*deadline - now)));
}

// A hold that has lapsed, as a permit or a reader past its time, is nobody's any more: `show` has
// it.
const watch::HoldRecord *firstLive(const watch::LockRecord &lock)
{
    const auto live = std::ranges::find(lock.holds, false, &watch::HoldRecord::stale);
    return live == lock.holds.end() ? nullptr : &*live;
}

QString holders(const watch::LockRecord &lock, const watch::HoldRecord &first)
{
    const QString shown = ownerText(first.owner, first.alias);
    const qint64 lapsed = std::ranges::count(lock.holds, true, &watch::HoldRecord::stale);
    const qint64 more = watch::holdCount(lock) - lapsed - 1;
    return more == 0 ? shown : u"%1 and %2 more"_s.arg(shown, QString::number(more));
}

QString counts(const watch::LockRecord &lock)
{
    qint64 count = 0;
    for (const watch::HoldRecord &hold : lock.holds)
        count += hold.stale ? 0 : hold.count;
    return QString::number(count);
}

QString waiting(const watch::LockRecord &lock)
{
    if (lock.waiters)
        return QString::number(*watch::waiterCount(lock));
    if (lock.waitingConnections)
        return u"%1 conn"_s.arg(*lock.waitingConnections);
    return u"unknown"_s;
}

QString watchdogWord(const watch::LockRecord &lock, bool watched)
{
    if (!watched || lock.holds.empty() || lock.holds.front().watchdog == watch::Watchdog::Unknown)
        return u"-"_s;
    return word(watch::name(lock.holds.front().watchdog));
}

// "host worker-7, process 4242, since 2026-11-21T12:00:00.000Z"
QString originText(const watch::HoldRecord &hold)
{
    QStringList parts;
    const format::Origin origin = hold.origin.value_or({});
    if (!origin.host.isEmpty())
        parts += u"host "_s + visibleElided(origin.host, ownerLimit);
    if (origin.pid)
        parts += u"process %1"_s.arg(*origin.pid);
    if (origin.acquiredAt) {
        const WallInstant since{Millis(*origin.acquiredAt)};
        parts += u"by its own clock since "_s + isoTime(since);
    }
    return parts.join(u", "_s);
}

QString holdLine(const watch::LockRecord &lock, const watch::HoldRecord &hold, Instant now,
                 bool watched)
{
    QString line = u"  %1  %2, count %3, %4, observed since %5"_s.arg(
        ownerText(hold.owner, hold.alias), modeText(lock, hold), QString::number(hold.count),
        hold.stale ? u"expired, but its entry still exists"_s : timeLeft(hold.deadline, now),
        isoTime(hold.observedSince));
    if (watched) {
        line += u", watchdog %1, %2 renewals"_s.arg(word(watch::name(hold.watchdog)),
                                                    hold.renewals ? QString::number(*hold.renewals)
                                                                  : u"unknown"_s);
        if (hold.lease)
            line += u", lease %1"_s.arg(seconds(*hold.lease));
        if (hold.period)
            line += u", renewed every %1"_s.arg(seconds(*hold.period));
        if (hold.presumedDead)
            line += u", presumed dead: two renewals were missed"_s;
    }
    if (const QString origin = originText(hold); !origin.isEmpty())
        line += u"\n    "_s + origin;
    return line + u'\n';
}

QString waiterText(const watch::WaiterRecord &waiter, const QString &turn, Instant now)
{
    const watch::Liveness liveness = watch::livenessOf(waiter, now);
    const QString deadline = liveness == watch::Liveness::Dead ? u"past its deadline"_s
        : waiter.isDeadlineUnread                              ? u"deadline unknown"_s
        : watch::isEndless(waiter, now)                        ? u"deadline too far in the future"_s
        : waiter.deadline ? u"deadline in "_s + timeLeft(waiter.deadline, now)
                          : u"without a deadline"_s;
    QString text = deadline + u", "_s + wording::liveness(liveness);
    if (liveness == watch::Liveness::Ghost)
        text += u": no client listens to its channel"_s;
    return text + turn;
}

QString pulseText(const watch::Heartbeat &client, Instant now)
{
    const auto ago = [&](Instant at) { return seconds(std::chrono::floor<Millis>(now - at)); };
    switch (client.pulse) {
    case watch::Pulse::Alive:
        return u"alive, next renewal in %1"_s.arg(timeLeft(client.due, now));
    case watch::Pulse::Late:
        return u"a renewal is late by %1"_s.arg(ago(client.due));
    case watch::Pulse::Silent:
        return u"presumed dead, a renewal is late by %1"_s.arg(ago(client.due));
    case watch::Pulse::Unknown:
        break;
    }
    return u"unknown"_s;
}

// "2 of 5 permits free", "count 3"
QString permitsText(const watch::LockRecord &lock)
{
    const qint64 available = lock.permits->available;
    const bool isLatch = format::traitsOf(*lock.kind).isLatch();
    if (!wording::hasNumber(lock))
        return isLatch ? u"open"_s : notInitialised();
    if (isLatch)
        return u"count %1"_s.arg(available);
    const QString text = lock.permits->total
        ? u"%1 of %2 permits free"_s.arg(available).arg(*lock.permits->total)
        : counted(available, u"permit"_s, u"permits"_s) + u" free"_s;
    return text + lapsedText(std::ranges::count(lock.holds, true, &watch::HoldRecord::stale));
}

} // namespace

QString ownerText(const OwnerId &owner, const Alias &alias)
{
    const QString shown = visibleElided(owner.bytes, ownerLimit);
    return alias.isEmpty() ? shown
                           : aliasSign(alias.origin) + u"%1 (%2)"_s.arg(visible(alias.name), shown);
}

QString modeText(const watch::LockRecord &lock, const watch::HoldRecord &hold)
{
    using Family = format::KindTraits::Family;
    const format::KindTraits &kind = format::traitsOf(*lock.kind, *lock.library);
    // Of other libraries: the members of a set, or tokens that are given back.
    const bool isOfPermits = kind.isSemaphore() || kind.family == Family::SortedSet
        || kind.family == Family::ReturnedTokens;
    return isOfPermits && hold.mode == watch::Mode::Exclusive ? u"permit"_s
                                                              : wording::mode(hold.mode);
}

QString lapsedText(qint64 lapsed)
{
    if (lapsed == 0)
        return {};
    return lapsed == 1 ? u", counting 1 that has expired but is still listed"_s
                       : u", counting %1 that have expired but are still listed"_s.arg(lapsed);
}

QString notInitialised()
{
    return u"none, the semaphore is not initialised"_s;
}

QString counted(qint64 count, const QString &one, const QString &many)
{
    return count == 1 ? u"1 "_s + one : u"%1 %2"_s.arg(QString::number(count), many);
}

QString nameText(const LockName &name, qsizetype limit)
{
    return name.isEmpty() ? QString(emptyName + u" (empty name)"_s)
                          : visibleName(name.bytes, limit);
}

QString aligned(const std::vector<Row> &rows, qsizetype indent)
{
    std::vector<qsizetype> widths(rows.empty() ? 0 : rows.front().size());
    for (const Row &row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    QString text;
    for (const Row &row : rows) {
        QString line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += i + 1 == row.size() ? row[i] : row[i].leftJustified(widths[i] + 2);
        text += QString(indent, u' ') + line.trimmed() + u'\n';
    }
    return text;
}

QString lockTable(const std::vector<watch::LockPointer> &locks, Instant now, bool watched,
                  const PlaceOf &placeOf)
{
    const bool several = std::any_of(locks.begin(), locks.end(), [&](const auto &lock) {
        return lock->deployment != locks.front()->deployment;
    });
    Row header{u"STATE"_s, u"NAME"_s, u"KIND"_s,    u"HOLDER"_s,
               u"COUNT"_s, u"MODE"_s, u"EXPIRES"_s, u"WAITING"_s};
    if (watched)
        header.push_back(u"WATCHDOG"_s);
    if (several)
        header.push_back(u"DEPLOYMENT"_s);
    const bool hasPlaces = std::any_of(locks.begin(), locks.end(), [&](const auto &lock) {
        return placeOf(lock->id.deployment) != placeOf(locks.front()->id.deployment);
    });
    if (hasPlaces)
        header.insert(header.end(), {u"PROFILE"_s, u"TAG"_s});
    std::vector<Row> rows{header};
    for (const watch::LockPointer &pointer : locks) {
        const watch::LockRecord &lock = *pointer;
        const watch::HoldRecord *const hold = firstLive(lock);
        Row row{word(watch::name(lock.state)),
                nameText(lock.id.name),
                word(lock.kind),
                hold ? holders(lock, *hold) : u"-"_s,
                hold ? counts(lock) : u"-"_s,
                hold ? modeText(lock, *hold) : u"-"_s,
                hold ? timeLeft(watch::nextEnd(lock), now) : u"-"_s,
                waiting(lock)};
        if (watched)
            row.push_back(watchdogWord(lock, watched));
        if (several)
            row.push_back(*lock.deployment);
        if (hasPlaces) {
            const insight::FilterPlace place = placeOf(lock.id.deployment);
            row.push_back(place.profile.isEmpty() ? u"-"_s : place.profile);
            row.push_back(place.tag.isEmpty() ? u"-"_s : place.tag);
        }
        rows.push_back(std::move(row));
    }
    return aligned(rows);
}

namespace {

QString replicaText(const watch::ReplicaRecord &replica, std::optional<bool> has)
{
    QStringList facts{!has       ? u"not known"_s
                          : *has ? u"has the lock"_s
                                 : u"does not have the lock"_s};
    if (!replica.isReached)
        facts.append(u"not reached from here"_s);
    else if (!replica.isLinked)
        facts.append(u"not connected to its primary"_s);
    if (replica.behind)
        facts.append(u"%1 ms behind"_s.arg(replica.behind->count()));
    if (replica.priority == 0)
        facts.append(u"never promoted (priority 0)"_s);
    if (replica.wasPrimary)
        facts.append(u"the primary until the failover"_s);
    if (replica.clients)
        facts.append(wording::clientsText(*replica.clients));
    return u"  %1  %2\n"_s.arg(replica.server, facts.join(u", "_s));
}

// For a lock that the replicas could have, and were asked for.
QString replicasText(const watch::LockRecord &lock, const watch::Replication &replication)
{
    const auto present = replication.present.find(lock.id.name);
    if (lock.mainKey == format::KeyType::None || present == replication.present.end())
        return {};
    QString text =
        replication.replicas.empty() ? u"Replicas: none is connected\n"_s : u"Replicas:\n"_s;
    for (std::size_t i = 0; i < replication.replicas.size(); ++i)
        text += replicaText(replication.replicas[i], present->second.at(i));
    switch (watch::survivalOf(lock.id.name, replication)) {
    case watch::Survival::Kept:
        return text + u"A failover now would keep the lock.\n"_s;
    case watch::Survival::Lost:
        return text + u"A failover now may lose the lock.\n"_s;
    case watch::Survival::Unknown:
        break;
    }
    return text + u"Whether a failover now would keep the lock is not known.\n"_s;
}

} // namespace

QString lockDetails(const watch::LockRecord &lock, Instant now, bool watched,
                    const std::optional<std::vector<health::Problem>> &problems,
                    const watch::Replication *replication)
{
    QString text = u"%1: %2 (%3), %4\n"_s.arg(nameText(lock.id.name), word(lock.kind),
                                              word(lock.library), word(watch::name(lock.state)));
    text += u"on %1\n"_s.arg(*lock.server);
    text += lock.holds.empty() ? u"Holds: none\n"_s : u"Holds:\n"_s;
    for (const watch::HoldRecord &hold : lock.holds)
        text += holdLine(lock, hold, now, watched);
    if (const qint64 all = watch::holdCount(lock); all > static_cast<qint64>(lock.holds.size()))
        text +=
            u"  %1 holds in total; only %2 are read and shown\n"_s.arg(all).arg(lock.holds.size());
    if (lock.permits)
        text += u"Permits: %1\n"_s.arg(permitsText(lock));
    text += queueText(lock, now);
    text += problemsText(problems);
    if (lock.fencingToken)
        text += u"Fencing token: %1\n"_s.arg(*lock.fencingToken);
    text += u"Keys:\n"_s;
    for (const watch::KeyRecord &key : watch::keysOf(lock))
        text += u"  %1  %2, %3\n"_s.arg(visibleElided(key.key.bytes, nameLimit), word(key.type),
                                        timeLeft(key.deadline, now));
    if (replication != nullptr)
        text += replicasText(lock, *replication);
    text += u"Recognised by:\n"_s;
    for (const watch::Candidate &candidate : *lock.candidates) {
        const bool isGuess = candidate.confidence == format::Confidence::Guess;
        text += u"  %1 (%2): %3%4\n"_s.arg(word(candidate.kind), word(candidate.library),
                                           candidate.reason.english(),
                                           isGuess ? u"; a guess"_s : QString());
    }
    if (lock.truncated)
        text += u"The lock has more content than is shown here.\n"_s;
    return text;
}

QString membersText(const watch::ServerRecord &server)
{
    if (!server.members || server.members->empty())
        return {};
    std::vector<Row> rows;
    for (const watch::MemberRecord &member : *server.members)
        rows.push_back({member.address, wording::memberRole(member.role),
                        wording::memberFacts(member, server.address)});
    QString text = u"Servers of %1:\n"_s.arg(watch::nameOf(server)) + aligned(rows, 2);
    if (!server.topologyDoubt.isEmpty())
        text += u"  "_s + server.topologyDoubt.english() + u'\n';
    return text;
}

namespace {

// The waiters of a fair queue; only where they are known.
QString waiterLines(const watch::LockRecord &lock, Instant now)
{
    const auto &waiters = *lock.waiters;
    if (waiters.empty())
        return u"Waiters: none\n"_s;
    const auto next = watch::nextToWake(waiters, now);
    const auto ghosts = std::count_if(waiters.begin(), waiters.begin() + next.value_or(0),
                                      [now](const watch::WaiterRecord &waiter) {
                                          return livenessOf(waiter, now) == watch::Liveness::Ghost;
                                      });
    const QString itsTurn = ghosts == 0 ? u", next to wake"_s
        : ghosts == 1                   ? u", next after the ghost"_s
                                        : u", next after the ghosts"_s;
    QString text = u"Waiters, in the order of the queue:\n"_s;
    for (const watch::WaiterRecord &waiter : waiters) {
        const bool isNext = waiter.position == next.value_or(-1) + 1;
        text += u"  %1. %2  %3\n"_s.arg(QString::number(waiter.position),
                                        ownerText(waiter.owner, waiter.alias),
                                        waiterText(waiter, isNext ? itsTurn : QString(), now));
    }
    if (const watch::WaiterRecord *ghost = watch::ghostInTurn(lock, now))
        text += u"  The next one, number %1, is a ghost: nobody else gets the lock until its "
                "deadline, or until it is removed.\n"_s.arg(ghost->position);
    return text;
}

} // namespace

QString queueText(const watch::LockRecord &lock, Instant now)
{
    QString text;
    if (lock.waiters) {
        text += waiterLines(lock, now);
        const qint64 total = *watch::waiterCount(lock);
        const auto read = static_cast<qint64>(lock.waiters->size());
        if (total > read)
            text +=
                u"  %1 waiters in total; only the first %2 are read and shown\n"_s.arg(total).arg(
                    read);
    }
    if (!lock.waiters && !watch::problemsOf(lock, now).empty())
        text += u"Waiters: unknown\n"_s;
    // Waiters of a queue listen to channels of their own.
    if (lock.waitingConnections && (!lock.waiters || *lock.waitingConnections > 0))
        text += u"Waiting connections: %1\n"_s.arg(*lock.waitingConnections);
    return text;
}

QString problemsText(const std::optional<std::vector<health::Problem>> &problems)
{
    QString text;
    if (!problems)
        return text;
    for (const health::Problem &problem : *problems)
        text += u"Problem: %1 (%2, %3)\n"_s.arg(problem.evidence.english(),
                                                QString::fromLatin1(problem.rule->name),
                                                word(health::name(problem.severity)));
    return text;
}

QString clientsText(const std::vector<watch::ClientHeartbeat> &clients, Instant now)
{
    QString text;
    for (const watch::ClientHeartbeat &client : clients) {
        text += u"Client %1: %2; of the locks shown, %3 renewed, %4 overdue\n"_s.arg(
            visibleElided(client.client, ownerLimit), pulseText(client.heartbeat, now),
            counted(static_cast<qint64>(client.heartbeat.holds), u"hold"_s, u"holds"_s),
            QString::number(client.heartbeat.overdue));
    }
    return text;
}

QString multisText(const std::vector<insight::InferredMulti> &multis)
{
    QString text;
    for (const insight::InferredMulti &multi : multis)
        text += u"Multi-lock (%1)\n"_s.arg(insight::candidateOf(multi).reason.english());
    return text;
}

namespace {

// Whether the count is that of a semaphore or a latch, and no number of holds.
bool isOfNumber(watch::EventType type)
{
    return type == watch::EventType::PermitsChanged || type == watch::EventType::LatchChanged;
}

} // namespace

QString eventLine(const watch::Event &event)
{
    QString line = isoTime(event.at) + u"  "_s + word(watch::name(event.type)).leftJustified(18);
    if (event.name)
        line += u"  "_s + nameText(*event.name);
    if (!event.kind.isEmpty())
        line += u"  "_s + word(event.kind);
    if (event.owner)
        line += u"  "_s + ownerText(*event.owner, event.alias);
    if (event.mode && *event.mode != watch::Mode::Exclusive)
        line += u"  "_s + word(watch::name(*event.mode));
    if (event.count && (*event.count != 1 || isOfNumber(event.type)) && !wording::tellsCount(event))
        line += u"  count %1"_s.arg(*event.count);
    if (event.ttl)
        line += u"  %1"_s.arg(seconds(*event.ttl));
    if (!event.name)
        line += u"  "_s + event.server;
    if (!event.detail.isEmpty())
        line += u"  (%1)"_s.arg(event.detail.english());
    return line + u'\n';
}

bool writeOut(const QString &text)
{
    const bool hasFailed = std::ferror(stdout) != 0;
    const QByteArray bytes = text.toUtf8();
    const bool written =
        std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout)
            == static_cast<std::size_t>(bytes.size())
        && std::fflush(stdout) == 0;
    if (!written && !hasFailed)
        writeError(u"lockctl: standard output could not be written: %1\n"_s.arg(
            errno == EBADF ? u"it is closed"_s : QString::fromLocal8Bit(std::strerror(errno))));
    return written;
}

int statusOfOutput(int status)
{
    // Nobody may conclude from an answer that nobody can read.
    const bool isAnswer = status == Done || status == Refused;
    return isAnswer && std::ferror(stdout) != 0 ? int(Unreachable) : status;
}

void writeError(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
}

void tellInterrupted()
{
    writeError(u"lockctl: interrupted; not everything was read\n"_s);
}

bool isErrorTerminal()
{
    return ::isatty(STDERR_FILENO) == 1;
}

} // namespace lockscope::lockctl
