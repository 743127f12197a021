// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/semaphore.h"
#include "core/lock/single/lockspaceprivate.h"
#include "tests/core/lock/kind/permitfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::Cancellation;
using lock::PermitOutcome;
using lock::Semaphore;
using Status = PermitOutcome::Status;

// A plain semaphore on a real server: Redisson's data and messages, waiters, and lost answers.
class TestSemaphore : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<PermitStage> m_stage;
    std::unique_ptr<Semaphore> m_mine;
    std::unique_ptr<Semaphore> m_theirs;
    const QByteArray m_channel = "redisson_sc:{pool}"_ba;

    QByteArray value() const { return m_stage->value("pool"_ba); }
    bool isWaitedFor() const { return m_stage->listeners(m_channel) == 1; }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
        m_stage = std::make_unique<PermitStage>(m_server);
        m_mine = std::make_unique<Semaphore>(m_stage->one->space, LockName("pool"_ba));
        m_theirs = std::make_unique<Semaphore>(m_stage->two->space, LockName("pool"_ba));
    }
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_stage.reset();
    }

    // The one that is woken is refused until its time is over: the permit is for the next one,
    // which would look for itself only after half a minute.
    void aWakeUpThatComesToNothingIsPassedOn()
    {
        QVERIFY(*await(m_theirs->trySetPermits(1)));
        QVERIFY(await(m_theirs->acquire(1))->isGranted());
        auto first = m_mine->tryAcquire(1, 1500ms);
        {
            const auto room =
                m_stage->one->space.d().rooms.enter(m_channel, lock::WaitRoom::Messages::Permits);
            QVERIFY(eventually([&] { return room->hasSleepers(); }));
        }
        const qint64 before = m_server.calls("get"_ba);
        auto second = m_mine->tryAcquire(1, 20s);
        QVERIFY(
            eventually([&] { return m_server.calls("get"_ba) >= before + 4; })); // it asks twice
        m_stage->run({"SET"_ba, "pool"_ba, "1"_ba});
        m_stage->run({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, "1"_ba});
        m_stage->run({"PUBLISH"_ba, m_channel, "1"_ba});
        const auto refused = await(std::move(first));
        m_stage->run({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, "0"_ba});
        QVERIFY(!refused->isGranted());
        const auto next = await(std::move(second), 15s);
        QVERIFY(next && next->isGranted());
    }

    // Another process may not count what is given back.
    void givesBackOnlyInTheSameProcess()
    {
        RedisProcess server;
        QVERIFY(server.start());
        const PermitStage stage(server);
        Semaphore pool(stage.one->space, LockName("pool"_ba));
        QVERIFY(*await(pool.trySetPermits(2)));
        QVERIFY(await(pool.acquire(2))->isGranted());
        const QByteArray process = stage.one->deployment.processOf("pool"_ba);
        QVERIFY(!process.isEmpty());
        QCOMPARE(*await(pool.releaseIn(process)), 1);
        server.kill();
        QVERIFY(server.restart());
        const auto given = await(pool.releaseIn(process));
        QVERIFY(!given);
        QCOMPARE(given.error().code, QByteArray(lock::serverChangedCode));
        QVERIFY(!*await(pool.isSetUp()));
    }

    void keepsRedissonsDataAndMessages()
    {
        Messages messages(m_stage->two->deployment, m_channel);
        QVERIFY(messages.begin());
        QCOMPARE(*await(m_mine->availablePermits()), 0);
        QVERIFY(!*await(m_mine->releaseIfExists(2)));
        QVERIFY(m_stage->run({"EXISTS"_ba, "pool"_ba}).integer == 0);

        QVERIFY(*await(m_mine->trySetPermits(3)));
        QVERIFY(messages.heard({"3"_ba}));
        QVERIFY(!*await(m_mine->trySetPermits(5)));
        QCOMPARE(value(), "3"_ba);

        const auto two = await(m_mine->tryAcquire(2));
        QVERIFY(two && two->isGranted());
        QCOMPARE(two->available, 1);
        QCOMPARE(two->validUntil, Instant::max());
        const auto none = await(m_theirs->tryAcquire(2));
        QCOMPARE(none->status, Status::Busy);
        QCOMPARE(none->available, 1);
        QCOMPARE(value(), "1"_ba);
        QVERIFY(messages.isSilent());

        QCOMPARE(*await(m_mine->release(2)), 3);
        QVERIFY(messages.heard({"3"_ba}));
        QVERIFY(*await(m_mine->releaseIfExists(1)));
        QVERIFY(messages.heard({"4"_ba}));
        QCOMPARE(*await(m_mine->addPermits(2)), 6);
        QVERIFY(messages.heard({"6"_ba}));
        QCOMPARE(*await(m_mine->drainPermits()), 6);
        QCOMPARE(value(), "0"_ba);
        QCOMPARE(*await(m_mine->drainPermits()), 0);
        QVERIFY(messages.isSilent());
        // Not even a latch stays.
        QVERIFY(eventually([&] { return m_stage->keys() == 1; }));
        QCOMPARE(m_stage->run({"PTTL"_ba, "pool"_ba}).integer, -1);
    }

    void setsATimeToLive()
    {
        QVERIFY(*await(m_mine->trySetPermits(3, 60s)));
        QVERIFY(m_stage->run({"PTTL"_ba, "pool"_ba}).integer > 50'000);
        QVERIFY(await(m_mine->tryAcquire())->isGranted());
        QVERIFY(m_stage->run({"PTTL"_ba, "pool"_ba}).integer > 50'000);
    }

    void owesPermits()
    {
        Messages messages(m_stage->two->deployment, m_channel);
        QVERIFY(messages.begin());
        QVERIFY(*await(m_mine->trySetPermits(1)));
        QVERIFY(messages.heard({"1"_ba}));
        QCOMPARE(*await(m_mine->addPermits(-3)), -2);
        QCOMPARE(await(m_mine->tryAcquire())->status, Status::Busy);
        QCOMPARE(*await(m_mine->drainPermits()), 0); // a debt is not forgiven
        QCOMPARE(*await(m_mine->release()), -1);
        QCOMPARE(*await(m_mine->release()), 0);
        QVERIFY(messages.isSilent()); // Java cannot read a negative one
        QCOMPARE(*await(m_mine->release()), 1);
        QVERIFY(messages.heard({"1"_ba}));
    }

    void refusesNonsense()
    {
        QCOMPARE(await(m_mine->tryAcquire(-1))->error->kind, ErrorKind::InvalidInput);
        QCOMPARE(await(m_mine->release(-1)).error().kind, ErrorKind::InvalidInput);
        QCOMPARE(await(m_mine->trySetPermits(-1)).error().kind, ErrorKind::InvalidInput);
        QCOMPARE(await(m_mine->tryAcquire(1LL << 31))->error->kind, ErrorKind::InvalidInput);
        QVERIFY(await(m_mine->tryAcquire(0))->isGranted());
        QCOMPARE(m_stage->keys(), 0);
    }

    void meetsHostileValues_data()
    {
        QTest::addColumn<QByteArrayList>("command");
        QTest::newRow("hash") << QByteArrayList{"HSET"_ba, "pool"_ba, "a"_ba, "1"_ba};
        QTest::newRow("words") << QByteArrayList{"SET"_ba, "pool"_ba, "many"_ba};
        QTest::newRow("hex") << QByteArrayList{"SET"_ba, "pool"_ba, "0x10"_ba};
        QTest::newRow("float") << QByteArrayList{"SET"_ba, "pool"_ba, "1e3"_ba};
        QTest::newRow("empty") << QByteArrayList{"SET"_ba, "pool"_ba, ""_ba};
    }
    void meetsHostileValues()
    {
        QFETCH(const QByteArrayList, command);
        m_stage->run({command.begin(), command.end()});
        const auto before = m_stage->run({"DUMP"_ba, "pool"_ba}).bytes;
        const auto outcome = await(m_mine->tryAcquire(1, 10s));
        QCOMPARE(outcome->status, Status::WrongType);
        QVERIFY(!await(m_mine->release()));
        QVERIFY(!await(m_mine->addPermits(1)));
        QVERIFY(!await(m_mine->drainPermits()));
        QVERIFY(!await(m_mine->availablePermits()));
        QCOMPARE(m_stage->run({"DUMP"_ba, "pool"_ba}).bytes, before);
    }

    void wakesAsManyAsThereArePermits()
    {
        QVERIFY(*await(m_mine->trySetPermits(0)));
        std::vector<Pending<PermitOutcome>> waiting;
        for (int i = 0; i < 4; ++i)
            waiting.push_back(m_mine->acquire());
        QVERIFY(eventually([&] { return isWaitedFor(); })); // one subscription for all
        const auto granted = [&] {
            return std::ranges::count_if(waiting, [](const auto &one) { return one.isReady(); });
        };
        QCOMPARE(*await(m_theirs->release(3)), 3);
        QVERIFY(eventually([&] { return granted() == 3; }));
        QVERIFY(eventually([&] { return value() == "0"; }));
        QCOMPARE(granted(), 3);
        QCOMPARE(*await(m_theirs->release()), 1);
        QVERIFY(eventually([&] { return granted() == 4; }));
        for (auto &one : waiting)
            QVERIFY(one.take()->isGranted());
        QCOMPARE(value(), "0"_ba);
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
    }

    // Permits that are too few for the first waiter go to those behind.
    void passesOnWhatIsNotEnough()
    {
        QVERIFY(*await(m_mine->trySetPermits(0)));
        auto much = m_mine->acquire(3);
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        auto little = m_mine->acquire(1);
        const qint64 before = m_stage->proxy.count("EVALSHA"_ba);
        QVERIFY(eventually([&] { return m_stage->proxy.count("EVALSHA"_ba) >= before + 2; }));
        QVERIFY(await(m_theirs->release()));
        QVERIFY(await(std::move(little))->isGranted());
        QVERIFY(!much.isReady());
        QVERIFY(await(m_theirs->release(3)));
        QVERIFY(await(std::move(much))->isGranted());
        QCOMPARE(value(), "0"_ba);
    }

    void endsAWaitInTime()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const auto outcome = await(m_mine->tryAcquire(2, 200ms));
        QCOMPARE(outcome->status, Status::Busy);
        QCOMPARE(outcome->available, 1);
        const auto absent =
            await(Semaphore(m_stage->one->space, LockName("nowhere"_ba)).tryAcquire(1, Millis(0)));
        QCOMPARE(absent->status, Status::Busy);
        QVERIFY(!absent->available);
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
    }

    void cancels()
    {
        QVERIFY(*await(m_mine->trySetPermits(0)));
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = m_mine->acquire(1, cancel);
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Status::Cancelled);
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));

        auto orphan = m_mine->acquire();
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        m_mine.reset();
        QCOMPARE(await(std::move(orphan))->status, Status::Cancelled);
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
    }

    // Granted and cancelled in the same moment: given back, and somebody else is woken by it.
    void cancelsWhatIsBeingGranted()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        QVERIFY(await(m_mine->tryAcquire())->isGranted());
        QVERIFY(await(m_mine->release()));
        const auto cancel = std::make_shared<Cancellation>();
        auto taking = m_mine->acquire(1, cancel);
        cancel->request(); // it is on its way
        QCOMPARE(await(std::move(taking))->status, Status::Cancelled);
        QCOMPARE(value(), "1"_ba);
    }

    void takesOnceThoughTheAnswerIsLost()
    {
        QVERIFY(*await(m_mine->trySetPermits(5)));
        m_stage->beginLoss();
        auto taking = m_mine->tryAcquire(2);
        QVERIFY(eventually([&] { return value() == "3"; }));
        m_stage->endLoss();
        const auto outcome = await(std::move(taking));
        QVERIFY(outcome->isGranted());
        QCOMPARE(outcome->available, 3);
        QCOMPARE(value(), "3"_ba);
    }

    void givesBackWhatWasGrantedUnheard()
    {
        QVERIFY(*await(m_mine->trySetPermits(5)));
        const auto cancel = std::make_shared<Cancellation>();
        m_stage->beginLoss();
        auto taking = m_mine->acquire(2, cancel);
        QVERIFY(eventually([&] { return value() == "3"; }));
        cancel->request();
        m_stage->endLoss();
        QCOMPARE(await(std::move(taking))->status, Status::Cancelled);
        QCOMPARE(value(), "5"_ba);
    }

    void givesBackOnceThoughTheAnswerIsLost()
    {
        QVERIFY(*await(m_mine->trySetPermits(5)));
        m_stage->beginLoss();
        auto giving = m_mine->release(2);
        QVERIFY(eventually([&] { return value() == "7"; }));
        m_stage->endLoss();
        QCOMPARE(*await(std::move(giving)), 7);
        QCOMPARE(value(), "7"_ba);
    }

    // Released while nobody could hear it.
    void asksAgainAfterAReconnect()
    {
        QVERIFY(*await(m_mine->trySetPermits(0)));
        auto waiting = m_mine->acquire();
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        m_stage->proxy.setRefusing(true);
        m_stage->proxy.cut();
        QVERIFY(eventually([&] { return m_stage->listeners(m_channel) == 0; }));
        QVERIFY(await(m_theirs->release()));
        m_stage->proxy.setRefusing(false);
        QVERIFY(await(std::move(waiting))->isGranted());
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
    }

    void releasesWhenMemoryIsShort()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        QVERIFY(await(m_mine->tryAcquire())->isGranted());
        m_stage->run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "1"_ba});
        const auto released = await(m_mine->release());
        const auto refused = await(m_mine->tryAcquire());
        m_stage->run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "0"_ba});
        QVERIFY(released);
        QCOMPARE(value(), "1"_ba);
        QCOMPARE(refused->status, Status::Failed);
    }
};

LOCKSCOPE_TEST_SUITE(TestSemaphore)
#include "tst_semaphore.moc"
