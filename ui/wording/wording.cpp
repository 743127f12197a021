// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/wording.h"

#include "core/base/text.h"
#include "core/watch/names.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

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
    return sentence.isEmpty() ? sentence : sentence.at(0).toUpper() + sentence.sliced(1);
}

QString span(Millis span)
{
    const qint64 ms = std::max<qint64>(0, span.count());
    const qint64 seconds = ms / 1000;
    if (seconds < 60)
        return Words::tr("%1.%2 s").arg(seconds).arg(ms % 1000 / 100);
    const qint64 minutes = seconds / 60;
    if (minutes < 60)
        return Words::tr("%1 min %2 s").arg(minutes).arg(seconds % 60, 2, 10, '0'_L1);
    const qint64 hours = minutes / 60;
    if (hours < 48)
        return Words::tr("%1 h %2 min").arg(hours).arg(minutes % 60, 2, 10, '0'_L1);
    return Words::tr("%1 d %2 h").arg(hours / 24).arg(hours % 24);
}

QString age(Millis age)
{
    const qint64 seconds = std::max<qint64>(0, age.count()) / 1000;
    if (seconds < 60)
        return Words::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return Words::tr("%1 min").arg(seconds / 60);
    if (seconds < 48 * 3600)
        return Words::tr("%1 h").arg(seconds / 3600);
    return Words::tr("%1 d").arg(seconds / (24 * 3600));
}

QString timeLeft(const std::optional<Instant> &deadline, Instant now)
{
    if (!deadline)
        return Words::tr("no expiry");
    if (*deadline <= now)
        return Words::tr("expired?");
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
    return QString::fromLatin1(watch::name(state));
}

QString mode(watch::Mode mode)
{
    return QString::fromLatin1(watch::name(mode));
}

QString watchdog(watch::Watchdog watchdog)
{
    if (watchdog == watch::Watchdog::Unknown)
        return Words::tr("unknown");
    return QString::fromLatin1(watch::name(watchdog));
}

QString event(watch::EventType type)
{
    return QString::fromLatin1(watch::name(type));
}

QString serverState(watch::ServerState state)
{
    switch (state) {
    case watch::ServerState::Connecting:
        return Words::tr("connecting");
    case watch::ServerState::Up:
        return Words::tr("up");
    case watch::ServerState::Down:
        return Words::tr("down");
    }
    return {};
}

QString watchMode(watch::WatchMode mode)
{
    switch (mode) {
    case watch::WatchMode::None:
        return Words::tr("not watching");
    case watch::WatchMode::Tracking:
        return Words::tr("tracking");
    case watch::WatchMode::TrackingAll:
        return Words::tr("tracking all keys");
    case watch::WatchMode::Notifications:
        return Words::tr("keyspace notifications");
    case watch::WatchMode::Channels:
        return Words::tr("wake-ups and polling");
    case watch::WatchMode::Polling:
        return Words::tr("polling");
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
        return Words::tr("%1 keys").arg(rounded(scan.scanned));
    return Words::tr("%1 of %2 keys").arg(rounded(scan.scanned), rounded(scan.total));
}

QString tag(profile::Tag tag)
{
    switch (tag) {
    case profile::Tag::Development:
        return Words::tr("development");
    case profile::Tag::Staging:
        return Words::tr("staging");
    case profile::Tag::Production:
        return Words::tr("production");
    }
    return {};
}

QString latency(const std::optional<std::chrono::microseconds> &latency)
{
    if (!latency)
        return Words::tr("unknown");
    const double ms = static_cast<double>(latency->count()) / 1000;
    return Words::tr("%1 ms").arg(ms, 0, 'f', ms < 10 ? 2 : 0);
}

QString owner(const OwnerId &owner, const QByteArray &alias, qsizetype limit)
{
    if (alias.isEmpty())
        return shown(owner.bytes, limit);
    // The name says who it is: a fifth of the room is enough to tell one owner from another.
    return Words::tr("%1 (%2)").arg(shown(alias, limit), shown(owner.bytes, limit / 5));
}

QString shortOwner(const OwnerId &owner, const QByteArray &alias, qsizetype limit)
{
    if (alias.isEmpty())
        return shown(owner.bytes, limit);
    const qsizetype colon = owner.bytes.lastIndexOf(':');
    const QByteArray tail = colon < 0 ? QByteArray() : owner.bytes.sliced(colon);
    return shown(alias, limit) + shown(tail, limit / 5);
}

QString holders(const watch::LockRecord &lock, qsizetype limit)
{
    if (lock.holds.empty())
        return Words::tr("nobody");
    const QString first = shortOwner(lock.holds.front().owner, lock.holds.front().alias, limit);
    if (lock.holds.size() == 1)
        return first;
    return Words::tr("%1 +%2").arg(first, QString::number(lock.holds.size() - 1));
}

qint64 count(const watch::LockRecord &lock)
{
    qint64 sum = 0;
    for (const watch::HoldRecord &hold : lock.holds)
        sum += hold.count;
    return sum;
}

std::optional<qint64> waiting(const watch::LockRecord &lock)
{
    if (lock.waiters)
        return static_cast<qint64>(lock.waiters->size());
    return lock.waitingConnections;
}

QString shown(QByteArrayView bytes, qsizetype limit)
{
    // A character takes at most four bytes: what is much longer need not be looked at in full.
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
