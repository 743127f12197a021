// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/health/lockids.h"
#include "tests/ui/madeup.h"
#include "ui/health/healthfeed.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <array>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;
using health::Problem;
using health::ProblemChange;

namespace {

const QByteArray ann = "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";

bool has(const ProblemSource &source, const watch::LockId &lock, const char *rule)
{
    const std::vector<Problem> problems = source.problemsOf(lock);
    return std::ranges::any_of(
        problems, [rule](const Problem &each) { return each.rule->name == QByteArrayView(rule); });
}

} // namespace

// Tests the console's judgements: over made-up records by a clock that the test moves, and over a
// real server.
class tst_HealthFeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<ProblemChange>(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
        m_client = std::make_unique<WatchClient>(m_clock);
        m_mailbox = &m_client->addSource();
        m_owner = std::make_unique<QObject>();
        m_feed = new HealthFeed(*m_client, m_clock, m_owner.get());
        for (int i = 0; i < 3; ++i)
            put(upServer(i));
        QVERIFY(eventually([&] { return m_client->servers().rowCount() == 3; }));
    }
    void cleanup()
    {
        m_console.reset();
        m_owner.reset();
        m_client.reset();
    }

    void aProblemOpensAfterASecondAndIsTold();
    void aLostConnectionSuspends();
    void aPauseFreezes();
    void otherGroupsCloseWhatOldOnesFound();
    void aDeploymentThatIsNotWatchedHasNoProblem();
    void theConsoleJudgesItsServers();

private:
    void put(const watch::ServerRecord &server)
    {
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    // A lock that never expires: a problem of its own.
    void putEndless(const QByteArray &name)
    {
        watch::LockRecord lock = heldLock(name, m_clock);
        lock.holds.front().deadline.reset();
        lock.deadline.reset();
        put(lock);
        QVERIFY(eventually([&] { return m_client->locks().find(idOf(name)) != nullptr; }));
    }
    bool opens(const watch::LockId &lock)
    {
        return eventually([&] { return m_feed->worstOf(lock).has_value(); });
    }

    StandingClock m_clock;
    std::unique_ptr<WatchClient> m_client;
    watch::WatchMailbox *m_mailbox = nullptr;
    std::unique_ptr<QObject> m_owner;
    HealthFeed *m_feed = nullptr;
    std::unique_ptr<console::Application> m_console;
};

void tst_HealthFeed::aProblemOpensAfterASecondAndIsTold()
{
    QSignalSpy changed(m_feed, &HealthFeed::problemChanged);
    QSignalSpy judged(m_feed, &HealthFeed::judged);
    QSignalSpy incidents(m_feed, &HealthFeed::incidentsChanged);
    const WallInstant start = m_clock.wallNow();
    putEndless("first");
    m_clock.advance(500ms);
    putEndless("second");
    m_clock.advance(500ms);
    QVERIFY(opens(idOf("first")));
    QVERIFY(!m_feed->worstOf(idOf("second"))); // for half a second
    QVERIFY(has(*m_feed, idOf("first"), "no-expiry"));
    QCOMPARE(changed.size(), 1);
    const auto change = changed.front().front().value<ProblemChange>();
    QCOMPARE(change.what, ProblemChange::What::Opened);
    QCOMPARE(change.problem.since, start);
    QCOMPARE(judged.size(), 1);
    QCOMPARE(judged.front().front().value<std::vector<watch::LockId>>(),
             std::vector{idOf("first")});
    QCOMPARE(incidents.size(), 1);
    QCOMPARE(m_feed->incidents().open().size(), std::size_t(1));
    QCOMPARE(m_feed->locksWithProblems(), std::vector{idOf("first")});
    m_clock.advance(500ms);
    QVERIFY(opens(idOf("second")));
    QCOMPARE(m_feed->locksWithProblems().size(), std::size_t(2));
    // Over for ten seconds, it closes.
    put(heldLock("first", m_clock));
    QVERIFY(
        eventually([&] { return m_feed->problemsOf(idOf("first")).front().until.has_value(); }));
    m_clock.advance(10s);
    QVERIFY(eventually([&] { return !m_feed->worstOf(idOf("first")); }));
    QVERIFY(!m_feed->incidents().find(change.problem.id)->isOpen());
}

void tst_HealthFeed::aLostConnectionSuspends()
{
    putEndless("orders");
    m_clock.advance(1s);
    QVERIFY(opens(idOf("orders")));
    const Problem before = m_feed->problemsOf(idOf("orders")).front();
    QVERIFY(m_feed->isInSight({0}) && !before.isSuspended);
    QSignalSpy sight(m_feed, &HealthFeed::sightChanged);
    QSignalSpy changed(m_feed, &HealthFeed::problemChanged);
    put(lostServer(m_clock, 0s));
    QVERIFY(eventually([&] { return !changed.isEmpty(); }));
    QVERIFY(changed.front().front().value<ProblemChange>().problem.isSuspended);
    QVERIFY(!m_feed->isInSight({0}) && m_feed->isInSight({1}));
    QVERIFY(eventually([&] { return sight.size() == 1; }));
    // Changes of the lock meanwhile do not matter: nobody sees them.
    m_clock.advance(60s);
    put(heldLock("orders", m_clock));
    QVERIFY(
        eventually([&] { return m_client->locks().find(idOf("orders"))->deadline.has_value(); }));
    QVERIFY(m_feed->problemsOf(idOf("orders")).front().isSuspended);
    QVERIFY(!m_feed->problemsOf(idOf("orders")).front().until);
    put(upServer(0));
    QVERIFY(eventually([&] { return m_feed->isInSight({0}); }));
    // The reading that comes with it counts; where none comes, it is judged after a second.
    m_clock.advance(1100ms);
    QVERIFY(eventually([&] {
        const Problem after = m_feed->problemsOf(idOf("orders")).front();
        return after.id == before.id && !after.isSuspended && after.until;
    }));
    QVERIFY(eventually([&] { return sight.size() == 2; }));
}

void tst_HealthFeed::aPauseFreezes()
{
    putEndless("orders");
    m_client->setPaused(true);
    m_clock.advance(1h);
    QVERIFY(!eventually([&] { return m_feed->worstOf(idOf("orders")).has_value(); },
                        HealthFeed::together * 3));
    m_client->setPaused(false);
    QVERIFY(opens(idOf("orders")));
}

// A group is known by its place in the list: findings in another one do not count.
void tst_HealthFeed::otherGroupsCloseWhatOldOnesFound()
{
    m_client->setQuorumGroups(
        {{u"red"_s, {upServer(0).label, upServer(1).label, upServer(2).label}}});
    for (int server = 0; server < 3; ++server) {
        watch::LockRecord lock = heldLock("prices", m_clock, 1h, server);
        lock.kind = "string";
        lock.library = "generic";
        lock.mainKey = format::KeyType::String;
        lock.holds.front().owner = OwnerId("token " + QByteArray::number(server));
        put(lock);
    }
    QVERIFY(eventually([&] { return m_client->locks().rowCount() == 3; }));
    // The verdict is given some time after the news.
    QVERIFY(eventually([&] {
        m_clock.advance(50ms);
        return has(*m_feed, idOf("prices", 2), "split-vote");
    }));
    QSignalSpy changed(m_feed, &HealthFeed::problemChanged);
    m_client->setQuorumGroups({});
    QVERIFY(eventually([&] { return !has(*m_feed, idOf("prices"), "split-vote"); }));
    QVERIFY(eventually([&] { return !changed.isEmpty(); }));
    QCOMPARE(changed.back().front().value<ProblemChange>().what, ProblemChange::What::Closed);
}

void tst_HealthFeed::aDeploymentThatIsNotWatchedHasNoProblem()
{
    putEndless("orders");
    m_clock.advance(1s);
    QVERIFY(opens(idOf("orders")));
    QSignalSpy changed(m_feed, &HealthFeed::problemChanged);
    m_client->removeDeployment({0});
    QVERIFY(eventually([&] { return changed.size() == 1; }));
    QCOMPARE(changed.front().front().value<ProblemChange>().what, ProblemChange::What::Closed);
    QVERIFY(m_feed->locksWithProblems().empty());
    QVERIFY(m_feed->incidents().open().empty());
}

// Each by the thresholds of its profile, from the beginning.
void tst_HealthFeed::theConsoleJudgesItsServers()
{
    LOCKSCOPE_REQUIRE_REDIS();
    std::array<RedisProcess, 2> servers;
    console::Options options;
    for (RedisProcess &server : servers) {
        QVERIFY(server.start());
        QVERIFY(server.command({"HSET", "orders", ann + ":1", "1"}).integer == 1);
        options.targets.push_back({server.target(), {}, {}, {}, {}});
    }
    options.targets[1].thresholds.emplace().hold = 500ms;
    m_console = std::make_unique<console::Application>(std::move(options), QString());
    m_console->start();
    const HealthFeed &feed = m_console->window().health();
    const ServerModel &rows = m_console->client().servers();
    QVERIFY(eventually([&] { return rows.rowCount() == 2; }));
    std::array<watch::LockId, 2> locks;
    for (const ServerRow &row : rows.rows())
        locks[row.server.label == servers[0].url() ? 0 : 1] =
            idOf("orders", row.server.deployment.number);
    QVERIFY(eventually([&] { return has(feed, locks[0], "no-expiry"); }));
    QVERIFY(eventually([&] { return has(feed, locks[1], "long-hold"); }));
    QVERIFY(!has(feed, locks[0], "long-hold"));
    const Problem found = feed.problemsOf(locks[0]).front();
    QVERIFY(feed.wallNow() - found.since >= 1s);
    servers[0].kill();
    QVERIFY(eventually([&] { return !feed.isInSight(locks[0].deployment); }));
    QVERIFY(feed.problemsOf(locks[0]).front().isSuspended);
    QVERIFY(!feed.problemsOf(locks[1]).front().isSuspended);
}

LOCKSCOPE_TEST_SUITE(tst_HealthFeed)
#include "tst_healthfeed.moc"
