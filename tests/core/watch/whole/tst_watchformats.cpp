// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <limits>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
const QByteArray uuid1 = "b0f1c2d4e5f611ee8a220242ac120002";
const QByteArray base64Of18 = "kWf4ZbY0Tg8pJx2vLr6QzAb+";
const QByteArray base64Of32 = "kWf4ZbY0Tg8pJx2vLr6QzAkWf4ZbY0Tg8pJx2vLr6Qz=";
const QByteArray machine = "WEB_7_4242_9c1185a3f5e94dd0b1d7f0c2a4e6b831";
const QByteArray map = "{map}:kWf4ZbY0Tg8pJx2vLr6QzA:";
const QByteArray digest = "uniquejobs:0123456789abcdef0123456789abcdef";

using Command = std::vector<QByteArray>;

// The keys that a library writes, and the lock that is shown.
struct Example {
    QByteArray name;
    QByteArray kind;
    QByteArray library;
    qsizetype holds;
    std::vector<Command> commands;
};

} // namespace

// Every family of formats on a real server, from the scan to the record.
class TestWatchFormats : public QObject
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

    void findsEveryFormatByItself();
    void seesEveryFormatAppearAndGo();
    void tellsWhereAndSinceWhen();
    void countsGuessesAndShowsThemOnRequest();
    void looksAtASampleOfAHugeKeyspace();
    void channelsProveWhatANumberIs();
    void tellsPermitsAndLatches();
    void tellsPermitsThatLapse();
    void valuesOfAFasterMultiLockLapse();
    void endlessDeadlinesEndNothing();
    void aReleaseOfAJobIsNoLock();
    void aQueueElsewhereBelongsToThePrefix();
    void honoursPins();
    void survivesHugeAndStrangeKeys();

private:
    QByteArray serverTime(qint64 offset) const
    {
        const Reply time = m_server->command({"TIME"});
        return QByteArray::number(time.elements[0].bytes.toLongLong() * 1000 + offset);
    }
    std::vector<Example> examples() const;
    void write(const std::vector<Example> &all) const
    {
        for (const Example &example : all) {
            for (const Command &command : example.commands)
                QVERIFY2(!m_server->command(command).isError(), example.name.constData());
        }
    }

    std::unique_ptr<RedisProcess> m_server;
};

std::vector<Example> TestWatchFormats::examples() const
{
    const auto string = [](const QByteArray &name, const char *kind, const char *library,
                           const QByteArray &value) {
        return Example{name, kind, library, 1, {{"SET", name, value, "PX", "600000"}}};
    };
    const QByteArray soon = serverTime(600'000);
    const QByteArray seconds = serverTime(0).chopped(3);
    return {
        string("rueidislock:0:a", "majority-string", "rueidislock", QByteArray(24, '\xfe')),
        string("job-lock:default:a", "string", "shedlock",
               "ADDED:2024-03-19T10:15:30.123Z@worker-7:" + uuid),
        string("bull:mail:17:lock", "job-lock", "bullmq", uuid + ":12"),
        string("redbeat::lock", "string", "redbeat", uuid1),
        string("activejob_uniqueness:A:1", "string", "activejob-uniqueness", uuid),
        string("mutex:a", "string", "redis-semaphore", uuid),
        string("x_laravel_unique_job:A:1", "string", "laravel", "s:16:\"aB3dE5fG7hI9jK1l\";"),
        string("{hangfire}:a", "string", "hangfire", uuid),
        string("redlock:a", "string", "redlock-net", uuid),
        string("lock:a", "signal-string", "python-redis-lock", base64Of18),
        string("orders-lock", "string", "redis-py", uuid1),
        {"semaphore:a",
         "counting-semaphore",
         "redis-semaphore",
         1,
         {{"ZADD", "semaphore:a", soon, uuid}}},
        {"report.lock",
         "read-write",
         "symfony",
         1,
         {{"ZADD", "report.lock", soon, "__write__", soon, base64Of32}}},
        {"rw",
         "read-write",
         "madelson",
         2,
         {{"SADD", "rw.readers", machine, machine.chopped(1) + "2"}}},
        {"rql:lock:a",
         "queued",
         "redis-queued-locks",
         1,
         {{"HSET", "rql:lock:a", "acq_id", "rql:acq:42/1/2/3/ff", "ts", seconds + ".25"},
          {"ZADD", "rql:lock_queue:a", seconds, "rql:acq:43/1/2/3/ff"}}},
        {digest,
         "unique-job",
         "sidekiq-unique-jobs",
         1,
         {{"HSET", digest + ":LOCKED", "b4a577edbccf1d805744efa9", seconds + ".5"},
          {"ZADD", "uniquejobs:digests", seconds, digest}}},
        {"SEMAPHORE:a",
         "counting-semaphore",
         "redis-semaphore-ruby",
         1,
         {{"SET", "SEMAPHORE:a:EXISTS", "1"},
          {"RPUSH", "SEMAPHORE:a:AVAILABLE", "1", "2"},
          {"HSET", "SEMAPHORE:a:GRABBED", "0", seconds}}},
        {"permits",
         "permit-expirable-semaphore",
         "redisson",
         1,
         {{"SET", "permits", "2"},
          {"ZADD", "{permits}:timeout", soon, QByteArray::fromHex(QByteArray(32, 'b'))}}},
        {"pes", // the number is that of app:pes, by a NameMapper
         "permit-expirable-semaphore",
         "redisson",
         1,
         {{"SET", "app:pes", "2"}, {"ZADD", "{pes}:timeout", soon, QByteArray(32, 'b')}}},
        {map + "semaphore", "semaphore", "redisson", 0, {{"SET", map + "semaphore", "2"}}},
        {map + "fairlock", "fair", "redisson", 1, {{"HSET", map + "fairlock", ann, "1"}}},
    };
}

void TestWatchFormats::findsEveryFormatByItself()
{
    const auto all = examples();
    write(all);
    // Beside what is no lock.
    m_server->command({"SET", "session:1", QByteArray(64, 'x')});
    m_server->command({"SET", "hits", "12"});
    m_server->command({"ZADD", "board", "4711", "ann"});
    m_server->command({"SET", "lock-signal:a", "1"});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    for (const Example &example : all) {
        QVERIFY2(watching.locks.contains(example.name), example.name.constData());
        const watch::LockRecord &lock = watching.locks[example.name];
        QCOMPARE(lock.kind, example.kind);
        QCOMPARE(lock.library, example.library);
        QCOMPARE(qsizetype(lock.holds.size()), example.holds);
        QCOMPARE(watching.told(example.name),
                 QByteArrayList(std::max<qsizetype>(1, example.holds), "appeared").join(' '));
        QVERIFY(!lock.guess && !keysOf(lock).empty());
    }
    QCOMPARE(watching.locks.size(), all.size());
    QCOMPARE(watching.servers[0].hiddenGuesses, 0);
    QCOMPARE(watching.locks["rql:lock:a"].waiters->size(), std::size_t(1));
    QCOMPARE(watching.locks["SEMAPHORE:a"].permits, std::optional(watch::Permits{2, 3}));
    QCOMPARE(watching.locks["SEMAPHORE:a"].state, watch::LockState::Free);
}

void TestWatchFormats::seesEveryFormatAppearAndGo()
{
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    const auto all = examples();
    write(all);
    for (const Example &example : all)
        QVERIFY2(watching.until([&] {
            const auto lock = watching.locks.find(example.name);
            return lock != watching.locks.end() && lock->second.kind == example.kind
                && qsizetype(lock->second.holds.size()) == example.holds;
        }),
                 example.name.constData());
    m_server->command({"FLUSHALL"});
    QVERIFY(watching.until([&] { return watching.locks.empty(); }));
}

void TestWatchFormats::tellsWhereAndSinceWhen()
{
    write(examples());
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    const auto origin = [&](const QByteArray &name) {
        return watching.locks[name].holds.at(0).origin.value_or({});
    };
    QCOMPARE(origin("job-lock:default:a").host, QByteArray("worker-7"));
    QCOMPARE(origin("job-lock:default:a").acquiredAt,
             std::optional<format::ServerMs>(1'710'843'330'123));
    QCOMPARE(origin("rw").host, QByteArray("WEB_7"));
    QCOMPARE(origin("rw").pid, std::optional<qint64>(4242));
    QCOMPARE(origin("rql:lock:a").pid, std::optional<qint64>(42));
    QCOMPARE(origin("orders-lock").host, QByteArray("02:42:ac:12:00:02"));
    QVERIFY(origin("redlock:a").isEmpty());
}

void TestWatchFormats::countsGuessesAndShowsThemOnRequest()
{
    m_server->command({"SET", "session:1", uuid});
    m_server->command({"SET", "session:2", uuid1});
    m_server->command({"SET", "orders-lock", uuid1});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(1));
    QVERIFY(watching.until([&] { return watching.servers[0].hiddenGuesses == 2; }));
    QVERIFY(!watching.servers[0].guessesSampled); // there are no others
    // One that changes is counted as it comes and goes.
    m_server->command({"SET", "session:3", uuid});
    QVERIFY(watching.until([&] { return watching.servers[0].hiddenGuesses == 3; }));
    m_server->command({"DEL", "session:3"});
    QVERIFY(watching.until([&] { return watching.servers[0].hiddenGuesses == 2; }));
    watching.showGuesses(true);
    QVERIFY(watching.until([&] { return watching.locks.size() == 3; }));
    QVERIFY(watching.locks["session:1"].guess && !watching.locks["orders-lock"].guess);
    QVERIFY(watching.until([&] { return watching.servers[0].hiddenGuesses == 0; }));
    watching.showGuesses(false);
    QVERIFY(watching.until([&] { return watching.locks.size() == 1; }));
    // That they are not shown any more is no event of theirs.
    QCOMPARE(watching.told("session:1"), QByteArray("appeared"));

    watch::WatchOptions options;
    options.guesses = true;
    Watching all(options);
    all.add(m_server->target());
    QVERIFY(all.settled());
    QCOMPARE(all.locks.size(), std::size_t(3));
}

void TestWatchFormats::looksAtASampleOfAHugeKeyspace()
{
    const LockWriter writer(*m_server);
    writer.run("for i=1,20000 do redis.call('set','session:'..i,'" + uuid + "') end", {});
    m_server->command({"CONFIG", "RESETSTAT"});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.until([&] { return watching.servers[0].hiddenGuesses == 200; }));
    QVERIFY(watching.until([&] { return watching.servers[0].guessesSampled; }));
    QVERIFY(watching.locks.empty());
    // An older server gets a second request for the first hundred, with commands it knows.
    const bool isOlder = m_server->command({"PEXPIRETIME", "session:1"}).isError();
    QCOMPARE(m_server->calls("getrange"), isOlder ? 300 : 200);
}

void TestWatchFormats::channelsProveWhatANumberIs()
{
    m_server->command({"SET", "slots", "3"});
    m_server->command({"SET", "gate", "2"});
    m_server->command({"SET", "hits", "2"});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.locks.empty());
    m_server->command({"PUBLISH", "redisson_sc:{slots}", "3"});
    QVERIFY(watching.has("slots"));
    QCOMPARE(watching.locks["slots"].kind, QByteArray("semaphore"));
    QCOMPARE(watching.locks["slots"].permits, std::optional(watch::Permits{3, std::nullopt}));
    m_server->command({"PUBLISH", "redisson_countdownlatch__channel__{gate}", "1"});
    QVERIFY(watching.has("gate"));
    QCOMPARE(watching.locks["gate"].kind, QByteArray("count-down-latch"));
    QCOMPARE(watching.locks["gate"].state, watch::LockState::Held);
    QCOMPARE(watching.locks.size(), std::size_t(2));

    // A waiter from before the beginning of the watch is found by its subscription.
    const Listener waiter(*m_server, "SUBSCRIBE", "redisson_sc:{slots}");
    QVERIFY(eventually([&] {
        return m_server->command({"PUBSUB", "NUMSUB", "redisson_sc:{slots}"}).elements[1].integer
            == 1;
    }));
    Watching later;
    later.add(m_server->target());
    QVERIFY(later.settled());
    QVERIFY(later.has("slots"));
    QCOMPARE(later.locks["slots"].waitingConnections, std::optional<qint64>(1));
    QCOMPARE(later.told("slots"), QByteArray("appeared"));
    QVERIFY(!later.locks.contains("gate"));
}

void TestWatchFormats::tellsPermitsAndLatches()
{
    m_server->command({"SET", "slots", "2"});
    m_server->command({"SET", "gate", "2"});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    m_server->command({"PUBLISH", "redisson_sc:{slots}", "2"});
    m_server->command({"PUBLISH", "redisson_countdownlatch__channel__{gate}", "1"});
    QVERIFY(watching.tells("slots", "permits-changed"));
    QVERIFY(watching.tells("gate", "latch-changed"));
    m_server->command({"DECRBY", "slots", "2"});
    QVERIFY(watching.tells("slots", "permits-changed permits-changed"));
    QCOMPARE(watching.events.back().count, std::optional<qint64>(0));
    QCOMPARE(watching.locks["slots"].state, watch::LockState::Held);
    m_server->command({"DECR", "gate"});
    QVERIFY(watching.tells("gate", "latch-changed latch-changed"));
    m_server->command({"DEL", "gate"});
    QVERIFY(watching.tells("gate", "latch-changed latch-changed latch-changed"));
    QCOMPARE(watching.events.back().count, std::optional<qint64>(0));
    QVERIFY(watching.isGone("gate"));
}

void TestWatchFormats::tellsPermitsThatLapse()
{
    const QByteArray id = QByteArray(32, 'b');
    m_server->command({"SET", "slots", "1"});
    m_server->command({"ZADD", "{slots}:timeout", serverTime(60'000), QByteArray(32, 'c')});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.locks.contains("slots"));
    const LockWriter writer(*m_server);
    writer.run("local t=redis.call('time') local now=t[1]*1000+math.floor(t[2]/1000)"
               "redis.call('decr','slots') redis.call('zadd','{slots}:timeout',now+700,ARGV[1])",
               {id});
    QVERIFY(watching.tells("slots", "appeared acquired permits-changed"));
    // Nobody gives it back: only the clock makes it free.
    QVERIFY(watching.tells("slots", "appeared acquired permits-changed expired permits-changed"));
    const watch::LockRecord &lock = watching.locks["slots"];
    QCOMPARE(lock.permits, std::optional(watch::Permits{1, 2}));
    QCOMPARE(std::count_if(lock.holds.begin(), lock.holds.end(),
                           [](const watch::HoldRecord &hold) { return hold.stale; }),
             1);
}

// Their key stays, and nobody tells: only the clock makes them free.
void TestWatchFormats::valuesOfAFasterMultiLockLapse()
{
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    const LockWriter writer(*m_server);
    writer.run("local t=redis.call('time') local now=t[1]*1000+math.floor(t[2]/1000)"
               "redis.call('hset','group','F',ARGV[1],'F:'..ARGV[1]..':expire_time',now+700,"
               "'F:'..ARGV[1]..':lock_count',1) redis.call('pexpire','group',600000)",
               {ann});
    QVERIFY(watching.tells("group", "acquired"));
    QCOMPARE(watching.locks["group"].state, watch::LockState::Held);
    QVERIFY(watching.tells("group", "acquired expired"));
    const watch::LockRecord &lock = watching.locks["group"];
    QCOMPARE(lock.state, watch::LockState::Free);
    QVERIFY(lock.holds.size() == 1 && lock.holds.front().stale);
    // It is at rest then: looked at for other reasons only, and not 20 times a second. The other
    // lock takes a reading for its beginning and some for its end.
    m_server->command({"CONFIG", "RESETSTAT"});
    writer.acquire("other", bob, 500);
    QVERIFY(watching.tells("other", "acquired expired"));
    const qint64 reads = m_server->calls("hscan");
    QVERIFY2(reads <= 6, QByteArray::number(reads).constData());
    m_server->command({"HSET", "group", "F", bob, "F:" + bob + ":expire_time", serverTime(60'000)});
    QVERIFY(watching.tells("group", "acquired expired acquired"));
}

// A deadline that is the highest number there is must not be taken for one long past.
void TestWatchFormats::endlessDeadlinesEndNothing()
{
    const QByteArray most = "9223372036854775807";
    m_server->command({"SET", "max-lock", "web-7"});
    m_server->command({"PEXPIREAT", "max-lock", most});
    m_server->command({"HSET", "group", "F", ann, "F:" + ann + ":expire_time", most});
    m_server->command({"SET", "slots", most});
    m_server->command({"ZADD", "{slots}:timeout", "1", QByteArray(32, 'b')});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("max-lock") && watching.has("group") && watching.has("slots"));
    QCOMPARE(watching.locks["max-lock"].state, watch::LockState::Held);
    QCOMPARE(watching.locks["slots"].permits->available, std::numeric_limits<qint64>::max());
    m_server->command({"SET", "next-lock", "web-8", "PX", "60000"});
    QVERIFY(watching.has("next-lock"));
    QCOMPARE(watching.told("max-lock"), QByteArray("appeared"));
}

void TestWatchFormats::aReleaseOfAJobIsNoLock()
{
    const QByteArray jid = "b4a577edbccf1d805744efa9";
    m_server->command({"HSET", digest + ":LOCKED", jid, serverTime(0).chopped(3) + ".5"});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has(digest));
    const LockWriter writer(*m_server);
    writer.run("redis.call('hdel',ARGV[1]..':LOCKED',ARGV[2])"
               "redis.call('lpush',ARGV[1]..':QUEUED','1')"
               "redis.call('pexpire',ARGV[1]..':QUEUED',60000)",
               {digest, jid});
    QVERIFY(watching.isGone(digest));
    QCOMPARE(watching.told(digest), QByteArray("appeared released"));
    QCOMPARE(m_server->command({"EXISTS", digest + ":QUEUED"}).integer, 1);
}

void TestWatchFormats::aQueueElsewhereBelongsToThePrefix()
{
    const QByteArray me = "rql:acq:42/1/2/3/ff";
    const QByteArray seconds = serverTime(0).chopped(3);
    m_server->command({"ZADD", "rql:lock_queue:mail", seconds, me});
    m_server->command({"ZADD", "rql:lock_queue:other", seconds, me});
    Watching watching(under({"rql:lock:ma"}));
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has("rql:lock:mail")); // found
    QCOMPARE(watching.servers[0].mode, watch::WatchMode::Tracking);
    m_server->command({"ZADD", "rql:lock_queue:map", seconds, me});
    QVERIFY(watching.has("rql:lock:map")); // told of
    QCOMPARE(watching.locks["rql:lock:map"].waiters->size(), std::size_t(1));
    QCOMPARE(watching.locks.size(), std::size_t(2));
}

void TestWatchFormats::honoursPins()
{
    m_server->command({"SET", "app:a", uuid});
    m_server->command({"SET", "app:noise-lock", uuid});
    m_server->command({"SET", "app:slots", "4"});
    watch::WatchOptions options;
    options.pins = {*format::pinFrom("app:", "string/redlock-rb"),
                    *format::pinFrom("app:noise", "none"),
                    *format::pinFrom("app:slots", "semaphore")};
    Watching watching(options);
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks.size(), std::size_t(2));
    QCOMPARE(watching.locks["app:a"].library, QByteArray("redlock-rb"));
    QVERIFY(watching.locks["app:a"].candidates->at(0).confidence == format::Confidence::Pinned);
    QCOMPARE(watching.locks["app:slots"].kind, QByteArray("semaphore"));
}

void TestWatchFormats::survivesHugeAndStrangeKeys()
{
    const LockWriter writer(*m_server);
    writer.run("for i=1,5000 do redis.call('zadd','semaphore:big',i,'m'..i)"
               " redis.call('sadd','big.readers','m'..i) redis.call('rpush','mutex:list','x')"
               " redis.call('hset','uniquejobs:big:LOCKED','j'..i,i) end",
               {});
    // Sets that fit, but with tables larger than a step's request.
    writer.run("for i=1,900 do redis.call('sadd','many.readers',"
               "'host_7_'..string.format('%032x',i)) end",
               {});
    m_server->command({"SETRANGE", "lock:long", "70000000", "x"});
    m_server->command({"SET", QByteArray("lock:\0\xff\n", 8), QByteArray("\0\xff", 2)});
    Watching watching;
    watching.add(m_server->target());
    QVERIFY(watching.settled());
    QCOMPARE(watching.locks["many"].holds.size(), std::size_t(900));
    QVERIFY(watching.locks["uniquejobs:big"].truncated);
    QVERIFY(watching.locks["uniquejobs:big"].holds.empty());
    QCOMPARE(watching.locks.size(), std::size_t(2));
    QVERIFY(m_server->command({"INFO", "commandstats"}).bytes.indexOf("cmdstat_smembers") < 0);
}

LOCKSCOPE_TEST_SUITE(TestWatchFormats)
#include "tst_watchformats.moc"
