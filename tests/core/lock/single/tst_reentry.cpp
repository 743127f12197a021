// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/permitexpirablesemaphore.h"
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
using lock::Loss;
using lock::Mode;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// A hold around which, or beside which, its own process takes and gives back: no inner call may
// shorten an outer hold without its knowledge, take the counts of others, or end its watch.
class TestReentry : public QObject
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
        for (const char *kind : {"reentrant", "fair", "spin", "fenced", "read-write"})
            QTest::newRow(kind) << QByteArray(kind) << Mode::Write;
        QTest::newRow("read") << "read-write"_ba << Mode::Read;
    }
    std::unique_ptr<Lock> make(LockProcess &process) const
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const Mode, mode);
        auto lock = lock::makeLock(process.space, LockName("job"), kind, mode);
        return lock;
    }
    bool isSharedTime() const
    {
        QFETCH(const QByteArray, kind);
        return kind != "read-write";
    }
    qint64 count() const
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const Mode, mode);
        const bool isWrite = kind == "read-write" && mode == Mode::Write;
        return run({"HGET"_ba, "job"_ba, m_me.bytes + (isWrite ? ":write" : "")})
            .bytes.toLongLong();
    }
    Millis ttl() const { return Millis(run({"PTTL"_ba, "job"_ba}).integer); }
    bool isGone() const { return run({"EXISTS"_ba, "job"_ba}).integer == 0; }
    Millis validity() const { return m_lock->validityLeft(m_me).value_or(0ms); }
    bool isLost(Loss loss) const { return m_losses == std::vector{loss}; }
    // Held for a while: its key is watched.
    void begin(const Lease &lease = Lease::watchdog(30s), const OwnerId &owner = {})
    {
        m_lock = make(*m_process);
        m_me = owner.bytes.isEmpty() ? m_lock->newOwner() : owner;
        m_lock->setLostHandler([this](const OwnerId &, Loss loss) { m_losses.push_back(loss); });
        // The scripts are known there: each call is one question.
        QVERIFY(await(m_lock->tryLock(m_me, 15s))->isHeld());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        const int looked = looks();
        QVERIFY(await(m_lock->tryLock(m_me, 15s, lease))->isHeld());
        QVERIFY(eventually([&] { return looks() > looked; }));
        QCOMPARE(*await(m_lock->holdCount(m_me)), 1);
    }
    int looks() const { return m_proxy->count("CLIENT"_ba); } // each comes with CLIENT CACHING YES
    void wakeTheServer()
    {
        m_proxy->stallServer(false);
        m_proxy->stallClients(false);
        m_proxy->setRefusing(false);
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
        m_losses.clear();
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        m_process = std::make_unique<LockProcess>(config());
        QVERIFY(await(m_process->deployment.whenReady()));
    }
    void cleanup()
    {
        m_lock.reset();
        m_process.reset();
        m_proxy.reset();
        QVERIFY(run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "0"_ba}).isOk());
    }

    void oneThatIsTakenBack_data() { kinds(); }
    void oneThatIsTakenBack()
    {
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        auto inner = m_lock->tryLock(m_me, 15s, Lease::of(2s), cancel);
        cancel->request();
        QCOMPARE(await(std::move(inner))->status, Acquired::Cancelled);
        QCOMPARE(count(), 1);
        QVERIFY2(ttl() > 20s, QByteArray::number(qlonglong(ttl().count())).constData());
        QVERIFY(validity() > 20s && validity() <= ttl());
        // It is watched as before.
        run({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return isLost(Loss::TakenAway); }, 5s));
    }

    // A replica that was promoted before it had a release: the owner that comes back re-enters the
    // hold that it gave back long ago.
    void oneThatAFailoverBroughtBack_data() { kinds(); }
    void oneThatAFailoverBroughtBack()
    {
        begin();
        struct Key {
            QByteArray name;
            QByteArray dump;
            qint64 left;
        };
        std::vector<Key> kept;
        for (const Reply &key : run({"KEYS"_ba, "*"_ba}).elements)
            kept.push_back({key.bytes, run({"DUMP"_ba, key.bytes}).bytes,
                            std::max<qint64>(run({"PTTL"_ba, key.bytes}).integer, 0)});
        QVERIFY(!kept.empty());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(run({"FLUSHALL"_ba}).isOk());
        for (const Key &key : kept)
            QVERIFY(run({"RESTORE"_ba, key.name, QByteArray::number(key.left), key.dump}).isOk());
        QCOMPARE(count(), 1);
        QVERIFY(await(m_lock->tryLock(m_me))->isHeld());
        QVERIFY(await(m_lock->tryLock(m_me))->isHeld());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::StillHeld);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 0);
        // Another owner of the process keeps what it has.
        const OwnerId other = m_lock->newOwner();
        QVERIFY(await(m_lock->tryLock(other))->isHeld());
        QVERIFY(await(m_lock->tryLock(other))->isHeld());
        QCOMPARE(await(m_lock->unlock(other))->status, Released::StillHeld);
        QCOMPARE(run({"EXISTS"_ba, "job"_ba}).integer, 1);
    }

    void oneInAFixedLease_data() { kinds(); }
    void oneInAFixedLease()
    {
        begin(Lease::of(30s));
        const auto cancel = std::make_shared<Cancellation>();
        auto inner = m_lock->tryLock(m_me, 15s, Lease::of(2s), cancel);
        cancel->request();
        QCOMPARE(await(std::move(inner))->status, Acquired::Cancelled);
        QVERIFY(ttl() > 20s && ttl() <= 30s);
        QVERIFY(validity() > 20s && validity() <= ttl());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(isGone());
    }

    void oneThatIsRefused_data() { kinds(); }
    void oneThatIsRefused()
    {
        begin();
        run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "1"_ba});
        const auto inner = await(m_lock->tryLock(m_me, 0ms, Lease::of(2s)));
        run({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "0"_ba});
        QCOMPARE(inner->status, Acquired::Failed);
        QVERIFY(ttl() > 20s);
        QVERIFY(validity() > 20s && validity() <= ttl());
        QVERIFY(m_losses.empty());
    }

    // Its answer comes when its lease has ended, and on the server the hold has ended with it.
    void oneThatIsLate_data() { kinds(); }
    void oneThatIsLate()
    {
        begin();
        m_proxy->stallServer(true);
        auto inner = m_lock->tryLock(m_me, 0ms, Lease::of(200ms));
        QVERIFY(eventually([&] { return count() != 1; }));
        if (isSharedTime()) {
            QVERIFY(eventually([&] { return isGone(); }));
            QCOMPARE(validity(), 0ms); // it is never believed in for longer than it is there
            QVERIFY(eventually([&] { return isLost(Loss::Expired); }));
        } else {
            const Instant then = m_process->clock.now() + 250ms;
            QVERIFY(eventually([&] { return m_process->clock.now() >= then; }));
            QVERIFY(validity() > 20s && validity() <= ttl());
        }
        wakeTheServer();
        QVERIFY(!await(std::move(inner))->isHeld());
        if (!isSharedTime())
            QCOMPARE(count(), 1);
    }

    // The outcome stays unknown: the hold is bounded until a renewal was answered, and its count
    // goes with the last release.
    void oneWithoutAnAnswer_data() { kinds(); }
    void oneWithoutAnAnswer()
    {
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        m_proxy->stallServer(true);
        auto inner = m_lock->tryLock(m_me, 15s, Lease::of(10s), cancel);
        QVERIFY(eventually([&] { return count() == 2; }));
        QVERIFY(validity() <= ttl());
        m_proxy->setRefusing(true);
        m_proxy->cut();
        cancel->request();
        QCOMPARE(await(std::move(inner))->status, Acquired::Unknown);
        QVERIFY(validity() > 0ms && validity() <= ttl());
        wakeTheServer();
        QVERIFY(eventually([&] { return validity() > 20s; }));
        QVERIFY(validity() <= ttl());
        QVERIFY(m_losses.empty());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(isGone());
    }

    // Two processes as one owner, as `lockctl acquire --owner` twice: each gives back its own.
    void anothersCountStays_data() { kinds(); }
    void anothersCountStays()
    {
        begin(Lease::watchdog(30s), OwnerId("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1"));
        LockProcess other(config());
        QVERIFY(await(other.deployment.whenReady()));
        const auto theirs = make(other);
        bool isTheirsLost = false;
        theirs->setLostHandler([&](const OwnerId &, Loss) { isTheirsLost = true; });
        QCOMPARE(await(theirs->tryLock(m_me, 15s))->count, 2);
        QCOMPARE(await(m_lock->tryLock(m_me, 15s))->count, 3);
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::StillHeld);
        const auto mine = await(m_lock->unlock(m_me));
        QCOMPARE(mine->status, Released::Released);
        QCOMPARE(mine->count, 1);
        QVERIFY(!m_lock->validityLeft(m_me));
        QCOMPARE(count(), 1);
        QCOMPARE(*await(theirs->holdCount(m_me)), 1);
        QVERIFY(theirs->validityLeft(m_me));
        QVERIFY(!isTheirsLost);
        const auto last = await(theirs->unlock(m_me));
        QCOMPARE(last->status, Released::Released);
        QCOMPARE(last->count, 0);
        QVERIFY(isGone());
    }

    // The release of the inner hold is not answered: the outer one is renewed as before.
    void anInnerReleaseWithoutAnAnswer_data() { kinds(); }
    void anInnerReleaseWithoutAnAnswer()
    {
        begin(Lease::watchdog(6s));
        QCOMPARE(await(m_lock->tryLock(m_me, 15s, Lease::watchdog(6s)))->count, 2);
        m_proxy->stallClients(true);
        auto releasing = m_lock->unlock(m_me);
        QVERIFY(eventually([&] { return m_proxy->hasReceived(); }));
        m_proxy->setRefusing(true);
        m_proxy->cut();
        const auto outcome = await(std::move(releasing));
        QCOMPARE(outcome->status, Released::Unknown);
        const auto before = m_lock->validUntil(m_me);
        QVERIFY(before);
        wakeTheServer();
        QVERIFY(eventually([&] { return m_lock->validUntil(m_me) > *before + 500ms; }));
        QVERIFY(m_losses.empty());
        QVERIFY(validity() > 0ms && validity() <= ttl());
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::Released);
        QVERIFY(isGone());
    }

    void anOuterHoldThatEndsMeanwhileIsTold_data() { kinds(); }
    void anOuterHoldThatEndsMeanwhileIsTold()
    {
        begin(Lease::watchdog(1s));
        QCOMPARE(await(m_lock->tryLock(m_me, 15s, Lease::watchdog(1s)))->count, 2);
        m_proxy->setRefusing(true);
        m_proxy->cut();
        QVERIFY(!await(m_lock->unlock(m_me))->error->text.english().isEmpty());
        QVERIFY(eventually([&] { return isLost(Loss::Expired); }));
        QCOMPARE(validity(), 0ms);
    }

    void anOuterHoldThatWasTakenAwayIsTold()
    {
        m_lock = m_process->make("reentrant"_ba, "job"_ba);
        m_me = m_lock->newOwner();
        m_lock->setLostHandler([this](const OwnerId &, Loss loss) { m_losses.push_back(loss); });
        QCOMPARE(await(m_lock->tryLock(m_me, 15s))->count, 1);
        QCOMPARE(await(m_lock->tryLock(m_me, 15s))->count, 2);
        run({"DEL"_ba, "job"_ba});
        QCOMPARE(await(m_lock->unlock(m_me))->status, Released::NotHeld);
        QVERIFY(eventually([&] { return isLost(Loss::TakenAway); }));
    }

    // Its own process writes to the key, which ends the server's tracking of it.
    void aReaderIsWatchedThoughAnotherComesAndGoes()
    {
        auto lock = lock::makeLock(m_process->space, LockName("job"), "read-write"_ba, Mode::Read);
        bool isLost = false;
        const OwnerId me = lock->newOwner();
        const OwnerId other = lock->newOwner();
        lock->setLostHandler([&](const OwnerId &owner, Loss) { isLost = isLost || owner == me; });
        QVERIFY(await(lock->tryLock(me, 15s, Lease::of(60s)))->isHeld());
        QVERIFY(eventually([&] { return looks() > 1; })); // settled, and tracked
        for (int i = 0; i < 3; ++i) {
            QVERIFY(await(lock->tryLock(other, 15s, Lease::of(60s)))->isHeld());
            QCOMPARE(await(lock->unlock(other))->status, Released::Released);
        }
        run({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return isLost; }, 5s));
    }

    void aPermitIsWatchedThoughAnotherComesAndGoes_data()
    {
        QTest::addColumn<bool>("isBounded");
        QTest::newRow("with a lease") << true;
        QTest::newRow("without") << false;
    }
    void aPermitIsWatchedThoughAnotherComesAndGoes()
    {
        QFETCH(const bool, isBounded);
        lock::PermitExpirableSemaphore permits(m_process->space, LockName("pool"));
        QVERIFY(*await(permits.trySetPermits(2)));
        QByteArrayList lost;
        permits.setLostHandler([&](const QByteArray &id, Loss) { lost.append(id); });
        const auto first = await(permits.tryAcquire(1, 0ms, Lease::of(60s)));
        QVERIFY(first->isGranted());
        QVERIFY(eventually([&] { return looks() > 1; }));
        const auto lease = isBounded ? std::optional(Lease::of(60s)) : std::nullopt;
        const auto second = await(permits.tryAcquire(1, 0ms, lease));
        QVERIFY(second->isGranted());
        QVERIFY(*await(permits.tryRelease(second->ids.front())));
        run({"DEL"_ba, "{pool}:timeout"_ba});
        QVERIFY(eventually([&] { return lost == QByteArrayList{first->ids.front()}; }, 5s));
    }

    // The handler runs on its own, and may end everything.
    void aHandlerMayEndTheSpace()
    {
        m_lock = m_process->make("reentrant"_ba, "job"_ba);
        bool isTold = false;
        m_lock->setLostHandler([&](const OwnerId &, Loss) {
            isTold = true;
            m_lock.reset();
            m_process.reset();
        });
        QVERIFY(await(m_lock->tryLock(m_lock->newOwner(), 15s, Lease::watchdog(300ms)))->isHeld());
        run({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return isTold; }));
        QVERIFY(!m_process);
    }

    // It came late, after its owner had given the lock back and taken it for longer.
    void aRenewalShortensNothing_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<Mode>("mode");
        for (const QByteArray &kind : lock::kinds())
            QTest::newRow(kind.constData()) << kind << Mode::Write;
        QTest::newRow("read") << "read-write"_ba << Mode::Read;
    }
    void aRenewalShortensNothing()
    {
        m_lock = make(*m_process);
        m_me = m_lock->newOwner();
        QVERIFY(await(m_lock->tryLock(m_me, 15s, Lease::watchdog(3s)))->isHeld());
        run({"PEXPIRE"_ba, "job"_ba, "60000"_ba}); // as by another, longer lease
        const int sent = m_proxy->count("EVALSHA"_ba) + m_proxy->count("EVAL"_ba);
        QVERIFY(eventually(
            [&] { return m_proxy->count("EVALSHA"_ba) + m_proxy->count("EVAL"_ba) > sent; }));
        QVERIFY(await(m_lock->isLocked())); // asked behind it
        QVERIFY(ttl() > 50s);
    }
};

LOCKSCOPE_TEST_SUITE(TestReentry)
#include "tst_reentry.moc"
