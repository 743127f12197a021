// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/quorumreport.h"

#include "app/lockctl/common/printing.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/format/tokens.h"
#include "core/format/traits.h"
#include "core/insight/quorum/quorumbook.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/wording.h"

#include <QJsonArray>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using What = insight::QuorumReading::What;

constexpr qsizetype ownerLimit = 60;
constexpr qint64 noExpiry = -1;

// The remaining time of the key: the shown owner's, or that of a foreign key in the way.
std::optional<QJsonValue> timeToLive(const QuorumReport &report, std::size_t i)
{
    const insight::QuorumReading &server = report.servers[i];
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
    const insight::QuorumReading &server = report.servers[i];
    const insight::QuorumSeat &seat = report.finding.seats[i];
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
    using insight::Stance;
    const bool isWrong = seat.stance == Stance::Silent || seat.stance == Stance::Foreign
        || seat.stance == Stance::Dependent;
    object["error"_L1] = isWrong ? QJsonValue(wording::seatReason(seat, server)) : QJsonValue::Null;
    return object;
}

QString timeLeft(const QuorumReport &report, std::size_t i)
{
    const auto left = timeToLive(report, i);
    if (!left)
        return u"-"_s;
    const qint64 ms = left->toInteger();
    return ms == noExpiry ? u"no expiry"_s : wording::span(Millis(ms));
}

// A server that is reached twice is listed once.
std::vector<insight::WatchedGroup> groupsIn(const Session &session, const TargetChoice &where)
{
    std::vector<insight::WatchedGroup> groups =
        insight::matchGroups(where.groups, session.labels());
    for (insight::WatchedGroup &group : groups) {
        for (auto &server : group.servers) {
            if (server)
                server = session.listedAs(*server);
        }
    }
    return groups;
}

std::vector<insight::ProposedGroup> proposals(const Session &session, Instant now)
{
    std::vector<watch::LockPointer> locks;
    for (const auto &[id, lock] : session.locks())
        locks.push_back(lock);
    return insight::proposeGroups(locks, session.servers(), now);
}

// Over which servers, if that has to be said.
QString place(const QuorumReport &report)
{
    if (!report.proposal)
        return report.group.isEmpty() ? QString() : u" in %1"_s.arg(report.group);
    const QString why = report.proposal->inferred ? u"the same thread"_s : u"the same token"_s;
    return u" (proposed: %1 on %2; the group may have more servers)"_s.arg(
        why, QStringList(report.labels.begin(), report.labels.end()).join(u", "_s));
}

// Its name alone made it a lock, and it is what counters look like.
bool isCounter(const watch::LockRecord &lock)
{
    return format::traitsOf(*lock.kind).isPlainString && lock.holds.size() == 1
        && !lock.holds.front().deadline && format::token::isNumber(lock.holds.front().owner.bytes);
}

} // namespace

void readServers(QuorumReport &report, const insight::WatchedGroup &group, const Session &session)
{
    report.servers.clear();
    std::vector<const watch::ServerRecord *> servers;
    for (const auto &deployment : group.servers) {
        servers.push_back(deployment ? session.serverOf(*deployment) : nullptr);
        const watch::LockId id{deployment.value_or(watch::DeploymentId()), report.name};
        const auto lock = session.locks().find(id);
        auto reading =
            insight::readingOf(servers.back(), report.name,
                               lock == session.locks().end() ? nullptr : lock->second.get());
        const auto explained = session.explanations().find(id);
        if (reading.what == What::Nothing && explained != session.explanations().end()) {
            reading.what = What::Foreign;
            reading.detail = explained->second;
        }
        if (lock != session.locks().end() && isCounter(*lock->second)) {
            reading.what = What::Foreign;
            reading.detail = Sentence::say("a number with an unknown purpose");
        }
        if (const auto error = session.failureOf(id.deployment);
            error && reading.what == What::Silent)
            reading.detail = wording::errorSentence(*error);
        report.servers.push_back(std::move(reading));
    }
    insight::leaveOutDependent(report.servers, servers);
    report.finding = insight::judge(report.servers, report.now);
    if (insight::isPossible(report.servers, report.finding))
        return;
    report.finding.verdict = insight::QuorumVerdict::Unknown;
    report.finding.isNoRedlock = true;
}

insight::WatchedGroup proposedGroup(const insight::ProposedGroup &proposal,
                                    const std::map<watch::DeploymentId, QString> &labels)
{
    insight::WatchedGroup group;
    for (const watch::DeploymentId deployment : proposal.servers) {
        group.members.labels.push_back(labels.at(deployment));
        group.servers.emplace_back(deployment);
    }
    return group;
}

QJsonObject toJson(const QuorumReport &report)
{
    const insight::QuorumFinding &finding = report.finding;
    QJsonObject object;
    putBytes(object, u"name"_s, report.name.bytes);
    object["group"_L1] = report.group.isEmpty() ? QJsonValue::Null : QJsonValue(report.group);
    const QByteArray verdict = insight::name(finding.verdict);
    object["verdict"_L1] =
        verdict.isEmpty() ? QJsonValue::Null : QJsonValue(QString::fromLatin1(verdict));
    object["owner"_L1] = QJsonValue::Null;
    if (finding.owner)
        putBytes(object, u"owner"_s, finding.owner->bytes);
    object["inferred"_L1] = finding.inferred;
    object["proposed"_L1] = report.proposal.has_value();
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
    const std::map<watch::DeploymentId, QString> labels = session.labels();
    std::set<LockName> names;
    for (const auto &[id, lock] : session.locks())
        names.insert(id.name);
    QString lines;
    const auto add = [&](QuorumReport report, const insight::WatchedGroup &group) {
        report.now = now;
        report.labels = group.members.labels;
        readServers(report, group, session);
        const bool isHeld = insight::isPlausible(
            report.servers, std::vector<bool>(report.servers.size()), report.finding);
        if (report.finding.owner)
            report.alias = session.aliases().find(session.deployment(0), *report.finding.owner);
        if (isHeld)
            lines += summary(report) + u'\n';
    };
    const auto groups = groupsIn(session, where);
    for (const insight::WatchedGroup &group : groups) {
        for (const LockName &name : names)
            add({name, group.members.name, {}, {}, {}, {}, {}, {}}, group);
    }
    for (const auto &proposal :
         groups.empty() ? proposals(session, now) : std::vector<insight::ProposedGroup>()) {
        for (const LockName &name : proposal.names)
            add({name, {}, proposal, {}, {}, {}, {}, {}}, proposedGroup(proposal, labels));
    }
    return lines;
}

std::map<watch::LockId, insight::QuorumVerdict> verdictsOf(const Session &session,
                                                           const TargetChoice &where, Instant now)
{
    const std::map<watch::DeploymentId, QString> labels = session.labels();
    std::vector<insight::WatchedGroup> groups = groupsIn(session, where);
    std::vector<insight::ProposedGroup> proposed;
    if (groups.empty()) {
        proposed = proposals(session, now);
        for (const insight::ProposedGroup &proposal : proposed)
            groups.push_back(proposedGroup(proposal, labels));
    }
    insight::QuorumBook book(std::move(groups));
    for (const auto &[index, server] : session.servers())
        book.note(server);
    for (const auto &[id, lock] : session.locks())
        book.note(id, lock);
    auto changes = book.take(now);
    // In two groups the first counts, as everywhere.
    std::sort(changes.begin(), changes.end(),
              [](const auto &a, const auto &b) { return a.id < b.id; });
    std::map<watch::LockId, insight::QuorumVerdict> verdicts;
    for (const insight::QuorumBook::Change &change : changes) {
        const auto group = static_cast<std::size_t>(change.id.group);
        // A group that was linked by other locks says nothing of this one.
        const bool isOthers = !proposed.empty()
            && !std::binary_search(proposed[group].names.begin(), proposed[group].names.end(),
                                   change.id.name);
        if (!change.record || isOthers)
            continue;
        for (const auto &server : book.groups()[group].servers) {
            if (server)
                verdicts.try_emplace({*server, change.id.name}, change.record->finding.verdict);
        }
    }
    return verdicts;
}

Result<void> checkQuorumFilter(const insight::LockFilter &filter, const TargetChoice &where)
{
    if (!filter.dependsOnQuorum() || where.targets.size() > 1)
        return {};
    return fail(ErrorKind::InvalidInput,
                u"quorum: needs several servers, but one was given; use --profile, or --url for "
                "each server"_s);
}

insight::FilterSight sightOf(const Session &session, const watch::LockId &id,
                             const std::map<watch::LockId, insight::QuorumVerdict> &verdicts,
                             Instant now, WallInstant wallNow)
{
    insight::FilterSight sight(now, wallNow);
    sight.place = &session.placeOf(id.deployment);
    if (const auto verdict = verdicts.find(id); verdict != verdicts.end())
        sight.quorum = verdict->second;
    return sight;
}

std::size_t proposedLocks(const Session &session, const TargetChoice &where, Instant now)
{
    if (where.targets.size() < 2 || !insight::matchGroups(where.groups, session.labels()).empty())
        return 0;
    std::size_t count = 0;
    for (const insight::ProposedGroup &proposal : proposals(session, now))
        count += proposal.names.size();
    return count;
}

QString summary(const QuorumReport &report)
{
    const insight::QuorumFinding &finding = report.finding;
    const QString owner =
        finding.owner ? wording::owner(*finding.owner, report.alias, ownerLimit) : QString();
    return u"%1%2: %3"_s.arg(nameText(report.name), place(report),
                             wording::verdictSentence(finding, owner, report.now));
}

QString text(const QuorumReport &report)
{
    const insight::QuorumFinding &finding = report.finding;
    QString text = summary(report) + u'\n';
    std::vector<Row> rows{{u"SERVER"_s, u"OWNER"_s, u"AGREES"_s, u"EXPIRES"_s, u"LATENCY"_s,
                           u"CLOCK"_s, u"REASON"_s}};
    for (std::size_t i = 0; i < report.servers.size(); ++i) {
        const insight::QuorumReading &server = report.servers[i];
        const insight::QuorumSeat &seat = finding.seats[i];
        rows.push_back({report.labels[i],
                        seat.hold ? visibleElided(seat.hold->owner.bytes, ownerLimit) : u"-"_s,
                        wording::agreement(finding.agrees(i)), timeLeft(report, i),
                        wording::latency(server.latency), wording::clockOffset(server.clock),
                        wording::seatReason(seat, server)});
    }
    return text + aligned(rows);
}

} // namespace lockscope::lockctl
