// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/hold.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// A hold over time: the watchdog, losses and lost answers, through a proxy that fails on demand.
class TestHold : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    std::unique_ptr<LockProcess> m_process;
    std::unique_ptr<Lock> m_lock;
    OwnerId m_me;
    std::vector<Loss> m_losses;

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    qint64 ttl() const { return run({"PTTL"_ba, "job"_ba}).integer; }
    bool isLost(Loss loss) const { return m_losses == std::vector{loss}; }
    void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("reentrant") << "reentrant"_ba;
        QTest::newRow("string") << "string"_ba;
    }
    void begin()
    {
        QFETCH(const QByteArray, kind);
        m_lock = m_process->make(kind, "job"_ba);
        m_me = m_lock->newOwner();
        m_lock->setLostHandler([this](const OwnerId &owner, Loss loss) {
            if (owner == m_me)
                m_losses.push_back(loss);
        });
    }
    Result<AcquireOutcome> take(const Lease &lease)
    {
        return await(m_lock->tryLock(m_me, 0ms, lease));
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void certainTimeIsShorterThanTheLease();
    void init()
    {
        failOnAnyWarning();
        QVERIFY(run({"FLUSHALL"_ba}).isOk());
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        redis::ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        config.commandTimeout = 300ms;
        config.silenceLimit = 400ms;
        m_process = std::make_unique<LockProcess>(config);
        m_losses.clear();
        QVERIFY(await(m_process->deployment.whenReady()));
    }
    void cleanup()
    {
        m_lock.reset();
        m_process.reset();
        m_proxy.reset();
    }

    void theWatchdogRenews_data() { kinds(); }
    void theWatchdogRenews()
    {
        begin();
        QVERIFY(take(Lease::watchdog(1500ms))->isHeld());
        // Twice its time-out later it is still there.
        const Instant end = m_process->clock.now() + 3s;
        QVERIFY(eventually([&] { return m_process->clock.now() >= end; }));
        QVERIFY(*await(m_lock->holdCount(m_me)) == 1);
        QVERIFY(m_losses.empty());
        QVERIFY(m_lock->validityLeft(m_me));
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(m_losses.empty());
    }

    void aFixedLeaseIsNeverRenewed_data() { kinds(); }
    void aFixedLeaseIsNeverRenewed()
    {
        begin();
        QVERIFY(take(Lease::of(300ms))->isHeld());
        QVERIFY(eventually([&] { return isLost(Loss::Expired); }));
        QVERIFY(!m_lock->validityLeft(m_me));
        // The server, which began to count later, keeps it for as much longer.
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::NotHeld);
        QCOMPARE(m_losses.size(), 1U);
    }

    void theCapEndsRenewing_data() { kinds(); }
    void theCapEndsRenewing()
    {
        begin();
        QVERIFY(take({{}, 900ms, 2})->isHeld());
        QVERIFY(eventually([&] { return isLost(Loss::RenewalsSpent); }));
    }

    void aPausedWatchdogImitatesADeadClient_data() { kinds(); }
    void aPausedWatchdogImitatesADeadClient()
    {
        begin();
        QVERIFY(take(Lease::watchdog(1500ms))->isHeld());
        m_lock->setWatchdogRunning(m_me, false);
        QVERIFY(eventually([&] { return ttl() < 900; }));
        m_lock->setWatchdogRunning(m_me, true);
        QVERIFY(eventually([&] { return ttl() > 1200; }));
        m_lock->setWatchdogRunning(m_me, false);
        QVERIFY(eventually([&] { return isLost(Loss::Expired); }));
    }

    void renewsOnceWhateverTheReentrancy()
    {
        m_lock = m_process->make("reentrant"_ba, "job"_ba);
        m_me = m_lock->newOwner();
        for (int i = 0; i < 5; ++i)
            QVERIFY(take(Lease::watchdog(3s))->isHeld());
        const auto sentBefore = m_proxy->count("EVALSHA"_ba);
        QVERIFY(eventually([&] { return ttl() < 2400; }));
        QVERIFY(eventually([&] { return ttl() > 2700; }));
        QVERIFY(m_proxy->count("EVALSHA"_ba) - sentBefore <= 1);
    }

    // With a lease that outlasts their acquiring on a busy machine.
    void manyAreRenewedTogether()
    {
        std::vector<std::unique_ptr<Lock>> locks;
        std::vector<Pending<AcquireOutcome>> taking;
        for (int i = 0; i < 250; ++i) {
            locks.push_back(m_process->make("reentrant"_ba, "job" + QByteArray::number(i)));
            taking.push_back(
                locks.back()->tryLock(locks.back()->newOwner(), 0ms, Lease::watchdog(9s)));
        }
        for (auto &one : taking)
            QVERIFY(await(std::move(one))->isHeld());
        // All have settled once all are tracked.
        QVERIFY(eventually([&] { return m_proxy->count("HGET"_ba) == 250; }));
        const auto before = m_proxy->count("EVALSHA"_ba) + m_proxy->count("EVAL"_ba);
        QVERIFY(eventually([&] { return run({"PTTL"_ba, "job249"_ba}).integer < 7500; }));
        QVERIFY(eventually([&] { return run({"PTTL"_ba, "job249"_ba}).integer > 8500; }));
        const auto sent = m_proxy->count("EVALSHA"_ba) + m_proxy->count("EVAL"_ba) - before;
        QVERIFY2(sent <= 8, QByteArray::number(sent).constData()); // batches of a hundred
    }

    void aDeletedLockIsLostAtOnce_data() { kinds(); }
    void aDeletedLockIsLostAtOnce()
    {
        begin();
        QVERIFY(take(Lease::watchdog(60s))->isHeld()); // no renewal for twenty seconds
        QVERIFY(eventually([&] { return m_process->deployment.isTracking(); }));
        QVERIFY(
            eventually([&] { return m_proxy->count("HGET"_ba) + m_proxy->count("GET"_ba) > 0; }));
        run({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return isLost(Loss::TakenAway); }, 10s));
    }

    void aLockThatChangedHandsIsLost_data() { kinds(); }
    void aLockThatChangedHandsIsLost()
    {
        begin();
        QVERIFY(take(Lease::watchdog(60s))->isHeld());
        QVERIFY(
            eventually([&] { return m_proxy->count("HGET"_ba) + m_proxy->count("GET"_ba) > 0; }));
        const bool isString = m_lock->kind() == "string";
        run({"EVAL"_ba,
             isString ? "redis.call('set',KEYS[1],'other')"_ba
                      : "redis.call('del',KEYS[1]) redis.call('hset',KEYS[1],'other:1',1)"_ba,
             "1"_ba, "job"_ba});
        QVERIFY(eventually([&] { return isLost(Loss::TakenAway); }, 10s));
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::NotHeld);
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 1);
    }

    void aLossIsNoticedAfterAReconnect_data() { kinds(); }
    void aLossIsNoticedAfterAReconnect()
    {
        begin();
        QVERIFY(take(Lease::watchdog(60s))->isHeld());
        QVERIFY(
            eventually([&] { return m_proxy->count("HGET"_ba) + m_proxy->count("GET"_ba) > 0; }));
        m_proxy->setRefusing(true);
        m_proxy->cut();
        run({"DEL"_ba, "job"_ba});
        m_proxy->setRefusing(false);
        QVERIFY(eventually([&] { return isLost(Loss::TakenAway); }, 10s));
    }

    void survivesAShortAbsence_data() { kinds(); }
    void survivesAShortAbsence()
    {
        begin();
        QVERIFY(take(Lease::watchdog(3s))->isHeld());
        m_proxy->setRefusing(true);
        m_proxy->cut();
        QVERIFY(eventually([&] { return ttl() < 1900; })); // one renewal is overdue
        QVERIFY(m_lock->validityLeft(m_me));
        m_proxy->setRefusing(false);
        QVERIFY(eventually([&] { return ttl() > 2500; }));
        QVERIFY(m_losses.empty());
    }

    void isOverWhenNobodyAnswers_data() { kinds(); }
    void isOverWhenNobodyAnswers()
    {
        begin();
        QVERIFY(take(Lease::watchdog(1500ms))->isHeld());
        m_proxy->stallServer(true); // renewals arrive, their answers do not
        QVERIFY(eventually([&] { return isLost(Loss::Unanswered); }));
        QVERIFY(!m_lock->validityLeft(m_me));
    }

    void aLostAnswerToAnAcquireIsLookedUp_data() { kinds(); }
    void aLostAnswerToAnAcquireIsLookedUp()
    {
        begin();
        QVERIFY(await(m_process->deployment.readTracked({"EXISTS"_ba, "job"_ba})));
        m_proxy->stallServer(true); // it will be applied, without a reply
        auto taking = m_lock->tryLock(m_me, 5s);
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 1; }));
        m_proxy->cut();
        m_proxy->stallServer(false);
        const auto outcome = await(std::move(taking));
        QVERIFY(outcome->isHeld());
        QCOMPARE(outcome->count, 1);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 0);
    }

    void aLostQuestionIsAskedAgain_data() { kinds(); }
    void aLostQuestionIsAskedAgain()
    {
        begin();
        m_proxy->stallClients(true); // it never arrives
        auto taking = m_lock->tryLock(m_me, 5s);
        const Instant then = m_process->clock.now() + 50ms;
        QVERIFY(eventually([&] { return m_process->clock.now() >= then; }));
        m_proxy->cut();
        m_proxy->stallClients(false);
        const auto outcome = await(std::move(taking));
        QVERIFY(outcome->isHeld());
        QCOMPARE(outcome->count, 1);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
    }

    void aLostAnswerToAReleaseGivesNothingBackTwice()
    {
        m_lock = m_process->make("reentrant"_ba, "job"_ba);
        m_me = m_lock->newOwner();
        for (int i = 0; i < 3; ++i)
            QVERIFY(take(Lease::watchdog(30s))->isHeld());
        m_proxy->stallServer(true);
        auto releasing = m_lock->unlock(m_me);
        QVERIFY(eventually([&] { return run({"HGET"_ba, "job"_ba, m_me.bytes}).bytes == "2"_ba; }));
        m_proxy->cut();
        m_proxy->stallServer(false);
        const auto outcome = await(std::move(releasing));
        QCOMPARE(outcome->status, Released::StillHeld);
        QCOMPARE(outcome->count, 2);
        QCOMPARE(run({"HGET"_ba, "job"_ba, m_me.bytes}).bytes, "2"_ba);
    }

    void aFullReleaseWhoseAnswerIsLostIsDone_data() { kinds(); }
    void aFullReleaseWhoseAnswerIsLostIsDone()
    {
        begin();
        QVERIFY(take(Lease::watchdog(30s))->isHeld());
        m_proxy->stallServer(true);
        auto releasing = m_lock->unlock(m_me);
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
        m_proxy->cut();
        m_proxy->stallServer(false);
        QCOMPARE(await(std::move(releasing))->status, Released::Released);
        QVERIFY(m_losses.empty());
    }

    void saysSoWhenItCannotKnow_data() { kinds(); }
    void saysSoWhenItCannotKnow()
    {
        begin();
        m_proxy->stallServer(true);
        auto taking = m_lock->tryLock(m_me, 0ms);
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 1; }));
        m_proxy->setRefusing(true);
        m_proxy->cut();
        const auto outcome = await(std::move(taking));
        QCOMPARE(outcome->status, Acquired::Unknown);
        QVERIFY(outcome->error);
    }

    // The server does not let the client look for a while: that is no loss.
    void aRenewalThatIsNotPermittedIsNoLoss_data() { kinds(); }
    void aRenewalThatIsNotPermittedIsNoLoss()
    {
        const auto allow = [this](const QByteArray &right) {
            return run({"ACL"_ba, "SETUSER"_ba, "plain"_ba, "on"_ba, ">x"_ba, "~*"_ba, "&*"_ba,
                        "+@all"_ba, right});
        };
        QVERIFY(allow("+hexists"_ba).isOk());
        redis::ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        config.target.user = "plain"_ba;
        config.target.password = "x"_ba;
        m_process = std::make_unique<LockProcess>(config);
        QVERIFY(await(m_process->deployment.whenReady()));
        begin();
        QVERIFY(take(Lease::watchdog(6s))->isHeld());
        const auto until = m_lock->validUntil(m_me);
        QVERIFY(allow(m_lock->kind() == "string" ? "-get"_ba : "-hexists"_ba).isOk());
        const auto asked = [this] {
            return m_proxy->count("EVALSHA"_ba) + m_proxy->count("EVAL"_ba);
        };
        const int before = asked();
        QVERIFY(eventually([&] { return asked() > before + 2; }));
        QVERIFY(m_losses.empty());
        QCOMPARE(m_lock->validUntil(m_me), until);
        QVERIFY(allow("+@all"_ba).isOk());
        QVERIFY(eventually([&] { return m_lock->validUntil(m_me) > until; }));
        QVERIFY(m_losses.empty());
    }

    void aKeyOfAnotherTypeKeepsNobodyFromRenewing()
    {
        m_lock = m_process->make("reentrant"_ba, "job"_ba);
        m_me = m_lock->newOwner();
        const auto other = m_process->make("reentrant"_ba, "other"_ba);
        bool isOtherLost = false;
        other->setLostHandler([&](const OwnerId &, Loss) { isOtherLost = true; });
        QVERIFY(await(other->tryLock(other->newOwner(), 0ms, Lease::watchdog(3s)))->isHeld());
        QVERIFY(take(Lease::watchdog(3s))->isHeld());
        run({"DEL"_ba, "other"_ba});
        run({"SET"_ba, "other"_ba, "x"_ba});
        QVERIFY(eventually([&] { return isOtherLost; }));
        QVERIFY(eventually([&] { return ttl() < 2400; }));
        QVERIFY(eventually([&] { return ttl() > 2700; }));
    }
};

// Also of a lease of a few milliseconds: two holders overlapped by 76 us.
void TestHold::certainTimeIsShorterThanTheLease()
{
    const Instant asked{};
    QVERIFY(lock::certainUntil(asked, 1ms) <= asked + 500us);
    for (const Millis lease : {2ms, 3ms, 5ms, 9ms, 19ms, 99ms, 150ms, 30'000ms}) {
        const auto certain = lock::certainUntil(asked, lease) - asked;
        QVERIFY2(lease - certain >= std::min<Instant::duration>(2ms, Instant::duration(lease) / 2),
                 QByteArray::number(qint64(lease.count())).constData());
        QVERIFY(certain > 0ms);
    }
}

LOCKSCOPE_TEST_SUITE(TestHold)
#include "tst_hold.moc"
