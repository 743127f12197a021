// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/waitercounter.h"
#include "tests/core/watch/server/pumping.h"
#include "tests/core/watch/server/userrights.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;

namespace {

const LockName a("lock:a");
const QByteArray channel = "redisson_lock__channel:{lock:a}";

// The part alone, with a pump that reads the locks whose listeners it counts.
class Counting
{
public:
    explicit Counting(const redis::Target &target)
        : stage(target, WatchMode::Polling)
        , pumping(stage)
        , rights(stage.context, [] {})
        , counter(stage.context, rights, [this] { ++finished; })
    {}
    ~Counting() { stage.scope.cancel(); }
    Counting(const Counting &) = delete;
    Counting &operator=(const Counting &) = delete;

    [[nodiscard]] bool read()
    {
        pumping.pump.mark(a, {});
        pumping.pump.pump();
        return eventually([this] { return stage.book.knows(a); });
    }
    [[nodiscard]] bool count()
    {
        return await(stage.scope.start([this] { return counter.count({a}); })).has_value();
    }
    [[nodiscard]] bool lookForShards()
    {
        return await(stage.scope.start([this] { return counter.lookForShards(); })).has_value();
    }
    std::optional<qint64> waiting() const { return stage.book.record(a)->waitingConnections; }

    PartStage stage;
    Pumping pumping;
    ReadingRights rights;
    int finished = 0;
    WaiterCounter counter;
};

} // namespace

// Tests which waiters listen, by the channels of a real server, but without a sweep that asks.
class TestWaiterCounter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void aNewListenerIsCountedWithoutAReading();
    void listenersOfShardedChannelsAreAdded();
    void shardsAreLookedForOnceAMinute();
    void whereCountingIsRefusedNothingIsAsked();
    void theLastLookIsOnceAndEndsWithTheFirstThatListens();
    void noLastLookWhereNobodyIsUnchecked();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestWaiterCounter::aNewListenerIsCountedWithoutAReading()
{
    LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
    Counting part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    QCOMPARE(part.waiting(), std::optional<qint64>(0));
    const int readings = part.pumping.readings(a);
    const Listener listener(*m_server, "SUBSCRIBE", channel);
    QVERIFY(part.count());
    QCOMPARE(part.waiting(), std::optional<qint64>(1));
    QCOMPARE(part.pumping.readings(a), readings);
}

void TestWaiterCounter::listenersOfShardedChannelsAreAdded()
{
    if (m_server->version() < 700)
        QSKIP("Redis 6 has no sharded channels");
    LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
    Counting part(m_server->target());
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    const Listener plain(*m_server, "SUBSCRIBE", channel);
    const Listener sharded(*m_server, "SSUBSCRIBE", channel);
    QVERIFY(part.count()); // that there are sharded ones is not known yet
    QCOMPARE(part.waiting(), std::optional<qint64>(1));
    QVERIFY(part.lookForShards());
    QVERIFY(part.stage.reader.isSharded());
    QVERIFY(part.count());
    QCOMPARE(part.waiting(), std::optional<qint64>(2));
}

// The server walks through all of its channels for the answer.
void TestWaiterCounter::shardsAreLookedForOnceAMinute()
{
    const RecordingProxy proxy(m_server->port());
    Counting part(through(proxy, m_server->target()));
    const auto asked = [&] { return countOf(proxy, "PUBSUB", "SHARDCHANNELS"); };
    QVERIFY(part.stage.open());
    QVERIFY(part.lookForShards());
    QVERIFY(part.lookForShards());
    QCOMPARE(asked(), 1);
    part.stage.clock.advance(Millis(60'000));
    QVERIFY(part.lookForShards());
    QCOMPARE(asked(), 2);
    part.counter.forgetShards();
    QVERIFY(part.lookForShards());
    QCOMPARE(asked(), 3);
}

void TestWaiterCounter::whereCountingIsRefusedNothingIsAsked()
{
    LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
    const RecordingProxy proxy(m_server->port());
    Counting part(through(proxy, targetOf(*m_server, {"resetkeys", "~*", "+@all", "-pubsub"})));
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    const int asked = proxy.count("PUBSUB");
    QVERIFY(asked > 0); // with the reading
    QVERIFY(part.count());
    QCOMPARE(proxy.count("PUBSUB"), asked);
    QCOMPARE(part.waiting(), std::optional<qint64>());
}

// Three looks, a second apart, find that nobody listens; here the first one tells.
void TestWaiterCounter::theLastLookIsOnceAndEndsWithTheFirstThatListens()
{
    const LockWriter writer(*m_server);
    writer.acquire(a.bytes, ann, 60'000);
    writer.enqueue(a.bytes, bob, 300'000);
    const RecordingProxy proxy(m_server->port());
    Counting part(through(proxy, m_server->target()));
    part.stage.options.events = false;
    part.stage.options.checkWaiters = true;
    const Listener listener(*m_server, "SUBSCRIBE", channel + ':' + bob);
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    const auto asked = [&] { return countOf(proxy, "PUBSUB", "NUMSUB"); };
    const qsizetype before = asked();
    QVERIFY(part.counter.beginLast());
    QVERIFY(part.counter.isInLast());
    QVERIFY(eventually([&] { return part.finished == 1; }));
    QVERIFY(!part.counter.isInLast());
    QCOMPARE(asked(), before + 1);
    QCOMPARE(part.stage.book.record(a)->waiters->front().listening, std::optional<bool>(true));
    QVERIFY(!part.counter.beginLast());
    QCOMPARE(part.finished, 1);
}

void TestWaiterCounter::noLastLookWhereNobodyIsUnchecked()
{
    LockWriter(*m_server).acquire(a.bytes, ann, 60'000);
    Counting part(m_server->target());
    part.stage.options.events = false;
    part.stage.options.checkWaiters = true;
    QVERIFY(part.stage.open());
    QVERIFY(part.read());
    QVERIFY(!part.counter.beginLast());
    QCOMPARE(part.finished, 0);
}

LOCKSCOPE_TEST_SUITE(TestWaiterCounter)
#include "tst_waitercounter.moc"
