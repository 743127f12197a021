// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rulelist.h"
#include "core/health/rules/words.h"
#include "tests/core/health/healthlocks.h"
#include "tests/support/testmain.h"

#include <QSet>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using health::Severity;
using watch::EventType;

namespace {

// The changes that make a rule true and end it.
struct Case {
    const char *rule;
    Severity severity;
    std::function<void(Watched &)> begin;
    std::function<void(Watched &)> end;
    Millis patience{0}; // the rule's own waiting time, after which it opens at once
    Millis lasts{0}; // of conditions that end with time alone
    bool isAtOnce = false; // nobody waits whether it lasts
};

void nothing(Watched &) {}
void orderGone(Watched &watched)
{
    watched.gone("orders");
}

insight::QuorumFinding finding(insight::QuorumVerdict verdict, std::size_t votes,
                               std::size_t owners)
{
    insight::QuorumFinding found;
    found.verdict = verdict;
    found.votes = votes;
    found.owners = owners;
    found.needed = 2;
    found.total = 3;
    found.bare = verdict == insight::QuorumVerdict::AtRisk;
    return found;
}

std::vector<Case> lockCases()
{
    return {
        {"no-expiry", Severity::Warning,
         [](Watched &w) {
             auto lock = w.held("orders", 1);
             lock.holds[0].deadline.reset();
             w.put(lock);
         },
         [](Watched &w) { w.put(w.held("orders", 1)); }},
        {"renewal-overdue", Severity::Warning,
         [](Watched &w) {
             auto lock = w.held("orders", 1);
             lock.holds[0].watchdog = watch::Watchdog::Overdue;
             lock.holds[0].lease = 300s;
             lock.holds[0].deadline = w.at + 190s;
             w.put(lock);
         },
         [](Watched &w) { w.put(w.held("orders", 1)); }},
        {"expired-while-held", Severity::Critical,
         [](Watched &w) {
             auto event = w.event(EventType::Expired, "orders");
             event.owner = OwnerId(w.ownerName(1));
             event.mode = watch::Mode::Exclusive;
             w.put(w.held("orders", 1));
             w.gone("orders");
             w.happened(event);
         },
         nothing, 0ms, 60s},
        {"two-owners", Severity::Critical,
         [](Watched &w) {
             auto lock = w.held("orders", 1);
             lock.holds.push_back(w.hold(2));
             w.put(lock);
         },
         orderGone},
        {"free-but-waited", Severity::Warning,
         [](Watched &w) {
             auto lock = w.lock("orders");
             lock.waitingConnections = 1;
             w.put(lock);
         },
         orderGone, 5s},
        {"dead-head", Severity::Warning,
         [](Watched &w) {
             auto dead = w.waiter(2);
             dead.deadline = w.at - 1s;
             dead.listening = false;
             w.put(w.fair("orders", 1, {dead, w.waiter(3)}));
         },
         [](Watched &w) { w.put(w.fair("orders", 1, {w.waiter(3)})); }},
        {"queue-mismatch", Severity::Warning,
         [](Watched &w) {
             auto stranger = w.waiter(2);
             stranger.deadline.reset();
             w.put(w.fair("orders", 1, {stranger}));
         },
         [](Watched &w) { w.put(w.fair("orders", 1, {w.waiter(2)})); }},
        {"wrong-type", Severity::Warning,
         [](Watched &w) {
             auto lock = w.held("orders", 1, "fair");
             lock.otherKeys = std::vector<watch::KeyRecord>{
                 {KeyName("redisson_lock_queue:{orders}"), "string", {}}};
             w.put(lock);
         },
         orderGone},
        {"endless-deadline", Severity::Warning,
         [](Watched &w) {
             auto waiter = w.waiter(2);
             waiter.deadline = w.at + 1'000'000h;
             w.put(w.fair("orders", 1, {waiter}));
         },
         orderGone},
        {"dead-reader", Severity::Warning,
         [](Watched &w) {
             auto lock = w.held("orders", 1, "read-write");
             lock.holds = {w.hold(1, watch::Mode::Read), w.hold(2, watch::Mode::Read)};
             lock.holds[1].stale = true;
             w.put(lock);
         },
         orderGone},
        {"long-hold", Severity::Warning, [](Watched &w) { w.put(w.held("orders", 1)); }, orderGone,
         10min},
        {"long-wait", Severity::Warning,
         [](Watched &w) { w.put(w.fair("orders", 1, {w.waiter(2)})); }, orderGone, 30s},
        {"deadlock", Severity::Critical,
         [](Watched &w) {
             w.put(w.fair("orders", 1, {w.waiter(2)}));
             w.put(w.fair("stock", 2, {w.waiter(1)}));
         },
         orderGone},
    };
}

std::shared_ptr<const watch::Replication> replicationOf(watch::ReplicaRecord replica,
                                                        std::optional<bool> isRequired = {})
{
    replica.server = u"127.0.0.1:6380"_s;
    watch::Replication all;
    all.replicas = {std::move(replica)};
    all.requiresReplicas = isRequired;
    return std::make_shared<const watch::Replication>(std::move(all));
}

void otherCertificate(Watched &watched)
{
    watched.server([](watch::ServerRecord &server) {
        server.foreignCertificates = std::make_shared<const std::vector<watch::ForeignCertificate>>(
            std::vector<watch::ForeignCertificate>{{u"10.0.0.1:6379"_s, u"4F:0A"_s}});
    });
}
void pinnedCertificate(Watched &watched)
{
    watched.server([](watch::ServerRecord &server) { server.foreignCertificates.reset(); });
}

std::vector<Case> serverCases()
{
    return {
        {"eviction-policy", Severity::Warning,
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) {
                 server.facts.mostMemory = 1000;
                 server.facts.evictionPolicy = "volatile-lru";
             });
         },
         [](Watched &w) {
             w.server(
                 [](watch::ServerRecord &server) { server.facts.evictionPolicy = "noeviction"; });
         }},
        {"lazy-persistence", Severity::Warning,
         [](Watched &w) {
             w.put(w.held("orders", 1));
             w.server([&](watch::ServerRecord &server) {
                 server.facts.keepsLog = false;
                 server.facts.unsavedChanges = 7;
                 server.facts.savedAt = w.wall.time_since_epoch().count() / 1000;
             });
         },
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) { server.facts.keepsLog = true; });
         },
         5min},
        {"replica-behind", Severity::Warning,
         [](Watched &w) {
             w.put(w.held("orders", 1));
             w.server([](watch::ServerRecord &server) {
                 server.replication = replicationOf({.behind = 10s});
             });
         },
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) {
                 server.replication = replicationOf({.behind = 9s});
             });
         }},
        {"no-promotable-replica", Severity::Warning,
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) {
                 server.replication = replicationOf({.priority = 0});
             });
         },
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) {
                 server.replication = replicationOf({.priority = 100});
             });
         }},
        {"no-required-replica", Severity::Warning,
         [](Watched &w) {
             w.put(w.held("orders", 1));
             w.server([](watch::ServerRecord &server) {
                 server.replication = replicationOf({}, false);
             });
         },
         [](Watched &w) {
             w.server(
                 [](watch::ServerRecord &server) { server.replication = replicationOf({}, true); });
         }},
        {"refuses-writes", Severity::Critical,
         [](Watched &w) { w.server([](watch::ServerRecord &server) { server.goodReplicas = 0; }); },
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) { server.goodReplicas = 1; });
         }},
        {"lone-sentinel", Severity::Warning,
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) {
                 server.sentinels = watch::SentinelRecord{3, 2, false};
             });
         },
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) {
                 server.sentinels = watch::SentinelRecord{3, 2, true};
             });
         }},
        {"partial-coverage", Severity::Critical,
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) { server.uncoveredSlots = 100; });
         },
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) { server.uncoveredSlots = 0; });
         }},
        {"not-exclusive", Severity::Critical,
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) { server.role = "active-replica"; });
         },
         [](Watched &w) { w.server([](watch::ServerRecord &server) { server.role = "master"; }); }},
        {"changed-certificate", Severity::Critical, otherCertificate, pinnedCertificate, 0ms, 0ms,
         true},
        {"server-out-of-sight", Severity::Critical, [](Watched &w) { w.setUp(false); },
         [](Watched &w) { w.setUp(true); }, 10s},
        {"recent-restart", Severity::Warning,
         [](Watched &w) {
             auto lock = w.held("orders", 1);
             lock.holds[0].lease = 30s;
             w.put(lock);
             w.server([&](watch::ServerRecord &server) {
                 server.runId = "run-2";
                 server.startedAt = w.at;
             });
         },
         nothing, 0ms, 29s},
        {"clock-offset", Severity::Warning,
         [](Watched &w) {
             for (std::size_t i = 0; i < 3; ++i)
                 w.server(
                     [i](watch::ServerRecord &server) {
                         server.clock = watch::ClockOffset{i == 0 ? 1000ms : 0ms, 1ms};
                     },
                     i);
             w.server([](watch::ServerRecord &) {}); // its peers are known by now
         },
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) {
                 server.clock = watch::ClockOffset{5ms, 1ms};
             });
         }},
        {"memory-near", Severity::Warning,
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) {
                 server.facts.mostMemory = 1000;
                 server.facts.usedMemory = 950;
             });
         },
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) { server.facts.usedMemory = 100; });
         }},
        {"no-change-events", Severity::Warning,
         [](Watched &w) {
             w.server([](watch::ServerRecord &server) { server.mode = watch::WatchMode::Polling; });
         },
         [](Watched &w) {
             w.server(
                 [](watch::ServerRecord &server) { server.mode = watch::WatchMode::Tracking; });
         }},
        {"locks-lost", Severity::Critical,
         [](Watched &w) {
             auto event = w.event(EventType::Lost);
             event.count = 3;
             w.happened(event);
         },
         nothing, 0ms, 60s},
    };
}

std::vector<Case> quorumCases()
{
    const auto over = [](Watched &w) { w.verdict({}); };
    return {
        {"residue", Severity::Warning,
         [](Watched &w) { w.verdict(finding(insight::QuorumVerdict::Residue, 1, 1)); }, over},
        {"split-vote", Severity::Critical,
         [](Watched &w) { w.verdict(finding(insight::QuorumVerdict::Split, 1, 3)); }, over},
        {"quorum-at-risk", Severity::Warning,
         [](Watched &w) { w.verdict(finding(insight::QuorumVerdict::AtRisk, 2, 1)); }, over},
    };
}

std::vector<Case> allCases()
{
    std::vector<Case> cases = lockCases();
    for (auto more : {serverCases(), quorumCases()})
        cases.insert(cases.end(), more.begin(), more.end());
    return cases;
}

const Case &caseOf(const QByteArray &rule)
{
    static const std::vector<Case> cases = allCases();
    return *std::find_if(cases.begin(), cases.end(),
                         [&](const Case &each) { return rule == each.rule; });
}

void addRows(const std::vector<Case> &cases)
{
    QTest::addColumn<QByteArray>("rule");
    for (const Case &each : cases)
        QTest::newRow(each.rule) << QByteArray(each.rule);
}

health::UsualOf usually(Millis wait, Millis hold)
{
    return [=](const watch::LockId &, Instant) {
        health::Usual usual;
        usual.wait = wait;
        usual.hold = hold;
        return usual;
    };
}

} // namespace

class TestRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRuleHasItsWords()
    {
        QSet<QByteArray> names;
        for (const health::Rule *rule : health::allRules()) {
            QVERIFY2(!names.contains(rule->name), rule->name);
            names.insert(rule->name);
            for (const Sentence *text : {&rule->title, &rule->why, &rule->whatToDo, &rule->inShort})
                QVERIFY2(!text->isEmpty() && !text->english().contains(u'%'), rule->name);
            QVERIFY2(rule->inShort.english().split(u' ').size() <= 7, rule->name);
            const int judges = (rule->ofLock ? 1 : 0) + (rule->ofServer ? 1 : 0)
                + (rule->ofQuorum ? 1 : 0) + (rule->ofCycle ? 1 : 0);
            QCOMPARE(judges, 1);
            QCOMPARE(health::findRule(rule->name), rule);
        }
        QVERIFY(!health::findRule("no-such-rule"));
        QSet<QByteArray> tried;
        for (const Case &each : allCases())
            tried.insert(each.rule);
        QCOMPARE(tried, names);
    }

    // In evidence nothing would look like a missing word.
    void theEmptyNameIsQuoted()
    {
        QCOMPARE(health::nameText(LockName()), u"\"\""_s);
        QCOMPARE(health::nameText(LockName("orders")), u"orders"_s);
    }

    void opensAndCloses_data() { addRows(allCases()); }
    void opensAndCloses()
    {
        QFETCH(QByteArray, rule);
        const Case &tried = caseOf(rule);
        Watched watched;
        watched.pass(1s);
        QVERIFY(watched.book.problems().empty());
        tried.begin(watched);
        // A second, or the rule's own waiting time; times are kept in tenths of a second.
        const Millis opens = tried.patience > 0ms ? tried.patience : 1s;
        watched.pass(opens - 100ms);
        QCOMPARE(watched.isOpen(rule), tried.isAtOnce);
        watched.pass(300ms);
        QVERIFY(watched.isOpen(rule));
        const health::Problem problem = watched.problem(rule);
        QCOMPARE(problem.severity, tried.severity);
        QVERIFY(!problem.evidence.isEmpty());
        QCOMPARE(problem.id.size(), 16);
        tried.end(watched);
        watched.pass(tried.lasts + 7s);
        QVERIFY(watched.isOpen(rule));
        watched.pass(4s);
        QVERIFY(!watched.isOpen(rule));
    }

    // Each way in which one failure, or none, stops a failover.
    void sentinelsThatAreTooFew_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<int>("quorum");
        QTest::addColumn<int>("canFailOver"); // -1: not told
        QTest::addColumn<QString>("evidence");
        const auto row = [](const char *name, int known, int quorum, int canFailOver,
                            const char *evidence) {
            QTest::newRow(name) << known << quorum << canFailOver << QString::fromLatin1(evidence);
        };
        row("enough", 3, 2, 1, "");
        row("not told", 5, 3, -1, "");
        row("one", 1, 1, 1, "only 1 Sentinel is known");
        row("two", 2, 1, -1, "only 2 Sentinels are known");
        row("too high", 3, 4, 0, "the quorum is 4, and 3 Sentinels are known");
        row("all", 3, 3, 1, "all 3 Sentinels have to agree that the primary is down");
        row("parted", 5, 3, 0, "too few of the 5 Sentinels see each other for the quorum of 3");
    }
    void sentinelsThatAreTooFew()
    {
        QFETCH(const int, known);
        QFETCH(const int, quorum);
        QFETCH(const int, canFailOver);
        QFETCH(const QString, evidence);
        Watched watched;
        watched.server([&](watch::ServerRecord &server) {
            server.sentinels = watch::SentinelRecord{
                known, quorum, canFailOver < 0 ? std::nullopt : std::optional(canFailOver == 1)};
        });
        watched.pass(2s);
        QCOMPARE(watched.isOpen("lone-sentinel"), !evidence.isEmpty());
        if (!evidence.isEmpty())
            QCOMPARE(watched.problem("lone-sentinel").evidence.english(), evidence);
    }

    // A condition of less than a second is none, nor is one that ends within the rule's own time.
    void aMomentIsNoProblem_data() { addRows(lockCases()); }
    void aMomentIsNoProblem()
    {
        QFETCH(QByteArray, rule);
        const Case &tried = caseOf(rule);
        if (tried.lasts > 0ms)
            return;
        Watched watched;
        tried.begin(watched);
        watched.pass(tried.patience > 0ms ? tried.patience - 500ms : 500ms);
        tried.end(watched);
        watched.pass(20s);
        QCOMPARE(watched.count(health::ProblemChange::What::Opened), 0);
    }

    void nothingOpensOutOfSight_data() { addRows(lockCases()); }
    void nothingOpensOutOfSight()
    {
        QFETCH(QByteArray, rule);
        const Case &tried = caseOf(rule);
        if (tried.lasts > 0ms)
            return;
        Watched watched;
        tried.begin(watched);
        watched.pass(500ms);
        watched.setUp(false);
        watched.pass(tried.patience + 5s);
        QVERIFY(!watched.isOpen(rule));
        watched.setUp(true);
        watched.pass(tried.patience + 2s);
        QVERIFY(watched.isOpen(rule)); // it was so all the time
    }

    // A condition that held while out of sight is old: it has to hold for another second
    // afterwards.
    void whatWasOutOfSightIsReadFirst()
    {
        Watched watched;
        caseOf("free-but-waited").begin(watched);
        watched.pass(3s);
        watched.setUp(false);
        watched.pass(10s);
        watched.setUp(true);
        watched.pass(900ms);
        QVERIFY(!watched.isOpen("free-but-waited"));
        watched.pass(300ms);
        QVERIFY(watched.isOpen("free-but-waited"));
    }
    // As the other rules do.
    void anExpiryHasTheNameOfItsOwner()
    {
        Watched watched;
        auto event = watched.event(EventType::Expired, "orders");
        event.owner = OwnerId(watched.ownerName(1));
        event.alias = "billing";
        event.mode = watch::Mode::Exclusive;
        watched.happened(event);
        watched.pass(2s);
        const QString evidence = watched.problem("expired-while-held").evidence.english();
        QVERIFY2(evidence.startsWith(u"the hold of billing expired at "_s), qPrintable(evidence));
    }
    // The time in which nobody saw the lock makes no warning critical: it is read again first, and
    // is held by another by then.
    void theTimeOutOfSightMakesNothingWorse()
    {
        Watched watched;
        watched.put(watched.fair("orders", 1, {watched.waiter(2)}));
        watched.pass(45s);
        QCOMPARE(watched.problem("long-wait").severity, Severity::Warning);
        watched.setUp(false);
        watched.pass(5min);
        watched.setUp(true);
        watched.pass(200ms);
        QCOMPARE(watched.problem("long-wait").severity, Severity::Warning);
        QVERIFY(watched.problem("long-wait").isSuspended);
        watched.put(watched.held("orders", 3));
        watched.pass(11s);
        QVERIFY(!watched.isOpen("long-wait"));
        for (const health::ProblemChange &change : watched.changes) {
            if (change.problem.rule == health::findRule("long-wait"))
                QCOMPARE(change.problem.severity, Severity::Warning);
        }
    }
    // A ghost does not listen: to wake it once more does not help.
    void aGhostIsNotWoken()
    {
        Watched watched;
        auto ghost = watched.waiter(2);
        ghost.listening = false;
        auto lock = watched.fair("orders", 1, {ghost, watched.waiter(3)});
        watched.put(lock);
        watched.pass(10s);
        QCOMPARE(watched.problem("dead-head").severity, Severity::Warning);
        lock.holds.clear();
        lock.state = watch::LockState::Free;
        watched.put(lock);
        watched.pass(10s);
        QCOMPARE(watched.problem("dead-head").severity, Severity::Critical);
        QVERIFY(!watched.isOpen("free-but-waited"));
        lock.waiters->erase(lock.waiters->begin());
        watched.put(lock);
        watched.pass(20s);
        QVERIFY(watched.isOpen("free-but-waited"));
        QVERIFY(!watched.isOpen("dead-head"));
    }
    // Nobody alive is behind it, and a newcomer would have to wait all the same.
    void aGhostAloneShutsOutTheNext()
    {
        Watched watched;
        auto dead = watched.waiter(2);
        dead.listening = false;
        dead.deadline = watched.at - 1s;
        auto ghost = watched.waiter(3);
        ghost.listening = false;
        auto lock = watched.fair("orders", 1, {dead, ghost});
        watched.put(lock);
        watched.pass(10s);
        QVERIFY(!watched.isOpen("dead-head")); // it may come back before the lock is free
        lock.holds.clear();
        lock.state = watch::LockState::Free;
        watched.put(lock);
        watched.pass(10s);
        QCOMPARE(watched.problem("dead-head").severity, Severity::Critical);
        const QString evidence = watched.problem("dead-head").evidence.english();
        QVERIFY2(evidence.contains(u":3 is first"_s), qPrintable(evidence));
        lock.waiters->clear();
        watched.put(lock);
        watched.pass(11s);
        QVERIFY(!watched.isOpen("dead-head"));
    }
    // An event may be reported late: its own time counts.
    void anExpiryCountsFromItsMoment()
    {
        Watched watched;
        watched.pass(5s);
        auto event = watched.event(EventType::Expired, "orders");
        event.owner = OwnerId(watched.ownerName(1));
        event.mode = watch::Mode::Exclusive;
        event.at = watched.wall - 700ms;
        watched.happened(event);
        watched.pass(200ms);
        QVERIFY(!watched.isOpen("expired-while-held"));
        watched.pass(200ms);
        QVERIFY(watched.isOpen("expired-while-held"));
    }

    void nothingClosesOutOfSight_data()
    {
        std::vector<Case> cases = lockCases();
        for (const Case &each : serverCases())
            cases.push_back(each);
        addRows(cases);
    }
    void nothingClosesOutOfSight()
    {
        QFETCH(QByteArray, rule);
        if (health::findRule(rule)->judgesUnseen)
            return;
        const Case &tried = caseOf(rule);
        Watched watched;
        tried.begin(watched);
        watched.pass(tried.patience + 2s);
        QVERIFY(watched.isOpen(rule));
        watched.setUp(false);
        watched.pass(5min);
        QVERIFY(watched.isOpen(rule));
        QVERIFY(watched.problem(rule).isSuspended);
        watched.setUp(true);
        tried.end(watched);
        watched.pass(9s);
        QVERIFY(watched.isOpen(rule));
        QVERIFY(!watched.problem(rule).isSuspended);
        watched.pass(3s);
        QVERIFY(!watched.isOpen(rule));
    }

    // Nobody has seen the server, and what it shows is a problem all the same.
    void aCertificateIsJudgedOutOfSight()
    {
        Watched watched;
        watched.server([](watch::ServerRecord &server) {
            server = Watched::up(0);
            server.state = watch::ServerState::Connecting;
            server.discovering = true;
        });
        otherCertificate(watched);
        watched.setUp(false);
        watched.pass(100ms);
        QCOMPARE(watched.problem("changed-certificate").evidence.english(),
                 u"10.0.0.1:6379 shows a certificate that is not pinned; its SHA-256 fingerprint "
                 "is 4F:0A"_s);
        QVERIFY(!watched.problem("changed-certificate").isSuspended);
        // That it cannot be reached at all now says nothing of its certificate.
        watched.pass(5min);
        QVERIFY(watched.isOpen("changed-certificate"));
        pinnedCertificate(watched);
        watched.pass(11s);
        QVERIFY(!watched.isOpen("changed-certificate"));
    }
    // It opens while the server is in sight, and its loss suspends all others alone.
    void aCertificateOutlastsTheSight()
    {
        Watched watched;
        caseOf("not-exclusive").begin(watched);
        otherCertificate(watched);
        watched.pass(2s);
        watched.setUp(false);
        watched.pass(1s);
        QVERIFY(watched.problem("not-exclusive").isSuspended);
        QVERIFY(!watched.problem("changed-certificate").isSuspended);
        pinnedCertificate(watched);
        watched.pass(11s);
        QVERIFY(!watched.isOpen("changed-certificate"));
        QVERIFY(watched.isOpen("not-exclusive"));
    }
    // Since the last sight, with the reason.
    void outOfSightSaysWhy()
    {
        Watched watched;
        const WallInstant since = watched.wall;
        watched.server([&](watch::ServerRecord &server) {
            server.state = watch::ServerState::Down;
            server.lostAt = watched.at;
            server.error = Error{ErrorKind::Refused, {}, Sentence::say("connection refused"), {}};
        });
        watched.pass(11s);
        const health::Problem problem = watched.problem("server-out-of-sight");
        QCOMPARE(problem.evidence.english(),
                 u"nothing is known of its locks since 08:00:00Z: connection refused"_s);
        QCOMPARE(problem.since, since);
        QVERIFY(!problem.isSuspended);
        QCOMPARE(watched.count(health::ProblemChange::What::Changed), 0);
    }
    // Nobody knows since when: only that the first try failed. It is not restarting.
    void aServerThatWasNeverSeen()
    {
        health::HealthBook book;
        watch::ServerRecord server = Watched::up(0);
        server.state = watch::ServerState::Down;
        server.lostAt = Instant(1h);
        server.error = Error{ErrorKind::Refused, {}, Sentence::say("connection refused"), {}};
        const auto at = [](Millis ms) {
            return health::Moment{Instant(1h) + ms, WallInstant(24h) + ms};
        };
        book.note(server, at(0ms));
        (void)book.take(at(2s));
        QVERIFY(book.problems().empty());
        (void)book.take(at(3100ms));
        QCOMPARE(book.problems().size(), std::size_t(1));
        QCOMPARE(book.problems().front().evidence.english(),
                 u"it could not be read yet: connection refused"_s);
    }
    // It was not back for the ten seconds in which a problem closes.
    void aReturnOfSomeSecondsIsNone()
    {
        Watched watched;
        watched.setUp(false);
        watched.pass(11s);
        watched.setUp(true);
        watched.pass(4s);
        watched.setUp(false);
        watched.pass(9s);
        QVERIFY(watched.isOpen("server-out-of-sight"));
        QCOMPARE(watched.count(health::ProblemChange::What::Closed), 0);
        watched.setUp(true);
        watched.pass(11s);
        QVERIFY(!watched.isOpen("server-out-of-sight"));
    }
    // A restart that takes some seconds, twice.
    void aShortLossIsNoProblem()
    {
        Watched watched;
        for (int i = 0; i < 2; ++i) {
            watched.setUp(false);
            watched.pass(9s);
            watched.setUp(true);
            watched.pass(1s);
        }
        watched.pass(20s);
        QCOMPARE(watched.count(health::ProblemChange::What::Opened), 0);
    }
    void severalCertificatesAreCounted()
    {
        Watched watched;
        watched.server([](watch::ServerRecord &server) {
            server.foreignCertificates =
                std::make_shared<const std::vector<watch::ForeignCertificate>>(
                    std::vector<watch::ForeignCertificate>{{u"a:1"_s, u"4F:0A"_s},
                                                           {u"b:1"_s, u"4F:0B"_s}});
        });
        watched.pass(100ms);
        QCOMPARE(watched.problem("changed-certificate").evidence.english(),
                 u"2 servers show certificates that are not pinned, such as a:1; its SHA-256 "
                 "fingerprint is 4F:0A"_s);
    }

    // In a queue that is never empty the places of living waiters end, too.
    void aHeadThatListensIsAlive()
    {
        Watched watched;
        auto late = watched.waiter(2);
        late.deadline = watched.at + 2s;
        watched.put(watched.fair("orders", 1, {late, watched.waiter(3)}));
        watched.pass(30s);
        QVERIFY(!watched.isOpen("dead-head"));
        watched.pass(4s); // its host may be gone
        QVERIFY(watched.isOpen("dead-head"));
    }

    // Words made from an id, its thread and enough of the id to find it: there is not much room.
    void anOwnerIsNamedInShort()
    {
        Watched watched;
        auto lock = watched.held("orders", 21);
        lock.holds[0].deadline.reset();
        lock.holds[0].alias = Alias("shiny-hare", AliasOrigin::Derived);
        watched.put(lock);
        watched.pass(2s);
        const QString evidence = watched.problem("no-expiry").evidence.english();
        QVERIFY2(evidence.startsWith(u"shiny-hare:21 (3f2a9c44...) holds it"_s),
                 qPrintable(evidence));
    }

    // The lock's usual times count more than the absolute time.
    void aLongWaitIsRelative()
    {
        health::HealthBook::Options options;
        options.usual = usually(20s, 1s);
        Watched watched(options);
        watched.put(watched.fair("orders", 1, {watched.waiter(2)}));
        watched.pass(95s);
        QVERIFY(!watched.isOpen("long-wait"));
        watched.pass(10s);
        QCOMPARE(watched.problem("long-wait").severity, Severity::Warning);
        // It may have waited before it was seen.
        QVERIFY(watched.problem("long-wait").evidence.english().contains(u" since at least "_s));
        watched.pass(100s);
        QCOMPARE(watched.problem("long-wait").severity, Severity::Critical);
    }
    // The waits beside it, of the same pile-up, are no measure; and two minutes are never usual.
    void aLongWaitDoesNotBecomeUsual()
    {
        health::HealthBook::Options options;
        Watched watched(options);
        const Instant began = watched.at;
        options.usual = [began](const watch::LockId &, Instant then) {
            health::Usual usual;
            usual.wait = then > began + 1s ? 10min : 1s;
            return usual;
        };
        Watched piled(options);
        piled.put(piled.fair("orders", 1, {piled.waiter(2)}));
        piled.pass(35s);
        QVERIFY(piled.isOpen("long-wait"));
        options.usual = usually(10min, 1s);
        Watched slow(options);
        slow.put(slow.fair("orders", 1, {slow.waiter(2)}));
        slow.pass(115s);
        QVERIFY(!slow.isOpen("long-wait"));
        slow.pass(10s);
        QCOMPARE(slow.problem("long-wait").severity, Severity::Warning);
    }
    void aLongHoldIsRelative()
    {
        health::HealthBook::Options options;
        options.usual = usually(1s, 10s);
        Watched watched(options);
        watched.put(watched.held("orders", 1));
        watched.pass(48s);
        QVERIFY(!watched.isOpen("long-hold"));
        watched.pass(5s);
        QVERIFY(watched.isOpen("long-hold"));
        QVERIFY(watched.problem("long-hold").evidence.english().contains(u" since at least "_s));
        // Short ones are never long.
        options.usual = usually(1ms, 1ms);
        Watched fast(options);
        fast.put(fast.held("orders", 1));
        fast.pass(29s);
        QVERIFY(!fast.isOpen("long-hold"));
        fast.pass(2s);
        QVERIFY(fast.isOpen("long-hold"));
    }
    void aLongWaitGetsWorse()
    {
        Watched watched;
        watched.put(watched.fair("orders", 1, {watched.waiter(2)}));
        watched.pass(119s);
        QCOMPARE(watched.problem("long-wait").severity, Severity::Warning);
        watched.pass(2s);
        QCOMPARE(watched.problem("long-wait").severity, Severity::Critical);
        QCOMPARE(watched.count(health::ProblemChange::What::Changed), 1);
    }
    // Connections only tell that somebody waits, and behind which hold.
    void connectionsWaitBehindOneHold()
    {
        Watched watched;
        auto lock = watched.held("orders", 1);
        lock.state = watch::LockState::Contended;
        lock.waitingConnections = 2;
        watched.put(lock);
        watched.pass(20s);
        lock.holds = {watched.hold(2)}; // one of them got it
        lock.waitingConnections = 1;
        watched.put(lock);
        watched.pass(20s);
        QVERIFY(!watched.isOpen("long-wait"));
        watched.pass(12s);
        QVERIFY(watched.isOpen("long-wait"));
    }
    void aProfileHasItsOwnThresholds()
    {
        const auto own = health::thresholdsFrom({{"wait", 5s}});
        QVERIFY(own.has_value());
        QVERIFY(!health::thresholdsFrom({{"weight", 5s}}));
        health::HealthBook::Options options;
        options.own = {{watch::DeploymentId{0}, *own}};
        Watched watched(options);
        watched.put(watched.fair("orders", 1, {watched.waiter(2)}));
        auto elsewhere = watched.fair("orders", 1, {watched.waiter(2)});
        elsewhere.id = watched.id("orders", 1);
        watched.put(elsewhere);
        watched.pass(7s);
        QCOMPARE(watched.book.problems().size(), std::size_t(1));
        QCOMPARE(watched.problem("long-wait").subject.lock(), watched.id("orders"));
    }

    void anOverdueRenewalGetsWorse()
    {
        Watched watched;
        auto lock = watched.held("orders", 1);
        lock.holds[0].watchdog = watch::Watchdog::Overdue;
        lock.holds[0].lease = 30s;
        lock.holds[0].deadline = watched.at + 19s;
        watched.put(lock);
        watched.pass(10s);
        QCOMPARE(watched.problem("renewal-overdue").severity, Severity::Warning);
        watched.pass(5s);
        QCOMPARE(watched.problem("renewal-overdue").severity, Severity::Critical);
    }
    // Rate limits are taken and never released.
    void whatIsMeantToExpireMay()
    {
        health::HealthBook::Options options;
        options.usual = [](const watch::LockId &, Instant) {
            health::Usual usual;
            usual.lapses = true;
            return usual;
        };
        Watched watched(options);
        caseOf("expired-while-held").begin(watched);
        watched.pass(5s);
        QVERIFY(watched.book.problems().empty());
    }
    void theNextOwnerOfALapsedLockIsASecondOne()
    {
        Watched watched;
        caseOf("expired-while-held").begin(watched);
        watched.put(watched.held("orders", 2));
        watched.pass(2s);
        QVERIFY(watched.isOpen("two-owners"));
        // The same one again is not.
        Watched same;
        caseOf("expired-while-held").begin(same);
        same.put(same.held("orders", 1));
        same.pass(2s);
        QVERIFY(!same.isOpen("two-owners"));
    }
    void readersShare()
    {
        Watched watched;
        auto lock = watched.held("orders", 1, "read-write");
        lock.holds = {watched.hold(1, watch::Mode::Read), watched.hold(2, watch::Mode::Read)};
        watched.put(lock);
        watched.pass(5s);
        QVERIFY(watched.book.problems().empty());
        lock.holds[1].mode = watch::Mode::Write;
        watched.put(lock);
        watched.pass(2s);
        QVERIFY(watched.isOpen("two-owners"));
    }
    void permitsAreNotLocks()
    {
        Watched watched;
        auto lock = watched.lock("orders", "semaphore");
        lock.waitingConnections = 3; // each wants more permits than there are
        watched.put(lock);
        watched.pass(20s);
        QVERIFY(watched.book.problems().empty());
    }

    void evictionIsWorseWhenItHappens()
    {
        Watched watched;
        caseOf("eviction-policy").begin(watched);
        watched.server([](watch::ServerRecord &server) { server.facts.evictedKeys = 10; });
        watched.pass(2s);
        QCOMPARE(watched.problem("eviction-policy").severity, Severity::Warning);
        watched.server([](watch::ServerRecord &server) { server.facts.evictedKeys = 11; });
        watched.pass(1s);
        QCOMPARE(watched.problem("eviction-policy").severity, Severity::Critical);
        watched.pass(60s);
        QCOMPARE(watched.problem("eviction-policy").severity, Severity::Warning);
    }
    void refusedWritesAreSeenAsTheyAreCounted()
    {
        Watched watched;
        const auto refuse = [&](qint64 tooFewReplicas, qint64 unsaved) {
            watched.server([&](watch::ServerRecord &server) {
                server.facts.refusals = watch::WriteRefusals{tooFewReplicas, unsaved, 0};
            });
        };
        refuse(7, 0); // before it was watched
        watched.pass(5s);
        QVERIFY(watched.book.problems().empty());
        refuse(7, 1);
        watched.pass(2s);
        const auto problem = watched.problem("refuses-writes");
        QCOMPARE(problem.severity, Severity::Critical);
        QVERIFY(problem.evidence.english().contains("MISCONF"_L1));
        watched.pass(25s);
        QVERIFY(watched.book.problems().empty());
    }
    // Counts of two processes, or of a time in which nobody looked, say nothing of now.
    void refusalsOfAnotherProcessAreNotAdded()
    {
        Watched watched;
        const auto tell = [&](const char *process, std::optional<qint64> count) {
            watched.server([&](watch::ServerRecord &server) {
                server.runId = process;
                server.facts.refusals =
                    count ? std::optional(watch::WriteRefusals{*count, 0, 0}) : std::nullopt;
            });
            watched.pass(2s);
        };
        tell("one", 0);
        tell("two", std::nullopt);
        tell("two", 40);
        QVERIFY(!watched.isOpen("refuses-writes"));
        tell("two", 41);
        QVERIFY(watched.isOpen("refuses-writes"));
    }
    void tooFewReplicasRefuseWritesAsNoneDo()
    {
        Watched watched;
        const auto follow = [&](int good, std::optional<int> required) {
            watched.server([&](watch::ServerRecord &server) {
                server.goodReplicas = good;
                server.requiredReplicas = required;
            });
            watched.pass(2s);
        };
        follow(1, std::nullopt);
        follow(2, 2);
        QVERIFY(watched.book.problems().empty());
        follow(1, 2);
        QVERIFY(watched.isOpen("refuses-writes"));
    }
    void withoutLocksPersistenceDoesNotMatter()
    {
        Watched watched;
        caseOf("lazy-persistence").begin(watched);
        watched.gone("orders");
        watched.pass(5s);
        QVERIFY(watched.book.problems().empty());
        watched.pass(5min);
        QVERIFY(watched.book.problems().empty());
        watched.put(watched.held("stock", 1));
        watched.pass(2s);
        QVERIFY(watched.isOpen("lazy-persistence"));
    }
    // Servers that were started together are new, not restarted.
    void aNewGroupIsNoRestart()
    {
        Watched watched;
        auto lock = watched.held("orders", 1);
        lock.holds[0].lease = 30s;
        watched.put(lock);
        const auto started = [&](std::size_t number, Millis ago) {
            watched.server(
                [&](watch::ServerRecord &server) { server.startedAt = watched.at - ago; }, number);
        };
        for (std::size_t i = 0; i < 3; ++i)
            started(i, 5s);
        watched.pass(2s);
        QVERIFY(watched.book.problems().empty());
        started(1, 10min);
        started(0, 5s);
        watched.pass(2s);
        QVERIFY(watched.isOpen("recent-restart"));
    }
    // Nothing is forgotten there.
    void aDurableGroupMayRestart()
    {
        Watched watched({}, true);
        caseOf("recent-restart").begin(watched);
        watched.pass(2s);
        QVERIFY(!watched.isOpen("recent-restart"));
    }
    void aLossIsOneProblem()
    {
        Watched watched;
        auto event = watched.event(EventType::Lost);
        event.count = 2;
        event.lost = std::make_shared<const std::vector<watch::LostHold>>(
            std::vector<watch::LostHold>{{LockName("a"), "reentrant", OwnerId("x:1")},
                                         {LockName("b"), "reentrant", OwnerId("x:2")}});
        watched.happened(event);
        watched.pass(2s);
        QCOMPARE(watched.book.problems().size(), std::size_t(1));
        const health::Problem problem = watched.problem("locks-lost");
        QCOMPARE(problem.lost, qint64(2));
        QCOMPARE(problem.locks, (std::vector{watched.id("a"), watched.id("b")}));
    }
    // The second one does not take the place of the first.
    void lossesInShortOrderAreCountedTogether()
    {
        Watched watched;
        const auto lose = [&watched](const char *name, qint64 count) {
            auto event = watched.event(EventType::Lost);
            event.count = count;
            event.lost = std::make_shared<const std::vector<watch::LostHold>>(
                std::vector<watch::LostHold>{{LockName(name), "reentrant", OwnerId("x:1")}});
            watched.happened(event);
        };
        lose("a", 2);
        watched.pass(20s);
        lose("b", 3);
        watched.pass(50s); // a minute after the first is over, after the second it is not
        const health::Problem problem = watched.problem("locks-lost");
        QCOMPARE(watched.count(health::ProblemChange::What::Opened), 1);
        QCOMPARE(problem.lost, qint64(5));
        QCOMPARE(problem.locks, (std::vector{watched.id("a"), watched.id("b")}));
        QVERIFY2(
            problem.evidence.english().startsWith(u"5 locks were lost in 2 losses, the last "_s),
            qPrintable(problem.evidence.english()));
        watched.pass(2min);
        QVERIFY(!watched.isOpen("locks-lost"));
        lose("c", 1);
        watched.pass(2s);
        QCOMPARE(watched.problem("locks-lost").lost, qint64(1));
    }
    // Not the first shard that was told of.
    void aLossIsOfTheShardThatLost()
    {
        Watched watched;
        watched.becomeCluster();
        auto event = watched.event(EventType::Lost);
        event.serverId = {2};
        event.count = 2;
        watched.happened(event);
        watched.pass(2s);
        QCOMPARE(watched.book.problems().size(), std::size_t(1));
        QCOMPARE(watched.problem("locks-lost").subject, health::Subject::of(watch::ServerId{2}));
    }
    // Another one that is out of sight says nothing of it.
    void aLapseIsOfTheShardThatToldOfIt()
    {
        Watched watched;
        watched.becomeCluster();
        watched.setUp(false);
        auto event = watched.event(EventType::Expired, "orders");
        event.serverId = {2};
        event.server = u"10.0.0.3:6379"_s;
        event.owner = OwnerId(watched.ownerName(1));
        event.mode = watch::Mode::Exclusive;
        watched.happened(event);
        watched.pass(2s);
        QVERIFY(watched.isOpen("expired-while-held"));
        QVERIFY(!watched.problem("expired-while-held").isSuspended);
        QCOMPARE(watched.problem("expired-while-held").server, u"10.0.0.3:6379"_s);
    }
    void aSilentServerSuspendsAVerdict()
    {
        Watched watched;
        watched.verdict(finding(insight::QuorumVerdict::Split, 1, 3));
        watched.pass(2s);
        QVERIFY(watched.isOpen("split-vote"));
        insight::QuorumFinding unknown = finding(insight::QuorumVerdict::Unknown, 1, 2);
        unknown.seats.resize(3);
        insight::QuorumBook::Change change{{0, LockName("orders")}, std::nullopt};
        change.record =
            insight::QuorumRecord{change.id, u"group"_s, {}, unknown}; // all seats are silent
        watched.book.note(change, watched.now());
        watched.pass(60s);
        QVERIFY(watched.problem("split-vote").isSuspended);
        watched.verdict({});
        watched.pass(11s);
        QVERIFY(!watched.isOpen("split-vote"));
    }
};

LOCKSCOPE_TEST_SUITE(TestRules)
#include "tst_rules.moc"
