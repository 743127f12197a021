// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/incidentbook.h"
#include "core/health/rules/rulelist.h"
#include "tests/core/health/healthlocks.h"
#include "tests/support/testmain.h"

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
        book.mute(mute);
        QVERIFY(!book.worst(start));
        QCOMPARE(book.count(start), std::size_t(0));
        QCOMPARE(book.open().size(), std::size_t(1)); // it is there all the same
        QCOMPARE(book.count(start + 2h), std::size_t(1));
        book.mute({.name = "orders"}); // in place of the other
        QCOMPARE(book.mutes().size(), std::size_t(1));
        QCOMPARE(book.count(start + 2h), std::size_t(0));
        QVERIFY(book.unmute(mute));
        QVERIFY(!book.unmute(mute));
        QCOMPARE(book.count(start), std::size_t(1));
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
