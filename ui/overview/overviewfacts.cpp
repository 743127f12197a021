// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewfacts.h"

#include "core/health/rules/lock/expiredwhileheld.h"
#include "ui/table/celldelegate.h"
#include "ui/wording/connectionwording.h"
#include "ui/wording/holdwording.h"
#include "ui/wording/lockname.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

struct OverviewWords {
    Q_DECLARE_TR_FUNCTIONS(Overview)
};

using health::Incident;
using health::Severity;
using health::Subject;
using Level = VerdictFacts::Level;
using Sight = ServerFacts::Sight;
using Basis = NumberFacts::Basis;

constexpr qsizetype nameLimit = 60;
constexpr std::size_t mostParts = 12; // of a bar

QString number(qint64 value)
{
    return QLocale().toString(value);
}

// Apart from VerdictFacts, which lupdate of Qt 6.8 does not know.
QString titled(const QString &word, const QString &title)
{
    return OverviewWords::tr("%1: %2").arg(word, title);
}

QString lockCount(qint64 count)
{
    return count == 1 ? OverviewWords::tr("1 lock")
                      : OverviewWords::tr("%1 locks").arg(number(count));
}

QString serverCount(std::size_t count)
{
    return count == 1 ? OverviewWords::tr("1 server") : OverviewWords::tr("%1 servers").arg(count);
}

// Without tenths: it is read from afar, and should not flicker.
QString lasting(Millis span)
{
    return span < 1min ? wording::age(span) : wording::span(span);
}

QString rateText(const std::optional<double> &rate)
{
    if (!rate)
        return QStringLiteral("–");
    return *rate < 9.95 ? QLocale().toString(*rate, 'f', 1) : number(std::llround(*rate));
}

// A level, which is whole, or a rate.
QString levelText(double value)
{
    return value == std::floor(value) ? number(std::llround(value)) : rateText(value);
}

QString subjectOf(const health::Problem &problem)
{
    if (problem.subject.type == Subject::Type::Server)
        return shortLabel(problem.server);
    return wording::lockName(problem.subject.name, nameLimit);
}

TileLink linkOf(const health::Problem &problem)
{
    switch (problem.subject.type) {
    case Subject::Type::Lock:
        return TileLink::toLock(problem.subject.lock());
    case Subject::Type::Server:
        return TileLink::toServer(problem.subject.server());
    case Subject::Type::Cycle:
        break;
    case Subject::Type::Quorum:
        if (problem.locks.empty())
            return TileLink::toView(u"quorumDock"_s);
        break;
    }
    return problem.locks.empty() ? TileLink::toView(u"blockingDock"_s)
                                 : TileLink::toLock(problem.locks.front());
}

QString titleOf(const health::Problem &problem)
{
    return titled(wording::said(problem.rule->title), subjectOf(problem));
}

IncidentFacts factsOf(const Incident &incident, WallInstant now)
{
    const health::Problem &problem = incident.problem;
    IncidentFacts facts;
    facts.id = incident.id();
    facts.severity = problem.severity;
    facts.title = titleOf(problem);
    facts.evidence = wording::said(problem.evidence);
    facts.action = wording::said(problem.rule->inShort);
    facts.age = lasting(std::max(Millis(0), now - problem.since));
    facts.isAcknowledged = incident.isAcknowledged;
    facts.isSuspended = problem.isSuspended;
    facts.link = linkOf(problem);
    return facts;
}

// The worst first; of those that are as bad, the ones that nobody has seen to, and among them the
// servers that cannot be read.
bool isBefore(const Incident *a, const Incident *b)
{
    if (a->problem.severity != b->problem.severity)
        return a->problem.severity > b->problem.severity;
    if (a->isAcknowledged != b->isAcknowledged)
        return b->isAcknowledged;
    return health::tellsOfNoSight(a->problem) && !health::tellsOfNoSight(b->problem);
}

bool isOutOfSight(const ServerFacts &server)
{
    return server.sight == Sight::Gone || server.sight == Sight::Stale;
}

QString namesOf(const std::vector<ServerFacts> &servers)
{
    QStringList names;
    for (const ServerFacts &server : servers)
        names += server.name;
    return names.size() > 3 ? serverCount(servers.size()) : wording::listed(names);
}

VerdictFacts ofIncident(const IncidentFacts &worst, const IncidentsFacts &incidents)
{
    const bool isCritical = worst.severity == Severity::Critical;
    VerdictFacts verdict;
    verdict.level = isCritical && !worst.isAcknowledged ? Level::Act : Level::Watch;
    verdict.word = verdict.level == Level::Act ? OverviewWords::tr("Act now")
        : worst.isAcknowledged                 ? OverviewWords::tr("Acknowledged")
                                               : OverviewWords::tr("Look at");
    verdict.title = worst.title;
    QStringList details{OverviewWords::tr("for %1").arg(worst.age)};
    if (!worst.evidence.isEmpty())
        details += worst.evidence;
    verdict.detail = details.join(u" · "_s);
    QStringList actions{worst.action};
    if (const std::size_t more = incidents.shown.size() - 1 + incidents.further; more > 0)
        actions += OverviewWords::tr("and %1 more").arg(more);
    verdict.action = actions.join(u" · "_s);
    verdict.link = worst.link;
    return verdict;
}

// How old the picture of their locks is. A server that was never seen has none.
QString staleness(const std::vector<ServerFacts> &lost)
{
    std::vector<ServerFacts> seen;
    std::ranges::copy_if(lost, std::back_inserter(seen), &ServerFacts::wasSeen);
    if (seen.empty())
        return lost.size() == 1 ? OverviewWords::tr("its locks are not known")
                                : OverviewWords::tr("not seen yet, so their locks are not known");
    if (seen.size() < lost.size())
        return OverviewWords::tr("the locks of %1 are shown as they were last seen")
            .arg(namesOf(seen));
    return lost.size() == 1 ? OverviewWords::tr("its locks are shown as they were last seen")
                            : OverviewWords::tr("their locks are shown as they were last seen");
}

VerdictFacts ofBlindness(const std::vector<ServerFacts> &lost, std::size_t all)
{
    VerdictFacts verdict;
    verdict.level = Level::Blind;
    verdict.word = OverviewWords::tr("Cannot see");
    verdict.title = lost.size() == 1
        ? lost.front().name
        : OverviewWords::tr("%1 of %2 servers").arg(lost.size()).arg(all);
    QStringList details;
    if (lost.size() == 1) {
        details += lost.front().age;
        if (!lost.front().cause.isEmpty())
            details += lost.front().cause;
    } else {
        details += namesOf(lost);
    }
    details += staleness(lost);
    verdict.detail = details.join(u" · "_s);
    verdict.link = lost.front().link;
    return verdict;
}

// In tenths of a second: the measuring wanders.
QString clockRemark(const watch::ClockOffset &clock)
{
    constexpr Millis least{100};
    const Millis size = std::chrono::abs(clock.offset);
    if (size < clock.uncertainty + least)
        return {};
    const QString amount = wording::span(Millis((size.count() + 50) / 100 * 100));
    return (clock.offset > Millis(0) ? OverviewWords::tr("clock +%1")
                                     : OverviewWords::tr("clock -%1"))
        .arg(amount);
}

QString remarksOf(const watch::ServerRecord &server, std::size_t changes)
{
    QStringList remarks;
    if (changes > 0)
        remarks += changes == 1 ? OverviewWords::tr("1 restart or failover today")
                                : OverviewWords::tr("%1 restarts or failovers today").arg(changes);
    const QString clock = server.clock ? clockRemark(*server.clock) : QString();
    if (!clock.isEmpty())
        remarks += clock;
    return wording::listed(remarks);
}

QString holesText(const RibbonFacts &hour)
{
    if (hour.holes > 0)
        return OverviewWords::tr("gaps in the last hour: %1").arg(hour.holes);
    if (hour.begin)
        return OverviewWords::tr("no gap since %1").arg(wording::clockTime(*hour.begin, hour.to));
    return OverviewWords::tr("no gap in the last hour");
}

} // namespace

QString VerdictFacts::sentence() const
{
    return title.isEmpty() ? word : titled(word, title);
}

ServerFacts serverFacts(const watch::ServerRecord &server, std::optional<Instant> heard,
                        std::size_t changes, Instant now)
{
    const auto since = [now](Instant at) {
        return std::max(Millis(0), std::chrono::floor<Millis>(now - at));
    };
    const bool isUp = server.state == watch::ServerState::Up;
    ServerFacts facts;
    facts.server = server.server;
    facts.name = shortLabel(server);
    facts.link = TileLink::toServer(server.server);
    QStringList use;
    if (!server.role.isEmpty())
        use += wording::role(server.role);
    if (isUp)
        use += wording::watchMode(server.mode);
    facts.use = wording::listed(use);
    facts.remarks = remarksOf(server, changes);
    facts.wasSeen = isUp || heard.has_value();
    if (!isUp && server.error) {
        facts.cause = wording::capitalised(wording::connectionCause(*server.error));
        facts.reason =
            wording::ended(wording::connectionProblem(*server.error)) + u' ' + serverCure(server);
    }
    if (isUp) {
        const Millis quiet = heard ? since(*heard) : Millis(0);
        facts.sight = quiet >= ServerFacts::staleAfter ? Sight::Stale : Sight::Seen;
        facts.isScanning = server.discovering;
        if (server.latency)
            facts.latency = *server.latency < 1ms
                ? OverviewWords::tr("under 1 ms")
                : OverviewWords::tr("%1 ms").arg(
                    std::chrono::duration_cast<Millis>(*server.latency).count());
        if (facts.sight == Sight::Stale)
            facts.age = OverviewWords::tr("no news for %1").arg(lasting(quiet));
        else
            facts.age = quiet < 3s ? OverviewWords::tr("seen now")
                                   : OverviewWords::tr("seen %1 ago").arg(lasting(quiet));
    } else if (server.lostAt && facts.wasSeen) {
        facts.sight = Sight::Gone;
        facts.age = OverviewWords::tr("gone for %1").arg(lasting(since(*server.lostAt)));
    } else if (server.lostAt || server.state == watch::ServerState::Down) {
        facts.sight = Sight::Gone;
        facts.age = OverviewWords::tr("not seen yet");
    } else {
        facts.age = OverviewWords::tr("connecting");
    }
    return facts;
}

IncidentsFacts incidentsFacts(const health::IncidentBook &incidents, WallInstant now)
{
    IncidentsFacts facts;
    std::vector<const Incident *> open = incidents.open();
    const std::size_t all = open.size();
    std::erase_if(open,
                  [&](const Incident *incident) { return incidents.isMuted(*incident, now); });
    facts.muted = all - open.size();
    std::stable_sort(open.begin(), open.end(), isBefore);
    for (const Incident *incident : open) {
        if (facts.shown.size() == IncidentsFacts::most)
            break;
        facts.shown.push_back(factsOf(*incident, now));
    }
    facts.further = open.size() - facts.shown.size();
    return facts;
}

VerdictFacts verdictFacts(const std::vector<ServerFacts> &servers, const IncidentsFacts &incidents,
                          qint64 locks, const RibbonFacts &hour)
{
    VerdictFacts verdict;
    if (servers.empty()) {
        verdict.word = OverviewWords::tr("Not connected");
        return verdict;
    }
    const IncidentFacts *worst = incidents.shown.empty() ? nullptr : &incidents.shown.front();
    if (worst && worst->severity == Severity::Critical && !worst->isAcknowledged
        && !worst->isSuspended)
        return ofIncident(*worst, incidents);
    std::vector<ServerFacts> lost;
    std::vector<ServerFacts> coming;
    for (const ServerFacts &server : servers) {
        if (isOutOfSight(server))
            lost.push_back(server);
        else if (server.sight == Sight::Connecting || server.isScanning)
            coming.push_back(server);
    }
    if (!lost.empty())
        return ofBlindness(lost, servers.size());
    if (worst)
        return ofIncident(*worst, incidents);
    if (!coming.empty()) {
        const bool isConnecting =
            std::any_of(coming.begin(), coming.end(), [](const ServerFacts &server) {
                return server.sight == Sight::Connecting;
            });
        verdict.level = Level::Starting;
        verdict.word =
            isConnecting ? OverviewWords::tr("Connecting") : OverviewWords::tr("Looking for locks");
        verdict.title = namesOf(coming);
        verdict.detail = OverviewWords::tr("%1 so far").arg(lockCount(locks));
        verdict.link = coming.front().link;
        return verdict;
    }
    verdict.level = Level::Well;
    verdict.word = OverviewWords::tr("All is well");
    verdict.title =
        OverviewWords::tr("%1 on %2").arg(lockCount(locks), serverCount(servers.size()));
    QStringList details{OverviewWords::tr("Nobody waits too long, no renewal is overdue"),
                        holesText(hour)};
    if (incidents.muted > 0)
        details += OverviewWords::tr("muted problems: %1").arg(incidents.muted);
    verdict.detail = details.join(u" · "_s);
    verdict.link = TileLink::toFilter({});
    return verdict;
}

ExpiredToday expiredToday(const health::IncidentBook &incidents,
                          const health::ExpiredHolds &expired, WallInstant now)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(now.time_since_epoch().count());
    const WallInstant midnight{Millis(local.date().startOfDay().toMSecsSinceEpoch())};
    ExpiredToday today;
    for (const Incident *incident : incidents.incidents()) {
        const health::Problem &problem = incident->problem;
        if (problem.rule != &health::expiredWhileHeld)
            continue;
        std::vector<WallInstant> times = expired.in(problem.id);
        if (times.empty())
            times.push_back(problem.since);
        for (const WallInstant at : times) {
            if (at < midnight)
                continue;
            ++today.count;
            if (today.last && at < *today.last)
                continue;
            today.last = at;
            if (problem.subject.type == Subject::Type::Lock)
                today.lock = problem.subject.lock();
        }
    }
    return today;
}

namespace {

// A number that is not known is not shown as 0, nor a stale one as that of now.
void fitToBasis(NumberFacts &facts, Basis basis)
{
    switch (basis) {
    case Basis::InSight:
        break;
    case Basis::LastSeen:
        facts.tone = Tone::Quiet;
        facts.meaning += u' ' + OverviewWords::tr("As last seen: no server is in sight.");
        break;
    case Basis::Nothing:
        facts.value = rateText({});
        facts.note.clear();
        break;
    }
}

void findLongest(const std::vector<BlockingNode> &nodes, std::optional<Millis> &longest)
{
    for (const BlockingNode &node : nodes) {
        if (node.kind == BlockingNode::Kind::Waiter && node.waited)
            longest = std::max(longest.value_or(Millis(0)), *node.waited);
        findLongest(node.children, longest);
    }
}

QString waitersNote(const LockNumbers &numbers, std::optional<Millis> longest)
{
    QStringList notes;
    if (numbers.waiters > 0 && longest)
        notes += OverviewWords::tr("longest %1").arg(lasting(*longest));
    if (numbers.connections > 0)
        notes += notes.isEmpty()
            ? OverviewWords::tr("and %1 connections").arg(number(numbers.connections))
            : OverviewWords::tr("%1 connections").arg(number(numbers.connections));
    return notes.join(u" · "_s);
}

} // namespace

std::optional<Millis> longestWait(const BlockingTree &tree)
{
    std::optional<Millis> longest;
    findLongest(tree.roots, longest);
    return longest;
}

NumberFacts::Basis basisOf(const std::vector<ServerFacts> &servers, const LockNumbers &numbers)
{
    if (std::ranges::count(servers, Sight::Seen, &ServerFacts::sight) > 0)
        return Basis::InSight;
    // A record that begins in an outage has the locks of servers that it never shows in sight.
    const bool wasSeen = numbers.locks > 0 || std::ranges::any_of(servers, &ServerFacts::wasSeen);
    return wasSeen ? Basis::LastSeen : Basis::Nothing;
}

std::vector<NumberFacts> numberFacts(const LockNumbers &numbers, NumberFacts::Basis basis,
                                     const NumberSeries &series, const Yesterday *yesterday,
                                     const ExpiredToday &expired, std::optional<Millis> longest,
                                     Instant now, WallInstant wallNow)
{
    using enum NumberSeries::Number;
    const auto before = [&](NumberSeries::Number number) {
        return yesterday ? yesterday->line(number, wallNow) : std::vector<float>();
    };
    std::vector<NumberFacts> all;
    all.push_back({.key = u"held"_s,
                   .label = OverviewWords::tr("held"),
                   .value = number(numbers.held),
                   .note = OverviewWords::tr("of %1").arg(lockCount(numbers.locks)),
                   .meaning = OverviewWords::tr("Locks that somebody holds."),
                   .line = series.line(Held),
                   .before = before(Held),
                   .link = TileLink::toFilter(u"-state:free"_s)});
    all.push_back({.key = u"contended"_s,
                   .label = OverviewWords::tr("waited for"),
                   .value = number(numbers.contended),
                   .note = numbers.contended == 0 && basis == Basis::InSight
                       ? OverviewWords::tr("nobody waits")
                       : QString(),
                   .meaning = OverviewWords::tr("Locks that are held and that somebody waits for."),
                   .line = series.line(Contended),
                   .before = before(Contended),
                   .link = TileLink::toFilter(u"state:contended"_s)});
    all.push_back(
        {.key = u"waiters"_s,
         .label = OverviewWords::tr("owners waiting"),
         .value = number(numbers.waiters),
         .note = waitersNote(numbers, longest),
         .meaning = OverviewWords::tr("Owners in the queues of locks and the longest wait, and "
                                      "connections that wait where a lock has no queue."),
         .line = series.line(Waiters),
         .before = before(Waiters),
         .link = TileLink::toFilter(u"waiters:>0"_s)});
    all.push_back({.key = u"overdue"_s,
                   .label = OverviewWords::tr("renewals overdue"),
                   .value = number(numbers.overdue),
                   .meaning = OverviewWords::tr("Locks whose holder has stopped renewing."),
                   .tone = numbers.overdue > 0 ? Tone::Notice : Tone::Neutral,
                   .line = series.line(Overdue),
                   .before = before(Overdue),
                   .link = TileLink::toFilter(u"watchdog:overdue"_s)});
    for (NumberFacts &facts : all)
        fitToBasis(facts, basis);
    NumberFacts lapsed{.key = u"expired"_s,
                       .label = OverviewWords::tr("expired while held"),
                       .value = number(static_cast<qint64>(expired.count)),
                       .note = OverviewWords::tr("today"),
                       .meaning =
                           OverviewWords::tr("Holds that expired today before their owner released "
                                             "them."),
                       .tone = expired.count > 0 ? Tone::Alarm : Tone::Neutral,
                       .link = TileLink::toView(u"eventsDock"_s)};
    if (expired.last)
        lapsed.note =
            OverviewWords::tr("today, last at %1").arg(wording::clockTime(*expired.last, wallNow));
    if (expired.lock)
        lapsed.link = TileLink::toLock(*expired.lock);
    if (basis == Basis::Nothing && expired.count == 0)
        fitToBasis(lapsed, basis);
    all.push_back(std::move(lapsed));
    all.push_back({.key = u"acquisitions"_s,
                   .label = OverviewWords::tr("acquisitions / s"),
                   .value = rateText(series.rate(Acquisitions, now)),
                   .meaning = OverviewWords::tr("How often locks are acquired in a second."),
                   .line = series.line(Acquisitions),
                   .before = before(Acquisitions),
                   .link = TileLink::toView(u"contentionDock"_s)});
    all.push_back({.key = u"changes"_s,
                   .label = OverviewWords::tr("changes / s"),
                   .value = rateText(series.rate(Changes, now)),
                   .meaning = OverviewWords::tr("How much happens to locks in a second, renewals "
                                                "included."),
                   .line = series.line(Changes),
                   .before = before(Changes),
                   .link = TileLink::toView(u"eventsDock"_s)});
    for (NumberFacts &facts : all) {
        if (!facts.before.empty() && facts.before.back() >= 0)
            facts.meaning += u' '
                + OverviewWords::tr("Yesterday at this time: %1.")
                      .arg(levelText(facts.before.back()));
    }
    return all;
}

namespace {

QString waitsText(const BlockingNode &node)
{
    if (node.waiting)
        return *node.waiting == 1 ? OverviewWords::tr("1 waits")
                                  : OverviewWords::tr("%1 wait").arg(*node.waiting);
    if (node.connections)
        return *node.connections == 1 ? OverviewWords::tr("1 connection")
                                      : OverviewWords::tr("%1 connections").arg(*node.connections);
    return {};
}

std::vector<double> partsOf(const BlockingNode &blocker)
{
    std::vector<double> parts;
    double sum = 0;
    for (const BlockingNode &lock : blocker.children) {
        for (const BlockingNode &waiter : lock.children) {
            const auto waited = static_cast<double>(waiter.waited.value_or(Millis(0)).count());
            if (waited <= 0)
                continue;
            parts.push_back(waited);
            sum += waited;
        }
    }
    std::sort(parts.begin(), parts.end(), std::greater());
    if (parts.size() > mostParts) {
        double rest = 0;
        for (std::size_t i = mostParts - 1; i < parts.size(); ++i)
            rest += parts[i];
        parts.resize(mostParts);
        parts.back() = rest;
    }
    for (double &part : parts)
        part /= sum;
    return parts;
}

QString locksOf(const BlockingNode &blocker)
{
    if (blocker.children.empty() || !blocker.children.front().lock)
        return {};
    const QString first = wording::lockName(blocker.children.front().lock->name, nameLimit);
    const std::size_t more = blocker.children.size() - 1;
    return more == 0 ? first
                     : OverviewWords::tr("%1 and %2 more").arg(first, QString::number(more));
}

} // namespace

std::vector<BlockerFacts> blockerFacts(const BlockingTree &tree)
{
    std::vector<BlockerFacts> all;
    Millis most{0};
    std::vector<Millis> costs;
    for (const BlockingNode &node : tree.roots) {
        if (all.size() == mostBlockers)
            break;
        if (node.kind != BlockingNode::Kind::Blocker)
            continue;
        BlockerFacts facts;
        facts.owner = node.brief.isEmpty() ? node.text : node.brief;
        facts.locks = locksOf(node);
        facts.waits = waitsText(node);
        if (node.waited)
            facts.waited = lasting(*node.waited);
        facts.parts = partsOf(node);
        facts.isStale = node.stale;
        facts.link = node.lock ? TileLink::toLock(*node.lock) : TileLink::toView(u"blockingDock"_s);
        costs.push_back(node.waited.value_or(Millis(0)));
        most = std::max(most, costs.back());
        all.push_back(std::move(facts));
    }
    for (std::size_t i = 0; i < all.size() && most > Millis(0); ++i)
        all[i].share = static_cast<double>(costs[i].count()) / static_cast<double>(most.count());
    return all;
}

namespace {

QuorumFacts lineOf(const JudgedLock &judged)
{
    const insight::QuorumFinding &finding = judged.record.finding;
    QuorumFacts facts;
    facts.name = wording::lockName(judged.record.id.name, nameLimit);
    facts.verdict = wording::verdictInShort(finding);
    facts.tone = badgeTone(verdictBadge(finding.verdict));
    for (const insight::QuorumSeat &seat : finding.seats)
        facts.cells.push_back(seat.stance);
    facts.lock = judged.record.id;
    return facts;
}

QuorumFacts lineOf(const GroupSight &group)
{
    std::map<int, std::pair<insight::QuorumVerdict, std::size_t>> counts; // by severity
    for (const JudgedPointer &judged : group.locks) {
        const insight::QuorumVerdict verdict = judged->record.finding.verdict;
        auto &[which, count] = counts[-severity(verdict)];
        which = verdict;
        ++count;
    }
    QStringList parts;
    QuorumFacts facts;
    facts.tone = Tone::Good;
    for (const auto &[rank, verdict] : counts) {
        if (parts.isEmpty())
            facts.tone = badgeTone(verdictBadge(verdict.first));
        parts += OverviewWords::tr("%1 %2").arg(number(static_cast<qint64>(verdict.second)),
                                                wording::verdict(verdict.first));
    }
    facts.name = group.name.isEmpty() ? OverviewWords::tr("Servers that look like a group")
                                      : wording::shown(group.name.toUtf8(), nameLimit);
    facts.verdict = parts.isEmpty() ? OverviewWords::tr("no locks") : wording::listed(parts);
    if (parts.isEmpty() && !group.isInSight) {
        facts.verdict = wording::verdict(insight::QuorumVerdict::Unknown);
        facts.tone = badgeTone(verdictBadge(insight::QuorumVerdict::Unknown));
    }
    return facts;
}

} // namespace

std::vector<QuorumFacts> quorumFacts(const std::vector<GroupSight> &groups, std::size_t most)
{
    std::vector<QuorumFacts> lines;
    std::vector<const JudgedLock *> worst;
    for (const GroupSight &group : groups) {
        lines.push_back(lineOf(group));
        for (const JudgedPointer &judged : group.locks) {
            const insight::QuorumFinding &finding = judged->record.finding;
            const bool isFull =
                finding.verdict == insight::QuorumVerdict::Held && finding.votes >= finding.total;
            if (!isFull && finding.verdict != insight::QuorumVerdict::Free)
                worst.push_back(judged.get());
        }
    }
    lines.resize(std::min(lines.size(), most));
    const std::size_t room = std::min(most - lines.size(), worst.size());
    std::partial_sort(worst.begin(), worst.begin() + static_cast<std::ptrdiff_t>(room), worst.end(),
                      [](const JudgedLock *a, const JudgedLock *b) {
                          const insight::QuorumFinding &left = a->record.finding;
                          const insight::QuorumFinding &right = b->record.finding;
                          if (left.verdict != right.verdict)
                              return severity(left.verdict) > severity(right.verdict);
                          if (left.votes != right.votes)
                              return left.votes < right.votes;
                          return a->record.id < b->record.id;
                      });
    for (std::size_t i = 0; i < room; ++i)
        lines.push_back(lineOf(*worst[i]));
    return lines;
}

namespace {

using Span = RibbonFacts::Span;

std::size_t countOf(const std::vector<Span> &spans, std::initializer_list<RibbonFacts::Kind> kinds)
{
    return static_cast<std::size_t>(
        std::count_if(spans.begin(), spans.end(), [&](const Span &span) {
            return std::find(kinds.begin(), kinds.end(), span.kind) != kinds.end();
        }));
}

} // namespace

RibbonFacts ribbonFacts(const health::IncidentBook &incidents, const insight::HoldHistory &history,
                        WallInstant now)
{
    using enum RibbonFacts::Kind;
    RibbonFacts facts;
    facts.to = now;
    facts.from = now - RibbonFacts::length;
    facts.begin = history.begin().value_or(now);
    if (*facts.begin <= facts.from)
        facts.begin.reset();
    const auto add = [&](RibbonFacts::Kind kind, WallInstant from, WallInstant to,
                         const QString &text) {
        if (to >= facts.from && from <= now && facts.spans.size() < RibbonFacts::mostSpans)
            facts.spans.push_back(
                {kind, std::max(from, facts.from), std::clamp(to, facts.from, now), text});
    };
    for (const Incident *incident : incidents.incidents())
        add(incident->worst == Severity::Critical ? Critical : Warning, incident->start(),
            incident->end().value_or(now), titleOf(incident->problem));
    for (const insight::WatchHole &hole : history.holes()) {
        if (!hole.lock)
            add(hole.isOutage ? Outage : Gap, hole.from, hole.to.value_or(now),
                wording::holeSentence(hole, now));
    }
    const auto &actions = history.actions();
    for (auto action = actions.rbegin(); action != actions.rend() && action->at >= facts.from;
         ++action)
        add(Action, action->at, action->at, wording::actionSentence(*action, now));
    // The worst is drawn last, above the others.
    std::stable_sort(facts.spans.begin(), facts.spans.end(),
                     [](const Span &a, const Span &b) { return a.kind > b.kind; });
    facts.holes = countOf(facts.spans, {Outage, Gap});
    facts.summary =
        OverviewWords::tr("The last hour: incidents %1, outages %2, gaps %3, actions %4")
            .arg(countOf(facts.spans, {Critical, Warning}))
            .arg(countOf(facts.spans, {Outage}))
            .arg(countOf(facts.spans, {Gap}))
            .arg(countOf(facts.spans, {Action}));
    return facts;
}

} // namespace lockscope::ui
