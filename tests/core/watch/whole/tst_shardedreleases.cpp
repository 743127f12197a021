// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Releases that a cluster announces on sharded channels, as Redisson does there, and who counts as
// a waiter on these.
#include "core/redis/clusterwords.h"
#include "core/redis/deployment/deployment.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/aclrules.h"
#include "tests/support/clusterset.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using watch::EventType;

namespace {

QByteArray channelOf(const QByteArray &name)
{
    return "redisson_lock__channel:{" + name + '}';
}

} // namespace

// The cluster is shared: each test leaves it settled, and without keys.
class TestShardedReleases : public QObject
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
        QVERIFY(m_set->settle());
        for (RedisProcess *primary : m_set->primaries())
            primary->command({"FLUSHALL"});
        for (int i = 0; i < m_set->nodeCount(); ++i)
            m_set->node(i).command({"ACL", "DELUSER", "watcher"});
    }

    void tellsAReleaseOnceByEitherVerb_data();
    void tellsAReleaseOnceByEitherVerb();
    void hearsReleasesWithoutTracking();
    void knowsARenewalForCertain();
    void listensOnWhereTheSlotGoes();
    void listensAgainAfterALostConnection();
    void saysThatItMayNotListen();
    void asksForNoneWhereThereAreNone();
    void countsNoWatchAsAWaiter();
    void countsAWaiterOfOursOnce();

private:
    redis::Target target() const { return *redis::parseTarget(m_set->url()); }
    bool hasSharded() const { return m_set->node(0).version() >= 700; }
    // A user with all rights but these, on all nodes.
    redis::Target userWithout(const QByteArrayList &rules) const
    {
        auto user = target();
        for (int i = 0; i < m_set->nodeCount(); ++i)
            targetOf(m_set->node(i), QByteArrayList{"~*", "&*", "+@all"} + rules);
        user.user = "watcher";
        user.password = "secret";
        return user;
    }
    qint64 listeners(const QByteArray &name, const char *question = "SHARDNUMSUB") const
    {
        const RedisProcess *const owner = m_set->ownerOf(name);
        const Reply reply = owner->command({"PUBSUB", question, channelOf(name)});
        return reply.elements.size() == 2 ? reply.elements[1].integer : -1;
    }
    bool isListenedTo(const QByteArray &name, qint64 by = 1) const
    {
        return eventually([&] { return listeners(name) == by; });
    }
    [[nodiscard]] static bool isSettled(Watching &watching)
    {
        return watching.until([&] {
            return watching.watched().size() == 3
                && std::ranges::all_of(watching.watched(), [&](watch::ServerId id) {
                       const auto server = watching.servers.find(id.number);
                       return server != watching.servers.end()
                           && server->second.state == watch::ServerState::Up
                           && !server->second.discovering;
                   });
        });
    }
    // In one step, with a message by each of the verbs; `again`: and takes it at once.
    void release(const QByteArray &name, const QByteArrayList &verbs, bool again = false) const
    {
        QByteArray script = "redis.call('del',ARGV[1])";
        for (const QByteArray &verb : verbs)
            script += " redis.call('" + verb + "',ARGV[2],'0')";
        if (again)
            script += " redis.call('hset',ARGV[1],ARGV[3],1) redis.call('pexpire',ARGV[1],700000)";
        const Reply reply =
            m_set->ownerOf(name)->command({"EVAL", script, "1", name, name, channelOf(name), ann});
        QVERIFY2(!reply.isError(), reply.bytes.constData());
    }
    static Sentence detailOf(const Watching &watching, EventType type)
    {
        Sentence detail;
        for (const watch::Event &event : watching.events) {
            if (event.type == type)
                detail = event.detail;
        }
        return detail;
    }

    std::unique_ptr<ClusterSet> m_set;
};

void TestShardedReleases::tellsAReleaseOnceByEitherVerb_data()
{
    QTest::addColumn<QByteArrayList>("verbs");
    QTest::newRow("plain") << QByteArrayList{"publish"};
    if (hasSharded()) {
        QTest::newRow("sharded") << QByteArrayList{"spublish"};
        QTest::newRow("both") << QByteArrayList{"spublish", "publish"};
    }
}

// Released and taken again in one step, so that no reading sees it: only the message tells.
void TestShardedReleases::tellsAReleaseOnceByEitherVerb()
{
    QFETCH(const QByteArrayList, verbs);
    const QByteArray name = "told";
    LockWriter(*m_set->ownerOf(name)).acquire(name, ann, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QVERIFY(!hasSharded() || isListenedTo(name));
    release(name, verbs, true);
    QVERIFY(watching.tells(name, "appeared released acquired"));
    QCOMPARE(detailOf(watching, EventType::Released).english(), u"wake-up seen"_s);
    release(name, verbs);
    QVERIFY(watching.isGone(name));
    QCOMPARE(watching.told(name), QByteArray("appeared released acquired released"));
    QCOMPARE(detailOf(watching, EventType::Released).english(), u"wake-up seen"_s);
    QCOMPARE(watching.count(EventType::Gap), 0);
}

// No key tells of a change, only messages do.
void TestShardedReleases::hearsReleasesWithoutTracking()
{
    if (!hasSharded())
        QSKIP("Redis 6 has no sharded channels");
    const QByteArray name = "told";
    LockWriter(*m_set->ownerOf(name)).acquire(name, ann, 600'000);
    Watching watching;
    watching.add(userWithout({"-client|tracking"}));
    QVERIFY(isSettled(watching));
    for (const auto &[id, server] : watching.servers)
        QCOMPARE(server.mode, watch::WatchMode::Channels);
    QVERIFY(isListenedTo(name));
    release(name, {"spublish"});
    QVERIFY(watching.isGone(name));
    QCOMPARE(watching.told(name), QByteArray("appeared released"));
    QCOMPARE(detailOf(watching, EventType::Released).english(), u"wake-up seen"_s);
}

// A later deadline may as well be a release and a new acquisition, unless releases are heard.
void TestShardedReleases::knowsARenewalForCertain()
{
    const QByteArray name = "renewed";
    const LockWriter writer(*m_set->ownerOf(name));
    writer.acquire(name, ann, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    int lease = 600'000;
    QVERIFY(watching.until([&] {
        writer.renew(name, lease += 1000);
        return detailOf(watching, EventType::Renewed).english().startsWith(u"deadline moved"_s);
    }));
    QCOMPARE(watching.count(EventType::Released), 0);
}

void TestShardedReleases::listensOnWhereTheSlotGoes()
{
    const QByteArray name = "moved";
    RedisProcess *const from = m_set->ownerOf(name);
    RedisProcess *const to = m_set->primary((m_set->shardOf(*from) + 1) % 3);
    LockWriter(*from).acquire(name, ann, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QVERIFY(!hasSharded() || isListenedTo(name));
    const int slot = redis::slotOf(name);
    QVERIFY(m_set->moveSlot(slot, *to));
    QVERIFY(!hasSharded() || isListenedTo(name));
    QVERIFY(watching.until(
        [&] { return *watching.locks[name].server == u"127.0.0.1:%1"_s.arg(to->port()); }));
    const QByteArray verb = hasSharded() ? "spublish" : "publish";
    release(name, {verb}, true);
    QVERIFY(watching.tells(name, "appeared released acquired"));
    QCOMPARE(detailOf(watching, EventType::Released).english(), u"wake-up seen"_s);
    QVERIFY(m_set->moveSlot(slot, *from));
    QVERIFY(!hasSharded() || isListenedTo(name));
    release(name, {verb});
    QVERIFY(watching.isGone(name));
    QCOMPARE(watching.told(name), QByteArray("appeared released acquired released"));
}

void TestShardedReleases::listensAgainAfterALostConnection()
{
    if (!hasSharded())
        QSKIP("Redis 6 has no sharded channels");
    const QByteArray name = "told";
    LockWriter(*m_set->ownerOf(name)).acquire(name, ann, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QVERIFY(isListenedTo(name));
    m_set->ownerOf(name)->command({"CLIENT", "KILL", "TYPE", "pubsub"});
    QVERIFY(watching.until([&] { return watching.count(EventType::Gap) > 0; }));
    QVERIFY(isListenedTo(name));
    release(name, {"spublish"}, true);
    QVERIFY(watching.tells(name, "appeared released acquired"));
}

void TestShardedReleases::saysThatItMayNotListen()
{
    if (!hasSharded())
        QSKIP("Redis 6 has no sharded channels");
    const QByteArray name = "held";
    LockWriter(*m_set->ownerOf(name)).acquire(name, ann, 600'000);
    Watching watching;
    watching.add(userWithout({"-ssubscribe"}));
    QVERIFY(isSettled(watching));
    QVERIFY(watching.until([&] { return watching.count(EventType::Gap) > 0; }));
    const auto text = u"releases on sharded channels are not heard: "_s;
    QVERIFY2(detailOf(watching, EventType::Gap).english().startsWith(text),
             qPrintable(detailOf(watching, EventType::Gap).english()));
    const auto &server = watching.servers[watching.locks[name].serverId.number];
    QCOMPARE(server.mode, watch::WatchMode::TrackingAll);
    QVERIFY(server.modeReason.english().contains(text));
    // The others have no lock to listen for.
    QCOMPARE(watching.count(EventType::Gap), 1);
    release(name, {"spublish"});
    QVERIFY(watching.isGone(name));
    QCOMPARE(watching.told(name), QByteArray("appeared released"));
}

void TestShardedReleases::asksForNoneWhereThereAreNone()
{
    if (hasSharded())
        QSKIP("has sharded channels");
    const QByteArray name = "held";
    RedisProcess *const owner = m_set->ownerOf(name);
    LockWriter(*owner).acquire(name, ann, 600'000);
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    release(name, {"publish"}, true);
    QVERIFY(watching.tells(name, "appeared released acquired"));
    // Else the server would have answered that it does not know the command.
    QCOMPARE(watching.count(EventType::Gap), 0);
    for (const auto &[id, server] : watching.servers)
        QVERIFY(!server.modeReason.english().contains(u"sharded"_s));
}

// Each console that watches a cluster subscribes to the channels of its locks.
void TestShardedReleases::countsNoWatchAsAWaiter()
{
    if (!hasSharded())
        QSKIP("Redis 6 has no sharded channels");
    const QByteArray name = "held";
    const LockWriter writer(*m_set->ownerOf(name));
    writer.acquire(name, ann, 600'000);
    Watching one;
    one.add(target());
    Watching other;
    other.add(target());
    QVERIFY(isSettled(one) && isSettled(other));
    QVERIFY(isListenedTo(name, 2));
    writer.renew(name, 700'000);
    for (Watching *watching : {&one, &other}) {
        QVERIFY(watching->tells(name, "appeared renewed"));
        QCOMPARE(watching->locks[name].waitingConnections, std::optional<qint64>(0));
        QCOMPARE(watching->locks[name].state, watch::LockState::Held);
    }
    {
        const Listener waiter(*m_set->ownerOf(name), "SSUBSCRIBE", channelOf(name));
        for (Watching *watching : {&one, &other}) {
            QVERIFY(watching->until([&] {
                return watching->locks[name].waitingConnections == std::optional<qint64>(1);
            }));
        }
    }
    release(name, {"spublish"});
    for (Watching *watching : {&one, &other}) {
        QVERIFY(watching->isGone(name)); // although both go on listening
        QCOMPARE(watching->told(name), QByteArray("appeared renewed released"));
    }
}

void TestShardedReleases::countsAWaiterOfOursOnce()
{
    const QByteArray name = "waited";
    LockWriter(*m_set->ownerOf(name)).acquire(name, ann, 600'000);
    redis::ConnectionConfig config;
    config.target = target();
    redis::Deployment deployment(config);
    deployment.open();
    QVERIFY(await(deployment.whenReady()));
    auto waiter = deployment.channels().listen(channelOf(name), [](const QByteArray &) {});
    QVERIFY(await(std::move(waiter.confirmed)));
    QCOMPARE(listeners(name, "NUMSUB"), 1);
    QVERIFY(!hasSharded() || isListenedTo(name));
    Watching watching;
    watching.add(target());
    QVERIFY(isSettled(watching));
    QVERIFY(watching.until(
        [&] { return watching.locks[name].waitingConnections == std::optional<qint64>(1); }));
    QVERIFY(!hasSharded() || isListenedTo(name, 2)); // with the watch
    LockWriter(*m_set->ownerOf(name)).renew(name, 700'000);
    QVERIFY(watching.tells(name, "appeared renewed"));
    QCOMPARE(watching.locks[name].waitingConnections, std::optional<qint64>(1));
    // It goes on the one channel and on the other.
    waiter = {};
    QVERIFY(watching.until(
        [&] { return watching.locks[name].waitingConnections == std::optional<qint64>(0); }));
}

LOCKSCOPE_TEST_SUITE(TestShardedReleases)
#include "tst_shardedreleases.moc"
