// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/lock/deadlock.h"
#include "core/health/rules/lock/expiredwhileheld.h"
#include "core/health/rules/lock/noexpiry.h"
#include "core/health/rules/server/evictionpolicy.h"
#include "core/health/rules/server/outofsight.h"
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/overview/overviewfacts.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

using Level = VerdictFacts::Level;
using Sight = ServerFacts::Sight;
using To = TileLink::To;

class tst_OverviewFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void theVerdict_data();
    void theVerdict();
    void anAcknowledgedProblemIsNoAlarm();
    void whatIsOutOfSightIsNoAlarm();
    void whatWasNeverSeenIsNotTold_data();
    void whatWasNeverSeenIsNotTold();
    void aServerTellsTheCause();
    void theWorstIncidentsAreShown();
    void aServerThatCannotBeReadIsTheFirst();
    void mutedOnesAreCounted();
    void incidentsLeadToTheirSubject();
    void serversTellTheirAge_data();
    void serversTellTheirAge();
    void aServerTellsWhatIsUnusual();
    void aCalmHourTellsItsGaps();
    void theLongestWaitIsThatOfOneOwner();
    void whatExpiredTodayIsCounted();
    void numbersLeadToTheirLocks();
    void numbersOutOfSightAreNoNumbersOfNow();
    void blockersAreRanked();
    void quorumNamesWhatIsNotWhole();
    void theRibbonHasAnHour();

private:
    health::Problem problem(const health::Rule &rule, health::Severity severity,
                            const QByteArray &name, Millis ago = 72s) const;
    void open(const health::Problem &problem)
    {
        m_incidents.note({health::ProblemChange::What::Opened, problem}, problem.since);
    }
    void reset() { m_incidents = health::IncidentBook(); }
    std::vector<ServerFacts> servers(const QByteArray &states) const;

    StandingClock m_clock;
    health::IncidentBook m_incidents;
};

health::Problem tst_OverviewFacts::problem(const health::Rule &rule, health::Severity severity,
                                           const QByteArray &name, Millis ago) const
{
    health::Problem problem;
    problem.id = name + rule.name;
    problem.rule = &rule;
    problem.subject = health::Subject::of(watch::LockId{0, LockName(name)});
    problem.severity = severity;
    problem.evidence = Sentence(u"evidence of "_s + QString::fromUtf8(name));
    problem.locks = {problem.subject.lock()};
    problem.since = m_clock.wallNow() - ago;
    return problem;
}

// A letter each: up, lost, never reached, connecting, scanning, quiet for long.
std::vector<ServerFacts> tst_OverviewFacts::servers(const QByteArray &states) const
{
    std::vector<ServerFacts> all;
    for (int i = 0; i < states.size(); ++i) {
        watch::ServerRecord server = upServer(i);
        std::optional<Instant> heard = m_clock.now();
        switch (states.at(i)) {
        case 'l':
            server = lostServer(m_clock, 12s, i);
            break;
        case 'n':
            server = lostServer(m_clock, 84s, i);
            server.error = Error{ErrorKind::Auth, "WRONGPASS", {}, server.label};
            heard.reset();
            break;
        case 'c':
            server.state = watch::ServerState::Connecting;
            heard.reset();
            break;
        case 's':
            server.discovering = true;
            break;
        case 'q':
            heard = m_clock.now() - 5s;
            break;
        default:
            break;
        }
        all.push_back(serverFacts(server, heard, 0, m_clock.now()));
    }
    return all;
}

void tst_OverviewFacts::theVerdict_data()
{
    QTest::addColumn<QByteArray>("states");
    QTest::addColumn<QString>("worst"); // none, warning, critical
    QTest::addColumn<int>("level");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << QByteArray() << u"none"_s << int(Level::NoServers)
                             << u"Not connected"_s;
    QTest::newRow("well") << QByteArray("uu") << u"none"_s << int(Level::Well)
                          << u"All is well: 7 locks on 2 servers"_s;
    QTest::newRow("one") << QByteArray("u") << u"none"_s << int(Level::Well)
                         << u"All is well: 7 locks on 1 server"_s;
    QTest::newRow("lost") << QByteArray("ulu") << u"none"_s << int(Level::Blind)
                          << u"Cannot see: 127.0.0.1:6380"_s;
    QTest::newRow("two lost") << QByteArray("ull") << u"none"_s << int(Level::Blind)
                              << u"Cannot see: 2 of 3 servers"_s;
    QTest::newRow("quiet") << QByteArray("uq") << u"none"_s << int(Level::Blind)
                           << u"Cannot see: 127.0.0.1:6380"_s;
    QTest::newRow("connecting") << QByteArray("uc") << u"none"_s << int(Level::Starting)
                                << u"Connecting: 127.0.0.1:6380"_s;
    QTest::newRow("scanning") << QByteArray("su") << u"none"_s << int(Level::Starting)
                              << u"Looking for locks: 127.0.0.1:6379"_s;
    QTest::newRow("warning") << QByteArray("uu") << u"warning"_s << int(Level::Watch)
                             << u"Look at: No expiry: orders"_s;
    QTest::newRow("critical") << QByteArray("uu") << u"critical"_s << int(Level::Act)
                              << u"Act now: Deadlock: orders"_s;
    QTest::newRow("critical and lost")
        << QByteArray("ul") << u"critical"_s << int(Level::Act) << u"Act now: Deadlock: orders"_s;
    QTest::newRow("warning and lost")
        << QByteArray("ul") << u"warning"_s << int(Level::Blind) << u"Cannot see: 127.0.0.1:6380"_s;
    QTest::newRow("warning while scanning")
        << QByteArray("s") << u"warning"_s << int(Level::Watch) << u"Look at: No expiry: orders"_s;
}

void tst_OverviewFacts::theVerdict()
{
    QFETCH(const QByteArray, states);
    QFETCH(const QString, worst);
    QFETCH(const int, level);
    QFETCH(const QString, sentence);
    reset();
    if (worst == "warning"_L1)
        open(problem(health::noExpiry, health::Severity::Warning, "orders"));
    else if (worst == "critical"_L1)
        open(problem(health::deadlock, health::Severity::Critical, "orders"));
    const VerdictFacts verdict =
        verdictFacts(servers(states), incidentsFacts(m_incidents, m_clock.wallNow()), 7, {});
    QCOMPARE(int(verdict.level), level);
    QCOMPARE(verdict.sentence(), sentence);
    if (worst != "none"_L1 && level != int(Level::Blind)) {
        QVERIFY2(verdict.detail.contains("for 1 min 12 s"_L1), qPrintable(verdict.detail));
        QVERIFY2(verdict.detail.contains("evidence of orders"_L1), qPrintable(verdict.detail));
        QCOMPARE(verdict.link, TileLink::toLock({0, LockName("orders")}));
    }
    if (level == int(Level::Blind))
        QCOMPARE(verdict.link.to, To::Server);
}

void tst_OverviewFacts::anAcknowledgedProblemIsNoAlarm()
{
    reset();
    const health::Problem known = problem(health::deadlock, health::Severity::Critical, "orders");
    open(known);
    QVERIFY(m_incidents.acknowledge(known.id, m_clock.wallNow()));
    const auto verdict = [&] {
        return verdictFacts(servers("u"), incidentsFacts(m_incidents, m_clock.wallNow()), 1, {});
    };
    QCOMPARE(verdict().level, Level::Watch);
    QCOMPARE(verdict().sentence(), u"Acknowledged: Deadlock: orders"_s);
    // Another one that is as bad comes before it.
    open(problem(health::deadlock, health::Severity::Critical, "billing", 5s));
    QCOMPARE(verdict().sentence(), u"Act now: Deadlock: billing"_s);
    QVERIFY(verdict().action.endsWith("and 1 more"_L1));
}

void tst_OverviewFacts::whatIsOutOfSightIsNoAlarm()
{
    reset();
    health::Problem suspended = problem(health::deadlock, health::Severity::Critical, "orders");
    suspended.isSuspended = true;
    open(suspended);
    const VerdictFacts verdict =
        verdictFacts(servers("l"), incidentsFacts(m_incidents, m_clock.wallNow()), 1, {});
    QCOMPARE(verdict.level, Level::Blind);
}

// A server that never answered was not lost: nothing is known of its locks.
void tst_OverviewFacts::whatWasNeverSeenIsNotTold_data()
{
    QTest::addColumn<QByteArray>("states");
    QTest::addColumn<QString>("detail");
    QTest::newRow("lost") << QByteArray("ul")
                          << u"gone for 12 s · Refused · its locks are shown as they were last "
                             "seen"_s;
    QTest::newRow("two lost") << QByteArray("ll")
                              << u"127.0.0.1:6379, 127.0.0.1:6380 · their locks are shown as they "
                                 "were last seen"_s;
    QTest::newRow("never seen") << QByteArray("un")
                                << u"not seen yet · Password rejected · its locks are not known"_s;
    QTest::newRow("two never seen") << QByteArray("unn")
                                    << u"127.0.0.1:6380, 127.0.0.1:6381 · not seen yet, so their "
                                       "locks are not known"_s;
    QTest::newRow("one of each") << QByteArray("nul")
                                 << u"127.0.0.1:6379, 127.0.0.1:6381 · the locks of 127.0.0.1:6381 "
                                    "are shown as they were last seen"_s;
}

void tst_OverviewFacts::whatWasNeverSeenIsNotTold()
{
    QFETCH(const QByteArray, states);
    QFETCH(const QString, detail);
    reset();
    const VerdictFacts verdict =
        verdictFacts(servers(states), incidentsFacts(m_incidents, m_clock.wallNow()), 0, {});
    QCOMPARE(verdict.detail, detail);
}

// In few words, that fit into a tile; the whole sentence with the next step is in the tip.
void tst_OverviewFacts::aServerTellsTheCause()
{
    const ServerFacts facts = servers("n").front();
    QCOMPARE(facts.cause, u"Password rejected"_s);
    QCOMPARE(facts.reason,
             u"redis://127.0.0.1:6379 rejected the user name or password. Reconnect now asks for "
             "it."_s);
}

void tst_OverviewFacts::theWorstIncidentsAreShown()
{
    reset();
    for (int i = 0; i < 7; ++i)
        open(problem(health::noExpiry, health::Severity::Warning, "lock" + QByteArray::number(i),
                     10s + i * 1s));
    open(problem(health::deadlock, health::Severity::Critical, "worst", 1s));
    const IncidentsFacts facts = incidentsFacts(m_incidents, m_clock.wallNow());
    QCOMPARE(facts.shown.size(), IncidentsFacts::most);
    QCOMPARE(facts.further, std::size_t(2));
    QCOMPARE(facts.shown[0].title, u"Deadlock: worst"_s);
    QCOMPARE(facts.shown[0].age, u"1 s"_s);
    QCOMPARE(facts.shown[0].action, u"End one of the owners"_s);
    QCOMPARE(facts.shown[1].title, u"No expiry: lock6"_s); // the oldest
    QCOMPARE(facts.shown[1].severity, health::Severity::Warning);
}

// Until somebody has seen to it.
void tst_OverviewFacts::aServerThatCannotBeReadIsTheFirst()
{
    reset();
    open(problem(health::deadlock, health::Severity::Critical, "orders", 300s));
    health::Problem unseen = problem(health::outOfSight, health::Severity::Critical, QByteArray());
    unseen.subject = health::Subject::of(watch::ServerId{2});
    unseen.server = u"redis://10.0.0.3:6379"_s;
    unseen.locks.clear();
    open(unseen);
    const auto first = [this] {
        return incidentsFacts(m_incidents, m_clock.wallNow()).shown.front().title;
    };
    QCOMPARE(first(), u"Server out of sight: 10.0.0.3:6379"_s);
    m_incidents.acknowledge(unseen.id, m_clock.wallNow());
    QCOMPARE(first(), u"Deadlock: orders"_s);
}

void tst_OverviewFacts::mutedOnesAreCounted()
{
    reset();
    open(problem(health::noExpiry, health::Severity::Warning, "orders"));
    open(problem(health::noExpiry, health::Severity::Warning, "billing"));
    m_incidents.mute({health::Mute{.name = "orders"}}, m_clock.wallNow());
    const IncidentsFacts facts = incidentsFacts(m_incidents, m_clock.wallNow());
    QCOMPARE(facts.shown.size(), std::size_t(1));
    QCOMPARE(facts.muted, std::size_t(1));
    m_incidents.mute({health::Mute{.name = "billing"}}, m_clock.wallNow());
    const VerdictFacts verdict =
        verdictFacts(servers("u"), incidentsFacts(m_incidents, m_clock.wallNow()), 2, {});
    QCOMPARE(verdict.level, Level::Well);
    QVERIFY2(verdict.detail.contains("muted problems: 2"_L1), qPrintable(verdict.detail));
}

void tst_OverviewFacts::incidentsLeadToTheirSubject()
{
    reset();
    health::Problem ofServer =
        problem(health::evictionPolicy, health::Severity::Critical, QByteArray());
    ofServer.subject = health::Subject::of(watch::ServerId{2});
    ofServer.server = u"redis://10.0.0.3:6379"_s;
    ofServer.locks.clear();
    open(ofServer);
    health::Problem cycle = problem(health::deadlock, health::Severity::Warning, "a");
    cycle.subject.type = health::Subject::Type::Cycle;
    cycle.locks = {{1, LockName("b")}};
    open(cycle);
    const IncidentsFacts facts = incidentsFacts(m_incidents, m_clock.wallNow());
    QVERIFY2(facts.shown[0].title.endsWith("10.0.0.3:6379"_L1), qPrintable(facts.shown[0].title));
    QCOMPARE(facts.shown[0].link, TileLink::toServer({2}));
    QCOMPARE(facts.shown[1].link, TileLink::toLock({1, LockName("b")}));
}

void tst_OverviewFacts::serversTellTheirAge_data()
{
    QTest::addColumn<QByteArray>("state");
    QTest::addColumn<int>("sight");
    QTest::addColumn<QString>("age");
    QTest::newRow("up") << QByteArray("u") << int(Sight::Seen) << u"seen now"_s;
    QTest::newRow("lost") << QByteArray("l") << int(Sight::Gone) << u"gone for 12 s"_s;
    QTest::newRow("never seen") << QByteArray("n") << int(Sight::Gone) << u"not seen yet"_s;
    QTest::newRow("connecting") << QByteArray("c") << int(Sight::Connecting) << u"connecting"_s;
    QTest::newRow("quiet") << QByteArray("q") << int(Sight::Stale) << u"no news for 5 s"_s;
}

void tst_OverviewFacts::serversTellTheirAge()
{
    QFETCH(const QByteArray, state);
    QFETCH(const int, sight);
    QFETCH(const QString, age);
    const ServerFacts facts = servers(state).front();
    QCOMPARE(int(facts.sight), sight);
    QCOMPARE(facts.age, age);
    QCOMPARE(facts.name, u"127.0.0.1:6379"_s);
    QCOMPARE(facts.link, TileLink::toServer({0}));
    QCOMPARE(facts.reason.isEmpty(), state != "l" && state != "n");
    QCOMPARE(facts.cause.isEmpty(), facts.reason.isEmpty());
    QCOMPARE(facts.latency.isEmpty(), state == "l" || state == "n" || state == "c");
}

void tst_OverviewFacts::aServerTellsWhatIsUnusual()
{
    watch::ServerRecord server = upServer(0);
    server.clock = watch::ClockOffset{40ms, 5ms};
    const auto remarks = [&](std::size_t changes) {
        return serverFacts(server, m_clock.now(), changes, m_clock.now()).remarks;
    };
    QCOMPARE(remarks(0), QString());
    QCOMPARE(remarks(1), u"1 restart or failover today"_s);
    server.clock = watch::ClockOffset{-1230ms, 5ms};
    QCOMPARE(remarks(0), u"clock -1.2 s"_s);
    server.clock = watch::ClockOffset{1230ms, 5ms};
    QCOMPARE(remarks(2), u"2 restarts or failovers today, clock +1.2 s"_s);
}

// Times without sight are part of the verdict.
void tst_OverviewFacts::aCalmHourTellsItsGaps()
{
    reset();
    const auto detail = [&](const RibbonFacts &hour) {
        return verdictFacts(servers("u"), incidentsFacts(m_incidents, m_clock.wallNow()), 1, hour)
            .detail;
    };
    RibbonFacts hour;
    hour.to = m_clock.wallNow();
    hour.from = hour.to - 60min;
    QVERIFY2(detail(hour).endsWith("no gap in the last hour"_L1), qPrintable(detail(hour)));
    hour.begin = hour.to - 5min;
    QVERIFY2(detail(hour).contains("no gap since "_L1), qPrintable(detail(hour)));
    hour.holes = 2;
    QVERIFY2(detail(hour).endsWith("gaps in the last hour: 2"_L1), qPrintable(detail(hour)));
}

void tst_OverviewFacts::theLongestWaitIsThatOfOneOwner()
{
    BlockingTree tree;
    QCOMPARE(longestWait(tree), std::optional<Millis>());
    const auto node = [](BlockingNode::Kind kind, Millis waited) {
        BlockingNode made;
        made.kind = kind;
        made.waited = waited;
        return made;
    };
    BlockingNode waiter = node(BlockingNode::Kind::Waiter, 20s);
    const BlockingNode behind = node(BlockingNode::Kind::Waiter, 45s);
    BlockingNode lock = node(BlockingNode::Kind::Lock, 90s);
    lock.children = {behind};
    waiter.children = {lock};
    BlockingNode blocker = node(BlockingNode::Kind::Blocker, 110s);
    blocker.children = {waiter};
    tree.roots = {blocker};
    QCOMPARE(longestWait(tree), std::optional<Millis>(45s));
}

void tst_OverviewFacts::whatExpiredTodayIsCounted()
{
    reset();
    const WallInstant now = m_clock.wallNow() + 3h; // the clock stands at midnight
    health::ExpiredHolds expired;
    QCOMPARE(expiredToday(m_incidents, expired, now), ExpiredToday());
    open(problem(health::expiredWhileHeld, health::Severity::Critical, "yesterday", 1h));
    open(problem(health::expiredWhileHeld, health::Severity::Critical, "first", -1h));
    open(problem(health::expiredWhileHeld, health::Severity::Critical, "last", -2h));
    open(problem(health::deadlock, health::Severity::Critical, "other", -2h));
    ExpiredToday today = expiredToday(m_incidents, expired, now);
    QCOMPARE(today.count, std::size_t(2));
    QCOMPARE(today.lock, std::optional(watch::LockId{0, LockName("last")}));
    QCOMPARE(today.last, std::optional(m_clock.wallNow() + 2h));

    // Again, while the incident is open.
    for (const health::Incident *incident : m_incidents.incidents())
        expired.note({health::ProblemChange::What::Opened, incident->problem});
    watch::Event event;
    event.type = watch::EventType::Expired;
    event.deploymentId = {0};
    event.owner = OwnerId("ann");
    event.name = LockName("first");
    event.at = now - 30min;
    expired.note(event);
    event.name = LockName("yesterday");
    event.at = now - 40min;
    expired.note(event);
    today = expiredToday(m_incidents, expired, now);
    QCOMPARE(today.count, std::size_t(4));
    QCOMPARE(today.lock, std::optional(watch::LockId{0, LockName("first")}));
    QCOMPARE(today.last, std::optional(now - 30min));
}

void tst_OverviewFacts::numbersLeadToTheirLocks()
{
    NumberSeries series;
    series.setSeen(true, m_clock.now());
    const LockNumbers numbers{
        .locks = 9, .held = 4, .contended = 2, .waiters = 3, .connections = 5, .overdue = 1};
    series.setLevels(numbers, m_clock.now());
    const auto noon = std::chrono::floor<std::chrono::seconds>(m_clock.wallNow());
    Yesterday yesterday;
    yesterday.first = (noon - std::chrono::days(1)).time_since_epoch() / NumberSeries::pointLength;
    yesterday.points[NumberSeries::Held] = {7.0F};
    yesterday.points[NumberSeries::Acquisitions] = {2.5F};
    const auto all = numberFacts(numbers, NumberFacts::Basis::InSight, series, &yesterday,
                                 {2, m_clock.wallNow(), watch::LockId{0, LockName("lost")}}, 72s,
                                 m_clock.now(), m_clock.wallNow());
    const auto find = [&](const QString &key) {
        const auto at = std::find_if(all.begin(), all.end(),
                                     [&](const NumberFacts &each) { return each.key == key; });
        return at == all.end() ? NumberFacts() : *at;
    };
    QCOMPARE(find(u"held"_s).value, u"4"_s);
    QCOMPARE(find(u"held"_s).note, u"of 9 locks"_s);
    QCOMPARE(find(u"held"_s).line.back(), 4.0F);
    QCOMPARE(find(u"held"_s).before.size(), find(u"held"_s).line.size());
    QCOMPARE(find(u"held"_s).before.back(), 7.0F);
    QVERIFY(find(u"held"_s).meaning.endsWith(u"Yesterday at this time: 7."_s));
    QVERIFY(find(u"acquisitions"_s).meaning.endsWith(u"Yesterday at this time: 2.5."_s));
    QVERIFY(find(u"waiters"_s).before.empty());
    QVERIFY(!find(u"waiters"_s).meaning.contains(u"Yesterday"_s));
    QCOMPARE(find(u"contended"_s).link, TileLink::toFilter(u"state:contended"_s));
    QCOMPARE(find(u"waiters"_s).value, u"3"_s);
    // Another unit, never added.
    QCOMPARE(find(u"waiters"_s).note, u"longest 1 min 12 s · 5 connections"_s);
    QCOMPARE(find(u"overdue"_s).tone, Tone::Notice);
    QCOMPARE(find(u"expired"_s).tone, Tone::Alarm);
    QCOMPARE(find(u"expired"_s).link, TileLink::toLock({0, LockName("lost")}));
    QCOMPARE(find(u"changes"_s).value, u"0.0"_s);
    for (const NumberFacts &each : all) {
        QVERIFY(each.link.to != To::Nowhere);
        QVERIFY(!each.meaning.isEmpty() && !each.label.isEmpty());
    }
}

void tst_OverviewFacts::numbersOutOfSightAreNoNumbersOfNow()
{
    using enum NumberFacts::Basis;
    const LockNumbers none;
    const LockNumbers some{.locks = 9, .held = 4, .overdue = 1};
    QVERIFY(basisOf({}, none) == Nothing);
    std::vector<ServerFacts> servers(2);
    servers[0].sight = servers[1].sight = Sight::Gone;
    servers[0].wasSeen = servers[1].wasSeen = false;
    QVERIFY(basisOf(servers, none) == Nothing);
    QVERIFY(basisOf(servers, some) == LastSeen); // a record that begins in an outage
    servers[1].wasSeen = true;
    QVERIFY(basisOf(servers, none) == LastSeen);
    servers[1].sight = Sight::Stale;
    QVERIFY(basisOf(servers, some) == LastSeen);
    servers[0].sight = Sight::Seen;
    QVERIFY(basisOf(servers, none) == InSight);

    const auto facts = [&](const LockNumbers &numbers, NumberFacts::Basis basis,
                           std::size_t expired = 0) {
        return numberFacts(numbers, basis, {}, nullptr, {expired, {}, {}}, {}, m_clock.now(),
                           m_clock.wallNow());
    };
    for (const NumberFacts &each : facts(none, Nothing)) {
        QCOMPARE(each.value, u"–"_s);
        QCOMPARE(each.note, QString());
    }
    const auto known = facts(some, InSight, 2);
    const auto stale = facts(some, LastSeen, 2);
    for (std::size_t i = 0; i < known.size(); ++i) {
        QCOMPARE(stale[i].key, known[i].key);
        QCOMPARE(stale[i].value, known[i].value);
        const bool isOfNow = i < 4; // the others tell of a time
        QCOMPARE(stale[i].tone, isOfNow ? Tone::Quiet : known[i].tone);
        QCOMPARE(stale[i].meaning == known[i].meaning, !isOfNow); // colour does not say it alone
    }
    QCOMPARE(known[1].note, u"nobody waits"_s);
    QCOMPARE(stale[1].note, QString());
}

void tst_OverviewFacts::blockersAreRanked()
{
    BlockingTree tree;
    const auto add = [&tree](const QString &owner, Millis waited, std::vector<Millis> waits) {
        BlockingNode waitedFor;
        waitedFor.kind = BlockingNode::Kind::Lock;
        waitedFor.lock = watch::LockId{0, LockName(owner.toUtf8() + "-lock")};
        for (const Millis wait : waits) {
            BlockingNode waiter;
            waiter.kind = BlockingNode::Kind::Waiter;
            waiter.waited = wait;
            waitedFor.children.push_back(waiter);
        }
        BlockingNode node;
        node.kind = BlockingNode::Kind::Blocker;
        node.text = owner;
        node.waiting = static_cast<qint64>(waits.size());
        node.waited = waited;
        node.lock = waitedFor.lock;
        node.children = {waitedFor};
        tree.roots.push_back(node);
    };
    BlockingNode deadlock;
    deadlock.kind = BlockingNode::Kind::Deadlock;
    tree.roots.push_back(deadlock); // is no blocker
    add(u"first"_s, 90s, {30s, 60s});
    add(u"second"_s, 45s, {45s});
    for (int i = 0; i < 10; ++i)
        add(u"more%1"_s.arg(i), 1s, {1s});
    const std::vector<BlockerFacts> facts = blockerFacts(tree);
    QCOMPARE(facts.size(), mostBlockers);
    QCOMPARE(facts[0].owner, u"first"_s);
    QCOMPARE(facts[0].locks, u"first-lock"_s);
    QCOMPARE(facts[0].waits, u"2 wait"_s);
    QCOMPARE(facts[0].waited, u"1 min 30 s"_s);
    QCOMPARE(facts[0].share, 1.0);
    QCOMPARE(facts[1].share, 0.5);
    QCOMPARE(facts[0].parts.size(), std::size_t(2));
    QCOMPARE(facts[0].parts[0], 60.0 / 90);
    QCOMPARE(facts[1].waits, u"1 waits"_s);
    QCOMPARE(facts[0].link, TileLink::toLock({0, LockName("first-lock")}));
    QVERIFY(blockerFacts({}).empty());
}

void tst_OverviewFacts::quorumNamesWhatIsNotWhole()
{
    const auto judged = [](const QByteArray &name, insight::QuorumVerdict verdict,
                           std::size_t votes) {
        auto lock = std::make_shared<JudgedLock>();
        lock->record.id = {0, LockName(name)};
        lock->record.finding.verdict = verdict;
        lock->record.finding.votes = votes;
        lock->record.finding.total = 3;
        lock->record.finding.seats.resize(3);
        return JudgedPointer(lock);
    };
    using enum insight::QuorumVerdict;
    const GroupSight group{u"shop"_s,
                           {judged("whole", Held, 3), judged("spare", Held, 2),
                            judged("risky", AtRisk, 2), judged("nobody", Free, 0)}};
    const std::vector<QuorumFacts> lines = quorumFacts({group, {u"empty"_s, {}}}, 10);
    const std::vector<QuorumFacts> lost = quorumFacts({{u"lost"_s, {}, false}}, 10);
    QCOMPARE(lost.size(), std::size_t(1));
    QCOMPARE(lost[0].verdict, u"unknown"_s);
    QVERIFY(lost[0].tone != Tone::Good);
    QCOMPARE(lines.size(), std::size_t(4));
    QCOMPARE(lines[0].name, u"shop"_s);
    QCOMPARE(lines[0].verdict, u"1 at risk, 2 held, 1 free"_s);
    QVERIFY(!lines[0].lock);
    QCOMPARE(lines[1].verdict, u"no locks"_s);
    QCOMPARE(lines[2].name, u"risky"_s);
    QCOMPARE(lines[2].verdict, u"at risk 2/3"_s);
    QCOMPARE(lines[2].cells.size(), std::size_t(3));
    QCOMPARE(lines[3].name, u"spare"_s);
    QCOMPARE(quorumFacts({group}, 2).size(), std::size_t(2));
    QVERIFY(quorumFacts({}, 5).empty());
}

void tst_OverviewFacts::theRibbonHasAnHour()
{
    reset();
    const WallInstant now = m_clock.wallNow();
    insight::HoldHistory history;
    const auto happened = [&](watch::EventType type, Millis ago) {
        watch::Event event = eventOf(type, "orders", m_clock);
        event.at = now - ago;
        event.name.reset();
        history.note(event);
    };
    happened(watch::EventType::Gap, 2h); // too long ago
    happened(watch::EventType::ServerDown, 70min);
    happened(watch::EventType::ServerUp, 50min);
    happened(watch::EventType::Gap, 50min);
    happened(watch::EventType::ServerDown, 1min); // it lasts
    insight::OperatorMark mark;
    mark.at = now - 5min;
    mark.action = "force-unlock";
    history.note(mark);
    open(problem(health::deadlock, health::Severity::Critical, "orders", 10min));
    const RibbonFacts facts = ribbonFacts(m_incidents, history, now);
    QCOMPARE(facts.to - facts.from, Millis(1h));
    QVERIFY(!facts.begin);
    QCOMPARE(facts.spans.size(), std::size_t(5));
    QCOMPARE(facts.summary, u"The last hour: incidents 1, outages 2, gaps 1, actions 1"_s);
    using enum RibbonFacts::Kind;
    QCOMPARE(facts.spans.back().kind, Critical); // above the others
    QCOMPARE(facts.spans.back().from, now - 10min);
    QCOMPARE(facts.spans.back().to, now);
    const auto outage = std::find_if(facts.spans.begin(), facts.spans.end(),
                                     [](const auto &span) { return span.kind == Outage; });
    QCOMPARE(outage->from, facts.from); // cut
    QCOMPARE(outage->to, now - 50min);
    const RibbonFacts fresh = ribbonFacts(health::IncidentBook(), insight::HoldHistory(), now);
    QCOMPARE(fresh.begin, std::optional(now));
    QVERIFY(fresh.spans.empty());
}

LOCKSCOPE_TEST_SUITE(tst_OverviewFacts)
#include "tst_overviewfacts.moc"
