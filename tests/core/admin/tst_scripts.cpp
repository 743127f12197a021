// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "tests/core/admin/actioncases.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::ActionType;
using admin::Outcome;
using format::Mode;
using Status = admin::Outcome::Status;

namespace {

QString text(const std::vector<redis::Arguments> &commands)
{
    QByteArrayList lines;
    for (const redis::Arguments &command : commands)
        lines.append(QByteArrayList(command.begin(), command.end()).join(' '));
    return visible(lines.join('\n'));
}

// The same commands, but for a number of milliseconds that may have become less meanwhile.
bool sameButTime(const std::vector<redis::Arguments> &ran, std::vector<redis::Arguments> planned)
{
    if (ran.size() != planned.size())
        return false;
    for (std::size_t i = 0; i < ran.size(); ++i) {
        const QByteArray &verb = ran[i].front();
        if (ran[i].size() < 3 || (verb != "PEXPIRE" && verb != "ZINCRBY"))
            continue;
        const qint64 was = planned[i][2].toLongLong();
        const qint64 is = ran[i][2].toLongLong();
        if (is == 0 || (is < 0) != (was < 0))
            return false;
        planned[i][2] = ran[i][2];
    }
    return ran == planned;
}

} // namespace

class TestScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"CONFIG", "SET", "maxmemory", "0"}).isOk());
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
    }

    void doesWhatThePlanSays_data() { addCaseRows(); }
    void doesWhatThePlanSays();
    void worksWithoutMemory_data() { addCaseRows(); }
    void worksWithoutMemory();
    void changesNothingWhenTheLockChanged_data() { addCaseRows(); }
    void changesNothingWhenTheLockChanged();
    void changesNothingOnAnotherType_data() { addCaseRows(); }
    void changesNothingOnAnotherType();
    void changesNothingWithoutPermission_data() { addCaseRows(); }
    void changesNothingWithoutPermission();
    void tellsWhatIsThereNow();
    void bindsVeryManyReadersToTheirNumber();
    void wakesWaitersUnderAMappedName();
    void wakesWhomRedisson316Maps_data();
    void wakesWhomRedisson316Maps();
    void permitsWithoutTheirNumberAreLeftAlone();
    void movesLaterDeadlinesUp();
    void keepsDeadlinesAhead();
    void survivesHostileValues();
    void wakesOnlyTheHead();

private:
    // Only since Redis 7 a script can ask before its first write what it may do. Before that it
    // sends its messages first.
    bool canAsk() const
    {
        const QByteArray asks = "return redis.acl_check_cmd and 1 or 0";
        return m_server.command({"EVAL", asks, "0"}).integer == 1;
    }
    QByteArray dump() const
    {
        QByteArray all;
        for (const QByteArray &key : keysOf(m_server)) {
            all += key + ' ' + m_server.command({"DUMP", key}).bytes.toHex();
            all += m_server.command({"PTTL", key}).integer == -1 ? " no expiry\n" : "\n";
        }
        return all;
    }

    RedisProcess m_server;
};

void TestScripts::doesWhatThePlanSays()
{
    const Case row = currentCase();
    row.write(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), row.action);
    QVERIFY2(plan, plan ? "" : qPrintable(plan.error().text.english()));
    Monitor monitor(m_server);
    QVERIFY(monitor.isListening);
    QCOMPARE(carryOut(m_server, *plan).status, Status::Done);
    const auto ran = monitor.changes();
    auto planned = plan->commands;
    if (!canAsk()) // the same commands, in one step as ever
        std::stable_partition(planned.begin(), planned.end(),
                              [](const auto &command) { return command.front() == "PUBLISH"; });
    const bool same = row.aboutTime ? sameButTime(ran, planned) : ran == planned;
    QVERIFY2(same, qPrintable(u"planned:\n%1\nran:\n%2"_s.arg(text(planned), text(ran))));
    auto left = row.keysLeft;
    std::sort(left.begin(), left.end());
    QCOMPARE(keysOf(m_server), left);
    for (const QByteArray &key : left) {
        if (key == "a" || key.contains("rwlock"))
            QVERIFY2(m_server.command({"PTTL", key}).integer > 0, key.constData());
    }
}

void TestScripts::worksWithoutMemory()
{
    const Case row = currentCase();
    row.write(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), row.action);
    QVERIFY(plan);
    QVERIFY(m_server.command({"CONFIG", "SET", "maxmemory", "1"}).isOk());
    QCOMPARE(m_server.command({"SET", "x", "y"}).errorCode(), "OOM"_ba);
    const Outcome outcome = carryOut(m_server, *plan);
    QCOMPARE(outcome.status, Status::Done);
    auto left = row.keysLeft;
    std::sort(left.begin(), left.end());
    QCOMPARE(keysOf(m_server), left);
}

void TestScripts::changesNothingWhenTheLockChanged()
{
    const Case row = currentCase();
    row.write(m_server);
    const admin::Sight seen = see(m_server, "a");
    const auto plan = admin::makePlan(seen, row.action);
    QVERIFY(plan);
    const bool string = m_server.command({"TYPE", "a"}).bytes == "string";
    std::vector<redis::Arguments> changes;
    if (string) {
        changes = {{"SET", "a", "somebody"}, {"DEL", "a"}};
    } else {
        changes = {{"HINCRBY", "a", "dddddddd-9b7d-4c11-8a22-0123456789ab:1", "1"}};
        if (!seen.holds.empty())
            changes.push_back({"DEL", "a"});
        if (seen.kind != "read-write")
            changes.push_back({"INCR", tokenKey}); // the same owner, but taken anew
        if (!seen.holds.empty() && seen.kind != "read-write")
            changes.push_back({"HINCRBY", "a", seen.holds.front().owner.bytes, "1"});
        if (seen.kind == "reentrant")
            changes.push_back({"RPUSH", queueKey, bob}); // it is a fair lock
        if (row.action.type == ActionType::RemoveWaiter)
            changes.push_back({"LPUSH", queueKey, "eeeeeeee-9b7d-4c11-8a22-0123456789ab:1"});
    }
    for (const redis::Arguments &change : changes) {
        m_server.command({"FLUSHALL"});
        row.write(m_server);
        QVERIFY(!m_server.command(change).isError());
        const QByteArray before = dump();
        Monitor monitor(m_server);
        const Outcome outcome = carryOut(m_server, *plan);
        QVERIFY2(outcome.status == Status::Changed, qPrintable(text({change})));
        QVERIFY(outcome.found);
        QCOMPARE(text(monitor.changes()), QString());
        QCOMPARE(dump(), before);
    }
}

void TestScripts::changesNothingOnAnotherType()
{
    const Case row = currentCase();
    row.write(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), row.action);
    QVERIFY(plan);
    const std::vector<redis::Arguments> others{
        {"SADD", "a", "x"},           {"RPUSH", "a", "x"},         {"ZADD", "a", "1", "x"},
        {"XADD", "a", "*", "k", "v"}, {"HSET", "a", "no", "lock"}, {"SET", "a", "other"}};
    for (const redis::Arguments &other : others) {
        m_server.command({"DEL", "a"});
        QVERIFY(!m_server.command(other).isError());
        const QByteArray before = dump();
        const Outcome outcome = carryOut(m_server, *plan);
        QCOMPARE(outcome.status, Status::Changed);
        QCOMPARE(outcome.foundType,
                 m_server.command({"TYPE", "a"}).bytes == "stream"
                     ? "other"_ba
                     : m_server.command({"TYPE", "a"}).bytes);
        QCOMPARE(dump(), before);
    }
}

void TestScripts::changesNothingWithoutPermission()
{
    const Case row = currentCase();
    row.write(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), row.action);
    QVERIFY(plan);
    std::vector<QByteArray> verbs;
    for (const redis::Arguments &command : plan->commands) {
        // The message to a watch is left out then.
        if (command.front() != "PUBLISH"
            || !format::redisson::saysTakenAway(command[1], command[2]))
            verbs.push_back(command.front().toLower());
    }
    std::ranges::stable_partition(verbs, [](const auto &verb) { return verb == "publish"; });
    for (const QByteArray &verb : verbs) {
        QVERIFY(m_server
                    .command({"ACL", "SETUSER", "half", "reset", "on", "nopass", "~*", "&*",
                              "+@all", "-" + verb})
                    .isOk());
        const QByteArray before = dump();
        RawConnection connection(m_server);
        QVERIFY(connection.send("AUTH half x") && connection.receives("+OK"));
        QByteArray command =
            "*" + QByteArray::number(qlonglong(plan->keys.size() + plan->arguments.size() + 3));
        const auto add = [&](const QByteArray &word) {
            command += "\r\n$" + QByteArray::number(word.size()) + "\r\n" + word;
        };
        add("EVAL");
        add(plan->script.source);
        add(QByteArray::number(qlonglong(plan->keys.size())));
        for (const QByteArray &key : plan->keys)
            add(key);
        for (const QByteArray &argument : plan->arguments)
            add(argument);
        connection.received.clear();
        QVERIFY(connection.send(command) && connection.receives("\r\n"));
        // Without the right to ask it reports the change it has made, but without messages it does
        // nothing.
        if (!canAsk() && verb != "publish") {
            QVERIFY(connection.received.startsWith('-') || connection.received.startsWith('*'));
            continue;
        }
        QVERIFY2(connection.received.startsWith("-NOPERM"), connection.received.constData());
        const Reply reply{Reply::Type::Error, 0, connection.received.trimmed().mid(1), {}};
        QCOMPARE(admin::verdict(*plan, reply).status, Status::NotPermitted);
        QCOMPARE(dump(), before);
    }
}

void TestScripts::tellsWhatIsThereNow()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    m_server.command({"DEL", "a"});
    const Outcome free = carryOut(m_server, *plan);
    QCOMPARE(free.foundType, "none"_ba);
    QVERIFY(free.found->holds.empty());

    const auto found = [&] {
        const Outcome outcome = carryOut(m_server, *plan);
        return outcome.status == Status::Changed ? outcome.found.value_or(admin::Sight())
                                                 : admin::Sight();
    };
    LockWriter(m_server).acquire("a", bob, 60'000);
    admin::Sight now = found();
    QCOMPARE(now.kind, "reentrant"_ba);
    QCOMPARE(now.holds.size(), 1);
    QCOMPARE(now.holds.front().owner.bytes, bob);
    QVERIFY(now.timeToLive && *now.timeToLive > Millis(0) && *now.timeToLive <= Millis(60'000));

    queue(m_server, {{cat, 300'000}});
    now = found();
    QCOMPARE(now.kind, "fair"_ba);
    QCOMPARE(now.waiters->front().owner.bytes, cat);
    QVERIFY(*now.waiters->front().timeLeft > Millis(200'000));

    m_server.command({"FLUSHALL"});
    writeLock(m_server, bob);
    now = found();
    QCOMPARE(now.kind, "read-write"_ba);
    QCOMPARE(now.holds.front().mode, Mode::Write);

    m_server.command({"SET", "a", "token", "PX", "60000"});
    now = found();
    QCOMPARE(now.kind, "string"_ba);
    QCOMPARE(now.holds.front().owner.bytes, "token"_ba);

    // Two thousand owners are no lock that is told in full.
    m_server.command({"DEL", "a"});
    LockWriter(m_server).run("for i=1,2000 do redis.call('hset','a',ARGV[1]..i,1) end", {bob});
    const Outcome huge = carryOut(m_server, *plan);
    QCOMPARE(huge.status, Status::Changed);
    QCOMPARE(huge.foundType, "hash"_ba);
}

void TestScripts::movesLaterDeadlinesUp()
{
    const auto score = [&](const QByteArray &owner) {
        return m_server.command({"ZSCORE", timeoutKey, owner}).bytes.toLongLong();
    };
    hold(m_server);
    queue(m_server, {{bob, 300'000}, {cat, 600'000}, {"x:1", 900'000}, {"y:2", 1'000'000}});
    const qint64 before = score("y:2");
    const qint64 share = score(cat) - score(bob);
    const auto plan = admin::makePlan(see(m_server, "a"), remove(cat));
    QVERIFY(plan);
    QCOMPARE(carryOut(m_server, *plan).status, Status::Done);
    QCOMPARE(score("y:2"), before - share);
    QVERIFY(score(cat) == 0);
    QCOMPARE(m_server.command({"LLEN", queueKey}).integer, 3);
}

// The head's share is its wait in front of the others: the waiters behind it are never past their
// time.
void TestScripts::keepsDeadlinesAhead()
{
    queue(m_server, {{bob, 300'000}, {cat, 301'000}});
    const auto plan = admin::makePlan(see(m_server, "a"), remove(bob));
    QVERIFY(plan);
    QCOMPARE(carryOut(m_server, *plan).status, Status::Done);
    const Reply time = m_server.command({"TIME"});
    const auto deadline = m_server.command({"ZSCORE", timeoutKey, cat}).bytes.toLongLong();
    // A second is what it came with; the test machine may have taken some of it since.
    QVERIFY(deadline <= time.elements[0].bytes.toLongLong() * 1000 + 2000);
    QVERIFY(deadline > time.elements[0].bytes.toLongLong() * 1000 - 20'000);
    QCOMPARE(m_server.command({"LRANGE", queueKey, "0", "-1"}).elements.front().bytes, cat);
}

void TestScripts::survivesHostileValues()
{
    // Counts that no loop could follow, deadlines that are no numbers, names of any bytes.
    const QByteArray name = "a{b\r\n\xff\"; DEL x";
    const QByteArray owner = ann;
    m_server.command({"HSET", name, "mode", "read", owner, "9223372036854775807"});
    m_server.command({"PEXPIRE", name, "60000"});
    const auto plan = admin::makePlan(see(m_server, name), forceUnlock());
    QVERIFY(plan);
    QCOMPARE(carryOut(m_server, *plan).status, Status::Done);
    QCOMPARE(m_server.command({"DBSIZE"}).integer, 0);

    hold(m_server);
    queue(m_server, {{bob, 300'000}, {cat, 600'000}});
    m_server.command({"ZADD", timeoutKey, "inf", bob});
    const auto removal = admin::makePlan(see(m_server, "a"), remove(bob));
    QVERIFY(removal);
    const QByteArray score = m_server.command({"ZSCORE", timeoutKey, cat}).bytes;
    QCOMPARE(carryOut(m_server, *removal).status, Status::Done);
    QCOMPARE(m_server.command({"ZSCORE", timeoutKey, cat}).bytes, score);
    QCOMPARE(m_server.command({"LLEN", queueKey}).integer, 1);

    // A count with zeros before it is the same count.
    m_server.command({"FLUSHALL"});
    m_server.command({"HSET", "a", ann, "002"});
    const auto odd = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(odd);
    QCOMPARE(carryOut(m_server, *odd).status, Status::Done);
}

// Neither forced nor nudged once there is one reader more, or a writer.
void TestScripts::bindsVeryManyReadersToTheirNumber()
{
    m_server.command({"EVAL",
                      "redis.call('hset','rw','mode','read') for i=1,1200 do "
                      "redis.call('hset','rw',ARGV[1]..string.format('%d',i),1) end",
                      "0", bob.chopped(1)});
    const admin::Sight sight = see(m_server, "rw");
    QVERIFY(sight.truncated);
    QCOMPARE(sight.holdsTotal, std::optional<qint64>(1200));
    for (const ActionType type : {ActionType::ForceUnlock, ActionType::Nudge}) {
        const auto plan = admin::makePlan(sight, {type, {}, {}, false, {}});
        QVERIFY(plan);
        m_server.command({"HSET", "rw", ann, "1"});
        QCOMPARE(carryOut(m_server, *plan).status, Status::Changed);
        m_server.command({"HDEL", "rw", ann});
        m_server.command({"HSET", "rw", "mode", "write"});
        QCOMPARE(carryOut(m_server, *plan).status, Status::Changed);
        m_server.command({"HSET", "rw", "mode", "read"});
    }
    QCOMPARE(m_server.command({"HLEN", "rw"}).integer, 1201);
    QVERIFY(!admin::makePlan(
        sight, {ActionType::ReleaseHold, sight.holds[0].owner, Mode::Read, false, {}}));
    const auto plan = admin::makePlan(sight, {ActionType::ForceUnlock, {}, {}, false, {}});
    QCOMPARE(carryOut(m_server, *plan).status, Status::Done);
    QCOMPARE(m_server.command({"EXISTS", "rw"}).integer, 0);
}

// Redisson before 3.52 under a NameMapper: the lock is app:f, its queue that of f, and its waiters
// listen to a channel of app:f.
void TestScripts::wakesWaitersUnderAMappedName()
{
    const LockWriter writer(m_server);
    writer.acquire("app:f", ann, 60'000);
    writer.enqueue("f", bob, 300'000);
    writer.enqueue("f", cat, 600'000);
    Waiter head(m_server, "redisson_lock__channel:{app:f}:" + bob);
    Waiter other(m_server, "redisson_lock__channel:{other}:" + bob + "0"); // somebody else's
    QVERIFY(head.subscribed && other.subscribed);
    const auto plan = admin::makePlan(see(m_server, "app:f"), forceUnlock());
    QVERIFY(plan);
    Outcome outcome = carryOut(m_server, *plan);
    QCOMPARE(outcome.status, Status::Done);
    QCOMPARE(outcome.woken, std::optional<qint64>(1));
    QVERIFY(head.isWokenWith("0"));
    const auto nudge = admin::makePlan(see(m_server, "f"), {ActionType::Nudge, {}, {}, false, {}});
    QVERIFY(nudge);
    outcome = carryOut(m_server, *nudge);
    QCOMPARE(outcome.status, Status::Done);
    QCOMPARE(outcome.woken, std::optional<qint64>(1));
    QVERIFY(other.heardNothing());
}

// The keys and channels of 3.16.8 with a NameMapper that puts "app:" before a name: those of fair
// locks are above, all others bear the mapped name, and a read-write lock is mapped twice.
void TestScripts::wakesWhomRedisson316Maps_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<std::vector<redis::Arguments>>("commands");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<ActionType>("type");
    QTest::addColumn<QByteArray>("channel");
    QTest::addColumn<QByteArray>("message");
    using Commands = std::vector<redis::Arguments>;
    const QByteArray text(32, 'b'); // the id of a permit before 3.17
    QTest::newRow("lock") << QByteArray("reentrant")
                          << Commands{{"HINCRBY", "app:l", ann, "1"}, {"PEXPIRE", "app:l", "30000"}}
                          << QByteArray("app:l") << ActionType::ForceUnlock
                          << QByteArray("redisson_lock__channel:{app:l}") << QByteArray("0");
    QTest::newRow("read-write lock")
        << QByteArray("read-write")
        << Commands{{"HSET", "app:app:rw", "mode", "read"},
                    {"HSET", "app:app:rw", ann, "1"},
                    {"SET", "{app:app:rw}:" + ann + ":rwlock_timeout:1", "1", "PX", "30000"},
                    {"PEXPIRE", "app:app:rw", "30000"}}
        << QByteArray("app:app:rw") << ActionType::Nudge
        << QByteArray("redisson_rwlock:{app:app:rw}") << QByteArray("1");
    QTest::newRow("semaphore") << QByteArray("semaphore") << Commands{{"SET", "app:s", "2"}}
                               << QByteArray("app:s") << ActionType::Nudge
                               << QByteArray("redisson_sc:{app:s}") << QByteArray("2");
    QTest::newRow("expirable permits")
        << QByteArray("permit-expirable-semaphore")
        << Commands{{"SET", "app:pes", "2"}, {"ZADD", "{pes}:timeout", "922337203685477", text}}
        << QByteArray("app:pes") << ActionType::Nudge << QByteArray("redisson_sc:{app:pes}")
        << QByteArray("2");
    QTest::newRow("latch") << QByteArray("count-down-latch") << Commands{{"SET", "app:c", "2"}}
                           << QByteArray("app:c") << ActionType::OpenLatch
                           << QByteArray("redisson_countdownlatch__channel__{app:c}")
                           << QByteArray("0");
}

void TestScripts::wakesWhomRedisson316Maps()
{
    QFETCH(QByteArray, kind);
    QFETCH(std::vector<redis::Arguments>, commands);
    QFETCH(QByteArray, name);
    QFETCH(ActionType, type);
    QFETCH(QByteArray, channel);
    QFETCH(QByteArray, message);
    for (const redis::Arguments &command : commands)
        QVERIFY(!m_server.command(command).isError());
    Waiter waiter(m_server, channel);
    QVERIFY(waiter.subscribed);
    watch::WatchOptions options;
    options.prefixes = {"app:"};
    if (kind != "reentrant" && kind != "read-write")
        options.pins = {{name, kind, "redisson"}};
    options.events = false;
    Watching watching(options);
    watching.add(m_server.target());
    QVERIFY(watching.settled());
    QVERIFY(watching.has(name));
    const auto sight = wording::sightOf(watching.locks.at(name), std::chrono::steady_clock::now());
    const auto plan = admin::makePlan(sight, {type, {}, {}, false, {}});
    QVERIFY2(plan, plan ? "" : qPrintable(plan.error().text.english()));
    const Outcome outcome = carryOut(m_server, *plan);
    QCOMPARE(outcome.status, Status::Done);
    QCOMPARE(outcome.woken, std::optional<qint64>(1));
    QVERIFY(waiter.isWokenWith(message));
}

// Those of the semaphore above as they are found: nobody listens to a channel of their name, and
// how many are free is not known.
void TestScripts::permitsWithoutTheirNumberAreLeftAlone()
{
    m_server.command({"SET", "app:pes", "2"});
    m_server.command({"ZADD", "{pes}:timeout", "922337203685477", QByteArray(32, 'b')});
    const admin::Sight sight = see(m_server, "pes");
    QCOMPARE(sight.kind, QByteArray("permit-expirable-semaphore"));
    for (const ActionType type : {ActionType::Nudge, ActionType::DrainPermits}) {
        const auto plan = admin::makePlan(sight, {type, {}, {}, false, {}});
        QVERIFY(!plan);
        const QString why = plan.error().text.english();
        QVERIFY2(why.contains(u"NameMapper"_s), qPrintable(why));
    }
}

void TestScripts::wakesOnlyTheHead()
{
    hold(m_server);
    queue(m_server, {{bob, 300'000}, {cat, 600'000}});
    Waiter head(m_server, "redisson_lock__channel:{a}:" + bob);
    Waiter second(m_server, "redisson_lock__channel:{a}:" + cat);
    QVERIFY(head.subscribed && second.subscribed);
    const Listener watch(m_server, "PSUBSCRIBE", "redisson_lock__channel:*"); // waits for nothing
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    const Outcome outcome = carryOut(m_server, *plan);
    QCOMPARE(outcome.status, Status::Done);
    QCOMPARE(outcome.woken, std::optional<qint64>(1));
    QVERIFY(head.isWokenWith("0"));
    QVERIFY(second.heardNothing());
}

LOCKSCOPE_TEST_SUITE(TestScripts)
#include "tst_scripts.moc"
