// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/replicas.h"
#include "core/watch/track/liveness.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;

namespace {

const QByteArray channel = "redisson_lock__channel:{p}";
const QByteArray waiterChannel = "redisson_lock__channel:{f}:" + bob;

SentinelSetOptions withReplicas(int replicas, bool chain = false)
{
    SentinelSetOptions options;
    options.replicas = replicas;
    options.sentinels = 0;
    options.chain = chain;
    return options;
}

} // namespace

// Clients that wait for messages on a replica, as Redisson's do with subscriptionMode=SLAVE.
class TestReplicas : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }

    void countsWhoListensOnReplicas();
    void countsWhoListensOnReplicasOfReplicas();
    void countsInASingleLook();
    void claimsNoGhostWhileAReplicaIsSilent();
    void claimsNoGhostWhereAReplicaRefuses();
    void claimsNoGhostWhereItSeesOnlyAReplica();
    void findsAGhostAmongReplicas();
    void tellsHowFarReplicasAreBehind();
    void tellsWhetherReplicasHaveALock();
    void tellsThatNoReplicaIsConnected();

private:
    // On a server of its own: as soon as a ghost was found there twice, one would have been found
    // elsewhere as well.
    static bool findsAGhostOf(Watching &watching, const RedisProcess &control)
    {
        const LockWriter writer(control);
        writer.acquire("control", ann, 60'000);
        for (const char *waiter : {"aaaaaaaa-9b7d-4c11-8a22-0123456789ab:101",
                                   "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:102"}) {
            writer.enqueue("control", waiter, 300'000);
            const bool isFound = watching.until([&] {
                const auto &waiters = watching.locks["control"].waiters;
                return waiters && waiters->size() == 1 && waiters->front().owner.bytes == waiter
                    && waiters->front().listening == false;
            });
            if (!isFound)
                return false;
            writer.leave("control", waiter);
        }
        return true;
    }
    static bool isListening(Watching &watching, std::optional<bool> listening)
    {
        return watching.until([&] {
            const auto &waiters = watching.locks["f"].waiters;
            return waiters && waiters->size() == 1 && waiters->front().listening == listening
                && waiters->front().stale == (listening == false);
        });
    }
    static bool counts(Watching &watching, std::optional<qint64> connections)
    {
        return watching.until([&] {
            return watching.locks.contains("p")
                && watching.locks["p"].waitingConnections == connections;
        });
    }
    static void writeLocks(const RedisProcess &primary)
    {
        const LockWriter writer(primary);
        writer.acquire("f", ann, 60'000);
        writer.enqueue("f", bob, 300'000);
        writer.acquire("p", ann, 60'000);
    }
};

void TestReplicas::countsWhoListensOnReplicas()
{
    SentinelSet set(withReplicas(2));
    QVERIFY(set.start());
    writeLocks(set.server(0));
    const Listener waiter(set.replica(0), "SUBSCRIBE", waiterChannel);
    const Listener onPrimary(set.server(0), "SUBSCRIBE", channel);
    const Listener onReplica(set.replica(1), "SUBSCRIBE", channel);
    Watching watching;
    watching.add(set.server(0).target());
    QVERIFY(isListening(watching, true));
    QVERIFY(counts(watching, 2));
    QCOMPARE(watching.locks["p"].state, watch::LockState::Contended);
    // One that comes later, and goes.
    {
        const Listener another(set.replica(0), "SUBSCRIBE", channel);
        QVERIFY(counts(watching, 3));
    }
    QVERIFY(counts(watching, 2));
}

void TestReplicas::countsWhoListensOnReplicasOfReplicas()
{
    SentinelSet set(withReplicas(2, true));
    QVERIFY(set.start());
    writeLocks(set.server(0));
    const Listener waiter(set.replica(1), "SUBSCRIBE", waiterChannel);
    const Listener listener(set.replica(1), "SUBSCRIBE", channel);
    Watching watching;
    watching.add(set.server(0).target());
    QVERIFY(isListening(watching, true));
    QVERIFY(counts(watching, 1));
}

void TestReplicas::countsInASingleLook()
{
    SentinelSet set(withReplicas(2, true));
    QVERIFY(set.start());
    writeLocks(set.server(0));
    const Listener waiter(set.replica(0), "SUBSCRIBE", waiterChannel);
    const Listener listener(set.replica(1), "SUBSCRIBE", channel);
    watch::WatchOptions options;
    options.events = false;
    options.checkWaiters = true;
    Watching watching(options);
    watching.add(set.server(0).target());
    QVERIFY(watching.settled());
    QVERIFY(isListening(watching, true));
    QVERIFY(counts(watching, 1));
}

void TestReplicas::claimsNoGhostWhileAReplicaIsSilent()
{
    RedisProcess control;
    QVERIFY(control.start());
    SentinelSet set(withReplicas(1));
    QVERIFY(set.start());
    writeLocks(set.server(0));
    const Listener waiter(set.replica(0), "SUBSCRIBE", waiterChannel);
    const Listener listener(set.replica(0), "SUBSCRIBE", channel);
    Watching watching;
    watching.add(set.server(0).target());
    watching.add(control.target());
    QVERIFY(isListening(watching, true));
    QVERIFY(counts(watching, 1));
    set.replica(0).pause();
    QVERIFY(isListening(watching, std::nullopt));
    QVERIFY(counts(watching, std::nullopt));
    QVERIFY(findsAGhostOf(watching, control));
    QVERIFY(isListening(watching, std::nullopt));
    QVERIFY(counts(watching, std::nullopt));
    // A waiter that is seen to listen is alive, whatever the replica has.
    const Listener another(set.server(0), "SUBSCRIBE", channel);
    QVERIFY(counts(watching, 1));
    set.replica(0).resume();
    QVERIFY(isListening(watching, true));
    QVERIFY(counts(watching, 2));
}

void TestReplicas::claimsNoGhostWhereAReplicaRefuses()
{
    RedisProcess control;
    QVERIFY(control.start());
    SentinelSet set(withReplicas(1));
    QVERIFY(set.start());
    writeLocks(set.server(0));
    const Listener waiter(set.replica(0), "SUBSCRIBE", waiterChannel);
    QVERIFY(!set.replica(0).command({"CONFIG", "SET", "requirepass", "another"}).isError());
    Watching watching;
    watching.add(set.server(0).target());
    watching.add(control.target());
    QVERIFY(findsAGhostOf(watching, control));
    QVERIFY(isListening(watching, std::nullopt));
    QVERIFY(counts(watching, std::nullopt));
}

// The primary's clients are out of its sight.
void TestReplicas::claimsNoGhostWhereItSeesOnlyAReplica()
{
    RedisProcess control;
    QVERIFY(control.start());
    SentinelSet set(withReplicas(1));
    QVERIFY(set.start());
    writeLocks(set.server(0));
    const Listener waiter(set.server(0), "SUBSCRIBE", waiterChannel);
    Watching watching;
    watching.add(set.replica(0).target());
    watching.add(control.target());
    QVERIFY(findsAGhostOf(watching, control));
    QVERIFY(isListening(watching, std::nullopt));
    QVERIFY(counts(watching, std::nullopt));
}

void TestReplicas::findsAGhostAmongReplicas()
{
    SentinelSet set(withReplicas(2));
    QVERIFY(set.start());
    writeLocks(set.server(0));
    auto waiter = std::make_unique<Listener>(set.replica(1), "SUBSCRIBE", waiterChannel);
    Watching watching;
    watching.add(set.server(0).target());
    QVERIFY(isListening(watching, true));
    waiter.reset();
    QVERIFY(isListening(watching, false));
}

void TestReplicas::tellsHowFarReplicasAreBehind()
{
    SentinelSet set(withReplicas(2, true));
    QVERIFY(set.start());
    Watching watching;
    watching.add(set.server(0).target());
    const auto shows = [&](int number, const auto &condition) {
        const QString address = set.replica(number).url();
        return watching.until([&] {
            const auto &all = watching.servers[0].replication;
            return all && all->replicas.size() == 2
                && std::any_of(all->replicas.begin(), all->replicas.end(), [&](const auto &each) {
                       return each.server == address && condition(each);
                   });
        });
    };
    const auto isInStep = [](const watch::ReplicaRecord &replica) {
        return replica.isReached && replica.isLinked && replica.behind == Millis(0)
            && replica.bytesBehind == 0 && replica.priority == 100;
    };
    QVERIFY(shows(0, isInStep));
    QVERIFY(shows(1, isInStep));
    QCOMPARE(watching.servers[0].replication->requiresReplicas, std::optional(false));
    QVERIFY(set.server(0).command({"CONFIG", "SET", "min-replicas-to-write", "1"}).isOk());
    QVERIFY(watching.until(
        [&] { return watching.servers[0].replication->requiresReplicas == std::optional(true); }));
    QVERIFY(set.replica(1).command({"CONFIG", "SET", "replica-priority", "0"}).isOk());
    QVERIFY(shows(1, [](const auto &replica) { return replica.priority == 0; }));
    set.replica(0).pause();
    QVERIFY(shows(0, [](const auto &replica) {
        return !replica.isReached && replica.behind > Millis(2'000);
    }));
    set.replica(0).resume();
    QVERIFY(shows(0, isInStep));
}

void TestReplicas::tellsWhetherReplicasHaveALock()
{
    SentinelSet set(withReplicas(1));
    QVERIFY(set.start());
    writeLocks(set.server(0));
    RedisProcess &replica = set.replica(0);
    QVERIFY(replica.command({"CONFIG", "SET", "replica-read-only", "no"}).isOk());
    watch::WatchOptions options;
    options.names = {LockName("p")};
    Watching watching(options);
    watching.add(set.server(0).target());
    const auto survives = [&](watch::Survival survival) {
        return watching.until([&] {
            const auto &all = watching.servers[0].replication;
            return all && watch::survivalOf(LockName("p"), *all) == survival;
        });
    };
    QVERIFY(survives(watch::Survival::Kept));
    QCOMPARE(replica.command({"DEL", "p"}).integer, qint64(1));
    QVERIFY(survives(watch::Survival::Lost));
    replica.pause();
    QVERIFY(survives(watch::Survival::Unknown));
    replica.resume();
    QVERIFY(survives(watch::Survival::Lost));
}

// Which is when a failover would lose it.
void TestReplicas::tellsThatNoReplicaIsConnected()
{
    SentinelSet set({.replicas = 1, .sentinels = 1});
    QVERIFY(set.start());
    writeLocks(set.server(0));
    set.replica(0).kill();
    watch::WatchOptions options;
    options.names = {LockName("p")};
    Watching watching(options);
    watching.add(*redis::parseTarget(set.url()));
    QVERIFY(watching.until([&] {
        const auto &all = watching.servers[0].replication;
        return all && all->replicas.empty() && all->present.contains(LockName("p"));
    }));
    QVERIFY(watch::survivalOf(LockName("p"), *watching.servers[0].replication)
            == watch::Survival::Lost);
}

LOCKSCOPE_TEST_SUITE(TestReplicas)
#include "tst_replicas.moc"
