// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/channelmark.h"
#include "core/watch/server/lockscan.h"
#include "tests/core/watch/server/pumping.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;

namespace {

const LockName a("lock:a");
const LockName b("lock:b");

// The part alone, with the objects it needs to mark and read the keys it finds.
class Scanning
{
public:
    explicit Scanning(const redis::Target &target, WatchMode mode = WatchMode::Tracking)
        : stage(target, mode)
        , pumping(stage)
        , rights(stage.context, [] {})
        , guesses(stage.reader.hints(), false)
        , queues(stage.connection, stage.scope, stage.options, stage.book, stage.reader,
                 {[this](const LockName &name) { return stage.context.isOfInterest(name); },
                  [](const LockName &) {}})
        , router(stage.context, pumping.pump, queues,
                 {.told = [](const LockName &) { return false; },
                  .keyspaceEvent = [](const QByteArray &) {},
                  .flushed = [] {},
                  .dropped = [] {}})
        , scan(stage.context,
               {.pump = pumping.pump,
                .rights = rights,
                .guesses = guesses,
                .queues = queues,
                .router = router},
               {.finished = [this] { ++finished; },
                .hindered = [this](const Error &) { ++hindered; },
                .catchUp = [this] { return onCatchUp(); },
                .missed = [this](quint64 count, const Sentence &) { missed += count; }})
    {}
    ~Scanning() { stage.scope.cancel(); }
    Scanning(const Scanning &) = delete;
    Scanning &operator=(const Scanning &) = delete;

    [[nodiscard]] bool runs(LockScan::Purpose purpose = LockScan::Purpose::All)
    {
        const int before = finished;
        scan.start(purpose);
        return eventually([&] { return finished > before && !pumping.pump.isBusy(); });
    }

    [[nodiscard]] bool looksAtChannels()
    {
        bool isDone = false;
        stage.scope.start([&] { return lookAtChannels(isDone); });
        return eventually([&] { return isDone && !pumping.pump.isBusy(); });
    }

    PartStage stage;
    Pumping pumping;
    ReadingRights rights;
    Guesses guesses;
    QueueOwners queues;
    ChangeRouter router;
    int finished = 0;
    int hindered = 0;
    quint64 missed = 0;
    int caughtUp = 0;
    std::function<Result<void>()> whileCatchingUp; // what comes then
    LockScan scan;

private:
    QCoro::Task<> lookAtChannels(bool &isDone)
    {
        isDone = (co_await scan.lookAtChannels()).has_value();
    }
    QCoro::Task<Result<void>> onCatchUp()
    {
        ++caughtUp;
        co_return whileCatchingUp ? whileCatchingUp() : Result<void>();
    }
};

} // namespace

// A scan of a real server, without events, a sweep or a watch that would start it.
class TestLockScan : public QObject
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

    void whatWasThereAtTheStartHasAppeared();
    void aFindOfACheckWasMissedUnlessAnEventTellsOfIt();
    void aFindIsJudgedWhenTheEventsAreKnown_data();
    void aFindIsJudgedWhenTheEventsAreKnown();
    void aFindOfAScanForAllWasNotMissed();
    void whereNoEventTellsAFindIsNew();
    void onlyAScanForAllIsRepeated();
    void nothingIsScannedWhileTheServerIsDown();
    void aListenerAloneShowsItsLock();
    void listenersThatComeLaterShowTheirLocksWithinAMinute();
    void aListenerOnAShardedChannelShowsItsLock();
    void aMarkIsNoLock();
    void namesThatAreAskedForNeedNoScan();
    void aNameThatIsAskedForIsNewWhereNoEventTells();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestLockScan::whatWasThereAtTheStartHasAppeared()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 60'000);
    writer.acquire(b.bytes, ann, 60'000);
    m_server->command({"SET", "page", "text"});
    Scanning part(m_server->target());
    part.stage.record.discovering = true;
    QVERIFY(part.stage.open());
    QVERIFY(part.runs());
    QCOMPARE(part.stage.book.size(), std::size_t(2));
    QCOMPARE(part.stage.told(), QByteArray("appeared appeared"));
    QVERIFY(!part.scan.takeMissed(a));
    QVERIFY(!part.scan.isRunning());
}

// The first scan is over, and every change is reported: a change that a check still finds was not
// reported.
void TestLockScan::aFindOfACheckWasMissedUnlessAnEventTellsOfIt()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 60'000);
    writer.acquire(b.bytes, ann, 60'000);
    Scanning part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.runs(LockScan::Purpose::Check));
    QVERIFY(part.scan.noteTold(b)); // late, but it came
    QVERIFY(part.scan.takeMissed(a));
    QVERIFY(!part.scan.takeMissed(a)); // once
    QVERIFY(!part.scan.takeMissed(b));
    part.scan.noteMissed(a);
    part.scan.reportMissed();
    part.scan.reportMissed();
    QCOMPARE(part.missed, quint64(1));
}

void TestLockScan::aFindIsJudgedWhenTheEventsAreKnown_data()
{
    QTest::addColumn<bool>("isLost");
    QTest::newRow("its event comes after the reading") << false;
    QTest::newRow("the listening connection is lost") << true;
}

void TestLockScan::aFindIsJudgedWhenTheEventsAreKnown()
{
    QFETCH(const bool, isLost);
    LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
    Scanning part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.runs(LockScan::Purpose::Check));
    QVERIFY(part.scan.takeMissed(a));
    part.scan.noteMissed(a);
    part.whileCatchingUp = [&]() -> Result<void> {
        if (isLost)
            return fail(ErrorKind::ConnectionLost, Sentence::say("lost"));
        part.scan.noteTold(a);
        return {};
    };
    part.scan.reportMissed();
    QVERIFY(eventually([&] { return part.caughtUp == 1; }));
    part.scan.reportMissed();
    QCOMPARE(part.missed, quint64(0));
}

void TestLockScan::aFindOfAScanForAllWasNotMissed()
{
    LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
    Scanning part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.runs());
    QVERIFY(part.stage.book.knows(a));
    QVERIFY(!part.scan.takeMissed(a));
}

void TestLockScan::whereNoEventTellsAFindIsNew()
{
    LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
    Scanning part(m_server->target(), WatchMode::Polling);
    QVERIFY(part.stage.open());
    QVERIFY(part.runs(LockScan::Purpose::Check));
    QCOMPARE(part.stage.told(), QByteArray("acquired"));
    QVERIFY(!part.scan.takeMissed(a));
}

// A wanted key may be behind the cursor; a check can wait for the next scan.
void TestLockScan::onlyAScanForAllIsRepeated()
{
    Scanning part(m_server->target());
    QVERIFY(part.stage.open());
    part.scan.start();
    QVERIFY(part.scan.isRunning());
    part.scan.start(LockScan::Purpose::Check);
    QVERIFY(eventually([&] { return part.finished > 0; }));
    QVERIFY(!part.scan.isRunning());
    part.scan.start();
    part.scan.start();
    QVERIFY(eventually([&] { return part.finished == 3; }));
    QVERIFY(!part.scan.isRunning());
}

void TestLockScan::nothingIsScannedWhileTheServerIsDown()
{
    Scanning part(m_server->target());
    QVERIFY(part.stage.open());
    part.stage.record.state = ServerState::Down;
    part.scan.start();
    QVERIFY(!part.scan.isRunning());
}

// The lock has no key left, so SCAN does not find it.
void TestLockScan::aListenerAloneShowsItsLock()
{
    const Listener listener(*m_server, "SUBSCRIBE", "redisson_lock__channel:{lock:a}");
    Scanning part(m_server->target());
    part.stage.record.discovering = true;
    QVERIFY(part.stage.open());
    QVERIFY(part.runs());
    QVERIFY(part.pumping.readings(a) > 0);
}

// They wait for what nobody has made: no key, so no event.
void TestLockScan::listenersThatComeLaterShowTheirLocksWithinAMinute()
{
    Scanning part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.runs());
    const Listener listener(*m_server, "SUBSCRIBE", "redisson_lock__channel:{lock:a}");
    QVERIFY(part.looksAtChannels());
    QVERIFY(!part.stage.book.knows(a)); // the scan has asked a moment ago
    part.stage.clock.advance(std::chrono::seconds(61));
    QVERIFY(part.looksAtChannels());
    QVERIFY(part.stage.book.knows(a));
}

void TestLockScan::aListenerOnAShardedChannelShowsItsLock()
{
    const Listener listener(*m_server, "SSUBSCRIBE", "redisson_lock__channel:{lock:a}");
    Scanning part(m_server->target());
    part.stage.reader.setSharded(true);
    QVERIFY(part.stage.open());
    QVERIFY(part.looksAtChannels());
    QVERIFY(part.stage.book.knows(a));
}

// Another watch, or a waiter of ours, listens to the mark of the channel as well.
void TestLockScan::aMarkIsNoLock()
{
    const QByteArray channel = "redisson_lock__channel:{lock:a}";
    const Listener listener(*m_server, "SSUBSCRIBE", channel);
    const Listener watching(*m_server, "SSUBSCRIBE", channel);
    const Listener marked(*m_server, "SSUBSCRIBE", redis::markOf(channel));
    Scanning part(m_server->target());
    part.stage.reader.setSharded(true);
    QVERIFY(part.stage.open());
    QVERIFY(part.looksAtChannels());
    QVERIFY(part.stage.book.knows(a));
    QVERIFY(!part.stage.book.knows(LockName("{lock:a}:lockscope-uncounted")));
    QVERIFY(!part.stage.book.knows(LockName("lock:a:lockscope-uncounted")));
}

void TestLockScan::namesThatAreAskedForNeedNoScan()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 60'000);
    writer.acquire(b.bytes, ann, 60'000);
    const RecordingProxy proxy(m_server->port());
    Scanning part(through(proxy, m_server->target()));
    part.stage.options.names = {a};
    part.stage.record.discovering = true;
    QVERIFY(part.stage.open());
    part.scan.start();
    QVERIFY(eventually([&] { return part.stage.book.knows(a); }));
    QVERIFY(!part.scan.isRunning());
    QVERIFY(!part.stage.book.knows(b));
    QCOMPARE(proxy.count("SCAN"), 0);
    QCOMPARE(part.stage.told(), QByteArray("appeared"));
}

// The first look found nothing by that name, and this is how the next ones find it.
void TestLockScan::aNameThatIsAskedForIsNewWhereNoEventTells()
{
    LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
    Scanning part(m_server->target(), WatchMode::Polling);
    part.stage.options.names = {a};
    QVERIFY(part.stage.open());
    part.scan.start(LockScan::Purpose::Check);
    QVERIFY(eventually([&] { return part.stage.book.knows(a); }));
    QCOMPARE(part.stage.told(), QByteArray("acquired"));
}

LOCKSCOPE_TEST_SUITE(TestLockScan)
#include "tst_lockscan.moc"
