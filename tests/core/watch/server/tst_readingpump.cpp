// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/watch/server/pumping.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;

namespace {

const LockName a("lock:a");

} // namespace

// The reading pump alone, with a server and a book, but nothing that listens, scans or sweeps.
class TestReadingPump : public QObject
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

    void marksOfALockAreReadTogether()
    {
        LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
        PartStage stage(m_server->target(), WatchMode::Tracking);
        QVERIFY(stage.open());
        Pumping pumping(stage);
        pumping.pump.mark(a, KeyName(a.bytes));
        pumping.pump.mark(a, KeyName("redisson_lock_queue:{lock:a}"));
        pumping.pump.markUntold(LockName("lock:none"));
        QVERIFY(pumping.pump.isBusy());
        pumping.pump.pump();
        QVERIFY(pumping.pump.isUnderWay(a));
        QVERIFY(eventually([&] { return pumping.idle > 0; }));
        QCOMPARE(pumping.batches, 1);
        QCOMPARE(pumping.readings(a), 1);
        QCOMPARE(stage.told(), QByteArray("acquired"));
        QVERIFY(!pumping.pump.isUnderWay(a));
        QVERIFY(!pumping.pump.isBusy());
    }

    void nothingIsReadWhileTheServerIsDown()
    {
        LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
        PartStage stage(m_server->target(), WatchMode::Tracking);
        QVERIFY(stage.open());
        Pumping pumping(stage);
        stage.record.state = ServerState::Down;
        pumping.pump.mark(a, {});
        pumping.pump.pump();
        QVERIFY(pumping.pump.inFlight().empty());
        stage.record.state = ServerState::Up;
        pumping.isReady = false;
        pumping.pump.pump();
        QVERIFY(pumping.pump.inFlight().empty());
        QVERIFY(pumping.pump.queue().contains(a)); // it is not forgotten
        pumping.isReady = true;
        pumping.pump.pump();
        QVERIFY(eventually([&] { return pumping.readings(a) == 1; }));
    }

    // If not every change is reported, a renewal may have been missed: a lock is read at its
    // deadline, and not judged by an older reading.
    void aTickReadsWhereNotAllIsHeard()
    {
        const LockWriter writer(*m_server);
        writer.acquire(a.bytes, ann, 60'000);
        PartStage stage(m_server->target(), WatchMode::Channels);
        QVERIFY(stage.open());
        Pumping pumping(stage);
        pumping.pump.mark(a, {});
        pumping.pump.pump();
        QVERIFY(eventually([&] { return pumping.readings(a) == 1; }));
        QCOMPARE(stage.told(), QByteArray("acquired"));
        writer.renew(a.bytes, 90'000); // of which nobody tells
        // Shortly before its time; a reading marked for later sets the timer anew.
        const auto next = stage.book.nextTick();
        QVERIFY(next.has_value());
        stage.clock.advance(std::chrono::floor<Millis>(*next - stage.clock.now()) - Millis(100));
        pumping.pump.queue().markLater(LockName("lock:none"), stage.clock.now() + Millis(1));
        pumping.pump.pump();
        QVERIFY(eventually([&] { return pumping.readings(a) == 2; }));
        QCOMPARE(stage.told(), QByteArray("renewed"));
    }

    void whyALockIsGoneIsAskedWhereNotAllIsHeard()
    {
        const LockWriter writer(*m_server);
        writer.acquire(a.bytes, ann, 60'000);
        writer.acquire("lock:b", ann, 60'000);
        PartStage stage(m_server->target(), WatchMode::Polling);
        QVERIFY(stage.open());
        Pumping pumping(stage);
        pumping.pump.mark(a, {});
        pumping.pump.mark(LockName("lock:b"), {});
        pumping.pump.pump();
        QVERIFY(eventually([&] { return stage.book.size() == 2; }));
        QCOMPARE(pumping.gone, 0);
        writer.unlock(a.bytes);
        pumping.pump.mark(a, {});
        pumping.pump.pump();
        QVERIFY(eventually([&] { return pumping.readings(a) > 1; }));
        QVERIFY(pumping.gone > 0);
    }

    // The wake-up of a release comes on another connection than the reading.
    void aSignThatASecondLookMissesIsWaitedFor()
    {
        const LockWriter writer(*m_server);
        writer.acquire(a.bytes, ann, 60'000);
        PartStage stage(m_server->target(), WatchMode::Tracking);
        stage.book.noteHearing(true, true);
        QVERIFY(stage.open());
        Pumping pumping(stage);
        pumping.pump.mark(a, KeyName(a.bytes));
        pumping.pump.pump();
        QVERIFY(eventually([&] { return pumping.readings(a) == 1; }));
        QCOMPARE(stage.told(), QByteArray("acquired"));
        writer.unlock(a.bytes);
        pumping.pump.mark(a, KeyName(a.bytes));
        pumping.pump.pump();
        QVERIFY(eventually([&] { return pumping.readings(a) == 2; }));
        QCOMPARE(pumping.caughtUp, 0);
        QVERIFY(stage.book.knows(a)); // nothing is told yet
        pumping.whileCatchingUp = [&] { stage.book.noteUnlocked(a); };
        pumping.pump.mark(a, KeyName(a.bytes));
        pumping.pump.pump();
        QVERIFY(eventually([&] { return pumping.readings(a) == 3; }));
        QCOMPARE(pumping.caughtUp, 1);
        const auto events = stage.mailbox.take().events;
        QCOMPARE(events.size(), std::size_t(1));
        QCOMPARE(events.front().type, EventType::Released);
        QCOMPARE(events.front().detail.english(), QStringLiteral("wake-up seen"));
    }

private:
    std::unique_ptr<RedisProcess> m_server;
};

LOCKSCOPE_TEST_SUITE(TestReadingPump)
#include "tst_readingpump.moc"
