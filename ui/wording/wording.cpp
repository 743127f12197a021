// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/wording.h"

#include "core/base/aliasrules.h"
#include "core/base/text.h"
#include "core/insight/filter/eventfilter.h"
#include "core/insight/filter/filter.h"
#include "core/watch/record/names.h"
#include "core/watch/record/problems.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct SharedWords {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

QString signedName(const Alias &alias, qsizetype limit)
{
    return aliasSign(alias.origin) + shown(alias.name, limit);
}

// The words of JSON and of filters, as core/watch/names.h has them.
constexpr std::array dataWords{
    QT_TRANSLATE_NOOP("DataWords", "free"),
    QT_TRANSLATE_NOOP("DataWords", "held"),
    QT_TRANSLATE_NOOP("DataWords", "contended"),
    QT_TRANSLATE_NOOP("DataWords", "uncertain"),
    QT_TRANSLATE_NOOP("DataWords", "exclusive"),
    QT_TRANSLATE_NOOP("DataWords", "read"),
    QT_TRANSLATE_NOOP("DataWords", "write"),
    QT_TRANSLATE_NOOP("DataWords", "unknown"),
    QT_TRANSLATE_NOOP("DataWords", "none"),
    QT_TRANSLATE_NOOP("DataWords", "renewing"),
    QT_TRANSLATE_NOOP("DataWords", "overdue"),
    QT_TRANSLATE_NOOP("DataWords", "any"),
    QT_TRANSLATE_NOOP("DataWords", "at-risk"),
    QT_TRANSLATE_NOOP("DataWords", "split"),
    QT_TRANSLATE_NOOP("DataWords", "residue"),
    QT_TRANSLATE_NOOP("DataWords", "blocked"),
    QT_TRANSLATE_NOOP("DataWords", "yes"),
    QT_TRANSLATE_NOOP("DataWords", "no"),
    QT_TRANSLATE_NOOP("DataWords", "appeared"),
    QT_TRANSLATE_NOOP("DataWords", "acquired"),
    QT_TRANSLATE_NOOP("DataWords", "reentered"),
    QT_TRANSLATE_NOOP("DataWords", "partially-released"),
    QT_TRANSLATE_NOOP("DataWords", "released"),
    QT_TRANSLATE_NOOP("DataWords", "renewed"),
    QT_TRANSLATE_NOOP("DataWords", "renewal-overdue"),
    QT_TRANSLATE_NOOP("DataWords", "renewal-resumed"),
    QT_TRANSLATE_NOOP("DataWords", "expired"),
    QT_TRANSLATE_NOOP("DataWords", "force-unlocked"),
    QT_TRANSLATE_NOOP("DataWords", "handed-over"),
    QT_TRANSLATE_NOOP("DataWords", "queued"),
    QT_TRANSLATE_NOOP("DataWords", "dequeued"),
    QT_TRANSLATE_NOOP("DataWords", "permits-changed"),
    QT_TRANSLATE_NOOP("DataWords", "latch-changed"),
    QT_TRANSLATE_NOOP("DataWords", "changes-read-together"),
    QT_TRANSLATE_NOOP("DataWords", "lost"),
    QT_TRANSLATE_NOOP("DataWords", "problem-opened"),
    QT_TRANSLATE_NOOP("DataWords", "problem-worsened"),
    QT_TRANSLATE_NOOP("DataWords", "problem-closed"),
    QT_TRANSLATE_NOOP("DataWords", "warning"),
    QT_TRANSLATE_NOOP("DataWords", "critical"),
    QT_TRANSLATE_NOOP("DataWords", "gap"),
    QT_TRANSLATE_NOOP("DataWords", "failover"),
    QT_TRANSLATE_NOOP("DataWords", "server-up"),
    QT_TRANSLATE_NOOP("DataWords", "server-down"),
    QT_TRANSLATE_NOOP("DataWords", "production"),
    QT_TRANSLATE_NOOP("DataWords", "staging"),
    QT_TRANSLATE_NOOP("DataWords", "development"),
};

QString dataWord(const QByteArray &word)
{
    return QCoreApplication::translate("DataWords", word.constData());
}

QString localTime(WallInstant at, WallInstant now, const QString &timeOfDay)
{
    const auto local = [](WallInstant t) {
        return QDateTime::fromMSecsSinceEpoch(t.time_since_epoch().count());
    };
    const QDateTime then = local(at);
    if (then.date() == local(now).date())
        return then.toString(timeOfDay);
    return then.toString(u"yyyy-MM-dd "_s + timeOfDay);
}

} // namespace

QString capitalised(const QString &sentence)
{
    // A URL or a host is not the same with a capital; "count: 9" is no name.
    const qsizetype end = sentence.indexOf(u' ');
    const QStringView first = QStringView(sentence).first(std::max<qsizetype>(0, end - 1));
    const auto isOfName = [](QChar character) {
        return character == u':' || character == u'.' || character == u'_' || character.isDigit();
    };
    if (std::any_of(first.begin(), first.end(), isOfName))
        return sentence;
    return sentence.isEmpty() ? sentence : sentence.at(0).toUpper() + sentence.sliced(1);
}

QString ended(const QString &sentence)
{
    constexpr QStringView ends = u".?!。？！";
    if (sentence.isEmpty() || ends.contains(sentence.back()))
        return sentence;
    return SharedWords::tr("%1.").arg(sentence);
}

QString listed(const QStringList &parts)
{
    return parts.join(SharedWords::tr(", "));
}

QString tenths(Millis span, Millis unit)
{
    const qint64 count = std::max<qint64>(0, span.count()) * 10 / unit.count();
    return u"%1.%2"_s.arg(count / 10).arg(count % 10);
}

QString span(Millis span)
{
    const qint64 seconds = std::max<qint64>(0, span.count()) / 1000;
    if (seconds < 60)
        return SharedWords::tr("%1 s").arg(tenths(span));
    const qint64 minutes = seconds / 60;
    if (minutes < 60)
        return SharedWords::tr("%1 min %2 s").arg(minutes).arg(seconds % 60, 2, 10, '0'_L1);
    const qint64 hours = minutes / 60;
    if (hours < 48)
        return SharedWords::tr("%1 h %2 min").arg(hours).arg(minutes % 60, 2, 10, '0'_L1);
    return SharedWords::tr("%1 d %2 h").arg(hours / 24).arg(hours % 24);
}

QString age(Millis age)
{
    const qint64 seconds = std::max<qint64>(0, age.count()) / 1000;
    if (seconds < 60)
        return SharedWords::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return SharedWords::tr("%1 min").arg(seconds / 60);
    if (seconds < 48 * 3600)
        return SharedWords::tr("%1 h").arg(seconds / 3600);
    return SharedWords::tr("%1 d").arg(seconds / (24 * 3600));
}

QString timeLeft(const std::optional<Instant> &deadline, Instant now)
{
    if (!deadline)
        return SharedWords::tr("no expiry");
    if (*deadline <= now)
        return SharedWords::tr("expired?");
    return span(std::chrono::ceil<Millis>(*deadline - now));
}

QString clockTime(WallInstant at, WallInstant now)
{
    return localTime(at, now, u"HH:mm:ss"_s);
}

QString exactTime(WallInstant at, WallInstant now)
{
    return localTime(at, now, u"HH:mm:ss.zzz"_s);
}

QString kind(const QByteArray &kind)
{
    return visible(kind);
}

QString library(const QByteArray &library)
{
    return visible(library);
}

QString state(watch::LockState state)
{
    return dataWord(watch::name(state));
}

QString mode(watch::Mode mode)
{
    return dataWord(watch::name(mode));
}

QString watchdog(watch::Watchdog watchdog)
{
    return dataWord(watch::name(watchdog));
}

QString severity(health::Severity severity)
{
    return dataWord(health::name(severity));
}

QString event(watch::EventType type)
{
    return dataWord(watch::name(type));
}

bool tellsCount(const watch::Event &event)
{
    return event.lost != nullptr
        || (event.type == watch::EventType::ChangesReadTogether && !event.detail.isEmpty());
}

insight::FilterSynonyms filterSynonyms()
{
    insight::FilterSynonyms synonyms;
    for (const char *word : dataWords) {
        const QString own = QString::fromLatin1(word);
        if (const QString shown = dataWord(word).toLower(); shown != own)
            synonyms.insert(shown, own);
    }
    return synonyms;
}

QStringList filterChoices(const QStringList &own)
{
    QStringList all = own;
    for (const QString &word : own) {
        if (const QString shown = dataWord(word.toUtf8()); shown != word)
            all += shown;
    }
    return all;
}

QString filterInOwnWords(const QString &text)
{
    const insight::FilterSynonyms synonyms = filterSynonyms();
    const auto words = insight::filterWords(text, insight::EventFilter::isField);
    if (synonyms.isEmpty() || !words)
        return text;
    QString own = text;
    // From the end, so that places before it stay.
    for (auto word = words->rbegin(); word != words->rend(); ++word) {
        const bool isChoice = word->hasField
            && (!insight::LockFilter::choices(word->field).isEmpty()
                || !insight::EventFilter::choices(word->field).isEmpty());
        const QString value = insight::filterOwnWords(word->value, synonyms);
        if (isChoice && value != word->value)
            own.replace(word->valueAt, word->end() - word->valueAt, value);
    }
    return own;
}

QString serverState(watch::ServerState state)
{
    switch (state) {
    case watch::ServerState::Connecting:
        return SharedWords::tr("connecting");
    case watch::ServerState::Up:
        return SharedWords::tr("up");
    case watch::ServerState::Down:
        return SharedWords::tr("down");
    }
    return {};
}

QString watchMode(watch::WatchMode mode)
{
    switch (mode) {
    case watch::WatchMode::None:
        return SharedWords::tr("not watching");
    case watch::WatchMode::Tracking:
        return SharedWords::tr("tracking");
    case watch::WatchMode::TrackingAll:
        return SharedWords::tr("tracking all keys");
    case watch::WatchMode::Notifications:
        return SharedWords::tr("keyspace notifications");
    case watch::WatchMode::Channels:
        return SharedWords::tr("wake-ups and polling");
    case watch::WatchMode::Polling:
        return SharedWords::tr("polling");
    }
    return {};
}

namespace {

// 950, 12 k, 1.2 M: as precise as is of use while it grows.
QString rounded(qint64 number)
{
    constexpr qint64 thousand = 1000;
    constexpr qint64 million = thousand * thousand;
    const auto shortened = [](double value) {
        const QString text = QString::number(value, 'f', value < 9.95 ? 1 : 0);
        return text.endsWith(".0"_L1) ? text.chopped(2) : text;
    };
    if (number < thousand)
        return QString::number(number);
    if (number < million)
        return u"%1 k"_s.arg(shortened(double(number) / double(thousand)));
    return u"%1 M"_s.arg(shortened(double(number) / double(million)));
}

} // namespace

QString scanProgress(const watch::ScanProgress &scan)
{
    if (scan.total <= 0)
        return SharedWords::tr("%1 keys").arg(rounded(scan.scanned));
    return SharedWords::tr("%1 of %2 keys").arg(rounded(scan.scanned), rounded(scan.total));
}

QString role(const QByteArray &role)
{
    if (role == "master")
        return SharedWords::tr("primary");
    if (role == "slave")
        return SharedWords::tr("replica");
    return shown(role, 40);
}

QString memberRole(watch::MemberRecord::Role role)
{
    using Role = watch::MemberRecord::Role;
    switch (role) {
    case Role::Primary:
        return SharedWords::tr("primary");
    case Role::Replica:
        return SharedWords::tr("replica");
    case Role::Sentinel:
        return SharedWords::tr("Sentinel");
    }
    return {};
}

QString clientsText(const watch::ServerClients &clients)
{
    constexpr std::size_t mostShown = 5;
    constexpr qsizetype limit = 60;
    if (clients.connections == 0)
        return SharedWords::tr("no client connection");
    QStringList groups;
    for (const watch::ClientGroup &group : clients.groups) {
        if (groups.size() == static_cast<qsizetype>(mostShown))
            break;
        const QString host = shown(group.host, limit);
        const QString who = group.name.isEmpty()
            ? host
            : SharedWords::tr("%1 at %2").arg(shown(group.name, limit), host);
        groups += group.connections == 1
            ? who
            : SharedWords::tr("%1 (%2)").arg(who, QString::number(group.connections));
    }
    if (clients.groups.size() > mostShown)
        groups += SharedWords::tr("and others");
    const QString count = clients.connections == 1
        ? SharedWords::tr("1 client connection")
        : SharedWords::tr("%1 client connections").arg(clients.connections);
    return SharedWords::tr("%1: %2").arg(count, listed(groups));
}

QString memberFacts(const watch::MemberRecord &member, const QString &primary)
{
    const bool isReplica = member.role == watch::MemberRecord::Role::Replica;
    QStringList facts{member.isUp     ? SharedWords::tr("up")
                          : isReplica ? SharedWords::tr("not connected to its primary")
                                      : SharedWords::tr("no reply")};
    if (member.behind)
        facts += *member.behind == 0 ? SharedWords::tr("in step")
            : *member.behind == 1    ? SharedWords::tr("1 byte behind")
                                     : SharedWords::tr("%1 bytes behind").arg(*member.behind);
    if (!member.follows.isEmpty() && member.follows != primary)
        facts += SharedWords::tr("follows %1").arg(shown(member.follows.toUtf8(), 100));
    return listed(facts);
}

QString tag(profile::Tag tag)
{
    switch (tag) {
    case profile::Tag::Development:
        return SharedWords::tr("development");
    case profile::Tag::Staging:
        return SharedWords::tr("staging");
    case profile::Tag::Production:
        return SharedWords::tr("production");
    }
    return {};
}

QString latency(const std::optional<std::chrono::microseconds> &latency)
{
    if (!latency)
        return SharedWords::tr("unknown");
    const double ms = static_cast<double>(latency->count()) / 1000;
    return SharedWords::tr("%1 ms").arg(ms, 0, 'f', ms < 10 ? 2 : 0);
}

QString owner(const OwnerId &owner, const Alias &alias, qsizetype limit)
{
    if (alias.isEmpty())
        return shown(owner.bytes, limit);
    const QString name = signedName(alias, limit);
    // Words are no one's choice: the owner itself stays in sight, as far as there is room.
    if (alias.origin == AliasOrigin::Derived)
        return SharedWords::tr("%1 (%2)").arg(
            name, shown(owner.bytes, std::max(limit / 5, limit - name.size() - 3)));
    // The name says who it is: a fifth of the room is enough to tell one owner from another.
    return SharedWords::tr("%1 (%2)").arg(name, shown(owner.bytes, limit / 5));
}

QString shortOwner(const OwnerId &owner, const Alias &alias, qsizetype limit)
{
    if (alias.isEmpty())
        return shown(owner.bytes, limit);
    const bool isOfUuid = alias.origin == AliasOrigin::Derived;
    const qsizetype colon = isOfUuid ? owner.bytes.indexOf(':') : owner.bytes.lastIndexOf(':');
    const QByteArray tail = colon < 0 ? QByteArray() : owner.bytes.sliced(colon);
    return signedName(alias, limit) + shown(tail, limit / 5);
}

QString aliasSource(const Alias &alias)
{
    if (alias.isEmpty())
        return {};
    switch (alias.origin) {
    case AliasOrigin::Operator:
        return SharedWords::tr("name given by an operator");
    case AliasOrigin::File:
        return SharedWords::tr("%1 name from a file").arg(aliasSign(alias.origin));
    case AliasOrigin::Learned:
        return SharedWords::tr("%1 name learned from CLIENT LIST (a guess)")
            .arg(aliasSign(alias.origin));
    case AliasOrigin::Derived:
        return SharedWords::tr("words made from the client's id");
    }
    return {};
}

QString ownerInWords(const OwnerId &id, const Alias &alias, qsizetype limit)
{
    const QString source = aliasSource(alias);
    return source.isEmpty() ? owner(id, alias, limit)
                            : SharedWords::tr("%1: %2").arg(owner(id, alias, limit), source);
}

QString holders(const watch::LockRecord &lock, qsizetype limit)
{
    if (lock.holds.empty())
        return SharedWords::tr("nobody");
    const QString first = shortOwner(lock.holds.front().owner, lock.holds.front().alias, limit);
    if (lock.holds.size() == 1)
        return first;
    return SharedWords::tr("%1 +%2").arg(first, QString::number(lock.holds.size() - 1));
}

qint64 count(const watch::LockRecord &lock)
{
    qint64 sum = 0;
    for (const watch::HoldRecord &hold : lock.holds)
        sum += hold.count;
    return sum;
}

QString liveness(watch::Liveness liveness)
{
    switch (liveness) {
    case watch::Liveness::Alive:
        return SharedWords::tr("alive");
    case watch::Liveness::Dead:
        return SharedWords::tr("dead");
    case watch::Liveness::Ghost:
        return SharedWords::tr("ghost");
    case watch::Liveness::Unchecked:
        break;
    }
    return SharedWords::tr("not checked");
}

QString livenessAndTime(const watch::WaiterRecord &waiter, Instant now)
{
    const watch::Liveness state = watch::livenessOf(waiter, now);
    if (state == watch::Liveness::Dead)
        return liveness(state);
    const QString left = waiter.isDeadlineUnread ? SharedWords::tr("deadline unknown")
        : watch::isEndless(waiter, now)          ? SharedWords::tr("deadline too far in the future")
        : waiter.deadline                        ? timeLeft(waiter.deadline, now)
                                                 : SharedWords::tr("no deadline");
    return SharedWords::tr("%1, %2").arg(liveness(state), left);
}

QString livenessSentence(watch::Liveness liveness, bool isNext)
{
    switch (liveness) {
    case watch::Liveness::Alive:
        return isNext
            ? SharedWords::tr("Alive: it listens to its own channel and is the next to wake.")
            : SharedWords::tr("Alive: it listens to its own channel.");
    case watch::Liveness::Dead:
        return SharedWords::tr(
            "Dead: past its deadline. The next unlock removes it from the queue.");
    case watch::Liveness::Ghost:
        return SharedWords::tr(
            "Ghost: no client listens to its channel. A wake-up for it is lost, and the "
            "waiters behind it wait until its deadline.");
    case watch::Liveness::Unchecked:
        break;
    }
    return isNext
        ? SharedWords::tr("The next to wake. Lockscope has not checked whether it still listens.")
        : SharedWords::tr("Lockscope has not checked whether it still listens.");
}

QString queueSummary(const watch::LockRecord &lock, Instant now)
{
    const qint64 all = watch::waiterCount(lock).value_or(0);
    if (all == 0)
        return SharedWords::tr("nobody waits");
    const watch::QueueCensus census = watch::censusOf(lock, now);
    if (census.alive == all)
        return SharedWords::tr("%1 waiting, all alive").arg(all);
    const qint64 unread = all - static_cast<qint64>(lock.waiters->size());
    QStringList parts;
    const auto add = [&](const QString &text, qint64 count) {
        if (count > 0)
            parts += text.arg(count);
    };
    add(SharedWords::tr("%1 alive"), census.alive);
    add(SharedWords::tr("%1 dead"), census.dead);
    add(census.ghosts == 1 ? SharedWords::tr("%1 ghost") : SharedWords::tr("%1 ghosts"),
        census.ghosts);
    add(SharedWords::tr("%1 not checked"), census.unchecked - unread);
    add(SharedWords::tr("%1 not shown"), unread);
    return (watch::ghostInTurn(lock, now)
                ? SharedWords::tr("%1 waiting: %2; the next one is a ghost and holds up all others")
                : SharedWords::tr("%1 waiting: %2"))
        .arg(QString::number(all), listed(parts));
}

QString countedWaiters(const watch::LockRecord &lock, bool isInSight)
{
    if (!lock.waitingConnections)
        return SharedWords::tr("Whether anybody waits is unknown.");
    const qint64 count = *lock.waitingConnections;
    if (!isInSight)
        return count <= 0
            ? SharedWords::tr("Nobody waited when last seen.")
            : SharedWords::tr("Connections that waited when last seen: %1").arg(count);
    if (count <= 0)
        return SharedWords::tr("Nobody waits.");
    return count == 1
        ? SharedWords::tr("1 connection waits; the server does not tell who.")
        : SharedWords::tr("%1 connections wait; the server does not tell who.").arg(count);
}

std::optional<qint64> waiting(const watch::LockRecord &lock)
{
    if (lock.waiters)
        return watch::waiterCount(lock);
    return lock.waitingConnections;
}

QString shown(QByteArrayView bytes, qsizetype limit)
{
    constexpr qsizetype least = 6; // a beginning, an ellipsis and an end
    limit = std::max(limit, least);
    // A character takes at most four bytes: a much longer text need not be read in full.
    if (bytes.size() <= 4 * limit) {
        const QString all = visible(bytes);
        if (all.size() <= limit)
            return all;
        return all.first(limit * 2 / 3) + QChar(0x2026) + all.last(limit / 3 - 1);
    }
    QByteArrayView tail = bytes.last(4 * (limit / 3));
    for (int i = 0; i < 3 && (static_cast<unsigned char>(tail.front()) & 0xc0U) == 0x80; ++i)
        tail = tail.sliced(1); // the rest of a character that was cut
    return visibleElided(bytes, limit * 2 / 3) + visible(tail).right(limit / 3 - 1);
}

} // namespace lockscope::wording
