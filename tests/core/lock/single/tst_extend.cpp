// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/multilock.h"
#include "core/lock/kind/permitexpirablesemaphore.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::ExtendOutcome;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::Vote;
using Extended = ExtendOutcome::Status;
using Released = lock::ReleaseOutcome::Status;

// Tests extending a hold, of every kind, on real servers; and the refusals.
class TestExtend : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    QuorumServers m_servers;
    std::unique_ptr<LockProcess> m_process;
    std::unique_ptr<QuorumProcess> m_quorum;
    std::unique_ptr<Lock> m_lock;
    OwnerId m_me;
    std::vector<Loss> m_losses;

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    Millis ttl(const QByteArray &key = "job"_ba) const
    {
        return Millis(run({"PTTL"_ba, key}).integer);
    }
    QString losses() const
    {
        QStringList all;
        for (const Loss loss : m_losses)
            all += QString::number(static_cast<int>(loss));
        return u"losses: "_s + all.join(u", "_s);
    }
    bool isLost(Loss loss) const { return m_losses == std::vector{loss}; }

    void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("isReader");
        for (const QByteArray &kind : lock::kinds())
            QTest::newRow(kind.constData()) << kind << false;
        QTest::newRow("read") << "read-write"_ba << true;
    }
    void quorumKinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("redlock") << "redlock"_ba;
        QTest::newRow("red") << "red"_ba;
    }
    void listen()
    {
        m_me = m_lock->newOwner();
        m_lock->setLostHandler([this](const OwnerId &, Loss loss) { m_losses.push_back(loss); });
    }
    void begin(const QByteArray &kind = "reentrant"_ba, lock::Mode mode = lock::Mode::Write)
    {
        m_lock = lock::makeLock(m_process->space, LockName("job"_ba), kind, mode);
        listen();
    }
    void beginFetched()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, isReader);
        begin(kind, isReader ? lock::Mode::Read : lock::Mode::Write);
    }
    void beginQuorum()
    {
        QFETCH(const QByteArray, kind);
        if (m_servers[0].port() == 0)
            QVERIFY(m_servers.start());
        m_servers.commandAll({"FLUSHALL"_ba});
        lock::QuorumConfig config;
        config.serverTimeout = 1s; // any answer is in time, also on a busy machine
        m_quorum = std::make_unique<QuorumProcess>(m_servers.configs(), durable(config));
        m_lock = m_quorum->make(kind, "job"_ba);
        listen();
        QVERIFY(eventually([this] { return m_quorum->isComplete(); }));
    }
    bool take(const Lease &lease)
    {
        const auto taken = await(m_lock->tryLock(m_me, 0ms, lease));
        return taken && taken->isHeld();
    }
    ExtendOutcome extend(Millis time)
    {
        const auto outcome = await(m_lock->extend(m_me, time));
        return outcome.value_or(ExtendOutcome());
    }
    static std::size_t count(const std::vector<Vote> &votes, Vote::Kind kind)
    {
        return static_cast<std::size_t>(std::count_if(
            votes.begin(), votes.end(), [&](const Vote &vote) { return vote.kind == kind; }));
    }
    // The number of servers that keep the lock for longer than that.
    int keptFor(Millis least) const
    {
        int servers = 0;
        for (const Reply &left : m_servers.commandAll({"PTTL"_ba, "job"_ba}))
            servers += Millis(left.integer) > least;
        return servers;
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
        redis::ConnectionConfig config;
        config.target = m_server.target();
        m_process = std::make_unique<LockProcess>(config);
        m_losses.clear();
        QVERIFY(await(m_process->deployment.whenReady()));
    }
    void cleanup()
    {
        m_server.resume();
        m_lock.reset();
        m_process.reset();
        m_quorum.reset();
    }

    void lastsLonger_data() { kinds(); }
    void lastsLonger()
    {
        beginFetched();
        QVERIFY(take(Lease::of(20s)));
        const auto outcome = extend(5min);
        QCOMPARE(outcome.status, Extended::Extended);
        QCOMPARE(outcome.validUntil, m_lock->validUntil(m_me));
        QVERIFY(*m_lock->validityLeft(m_me) > 4min);
        QVERIFY(*m_lock->validityLeft(m_me) <= 5min);
        QVERIFY(ttl() > 4min);
        QCOMPARE(outcome.votes.size(), 1U);
        QCOMPARE(outcome.votes.front().kind, Vote::Kind::Granted);
        QCOMPARE(outcome.votes.front().server, m_server.target().label());
        QVERIFY(outcome.votes.front().took > 0us);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 0);
        QVERIFY(m_losses.empty());
    }

    void isNeverMadeShorter_data() { kinds(); }
    void isNeverMadeShorter()
    {
        beginFetched();
        QVERIFY(take(Lease::of(5min)));
        QVERIFY(extend(5s).isExtended());
        QVERIFY(*m_lock->validityLeft(m_me) > 4min);
        QVERIFY(ttl() > 4min);
    }

    // The last count that goes takes nothing back either.
    void everyCountIsExtended()
    {
        begin();
        QVERIFY(take(Lease::of(20s)));
        QVERIFY(take(Lease::of(20s)));
        QVERIFY(extend(5min).isExtended());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::StillHeld);
        QVERIFY(*m_lock->validityLeft(m_me) > 4min);
        QVERIFY(ttl() > 4min);
    }

    void theWatchdogTakesNothingBack_data() { kinds(); }
    void theWatchdogTakesNothingBack()
    {
        beginFetched();
        QVERIFY(take(Lease::watchdog(900ms)));
        QVERIFY(extend(5min).isExtended());
        const Instant renewedTwice = m_process->clock.now() + 700ms;
        QVERIFY(eventually([&] { return m_process->clock.now() >= renewedTwice; }));
        QVERIFY(*m_lock->validityLeft(m_me) > 4min);
        QVERIFY(ttl() > 4min);
        QVERIFY(m_losses.empty());
    }

    // The watchdog goes on beneath it, and shortens nothing.
    void aLongerLeaseOutlastsRenewals()
    {
        begin();
        QVERIFY(take(Lease::watchdog(900ms)));
        QVERIFY(take(Lease::of(5min)));
        const Instant renewedTwice = m_process->clock.now() + 700ms;
        QVERIFY(eventually([&] { return m_process->clock.now() >= renewedTwice; }));
        QVERIFY(*m_lock->validityLeft(m_me) > 4min);
        QVERIFY(ttl() > 4min);
        QVERIFY(m_losses.empty());
    }

    void isRefusedOnceSomebodyElseHasIt_data() { kinds(); }
    void isRefusedOnceSomebodyElseHasIt()
    {
        beginFetched();
        QFETCH(const QByteArray, kind);
        QVERIFY(take(Lease::of(20s)));
        const OwnerId other = m_lock->newOwner();
        QVERIFY(run({"DEL"_ba, "job"_ba}).integer == 1);
        if (kind == "string")
            QVERIFY(run({"SET"_ba, "job"_ba, other.bytes, "PX"_ba, "20000"_ba}).isOk());
        else
            run({"HSET"_ba, "job"_ba, other.bytes, "1"_ba});
        run({"PEXPIRE"_ba, "job"_ba, "20000"_ba});
        const auto outcome = extend(5min);
        QCOMPARE(outcome.status, Extended::NotHeld);
        QVERIFY2(ttl() <= 20s, "the other one's time was touched");
        QVERIFY(eventually([this] { return isLost(Loss::TakenAway); }));
        QVERIFY(!m_lock->validUntil(m_me));
    }

    void isRefusedAfterTheEnd_data() { kinds(); }
    void isRefusedAfterTheEnd()
    {
        beginFetched();
        QVERIFY(take(Lease::of(150ms)));
        QVERIFY(eventually([this] { return isLost(Loss::Expired); }));
        QCOMPARE(extend(5min).status, Extended::NotHeld);
        QVERIFY(eventually([this] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
    }

    void isRefusedToWhoNeverHeldIt()
    {
        begin();
        QVERIFY(take(Lease::of(20s)));
        const auto outcome = await(m_lock->extend(m_lock->newOwner(), 5min));
        QCOMPARE(outcome->status, Extended::NotHeld);
        QVERIFY(ttl() <= 20s);
        QCOMPARE(extend(0ms).status, Extended::Failed);
        QCOMPARE(extend(0ms).error->kind, ErrorKind::InvalidInput);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QCOMPARE(extend(5min).status, Extended::NotHeld);
    }

    // The outcome is unknown then, and the earlier validity stays certain.
    void withoutAnAnswerNothingIsBelieved()
    {
        redis::ConnectionConfig config;
        config.target = m_server.target();
        config.commandTimeout = 200ms;
        m_lock.reset();
        m_process = std::make_unique<LockProcess>(config);
        begin();
        QVERIFY(take(Lease::of(30s)));
        const auto before = m_lock->validUntil(m_me);
        m_server.pause();
        const auto outcome = extend(5min);
        m_server.resume();
        QCOMPARE(outcome.status, Extended::Unknown);
        QVERIFY(outcome.error);
        QVERIFY(m_lock->validUntil(m_me) == before);
    }

    void aMultiLockIsExtendedAsOne()
    {
        std::vector<std::shared_ptr<Lock>> members;
        members.push_back(m_process->make("reentrant"_ba, "job"_ba));
        members.push_back(m_process->make("fenced"_ba, "other"_ba));
        m_lock = std::make_unique<lock::MultiLock>(std::move(members), m_process->clock);
        listen();
        QVERIFY(take(Lease::of(20s)));
        const auto outcome = extend(5min);
        QVERIFY(outcome.isExtended());
        QCOMPARE(outcome.votes.size(), 2U);
        QCOMPARE(outcome.validUntil, m_lock->validUntil(m_me));
        QVERIFY(ttl("job"_ba) > 4min && ttl("other"_ba) > 4min);
        QCOMPARE(run({"DEL"_ba, "other"_ba}).integer, 1);
        QCOMPARE(extend(6min).status, Extended::NotHeld);
        QVERIFY(eventually([this] { return isLost(Loss::TakenAway); }));
    }

    void permitsAreExtended()
    {
        lock::PermitExpirableSemaphore pool(m_process->space, LockName("pool"_ba));
        QVERIFY(*await(pool.trySetPermits(3)));
        const auto taken = await(pool.tryAcquire(2, 0ms, Lease::of(20s)));
        QVERIFY(taken && taken->isGranted());
        const auto outcome = await(pool.extend(taken->ids, 5min));
        QVERIFY(outcome->isExtended());
        for (const QByteArray &id : taken->ids) {
            QVERIFY(**await(pool.leaseTime(id)) > 4min);
            QVERIFY(*pool.validUntil(id) - m_process->clock.now() > 4min);
        }
        QVERIFY(*await(pool.tryRelease(taken->ids.front())));
        QCOMPARE(await(pool.extend(taken->ids, 6min))->status, Extended::NotHeld);
    }

    void aMajorityExtends_data() { quorumKinds(); }
    void aMajorityExtends()
    {
        beginQuorum();
        QVERIFY(take(Lease::of(10s)));
        QVERIFY(eventually([this] { return keptFor(0ms) == 5; }));
        m_servers[0].command({"DEL"_ba, "job"_ba});
        m_servers[1].command({"DEL"_ba, "job"_ba});
        const auto outcome = extend(29s);
        QCOMPARE(outcome.status, Extended::Extended);
        QCOMPARE(outcome.votes.size(), 5U);
        QCOMPARE(count(outcome.votes, Vote::Kind::Granted), 3U);
        QCOMPARE(count(outcome.votes, Vote::Kind::Error), 2U);
        QCOMPARE(outcome.votes[0].error->code, "NOTHELD"_ba);
        QVERIFY(outcome.votes[4].took > 0us);
        QCOMPARE(keptFor(20s), 3);
        QVERIFY(*m_lock->validityLeft(m_me) > 20s);
        QVERIFY2(*m_lock->validityLeft(m_me) < 29s - 280ms, "the drift is taken off");
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
    }

    void aMinorityDoesNotExtend_data() { quorumKinds(); }
    void aMinorityDoesNotExtend()
    {
        beginQuorum();
        QVERIFY(take(Lease::of(10s)));
        QVERIFY(eventually([this] { return keptFor(0ms) == 5; }));
        for (std::size_t i = 0; i < 3; ++i)
            m_servers[i].pause();
        const auto before = m_lock->validUntil(m_me);
        const auto outcome = extend(29s);
        const auto after = m_lock->validUntil(m_me);
        for (std::size_t i = 0; i < 3; ++i)
            m_servers[i].resume();
        QCOMPARE(outcome.status, Extended::Failed);
        QVERIFY(outcome.error);
        QCOMPARE(count(outcome.votes, Vote::Kind::Granted), 2U);
        QCOMPARE(count(outcome.votes, Vote::Kind::NoAnswer), 3U);
        QVERIFY(after == before);
    }

    void noMajorityHasItAnyMore_data() { quorumKinds(); }
    void noMajorityHasItAnyMore()
    {
        beginQuorum();
        QVERIFY(take(Lease::of(10s)));
        QVERIFY(eventually([this] { return keptFor(0ms) == 5; }));
        for (std::size_t i = 0; i < 3; ++i)
            m_servers[i].command({"DEL"_ba, "job"_ba});
        QCOMPARE(extend(29s).status, Extended::NotHeld);
        QVERIFY2(eventually([this] { return isLost(Loss::TakenAway); }), // told from the event loop
                 qPrintable(losses()));
        QVERIFY2(eventually([this] { return keptFor(0ms) == 0; }), "what is left is given back");
    }

    // Two servers have not answered yet when one of the three others has lost it: it is not certain
    // any more, but its time is not over.
    void aLossIsNoExpiryWhileOthersAreSilent_data() { quorumKinds(); }
    void aLossIsNoExpiryWhileOthersAreSilent()
    {
        beginQuorum();
        m_servers[0].pause();
        m_servers[1].pause();
        const bool isTaken = take(Lease::of(10s));
        m_servers[2].command({"DEL"_ba, "job"_ba});
        const auto outcome = extend(29s);
        const bool isTold = eventually([this] { return !m_losses.empty(); });
        m_servers[0].resume();
        m_servers[1].resume();
        QVERIFY(isTaken && isTold);
        QCOMPARE(outcome.status, Extended::NotHeld);
        QVERIFY2(isLost(Loss::TakenAway), qPrintable(losses()));
        QVERIFY2(eventually([this] { return keptFor(0ms) == 0; }), "what is left is given back");
    }

    void noLongerThanTheGroupAllows_data() { quorumKinds(); }
    void noLongerThanTheGroupAllows()
    {
        beginQuorum();
        QVERIFY(take(Lease::of(10s)));
        const auto outcome = extend(31s);
        QCOMPARE(outcome.status, Extended::Failed);
        QCOMPARE(outcome.error->kind, ErrorKind::InvalidInput);
        QCOMPARE(keptFor(10s), 0);
    }

    void aQuorumsWatchdogTakesNothingBack_data() { quorumKinds(); }
    void aQuorumsWatchdogTakesNothingBack()
    {
        beginQuorum();
        QVERIFY(take(Lease::watchdog(900ms)));
        QVERIFY(extend(29s).isExtended());
        const Instant renewedTwice = m_quorum->clock.now() + 700ms;
        QVERIFY(eventually([&] { return m_quorum->clock.now() >= renewedTwice; }));
        QVERIFY(keptFor(20s) >= 3);
        QVERIFY(*m_lock->validityLeft(m_me) > 20s);
        QVERIFY(m_losses.empty());
    }
};

LOCKSCOPE_TEST_SUITE(TestExtend)
#include "tst_extend.moc"
