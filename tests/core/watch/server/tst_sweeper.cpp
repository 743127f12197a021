// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/sweeper.h"
#include "tests/core/format/keys.h"
#include "tests/core/watch/server/outcomes.h"
#include "tests/core/watch/server/pumping.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;

namespace {

const LockName a("lock:a");

// The part alone, with the objects it needs for a sweep. Turns are a second apart by the system's
// clock.
class Sweeping
{
public:
    Sweeping(const redis::Target &target, WatchMode mode)
        : stage(target, mode)
        , pumping(stage)
        , rights(stage.context, [] {})
        , waiters(stage.context, rights, [] {})
        , names(stage.context, [] {})
        , queues(stage.connection, stage.scope, stage.options, stage.book, stage.reader,
                 {[](const LockName &) { return true; }, [](const LockName &) {}})
        , sweeper(stage.context, {pumping.pump, waiters, names, queues},
                  {.refresh = [this] { return refresh(); },
                   .checkByScan = [this] { ++checks; },
                   .lookAtChannels = [this] { return lookAtChannels(); },
                   .hindered = [](const Error &) {},
                   .catchUp = [this] { return onCatchUp(); },
                   .missed = [this](quint64 count, const Sentence &) { missed += count; },
                   .swapped = [this] { ++swaps; }})
    {}
    ~Sweeping() { stage.scope.cancel(); }
    Sweeping(const Sweeping &) = delete;
    Sweeping &operator=(const Sweeping &) = delete;

    // The lock is known as the server has it now.
    [[nodiscard]] bool read()
    {
        pumping.pump.mark(a, {});
        pumping.pump.pump();
        const bool isKnown = eventually([this] { return stage.book.knows(a); });
        stage.told();
        return isKnown;
    }

    PartStage stage;
    Pumping pumping;
    ReadingRights rights;
    WaiterCounter waiters;
    OwnerNames names;
    QueueOwners queues;
    int turns = 0;
    int checks = 0;
    int swaps = 0;
    int channelLooks = 0;
    int caughtUp = 0;
    std::function<Result<void>()> whileCatchingUp; // what comes then
    quint64 missed = 0;
    Sweeper sweeper;

private:
    QCoro::Task<Result<void>> refresh()
    {
        ++turns;
        co_return Result<void>();
    }
    QCoro::Task<Result<void>> lookAtChannels()
    {
        ++channelLooks;
        co_return Result<void>();
    }
    QCoro::Task<Result<void>> onCatchUp()
    {
        ++caughtUp;
        co_return whileCatchingUp ? whileCatchingUp() : Result<void>();
    }
};

} // namespace

// Tests the changes that a sweep finds on a real server without events: nothing listens.
class TestSweeper : public QObject
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

    void aChangeWithoutAnEventWasMissed();
    void aChangeThatIsToldInTimeWasNot();
    void aChangeIsJudgedWhenTheEventsAreKnown_data();
    void aChangeIsJudgedWhenTheEventsAreKnown();
    void anUnchangedLockIsNotReadAgain();
    void whereNotAllIsHeardAChangeIsOnlyRead();
    void aQueueThatChangedBesideTheMainKeyIsRead();
    void theScanThatChecksComesWithItsPeriod();
    void aTurnLooksForLocksThatOnlyTheirWaitersShow();
    void nothingIsComparedDuringTheFirstScan();
    void whereNothingIsToldLocksAreReadDuringTheFirstScan();
    void aFreeLockWhoseKeyIsGoneWasMissed();
    void aLongRestDoesNotHideTheServer();

private:
    qint64 comparisons() const;

    std::unique_ptr<RedisProcess> m_server;
};

void TestSweeper::aChangeWithoutAnEventWasMissed()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 60'000);
    Sweeping part(m_server->target(), WatchMode::Tracking);
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    writer.renew(a.bytes, 90'000);
    part.sweeper.start();
    QVERIFY(eventually([&] { return part.swaps > 0; }));
    QCOMPARE(part.missed, quint64(1));
}

// Its event is only late. It is told again and again here, since the turn's moment is not known.
void TestSweeper::aChangeThatIsToldInTimeWasNot()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 60'000);
    Sweeping part(m_server->target(), WatchMode::Tracking);
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    writer.renew(a.bytes, 90'000);
    part.sweeper.start();
    QVERIFY(eventually([&] {
        part.sweeper.noteTold(a);
        return part.turns > 1;
    }));
    QCOMPARE(part.missed, quint64(0));
    QCOMPARE(part.swaps, 0);
}

void TestSweeper::aChangeIsJudgedWhenTheEventsAreKnown_data()
{
    QTest::addColumn<bool>("isLost");
    QTest::newRow("its event comes much later") << false;
    QTest::newRow("the listening connection does not answer") << true;
}

// The listening connection may be behind for any time.
void TestSweeper::aChangeIsJudgedWhenTheEventsAreKnown()
{
    QFETCH(const bool, isLost);
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 60'000);
    Sweeping part(m_server->target(), WatchMode::Tracking);
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    part.whileCatchingUp = [&]() -> Result<void> {
        if (isLost)
            return fail(ErrorKind::ConnectionLost, Sentence::say("lost"));
        part.sweeper.noteTold(a);
        return {};
    };
    writer.renew(a.bytes, 90'000);
    part.sweeper.start();
    QVERIFY(eventually([&] { return part.turns > 1; }));
    QCOMPARE(part.missed, quint64(0));
    QCOMPARE(part.swaps, 0);
    QVERIFY(part.caughtUp > 0);
    if (isLost) // nothing is concluded, but what is shown is right
        QVERIFY(eventually([&] { return part.stage.told().contains("renewed"); }));
}

void TestSweeper::anUnchangedLockIsNotReadAgain()
{
    LockWriter(*m_server).acquire(a.bytes, ann, 600'000);
    Sweeping part(m_server->target(), WatchMode::Tracking);
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    const int readings = part.pumping.readings(a);
    part.sweeper.start();
    QVERIFY(eventually([&] { return part.turns > 1; })); // the first turn has ended
    QCOMPARE(part.pumping.readings(a), readings);
    QCOMPARE(part.missed, quint64(0));
}

void TestSweeper::whereNotAllIsHeardAChangeIsOnlyRead()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 60'000);
    Sweeping part(m_server->target(), WatchMode::Channels);
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    const int readings = part.pumping.readings(a);
    writer.renew(a.bytes, 90'000);
    part.sweeper.start();
    QVERIFY(eventually([&] { return part.pumping.readings(a) > readings; }));
    QVERIFY(part.turns > 0); // by the sweep, and not by the lock's own time
    QCOMPARE(part.stage.told(), QByteArray("renewed"));
    QCOMPARE(part.missed, quint64(0));
}

// The expiry time of the main key stays as it was.
void TestSweeper::aQueueThatChangedBesideTheMainKeyIsRead()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 600'000);
    writer.enqueue(a.bytes, bob, 600'000);
    Sweeping part(m_server->target(), WatchMode::Tracking);
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    QCOMPARE(part.stage.book.record(a)->waiters->size(), std::size_t(1));
    writer.leave(a.bytes, bob);
    part.sweeper.start();
    QVERIFY(eventually([&] {
        const LockPointer lock = part.stage.book.record(a);
        return !lock->waiters || lock->waiters->empty();
    }));
    QCOMPARE(part.missed, quint64(0));
}

void TestSweeper::theScanThatChecksComesWithItsPeriod()
{
    Sweeping part(m_server->target(), WatchMode::Tracking);
    QVERIFY(part.stage.open());
    part.sweeper.start();
    QVERIFY(eventually([&] { return part.turns > 0; }));
    QCOMPARE(part.checks, 0);
    part.stage.clock.advance(part.stage.options.verifyPeriod);
    QVERIFY(eventually([&] { return part.checks == 1; }));
    const int turns = part.turns;
    QVERIFY(eventually([&] { return part.turns > turns; }));
    QCOMPARE(part.checks, 1);
}

// The picture is not complete yet, and the scan reads everything anyway.
void TestSweeper::aTurnLooksForLocksThatOnlyTheirWaitersShow()
{
    Sweeping part(m_server->target(), WatchMode::Tracking);
    QVERIFY(part.stage.open());
    part.sweeper.start();
    QVERIFY(eventually([&] { return part.channelLooks > 0; }));
}

void TestSweeper::nothingIsComparedDuringTheFirstScan()
{
    Sweeping part(m_server->target(), WatchMode::Tracking);
    QVERIFY(part.stage.open());
    part.stage.record.discovering = true;
    part.sweeper.start();
    part.stage.clock.advance(part.stage.options.verifyPeriod);
    QVERIFY(eventually([&] { return part.checks > 0; })); // so a turn has come
    QCOMPARE(part.turns, 0);
}

// It may take minutes, and nothing else shows that a lock was released.
void TestSweeper::whereNothingIsToldLocksAreReadDuringTheFirstScan()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 600'000);
    Sweeping part(m_server->target(), WatchMode::Polling);
    QVERIFY(part.stage.open());
    part.stage.record.discovering = true;
    QVERIFY(part.read());
    part.sweeper.start();
    writer.unlock(a.bytes);
    QVERIFY(eventually([&] { return !part.stage.book.knows(a); }));
    QCOMPARE(part.stage.told(), QByteArray("released"));
}

// A number has no holds and no expiry.
void TestSweeper::aFreeLockWhoseKeyIsGoneWasMissed()
{
    m_server->command({"SET", a.bytes, "3"});
    Sweeping part(m_server->target(), WatchMode::Tracking);
    part.stage.reader.hear(a, "semaphore");
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    QVERIFY(part.stage.book.isFree(a));
    QVERIFY(!part.stage.book.isWithoutMain(a));
    part.sweeper.start();
    QVERIFY(eventually([&] { return part.turns > 1; }));
    QCOMPARE(part.missed, quint64(0));
    m_server->command({"DEL", a.bytes});
    QVERIFY(eventually([&] { return part.missed > 0; }));
    QCOMPARE(part.missed, quint64(1));
}

// The number of expiry times that the server was asked for.
qint64 TestSweeper::comparisons() const
{
    return m_server->calls("pexpiretime") + m_server->calls("pttl");
}

// A sweep over many locks is followed by a long rest. The server is asked every second all the
// same: else it would look as if it were out of sight.
void TestSweeper::aLongRestDoesNotHideTheServer()
{
    constexpr int count = 30'000;
    Sweeping part(m_server->target(), WatchMode::Channels);
    QVERIFY(part.stage.open());
    const qint64 now = part.stage.serverClock.serverTime(part.stage.clock.now());
    const qint64 end = now + 3'600'000;
    LockWriter(*m_server).run("for i=1,ARGV[1] do redis.call('hset','lock:'..i,ARGV[2],1) "
                              "redis.call('pexpireat','lock:'..i,ARGV[3]) end",
                              {QByteArray::number(count), ann, QByteArray::number(end)});
    // Known without a reading of each, which takes a minute in a sanitizer's build.
    for (int i = 1; i <= count; ++i) {
        const QByteArray name = "lock:" + QByteArray::number(i);
        part.stage.book.apply(
            outcomeOf(LockName(name), {{KeyName(name), hashKey({{ann, "1"}}, end)}}, now),
            {1, false, false});
    }
    QCOMPARE(part.stage.book.size(), std::size_t(count));
    const qint64 before = comparisons();
    part.sweeper.start();
    QVERIFY(eventually([&] { return part.turns == 2; }));
    const qint64 compared = comparisons();
    QVERIFY(compared >= before + count); // so the first sweep is over
    QVERIFY(eventually([&] { return part.turns == 3; }));
    QCOMPARE(comparisons(), compared);
}

LOCKSCOPE_TEST_SUITE(TestSweeper)
#include "tst_sweeper.moc"
