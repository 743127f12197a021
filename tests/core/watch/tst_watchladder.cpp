// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How changes are heard of under all sorts of permissions, and what happens when they change.
#include "tests/core/watch/harness.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using watch::EventType;
using watch::WatchMode;

namespace {

// README.md: the least that a user needs to read, on 7.0.
const QByteArrayList reading{
    "+ping",   "+select", "+client|setname", "+time",           "+scan",   "+dbsize",   "+type",
    "+pttl",   "+exists", "+hlen",           "+hscan",          "+strlen", "+getrange", "+llen",
    "+lrange", "+zcard",  "+zrange",         "+pexpiretime",    "+get",    "+hgetall",  "+info",
    "+scard",  "+sscan",  "+pubsub|numsub",  "+pubsub|channels"};
const QByteArrayList tracking{"+client|id", "+client|tracking", "+subscribe", "+psubscribe",
                              "&__redis__:invalidate"};
const QByteArrayList channels{"+psubscribe",
                              "&redisson_lock__channel:*",
                              "&redisson_lock__channel__*",
                              "&redisson_rwlock:*",
                              "&redisson_sc:*",
                              "&redisson_countdownlatch__channel__*"};

} // namespace

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
    void climbsWhenMoreIsPermitted();
    void goesDownWhenChannelsAreTakenAway();
    void refusedChannelsAreNamed();
    void readingThatIsRefusedKeepsWhatIsKnown();
    void aLaggingListenerIsClosedAndReturns();
    void aSwappedDatabaseIsFound();
    void queuesSwappedAwayAreFound();
    void aNewServerProcessIsTold();
    void aDemotedPrimaryIsTold();

private:
    redis::Target user(const QByteArrayList &rules) const
    {
        std::vector<QByteArray> command{"ACL",     "SETUSER",       "watcher",   "on",
                                        ">secret", "resetchannels", "resetkeys", "-@all"};
        command.insert(command.end(), rules.begin(), rules.end());
        const Reply reply = m_server->command(command);
        if (!reply.isOk())
            qWarning("%s", reply.bytes.constData());
        auto target = m_server->target();
        target.user = "watcher";
        target.password = "secret";
        return target;
    }

    static watch::WatchOptions quick(std::vector<QByteArray> prefixes = {})
    {
        auto options = under(std::move(prefixes));
        options.probePeriod = Millis(200);
        return options;
    }

    static bool isBy(Watching &watching, WatchMode mode)
    {
        const bool isBy = watching.until([&] {
            return watching.servers.contains(0) && watching.servers[0].mode == mode
                && watching.servers[0].state == watch::ServerState::Up;
        });
        if (!isBy)
            qWarning("%s: %s", watch::name(watching.servers[0].mode).constData(),
                     qPrintable(watching.servers[0].modeReason));
        return isBy;
    }

    static bool tellsGap(Watching &watching, const QString &text)
    {
        const bool told = watching.until([&] {
            return std::ranges::any_of(watching.events, [&](const watch::Event &event) {
                return event.type == EventType::Gap && event.detail.contains(text);
            });
        });
        for (const watch::Event &event : watching.events) {
            if (!told && event.type == EventType::Gap)
                qWarning("gap: %s", qPrintable(event.detail));
        }
        return told;
    }

    std::unique_ptr<RedisProcess> m_server;
};

void TestWatchLadder::eachRungSeesEverything_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<QByteArray>("notify");
    QTest::addColumn<WatchMode>("mode");
    QTest::addColumn<QString>("reason");
    const QByteArrayList keys{"%R~lock:*", "%R~{lock:*", "%R~redisson_*"};
    QTest::newRow("tracking") << reading + keys + tracking + channels << QByteArray()
                              << WatchMode::Tracking << QString();
    QTest::newRow("notifications, told")
        << reading + keys + channels
            + QByteArrayList{"+config|get", "&__keyspace@0__:lock:*", "&__keyspace@0__:{lock:*",
                             "&__keyspace@0__:redisson_*"}
        << QByteArray("KA") << WatchMode::Notifications << u"NOPERM"_s;
    QTest::newRow("channels") << reading + keys + channels << QByteArray() << WatchMode::Channels
                              << u"NOPERM"_s;
    QTest::newRow("polling") << reading + keys << QByteArray() << WatchMode::Polling << u"NOPERM"_s;
}

void TestWatchLadder::eachRungSeesEverything()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(QByteArray, notify);
    QFETCH(WatchMode, mode);
    QFETCH(QString, reason);
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", notify});
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    m_server->command({"SET", "lock:string", "token", "PX", "60000"});
    Watching watching(under({"lock:"}));
    watching.add(user(rules));
    QVERIFY(watching.settled());
    QVERIFY(isBy(watching, mode));
    QVERIFY2(watching.servers[0].modeReason.contains(reason),
             qPrintable(watching.servers[0].modeReason));
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
    // Nothing else was asked for.
    for (const Reply &entry : m_server->command({"ACL", "LOG"}).elements) {
        for (std::size_t i = 0; i + 1 < entry.elements.size(); i += 2) {
            if (entry.elements[i].bytes == "object")
                QVERIFY2(!entry.elements[i + 1].bytes.startsWith("lock:"),
                         entry.elements[i + 1].bytes.constData());
        }
    }
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
    QVERIFY(watching.servers[0].modeReason.contains(u"no keyspace notification was heard"_s));
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
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "Kh"});
    writer.renew("a", 120'000); // of which nobody tells
    QVERIFY(isBy(watching, WatchMode::Channels));
    QVERIFY(watching.servers[0].modeReason.contains(u"some changes only"_s));
    QVERIFY(tellsGap(watching, u"no event told so"_s));
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
    QVERIFY(watching.servers[0].modeReason.contains(u"are off"_s));
    m_server->command({"CONFIG", "SET", "notify-keyspace-events", "KA"});
    QVERIFY(isBy(watching, WatchMode::Notifications));
    QVERIFY(tellsGap(watching, u"watched by channels instead of notifications"_s));
}

void TestWatchLadder::climbsWhenMoreIsPermitted()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + QByteArrayList{"~*"}));
    QVERIFY(isBy(watching, WatchMode::Polling));
    user(reading + channels + QByteArrayList{"~*"});
    QVERIFY(isBy(watching, WatchMode::Channels));
    user(reading + tracking + channels + QByteArrayList{"~*"});
    QVERIFY(isBy(watching, WatchMode::Tracking));
    QVERIFY(tellsGap(watching, u"watched by tracking instead of channels"_s));
    writer.acquire("lock:b", ann, 60'000);
    QVERIFY(watching.tells("lock:b", "acquired"));
    // One connection reads, one listens: those that tried are gone.
    QVERIFY(eventually([&] {
        return m_server->command({"CLIENT", "LIST"}).bytes.count("name=lockscope") == 2;
    }));
}

void TestWatchLadder::goesDownWhenChannelsAreTakenAway()
{
    const LockWriter writer(*m_server);
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + tracking + channels + QByteArrayList{"~*"}));
    QVERIFY(isBy(watching, WatchMode::Tracking));
    user(reading + channels + QByteArrayList{"~*"}); // which closes who listens to more
    QVERIFY(isBy(watching, WatchMode::Channels));
    QVERIFY(watching.servers[0].modeReason.contains(u"NOPERM"_s));
    writer.acquire("lock:a", ann, 60'000);
    QVERIFY(watching.has("lock:a"));
    QVERIFY(tellsGap(watching, u"watched by channels instead of"_s));
    QCOMPARE(watching.count(EventType::ServerDown), 0);
}

void TestWatchLadder::refusedChannelsAreNamed()
{
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + tracking + QByteArrayList{"~*"}));
    QVERIFY(isBy(watching, WatchMode::Tracking));
    QVERIFY(watching.servers[0].modeReason.contains(u"channel"_s));
    user(reading + tracking + channels + QByteArrayList{"~*"});
    QVERIFY(watching.until([&] { return watching.servers[0].modeReason.isEmpty(); }));
    QCOMPARE(watching.servers[0].mode, WatchMode::Tracking);
}

void TestWatchLadder::readingThatIsRefusedKeepsWhatIsKnown()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(quick({"lock:"}));
    watching.add(user(reading + tracking + channels + QByteArrayList{"~*"}));
    QVERIFY(watching.has("lock:a"));
    QVERIFY(watching.settled());
    user(reading + tracking + channels + QByteArrayList{"~other:*"});
    writer.renew("lock:a", 90'000);
    QVERIFY(watching.until([&] { return watching.servers[0].error.has_value(); }));
    QCOMPARE(watching.servers[0].error->kind, ErrorKind::Permission);
    QVERIFY(tellsGap(watching, u"NOPERM"_s));
    QVERIFY(watching.servers[0].counters.unreadable > 0);
    QVERIFY(watching.locks.contains("lock:a")); // nobody saw it go
    user(reading + tracking + channels + QByteArrayList{"~*"});
    QVERIFY(watching.until([&] { return !watching.servers[0].error; }));
    QVERIFY(tellsGap(watching, u"permitted now"_s));
    writer.unlock("lock:a");
    QVERIFY(watching.isGone("lock:a"));
    QVERIFY(!watching.told("lock:a").contains("acquired"));
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
    QVERIFY(tellsGap(watching, u"instead of tracking"_s));
    QVERIFY(tellsGap(watching, u"is back"_s));
    QVERIFY(watching.until([&] { return watching.locks.size() == 3001; }));
    QVERIFY(isBy(watching, WatchMode::Tracking));
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

LOCKSCOPE_TEST_MAIN(TestWatchLadder)
#include "tst_watchladder.moc"
