// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests reading from a server when its keys are huge, when it does not answer for a while, when
// several keys of a lock change at once, and when some keys may not be read.
#include "core/watch/server/lockbook.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/aclrules.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using watch::EventType;

namespace {

constexpr auto hugeField = "redis.call('hset',KEYS[1],ARGV[1],string.rep('x',ARGV[2]))";

} // namespace

class TestWatchReading : public QObject
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

    void hugeHashesAreNotFetched_data();
    void hugeHashesAreNotFetched();
    void aHashThatTurnsHugeIsDropped();
    void aHugeQueueDoesNotTakeTheServerOut();
    void whileItLoadsNothingIsReleased();
    void whileItIsBusyNothingIsReleased();
    void aQueueThatComesAsTheLockGoesIsSeen_data();
    void aQueueThatComesAsTheLockGoesIsSeen();
    void flushingIsAGapForEveryKind();
    void aQueueBehindAnotherLockIsFound_data();
    void aQueueBehindAnotherLockIsFound();
    void whoWaitsForAStringIsUnknown();
    void whatMayNotBeReadIsUnknown();
    void rightsTakenAwayChangeNothing();
    void refusedExpiryTellsNoRenewal();
    void channelsRefusedAtTheStartAreAGap();
    void aStormOfAFairLockIsReadRarely();
    void namesThatMayNotBeReadAreForgotten();
    void aJobBringsWhatIsKnown();

private:
    void huge(const QByteArray &name, const QByteArray &field, qint64 size) const
    {
        m_server->command({"EVAL", hugeField, "1", name, field, QByteArray::number(size)});
    }
    redis::Target through(const RecordingProxy &proxy) const
    {
        auto target = m_server->target();
        target.hosts.front().port = proxy.port();
        return target;
    }
    redis::Target user(const QByteArrayList &rules) const { return targetOf(*m_server, rules); }
    static bool isUp(Watching &watching)
    {
        return watching.servers[0].state == watch::ServerState::Up;
    }
    static bool hasWaiters(Watching &watching, const QByteArray &name, std::size_t count)
    {
        return watching.until([&] {
            const auto lock = watching.locks.find(name);
            return lock != watching.locks.end() && lock->second.waiters
                && lock->second.waiters->size() == count;
        });
    }

    std::unique_ptr<RedisProcess> m_server;
};

void TestWatchReading::hugeHashesAreNotFetched_data()
{
    QTest::addColumn<QByteArrayList>("prefixes");
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<qint64>("size");
    for (const bool everywhere : {true, false}) {
        const QByteArrayList prefixes = everywhere ? QByteArrayList{} : QByteArrayList{"c", "lock"};
        const char *const where = everywhere ? "everywhere" : "under a prefix";
        QTest::addRow("a cache, %s", where) << prefixes << QByteArray("body") << qint64(1'000'000);
        QTest::addRow("beyond any answer, %s", where)
            << prefixes << QByteArray("body") << qint64(17 * 1024 * 1024);
        QTest::addRow("named as owners are, %s", where) << prefixes << ann << qint64(17'000'000);
    }
}

void TestWatchReading::hugeHashesAreNotFetched()
{
    QFETCH(QByteArrayList, prefixes);
    QFETCH(QByteArray, field);
    QFETCH(qint64, size);
    const LockWriter writer(*m_server);
    huge("cache1", field, size);
    huge("cache2", field, size);
    writer.acquire("lock", ann, 60'000);
    RecordingProxy proxy(m_server->port());
    Watching watching(under({prefixes.begin(), prefixes.end()}));
    watching.add(through(proxy));
    QVERIFY(watching.settled());
    QVERIFY(watching.has("lock"));
    huge("cache1", "more", 10); // and one that changes
    writer.acquire("lock2", ann, 60'000);
    QVERIFY(watching.has("lock2"));
    QCOMPARE(watching.count(EventType::ServerDown), 0);
    QCOMPARE(watching.locks.size(), std::size_t(2));
    for (const auto &command : proxy.commands()) {
        if (command.size() > 1 && command[1].startsWith("cache"))
            QVERIFY2(command[0] != "HGETALL" && command[0] != "HSCAN", command[0].constData());
    }
}

// A key that was a lock is read at once when it changes.
void TestWatchReading::aHashThatTurnsHugeIsDropped()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock", ann, 60'000);
    for (int i = 0; i < 150; ++i)
        writer.acquire("other" + QByteArray::number(i), ann, 600'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    huge("lock", ann, 17'000'000);
    QVERIFY(watching.isGone("lock"));
    writer.acquire("next", ann, 60'000);
    QVERIFY(watching.has("next"));
    QVERIFY(watching.until([&] { return watching.servers[0].counters.unreadable > 0; }));
    const int downs = watching.count(EventType::ServerDown);
    QVERIFY2(downs <= 2, qPrintable(QString::number(downs)));
    // Another change of the key does not break anything either.
    m_server->command({"PEXPIRE", "lock", "70000"});
    writer.renew("next", 90'000);
    QVERIFY(watching.until([&] { return watching.told("next").endsWith("renewed"); }));
    QCOMPARE(watching.count(EventType::ServerDown), downs);
    // It is a lock again as soon as it has a lock's size.
    m_server->command({"DEL", "lock"});
    writer.acquire("lock", bob, 60'000);
    QVERIFY(watching.has("lock"));
    QCOMPARE(watching.count(EventType::ServerDown), downs);
    QCOMPARE(watching.locks.size(), std::size_t(152));
}

void TestWatchReading::aHugeQueueDoesNotTakeTheServerOut()
{
    const LockWriter writer(*m_server);
    writer.run("redis.call('rpush','redisson_lock_queue:{fair}',string.rep('x',17000000))", {});
    writer.acquire("fair", ann, 60'000);
    for (int i = 0; i < 20; ++i)
        writer.acquire("lock" + QByteArray::number(i), ann, 60'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.until([&] { return watching.locks.size() == 21; }));
    QVERIFY(watching.settled());
    QVERIFY(!watching.locks["fair"].waiters.has_value()); // unknown
    QCOMPARE(watching.locks["fair"].holds.at(0).owner.bytes, ann);
    const int downs = watching.count(EventType::ServerDown);
    // The queue may be that of a lock named {fair}, too: once together, then once for each name.
    QVERIFY2(downs <= 3, qPrintable(QString::number(downs)));
    writer.renew("fair", 90'000);
    QVERIFY(watching.until([&] { return watching.told("fair").endsWith("renewed"); }));
    QCOMPARE(watching.count(EventType::ServerDown), downs);
}

void TestWatchReading::whileItLoadsNothingIsReleased()
{
    RedisOptions slowly;
    slowly.arguments = {u"--key-load-delay"_s, u"4000"_s, u"--rdbcompression"_s, u"no"_s};
    // Redis 6 answers only after each two megabytes.
    const bool isOld = m_server->version() < 700;
    if (!isOld)
        slowly.arguments << u"--loading-process-events-interval-bytes"_s << u"1024"_s;
    RedisProcess server(slowly);
    QVERIFY(server.start());
    const LockWriter writer(server);
    writer.run("for i=1,500 do redis.call('set','s'..i,string.rep('x',ARGV[1])) end",
               {isOld ? "40000" : "100"});
    writer.acquire("lock", ann, 600'000);
    writer.enqueue("fair", bob, 600'000);
    Watching watching;
    watching.add(server.target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("fair"));
    QVERIFY(server.command({"SAVE"}).isOk());
    server.kill();
    QVERIFY(watching.until([&] { return !isUp(watching); }));
    bool wasLoading = false;
    // Starting waits until it answers; the watch runs meanwhile.
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, this, [&] {
        watching.take();
        const auto &error = watching.servers[0].error;
        wasLoading |= error && error->code == "LOADING";
    });
    look.start(Millis(5));
    QVERIFY(server.start());
    QVERIFY(watching.until([&] { return isUp(watching); }));
    QVERIFY(wasLoading);
    QVERIFY(watching.until([&] { return !watching.servers[0].discovering; }));
    writer.acquire("next", ann, 60'000);
    QVERIFY(watching.has("next"));
    QCOMPARE(watching.told("lock"), QByteArray("appeared"));
    QCOMPARE(watching.told("fair"), QByteArray("appeared"));
    QCOMPARE(watching.locks.size(), std::size_t(3));
    QVERIFY(!watching.servers[0].error.has_value());
}

void TestWatchReading::whileItIsBusyNothingIsReleased()
{
    const LockWriter writer(*m_server);
    m_server->command({"CONFIG", "SET", "lua-time-limit", "50"});
    writer.acquire("lock", ann, 600'000);
    writer.enqueue("fair", bob, 600'000);
    // Polling reads the whole lock once a second, whatever happens.
    const auto target = user({"~*", "&*", "+@all", "-client|tracking", "-client|id"});
    Watching watching;
    watching.add(target);
    QVERIFY(watching.settled());
    QVERIFY(watching.has("fair"));
    std::jthread script([&] {
        writer.run("local function now() local t=redis.call('time') return t[1]*1000+t[2]/1000 end "
                   "local till=now()+3000 while now()<till do end",
                   {});
    });
    QVERIFY(watching.until([&] {
        const auto &error = watching.servers[0].error;
        return error && error->code == "BUSY";
    }));
    QVERIFY(!isUp(watching)); // and shown as old
    script.join();
    QVERIFY(watching.until([&] { return isUp(watching); }));
    writer.acquire("next", ann, 60'000);
    QVERIFY(watching.has("next"));
    QCOMPARE(watching.told("lock"), QByteArray("appeared"));
    QCOMPARE(watching.told("fair"), QByteArray("appeared"));
}

void TestWatchReading::aQueueThatComesAsTheLockGoesIsSeen_data()
{
    QTest::addColumn<QByteArray>("script");
    const QByteArray queue = "redis.call('rpush','redisson_lock_queue:{job}',ARGV[1]) ";
    QTest::newRow("queue first") << QByteArray(queue + "redis.call('del','job')");
    QTest::newRow("lock first") << QByteArray("redis.call('del','job') " + queue);
}

void TestWatchReading::aQueueThatComesAsTheLockGoesIsSeen()
{
    QFETCH(QByteArray, script);
    const LockWriter writer(*m_server);
    writer.acquire("job", ann, 60'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("job"));
    writer.run(script, {bob});
    QVERIFY(hasWaiters(watching, "job", 1));
    QCOMPARE(watching.locks["job"].kind, QByteArray("fair"));
    QCOMPARE(watching.locks["job"].state, watch::LockState::Free);
}

void TestWatchReading::flushingIsAGapForEveryKind()
{
    const LockWriter writer(*m_server);
    writer.acquire("plain", ann, 60'000);
    writer.acquire("fair", ann, 60'000);
    writer.enqueue("fair", bob, 300'000);
    m_server->command({"SET", "redisson_lock_token:{fenced}", "7"});
    writer.acquire("fenced", ann, 60'000);
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(3));
    m_server->command({"FLUSHALL"});
    QVERIFY(watching.until([&] { return watching.locks.empty(); }));
    QVERIFY(watching.until([&] { return watching.count(EventType::Lost) == 1; }));
    const auto loss =
        std::find_if(watching.events.begin(), watching.events.end(),
                     [](const watch::Event &event) { return event.type == EventType::Lost; });
    QVERIFY(loss->lost);
    QCOMPARE(loss->lost->size(), std::size_t(3));
    QVERIFY(!loss->owner.has_value());
    QCOMPARE(watching.count(EventType::Released), 0);
    // One alone is told with its owner, as any other end is.
    writer.acquire("alone", ann, 60'000);
    QVERIFY(watching.has("alone"));
    m_server->command({"FLUSHALL"});
    QVERIFY(watching.until([&] { return watching.count(EventType::Lost) == 2; }));
    const auto last =
        std::find_if(watching.events.rbegin(), watching.events.rend(),
                     [](const watch::Event &event) { return event.type == EventType::Lost; });
    QCOMPARE(last->name, std::optional(LockName("alone")));
    QCOMPARE(last->owner, std::optional(OwnerId(ann)));
    QCOMPARE(last->mode, std::optional(watch::Mode::Exclusive));
}

void TestWatchReading::aQueueBehindAnotherLockIsFound_data()
{
    QTest::addColumn<QByteArray>("make");
    QTest::newRow("string") << QByteArray("redis.call('set','job',ARGV[1],'px',60000)");
    QTest::newRow("read-write") << QByteArray(
        "redis.call('hset','job','mode','write',ARGV[1]..':write','1') "
        "redis.call('pexpire','job',60000)");
}

void TestWatchReading::aQueueBehindAnotherLockIsFound()
{
    QFETCH(QByteArray, make);
    const LockWriter writer(*m_server);
    writer.enqueue("job", bob, 300'000);
    writer.run(make, {ann});
    Watching watching(under({"job"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("job"));
    QVERIFY(watching.locks["job"].kind != "fair");
    m_server->command({"DEL", "job"});
    QVERIFY(hasWaiters(watching, "job", 1));
    QCOMPARE(watching.locks["job"].kind, QByteArray("fair"));
    QCOMPARE(watching.locks["job"].state, watch::LockState::Free);
}

// Nobody listens to the channel of the mutex that was there before it: that says nothing.
void TestWatchReading::whoWaitsForAStringIsUnknown()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:a", ann, 60'000);
    Watching watching(under({}));
    watching.add(m_server->target());
    QVERIFY(watching.settled() && watching.has("lock:a"));
    QCOMPARE(watching.locks.at("lock:a").waitingConnections, std::optional<qint64>(0));
    constexpr auto replaced =
        "redis.call('del',KEYS[1]) redis.call('set',KEYS[1],'worker-3','px',60000)";
    m_server->command({"EVAL", replaced, "1", "lock:a"});
    QVERIFY(watching.until([&] {
        const auto lock = watching.locks.find("lock:a");
        return lock != watching.locks.end() && lock->second.kind == "string";
    }));
    QCOMPARE(watching.locks.at("lock:a").waitingConnections, std::optional<qint64>());
}

void TestWatchReading::whatMayNotBeReadIsUnknown()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:1", ann, 60'000);
    writer.read("lock:2", bob, 30'000);
    Watching watching(under({"lock:"}));
    watching.add(user({"%R~lock:*", "&*", "+@all"}));
    QVERIFY(watching.settled());
    QVERIFY(watching.has("lock:1"));
    QVERIFY(watching.has("lock:2"));
    const watch::LockRecord &lock = watching.locks["lock:1"];
    QCOMPARE(lock.kind, QByteArray("reentrant"));
    QVERIFY(!lock.waiters.has_value());
    QVERIFY(!lock.otherKeys.has_value());
    const auto &candidates = *lock.candidates;
    QVERIFY(std::ranges::any_of(candidates, [](const format::Candidate &candidate) {
        return candidate.reason.english().contains(u"has no right to read"_s);
    }));
    // A reader's own time is not known, but no reader outlives the lock.
    const watch::LockRecord &readers = watching.locks["lock:2"];
    QCOMPARE(readers.holds.size(), std::size_t(1));
    QVERIFY(!readers.holds[0].stale);
    QVERIFY(readers.holds[0].deadline.has_value());
    QCOMPARE(*readers.holds[0].deadline, *readers.deadline);
    // Refusals are reported.
    QVERIFY(watching.count(EventType::Gap) >= 1);
}

void TestWatchReading::rightsTakenAwayChangeNothing()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock:1", ann, 60'000);
    writer.enqueue("lock:1", bob, 300'000);
    const auto target = user({"~*", "&*", "+@all"});
    Watching watching(under({"lock:"}));
    watching.add(target);
    QVERIFY(watching.settled());
    QVERIFY(hasWaiters(watching, "lock:1", 1));
    (void)user({"resetkeys", "%R~lock:*"});
    writer.enqueue("lock:1", ann, 300'000);
    QVERIFY(watching.until([&] { return !watching.locks["lock:1"].waiters.has_value(); }));
    QCOMPARE(watching.told("lock:1"), QByteArray("appeared"));
    QCOMPARE(watching.locks["lock:1"].kind, QByteArray("fair"));
    // The main key as well: the rest of the lock stays as it was.
    (void)user({"resetkeys", "%R~other:*"});
    m_server->command({"DEL", "lock:1"});
    QVERIFY(watching.until([&] { return watching.servers[0].counters.unreadable > 0; }));
    QCOMPARE(watching.told("lock:1"), QByteArray("appeared"));
    QVERIFY(watching.locks.contains("lock:1"));
}

void TestWatchReading::refusedExpiryTellsNoRenewal()
{
    const LockWriter writer(*m_server);
    writer.acquire("lock", ann, 60'000);
    m_server->command({"SET", "text", "token", "PX", "60000"});
    const auto target = user({"~*", "&*", "+@all"});
    Watching watching(under({"lock", "text"}));
    watching.add(target);
    QVERIFY(watching.settled());
    QVERIFY(watching.has("text"));
    (void)user({"-pttl", "-pexpiretime"});
    writer.renew("lock", 90'000);
    writer.renew("text", 90'000);
    QVERIFY(watching.until([&] { return watching.servers[0].counters.unreadable >= 2; }));
    QCOMPARE(watching.told("lock"), QByteArray("appeared"));
    QCOMPARE(watching.told("text"), QByteArray("appeared"));
    QVERIFY(watching.locks["lock"].deadline.has_value());
}

void TestWatchReading::channelsRefusedAtTheStartAreAGap()
{
    Watching watching;
    watching.add(user({"~*", "resetchannels", "&__redis__:invalidate", "+@all"}));
    QVERIFY(watching.settled());
    QCOMPARE(watching.servers[0].mode, watch::WatchMode::TrackingAll);
    QVERIFY(watching.until([&] {
        return std::ranges::any_of(watching.events, [](const watch::Event &event) {
            return event.type == EventType::Gap && event.detail.english().contains(u"channel"_s);
        });
    }));
}

// No reading tells which of the releases it shows: the second looks count, too.
void TestWatchReading::aStormOfAFairLockIsReadRarely()
{
    RecordingProxy proxy(m_server->port());
    const LockWriter writer(*m_server);
    writer.acquire("hot", ann, 60'000);
    writer.enqueue("hot", bob, 600'000);
    writer.enqueue("hot", ann, 600'000); // stays a fair lock, and is woken at each release
    Watching watching;
    watching.add(through(proxy));
    QVERIFY(watching.settled());
    QVERIFY(watching.has("hot"));
    const auto reads = [&] {
        return std::ranges::count_if(proxy.commands(), [](const auto &command) {
            return command.size() > 1 && command[0] == "HSCAN" && command[1] == "hot";
        });
    };
    const auto before = reads();
    const auto began = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::steady_clock::now() - began; };
    QVERIFY(watching.until([&] {
        for (int i = 0; i < 5; ++i) {
            writer.unlock("hot");
            writer.acquire("hot", ann, 60'000);
        }
        return elapsed() >= std::chrono::seconds(3);
    }));
    const double seconds = std::chrono::duration<double>(elapsed()).count();
    QVERIFY2(double(reads() - before) <= 15 * seconds + 5 + 1,
             qPrintable(u"%1 reads in %2 s"_s.arg(reads() - before).arg(seconds)));
    QVERIFY(reads() > before);
}

void TestWatchReading::namesThatMayNotBeReadAreForgotten()
{
    watch::WatchMailbox mailbox(100);
    const SystemClock time;
    watch::ServerClock clock;
    watch::LockBook book({0}, {0}, u"server"_s, time, clock, mailbox);
    watch::DirtyQueue::Entry entry;
    for (int i = 0; i < 1000; ++i) {
        entry.lock = LockName("secret" + QByteArray::number(i));
        (void)book.job(entry);
        book.forgetUnknown(entry.lock);
    }
    QCOMPARE(book.awaited(), std::size_t(0));
    // In the whole watch, too: nothing is kept for refused keys.
    const LockWriter writer(*m_server);
    writer.run("for i=1,3000 do redis.call('hset','secret:'..i,ARGV[1],'1') end", {ann});
    writer.acquire("lock:1", ann, 60'000);
    Watching watching;
    watching.add(user({"%R~lock:*", "&*", "+@all"}));
    QVERIFY(watching.has("lock:1"));
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(1));
    QVERIFY(watching.servers[0].counters.unreadable >= 3000);
}

// So that it is unpacked once for a reading.
void TestWatchReading::aJobBringsWhatIsKnown()
{
    watch::WatchMailbox mailbox(100);
    const SystemClock time;
    watch::ServerClock clock;
    watch::LockBook book({0}, {0}, u"server"_s, time, clock, mailbox);
    watch::DirtyQueue::Entry entry;
    entry.lock = LockName("orders");
    QVERIFY(!book.job(entry).known);
    watch::ReadOutcome outcome;
    outcome.lock = entry.lock;
    outcome.format = format::allFormats().front().get();
    outcome.reading.emplace();
    outcome.reading->kind = "reentrant";
    outcome.reading->library = "redisson";
    outcome.reading->holds.emplace_back().owner = OwnerId(ann);
    outcome.keys[KeyName("orders")].type = format::KeyType::Hash;
    const watch::ReadOutcome again = outcome;
    QCOMPARE(book.apply(std::move(outcome), {}), watch::LockBook::Applied::Lock);
    auto job = book.job(entry);
    QVERIFY(job.known);
    QCOMPARE(job.known->holds.size(), std::size_t(1));
    QCOMPARE(job.known->holds.front().hold.owner.bytes, ann);
    (void)mailbox.take();
    // The reading that comes back is compared with that: nothing has happened.
    watch::ReadOutcome back = again;
    back.known = std::move(job.known);
    QCOMPARE(book.apply(std::move(back), {}), watch::LockBook::Applied::Lock);
    QVERIFY(mailbox.take().events.empty());
}

LOCKSCOPE_TEST_SUITE(TestWatchReading)
#include "tst_watchreading.moc"
