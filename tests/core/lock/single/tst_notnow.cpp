// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/countdownlatch.h"
#include "core/lock/kind/multilock.h"
#include "core/lock/kind/permitexpirablesemaphore.h"
#include "core/lock/kind/semaphore.h"
#include "core/redis/notnow.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::PermitOutcome;
using lock::ReleaseOutcome;
using lock::Standing;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// A server that says "not now" for a while: waits go on, and releases are made up for.
class TestNotNow : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<LockProcess> m_process;
    std::unique_ptr<Lock> m_lock;
    OwnerId m_me;

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    // READONLY, or MASTERDOWN to all commands.
    void hinder(bool readsToo)
    {
        run({"CONFIG"_ba, "SET"_ba, "replica-serve-stale-data"_ba, readsToo ? "no"_ba : "yes"_ba});
        run({"REPLICAOF"_ba, "127.0.0.1"_ba, QByteArray::number(freePort())});
    }
    void relent() const { run({"REPLICAOF"_ba, "NO"_ba, "ONE"_ba}); }
    void occupy(const QByteArray &kind, const QByteArray &ms)
    {
        if (kind == "string")
            run({"SET"_ba, "job"_ba, "other"_ba});
        else if (kind == "read-write")
            run({"HSET"_ba, "job"_ba, "mode"_ba, "write"_ba, "other:1:write"_ba, "1"_ba});
        else
            run({"HSET"_ba, "job"_ba, "other:1"_ba, "1"_ba});
        run({"PEXPIRE"_ba, "job"_ba, ms});
    }
    void begin(Millis commandTimeout = 10s)
    {
        redis::ConnectionConfig config;
        config.target = m_server.target();
        config.connectTimeout = commandTimeout;
        config.commandTimeout = commandTimeout;
        m_process = std::make_unique<LockProcess>(config);
        QVERIFY(await(m_process->deployment.whenReady()));
    }
    static void answers()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("readsToo");
        for (const QByteArray &kind : lock::kinds()) {
            QTest::addRow("%s, READONLY", kind.constData()) << kind << false;
            QTest::addRow("%s, MASTERDOWN", kind.constData()) << kind << true;
        }
    }
    bool isQueued() const
    {
        return run({"LRANGE"_ba, "redisson_lock_queue:{job}"_ba, "0"_ba, "-1"_ba}).elements.size()
            == 1;
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
    }
    void cleanup()
    {
        relent();
        m_lock.reset();
        m_process.reset();
    }

    void theListIsOne()
    {
        const auto error = [](const char *text) {
            Reply reply;
            reply.type = Reply::Type::Error;
            reply.bytes = text;
            return reply;
        };
        for (const char *const text :
             {"BUSY Redis is busy running a script.", "LOADING Redis is loading", "MASTERDOWN Link",
              "TRYAGAIN Multiple keys", "CLUSTERDOWN The cluster is down", "READONLY You can't",
              "OOM command not allowed", "MISCONF Redis is configured", "NOREPLICAS Not enough",
              "ERR max number of clients reached",
              "ERR Error running script (call to f_12): @user_script:3: @user_script: 3: -READONLY "
              "You can't write against a read only replica."})
            QVERIFY2(redis::isNotNow(error(text)), text);
        for (const char *const text :
             {"WRONGTYPE Operation", "NOPERM this user", "NOAUTH Authentication",
              "ERR syntax error", "NOSCRIPT No matching", "MOVED 1 127.0.0.1:1",
              "ERR Error running script (call to f_12): @user_script:3: WRONGTYPE Operation"})
            QVERIFY2(!redis::isNotNow(error(text)), text);
        // Redis 6, with an error from a script's call and with one that it caught; Redis 7; and
        // hostile ones.
        for (const auto &[text, code, inner] : std::initializer_list<std::array<QByteArray, 3>>{
                 {"ERR Error running script (call to f_12): @user_script:3: WRONGTYPE Operation",
                  "WRONGTYPE", "WRONGTYPE Operation"},
                 {"ERR Error running script (call to f_12): @user_script:3: @user_script: 3: -OOM "
                  "command",
                  "OOM", "OOM command"},
                 {"ERR Error running script (call to f_12): @user_script:3: @user_script: 3: The "
                  "user executing",
                  "ERR", "The user executing"},
                 {"@user_script: 2: -READONLY You", "READONLY", "READONLY You"},
                 {"READONLY You can't write. script: f_12, on @user_script:3.", "READONLY",
                  "READONLY You can't write."},
                 {"ERR Error running script", "ERR", "ERR Error running script"},
                 {"@user_script:", "", ""}}) {
            QCOMPARE(redis::innerCode(text), code);
            QCOMPARE(redis::innerError(text), inner);
        }
        QVERIFY(redis::isNotNowToRead("LOADING"_ba) && !redis::isNotNowToRead("READONLY"_ba));
    }

    void aWaitGoesOn_data() { answers(); }
    void aWaitGoesOn()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, readsToo);
        begin();
        m_lock = m_process->make(kind, "job"_ba);
        hinder(readsToo);
        const auto single = await(m_lock->tryLock(m_lock->newOwner()));
        QCOMPARE(single->status, Acquired::Failed);
        QVERIFY(redis::isNotNow(*single->error));
        const auto ended = await(m_lock->tryLock(m_lock->newOwner(), 150ms));
        QCOMPARE(ended->status, Acquired::Failed);
        QVERIFY(redis::isNotNow(*ended->error));
        auto waiting = m_lock->tryLock(m_lock->newOwner(), 15s);
        QVERIFY(!eventually([&] { return waiting.isReady(); }, 250ms));
        relent();
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    // Too few replicas, as after a failover to the last one.
    void aHoldThatIsNotRenewedSaysWhy()
    {
        begin();
        std::vector<std::unique_ptr<Lock>> locks;
        std::vector<Loss> losses;
        for (const QByteArray &kind : lock::kinds()) {
            const auto &made = locks.emplace_back(m_process->make(kind, "job:" + kind));
            made->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
            QVERIFY(await(made->tryLock(made->newOwner(), 0ms, Lease::watchdog(3s)))->isHeld());
        }
        run({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, "1"_ba});
        const bool isOver = eventually([&] { return losses.size() == locks.size(); });
        run({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, "0"_ba});
        QVERIFY(isOver);
        QCOMPARE(losses, std::vector<Loss>(locks.size(), Loss::Refused));
    }

    // The holder hears of it while there is time left, and that it is over.
    void aRefusedRenewalIsToldInTime()
    {
        begin();
        std::vector<std::unique_ptr<Lock>> locks;
        std::map<QByteArray, std::vector<Standing>> told;
        for (const QByteArray &kind : lock::kinds()) {
            const auto &made = locks.emplace_back(m_process->make(kind, "job:" + kind));
            made->setLostHandler([](const OwnerId &, Loss) { QFAIL("lost"); });
            made->setStandingHandler([&told, kind](const OwnerId &, const Standing &standing) {
                told[kind].push_back(standing);
            });
            QVERIFY(await(made->tryLock(made->newOwner(), 0ms, Lease::watchdog(6s)))->isHeld());
        }
        lock::PermitExpirableSemaphore permits(m_process->space, LockName("permits"));
        permits.setLostHandler([](const QByteArray &, Loss) { QFAIL("lost"); });
        permits.setStandingHandler([&](const QByteArray &, const Standing &standing) {
            told["permits"].push_back(standing);
        });
        QVERIFY(*await(permits.trySetPermits(1)));
        QVERIFY(await(permits.tryAcquire(1, 0ms, Lease::watchdog(6s)))->isGranted());
        run({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, "1"_ba});
        QVERIFY(eventually([&] { return told.size() == locks.size() + 1; }));
        const Instant now = std::chrono::steady_clock::now();
        run({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, "0"_ba});
        QVERIFY(eventually([&] {
            return std::ranges::all_of(told,
                                       [](const auto &one) { return one.second.size() == 2; });
        }));
        for (const auto &[kind, standings] : told) {
            const Standing &first = standings.front();
            QVERIFY2(first.kind == Standing::Kind::Overdue, kind.constData());
            QVERIFY(first.isRefused);
            QVERIFY2(first.refusal.startsWith("NOREPLICAS"), first.refusal.constData());
            QVERIFY(first.validUntil > now);
            QCOMPARE(standings.back(), Standing());
        }
    }

    void anUnansweredRenewalIsToldInTime()
    {
        begin(200ms);
        m_lock = m_process->make("reentrant"_ba, "job"_ba);
        std::vector<Standing> told;
        std::optional<Loss> lost;
        m_lock->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        m_lock->setStandingHandler(
            [&](const OwnerId &, const Standing &standing) { told.push_back(standing); });
        QVERIFY(await(m_lock->tryLock(m_lock->newOwner(), 0ms, Lease::watchdog(3s)))->isHeld());
        m_server.pause();
        QVERIFY(eventually([&] { return lost.has_value(); }));
        m_server.resume();
        QCOMPARE(*lost, Loss::Unanswered);
        QCOMPARE(told.size(), std::size_t(1));
        QVERIFY(told.front().kind == Standing::Kind::Overdue && !told.front().isRefused);
    }

    // It slept while somebody else held it, and meets it when it tries again.
    void aSleeperGoesOn_data() { answers(); }
    void aSleeperGoesOn()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, readsToo);
        begin();
        m_lock = m_process->make(kind, "job"_ba);
        occupy(kind, "60000"_ba);
        auto waiting = m_lock->tryLock(m_lock->newOwner(), 15s);
        const bool isFair = kind.endsWith("fair");
        QVERIFY(!eventually([&] { return waiting.isReady(); }, 150ms));
        run({"PEXPIRE"_ba, "job"_ba, "1"_ba});
        hinder(readsToo);
        QVERIFY(!eventually([&] { return waiting.isReady(); }, 200ms));
        if (isFair && !readsToo)
            QVERIFY(isQueued());
        relent();
        // The next attempt finds the releases that were announced while it could not try.
        run({"PUBLISH"_ba, "redisson_lock__channel:{job}"_ba, "0"_ba});
        run({"PUBLISH"_ba, "redisson_rwlock:{job}"_ba, "0"_ba});
        if (isFair) {
            const auto first = run({"LINDEX"_ba, "redisson_lock_queue:{job}"_ba, "0"_ba}).bytes;
            run({"PUBLISH"_ba, "redisson_lock__channel:{job}:" + first, "0"_ba});
        }
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    void aReleaseGoesOn_data() { answers(); }
    void aReleaseGoesOn()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, readsToo);
        begin();
        m_lock = m_process->make(kind, "job"_ba);
        m_me = m_lock->newOwner();
        QVERIFY(await(m_lock->tryLock(m_me, 0ms, Lease::of(60s)))->isHeld());
        hinder(readsToo);
        auto releasing = m_lock->unlock(m_me);
        QVERIFY(!eventually([&] { return releasing.isReady(); }, 250ms));
        relent();
        QCOMPARE(await(std::move(releasing))->status, Released::Released);
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 0);
    }

    // Longer than the caller is kept waiting: it is made up for.
    void aReleaseIsMadeUpFor_data() { answers(); }
    void aReleaseIsMadeUpFor()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, readsToo);
        begin(200ms);
        m_lock = m_process->make(kind, "job"_ba);
        m_me = m_lock->newOwner();
        QVERIFY(await(m_lock->tryLock(m_me, 0ms, Lease::of(60s)))->isHeld());
        hinder(readsToo);
        const auto released = await(m_lock->unlock(m_me));
        QCOMPARE(released->status, Released::Failed);
        QVERIFY(redis::isNotNow(*released->error));
        relent();
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
    }

    // A server that was silent for longer than that, so that nobody knows what it will do. The
    // owner may come back at once: it must not re-enter what it has given back.
    void aReleaseWithoutAnswerIsMadeUpFor_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<bool>("comesBack");
        for (const QByteArray &kind : lock::kinds()) {
            QTest::addRow("%s, comes back", kind.constData()) << kind << true;
            QTest::addRow("%s, stays away", kind.constData()) << kind << false;
        }
    }
    void aReleaseWithoutAnswerIsMadeUpFor()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const bool, comesBack);
        begin(200ms);
        m_lock = m_process->make(kind, "job"_ba);
        m_me = m_lock->newOwner();
        QVERIFY(await(m_lock->tryLock(m_me, 0ms, Lease::of(60s)))->isHeld());
        m_server.pause();
        const auto released = await(m_lock->unlock(m_me));
        auto again =
            comesBack ? m_lock->tryLock(m_me, 10s, Lease::of(60s)) : Pending<AcquireOutcome>();
        m_server.resume();
        QCOMPARE(released->status, Released::Unknown);
        if (comesBack) {
            QVERIFY(await(std::move(again))->isHeld());
            QCOMPARE(*await(m_lock->holdCount(m_me)), 1);
            QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
            QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 0);
        }
        QVERIFY(eventually([&] { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }));
    }

    void permitsGoOn_data()
    {
        QTest::addColumn<bool>("readsToo");
        QTest::newRow("READONLY") << false;
        QTest::newRow("MASTERDOWN") << true;
    }
    void permitsGoOn()
    {
        QFETCH(const bool, readsToo);
        begin();
        lock::Semaphore semaphore(m_process->space, LockName("sem"));
        lock::PermitExpirableSemaphore expirable(m_process->space, LockName("pes"));
        QVERIFY(await(semaphore.trySetPermits(2)).value_or(false));
        QVERIFY(await(expirable.trySetPermits(2)).value_or(false));
        hinder(readsToo);
        QCOMPARE(await(semaphore.tryAcquire())->status, PermitOutcome::Status::Failed);
        auto plain = semaphore.tryAcquire(1, 15s);
        auto lent = expirable.tryAcquire(1, 15s, Lease::of(60s));
        QVERIFY(!eventually([&] { return plain.isReady() || lent.isReady(); }, 250ms));
        relent();
        QVERIFY(await(std::move(plain))->isGranted());
        const auto id = await(std::move(lent));
        QVERIFY(id->isGranted());
        hinder(readsToo);
        auto giving = expirable.tryRelease(id->ids.at(0));
        QVERIFY(!eventually([&] { return giving.isReady(); }, 250ms));
        relent();
        QVERIFY(await(std::move(giving)).value_or(false));
    }

    void aLatchGoesOn()
    {
        begin();
        lock::CountDownLatch latch(m_process->space, LockName("latch"));
        QVERIFY(await(latch.trySetCount(1)).value_or(false));
        hinder(true);
        auto waiting = latch.wait(15s);
        auto counting = latch.countDown();
        QVERIFY(!eventually([&] { return waiting.isReady() || counting.isReady(); }, 250ms));
        relent();
        QVERIFY(await(std::move(counting)));
        QVERIFY(await(std::move(waiting)).has_value());
    }

    void aMultiLockGoesOn()
    {
        begin();
        std::vector<std::shared_ptr<Lock>> members{m_process->make("reentrant"_ba, "a"_ba),
                                                   m_process->make("reentrant"_ba, "b"_ba)};
        lock::MultiLock both(members, m_process->clock);
        hinder(false);
        auto waiting = both.tryLock(both.newOwner(), 15s);
        QVERIFY(!eventually([&] { return waiting.isReady(); }, 250ms));
        relent();
        QVERIFY(await(std::move(waiting))->isHeld());
    }
};

LOCKSCOPE_TEST_SUITE(TestNotNow)
#include "tst_notnow.moc"
