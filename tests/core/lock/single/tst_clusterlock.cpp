// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/countdownlatch.h"
#include "core/lock/kind/kinds.h"
#include "core/lock/kind/semaphore.h"
#include "core/redis/clusterwords.h"
#include "core/redis/info.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/clusterset.h"
#include "tests/support/testmain.h"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Lease;
using lock::Loss;
using lock::Standing;
using Acquired = AcquireOutcome::Status;
using Released = lock::ReleaseOutcome::Status;

// Locks on a cluster: while nothing happens, while their slots move, and when a primary fails. The
// cluster is shared.
class TestClusterLock : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<ClusterSet> m_cluster;

    redis::ConnectionConfig config() const
    {
        redis::ConnectionConfig config;
        config.target = *redis::parseTarget(m_cluster->url());
        return config;
    }
    RedisProcess &owner() const { return *m_cluster->ownerOf("job"_ba); }
    int shard() const { return m_cluster->shardOf(owner()); }
    RedisProcess &anotherPrimary() const
    {
        const auto all = m_cluster->primaries();
        return **std::ranges::find_if(all, [&](RedisProcess *each) { return each != &owner(); });
    }
    qint64 sum(const std::vector<QByteArray> &command) const
    {
        qint64 all = 0;
        for (const RedisProcess *const primary : m_cluster->primaries()) {
            const Reply reply = primary->command(command);
            all += reply.isInteger() ? reply.integer : qint64(reply.elements.size());
        }
        return all;
    }
    qint64 channels() const { return sum({"PUBSUB"_ba, "CHANNELS"_ba, "redisson*"_ba}); }
    bool hasSharded() const { return owner().command({"PUBSUB"_ba, "SHARDCHANNELS"_ba}).isArray(); }
    // Every change until now has come to the replicas of this primary.
    bool isOnReplicas(const RedisProcess &primary) const
    {
        const auto offsetOf = [](const RedisProcess &server, const char *field) {
            const QByteArray info = server.command({"INFO"_ba, "replication"_ba}).bytes;
            return redis::infoNumber<qint64>(info, field).value_or(-1);
        };
        const qint64 written = offsetOf(primary, "master_repl_offset");
        return eventually([&] {
            const auto replicas = m_cluster->replicasOf(primary);
            return std::ranges::all_of(replicas, [&](const RedisProcess *replica) {
                return offsetOf(*replica, "slave_repl_offset") >= written;
            });
        });
    }
    // A listener as Redisson has it: by SSUBSCRIBE at the primary of the channel's slot.
    std::unique_ptr<redis::Connection> listenSharded(const QByteArray &channel,
                                                     QByteArrayList *heard)
    {
        redis::ConnectionConfig config;
        config.target = owner().target();
        auto connection = std::make_unique<redis::Connection>(config);
        connection->setPushHandler([heard](const Reply &reply) {
            if (reply.elements.front().bytes == "smessage")
                heard->append(reply.elements.back().bytes);
        });
        connection->open();
        if (!eventually([&] { return connection->state() == redis::Connection::State::Ready; }))
            return {};
        return await(connection->send({"SSUBSCRIBE"_ba, channel})) ? std::move(connection)
                                                                   : nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_cluster = std::make_unique<ClusterSet>();
        QVERIFY(m_cluster->start());
    }
    void init() { failOnAnyWarning(); }
    void cleanup()
    {
        for (int i = 0; i < m_cluster->nodeCount(); ++i) {
            if (!m_cluster->node(i).isRunning())
                QVERIFY(m_cluster->node(i).start());
            if (m_cluster->node(i).isPaused())
                m_cluster->node(i).resume();
        }
        QVERIFY(m_cluster->settle());
        for (RedisProcess *const primary : m_cluster->primaries()) {
            primary->command({"FLUSHALL"_ba});
            QVERIFY(isOnReplicas(*primary)); // else the lock comes back with a failover
        }
    }

    void everyKindIsHandedOver_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const QByteArray &kind : lock::kinds())
            QTest::newRow(kind.constData()) << kind;
    }
    void everyKindIsHandedOver()
    {
        QFETCH(const QByteArray, kind);
        LockProcess one(config());
        LockProcess two(config());
        const auto mine = one.make(kind, "job"_ba);
        const auto theirs = two.make(kind, "job"_ba);
        const OwnerId me = mine->newOwner();
        const OwnerId them = theirs->newOwner();
        // So long that only a message, or the change of the key, can wake the waiter in time.
        const auto held = await(mine->tryLock(me, 5s, Lease::of(10min)));
        QVERIFY(held && held->isHeld());
        auto waiting = theirs->tryLock(them, 60s);
        if (kind == "string")
            QVERIFY(eventually([&] { return two.deployment.isTracking("job"_ba); }));
        else if (kind != "spin")
            QVERIFY(eventually([&] { return channels() == 1; }));
        QVERIFY(!waiting.isReady());
        const auto released = await(mine->unlock(me));
        QVERIFY(released);
        QCOMPARE(released->status, Released::Released);
        const auto handed = await(std::move(waiting));
        QVERIFY(handed);
        QVERIFY2(handed->isHeld(), qPrintable(handed->error.value_or(Error()).text.english()));
        QCOMPARE(await(theirs->unlock(them))->status, Released::Released);
        owner().command({"DEL"_ba, "redisson_lock_token:{job}"_ba});
        QVERIFY(eventually([&] { return sum({"DBSIZE"_ba}) == 0 && channels() == 0; }));
    }

    void everyKindIsRenewed_data() { everyKindIsHandedOver_data(); }
    void everyKindIsRenewed()
    {
        QFETCH(const QByteArray, kind);
        LockProcess one(config());
        std::vector<Loss> losses;
        std::vector<std::unique_ptr<lock::Lock>> locks;
        std::vector<OwnerId> owners;
        // In several slots, so that no script may renew all of them.
        for (const QByteArray &name : {"job"_ba, "a"_ba, "b"_ba, "{job}2"_ba}) {
            const auto &made = locks.emplace_back(one.make(kind, name));
            made->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
            owners.push_back(made->newOwner());
            const auto held = await(made->tryLock(owners.back(), 5s, Lease::watchdog(900ms)));
            QVERIFY(held && held->isHeld());
        }
        std::vector<Instant> ends;
        for (std::size_t i = 0; i < locks.size(); ++i)
            ends.push_back(*locks[i]->validUntil(owners[i]));
        QVERIFY(eventually([&] {
            for (std::size_t i = 0; i < locks.size(); ++i) {
                const auto end = locks[i]->validUntil(owners[i]);
                if (!end || *end < ends[i] + 900ms)
                    return false;
            }
            return true;
        }));
        QVERIFY(losses.empty());
        for (std::size_t i = 0; i < locks.size(); ++i)
            QCOMPARE(await(locks[i]->unlock(owners[i]))->status, Released::Released);
    }

    void aLockThatIsTakenAwayIsLost()
    {
        LockProcess one(config());
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        std::vector<Loss> losses;
        mine->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        QVERIFY(await(mine->tryLock(mine->newOwner(), 5s, Lease::of(10min)))->isHeld());
        QVERIFY(eventually([&] { return one.deployment.isTracking("job"_ba); }));
        QCOMPARE(owner().command({"DEL"_ba, "job"_ba}).integer, 1);
        QVERIFY(eventually([&] { return losses.size() == 1; }));
        QCOMPARE(losses.front(), Loss::TakenAway);
    }

    void redissonsWaitersAreWoken()
    {
        if (!hasSharded())
            QSKIP("no sharded channels before Redis 7.0");
        LockProcess one(config());
        QByteArrayList heard;
        const auto listener = listenSharded("redisson_lock__channel:{job}"_ba, &heard);
        QVERIFY(listener);
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s))->isHeld());
        QCOMPARE(await(mine->unlock(me))->status, Released::Released);
        QVERIFY(eventually([&] { return heard == QByteArrayList{"0"_ba}; }));
        QVERIFY(await(mine->tryLock(me, 5s))->isHeld());
        QVERIFY(await(mine->forceUnlock()));
        QVERIFY(eventually([&] { return heard.size() == 2; }));
    }

    void semaphoresAndLatchesAreHandedOver()
    {
        LockProcess one(config());
        LockProcess two(config());
        lock::Semaphore mine(one.space, LockName("job"));
        lock::Semaphore theirs(two.space, LockName("job"));
        QVERIFY(await(mine.trySetPermits(1)));
        QVERIFY(await(mine.tryAcquire())->status == lock::PermitOutcome::Status::Granted);
        auto waiting = theirs.tryAcquire(1, 25s);
        QVERIFY(eventually([&] { return channels() == 1; }));
        QVERIFY(await(mine.release()));
        QVERIFY(await(std::move(waiting))->status == lock::PermitOutcome::Status::Granted);

        lock::CountDownLatch gate(one.space, LockName("gate"));
        lock::CountDownLatch seen(two.space, LockName("gate"));
        QVERIFY(await(gate.trySetCount(1)));
        auto passing = seen.wait(25s);
        QVERIFY(eventually([&] { return channels() >= 1; }));
        QVERIFY(await(gate.countDown()));
        QVERIFY(await(std::move(passing))->status == lock::LatchOutcome::Status::Open);
    }

    // A hold whose slot moves goes on, and its waiter is woken at the new server.
    void holdsAndWaitsWhileTheSlotMoves_data() { everyKindIsHandedOver_data(); }
    void holdsAndWaitsWhileTheSlotMoves()
    {
        QFETCH(const QByteArray, kind);
        LockProcess one(config());
        LockProcess two(config());
        const auto mine = one.make(kind, "job"_ba);
        const auto theirs = two.make(kind, "job"_ba);
        std::vector<Loss> losses;
        mine->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        const OwnerId me = mine->newOwner();
        const auto held = await(mine->tryLock(me, 5s, Lease::watchdog(20s)));
        QVERIFY(held && held->isHeld());
        QVERIFY(eventually([&] { return one.deployment.isTracking("job"_ba); }));
        auto waiting = theirs->tryLock(theirs->newOwner(), 60s);
        const int slot = redis::slotOf("job"_ba);
        RedisProcess &to = anotherPrimary();
        QVERIFY(m_cluster->beginMove(slot, to));
        QVERIFY(m_cluster->migrateKeys(slot));
        QVERIFY(m_cluster->endMove(slot));
        QVERIFY(m_cluster->settle());
        QCOMPARE(&owner(), &to);
        QVERIFY2(!waiting.isReady(), "it is still held");
        QVERIFY(losses.empty());
        const auto released = await(mine->unlock(me));
        QVERIFY(released);
        QCOMPARE(released->status, Released::Released);
        const auto handed = await(std::move(waiting));
        QVERIFY(handed);
        QVERIFY2(handed->isHeld(), qPrintable(handed->error.value_or(Error()).text.english()));
        QVERIFY(losses.empty());
    }

    // The release has several keys, of which only some are at the new server: TRYAGAIN until then.
    void aReleaseWaitsForTheEndOfAMove()
    {
        LockProcess one(config());
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s, Lease::of(10min)))->isHeld());
        const int slot = redis::slotOf("job"_ba);
        QVERIFY(m_cluster->beginMove(slot, anotherPrimary()));
        QVERIFY(m_cluster->migrateKeys(slot));
        auto releasing = mine->unlock(me);
        QVERIFY(m_cluster->endMove(slot));
        const auto released = await(std::move(releasing));
        QVERIFY(released);
        QCOMPARE(released->status, Released::Released);
        QVERIFY(eventually([&] { return sum({"DBSIZE"_ba}) == 0; }));
    }

    // A hold that the new primary has goes on, and its waiter is woken there. Locks of other shards
    // are acquired and released meanwhile.
    // With one shard all of it stops: an attempt says so, and one that may wait goes on.
    void aClusterThatIsDownIsWaitedFor_F18()
    {
        ClusterSet whole(ClusterSetOptions{.replicas = 0, .requireFullCoverage = true});
        QVERIFY(whole.start());
        redis::ConnectionConfig own;
        own.target = *redis::parseTarget(whole.url());
        LockProcess process(own);
        const auto job = process.make("reentrant"_ba, "job"_ba);
        const OwnerId me = job->newOwner();
        QVERIFY(await(job->tryLock(me, 5s))->isHeld());
        QCOMPARE(await(job->unlock(me))->status, Released::Released);
        const RedisProcess *const keeper = whole.ownerOf("job"_ba);
        const auto all = whole.primaries();
        RedisProcess *const other =
            *std::ranges::find_if(all, [&](RedisProcess *each) { return each != keeper; });
        other->kill();
        QVERIFY(eventually([&] {
            return keeper->command({"CLUSTER"_ba, "INFO"_ba}).bytes.contains("cluster_state:fail");
        }));
        const auto refused = await(job->tryLock(me, 500ms));
        QCOMPARE(refused->status, Acquired::Failed);
        QCOMPARE(refused->error->code, "CLUSTERDOWN"_ba);
        auto waiting = job->tryLock(me, 30s);
        QVERIFY(other->start());
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    void holdsAndWaitsAcrossAFailover()
    {
        LockProcess one(config());
        LockProcess two(config());
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const auto theirs = two.make("reentrant"_ba, "job"_ba);
        std::vector<Loss> losses;
        mine->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s, Lease::watchdog(20s)))->isHeld());
        auto waiting = theirs->tryLock(theirs->newOwner(), 60s);
        QVERIFY(eventually([&] { return channels() == 1; }));
        QVERIFY(isOnReplicas(owner()));
        QByteArray elsewhere = "other"_ba;
        while (m_cluster->ownerOf(elsewhere) == &owner())
            elsewhere += 'x';
        const RedisProcess &killed = m_cluster->killPrimary(shard());
        const auto other = one.make("reentrant"_ba, elsewhere);
        const OwnerId itsOwner = other->newOwner();
        QVERIFY(await(other->tryLock(itsOwner, 0ms))->isHeld());
        QCOMPARE(await(other->unlock(itsOwner))->status, Released::Released);
        QVERIFY(m_cluster->awaitPromotion(killed));
        QVERIFY(eventually([&] { return channels() == 1; }));
        QVERIFY(!waiting.isReady());
        QVERIFY(losses.empty());
        const auto released = await(mine->unlock(me));
        QVERIFY(released);
        QCOMPARE(released->status, Released::Released);
        const auto handed = await(std::move(waiting));
        QVERIFY(handed && handed->isHeld());
    }

    // The old primary only stops, and the watchdog's turn would come after minutes.
    void renewsAtOnceAfterAFailover()
    {
        LockProcess one(config());
        LockProcess two(config());
        std::vector<std::unique_ptr<lock::Lock>> locks;
        std::vector<OwnerId> owners;
        std::vector<Instant> ends;
        std::vector<Standing::Kind> standings;
        std::size_t fair = 0;
        for (const QByteArray &kind : lock::kinds()) {
            fair = kind == "fair" ? locks.size() : fair;
            const auto &made = locks.emplace_back(one.make(kind, "{job}:" + kind));
            made->setStandingHandler([&](const OwnerId &, const Standing &standing) {
                standings.push_back(standing.kind);
            });
            owners.push_back(made->newOwner());
            QVERIFY(await(made->tryLock(owners.back(), 5s, Lease::watchdog(10min)))->isHeld());
            ends.push_back(*made->validUntil(owners.back()));
        }
        const auto theirs = two.make("fair"_ba, "{job}:fair"_ba);
        auto waiting = theirs->tryLock(theirs->newOwner(), 120s);
        QVERIFY(eventually([&] { return channels() == 1; }));
        QVERIFY(isOnReplicas(owner()));
        const RedisProcess &silent = m_cluster->pausePrimary(shard());
        QVERIFY(m_cluster->awaitPromotion(silent));
        QVERIFY(eventually(
            [&] {
                for (std::size_t i = 0; i < locks.size(); ++i) {
                    const auto end = locks[i]->validUntil(owners[i]);
                    if (!end || *end <= ends[i])
                        return false;
                }
                return true;
            },
            20s));
        QCOMPARE(std::ranges::count(standings, Standing::Kind::Uncertain), qsizetype(locks.size()));
        QCOMPARE(std::ranges::count(standings, Standing::Kind::Sure), qsizetype(locks.size()));
        QVERIFY(!waiting.isReady());
        QCOMPARE(await(locks[fair]->unlock(owners[fair]))->status, Released::Released);
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    // A hold that the new primary does not have is reported as lost as soon as it is read there,
    // and a waiter gets the lock.
    void tellsAHoldThatAFailoverLost()
    {
        LockProcess one(config());
        LockProcess two(config());
        QVERIFY(await(one.deployment.whenReady()));
        const auto mine = one.make("reentrant"_ba, "job"_ba);
        const auto theirs = two.make("reentrant"_ba, "job"_ba);
        std::vector<Loss> losses;
        mine->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        const auto replicas = m_cluster->replicasOf(owner());
        // What the test before left is gone from them, too.
        QVERIFY(eventually([&] {
            return std::ranges::all_of(replicas, [](const RedisProcess *replica) {
                return replica->command({"DBSIZE"_ba}).integer == 0;
            });
        }));
        for (RedisProcess *const replica : replicas)
            replica->pause();
        owner().command({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "replica"_ba});
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 5s, Lease::watchdog(60s)))->isHeld());
        auto waiting = theirs->tryLock(theirs->newOwner(), 60s);
        QVERIFY(eventually([&] { return channels() == 1; }));
        const RedisProcess &killed = m_cluster->killPrimary(shard());
        for (RedisProcess *const replica : replicas)
            replica->resume();
        QVERIFY(m_cluster->awaitPromotion(killed));
        QVERIFY(eventually([&] { return losses.size() == 1; }));
        QCOMPARE(losses.front(), Loss::ServerChanged);
        QVERIFY(!mine->validUntil(me));
        const auto handed = await(std::move(waiting));
        QVERIFY2(handed && handed->isHeld(),
                 qPrintable(!handed             ? handed.error().text.english()
                                : handed->error ? handed->error->text.english()
                                                : u"not held"_s));
    }
};

LOCKSCOPE_TEST_SUITE(TestClusterLock)
#include "tst_clusterlock.moc"
