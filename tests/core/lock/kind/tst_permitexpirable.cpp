// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/permitexpirablesemaphore.h"
#include "tests/core/lock/kind/permitfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::Cancellation;
using lock::Lease;
using lock::Loss;
using lock::PermitExpirableSemaphore;
using lock::PermitOutcome;
using Status = PermitOutcome::Status;

// Permits that lapse, on a real server: Redisson's data and messages, leases, waiters, lost
// answers.
class TestPermitExpirable : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<PermitStage> m_stage;
    std::unique_ptr<PermitExpirableSemaphore> m_mine;
    std::unique_ptr<PermitExpirableSemaphore> m_theirs;
    const QByteArray m_channel = "redisson_sc:{pool}"_ba;
    const QByteArray m_taken = "{pool}:timeout"_ba;

    QByteArray value() const { return m_stage->value("pool"_ba); }
    qint64 taken() const { return m_stage->run({"ZCARD"_ba, m_taken}).integer; }
    double score(const QByteArray &id) const
    {
        return m_stage->run({"ZSCORE"_ba, m_taken, QByteArray::fromHex(id)}).bytes.toDouble();
    }
    bool isWaitedFor() const { return m_stage->listeners(m_channel) == 1; }
    double now() const
    {
        const Reply time = m_stage->run({"TIME"_ba});
        return time.elements.at(0).bytes.toDouble() * 1000;
    }
    // A permit that lapsed long ago and that nobody has taken back.
    void leaveLapsed(const QByteArray &id) const
    {
        m_stage->run({"ZADD"_ba, m_taken, "1000"_ba, id});
    }

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
        m_mine =
            std::make_unique<PermitExpirableSemaphore>(m_stage->one->space, LockName("pool"_ba));
        m_theirs =
            std::make_unique<PermitExpirableSemaphore>(m_stage->two->space, LockName("pool"_ba));
    }
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_stage.reset();
    }

    // Its lease is over before anybody hears of the grant.
    void anAnswerAfterTheLease()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const auto first = await(m_mine->tryAcquire()); // the server knows the script now
        QVERIFY(*await(m_mine->tryRelease(first->ids[0])));
        m_stage->beginLoss();
        auto taking = m_mine->tryAcquire(1, 0ms, Lease::of(300ms));
        QVERIFY(eventually([&] { return value() == "0"; }));
        const Instant then = m_stage->one->clock.now() + 300ms;
        QVERIFY(eventually([&] { return m_stage->one->clock.now() >= then; }));
        m_stage->proxy.stallServer(false);
        const auto outcome = await(std::move(taking));
        QCOMPARE(outcome->status, Status::Failed);
        QVERIFY(outcome->error);
        QCOMPARE(outcome->error->code, "TOOLATE"_ba);
        QCOMPARE(*await(m_theirs->availablePermits()), 1);
    }

    void keepsRedissonsDataAndMessages()
    {
        Messages messages(m_stage->two->deployment, m_channel);
        QVERIFY(messages.begin());
        const auto early = await(m_mine->tryAcquire());
        QCOMPARE(early->status, Status::Busy);
        QVERIFY(!early->available);
        QCOMPARE(m_stage->keys(), 0);
        QVERIFY(*await(m_mine->trySetPermits(3)));
        QVERIFY(messages.heard({"3"_ba}));
        QVERIFY(!*await(m_mine->trySetPermits(4)));

        const auto forever = await(m_mine->tryAcquire());
        QVERIFY(forever->isGranted());
        QCOMPARE(forever->validUntil, Instant::max());
        QCOMPARE(forever->ids.size(), 1U);
        QCOMPARE(forever->ids[0].size(), 32);
        QCOMPARE(m_stage->run({"ZSCORE"_ba, m_taken, QByteArray::fromHex(forever->ids[0])}).bytes,
                 "922337203685477"_ba);
        const auto lent = await(m_mine->tryAcquire(2, 0ms, Lease::of(60s)));
        QVERIFY(lent->isGranted());
        QCOMPARE(lent->ids.size(), 2U);
        QVERIFY(score(lent->ids[0]) > now() + 50'000);
        QVERIFY(m_mine->validUntil(lent->ids[1]));
        QCOMPARE(value(), "0"_ba);
        QCOMPARE(await(m_theirs->tryAcquire())->status, Status::Busy);
        QVERIFY(messages.isSilent());
        QCOMPARE(*await(m_theirs->availablePermits()), 0);
        QCOMPARE(*await(m_theirs->acquiredPermits()), 3);
        QCOMPARE(*await(m_theirs->permits()), 3);

        QVERIFY(*await(m_theirs->tryRelease(forever->ids[0]))); // the id is all that it needs
        QVERIFY(messages.heard({"1"_ba}));
        QVERIFY(!*await(m_mine->tryRelease(forever->ids[0])));
        QCOMPARE(*await(m_mine->tryRelease({lent->ids[0], forever->ids[0]})), 0);
        QCOMPARE(taken(), 2);
        QCOMPARE(*await(m_mine->tryRelease(lent->ids)), 2);
        QVERIFY(messages.heard({"2"_ba})); // how many came back
        QVERIFY(!m_mine->validUntil(lent->ids[0]));
        QCOMPARE(value(), "3"_ba);
        QVERIFY(eventually([&] { return m_stage->keys() == 1; }));
    }

    void changesHowManyThereAre()
    {
        Messages messages(m_stage->two->deployment, m_channel);
        QVERIFY(messages.begin());
        QVERIFY(*await(m_mine->setPermits(2)));
        QVERIFY(await(m_mine->tryAcquire(2))->isGranted());
        QVERIFY(*await(m_mine->setPermits(1)));
        QCOMPARE(value(), "-1"_ba);
        QVERIFY(!*await(m_mine->setPermits(1)));
        QCOMPARE(*await(m_mine->addPermits(3)), 2);
        QVERIFY(messages.heard({"2"_ba, "1"_ba, "3"_ba}));
        QCOMPARE(*await(m_mine->addPermits(-1)), 1);
        QCOMPARE(*await(m_mine->permits()), 3);
        QVERIFY(messages.isSilent());
    }

    void takesLapsedOnesBack()
    {
        Messages messages(m_stage->two->deployment, m_channel);
        QVERIFY(messages.begin());
        m_stage->run({"SET"_ba, "pool"_ba, "0"_ba});
        for (const char *id : {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc"})
            leaveLapsed(id);
        // As many as are wanted, the rest stays.
        QVERIFY(await(m_mine->tryAcquire(1, 0ms, Lease::of(60s)))->isGranted());
        QVERIFY(messages.heard({"1"_ba}));
        QCOMPARE(taken(), 3);
        QCOMPARE(*await(m_mine->availablePermits()), 2);
        QVERIFY(messages.heard({"2"_ba}));
        QCOMPARE(taken(), 1);
        // One that lapsed comes back by its own release, which fails.
        leaveLapsed("dddddddddddddddd"_ba);
        QVERIFY(!*await(m_mine->tryRelease("dddddddddddddddd"_ba.toHex())));
        QVERIFY(messages.heard({"3"_ba}));
        QCOMPARE(value(), "3"_ba);
    }

    void tellsAndChangesLeases()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const auto outcome = await(m_mine->tryAcquire(1, 0ms, Lease::of(60s)));
        const QByteArray id = outcome->ids.at(0);
        QVERIFY(**await(m_theirs->leaseTime(id)) > 50s);
        QVERIFY(*await(m_theirs->updateLeaseTime(id, 600s)));
        QVERIFY(**await(m_theirs->leaseTime(id)) > 500s);
        QVERIFY(*await(m_theirs->updateLeaseTime(id, {})));
        QVERIFY(!*await(m_theirs->leaseTime(id)));
        const QByteArray other(32, 'a');
        QVERIFY(!*await(m_mine->updateLeaseTime(other, 1s)));
        QCOMPARE(await(m_mine->leaseTime(other)).error().kind, ErrorKind::InvalidInput);
        leaveLapsed(QByteArray::fromHex(other));
        QVERIFY(!*await(m_mine->updateLeaseTime(other, 60s)));
    }

    void refusesNonsense()
    {
        QCOMPARE(await(m_mine->tryAcquire(0))->error->kind, ErrorKind::InvalidInput);
        QCOMPARE(await(m_mine->tryAcquire(1, 0ms, Lease::of(0ms)))->error->kind,
                 ErrorKind::InvalidInput);
        QVERIFY(!await(m_mine->tryRelease("short"_ba)));
        QVERIFY(!await(m_mine->tryRelease(PermitExpirableSemaphore::Ids())));
        m_stage->run({"SET"_ba, "pool"_ba, "1e3"_ba});
        QCOMPARE(await(m_mine->tryAcquire(1, 10s))->status, Status::WrongType);
        QVERIFY(!await(m_mine->permits()));
        m_stage->run({"SET"_ba, "pool"_ba, "1"_ba});
        m_stage->run({"SET"_ba, m_taken, "1"_ba});
        QCOMPARE(await(m_mine->tryAcquire(1, 10s))->status, Status::WrongType);
        QCOMPARE(value(), "1"_ba);
    }

    void copiesTheTimeToLive()
    {
        m_stage->run({"SET"_ba, "pool"_ba, "1"_ba, "PX"_ba, "60000"_ba});
        QVERIFY(await(m_mine->tryAcquire())->isGranted());
        QVERIFY(m_stage->run({"PTTL"_ba, m_taken}).integer > 50'000);
    }

    void wakesWaiters()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const auto first = await(m_theirs->tryAcquire());
        auto waiting = m_mine->acquire(1, Lease::of(60s));
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        QVERIFY(*await(m_theirs->tryRelease(first->ids.at(0))));
        QVERIFY(await(std::move(waiting))->isGranted());
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
    }

    // Nobody releases, nobody publishes: the end of the lease is waited for.
    void waitsForTheEndOfALease()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        QVERIFY(await(m_theirs->tryAcquire(1, 0ms, Lease::of(1500ms)))->isGranted());
        const auto outcome = await(m_mine->acquire(1, Lease::of(60s)));
        QVERIFY(outcome->isGranted());
        QCOMPARE(taken(), 1);
        QCOMPARE(value(), "0"_ba);
    }

    void cancels()
    {
        QVERIFY(*await(m_mine->trySetPermits(0)));
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = m_mine->acquire(1, {}, cancel);
        QVERIFY(eventually([&] { return isWaitedFor(); }));
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Status::Cancelled);
        QVERIFY(*await(m_mine->setPermits(1)));
        const auto late = std::make_shared<Cancellation>();
        auto taking = m_mine->acquire(1, {}, late);
        late->request(); // it is on its way
        QCOMPARE(await(std::move(taking))->status, Status::Cancelled);
        QCOMPARE(value(), "1"_ba);
        QCOMPARE(taken(), 0);
        QVERIFY(eventually([&] { return m_stage->isQuiet(); }));
    }

    void takesOnceThoughTheAnswerIsLost()
    {
        QVERIFY(*await(m_mine->trySetPermits(5)));
        m_stage->beginLoss();
        auto taking = m_mine->tryAcquire(2, 0ms, Lease::of(60s));
        QVERIFY(eventually([&] { return value() == "3"; }));
        m_stage->endLoss();
        const auto outcome = await(std::move(taking));
        QVERIFY(outcome->isGranted());
        QCOMPARE(value(), "3"_ba);
        QCOMPARE(taken(), 2);
        m_stage->beginLoss();
        auto giving = m_mine->tryRelease(outcome->ids.at(0));
        QVERIFY(eventually([&] { return value() == "4"; }));
        m_stage->endLoss();
        QVERIFY(*await(std::move(giving)));
        QCOMPARE(value(), "4"_ba);
    }

    void renewsAndStops()
    {
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const auto outcome = await(m_mine->tryAcquire(1, 0ms, Lease::watchdog(3s)));
        const QByteArray id = outcome->ids.at(0);
        const double before = score(id);
        QVERIFY(eventually([&] { return score(id) > before; }));
        QVERIFY(eventually([&] { return m_mine->validUntil(id) > outcome->validUntil; }));
        QVERIFY(*await(m_mine->tryRelease(id)));
        QVERIFY(!m_mine->validUntil(id));
        QCOMPARE(taken(), 0);
    }

    void renewsWithMemoryShort()
    {
        QVERIFY(*await(m_mine->trySetPermits(2)));
        const auto outcome = await(m_mine->tryAcquire(2, 0ms, Lease::watchdog(3s)));
        const QByteArray id = outcome->ids.at(1);
        const double before = score(id);
        m_server.command({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "1"_ba});
        const bool isRenewed = eventually([&] { return score(id) > before; }, 2500ms);
        m_server.command({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "0"_ba});
        QVERIFY(isRenewed);
        QCOMPARE(taken(), 2);
    }

    void tellsALoss_data()
    {
        QTest::addColumn<bool>("takenAway");
        QTest::newRow("taken away") << true;
        QTest::newRow("lapsed") << false;
    }
    void tellsALoss()
    {
        QFETCH(const bool, takenAway);
        std::vector<std::pair<QByteArray, Loss>> losses;
        m_mine->setLostHandler(
            [&](const QByteArray &id, Loss loss) { losses.emplace_back(id, loss); });
        QVERIFY(*await(m_mine->trySetPermits(1)));
        const auto outcome =
            await(m_mine->tryAcquire(1, 0ms, takenAway ? Lease::of(60s) : Lease::of(1500ms)));
        const QByteArray id = outcome->ids.at(0);
        if (takenAway) {
            QVERIFY(eventually([&] { return m_stage->one->deployment.isTracking(); }));
            QVERIFY(*await(m_theirs->tryRelease(id)));
        }
        QVERIFY(eventually([&] { return !losses.empty(); }));
        QCOMPARE(losses.size(), 1U);
        QCOMPARE(losses[0].first, id);
        QCOMPARE(losses[0].second, takenAway ? Loss::TakenAway : Loss::Expired);
    }
};

LOCKSCOPE_TEST_SUITE(TestPermitExpirable)
#include "tst_permitexpirable.moc"
