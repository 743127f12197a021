// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/serveridentity.h"
#include "tests/core/watch/server/partstage.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;

namespace {

// The part alone, and its reports to its owner.
class Identifying
{
public:
    explicit Identifying(const redis::Target &target)
        : stage(target, WatchMode::Polling)
        , identity(stage.context,
                   {.otherProcess = [this] { ++otherProcesses; },
                    .failover = [this] { ++failovers; },
                    .flushed = [this] { ++flushes; }})
    {
        QObject::connect(&stage.connection, &redis::Connection::lost, &stage.connection,
                         [this] { ++losses; });
    }
    ~Identifying() { stage.scope.cancel(); }
    Identifying(const Identifying &) = delete;
    Identifying &operator=(const Identifying &) = delete;

    [[nodiscard]] bool identify(bool wasUp)
    {
        return await(stage.scope.start([this, wasUp] { return identity.identify(wasUp); }))
            .has_value();
    }
    [[nodiscard]] bool refresh()
    {
        return await(stage.scope.start([this] { return identity.refresh(); })).has_value();
    }
    // As where no event tells of a flush. The next question is answered after the first count.
    [[nodiscard]] bool startCounting()
    {
        identity.setFlushesTold(false);
        return refresh();
    }
    [[nodiscard]] bool countFlushes()
    {
        return await(stage.scope.start([this] { return identity.countFlushes(); })).has_value();
    }

    PartStage stage;
    int otherProcesses = 0;
    int failovers = 0;
    int flushes = 0;
    int losses = 0;
    ServerIdentity identity;
};

} // namespace

// Tests which process replies, by the replies of a real server, but without a watch.
class TestServerIdentity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void theSameProcessIsNoRestart();
    void anotherProcessIsOneRestart();
    void aCountedFlushIsToldOnce();
    void aCountThatWasResetIsNoFlush();
    void aCountThatIsNotToldAtFirstIsAskedForAgain_data();
    void aCountThatIsNotToldAtFirstIsAskedForAgain();
    void flushesThatEventsTellOfAreNotCounted();
    void theCountOfAnotherConnectionIsForgotten();
    void aChangeOfTheRoleIsOneFailover();
    void factsComeWithEveryRefresh();
    void aServerThatTellsNoRoleIsNotAskedForIt();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestServerIdentity::theSameProcessIsNoRestart()
{
    Identifying part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    QCOMPARE(part.otherProcesses, 1); // nothing was known of it
    QVERIFY(!part.stage.record.runId.isEmpty());
    QCOMPARE(part.stage.record.role, QByteArray("master"));
    QVERIFY(part.identify(true));
    QCOMPARE(part.otherProcesses, 1);
    QVERIFY(!part.identity.takeRestart());
    QCOMPARE(part.stage.told(), QByteArray());
}

void TestServerIdentity::anotherProcessIsOneRestart()
{
    Identifying part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    const QByteArray before = part.stage.record.runId;
    QVERIFY(m_server->restart());
    QVERIFY(eventually([&] { return part.losses > 0; }));
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(true));
    QVERIFY(part.stage.record.runId != before);
    QCOMPARE(part.otherProcesses, 2);
    // The connection is lost again before anybody takes it.
    QVERIFY(part.identify(true));
    QCOMPARE(part.otherProcesses, 2);
    QCOMPARE(part.stage.told(), QByteArray());
    QVERIFY(part.identity.takeRestart());
    QVERIFY(!part.identity.takeRestart());
}

void TestServerIdentity::aCountedFlushIsToldOnce()
{
    Identifying part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    QVERIFY(part.startCounting());
    m_server->command({"SET", "a", "1"});
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 0);
    m_server->command({"FLUSHDB"});
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 1);
    QCOMPARE(part.stage.told(), QByteArray("gap"));
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 1);
    QCOMPARE(part.stage.told(), QByteArray());
}

void TestServerIdentity::aCountThatWasResetIsNoFlush()
{
    Identifying part(m_server->target());
    QVERIFY(part.stage.open());
    m_server->command({"FLUSHDB"});
    m_server->command({"FLUSHDB"});
    QVERIFY(part.identify(false));
    QVERIFY(part.startCounting());
    m_server->command({"CONFIG", "RESETSTAT"});
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 0);
    m_server->command({"FLUSHDB"}); // fewer than there were before, but one more
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 1);
}

void TestServerIdentity::aCountThatIsNotToldAtFirstIsAskedForAgain_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<bool>("isAskedAgain");
    QTest::newRow("busy") << QByteArray("BUSY Redis is busy running a script") << true;
    // Each refusal leaves a line in the server's log.
    QTest::newRow("refused") << QByteArray("NOPERM no permissions") << false;
}

void TestServerIdentity::aCountThatIsNotToldAtFirstIsAskedForAgain()
{
    QFETCH(const QByteArray, error);
    QFETCH(const bool, isAskedAgain);
    RecordingProxy proxy(m_server->port());
    bool isRefusing = true;
    proxy.setRule([&](const std::vector<QByteArray> &command) {
        const bool isCount = command.size() == 2 && command[1] == "commandstats";
        return std::optional(isCount && isRefusing ? RecordingProxy::refusal(error) : command);
    });
    Identifying part(through(proxy, m_server->target()));
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    m_server->command({"FLUSHDB"});
    QVERIFY(part.startCounting());
    isRefusing = false;
    QVERIFY(part.refresh());
    const qsizetype asked = countOf(proxy, "INFO", "commandstats");
    QCOMPARE(asked > 1, isAskedAgain);
    QVERIFY(part.refresh());
    QCOMPARE(countOf(proxy, "INFO", "commandstats"), asked);
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 0);
    m_server->command({"FLUSHDB"});
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, isAskedAgain ? 1 : 0);
}

void TestServerIdentity::flushesThatEventsTellOfAreNotCounted()
{
    const RecordingProxy proxy(m_server->port());
    Identifying part(through(proxy, m_server->target()));
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    part.identity.setFlushesTold(true);
    m_server->command({"FLUSHDB"});
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 0);
    QCOMPARE(countOf(proxy, "INFO", "commandstats"), 0);
    // Events went away, and came back.
    QVERIFY(part.startCounting());
    QCOMPARE(countOf(proxy, "INFO", "commandstats"), 1);
    part.identity.setFlushesTold(true);
    m_server->command({"FLUSHDB"});
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 0);
    QCOMPARE(countOf(proxy, "INFO", "commandstats"), 1);
}

// It may be that of another process, and perhaps events tell by now.
void TestServerIdentity::theCountOfAnotherConnectionIsForgotten()
{
    Identifying part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    QVERIFY(part.startCounting());
    QVERIFY(part.identify(true));
    part.identity.setFlushesTold(true);
    m_server->command({"FLUSHDB"});
    QVERIFY(part.countFlushes());
    QCOMPARE(part.flushes, 0);
    QCOMPARE(part.stage.told(), QByteArray());
}

void TestServerIdentity::aChangeOfTheRoleIsOneFailover()
{
    Identifying part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    QVERIFY(part.refresh());
    QCOMPARE(part.failovers, 0);
    m_server->command({"REPLICAOF", "127.0.0.1", QByteArray::number(freePort())});
    QVERIFY(part.refresh());
    QCOMPARE(part.failovers, 1);
    QCOMPARE(part.stage.record.role, QByteArray("slave"));
    QCOMPARE(part.stage.told(), QByteArray("gap"));
    QVERIFY(part.refresh());
    QCOMPARE(part.failovers, 1);
}

// A problem of a server has to be told within three seconds.
void TestServerIdentity::factsComeWithEveryRefresh()
{
    Identifying part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    QCOMPARE(part.stage.record.facts.mostMemory, 0);
    m_server->command({"CONFIG", "SET", "maxmemory", "1000mb"});
    QVERIFY(part.refresh());
    QCOMPARE(part.stage.record.facts.mostMemory, 1000LL * 1024 * 1024);
}

// Each refusal leaves a line in the server's log.
void TestServerIdentity::aServerThatTellsNoRoleIsNotAskedForIt()
{
    const RecordingProxy proxy(m_server->port());
    Identifying part(through(proxy, targetOf(*m_server, {"resetkeys", "~*", "+@all", "-info"})));
    QVERIFY(part.stage.open());
    QVERIFY(part.identify(false));
    QVERIFY(part.stage.record.role.isEmpty());
    const int asked = proxy.count("INFO");
    QVERIFY(part.refresh());
    QCOMPARE(proxy.count("INFO"), asked);
}

LOCKSCOPE_TEST_SUITE(TestServerIdentity)
#include "tst_serveridentity.moc"
