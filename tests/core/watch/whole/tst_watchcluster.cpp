// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The watch of a cluster: its shards, slots that move, and primaries that change.
#include "core/redis/clusterwords.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/clocks.h"
#include "tests/support/clusterset.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <hiredis/hiredis.h>

#include <random>
#include <set>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using watch::EventType;

namespace {

// The integer that the importing node answers to a command after ASKING; -1: an error.
qint64 askedInteger(const RedisProcess &importing, const std::vector<QByteArray> &command)
{
    const std::unique_ptr<redisContext, decltype(&redisFree)> context(
        redisConnect("127.0.0.1", importing.port()), redisFree);
    freeReplyObject(redisCommand(context.get(), "ASKING"));
    std::vector<const char *> words;
    std::vector<std::size_t> lengths;
    for (const QByteArray &word : command) {
        words.push_back(word.constData());
        lengths.push_back(static_cast<std::size_t>(word.size()));
    }
    auto *const reply = static_cast<redisReply *>(redisCommandArgv(
        context.get(), static_cast<int>(words.size()), words.data(), lengths.data()));
    const qint64 answer = reply && reply->type == REDIS_REPLY_INTEGER ? reply->integer : -1;
    freeReplyObject(reply);
    return answer;
}

} // namespace

// The cluster is shared: each test leaves it settled, with all nodes up, and without keys.
class TestWatchCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<ClusterSet>();
        QVERIFY(m_set->start());
    }
    void cleanupTestCase() { m_set.reset(); }
    void init() { failOnAnyWarning(); }
    void cleanup()
    {
        for (int i = 0; i < m_set->nodeCount(); ++i) {
            if (m_set->node(i).isPaused())
                m_set->node(i).resume();
        }
        QVERIFY(m_set->settle());
        for (RedisProcess *primary : m_set->primaries())
            primary->command({"FLUSHALL"});
    }

    void showsTheLocksOfAllShards();
    void tellsWhatHappensOnEachShard();
    void followsTheFailoverOfOneShard();
    void losesNoLockToADeadPrimary();
    void takesALockAlongWithItsSlot();
    void seesWhatHappensDuringAMove();
    void takesALockAlongWithAnAbandonedMove();
    void takesAFullSlotAlong_data();
    void takesAFullSlotAlong();
    void readsANumberedDatabase();
    void countsWaitersOnEveryNode();
    void knowsWhatReplicasHave();
    void doesNotKnowAQueueInAnotherSlot();
    void letsShardsJoinAndLeave();
    void knowsTheMapAfterEachChange();
    void saysWhyThereIsNoMap();

private:
    redis::Target target() const { return *redis::parseTarget(m_set->url()); }
    static QString addressOf(const RedisProcess &server)
    {
        return u"127.0.0.1:%1"_s.arg(server.port());
    }
    LockWriter writerFor(const QByteArray &name) const { return LockWriter(*m_set->ownerOf(name)); }
    // A name whose slot this shard keeps.
    QByteArray nameOn(int shard, const QByteArray &stem) const
    {
        for (int i = 0;; ++i) {
            QByteArray name = stem + QByteArray::number(i);
            const RedisProcess *const owner = m_set->ownerOf(name);
            if (owner && m_set->shardOf(*owner) == shard)
                return name;
        }
    }
    // All shards are up and have been scanned.
    [[nodiscard]] static bool isSettled(Watching &watching, std::size_t shards = 3)
    {
        return watching.until([&] {
            return watching.watched().size() == shards
                && std::ranges::all_of(watching.watched(), [&](watch::ServerId id) {
                       const auto server = watching.servers.find(id.number);
                       return server != watching.servers.end()
                           && server->second.state == watch::ServerState::Up
                           && !server->second.discovering;
                   });
        });
    }
    // Where the lock is said to be.
    static QString placeOf(Watching &watching, const QByteArray &name)
    {
        return *watching.locks[name].server;
    }
    void moveAway(const QByteArray &name, RedisProcess *&from, RedisProcess *&to, int &slot) const
    {
        from = m_set->ownerOf(name);
        to = m_set->primary((m_set->shardOf(*from) + 1) % 3);
        slot = redis::slotOf(name);
    }

    std::unique_ptr<ClusterSet> m_set;
};

void TestWatchCluster::showsTheLocksOfAllShards()
{
    std::vector<QByteArray> names;
    for (int shard = 0; shard < 3; ++shard) {
        names.push_back(nameOn(shard, "there"));
        writerFor(names.back()).acquire(names.back(), ann, 600'000);
    }
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QCOMPARE(watching.locks.size(), names.size());
    for (const QByteArray &name : names) {
        QCOMPARE(placeOf(watching, name), addressOf(*m_set->ownerOf(name)));
        QCOMPARE(*watching.locks[name].deployment, m_set->url());
        QCOMPARE(watching.told(name), QByteArray("appeared"));
    }
    for (const auto &[id, server] : watching.servers) {
        QVERIFY(server.isShard && !server.isPartOfCluster);
        QCOMPARE(server.label, m_set->url());
        QCOMPARE(server.deployment, watch::DeploymentId{0});
        QCOMPARE(server.mode, watch::WatchMode::TrackingAll);
        QVERIFY(server.members && server.members->size() == 2);
    }
    QCOMPARE(watching.count(EventType::Gap), 0);
}

void TestWatchCluster::tellsWhatHappensOnEachShard()
{
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    for (int shard = 0; shard < 3; ++shard) {
        const QByteArray name = nameOn(shard, "new");
        writerFor(name).acquire(name, ann, 600'000);
        QVERIFY(watching.tells(name, "acquired"));
        writerFor(name).unlock(name);
        QVERIFY(watching.tells(name, "acquired released"));
        QVERIFY(watching.isGone(name));
    }
}

void TestWatchCluster::followsTheFailoverOfOneShard()
{
    const QByteArray moved = nameOn(0, "kept");
    const QByteArray other = nameOn(1, "other");
    writerFor(moved).acquire(moved, ann, 600'000);
    writerFor(other).acquire(other, bob, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    const watch::ServerId before = watching.locks[moved].serverId;
    QVERIFY(m_set->failover(0));
    QVERIFY(watching.until([&] { return watching.count(EventType::Failover) == 1; }));
    QVERIFY(isSettled(watching));
    QVERIFY(
        watching.until([&] { return placeOf(watching, moved) == addressOf(*m_set->primary(0)); }));
    QCOMPARE(watching.locks[moved].serverId, before);
    QCOMPARE(watching.told(moved), QByteArray("appeared"));
    QCOMPARE(watching.told(other), QByteArray("appeared"));
    QCOMPARE(watching.count(EventType::Lost), 0);
    writerFor(moved).unlock(moved);
    QVERIFY(watching.tells(moved, "appeared released"));
}

void TestWatchCluster::losesNoLockToADeadPrimary()
{
    const QByteArray name = nameOn(2, "kept");
    writerFor(name).acquire(name, ann, 600'000);
    const RedisProcess *const replica = m_set->replicasOf(*m_set->primary(2)).front();
    QVERIFY(eventually([&] {
        return replica->command({"INFO", "keyspace"}).bytes.contains("db0:keys=1");
    }));
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    RedisProcess &former = m_set->killPrimary(2);
    QVERIFY(watching.until([&] { return watching.count(EventType::ServerDown) == 1; }));
    QVERIFY(m_set->awaitPromotion(former));
    QVERIFY(isSettled(watching));
    QCOMPARE(watching.count(EventType::Failover), 1);
    QCOMPARE(watching.told(name), QByteArray("appeared"));
    QCOMPARE(watching.count(EventType::Lost), 0);
    // The former primary comes back as a replica.
    QVERIFY(former.start());
    QVERIFY(m_set->settle());
    QVERIFY(isSettled(watching));
    QCOMPARE(watching.told(name), QByteArray("appeared"));
}

void TestWatchCluster::takesALockAlongWithItsSlot()
{
    const QByteArray name = nameOn(0, "moved");
    RedisProcess *from = nullptr;
    RedisProcess *to = nullptr;
    int slot = 0;
    moveAway(name, from, to, slot);
    LockWriter(*from).acquire(name, ann, 600'000);
    LockWriter(*from).enqueue(name, bob, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    const WallInstant since = watching.locks[name].holds.front().observedSince;
    QVERIFY(m_set->beginMove(slot, *to));
    QVERIFY(m_set->migrateKeys(slot));
    QVERIFY(watching.until([&] { return placeOf(watching, name) == addressOf(*to); }));
    QVERIFY(m_set->endMove(slot));
    QVERIFY(isSettled(watching));
    QCOMPARE(placeOf(watching, name), addressOf(*to));
    QCOMPARE(watching.told(name), QByteArray("appeared"));
    QCOMPARE(watching.locks[name].holds.front().observedSince, since);
    QCOMPARE(watching.locks[name].waiters->size(), std::size_t(1));
    LockWriter(*to).leave(name, bob);
    LockWriter(*to).unlock(name);
    QVERIFY(watching.isGone(name));
    QVERIFY2(watching.told(name).count("released") == 1, watching.told(name).constData());
    QVERIFY(m_set->moveSlot(slot, *from));
}

void TestWatchCluster::seesWhatHappensDuringAMove()
{
    const QByteArray name = nameOn(0, "moved");
    RedisProcess *from = nullptr;
    RedisProcess *to = nullptr;
    int slot = 0;
    moveAway(name, from, to, slot);
    LockWriter(*from).acquire(name, ann, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QVERIFY(m_set->beginMove(slot, *to));
    QVERIFY(m_set->migrateKeys(slot));
    QVERIFY(watching.until([&] { return placeOf(watching, name) == addressOf(*to); }));
    // Its owner releases it where it is now, and takes it again.
    QCOMPARE(askedInteger(*to, {"DEL", name}), 1);
    QVERIFY(watching.isGone(name));
    QCOMPARE(watching.told(name), QByteArray("appeared released"));
    QCOMPARE(askedInteger(*to, {"HSET", name, ann, "1"}), 1);
    QVERIFY(watching.has(name));
    QVERIFY(watching.tells(name, "appeared released acquired"));
    QVERIFY(m_set->endMove(slot));
    QVERIFY(isSettled(watching));
    QVERIFY(m_set->moveSlot(slot, *from));
    QVERIFY(watching.until([&] { return placeOf(watching, name) == addressOf(*from); }));
    QCOMPARE(watching.told(name), QByteArray("appeared released acquired"));
}

void TestWatchCluster::takesALockAlongWithAnAbandonedMove()
{
    const QByteArray name = nameOn(0, "moved");
    RedisProcess *from = nullptr;
    RedisProcess *to = nullptr;
    int slot = 0;
    moveAway(name, from, to, slot);
    LockWriter(*from).acquire(name, ann, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    // Moved there and back before anybody hears of it.
    QVERIFY(m_set->moveSlot(slot, *to));
    QVERIFY(m_set->moveSlot(slot, *from));
    QVERIFY(isSettled(watching));
    LockWriter(*from).unlock(name);
    QVERIFY(watching.isGone(name));
    QCOMPARE(watching.told(name), QByteArray("appeared released"));
}

void TestWatchCluster::takesAFullSlotAlong_data()
{
    QTest::addColumn<bool>("isAtomic");
    QTest::newRow("in steps") << false;
    QTest::newRow("atomically") << true;
}

// Held, contended, read and free locks, which their owners release and take while the slot moves.
void TestWatchCluster::takesAFullSlotAlong()
{
    QFETCH(const bool, isAtomic);
    if (isAtomic && m_set->node(0).command({"CLUSTER", "GETSLOTMIGRATIONS"}).isError())
        QSKIP("the server moves no slots by itself"); // Valkey 9 does, on which this runs again
    const QByteArray tag = "{" + nameOn(0, "full") + "}";
    RedisProcess *from = nullptr;
    RedisProcess *to = nullptr;
    int slot = 0;
    moveAway(tag, from, to, slot);
    constexpr int count = 200;
    const auto name = [&](int i) -> QByteArray { return tag + QByteArray::number(i); };
    for (int i = 0; i < count; ++i) {
        if (i % 4 == 3)
            LockWriter(*from).read(name(i), ann, 600'000);
        else
            LockWriter(*from).acquire(name(i), ann, 600'000);
        if (i % 4 == 1)
            LockWriter(*from).enqueue(name(i), bob, 600'000);
    }
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QVERIFY(watching.until([&] { return watching.locks.size() == count; }));
    if (isAtomic) {
        QVERIFY(m_set->moveSlotAtomically(slot, *to));
    } else {
        QVERIFY(m_set->beginMove(slot, *to));
        for (int step = 0; step < 4; ++step) {
            QVERIFY(m_set->migrateKeys(slot, count / 2));
            watching.take();
        }
        QVERIFY(m_set->migrateKeys(slot));
        QVERIFY(m_set->endMove(slot));
        QVERIFY(m_set->settle());
    }
    QVERIFY(watching.until([&] {
        return std::ranges::all_of(watching.locks, [&](const auto &lock) {
            return placeOf(watching, lock.first) == addressOf(*to);
        });
    }));
    QVERIFY(isSettled(watching));
    QCOMPARE(watching.locks.size(), std::size_t(count));
    for (int i = 0; i < count; ++i) {
        QCOMPARE(watching.told(name(i)), QByteArray("appeared"));
        QCOMPARE(watching.locks[name(i)].holds.size(), std::size_t(1));
        const auto &waiters = watching.locks[name(i)].waiters;
        QCOMPARE(waiters ? waiters->size() : std::size_t(0), std::size_t(i % 4 == 1 ? 1 : 0));
    }
    // Changes at the new place are told, once.
    for (int i = 0; i < count; i += 4) {
        LockWriter(*to).unlock(name(i));
        QVERIFY(watching.tells(name(i), "appeared released"));
    }
    QVERIFY(m_set->moveSlot(slot, *from));
}

void TestWatchCluster::readsANumberedDatabase()
{
    if (!m_set->node(0).log().contains("Valkey"))
        QSKIP("the server has one database in a cluster"); // as above
    ClusterSet set({.replicas = 0, .arguments = {u"--cluster-databases"_s, u"4"_s}});
    QVERIFY(set.start());
    const QByteArray name("orders");
    RedisProcess *const owner = set.ownerOf(name);
    const auto take = [&](const QByteArray &database, const QByteArray &who) {
        const std::unique_ptr<redisContext, decltype(&redisFree)> context(
            redisConnect("127.0.0.1", owner->port()), redisFree);
        freeReplyObject(redisCommand(context.get(), "SELECT %s", database.constData()));
        freeReplyObject(
            redisCommand(context.get(), "HSET %s %s 1", name.constData(), who.constData()));
        freeReplyObject(redisCommand(context.get(), "PEXPIRE %s 600000", name.constData()));
    };
    take("0", ann);
    take("2", bob);
    Watching watching;
    watching.add(*redis::parseTarget(set.url() + u"/2"_s));
    QVERIFY(isSettled(watching));
    QVERIFY(watching.has(name));
    QCOMPARE(watching.locks[name].holds.front().owner.bytes, bob);
    take("0", "cccccccc-9b7d-4c11-8a22-0123456789ab:3");
    take("2", "dddddddd-9b7d-4c11-8a22-0123456789ab:4");
    QVERIFY(watching.until([&] { return watching.locks[name].holds.size() == 2; }));
    // A slot moves with all of its databases.
    RedisProcess *const to = set.primary((set.shardOf(*owner) + 1) % 3);
    QVERIFY(set.moveSlotAtomically(redis::slotOf(name), *to));
    QVERIFY(watching.until([&] { return placeOf(watching, name) == addressOf(*to); }));
    QCOMPARE(watching.locks[name].holds.size(), std::size_t(2));
    QVERIFY2(!watching.told(name).contains("released"), watching.told(name).constData());
}

// A message on a plain channel is published on one node and heard on all.
void TestWatchCluster::countsWaitersOnEveryNode()
{
    const QByteArray name = nameOn(0, "waited");
    writerFor(name).acquire(name, ann, 600'000);
    const QByteArray channel = "redisson_lock__channel:{" + name + '}';
    std::vector<std::unique_ptr<Listener>> listeners;
    for (int i = 0; i < m_set->nodeCount(); ++i) {
        listeners.push_back(std::make_unique<Listener>(m_set->node(i), "SUBSCRIBE", channel));
    }
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QVERIFY(watching.until([&] {
        return watching.locks[name].waitingConnections == std::optional<qint64>(m_set->nodeCount());
    }));
    QCOMPARE(watching.locks[name].state, watch::LockState::Contended);
}

// A replica of a cluster answers MOVED unless it was sent READONLY.
void TestWatchCluster::knowsWhatReplicasHave()
{
    const QByteArray name = nameOn(1, "copied");
    writerFor(name).acquire(name, ann, 600'000);
    watch::WatchOptions options;
    options.names = {LockName(name)};
    Watching watching(options);
    watching.add(target());
    QVERIFY(watching.until([&] {
        if (!watching.locks.contains(name))
            return false;
        const auto &server = watching.servers[watching.locks[name].serverId.number];
        if (!server.replication)
            return false;
        const auto present = server.replication->present.find(LockName(name));
        return present != server.replication->present.end()
            && present->second == std::vector<std::optional<bool>>{true};
    }));
}

// A shard reads the keys of the lock's own slot: whether others wait in a queue elsewhere is
// unknown, not nobody.
void TestWatchCluster::doesNotKnowAQueueInAnotherSlot()
{
    const QByteArray apart("rql:lock:apart");
    const QByteArray together("rql:lock:{job}");
    for (const QByteArray &name : {apart, together})
        m_set->ownerOf(name)->command({"HSET", name, "acq_id", "rql:acq:1/2/3/4/5"});
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QVERIFY(watching.until(
        [&] { return watching.locks.contains(apart) && watching.locks.contains(together); }));
    QCOMPARE(*watching.locks[apart].kind, QByteArray("queued"));
    QVERIFY(!watching.locks[apart].waiters);
    QVERIFY(watching.locks[together].waiters && watching.locks[together].waiters->empty());
    // Nor does the lock outlive its main key for such a queue.
    for (const QByteArray &name : {apart, together}) {
        m_set->ownerOf(name)->command({"DEL", name});
        QVERIFY(watching.isGone(name));
        QVERIFY(watching.tells(name, "appeared released"));
    }
}

void TestWatchCluster::letsShardsJoinAndLeave()
{
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    RedisProcess *const added = m_set->addPrimary();
    QVERIFY(added);
    QVERIFY(isSettled(watching, 4));
    const QByteArray name = nameOn(1, "moved");
    RedisProcess *const from = m_set->ownerOf(name);
    LockWriter(*from).acquire(name, ann, 600'000);
    QVERIFY(watching.tells(name, "acquired"));
    QVERIFY(m_set->moveSlot(redis::slotOf(name), *added));
    QVERIFY(watching.until([&] { return placeOf(watching, name) == addressOf(*added); }));
    const int id = watching.locks[name].serverId.number;
    QVERIFY(m_set->moveSlot(redis::slotOf(name), *from));
    QVERIFY(watching.until([&] { return placeOf(watching, name) == addressOf(*from); }));
    QVERIFY(m_set->removeNode(m_set->nodeCount() - 1));
    QVERIFY(isSettled(watching, 3));
    QVERIFY(watching.until([&] { return watching.servers[id].hasLeft; }));
    QCOMPARE(watching.told(name), QByteArray("acquired"));
}

// Joins, leaves and failovers in a random order; LOCKSCOPE_CLUSTER_CHANGES: so many.
void TestWatchCluster::knowsTheMapAfterEachChange()
{
    const int told = qEnvironmentVariableIntValue("LOCKSCOPE_CLUSTER_CHANGES");
    const int changes = told > 0 ? told : 6;
    ClusterSet set;
    QVERIFY(set.start());
    constexpr int count = 30;
    const auto name = [](int i) { return QByteArray("lock:" + QByteArray::number(i)); };
    for (int i = 0; i < count; ++i)
        LockWriter(*set.ownerOf(name(i))).acquire(name(i), ann, 3'600'000);
    ShiftedClock clock;
    Watching watching({}, clock);
    watching.add(*redis::parseTarget(set.url()));
    const auto isRight = [&](Watching &by) {
        std::map<QString, std::set<QString>> shards; // by primary: all members
        for (const RedisProcess *primary : set.primaries()) {
            auto &members = shards[addressOf(*primary)];
            members.insert(addressOf(*primary));
            for (const RedisProcess *replica : set.replicasOf(*primary))
                members.insert(addressOf(*replica));
        }
        return by.until([&] {
            std::map<QString, std::set<QString>> seen;
            for (const watch::ServerId id : by.watched()) {
                const watch::ServerRecord &server = by.servers[id.number];
                if (server.state != watch::ServerState::Up || !server.members)
                    return false;
                for (const watch::MemberRecord &member : *server.members)
                    seen[server.address].insert(member.address);
            }
            return seen == shards && by.locks.size() == count
                && std::ranges::all_of(by.locks, [&](const auto &lock) {
                       return placeOf(by, lock.first) == addressOf(*set.ownerOf(lock.first));
                   });
        });
    };
    QVERIFY(isRight(watching));
    std::minstd_rand random(20261126);
    std::vector<int> joined; // the numbers of added nodes that are members
    for (int change = 0; change < changes; ++change) {
        const auto choice = random() % 4;
        if (choice == 0 && joined.size() < 3) {
            QVERIFY(random() % 2 == 0 ? set.addPrimary() : set.addReplica(int(random() % 3)));
            joined.push_back(set.nodeCount() - 1);
        } else if (choice == 1 && !joined.empty()) {
            // It may have become a primary with slots.
            const auto leaving = joined.begin() + std::ptrdiff_t(random() % joined.size());
            const RedisProcess &node = set.node(*leaving);
            const int shard = set.shardOf(node);
            if (shard < 3 && set.primary(shard) == &node)
                QVERIFY(set.failover(shard));
            QVERIFY(set.removeNode(*leaving));
            joined.erase(leaving);
        } else {
            QVERIFY(set.failover(int(random() % 3)));
        }
        QVERIFY2(isRight(watching), qPrintable(QString::number(change)));
    }
    for (int i = 0; i < count; ++i)
        QCOMPARE(watching.told(name(i)), QByteArray("appeared"));
    QCOMPARE(watching.count(EventType::Lost), 0);
    // As many connections as a watch that begins now, once replicas that were left are forgotten.
    using Connections = std::set<std::pair<int, QByteArray>>; // nodes and ids of clients
    const auto connections = [&] {
        Connections all;
        for (int i = 0; i < set.nodeCount(); ++i) {
            if (!set.node(i).isRunning())
                continue;
            const QByteArray list = set.node(i).command({"CLIENT", "LIST"}).bytes;
            for (const QByteArray &line : list.split('\n')) {
                if (line.contains(" name=lockscope"))
                    all.emplace(i, line.first(line.indexOf(' ')));
            }
        }
        return all;
    };
    const Connections before = connections();
    clock.advance(61s);
    Watching fresh;
    fresh.add(*redis::parseTarget(set.url()));
    QVERIFY(isRight(fresh));
    std::ptrdiff_t kept = 0;
    std::ptrdiff_t added = 0;
    const bool isEven = watching.until([&] {
        fresh.take();
        const Connections all = connections();
        kept = std::ranges::count_if(all, [&](const auto &one) { return before.contains(one); });
        added = std::ptrdiff_t(all.size()) - kept;
        return kept == added;
    });
    QVERIFY2(isEven, qPrintable(u"%1 kept, %2 of a new watch"_s.arg(kept).arg(added)));
}

void TestWatchCluster::saysWhyThereIsNoMap()
{
    RedisProcess standalone;
    QVERIFY(standalone.start());
    Watching watching;
    watching.add(*redis::parseTarget(u"redis+cluster://127.0.0.1:%1"_s.arg(standalone.port())));
    QVERIFY(watching.until([&] { return watching.servers[0].error.has_value(); }));
    QCOMPARE(watching.servers[0].state, watch::ServerState::Down);
    QVERIFY2(watching.servers[0].error->text.english().contains(u"cluster support disabled"_s),
             qPrintable(watching.servers[0].error->text.english()));
    QCOMPARE(watching.watched(), std::vector{watch::ServerId{0}});
}

LOCKSCOPE_TEST_SUITE(TestWatchCluster)
#include "tst_watchcluster.moc"
