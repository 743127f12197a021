// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/quorumreport.h"

#include "app/lockctl/printing.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/watch/quorumbook.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/wording.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using What = watch::QuorumReading::What;

constexpr qsizetype nameLimit = 120;
constexpr qsizetype ownerLimit = 60;
constexpr qint64 noExpiry = -1;

// Until when the key is there: the shown owner's, or that of what is in the way.
std::optional<QJsonValue> timeToLive(const QuorumReport &report, std::size_t i)
{
    const watch::QuorumReading &server = report.servers[i];
    const auto &hold = report.finding.seats[i].hold;
    if (!hold && server.what != What::Foreign)
        return std::nullopt;
    const auto deadline = hold ? hold->deadline : server.deadline;
    if (!deadline)
        return hold ? std::optional<QJsonValue>(noExpiry) : std::nullopt;
    const Millis left = std::chrono::ceil<Millis>(*deadline - report.now);
    return QJsonValue(qint64(std::max(left, Millis(0)).count()));
}

QJsonValue validityJson(const QuorumReport &report)
{
    if (report.finding.isEndless())
        return noExpiry;
    const auto left = report.finding.validity(report.now);
    return left ? QJsonValue(qint64(left->count())) : QJsonValue::Null;
}

QJsonObject serverJson(const QuorumReport &report, std::size_t i)
{
    const watch::QuorumReading &server = report.servers[i];
    const watch::QuorumSeat &seat = report.finding.seats[i];
    QJsonObject object{{"server"_L1, report.labels[i]}, {"owner"_L1, QJsonValue::Null}};
    if (seat.hold)
        putBytes(object, u"owner"_s, seat.hold->owner.bytes);
    const auto agrees = report.finding.agrees(i);
    object["agrees"_L1] = agrees ? QJsonValue(*agrees) : QJsonValue::Null;
    object["ttl_ms"_L1] = timeToLive(report, i).value_or(QJsonValue::Null);
    object["latency_ms"_L1] = server.latency
        ? QJsonValue(static_cast<double>(server.latency->count()) / 1000)
        : QJsonValue::Null;
    object["clock_offset_ms"_L1] =
        server.clock ? QJsonValue(qint64(server.clock->offset.count())) : QJsonValue::Null;
    const bool isWrong =
        seat.stance == watch::Stance::Silent || seat.stance == watch::Stance::Foreign;
    object["error"_L1] = isWrong ? QJsonValue(wording::seatReason(seat, server)) : QJsonValue::Null;
    return object;
}

QString timeText(const QuorumReport &report, std::size_t i)
{
    const auto left = timeToLive(report, i);
    if (!left)
        return u"-"_s;
    const qint64 ms = left->toInteger();
    return ms == noExpiry ? u"no expiry"_s : wording::span(Millis(ms));
}

} // namespace

QJsonObject toJson(const QuorumReport &report)
{
    const watch::QuorumFinding &finding = report.finding;
    QJsonObject object;
    putBytes(object, u"name"_s, report.name.bytes);
    object["group"_L1] = report.group.isEmpty() ? QJsonValue::Null : QJsonValue(report.group);
    const QByteArray verdict = watch::name(finding.verdict);
    object["verdict"_L1] =
        verdict.isEmpty() ? QJsonValue::Null : QJsonValue(QString::fromLatin1(verdict));
    object["owner"_L1] = QJsonValue::Null;
    if (finding.owner)
        putBytes(object, u"owner"_s, finding.owner->bytes);
    object["votes"_L1] = static_cast<qint64>(finding.votes);
    object["needed"_L1] = static_cast<qint64>(finding.needed);
    object["validity_ms"_L1] = validityJson(report);
    QJsonArray servers;
    for (std::size_t i = 0; i < report.servers.size(); ++i)
        servers.append(serverJson(report, i));
    object["servers"_L1] = servers;
    return object;
}

QString quorumLines(const Session &session, const TargetChoice &where, Instant now)
{
    std::vector<QString> labels;
    for (const auto &target : where.targets)
        labels.push_back(target.label());
    auto groups = watch::matchGroups(where.groups, labels);
    if (groups.empty()) {
        std::vector<const watch::LockRecord *> locks;
        for (const auto &[id, lock] : session.locks())
            locks.push_back(lock.get());
        if (watch::proposeGroups(locks).empty())
            return {};
        const QString name = u"the %1 servers named"_s.arg(labels.size());
        groups = watch::matchGroups({{name, labels}}, labels);
    }
    watch::QuorumBook book(std::move(groups));
    for (const auto &[index, server] : session.servers())
        book.note(server);
    for (const auto &[id, lock] : session.locks())
        book.note(id, lock);
    auto changes = book.take(now);
    std::sort(changes.begin(), changes.end(),
              [](const auto &a, const auto &b) { return a.id < b.id; });
    QString lines;
    for (const auto &change : changes) {
        const watch::QuorumFinding &finding = change.record->finding;
        const QString owner = finding.owner
            ? wording::owner(*finding.owner, session.aliases().find(0, *finding.owner).toUtf8(),
                             ownerLimit)
            : QString();
        lines += u"%1 over %2: %3\n"_s.arg(visibleElided(change.id.name.bytes, nameLimit),
                                           change.record->group,
                                           wording::verdictSentence(finding, owner, now));
    }
    return lines;
}

QString text(const QuorumReport &report)
{
    const watch::QuorumFinding &finding = report.finding;
    const QString owner = finding.owner
        ? wording::owner(*finding.owner, report.alias.toUtf8(), ownerLimit)
        : QString();
    QString text = visibleElided(report.name.bytes, nameLimit);
    if (!report.group.isEmpty())
        text += u" in %1"_s.arg(report.group);
    text += u": %1\n"_s.arg(wording::verdictSentence(finding, owner, report.now));
    std::vector<Row> rows{{u"SERVER"_s, u"OWNER"_s, u"AGREES"_s, u"EXPIRES"_s, u"LATENCY"_s,
                           u"CLOCK"_s, u"REASON"_s}};
    for (std::size_t i = 0; i < report.servers.size(); ++i) {
        const watch::QuorumReading &server = report.servers[i];
        const watch::QuorumSeat &seat = finding.seats[i];
        rows.push_back({report.labels[i],
                        seat.hold ? visibleElided(seat.hold->owner.bytes, ownerLimit) : u"-"_s,
                        wording::agreement(finding.agrees(i)), timeText(report, i),
                        wording::latency(server.latency), wording::clockOffset(server.clock),
                        wording::seatReason(seat, server)});
    }
    return text + aligned(rows);
}

} // namespace lockscope::lockctl
