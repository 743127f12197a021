// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinetexts.h"

#include "ui/wording/holdwording.h"
#include "ui/wording/lockname.h"
#include "ui/wording/waiterwording.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct TimelineTextsWords {
    Q_DECLARE_TR_FUNCTIONS(TimelineTexts)
};

constexpr qsizetype nameLimit = 80;
constexpr qsizetype mostOwners = 3; // of a lane

} // namespace

QString TimelineTexts::name(const watch::LockId &lock) const
{
    const QString name = wording::lockName(lock.name, nameLimit);
    const QString server = m_serverLabel ? m_serverLabel(lock.deployment) : QString();
    return server.isEmpty() ? name : TimelineTextsWords::tr("%1 on %2").arg(name, server);
}

QString TimelineTexts::fittedName(const watch::LockId &lock, const QFontMetrics &metrics,
                                  int width) const
{
    const QString whole = name(lock);
    if (metrics.horizontalAdvance(whole) <= width)
        return whole;
    const QString alone = wording::lockName(lock.name, nameLimit);
    const QString server = m_serverLabel ? m_serverLabel(lock.deployment) : QString();
    const int left =
        width - metrics.horizontalAdvance(TimelineTextsWords::tr("%1 on %2").arg(alone, QString()));
    constexpr int leastOfServer = 6; // characters: the port of an address
    if (!server.isEmpty() && left >= leastOfServer * metrics.averageCharWidth())
        return TimelineTextsWords::tr("%1 on %2")
            .arg(alone, metrics.elidedText(server, Qt::ElideLeft, left));
    return metrics.elidedText(alone, Qt::ElideMiddle, width);
}

QString TimelineTexts::owner(quint32 owner, qsizetype limit) const
{
    const insight::OwnerTable &owners = m_history.owners();
    return wording::shortOwner(owners.owner(owner), owners.alias(owner), limit);
}

QString TimelineTexts::lane(insight::HoldHistory::Lane lane) const
{
    const WallInstant at = m_clock.wallNow();
    QStringList parts;
    for (const insight::HoldInterval &hold : m_history.open(lane)) {
        parts +=
            TimelineTextsWords::tr("%1 %2").arg(owner(hold.owner), wording::holdSentence(hold, at));
        if (parts.size() == mostOwners)
            break;
    }
    if (parts.isEmpty())
        parts += TimelineTextsWords::tr("not held");
    parts += wording::waiterSentence(m_history.waitersAt(lane, at, at), at);
    parts += TimelineTextsWords::tr("holds: %1")
                 .arg(m_history.ended(lane).size() + m_history.open(lane).size());
    const watch::LockId &lock = m_history.lockOf(lane);
    const auto actions =
        std::count_if(m_history.actions().begin(), m_history.actions().end(),
                      [&](const insight::OperatorMark &action) { return action.lock == lock; });
    const auto holes = [&](bool isOutage) {
        return std::count_if(m_history.holes().begin(), m_history.holes().end(),
                             [&](const insight::WatchHole &hole) {
                                 return hole.isOutage == isOutage && m_history.concerns(hole, lock);
                             });
    };
    if (actions > 0)
        parts += TimelineTextsWords::tr("your actions: %1").arg(actions);
    if (const auto outages = holes(true); outages > 0)
        parts += TimelineTextsWords::tr("lost connections: %1").arg(outages);
    if (const auto gaps = holes(false); gaps > 0)
        parts += TimelineTextsWords::tr("gaps: %1").arg(gaps);
    return parts.join(u"; "_s);
}

QString TimelineTexts::waiters(insight::HoldHistory::Lane lane, double at) const
{
    const WallInstant now = m_clock.wallNow();
    const WallInstant instant{Millis(static_cast<qint64>(std::floor(at)))};
    const auto begins = m_history.waiters(lane, instant, instant + Millis(1));
    if (instant > now || begins.empty())
        return {};
    return wording::waiterSentence(m_history.waitersAt(lane, instant, now), now);
}

QString TimelineTexts::waitersDuring(insight::HoldHistory::Lane lane,
                                     const insight::HoldInterval &hold) const
{
    const WallInstant end = hold.isOpen() ? m_clock.wallNow() : hold.end();
    return wording::mostWaiters(
        m_history.waiters(lane, hold.start(), std::max(end, hold.start() + Millis(1))));
}

QString TimelineTexts::hold(const insight::HoldInterval &hold) const
{
    return owner(hold.owner) + u' ' + wording::holdSentence(hold, m_clock.wallNow());
}

QStringList TimelineTexts::beforeRecord(double at) const
{
    const auto begin = m_history.recordBegin();
    if (!begin || at >= double(begin->time_since_epoch().count()))
        return {};
    return {TimelineTextsWords::tr("nothing was recorded before %1")
                .arg(wording::exactTime(*begin, m_clock.wallNow()))};
}

QString TimelineTexts::merged(int holds) const
{
    return TimelineTextsWords::tr("%1 holds, the last one:").arg(holds);
}

QString TimelineTexts::mark(const TimelineMark &mark) const
{
    const WallInstant at = m_clock.wallNow();
    if (const auto *action = std::get_if<insight::OperatorMark>(&mark))
        return wording::actionSentence(*action, at);
    return wording::holeSentence(std::get<insight::WatchHole>(mark), at);
}

} // namespace lockscope::ui
