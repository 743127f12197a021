// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/usual.h"

#include "core/base/wordnames.h"
#include "core/recorder/labelkey.h"
#include "core/recorder/rollups.h"

#include <QDateTime>

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

using watch::Event;
using watch::EventType;
using Sort = HolderShare::Sort;

constexpr std::size_t mostShares = 200;
constexpr std::size_t mostBegun = 100'000; // holds and waits at one time
constexpr std::size_t mostLongHolds = 1000;
constexpr int months = 13; // of minutes, which is as long as they are kept

struct PlaceInTime {
    std::size_t hour = 0;
    std::size_t weekday = 0;
};

// Hours and weekdays of a time zone. Asked for many times of one hour, so that is kept.
class WallTimes
{
public:
    explicit WallTimes(QTimeZone zone)
        : m_zone(std::move(zone))
    {}

    PlaceInTime of(WallInstant at)
    {
        // Offsets of zones are whole quarters of an hour.
        const qint64 quarter =
            std::chrono::floor<std::chrono::minutes>(at.time_since_epoch()).count() / 15;
        if (quarter != m_quarter) {
            const QDateTime local =
                QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count(), m_zone);
            m_known = {static_cast<std::size_t>(local.time().hour()),
                       static_cast<std::size_t>(local.date().dayOfWeek() - 1)};
            m_quarter = quarter;
        }
        return m_known;
    }

private:
    QTimeZone m_zone;
    qint64 m_quarter = -1;
    PlaceInTime m_known;
};

using HoldKey = LabelKey<OwnerId>;

struct Begun {
    Instant at;
    WallInstant wall;
    Alias alias;
    QByteArray host;
};

struct Share {
    HolderShare shown;
    Durations before; // of all, when its first hold ended
};

class Study final : public StretchVisitor
{
public:
    Study(const LockName &lock, std::vector<RecordMark> marks, const QTimeZone &zone,
          UsualReport &report)
        : m_lock(lock)
        , m_times(zone)
        , m_report(report)
    {
        // Usually none, while a long record may have very many gaps.
        std::ranges::copy_if(marks, std::back_inserter(m_dropped),
                             [](const RecordMark &mark) { return mark.kind == MarkKind::Dropped; });
        m_report.marks = std::move(marks);
    }

    Result<void> begin(RunKind kind, const PastPicture &picture) override;
    Result<void> take(const Stamped &stamped) override;
    Result<void> beginAnew(WallInstant /*at*/) override { return {}; }
    Result<void> end(WallInstant at) override;
    Result<void> take(const RecordMark & /*mark*/, WallInstant /*taken*/) override { return {}; }

    void finish();

private:
    void note(const Stamped &stamped, const Event &event);
    void begun(const Stamped &stamped, const Event &event);
    void ended(const HoldKey &key, Instant at, WallInstant wall, bool isSeen);
    void count(const HoldKey &key, const Begun &hold, Millis held, WallInstant wall);
    void judge(const HoldKey &key, const Begun &hold, Millis held, bool isOver);
    Share &shareOf(const HoldKey &key, const Begun &hold, WallInstant at);
    bool isWhole(WallInstant from, WallInstant to) const;
    template <typename T>
    void forEachTime(ByTime<T> &times, WallInstant at, auto add);

    const LockName &m_lock;
    WallTimes m_times;
    UsualReport &m_report;
    std::vector<RecordMark> m_dropped;
    bool m_isFirst = true;
    Instant m_now;
    WallInstant m_wall;
    std::unordered_map<HoldKey, Begun, LabelKeyHash> m_holds;
    std::unordered_map<HoldKey, Begun, LabelKeyHash> m_waits;
    std::map<QString, watch::LockPointer> m_locks; // by deployment
    std::map<std::pair<Sort, QByteArray>, Share> m_shares;
    std::set<QString> m_deployments;
};

template <typename T>
void Study::forEachTime(ByTime<T> &times, WallInstant at, auto add)
{
    const PlaceInTime place = m_times.of(at);
    add(times.all);
    add(times.hours.at(place.hour));
    add(times.weekdays.at(place.weekday));
}

// Holds and waits that began before a hole are not known to have gone on.
Result<void> Study::begin(RunKind kind, const PastPicture &picture)
{
    if (!m_report.span)
        m_report.span = {picture.at, picture.at};
    const bool isFirst = std::exchange(m_isFirst, false);
    if (isFirst || isBehindHole(kind)) {
        m_holds.clear();
        m_waits.clear();
        m_locks.clear();
        for (const auto &[id, lock] : picture.picture.locks()) {
            if (id.name == m_lock)
                m_locks[lock->deployment] = lock;
        }
    }
    m_now = picture.now;
    m_wall = picture.at;
    return {};
}

Result<void> Study::end(WallInstant at)
{
    m_report.span->second = at;
    m_now += at - m_wall;
    m_wall = at;
    return {};
}

Result<void> Study::take(const Stamped &stamped)
{
    m_now = stamped.at;
    m_wall = stamped.wall;
    if (const auto *event = std::get_if<Event>(&stamped.entry)) {
        note(stamped, *event);
    } else if (const auto *lock = std::get_if<LockEntry>(&stamped.entry);
               lock && lock->lock && lock->id.name == m_lock) {
        m_locks[lock->lock->deployment] = lock->lock;
    }
    return {};
}

void Study::note(const Stamped &stamped, const Event &event)
{
    if (event.lost) {
        for (const Event &part : watch::partsOf(event)) {
            if (part.name == m_lock && part.owner)
                m_holds.erase({part.deployment, *part.owner});
        }
        return;
    }
    if (event.name != m_lock || !event.owner)
        return;
    m_deployments.insert(event.deployment);
    const HoldKey key{event.deployment, *event.owner};
    switch (event.type) {
    case EventType::Acquired:
        begun(stamped, event);
        break;
    case EventType::Appeared:
        m_waits.erase(key);
        m_holds.erase(key);
        break;
    case EventType::HandedOver:
        if (event.former)
            ended({event.deployment, *event.former}, stamped.at, stamped.wall, !event.unseen);
        begun(stamped, event);
        break;
    case EventType::Released:
    case EventType::ForceUnlocked:
    case EventType::Expired:
        ended(key, stamped.at, stamped.wall, !event.unseen);
        break;
    case EventType::Queued:
        if (!event.unseen && m_waits.size() < mostBegun)
            m_waits.insert_or_assign(key, Begun{stamped.at, stamped.wall, {}, {}});
        break;
    case EventType::Dequeued: // without the lock
        m_waits.erase(key);
        break;
    default:
        break;
    }
}

void Study::begun(const Stamped &stamped, const Event &event)
{
    const HoldKey key{event.deployment, *event.owner};
    const auto waited = m_waits.find(key);
    if (waited != m_waits.end()) {
        const auto span = std::chrono::duration_cast<Millis>(stamped.at - waited->second.at);
        if (!event.unseen && isWhole(waited->second.wall, stamped.wall))
            forEachTime(m_report.events, waited->second.wall,
                        [&](Spread &spread) { spread.waited.add(span); });
        m_waits.erase(waited);
    }
    if (event.unseen || m_holds.size() >= mostBegun) {
        m_holds.erase(key);
        return;
    }
    Begun hold{stamped.at, stamped.wall, event.alias, {}};
    if (const auto lock = m_locks.find(event.deployment); lock != m_locks.end()) {
        for (const watch::HoldRecord &each : lock->second->holds) {
            if (each.owner == *event.owner && each.origin)
                hold.host = each.origin->host;
        }
    }
    m_holds.insert_or_assign(key, std::move(hold));
}

void Study::ended(const HoldKey &key, Instant at, WallInstant wall, bool isSeen)
{
    const auto known = m_holds.find(key);
    if (known == m_holds.end())
        return;
    const Begun hold = known->second;
    m_holds.erase(known);
    if (isSeen && isWhole(hold.wall, wall))
        count(key, hold, std::chrono::duration_cast<Millis>(at - hold.at), wall);
}

void Study::count(const HoldKey &key, const Begun &hold, Millis held, WallInstant wall)
{
    judge(key, hold, held, true);
    Share &share = shareOf(key, hold, hold.wall);
    share.shown.lastSeen = wall;
    share.shown.held.add(held);
    forEachTime(m_report.events, hold.wall, [&](Spread &spread) { spread.held.add(held); });
}

// Against all that ended before it.
void Study::judge(const HoldKey &key, const Begun &hold, Millis held, bool isOver)
{
    if (held < leastLongHold)
        return;
    LongHold found;
    found.past = m_report.events.all.held.count();
    if (found.past >= fewestHolds) {
        found.usual = *m_report.events.all.held.percentile(99);
    } else if (m_report.rolled.all.holds >= fewestHolds) {
        found.past = m_report.rolled.all.holds;
        found.usual = m_report.rolled.all.longestHold;
        found.isByMinutes = true;
    } else {
        return;
    }
    if (held < found.usual * manyTimes || held <= found.usual)
        return;
    if (m_report.longHolds.size() >= mostLongHolds) {
        ++m_report.moreLongHolds;
        return;
    }
    found.deployment = key.deployment;
    found.owner = key.id;
    found.alias = hold.alias;
    found.began = hold.wall;
    found.held = held;
    found.isOver = isOver;
    m_report.longHolds.push_back(std::move(found));
}

// By the name that says most: that of an operator, the host, the client.
Share &Study::shareOf(const HoldKey &key, const Begun &hold, WallInstant at)
{
    std::pair<Sort, QByteArray> group{Sort::Owner, key.id.bytes};
    if (!hold.alias.isEmpty() && hold.alias.origin != AliasOrigin::Derived)
        group = {Sort::Alias, hold.alias.name};
    else if (!hold.host.isEmpty())
        group = {Sort::Host, hold.host};
    else if (const QByteArrayView client = clientUuid(key.id); !client.isEmpty())
        group = {Sort::Client, client.toByteArray()};
    auto found = m_shares.find(group);
    if (found == m_shares.end() && m_shares.size() >= mostShares) {
        group = {Sort::Others, {}};
        found = m_shares.find(group);
    }
    if (found != m_shares.end())
        return found->second;
    Share &share = m_shares[group];
    share.shown.sort = group.first;
    share.shown.name = group.second;
    share.shown.firstSeen = at;
    share.before = m_report.events.all.held;
    return share;
}

// Left out of a record may be its end, and another beginning.
bool Study::isWhole(WallInstant from, WallInstant to) const
{
    return std::ranges::none_of(m_dropped, [&](const RecordMark &mark) {
        return mark.began <= std::max(from, to) && mark.ended >= std::min(from, to);
    });
}

void Study::finish()
{
    for (const auto &[key, hold] : m_holds) {
        if (isWhole(hold.wall, m_wall))
            judge(key, hold, std::chrono::duration_cast<Millis>(m_now - hold.at), false);
    }
    for (auto &[group, share] : m_shares) {
        const Durations &after = share.shown.held;
        const Durations &before = share.before;
        if (group.first != Sort::Others && after.count() >= fewestForChange
            && before.count() >= fewestForChange) {
            const HolderShare::Change change{*before.percentile(50), *after.percentile(50),
                                             before.count()};
            if (change.after >= change.before * changedTimes
                || change.before >= change.after * changedTimes)
                share.shown.change = change;
        }
        m_report.holders.push_back(std::move(share.shown));
    }
    std::ranges::stable_sort(m_report.holders, std::ranges::greater(),
                             [](const HolderShare &share) { return share.held.sum(); });
    m_report.deployments.assign(m_deployments.begin(), m_deployments.end());
}

using Stretches = std::vector<std::pair<WallInstant, WallInstant>>;

// Minutes before the events. After a clock that was set back, the events of a minute may be later
// in the record than its beginning: a minute that `recorded` has does not count, or each of its
// holds would be one of the events and one of the minute. By months, since those of a year would
// not be little.
void addMinutes(UsualReport &report, const QString &folder, const LockName &lock, WallInstant since,
                WallInstant before, const Stretches &recorded, const QTimeZone &zone)
{
    WallTimes times(zone);
    const auto hasEvents = [&recorded](WallInstant from, WallInstant to) {
        return std::ranges::any_of(recorded, [&](const auto &stretch) {
            return stretch.first < to && stretch.second >= from;
        });
    };
    const WallInstant oldest = before - std::chrono::days(31 * months);
    constexpr auto step = std::chrono::days(28);
    for (WallInstant from = std::max(since, oldest); from < before; from += step) {
        const WallInstant to = std::min(from + step, before) - Millis(1);
        const auto rows = readRollUps(folder, from, to, lock);
        if (!rows) {
            report.rollUpFault = rows.error();
            return;
        }
        for (const RollUp &row : *rows) {
            const WallInstant at{std::chrono::minutes(row.minute)};
            const WallInstant end = at + std::chrono::minutes(1);
            if (at < from || end > before || hasEvents(at, end))
                continue; // the minute that has events, too
            if (!report.rolledSince)
                report.rolledSince = at;
            const PlaceInTime place = times.of(at);
            for (RolledSpread *spread : {&report.rolled.all, &report.rolled.hours.at(place.hour),
                                         &report.rolled.weekdays.at(place.weekday)}) {
                spread->holds += row.holds;
                spread->held += row.held;
                spread->longestHold = std::max(spread->longestHold, row.longestHold);
                spread->waits += row.waits;
                spread->waited += row.waited;
                spread->longestWait = std::max(spread->longestWait, row.longestWait);
            }
        }
    }
}

} // namespace

QByteArray name(HolderShare::Sort sort)
{
    switch (sort) {
    case Sort::Alias:
        return "alias";
    case Sort::Host:
        return "host";
    case Sort::Client:
        return "client";
    case Sort::Owner:
        return "owner";
    case Sort::Others:
        return "others";
    }
    return {};
}

Result<UsualReport> usualOf(RecordReader &reader, const QString &folder, const LockName &lock,
                            WallInstant since, WallInstant until, const QTimeZone &zone)
{
    UsualReport report;
    auto marks = reader.marks(since, until);
    if (!marks)
        return fail(marks.error());
    const auto span = reader.span();
    // All of the minutes if there are no events any more.
    const WallInstant now = SystemClock().wallNow();
    const WallInstant before = std::min(until, span ? std::max(span->first, since) : now);
    if (!folder.isEmpty())
        addMinutes(report, folder, lock, since, before, reader.stretches(), zone);
    Study study(lock, std::move(*marks), zone, report);
    if (const auto told = reader.tell(since, until, study); !told)
        return fail(told.error());
    study.finish();
    return report;
}

} // namespace lockscope::recorder
