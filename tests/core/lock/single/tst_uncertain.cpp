// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/lockfixture.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Cancellation;
using lock::Lease;
using lock::Lock;
using lock::Mode;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Every kind when answers are lost, questions come late, or the server stands still.
class TestUncertain : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    std::unique_ptr<LockProcess> m_process;
    std::unique_ptr<Lock> m_lock;
    OwnerId m_me;

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    redis::ConnectionConfig config() const
    {
        redis::ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        config.commandTimeout = 500ms;
        config.connectTimeout = 1s;
        config.silenceLimit = 600ms;
        return config;
    }
    static void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<Mode>("mode");
        for (const QByteArray &kind : lock::kinds())
            QTest::newRow(kind.constData()) << kind << Mode::Write;
        QTest::newRow("read") << "read-write"_ba << Mode::Read;
    }
    void begin()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const Mode, mode);
        m_lock = lock::makeLock(m_process->space, LockName("job"), kind, mode);
        m_me = m_lock->newOwner();
        // The scripts are known there, and the key can be tracked: each call is one question.
        QVERIFY(await(m_lock->tryLock(m_me, 15s))->isHeld());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(await(m_lock->holdCount(m_me)));
        QVERIFY(eventually([&] { return !isHeldByAnybody(); }));
    }
    bool isQueued() const
    {
        return run({"EXISTS"_ba, "redisson_lock_queue:{job}"_ba, "redisson_lock_timeout:{job}"_ba})
                   .integer
            > 0;
    }
    bool isHeldByAnybody() const { return run({"EXISTS"_ba, "job"_ba}).integer > 0; }
    // Somebody else has it, as foreign clients write it, for ever.
    void occupy()
    {
        const QByteArray kind = m_lock->kind();
        if (kind == "string")
            run({"SET"_ba, "job"_ba, "other"_ba});
        else if (kind == "read-write")
            run({"HSET"_ba, "job"_ba, "mode"_ba, "write"_ba, "other:1:write"_ba, "1"_ba});
        else
            run({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
    }
    // Requests from here on reach the server only by deliverHeldBack().
    void holdBackWhatIsAskedBy(const std::function<void()> &ask)
    {
        m_proxy->stallClients(true);
        ask();
        QVERIFY(eventually([&] { return m_proxy->hasReceived(); }));
        m_proxy->cutHoldingBack();
        m_proxy->stallClients(false);
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
        QVERIFY(run({"FLUSHALL"_ba}).isOk());
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        m_process = std::make_unique<LockProcess>(config());
        QVERIFY(await(m_process->deployment.whenReady()));
    }
    void cleanup()
    {
        m_lock.reset();
        m_process.reset();
        m_proxy.reset();
    }

    void aLostAnswerToAnAcquire_data() { kinds(); }
    void aLostAnswerToAnAcquire()
    {
        begin();
        m_proxy->stallServer(true); // it will be carried out, without a reply
        auto taking = m_lock->tryLock(m_me, 15s);
        QVERIFY(eventually([&] { return isHeldByAnybody(); }));
        m_proxy->cut();
        m_proxy->stallServer(false);
        const auto outcome = await(std::move(taking));
        QVERIFY(outcome->isHeld());
        QCOMPARE(outcome->count, 1);
        if (m_lock->kind() == "fenced")
            QCOMPARE(outcome->fencingToken, 2);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(!isHeldByAnybody());
    }

    // The lease is over before anybody hears of the grant: nobody else has it.
    void anAnswerAfterTheLease_data() { kinds(); }
    void anAnswerAfterTheLease()
    {
        begin();
        m_proxy->stallServer(true);
        auto taking = m_lock->tryLock(m_me, 0ms, Lease::of(300ms));
        QVERIFY(eventually([&] { return isHeldByAnybody(); }));
        QVERIFY(eventually([&] { return !isHeldByAnybody(); }));
        m_proxy->stallServer(false);
        const auto outcome = await(std::move(taking));
        QCOMPARE(outcome->status, Acquired::Failed);
        QVERIFY(outcome->error);
        QCOMPARE(outcome->error->code, "TOOLATE"_ba);
        // In the time that it has, a wait tries again.
        QVERIFY(await(m_lock->tryLock(m_me, 15s, Lease::of(30s)))->isHeld());
    }

    void aLostAnswerToARelease_data() { kinds(); }
    void aLostAnswerToARelease()
    {
        begin();
        QVERIFY(await(m_lock->tryLock(m_me))->isHeld());
        m_proxy->stallServer(true);
        auto releasing = m_lock->unlock(m_me);
        QVERIFY(eventually([&] { return !isHeldByAnybody(); }));
        m_proxy->cut();
        m_proxy->stallServer(false);
        QCOMPARE(await(std::move(releasing))->status, Released::Released);
    }

    // The attempt lies unread behind the lost connection until long after its owner was looked up.
    void anAttemptThatComesLate_data() { kinds(); }
    void anAttemptThatComesLate()
    {
        begin();
        Pending<AcquireOutcome> taking;
        holdBackWhatIsAskedBy([&] { taking = m_lock->tryLock(m_me, 15s); });
        const auto outcome = await(std::move(taking));
        QVERIFY(outcome->isHeld());
        QCOMPARE(outcome->count, 1);
        QVERIFY(m_process->deployment.hasEndedPredecessors());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        m_proxy->deliverHeldBack();
        QVERIFY(eventually([&] { return !m_proxy->isHoldingBack(); })); // the server closed it
        QVERIFY(!isHeldByAnybody());
    }

    // It is not taken, and nobody has said that it is another's.
    void aSingleAttemptThatIsLostIsNotBusy_data() { kinds(); }
    void aSingleAttemptThatIsLostIsNotBusy()
    {
        begin();
        Pending<AcquireOutcome> taking;
        holdBackWhatIsAskedBy([&] { taking = m_lock->tryLock(m_me, 0ms); });
        const auto outcome = await(std::move(taking));
        QCOMPARE(outcome->status, Acquired::Failed);
        QVERIFY(outcome->error);
        QVERIFY(!isHeldByAnybody());
        QVERIFY(await(m_lock->tryLock(m_me, 15s))->isHeld());
    }

    void anAttemptThatComesLaterThanItsEnd_data() { kinds(); }
    void anAttemptThatComesLaterThanItsEnd()
    {
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        Pending<AcquireOutcome> taking;
        holdBackWhatIsAskedBy([&] { taking = m_lock->lock(m_me, {}, cancel); });
        cancel->request();
        QCOMPARE(await(std::move(taking))->status, Acquired::Cancelled);
        m_proxy->deliverHeldBack();
        QVERIFY(eventually([&] { return !m_proxy->isHoldingBack(); }));
        QVERIFY(!isHeldByAnybody());
        QVERIFY(!isQueued());
    }

    // A client that may not end connections does not claim to know the outcome.
    void whoMayNotEndConnectionsSaysSo_data() { kinds(); }
    void whoMayNotEndConnectionsSaysSo()
    {
        run({"ACL"_ba, "SETUSER"_ba, "plain"_ba, "on"_ba, "nopass"_ba, "~*"_ba, "&*"_ba, "+@all"_ba,
             "-client|kill"_ba});
        auto restricted = config();
        restricted.target.user = "plain"_ba;
        restricted.target.password = "x"_ba;
        m_process = std::make_unique<LockProcess>(restricted);
        QVERIFY(await(m_process->deployment.whenReady()));
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        Pending<AcquireOutcome> taking;
        holdBackWhatIsAskedBy([&] { taking = m_lock->lock(m_me, {}, cancel); });
        cancel->request();
        const auto outcome = await(std::move(taking));
        QVERIFY(!m_process->deployment.hasEndedPredecessors());
        QCOMPARE(outcome->status, Acquired::Unknown);
        QVERIFY(outcome->error);
        m_proxy->deliverHeldBack();
        QVERIFY(eventually([&] { return isHeldByAnybody(); })); // as was said: unknown
    }

    void theServerStandsStill_data() { kinds(); }
    void theServerStandsStill()
    {
        begin();
        m_server.pause();
        bool wasLost = false;
        connect(&m_process->deployment, &redis::Deployment::lost, this, [&] { wasLost = true; });
        auto taking = m_lock->tryLock(m_me, 20s);
        const bool isGivenUp = eventually([&] { return wasLost; });
        m_server.resume();
        QVERIFY(isGivenUp);
        const auto outcome = await(std::move(taking));
        QVERIFY(outcome->isHeld());
        QCOMPARE(outcome->count, 1);
        QCOMPARE(*await(m_lock->holdCount(m_me)), 1);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(!isHeldByAnybody());
    }

    // Nobody knows whether it was carried out, and the caller does not wait for it to be known.
    void aGrantThatNobodyWantsAnyMore_data() { kinds(); }
    void aGrantThatNobodyWantsAnyMore()
    {
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        m_proxy->stallServer(true);
        auto taking = m_lock->lock(m_me, {}, cancel);
        QVERIFY(eventually([&] { return isHeldByAnybody(); }));
        m_proxy->setRefusing(true);
        m_proxy->cut();
        cancel->request();
        QCOMPARE(await(std::move(taking))->status, Acquired::Unknown);
        QVERIFY(isHeldByAnybody());
        m_proxy->stallServer(false);
        m_proxy->setRefusing(false);
        QVERIFY(eventually([&] { return !isHeldByAnybody(); }));
        QVERIFY(!isQueued());
    }

    // It comes back before that, and keeps what it gets then.
    void aGrantThatIsWantedAfterAll_data() { kinds(); }
    void aGrantThatIsWantedAfterAll()
    {
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        m_proxy->stallServer(true);
        auto taking = m_lock->lock(m_me, {}, cancel);
        QVERIFY(eventually([&] { return isHeldByAnybody(); }));
        m_proxy->setRefusing(true);
        m_proxy->cut();
        cancel->request();
        QCOMPARE(await(std::move(taking))->status, Acquired::Unknown);
        auto again = m_lock->tryLock(m_me, 15s);
        m_proxy->stallServer(false);
        m_proxy->setRefusing(false);
        const auto outcome = await(std::move(again));
        QVERIFY(outcome->isHeld());
        QCOMPARE(outcome->count, 1);
        QCOMPARE(*await(m_lock->holdCount(m_me)), 1);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
    }

    // Taken back while nobody can be told: it is when somebody can.
    void aWaitTakenBackWithoutAConnection_data() { kinds(); }
    void aWaitTakenBackWithoutAConnection()
    {
        begin();
        occupy();
        const auto cancel = std::make_shared<Cancellation>();
        const int before = m_proxy->count("EVALSHA"_ba);
        auto waiting = m_lock->lock(m_me, {}, cancel);
        const bool hasQueue = m_lock->kind().endsWith("fair");
        QVERIFY(eventually([&] { return m_proxy->count("EVALSHA"_ba) > before; }));
        QVERIFY(!hasQueue || eventually([&] { return isQueued(); }));
        m_proxy->setRefusing(true);
        m_proxy->cut();
        cancel->request();
        QVERIFY(await(std::move(waiting)));
        const int connections = m_proxy->accepted();
        m_proxy->setRefusing(false);
        QVERIFY(eventually([&] { return m_proxy->accepted() > connections; }));
        QVERIFY(eventually([&] { return !isQueued(); }));
        run({"DEL"_ba, "job"_ba});
        QVERIFY(await(m_process->deployment.whenReady()));
        QCOMPARE(*await(m_lock->holdCount(m_me)), 0);
        QVERIFY(!isHeldByAnybody());
    }
};

LOCKSCOPE_TEST_SUITE(TestUncertain)
#include "tst_uncertain.moc"
