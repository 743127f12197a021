// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/hindsightreport.h"

#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/base/wordnames.h"
#include "core/watch/record/names.h"
#include "ui/wording/wording.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using recorder::Clash;
using recorder::ClashCause;
using recorder::ClashDoubt;
using recorder::ClashMember;
using recorder::Durations;
using recorder::HolderShare;
using recorder::LongHold;
using recorder::QuorumClash;
using recorder::RecordMark;
using recorder::RolledSpread;
using recorder::Spread;

constexpr std::array days{"monday", "tuesday",  "wednesday", "thursday",
                          "friday", "saturday", "sunday"};

QString wordOf(const QByteArray &name)
{
    return QString::fromLatin1(name);
}

// Holds are of milliseconds or of hours.
QString span(Millis time)
{
    if (time < Millis(1000))
        return u"%1 ms"_s.arg(time.count());
    if (time < std::chrono::minutes(10))
        return wording::tenths(time) + u" s"_s;
    if (time < std::chrono::hours(10))
        return wording::tenths(time, std::chrono::minutes(1)) + u" min"_s;
    return wording::tenths(time, std::chrono::hours(1)) + u" h"_s;
}

QString percent(double part, double whole)
{
    return whole <= 0 ? u"-"_s : QString::number(100 * part / whole, 'f', 1) + u" %"_s;
}

QJsonValue timeOrNull(const std::optional<WallInstant> &at)
{
    return at ? QJsonValue(isoTime(*at)) : QJsonValue();
}

QJsonValue millisOrNull(const std::optional<Millis> &time)
{
    return time ? QJsonValue(static_cast<qint64>(time->count())) : QJsonValue();
}

QJsonObject ownerJson(const OwnerId &owner, const Alias &alias)
{
    QJsonObject object;
    putBytes(object, u"owner"_s, owner.bytes);
    wording::putAlias(object, alias);
    return object;
}

QString kindOf(recorder::MarkKind kind)
{
    switch (kind) {
    case recorder::MarkKind::Unseen:
        return u"gap"_s;
    case recorder::MarkKind::NotRecorded:
        return u"not-recorded"_s;
    case recorder::MarkKind::Dropped:
        return u"dropped"_s;
    case recorder::MarkKind::ClockChanged:
        return u"clock-changed"_s;
    }
    return {};
}

QJsonArray gapsJson(const std::vector<RecordMark> &marks)
{
    QJsonArray list;
    for (const RecordMark &mark : marks)
        list.append(QJsonObject{
            {"at"_L1, isoTime(mark.began)},
            {"until"_L1, isoTime(mark.ended)},
            {"kind"_L1, kindOf(mark.kind)},
            {"events"_L1, mark.events > 0 ? QJsonValue(mark.events) : QJsonValue()},
            {"deployment"_L1,
             mark.deployment.isEmpty() ? QJsonValue() : QJsonValue(mark.deployment)},
            {"server"_L1, mark.server.isEmpty() ? QJsonValue() : QJsonValue(mark.server)},
            {"reason"_L1, mark.reason.isEmpty() ? QJsonValue() : QJsonValue(mark.reason)}});
    return list;
}

// The end of the first owner's hold, as it is printed.
QString lossText(const Clash &clash)
{
    // A loss by a restart or a failover is seen once the server is back.
    const QString at = isoTime(clash.lostAt);
    const QString by = clash.by ? ownerText(*clash.by, {}) : QString();
    switch (clash.cause) {
    case ClashCause::Expired:
        return clash.hadStopped ? u"its renewals had stopped, and its lease ran out at %1"_s.arg(at)
                                : u"its lease ran out at %1"_s.arg(at);
    case ClashCause::Promoted:
        return u"a failover took it, as was seen at %1: the new primary did not have it"_s.arg(at);
    case ClashCause::Restarted:
        return !clash.keptLog ? u"a restart of the server took it, as was seen at %1"_s.arg(at)
            : *clash.keptLog
            ? u"a restart of the server took it, as was seen at %1, in spite of its append-only file"_s
                  .arg(at)
            : u"a restart of the server took it, as was seen at %1; it kept no append-only file"_s
                  .arg(at);
    case ClashCause::Flushed:
        return u"FLUSHALL, FLUSHDB or SWAPDB took it at %1"_s.arg(at);
    case ClashCause::Forced:
        return by.isEmpty()
            ? u"somebody else ended its hold at %1"_s.arg(at)
            : u"somebody else ended its hold at %1; this may be the late release of %2, whose own "
              "hold had ended before"_s.arg(at, by);
    case ClashCause::LateRelease:
        return u"%2 released it at %1, although its own hold had ended before"_s.arg(at, by);
    case ClashCause::Together:
        return u"it still had its entry at %1"_s.arg(at);
    case ClashCause::Unknown:
        break;
    }
    switch (clash.doubt) {
    case ClashDoubt::Unseen:
        return u"it had it no more at %1; the watch had a gap, so whether it had released it is "
               "not known"_s.arg(at);
    case ClashDoubt::NotRecorded:
        return u"its hold ended at %1; nothing was recorded after that, so what happened until "
               "the next owner is not known"_s.arg(at);
    case ClashDoubt::Dropped:
        return u"its hold ended at %1; changes are missing after that, so what happened until the "
               "next owner is not known"_s.arg(at);
    case ClashDoubt::Unclear:
        return u"a restart or a failover took it, as was seen at %1; the record does not tell which"_s
            .arg(at);
    case ClashDoubt::None:
        break;
    }
    return {};
}

QString signText(const recorder::SignOfLife &sign)
{
    const QString text = sign.isOfClient ? u"another thread of its client goes on: %1 %2 at %3"_s
                                         : u"it goes on after that: %1 %2 at %3"_s;
    return text.arg(wordOf(watch::name(sign.type)), nameText(sign.lock), isoTime(sign.at));
}

// Owners that are one thread's have a mark: it is an inference.
QString votesText(const QuorumClash &quorum, std::size_t votes)
{
    return u"%1 of %2 servers%3"_s.arg(QString::number(votes), QString::number(quorum.servers),
                                       quorum.isOwnerInferred ? u", inferred by its thread"_s
                                                              : QString());
}

QString groupText(const QuorumClash &quorum)
{
    const QString shown = visibleElided(quorum.group.toUtf8(), 200);
    return quorum.isGroupInferred ? u"inferred group "_s + shown : u"group "_s + shown;
}

// How one server went from the first owner to the second.
QString memberText(const Clash &clash, const ClashMember &member)
{
    Clash alone = clash;
    alone.cause = member.cause;
    alone.doubt = member.doubt;
    alone.keptLog = member.keptLog;
    alone.lostAt = member.lostAt;
    alone.by.reset();
    return u"    %1: %2; the second took it at %3\n"_s.arg(
        visibleElided(member.server.toUtf8(), 120), lossText(alone), isoTime(member.takenAt));
}

QString quorumText(const Clash &clash)
{
    const QuorumClash &quorum = *clash.quorum;
    QString text = isoTime(clash.takenAt) + u"  "_s + nameText(clash.lock) + u"  "_s
        + wordOf(recorder::name(clash.cause)) + u"  "_s + groupText(quorum) + u'\n';
    const QString had = clash.firstSince
        ? u"had the majority from %1 on"_s.arg(isoTime(*clash.firstSince))
        : u"had the majority"_s;
    text += u"  %1 %2, and had not released it on %3\n"_s.arg(
        ownerText(clash.first, clash.firstAlias), had, votesText(quorum, quorum.firstVotes));
    for (const ClashMember &member : quorum.members)
        text += memberText(clash, member);
    QString second = u"  %1 had the majority then, on %2"_s.arg(
        ownerText(clash.second, clash.secondAlias), votesText(quorum, quorum.secondVotes));
    if (!quorum.firstValidUntil)
        second += u"; the lock of the first does not expire"_s;
    else if (quorum.isOverlapping)
        second += u"; by its leases, the first may have gone on until %1"_s.arg(
            isoTime(*quorum.firstValidUntil));
    else
        second += u"; by its leases, the lock of the first was over at %1"_s.arg(
            isoTime(*quorum.firstValidUntil));
    if (clash.isClockSet)
        second += u" (the clock of the recording machine was set in between)"_s;
    if (clash.endedAt)
        second += u"; it had it until %1"_s.arg(isoTime(*clash.endedAt));
    text += second + u'\n';
    return text;
}

QString signsText(const Clash &clash)
{
    if (clash.lateReleaseAt)
        return u"  late release: %1 released it at %2, while %3 had it\n"_s.arg(
            ownerText(clash.first, clash.firstAlias), isoTime(*clash.lateReleaseAt),
            ownerText(clash.second, clash.secondAlias));
    return clash.sign
        ? u"  %1: %2\n"_s.arg(ownerText(clash.first, clash.firstAlias), signText(*clash.sign))
        : QString();
}

QString clashText(const Clash &clash)
{
    if (clash.quorum)
        return quorumText(clash) + signsText(clash);
    QString text = isoTime(clash.takenAt) + u"  "_s + nameText(clash.lock) + u"  "_s
        + wordOf(recorder::name(clash.cause)) + u"  "_s + clash.server + u'\n';
    const QString had =
        clash.firstSince ? u"had it from %1 on"_s.arg(isoTime(*clash.firstSince)) : u"had it"_s;
    text += u"  %1 %2; %3\n"_s.arg(ownerText(clash.first, clash.firstAlias), had, lossText(clash));
    QString second = u"  %1 took it"_s.arg(ownerText(clash.second, clash.secondAlias));
    if (clash.cause == ClashCause::Together)
        second = u"  %1 has an entry beside it"_s.arg(ownerText(clash.second, clash.secondAlias));
    else if (clash.between)
        second += u" %1 later"_s.arg(span(*clash.between));
    if (clash.isClockSet)
        second += u" (the clock of the recording machine was set in between)"_s;
    if (clash.endedAt)
        second += u", and had it until %1"_s.arg(isoTime(*clash.endedAt));
    return text + second + u'\n' + signsText(clash);
}

template <typename T>
void putCause(QJsonObject &object, const T &clash)
{
    object["cause"_L1] = wordOf(recorder::name(clash.cause));
    object["doubt"_L1] = clash.doubt == ClashDoubt::None
        ? QJsonValue()
        : QJsonValue(wordOf(recorder::name(clash.doubt)));
    object["lost_at"_L1] = isoTime(clash.lostAt);
    object["taken_at"_L1] = isoTime(clash.takenAt);
    object["append_only_file"_L1] = clash.keptLog ? QJsonValue(*clash.keptLog) : QJsonValue();
    object["deployment"_L1] = clash.deployment;
    object["server"_L1] = clash.server;
}

QJsonObject toJson(const QuorumClash &quorum)
{
    QJsonArray members;
    for (const ClashMember &member : quorum.members) {
        QJsonObject object;
        putCause(object, member);
        object["first"_L1] = ownerJson(member.first, {});
        object["second"_L1] = ownerJson(member.second, {});
        members.append(object);
    }
    return {{"group"_L1, quorum.group},
            {"group_inferred"_L1, quorum.isGroupInferred},
            {"servers"_L1, qint64(quorum.servers)},
            {"needed"_L1, qint64(quorum.needed)},
            {"first_votes"_L1, qint64(quorum.firstVotes)},
            {"second_votes"_L1, qint64(quorum.secondVotes)},
            {"owner_inferred"_L1, quorum.isOwnerInferred},
            {"first_valid_until"_L1, timeOrNull(quorum.firstValidUntil)},
            {"overlapping"_L1, quorum.isOverlapping},
            {"members"_L1, members}};
}

QJsonObject toJson(const Clash &clash)
{
    QJsonObject object;
    putCause(object, clash);
    putBytes(object, u"name"_s, clash.lock.bytes);
    object["kind"_L1] = wordOf(clash.kind);
    object["first"_L1] = ownerJson(clash.first, clash.firstAlias);
    object["second"_L1] = ownerJson(clash.second, clash.secondAlias);
    object["first_since"_L1] = timeOrNull(clash.firstSince);
    object["between_ms"_L1] = millisOrNull(clash.between);
    object["ended_at"_L1] = timeOrNull(clash.endedAt);
    object["clock_set"_L1] = clash.isClockSet;
    object["renewals_had_stopped"_L1] = clash.hadStopped;
    object["by"_L1] = clash.by ? QJsonValue(ownerJson(*clash.by, {})) : QJsonValue();
    object["late_release_at"_L1] = timeOrNull(clash.lateReleaseAt);
    QJsonValue sign;
    if (clash.sign) {
        QJsonObject seen{{"at"_L1, isoTime(clash.sign->at)},
                         {"event"_L1, wordOf(watch::name(clash.sign->type))},
                         {"by_another_thread"_L1, clash.sign->isOfClient}};
        putBytes(seen, u"name"_s, clash.sign->lock.bytes);
        sign = seen;
    }
    object["seen_again"_L1] = sign;
    object["quorum"_L1] = clash.quorum ? QJsonValue(toJson(*clash.quorum)) : QJsonValue();
    return object;
}

Row rowOf(const QString &title, const Spread &spread)
{
    const auto cells = [](const Durations &times) {
        const auto cell = [&](int percent) {
            const auto time = times.percentile(percent);
            return time ? span(*time) : u"-"_s;
        };
        return Row{QString::number(times.count()), cell(50), cell(95), cell(99),
                   times.count() > 0 ? span(times.longest()) : u"-"_s};
    };
    Row row{title};
    for (const Durations *times : {&spread.held, &spread.waited}) {
        const Row part = cells(*times);
        row.insert(row.end(), part.begin(), part.end());
    }
    return row;
}

Row rowOf(const QString &title, const RolledSpread &spread)
{
    const auto cells = [](qint64 count, Millis sum, Millis longest) {
        return Row{QString::number(count), count > 0 ? span(sum / count) : u"-"_s,
                   count > 0 ? span(longest) : u"-"_s};
    };
    Row row{title};
    for (const Row &part : {cells(spread.holds, spread.held, spread.longestHold),
                            cells(spread.waits, spread.waited, spread.longestWait)})
        row.insert(row.end(), part.begin(), part.end());
    return row;
}

bool isNone(const Spread &spread)
{
    return spread.held.count() == 0 && spread.waited.count() == 0;
}

bool isNone(const RolledSpread &spread)
{
    return spread.holds == 0 && spread.waits == 0;
}

// Hours and weekdays without any are left out.
template <typename T>
QString table(const recorder::ByTime<T> &times, const Row &header)
{
    std::vector<Row> rows{header, rowOf(u"all"_s, times.all)};
    for (std::size_t hour = 0; hour < times.hours.size(); ++hour) {
        if (!isNone(times.hours[hour]))
            rows.push_back(rowOf(u"%1:00"_s.arg(static_cast<int>(hour), 2, 10, QChar(u'0')),
                                 times.hours[hour]));
    }
    for (std::size_t day = 0; day < times.weekdays.size(); ++day) {
        if (!isNone(times.weekdays[day]))
            rows.push_back(rowOf(QLatin1StringView(days.at(day)), times.weekdays[day]));
    }
    return aligned(rows);
}

QString longHoldText(const LongHold &hold)
{
    const QString text = hold.isByMinutes
        ? u"  %1  %2  held for %3%4; the longest of %5 before was %6\n"_s
        : u"  %1  %2  held for %3%4; of %5 before, 99 % were not longer than %6\n"_s;
    return text.arg(isoTime(hold.began), ownerText(hold.owner, hold.alias), span(hold.held),
                    hold.isOver ? QString() : u" so far"_s, QString::number(hold.past),
                    span(hold.usual));
}

QString nameOf(const HolderShare &holder)
{
    if (holder.sort == HolderShare::Sort::Others)
        return u"all others"_s;
    const QString shown = visibleElided(holder.name, 80);
    return holder.sort == HolderShare::Sort::Client
        ? visible(wordName(holder.name)) + u" (%1)"_s.arg(shown)
        : shown;
}

QString changeText(const HolderShare &holder)
{
    const auto &change = *holder.change;
    return u"  since %1, when %2 was first seen, its holds are %3: half of them take more than "
           "%4; of the %5 holds before, half took more than %6\n"_s.arg(
               isoTime(holder.firstSeen), nameOf(holder),
               change.after > change.before ? u"longer"_s : u"shorter"_s, span(change.after),
               QString::number(change.holdsBefore), span(change.before));
}

QJsonObject toJson(const Durations &times)
{
    return {{"count"_L1, times.count()},
            {"p50_ms"_L1, millisOrNull(times.percentile(50))},
            {"p95_ms"_L1, millisOrNull(times.percentile(95))},
            {"p99_ms"_L1, millisOrNull(times.percentile(99))},
            {"mean_ms"_L1,
             times.count() > 0 ? QJsonValue(times.sum().count() / times.count()) : QJsonValue()},
            {"longest_ms"_L1,
             times.count() > 0 ? QJsonValue(qint64(times.longest().count())) : QJsonValue()}};
}

void put(QJsonObject &object, const Spread &spread)
{
    object["holds"_L1] = toJson(spread.held);
    object["waits"_L1] = toJson(spread.waited);
}

void put(QJsonObject &object, const RolledSpread &spread)
{
    const auto part = [](qint64 count, Millis sum, Millis longest) {
        return QJsonObject{
            {"count"_L1, count},
            {"mean_ms"_L1, count > 0 ? QJsonValue(sum.count() / count) : QJsonValue()},
            {"longest_ms"_L1, count > 0 ? QJsonValue(qint64(longest.count())) : QJsonValue()}};
    };
    object["holds"_L1] = part(spread.holds, spread.held, spread.longestHold);
    object["waits"_L1] = part(spread.waits, spread.waited, spread.longestWait);
}

template <typename T>
void put(QJsonObject &object, const recorder::ByTime<T> &times)
{
    put(object, times.all);
    QJsonArray hours;
    for (std::size_t hour = 0; hour < times.hours.size(); ++hour) {
        QJsonObject each{{"hour"_L1, static_cast<int>(hour)}};
        put(each, times.hours[hour]);
        hours.append(each);
    }
    QJsonArray weekdays;
    for (std::size_t day = 0; day < times.weekdays.size(); ++day) {
        QJsonObject each{{"weekday"_L1, QLatin1StringView(days.at(day))}};
        put(each, times.weekdays[day]);
        weekdays.append(each);
    }
    object["hours"_L1] = hours;
    object["weekdays"_L1] = weekdays;
}

QJsonObject toJson(const LongHold &hold)
{
    QJsonObject object = ownerJson(hold.owner, hold.alias);
    object["deployment"_L1] = hold.deployment;
    object["at"_L1] = isoTime(hold.began);
    object["held_ms"_L1] = qint64(hold.held.count());
    object["over"_L1] = hold.isOver;
    object["holds_before"_L1] = hold.past;
    object["usual_ms"_L1] = qint64(hold.usual.count());
    object["usual_by"_L1] = hold.isByMinutes ? u"longest"_s : u"p99"_s;
    return object;
}

QJsonObject toJson(const HolderShare &holder)
{
    QJsonObject object{{"sort"_L1, wordOf(recorder::name(holder.sort))},
                       {"first_seen"_L1, isoTime(holder.firstSeen)},
                       {"last_seen"_L1, isoTime(holder.lastSeen)},
                       {"holds"_L1, toJson(holder.held)},
                       {"held_ms"_L1, qint64(holder.held.sum().count())}};
    object["holder"_L1] = QJsonValue();
    if (holder.sort != HolderShare::Sort::Others)
        putBytes(object, u"holder"_s, holder.name);
    QJsonValue change;
    if (holder.change)
        change = QJsonObject{{"before_p50_ms"_L1, qint64(holder.change->before.count())},
                             {"after_p50_ms"_L1, qint64(holder.change->after.count())},
                             {"holds_before"_L1, holder.change->holdsBefore}};
    object["change"_L1] = change;
    return object;
}

template <typename Report>
void putSpan(QJsonObject &object, const Report &report)
{
    object["since"_L1] = report.span ? QJsonValue(isoTime(report.span->first)) : QJsonValue();
    object["until"_L1] = report.span ? QJsonValue(isoTime(report.span->second)) : QJsonValue();
}

} // namespace

QString clashesText(const recorder::ClashReport &report)
{
    QString text;
    for (const Clash &clash : report.clashes)
        text += clashText(clash);
    return text;
}

QJsonObject clashesJson(const recorder::ClashReport &report)
{
    QJsonArray findings;
    for (const Clash &clash : report.clashes)
        findings.append(toJson(clash));
    QJsonObject object{{"schema"_L1, 1},
                       {"findings"_L1, findings},
                       {"left_out"_L1, report.more},
                       {"usually_expiring"_L1, static_cast<qint64>(report.lapsing.size())},
                       {"on_several_servers"_L1, report.several},
                       {"gaps"_L1, gapsJson(report.marks)}};
    putSpan(object, report);
    return object;
}

QString usualText(const recorder::UsualReport &report)
{
    QString text = table(report.events,
                         {u"BEGAN"_s, u"HOLDS"_s, u"P50"_s, u"P95"_s, u"P99"_s, u"LONGEST"_s,
                          u"WAITS"_s, u"P50"_s, u"P95"_s, u"P99"_s, u"LONGEST"_s});
    if (report.rolledSince)
        text += u"\nFrom %1 on, of which only the minutes are kept:\n"_s.arg(
                    isoTime(*report.rolledSince))
            + table(report.rolled,
                    {u"ENDED"_s, u"HOLDS"_s, u"MEAN"_s, u"LONGEST"_s, u"WAITS"_s, u"MEAN"_s,
                     u"LONGEST"_s});
    if (!report.longHolds.empty())
        text += u"\nLong holds:\n"_s;
    for (const LongHold &hold : report.longHolds)
        text += longHoldText(hold);
    if (report.moreLongHolds > 0)
        text += u"  and %1 more\n"_s.arg(report.moreLongHolds);
    if (report.holders.empty())
        return text;
    const auto held = static_cast<double>(report.events.all.held.sum().count());
    const auto holds = static_cast<double>(report.events.all.held.count());
    std::vector<Row> rows{{u"HOLDER"_s, u"HOLDS"_s, u"OF ALL"_s, u"OF THE TIME"_s, u"P50"_s,
                           u"P99"_s, u"FIRST SEEN"_s}};
    constexpr std::size_t mostRows = 20; // JSON has all
    for (std::size_t i = 0; i < std::min(mostRows, report.holders.size()); ++i) {
        const HolderShare &holder = report.holders[i];
        rows.push_back({nameOf(holder), QString::number(holder.held.count()),
                        percent(static_cast<double>(holder.held.count()), holds),
                        percent(static_cast<double>(holder.held.sum().count()), held),
                        span(holder.held.percentile(50).value_or(Millis(0))),
                        span(holder.held.percentile(99).value_or(Millis(0))),
                        isoTime(holder.firstSeen)});
    }
    text += u'\n' + aligned(rows);
    if (report.holders.size() > mostRows)
        text += u"and %1 more\n"_s.arg(report.holders.size() - mostRows);
    QString changes;
    for (const HolderShare &holder : report.holders)
        changes += holder.change ? changeText(holder) : QString();
    return changes.isEmpty() ? text : QString(text + u"\nChanges:\n"_s + changes);
}

QJsonObject usualJson(const recorder::UsualReport &report, const LockName &lock,
                      const QTimeZone &zone)
{
    QJsonObject object{{"schema"_L1, 1}, {"time_zone"_L1, QString::fromLatin1(zone.id())}};
    putBytes(object, u"name"_s, lock.bytes);
    putSpan(object, report);
    object["deployments"_L1] = QJsonArray::fromStringList(
        QStringList(report.deployments.begin(), report.deployments.end()));
    put(object, report.events);
    QJsonValue minutes;
    if (report.rolledSince) {
        QJsonObject rolled{{"since"_L1, isoTime(*report.rolledSince)}};
        put(rolled, report.rolled);
        minutes = rolled;
    }
    object["minutes"_L1] = minutes;
    QJsonArray longHolds;
    for (const LongHold &hold : report.longHolds)
        longHolds.append(toJson(hold));
    object["long_holds"_L1] = longHolds;
    object["long_holds_left_out"_L1] = report.moreLongHolds;
    QJsonArray holders;
    for (const HolderShare &holder : report.holders)
        holders.append(toJson(holder));
    object["holders"_L1] = holders;
    object["gaps"_L1] = gapsJson(report.marks);
    return object;
}

QString gapsText(const std::vector<recorder::RecordMark> &marks)
{
    const auto count = std::ranges::count_if(marks, [](const RecordMark &mark) {
        return mark.kind != recorder::MarkKind::ClockChanged;
    });
    if (count == 0)
        return {};
    return count == 1
        ? u"the record has a gap in that time; \"lockctl history\" prints it"_s
        : u"the record has %1 gaps in that time; \"lockctl history\" prints them"_s.arg(count);
}

} // namespace lockscope::lockctl
