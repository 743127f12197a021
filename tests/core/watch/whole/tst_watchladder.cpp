// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests how changes are detected under all sorts of permissions, and the effect of changed
// permissions.
#include "tests/core/watch/server/userrights.h"
#include "tests/support/testmain.h"

#include <QRegularExpression>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using watch::EventType;
using watch::WatchMode;

class TestWatchLadder : public QObject
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

    void eachRungSeesEverything_data();
    void eachRungSeesEverything();
    void notificationsAreNoticed();
    void notificationsThatTellTooLittleAreFoundOut();
    void notificationsThatGoOffAreFoundOut();
    void goesDownWhenChannelsAreTakenAway();
    void aLaggingListenerIsClosedAndReturns();
    void whatAGapHidWasNotMissed_data();
    void whatAGapHidWasNotMissed();
    void notificationsAreTrustedAgain();
    void channelsAreListedRarely();
    void aFlushWithoutEventsIsOneLoss_data();
    void aFlushWithoutEventsIsOneLoss();
    void flushesAreCountedOnlyWhereNothingTellsOfThem_data();
    void flushesAreCountedOnlyWhereNothingTellsOfThem();
    void aSwappedDatabaseIsFound();
    void queuesSwappedAwayAreFound();
    void aNewServerProcessIsTold();
    void aDemotedPrimaryIsTold();

private:
    redis::Target user(const QByteArrayList &rules) const { return userOf(*m_server, rules); }

    std::unique_ptr<RedisProcess> m_server;
};

void TestWatchLadder::eachRungSeesEverything_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<QByteArray>("notify");
    QTest::addColumn<WatchMode>("mode");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QByteArrayList>("refused");
    QTest::newRow("tracking") << reading + keys + tracking + channels << QByteArray()
                              << WatchMode::Tracking << QString() << QByteArrayList();
    QTest::newRow("notifications, told")
        << reading + keys + notifications + channels + QByteArrayList{"+config|get"}
        << QByteArray("KA") << WatchMode::Notifications << u"NOPERM"_s
        << QByteArrayList{"client|id"};
    QTest::newRow("channels") << reading + keys + channels << QByteArray() << WatchMode::Channels
                              << u"NOPERM"_s
                              << QByteArrayList{"client|id", "__keyspace@0__:lock:*",
                                                "__keyspace@0__:{lock:*",
                                                "__keyspace@0__:redisson_*"};
    QTest::newRow("polling") << reading + keys << QByteArray() << WatchMode::Polling << u"NOPERM"_s
                             << QByteArrayList{"client|id", "psubscribe"};
}

void TestWatchLadder::eachRungSeesEverything()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(QByteArray, notify);
    QFETCH(WatchMode, mode);
    QFETCH(QString, reason);
    QFETCH(QByteArrayList, refused);
    QVERIFY(keys.size() == 3 && reading.size() > 20 && channels.size() > 5);
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", notify});
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    m_server->command({"SET", "lock:string", "token", "PX", "60000"});
    Watching watching(under({"lock:"}));
    watching.add(user(rules));
    QVERIFY(watching.settled());
    QVERIFY(isBy(watching, mode));
    QVERIFY2(watching.servers[0].modeReason.english().contains(reason),
             qPrintable(watching.servers[0].modeReason.english()));
    QVERIFY(reason.isEmpty() || tellsGap(watching, u"watched by "_s));
    QVERIFY(!watching.servers[0].error);
    QCOMPARE(watching.locks.size(), std::size_t(2));
    writer.renew("lock:a", 90'000);
    QVERIFY(watching.tells("lock:a", "appeared renewed"));
    writer.enqueue("lock:a", bob, 300'000);
    QVERIFY(watching.until([&] {
        return watching.locks["lock:a"].waiters && watching.locks["lock:a"].waiters->size() == 1;
    }));
    writer.leave("lock:a", bob);
    writer.unlock("lock:a");
    QVERIFY(watching.isGone("lock:a"));
    writer.acquire("lock:b", ann, 60'000);
    QVERIFY(watching.tells("lock:b", "acquired"));
    writer.read("lock:rw", bob, 60'000);
    QVERIFY(watching.has("lock:rw"));
    QCOMPARE(watching.locks["lock:rw"].holds.size(), std::size_t(1));
    QVERIFY(watching.locks["lock:rw"].holds[0].deadline.has_value());
    QCOMPARE(watching.servers[0].counters.missed, quint64(0));
    QCOMPARE(watching.servers[0].counters.unreadable, quint64(0));
    // Nothing was asked for that the guide does not name, but for the better ways.
    const QByteArrayList log = refusedObjects(*m_server);
    for (const QByteArray &object : log)
        QVERIFY2(isAmong(refused, object), log.join(", ").constData());
    QCOMPARE(log.isEmpty(), refused.isEmpty());
}

// CONFIG GET can tell the server's password, so nobody is asked to permit it.
void TestWatchLadder::notificationsAreNoticed()
{
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(user(reading + channels + QByteArrayList{"~*", "&__keyspace@0__:*"}));
    QVERIFY(watching.settled());
    QVERIFY(isBy(watching, WatchMode::Channels));
    QVERIFY(watching.servers[0].modeReason.english().contains(
        u"no keyspace notification was received"_s));
    writer.renew("a", 90'000);
    QVERIFY(isBy(watching, WatchMode::Notifications));
    writer.acquire("b", ann, 60'000);
    QVERIFY(watching.tells("b", "acquired"));
}

void TestWatchLadder::notificationsThatTellTooLittleAreFoundOut()
{
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "Kh"});
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(user(reading + channels + QByteArrayList{"~*", "&__keyspace@0__:*"}));
    QVERIFY(watching.settled());
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "Kg"});
    writer.renew("a", 90'000);
    QVERIFY(isBy(watching, WatchMode::Notifications));
    // A read that came late would see what nobody tells of.
    QVERIFY(watching.tells("a", "appeared renewed"));
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "Kh"});
    writer.renew("a", 120'000); // of which nobody tells
    QVERIFY(isBy(watching, WatchMode::Channels));
    QVERIFY(watching.servers[0].modeReason.english().contains(u"only some changes"_s));
    QVERIFY(tellsGap(watching, u"without an event"_s));
    QVERIFY(watching.servers[0].counters.missed > 0);
}

void TestWatchLadder::notificationsThatGoOffAreFoundOut()
{
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching(quick());
    watching.add(
        user(reading + channels + QByteArrayList{"~*", "&__keyspace@0__:*", "+config|get"}));
    QVERIFY(isBy(watching, WatchMode::Notifications));
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", ""});
    QVERIFY(isBy(watching, WatchMode::Channels));
    QVERIFY(watching.servers[0].modeReason.english().contains(u"are off"_s));
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    QVERIFY(isBy(watching, WatchMode::Notifications));
    QVERIFY(tellsGap(watching, u"watched by channels instead of notifications"_s));
}

void TestWatchLadder::goesDownWhenChannelsAreTakenAway()
{
    const LockWriter writer(*m_server);
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + tracking + channels + QByteArrayList{"~*"}));
    QVERIFY(isBy(watching, WatchMode::Tracking));
    user(reading + channels + QByteArrayList{"~*"}); // which closes who listens to more
    QVERIFY(isBy(watching, WatchMode::Channels));
    QVERIFY(watching.servers[0].modeReason.english().contains(u"NOPERM"_s));
    writer.acquire("lock:a", ann, 60'000);
    QVERIFY(watching.has("lock:a"));
    QVERIFY(tellsGap(watching, u"watched by channels instead of"_s));
    QCOMPARE(watching.count(EventType::ServerDown), 0);
}

void TestWatchLadder::aLaggingListenerIsClosedAndReturns()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(quick({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(isBy(watching, WatchMode::Tracking));
    m_server->command({"CONFIG", "SET", "client-output-buffer-limit", "pubsub 16384 0 0"});
    // All at once is more than may wait to be sent.
    writer.run("for i=1,3000 do redis.call('hset','lock:'..i,ARGV[1],1) end", {ann});
    QVERIFY(tellsGap(watching, u"is restored"_s));
    QVERIFY(watching.until([&] { return watching.locks.size() == 3001; }));
    QVERIFY(isBy(watching, WatchMode::Tracking));
}

void TestWatchLadder::whatAGapHidWasNotMissed_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<WatchMode>("mode");
    QTest::newRow("tracking") << reading + tracking + channels + QByteArrayList{"~*"}
                              << WatchMode::TrackingAll;
    QTest::newRow("notifications") << everyEvent << WatchMode::Notifications;
}

// A scan finds locks that were taken while nobody listened; no event had to report them.
void TestWatchLadder::whatAGapHidWasNotMissed()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(WatchMode, mode);
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    const LockWriter writer(*m_server);
    writer.acquire("a", ann, 60'000);
    Watching watching;
    watching.add(user(rules));
    QVERIFY(watching.settled());
    writer.renew("a", 90'000);
    QVERIFY(isBy(watching, mode));
    std::size_t locks = 1;
    // The second time makes certain that the first one's scan has come to its end.
    for (const QByteArray round : {"first", "second", "third"}) {
        m_server->command({"CLIENT", "KILL", "TYPE", "pubsub"});
        writer.run("for i=1,50 do redis.call('hset',ARGV[2]..i,ARGV[1],1) end", {ann, round});
        locks += 50;
        QVERIFY(watching.until([&] { return watching.locks.size() == locks; }));
        QVERIFY(isBy(watching, mode));
    }
    QCOMPARE(watching.servers[0].counters.missed, quint64(0));
    for (const watch::Event &event : watching.events)
        QVERIFY2(!event.detail.english().contains(u"no event"_s)
                     && !event.detail.english().contains(u"without an event"_s),
                 qPrintable(event.detail.english()));
}

// SWAPDB tells nobody; but it is over at once.
void TestWatchLadder::notificationsAreTrustedAgain()
{
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    const LockWriter writer(*m_server);
    writer.acquire("a", bob, 60'000);
    m_server->command({"SWAPDB", "0", "1"});
    writer.acquire("a", ann, 30'000);
    Watching watching(quick());
    watching.add(user(everyEvent));
    QVERIFY(watching.settled());
    writer.renew("a", 35'000);
    QVERIFY(isBy(watching, WatchMode::Notifications));
    m_server->command({"SWAPDB", "0", "1"});
    QVERIFY(tellsGap(watching, u"only some changes"_s));
    QVERIFY(watching.until([&] {
        writer.renew("a", 90'000);
        return watching.servers[0].mode == WatchMode::Notifications;
    }));
}

// The server walks through all channels for that, and through all keys for a scan.
void TestWatchLadder::channelsAreListedRarely()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    RecordingProxy proxy(m_server->port());
    Watching watching(under({"lock:"}));
    watching.add(through(proxy, user(reading + keys)));
    QVERIFY(isBy(watching, WatchMode::Polling));
    QVERIFY(watching.settled());
    const auto walks = [&] { return countOf(proxy, "SCAN", "0"); };
    const auto before = walks();
    QVERIFY(watching.until([&] { return walks() >= before + 2 * 2; })); // of two questions each
    QCOMPARE(countOf(proxy, "PUBSUB", "CHANNELS"), 1);
}

void TestWatchLadder::aFlushWithoutEventsIsOneLoss_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<WatchMode>("mode");
    QTest::newRow("channels") << reading + keys + channels << WatchMode::Channels;
    QTest::newRow("polling") << reading + keys << WatchMode::Polling;
}

// No event reports the flush: the server's own count of such commands does.
void TestWatchLadder::aFlushWithoutEventsIsOneLoss()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(WatchMode, mode);
    const LockWriter writer(*m_server);
    for (int i = 0; i < 30; ++i)
        writer.acquire("lock:" + QByteArray::number(i), ann, 600'000);
    Watching watching(under({"lock:"}));
    watching.add(user(rules));
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] { return watching.locks.size() == 30; }));
    QCOMPARE(watching.servers[0].mode, mode);
    // Those that are given back are no loss, though no key is left.
    for (int i = 20; i < 30; ++i)
        m_server->command({"DEL", "lock:" + QByteArray::number(i)});
    QVERIFY(watching.until([&] { return watching.count(EventType::Released) == 10; }));
    m_server->command({"FLUSHALL"});
    QVERIFY(watching.until([&] { return watching.count(EventType::Lost) == 1; }));
    QVERIFY(watching.locks.empty());
    QCOMPARE(watching.count(EventType::Released), 10);
    const auto loss =
        std::find_if(watching.events.begin(), watching.events.end(),
                     [](const watch::Event &event) { return event.type == EventType::Lost; });
    QCOMPARE(loss->count, std::optional<qint64>(20));
    QVERIFY(loss->lost && loss->lost->size() == 20);
}

void TestWatchLadder::flushesAreCountedOnlyWhereNothingTellsOfThem_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<bool>("events");
    QTest::addColumn<bool>("counts");
    QTest::newRow("tracking") << reading + keys + tracking + channels << true << false;
    QTest::newRow("channels") << reading + keys + channels << true << true;
    QTest::newRow("polling") << reading + keys << true << true;
    QTest::newRow("a look") << reading + keys << false << false;
}

// The section has a line for each command: a server would make it at every connection.
void TestWatchLadder::flushesAreCountedOnlyWhereNothingTellsOfThem()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(bool, events);
    QFETCH(bool, counts);
    LockWriter(*m_server).acquire("lock:a", ann, 60'000);
    RecordingProxy proxy(m_server->port());
    redis::Target target = user(rules);
    target.hosts[0].port = proxy.port();
    watch::WatchOptions options = under({"lock:"});
    options.events = events;
    Watching watching(options);
    watching.add(target);
    QVERIFY(watching.settled());
    const qsizetype asked = counts ? 1 : 0;
    QCOMPARE(countOf(proxy, "INFO", "commandstats"), asked);
    if (!counts)
        return;
    proxy.cut();
    QVERIFY(watching.until([&] { return watching.count(EventType::ServerUp) == 1; }));
    // It is up as soon as it asks, before the proxy has heard the question.
    QVERIFY(watching.until([&] { return countOf(proxy, "INFO", "commandstats") > asked; }));
    QVERIFY(watching.settled());
    QCOMPARE(countOf(proxy, "INFO", "commandstats"), 2 * asked);
}

void TestWatchLadder::aSwappedDatabaseIsFound()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:b", bob, 60'000);
    m_server->command({"SWAPDB", "0", "1"});
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.has("lock:a"));
    QVERIFY(watching.settled());
    m_server->command({"SWAPDB", "0", "1"});
    QVERIFY(watching.isGone("lock:a"));
    QVERIFY(watching.has("lock:b"));
    QVERIFY(tellsGap(watching, u"SWAPDB"_s));
    QVERIFY(watching.servers[0].counters.missed > 0);
}

// After SWAPDB a lock's own key may change with an event, and its queue without one.
void TestWatchLadder::queuesSwappedAwayAreFound()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    m_server->command({"SWAPDB", "0", "1"});
    writer.acquire("lock:a", ann, 60'000);
    writer.enqueue("lock:a", bob, 60'000);
    writer.enqueue("lock:free", bob, 60'000);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.has("lock:free") && watching.has("lock:a"));
    QVERIFY(watching.settled());
    m_server->command({"SWAPDB", "0", "1"});
    writer.renew("lock:a", 50'000);
    QVERIFY(watching.isGone("lock:free"));
    QVERIFY(watching.until([&] {
        const watch::LockRecord &lock = watching.locks["lock:a"];
        return lock.holds.size() == 1 && (!lock.waiters || lock.waiters->empty());
    }));
}

void TestWatchLadder::aNewServerProcessIsTold()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(m_server->restart());
    writer.acquire("lock:b", ann, 60'000);
    QVERIFY(watching.has("lock:b"));
    QVERIFY(watching.isGone("lock:a"));
    QVERIFY(tellsGap(watching, u"another server process"_s));
    // The same gap says how long it was, as people tell times.
    static const QRegularExpression both(
        u"^not seen for \\d+ (ms|s); another server process replies"_s);
    QVERIFY(std::ranges::any_of(watching.events, [](const watch::Event &event) {
        return event.type == EventType::Gap && both.match(event.detail.english()).hasMatch();
    }));
    // One connection ends before the other, and begins before it.
    QVERIFY(std::ranges::none_of(watching.events, [](const watch::Event &event) {
        return event.detail.english().contains(u"watched by"_s);
    }));
}

void TestWatchLadder::aDemotedPrimaryIsTold()
{
    RedisProcess primary;
    QVERIFY(primary.start());
    LockWriter(primary).acquire("lock:p", bob, 60'000);
    LockWriter(*m_server).acquire("lock:a", ann, 60'000);
    Watching watching(under({"lock:"}));
    watching.add(m_server->target());
    QVERIFY(watching.has("lock:a"));
    QVERIFY(watching.settled());
    m_server->command({"CONFIG", "SET", "repl-diskless-sync-delay", "0"});
    primary.command({"CONFIG", "SET", "repl-diskless-sync-delay", "0"});
    m_server->command({"REPLICAOF", "127.0.0.1", QByteArray::number(primary.port())});
    QVERIFY(tellsGap(watching, u"failover"_s));
    QVERIFY(watching.has("lock:p"));
    QVERIFY(watching.isGone("lock:a"));
    LockWriter(primary).acquire("lock:q", bob, 60'000);
    QVERIFY(watching.has("lock:q"));
}

LOCKSCOPE_TEST_SUITE(TestWatchLadder)
#include "tst_watchladder.moc"
