// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/protocol/scriptrunner.h"
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Cancellation;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::QuorumConfig;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// An owner asks once more for a quorum lock that it holds, with a shorter lease, and does not get
// it: the hold that it has must last as long as before, or be told as lost in time.
class TestRedlockReentry : public QObject
{
    Q_OBJECT

private:
    QuorumServers m_servers{3};
    std::set<std::size_t> m_paused;
    std::unique_ptr<QuorumProcess> m_process;
    std::unique_ptr<Lock> m_lock;
    OwnerId m_me;
    std::optional<Loss> m_lost;

    void leases()
    {
        QTest::addColumn<bool>("watched");
        QTest::newRow("watchdog") << true;
        QTest::newRow("fixed lease") << false;
    }
    // The outer hold, on all three.
    void begin(QuorumConfig config = {}, const QByteArray &kind = "red"_ba)
    {
        QFETCH(const bool, watched);
        auto configs = m_servers.configs();
        for (auto &server : configs) {
            server.pingInterval = 300ms;
            server.silenceLimit = 1000ms;
        }
        m_process = std::make_unique<QuorumProcess>(configs, durable(config));
        m_lock = m_process->make(kind, "job"_ba);
        m_lock->setLostHandler([this](const OwnerId &, Loss loss) { m_lost = loss; });
        m_me = m_lock->newOwner();
        QVERIFY(eventually([&] { return m_process->isComplete(); }));
        const Lease lease = watched ? Lease::watchdog(30s) : Lease::of(30s);
        QVERIFY(await(m_lock->tryLock(m_me, 0ms, lease))->isHeld());
        QVERIFY(eventually([&] { return areCounts(1); }));
    }
    void pauseMajority()
    {
        for (const std::size_t i : {1U, 2U}) {
            m_servers[i].pause();
            m_paused.insert(i);
        }
    }
    void resume()
    {
        for (const std::size_t i : std::exchange(m_paused, {}))
            m_servers[i].resume();
    }
    // How often the first server was asked for the lock.
    qint64 attempts() { return m_servers[0].calls("exists"_ba); }
    bool areCounts(int count) const
    {
        return m_servers.count({"HGET"_ba, "job"_ba, m_me.bytes}, QByteArray::number(count)) == 3;
    }
    bool lastsOnAll(Millis least) const
    {
        const auto replies = m_servers.commandAll({"PTTL"_ba, "job"_ba});
        return std::all_of(replies.begin(), replies.end(),
                           [&](const Reply &reply) { return reply.integer >= least.count(); });
    }
    // As before the attempt, on the servers and by what this process believes.
    void isUncut()
    {
        QVERIFY(eventually([&] { return areCounts(1) && lastsOnAll(20s); }));
        QVERIFY(eventually([&] { return m_lock->validityLeft(m_me) > 20s; }));
        QVERIFY(!m_lost);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_servers.start());
    }
    void init()
    {
        failOnAnyWarning();
        m_servers.commandAll({"FLUSHALL"_ba});
        m_lost.reset();
    }
    void cleanup()
    {
        resume();
        m_lock.reset();
        m_process.reset();
    }

    void failed_data() { leases(); }
    void failed()
    {
        begin();
        pauseMajority();
        const auto inner = await(m_lock->tryLock(m_me, 0ms, Lease::of(5s)));
        QCOMPARE(inner->status, Acquired::Failed);
        // It may be taken, and not taken back yet.
        QVERIFY(m_lock->validityLeft(m_me) <= 5s);
        resume();
        isUncut();
    }

    void cancelled_data() { leases(); }
    void cancelled()
    {
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        auto taking = m_lock->tryLock(m_me, 5s, Lease::of(5s), cancel);
        cancel->request();
        QCOMPARE(await(std::move(taking))->status, Acquired::Cancelled);
        isUncut();
    }

    void late_data() { leases(); }
    void late()
    {
        begin({.serverTimeout = 10s, .minValidity = 4800ms});
        pauseMajority();
        auto taking = m_lock->tryLock(m_me, 0ms, Lease::of(5s));
        const Instant start = m_process->clock.now();
        QVERIFY(eventually([&] { return m_process->clock.now() >= start + 300ms; }));
        QVERIFY(m_lock->validityLeft(m_me) <= 5s);
        resume();
        const auto inner = await(std::move(taking));
        QCOMPARE(inner->status, Acquired::Failed);
        QCOMPARE(inner->error->code, "TOOLATE"_ba);
        isUncut();
    }

    // Its lease could never be worth having: nobody is asked.
    void hopeless_data() { leases(); }
    void hopeless()
    {
        begin();
        const auto inner = await(m_lock->tryLock(m_me, 0ms, Lease::of(3ms)));
        QCOMPARE(inner->status, Acquired::Failed);
        QCOMPARE(inner->error->code, "TOOLATE"_ba);
        QVERIFY(areCounts(1));
        isUncut();
    }

    // The connections are given up: it is settled over the next ones.
    void unanswered_data() { leases(); }
    void unanswered()
    {
        begin();
        pauseMajority();
        QCOMPARE(await(m_lock->tryLock(m_me, 0ms, Lease::of(10s)))->status, Acquired::Failed);
        QVERIFY(eventually([&] { return !m_process->isPresent(1) && !m_process->isPresent(2); }));
        QVERIFY(m_lock->validityLeft(m_me) <= 10s);
        resume();
        isUncut();
    }

    // The outcome stays unknown: no more than the shorter lease is certain.
    void neverAnswered_data() { leases(); }
    void neverAnswered()
    {
        QFETCH(const bool, watched);
        begin();
        pauseMajority();
        const Instant start = m_process->clock.now();
        QCOMPARE(await(m_lock->tryLock(m_me, 0ms, Lease::of(1s)))->status, Acquired::Failed);
        QVERIFY(eventually([&] { return m_lost.has_value(); }));
        QCOMPARE(*m_lost, watched ? Loss::NoMajority : Loss::Expired);
        QVERIFY(m_process->clock.now() < start + 5s);
        QVERIFY(!m_lock->validityLeft(m_me));
    }

    // Those who wait for its own release do not go before it, for they would find the lock taken
    // and sleep until the end of its lease, and it behind them.
    void goesBeforeThoseWhoWaitForIt_data() { leases(); }
    void goesBeforeThoseWhoWaitForIt()
    {
        begin();
        std::vector<Pending<AcquireOutcome>> others;
        for (int i = 0; i < 6; ++i)
            others.push_back(m_lock->tryLock(m_lock->newOwner(), 60s, Lease::of(30s)));
        QVERIFY(eventually([&] { return attempts() >= 12; })); // each once more when it listens
        pauseMajority();
        const qint64 before = attempts();
        auto inner = m_lock->tryLock(m_me, 60s, Lease::watchdog(30s));
        QVERIFY(eventually([&] { return attempts() >= before + 4; }));
        resume();
        const auto outcome = await(std::move(inner), 20s);
        QVERIFY(outcome && outcome->isHeld());
        QVERIFY(!m_lost);
    }

    // A lease far below the drift that the outer one allows for.
    void aShortOneThatIsGrantedIsRenewed()
    {
        m_process = std::make_unique<QuorumProcess>(m_servers.configs(), durable());
        m_lock = m_process->make("red"_ba, "job"_ba);
        m_lock->setLostHandler([this](const OwnerId &, Loss loss) { m_lost = loss; });
        m_me = m_lock->newOwner();
        QVERIFY(await(m_lock->tryLock(m_me, 0ms, Lease::watchdog(30s)))->isHeld());
        QVERIFY(await(m_lock->tryLock(m_me, 0ms, Lease::of(290ms)))->isHeld());
        QVERIFY(m_lock->validityLeft(m_me));
        QVERIFY(eventually([&] { return m_lock->validityLeft(m_me) > 20s; }));
        QVERIFY(!m_lost);
    }

    // It is not reentrant: nobody is asked.
    void aRedlockIsUntouched_data() { leases(); }
    void aRedlockIsUntouched()
    {
        QFETCH(const bool, watched);
        m_process = std::make_unique<QuorumProcess>(m_servers.configs(), durable());
        m_lock = m_process->make("redlock"_ba, "job"_ba);
        m_lock->setLostHandler([this](const OwnerId &, Loss loss) { m_lost = loss; });
        m_me = m_lock->newOwner();
        const Lease lease = watched ? Lease::watchdog(30s) : Lease::of(30s);
        QVERIFY(await(m_lock->tryLock(m_me, 0ms, lease))->isHeld());
        const auto cancel = std::make_shared<Cancellation>();
        QCOMPARE(await(m_lock->tryLock(m_me, 0ms, Lease::of(1s)))->status, Acquired::Busy);
        auto waiting = m_lock->tryLock(m_me, 5s, Lease::of(1s), cancel);
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        QVERIFY(eventually([&] { return lastsOnAll(20s); }));
        QVERIFY(m_lock->validityLeft(m_me) > 20s);
        QVERIFY(!m_lost);
    }

    void isSettledWithMemoryShort()
    {
        const ScriptRunner runner(m_servers[0]);
        const auto settle = [&](const QByteArray &counts) {
            return ScriptRunner::text(runner.run("redlock_settle", {"job"_ba, "channel"_ba},
                                                 {"a:1"_ba, counts, "90000"_ba}));
        };
        m_servers[0].command({"HSET"_ba, "job"_ba, "a:1"_ba, "3"_ba});
        m_servers[0].command({"PEXPIRE"_ba, "job"_ba, "95000"_ba});
        runner.setMemoryShort(true);
        const QByteArray first = settle("2"_ba);
        const qint64 uncut = m_servers[0].command({"PTTL"_ba, "job"_ba}).integer;
        m_servers[0].command({"PEXPIRE"_ba, "job"_ba, "5000"_ba});
        const QByteArray second = settle("1"_ba);
        const qint64 restored = m_servers[0].command({"PTTL"_ba, "job"_ba}).integer;
        const QByteArray third = settle("0"_ba);
        runner.setMemoryShort(false);
        QCOMPARE(first, "2"_ba);
        QVERIFY(uncut > 90'000);
        QCOMPARE(second, "1"_ba);
        QVERIFY(restored > 80'000 && restored <= 90'000);
        QCOMPARE(third, "0"_ba);
        QCOMPARE(m_servers[0].command({"EXISTS"_ba, "job"_ba}).integer, 0);
    }
};

LOCKSCOPE_TEST_SUITE(TestRedlockReentry)

#include "tst_redlockreentry.moc"
