// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/expiredholds.h"
#include "core/health/incidentbook.h"
#include "core/health/rulelist.h"
#include "core/watch/record/losthold.h"
#include "tests/core/health/healthlocks.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QTest>

using namespace lockscope;
using namespace lockscope::health;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using What = ProblemChange::What;
using Step = Incident::Step::What;

namespace {

const WallInstant start{Millis(1'800'000'000'000)};

Problem problemOf(const char *name, Severity severity = Severity::Warning)
{
    Problem problem;
    problem.id = name;
    problem.rule = findRule("long-hold");
    problem.subject = Subject::of(watch::LockId{watch::DeploymentId{0}, LockName(name)});
    problem.deployment = u"redis://10.0.0.1:6379"_s;
    problem.severity = severity;
    problem.since = start;
    return problem;
}

std::vector<QByteArray> ids(const std::vector<const Incident *> &incidents)
{
    std::vector<QByteArray> found;
    for (const Incident *incident : incidents)
        found.push_back(incident->id());
    return found;
}

std::vector<Step> stepsOf(const Incident &incident)
{
    std::vector<Step> found;
    for (const Incident::Step &step : incident.steps)
        found.push_back(step.what);
    return found;
}

} // namespace

class TestIncidents : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyHaveABeginningAndAnEnd()
    {
        IncidentBook book;
        Problem problem = problemOf("orders");
        book.note({What::Opened, problem}, start + 1s);
        QCOMPARE(ids(book.open()), std::vector{"orders"_ba});
        problem.severity = Severity::Critical;
        book.note({What::Changed, problem}, start + 5s);
        problem.isSuspended = true;
        book.note({What::Changed, problem}, start + 6s);
        problem.isSuspended = false;
        book.note({What::Changed, problem}, start + 7s);
        problem.severity = Severity::Warning;
        problem.until = start + 8s;
        book.note({What::Closed, problem}, start + 18s);
        QVERIFY(book.open().empty());
        const Incident *incident = book.find("orders");
        QVERIFY(incident && !incident->isOpen());
        QCOMPARE(incident->start(), start);
        QCOMPARE(incident->end(), std::optional(start + 8s));
        QCOMPARE(incident->worst, Severity::Critical);
        QCOMPARE(stepsOf(*incident),
                 (std::vector{Step::Opened, Step::Worse, Step::OutOfSight, Step::InSight,
                              Step::Better, Step::Closed}));
    }
    void theWorstComesFirst()
    {
        IncidentBook book;
        Problem old = problemOf("old");
        old.since = start - 1h;
        book.note({What::Opened, problemOf("warning")}, start);
        book.note({What::Opened, problemOf("critical", Severity::Critical)}, start);
        book.note({What::Opened, old}, start);
        Problem over = problemOf("over", Severity::Critical);
        book.note({What::Opened, over}, start);
        over.until = start + 1s;
        book.note({What::Closed, over}, start + 11s);
        QCOMPARE(ids(book.incidents()),
                 (std::vector{"critical"_ba, "old"_ba, "warning"_ba, "over"_ba}));
    }
    void whatWasAcknowledgedNeedsNobody()
    {
        IncidentBook book;
        book.note({What::Opened, problemOf("orders", Severity::Critical)}, start);
        book.note({What::Opened, problemOf("stock")}, start);
        QCOMPARE(book.worst(start), std::optional(Severity::Critical));
        QVERIFY(book.acknowledge("orders", start + 1s));
        QVERIFY(!book.acknowledge("orders", start + 2s));
        QVERIFY(!book.acknowledge("nobody", start + 2s));
        QCOMPARE(book.worst(start + 2s), std::optional(Severity::Warning));
        QCOMPARE(book.count(start + 2s), std::size_t(2));
    }
    void mutesAreByNamePrefixRuleAndTime()
    {
        const Problem problem = problemOf("billing:orders");
        const auto covers = [&](const Mute &mute, WallInstant now = start) {
            return mute.covers(problem, now);
        };
        QVERIFY(covers({.name = "billing:orders"}));
        QVERIFY(!covers({.name = "billing:"}));
        QVERIFY(covers({.name = "billing:", .isPrefix = true}));
        QVERIFY(!covers({.name = "stock:", .isPrefix = true}));
        QVERIFY(covers({.rule = "long-hold", .name = "", .isPrefix = true}));
        QVERIFY(!covers({.rule = "no-expiry", .name = "", .isPrefix = true}));
        QVERIFY(covers({.deployment = u"redis://10.0.0.1:6379"_s, .isPrefix = true}));
        QVERIFY(!covers({.deployment = u"redis://10.0.0.2:6379"_s, .isPrefix = true}));
        const Mute hour{.name = "billing:", .isPrefix = true, .until = start + 1h};
        QVERIFY(covers(hour, start + 59min));
        QVERIFY(!covers(hour, start + 1h));
    }
    void aMutedIncidentDoesNotCount()
    {
        IncidentBook book;
        book.note({What::Opened, problemOf("orders", Severity::Critical)}, start);
        const Mute mute{.name = "orders", .until = start + 1h};
        book.mute({mute}, start);
        QVERIFY(!book.worst(start));
        QCOMPARE(book.count(start), std::size_t(0));
        QCOMPARE(book.open().size(), std::size_t(1)); // it is there all the same
        QCOMPARE(book.count(start + 2h), std::size_t(1));
        book.mute({Mute{.name = "orders"}}, start); // in place of the other
        QCOMPARE(book.mutes().size(), std::size_t(1));
        QCOMPARE(book.count(start + 2h), std::size_t(0));
        QVERIFY(book.unmute(mute, start));
        QVERIFY(!book.unmute(mute, start));
        QCOMPARE(book.count(start), std::size_t(1));
    }
    void aMuteIsAStep()
    {
        IncidentBook book;
        book.note({What::Opened, problemOf("orders")}, start);
        const Mute mute{.name = "orders", .until = start + 1h};
        book.mute({mute}, start + 1s);
        book.mute({Mute{.name = "orders", .until = start + 2h}}, start + 2s); // nothing new
        book.unmute(mute, start + 3s);
        book.mute({mute}, start + 4s);
        book.dropMutes(start + 1h);
        const std::vector expected{Step::Opened, Step::Muted, Step::Unmuted, Step::Muted,
                                   Step::Unmuted};
        QCOMPARE(stepsOf(*book.find("orders")), expected);
        QCOMPARE(book.find("orders")->steps.back().at, start + 1h);
        book.mute({Mute{.name = "stock"}}, start);
        book.note({What::Opened, problemOf("stock")}, start + 5s);
        QCOMPARE(stepsOf(*book.find("stock")), (std::vector{Step::Opened, Step::Muted}));
    }
    void mutesRunOut()
    {
        IncidentBook book;
        book.note({What::Opened, problemOf("orders")}, start);
        book.mute({Mute{.name = "orders", .until = start + 1h}}, start);
        book.mute({Mute{.name = "stock"}}, start);
        QCOMPARE(book.nextUnmute(), std::optional(start + 1h));
        QVERIFY(book.isMuted(*book.find("orders"), start));
        // Nobody has dropped it yet: it counts no more all the same.
        QVERIFY(!book.isMuted(*book.find("orders"), start + 1h));
        QCOMPARE(book.count(start + 1h), std::size_t(1));
        const quint64 revision = book.revision();
        QVERIFY(!book.dropMutes(start + 59min));
        QCOMPARE(book.revision(), revision);
        QVERIFY(book.dropMutes(start + 1h));
        QVERIFY(book.revision() != revision);
        QVERIFY(!book.nextUnmute());
        QCOMPARE(book.mutes().size(), std::size_t(1));
        QVERIFY(!book.find("orders")->isMuted);
        // Incidents that open later are muted from the beginning.
        book.note({What::Opened, problemOf("stock")}, start + 2h);
        QVERIFY(book.find("stock")->isMuted);
        QCOMPARE(book.count(start + 2h), std::size_t(1));
    }
    void aCycleIsMutedWithAllItsLocks()
    {
        IncidentBook book;
        Problem cycle = problemOf("a", Severity::Critical);
        cycle.subject.type = Subject::Type::Cycle;
        cycle.locks = {{watch::DeploymentId{0}, LockName("a")},
                       {watch::DeploymentId{0}, LockName("b")}};
        book.note({What::Opened, cycle}, start);
        book.mute({Mute{.name = "a"}}, start);
        QCOMPARE(book.count(start), std::size_t(1));
        book.mute({Mute{.name = "b"}}, start);
        QCOMPARE(book.count(start), std::size_t(0));
        book.unmute({.name = "a"}, start);
        QCOMPARE(book.count(start), std::size_t(1));
    }
    void theyAreCountedBySeverity()
    {
        IncidentBook book;
        for (const char *name : {"a", "b", "c"})
            book.note({What::Opened, problemOf(name)}, start);
        book.note({What::Opened, problemOf("d", Severity::Critical)}, start);
        QCOMPARE(book.counts(start),
                 (IncidentBook::Counts{.critical = 1, .warning = 3, .acknowledged = 0}));
        book.note({What::Changed, problemOf("a", Severity::Critical)}, start + 1s);
        QVERIFY(book.acknowledge("a", start + 2s));
        QVERIFY(book.acknowledge("d", start + 2s));
        QCOMPARE(book.counts(start + 2s),
                 (IncidentBook::Counts{.critical = 2, .warning = 2, .acknowledged = 2}));
        QCOMPARE(book.worst(start + 2s), std::optional(Severity::Warning));
        book.mute({Mute{.name = "d"}}, start + 3s);
        QCOMPARE(book.counts(start + 3s),
                 (IncidentBook::Counts{.critical = 1, .warning = 2, .acknowledged = 1}));
        Problem over = problemOf("a", Severity::Critical);
        over.until = start + 4s;
        book.note({What::Closed, over}, start + 14s);
        book.note({What::Closed, over}, start + 15s); // nobody knows it any more
        QCOMPARE(book.counts(start + 15s),
                 (IncidentBook::Counts{.critical = 0, .warning = 2, .acknowledged = 0}));
        QCOMPARE(book.openCount(), std::size_t(3));
    }
    // An estate in which every lock lacks an expiry: linear look-ups would take minutes.
    void manyAreNoBurden()
    {
        constexpr int many = 100'000;
        IncidentBook book;
        const auto one = [](int number, Severity severity) {
            return problemOf(QByteArray::number(number).constData(), severity);
        };
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < many; ++i)
            book.note({What::Opened, one(i, Severity::Warning)}, start);
        for (int i = 0; i < many; ++i)
            book.note(
                {What::Changed, one(i, i % 1000 == 0 ? Severity::Critical : Severity::Warning)},
                start + 1s);
        QCOMPARE(book.counts(start + 1s),
                 (IncidentBook::Counts{.critical = 100, .warning = many - 100, .acknowledged = 0}));
        for (int i = 0; i < 1000; ++i) {
            QCOMPARE(book.open(10).size(), std::size_t(10));
            QVERIFY(book.acknowledge(QByteArray::number(i), start + 2s));
        }
        QCOMPARE(book.open(1).front()->problem.severity, Severity::Critical);
        for (int i = 0; i < many; ++i) {
            Problem over = one(i, Severity::Warning);
            over.until = start + 3s;
            book.note({What::Closed, over}, start + 13s);
        }
        QCOMPARE(book.openCount(), std::size_t(0));
        QCOMPARE(book.over().size(), std::size_t(1000));
        QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
    }
    // The server says how many were lost; that each of them is not held says nothing more.
    void aRestartIsOneIncident()
    {
        test::Watched watched;
        constexpr int many = 200;
        watch::Event event = watched.event(watch::EventType::Lost);
        std::vector<watch::LostHold> lost;
        for (int i = 0; i < many; ++i) {
            const QByteArray name = "lock-" + QByteArray::number(i);
            watched.put(watched.held(name.constData(), i));
            lost.push_back({.name = LockName(name),
                            .kind = "reentrant",
                            .owner = OwnerId(test::Watched::ownerName(i))});
        }
        watched.pass(5s);
        for (const watch::LostHold &hold : lost)
            watched.gone(hold.name.bytes.constData());
        event.count = many;
        event.lost = std::make_shared<const std::vector<watch::LostHold>>(std::move(lost));
        watched.happened(event);
        watched.pass(10s);
        IncidentBook book;
        for (const ProblemChange &change : watched.changes)
            book.note(change, watched.wall);
        QCOMPARE(book.openCount(), std::size_t(1));
        const Incident &incident = *book.open().front();
        QCOMPARE(QByteArray(incident.problem.rule->name), "locks-lost"_ba);
        QCOMPARE(incident.problem.lost, qint64(many));
        QCOMPARE(incident.problem.locks.size(), std::size_t(many));
        // Another owner of one of them is news: both may be at work.
        watched.put(watched.held("lock-7", 1000));
        watched.pass(2s);
        QVERIFY(watched.isOpen("two-owners"));
        // Nobody can see what its first owner knows.
        const QString told = watched.problem("two-owners").evidence.english();
        QVERIFY2(told.contains(u" lost it without a release, and "_s), qPrintable(told));
        QCOMPARE(watched.book.problems().size(), std::size_t(2));
    }
    // The incident of the first is still open then.
    void eachExpiryOfALockCounts()
    {
        test::Watched watched;
        ExpiredHolds expired;
        std::size_t taken = 0;
        std::vector<WallInstant> times;
        const auto expire = [&](const char *name, int owner) {
            auto event = watched.event(watch::EventType::Expired, name);
            event.owner = OwnerId(watched.ownerName(owner));
            event.mode = watch::Mode::Exclusive;
            watched.put(watched.held(name, owner));
            watched.gone(name);
            watched.happened(event);
            expired.note(event);
            return event.at;
        };
        const auto pass = [&](Millis span) {
            watched.pass(span);
            for (; taken < watched.changes.size(); ++taken)
                expired.note(watched.changes[taken]);
        };
        times.push_back(expire("orders", 1));
        pass(500ms);
        times.push_back(expire("orders", 2)); // before it opens
        expire("stock", 3);
        pass(5s);
        times.push_back(expire("orders", 2));
        pass(5s);
        const auto problems = watched.book.problems();
        QCOMPARE(problems.size(), std::size_t(2));
        for (const Problem &problem : problems)
            QCOMPARE(expired.in(problem.id).size(),
                     problem.subject.name == LockName("orders") ? std::size_t(3) : std::size_t(1));
        QCOMPARE(expired.in(watched.changes.front().problem.id), times);
        // Another incident, once that one is over.
        pass(5min);
        QVERIFY(watched.book.problems().empty());
        const WallInstant last = expire("orders", 1);
        pass(5s);
        QCOMPARE(expired.in(watched.problem("expired-while-held").id), std::vector{last});
        QVERIFY(expired.in("none").empty());
    }
    void whatHidesTheOthersIsTheFirst()
    {
        Problem old = problemOf("old");
        old.severity = Severity::Critical;
        Problem unseen = old;
        unseen.rule = findRule("server-out-of-sight");
        unseen.since = old.since + 5min;
        QVERIFY(isWorse(unseen, old) && !isWorse(old, unseen));
        unseen.severity = Severity::Warning;
        QVERIFY(isWorse(old, unseen));
    }
    // It is told once it has been over for a while, and says for how long.
    void theEventOfAnEndSaysWhenThatWas()
    {
        Problem problem = problemOf("one");
        problem.evidence = Sentence::say("it has no expiry");
        const auto textOf = [&](What what) {
            return eventOf({what, problem}, start + 12s).detail.english();
        };
        const QString opened = textOf(What::Opened);
        QVERIFY2(opened.endsWith(u"): it has no expiry"_s), qPrintable(opened));
        problem.until = start + 2s;
        QCOMPARE(textOf(What::Closed),
                 u"long-hold (warning): over for 10 s; it was: it has no expiry"_s);
    }
    // As of a recorder that ended while it was open.
    void anEndWithoutATimeIsThatOfTheChange()
    {
        IncidentBook book;
        book.note({What::Opened, problemOf("one")}, start);
        book.note({What::Closed, problemOf("one")}, start + 5s);
        QCOMPARE(book.openCount(), std::size_t(0));
        QVERIFY(!book.over().front().isOpen());
        QCOMPARE(*book.over().front().problem.until, start + 5s);
    }
    void theOldestAreForgotten()
    {
        IncidentBook book(2);
        for (const char *name : {"one", "two", "three"}) {
            Problem problem = problemOf(name);
            book.note({What::Opened, problem}, start);
            problem.until = start;
            book.note({What::Closed, problem}, start);
        }
        QVERIFY(!book.find("one"));
        QVERIFY(book.find("two") && book.find("three"));
    }
    // The same problem has the same identifier in each program that sees it at the same time.
    void theIdentifierIsStable()
    {
        const auto idOf = [](const char *name) {
            test::Watched watched;
            auto lock = watched.held(name, 1);
            lock.holds[0].deadline.reset();
            watched.put(lock);
            watched.pass(2s);
            return watched.problem("no-expiry").id;
        };
        QCOMPARE(idOf("orders"), idOf("orders"));
        QVERIFY(idOf("orders") != idOf("stock"));
    }
};

LOCKSCOPE_TEST_SUITE(TestIncidents)
#include "tst_incidents.moc"
