// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Users with the rules of accessrules.h on a real server: the observer sees and changes nothing,
// the operator does everything.
#include "core/admin/accessrules.h"
#include "core/lock/kind/kinds.h"
#include "core/redis/deployment/deployment.h"
#include "tests/core/admin/actioncases.h"
#include "tests/core/admin/librarycases.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using Status = admin::Outcome::Status;

class TestAccessRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        m_place.server = m_server.product();
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
    }

    void theObserverWatches_data();
    void theObserverWatches();
    void theObserverIsRefused_data() { addCaseRows(); }
    void theObserverIsRefused();
    void theOperatorActs_data() { addCaseRows(); }
    void theOperatorActs();
    void theOperatorActsOnOtherLibraries();
    void theOperatorTakesLocks_data();
    void theOperatorTakesLocks();
    void rulesFollowTheServer();
    void namesStayTheirOwn();
    void hostilePrefixesAreRead_data();
    void hostilePrefixesAreRead();

private:
    admin::AccessPlace placeWith(const QByteArray &prefix) const
    {
        admin::AccessPlace place = m_place;
        if (!prefix.isEmpty())
            place.prefixes = {prefix};
        return place;
    }
    // The server's user with these rules alone.
    redis::Target user(const QByteArrayList &rules)
    {
        std::vector<QByteArray> command{"ACL", "SETUSER", "somebody", "reset", "on", ">secret"};
        command.insert(command.end(), rules.begin(), rules.end());
        const Reply reply = m_server.command(command);
        if (!reply.isOk())
            qWarning("%s", reply.bytes.constData());
        redis::Target target = m_server.target();
        target.user = "somebody";
        target.password = "secret";
        return target;
    }
    admin::Outcome carryOutAs(const redis::Target &target, const admin::Plan &plan) const
    {
        redis::ConnectionConfig config;
        config.target = target;
        redis::Deployment deployment(config);
        deployment.open();
        if (!await(deployment.whenReady()))
            return {};
        const auto reply = await(deployment.run(plan.script, plan.keys, plan.arguments));
        return reply ? admin::verdict(plan, *reply) : admin::Outcome{};
    }
    static QString whyOf(const admin::Outcome &outcome)
    {
        return outcome.error ? outcome.error->text.english() : outcome.detail.english();
    }
    QByteArray dump() const
    {
        QByteArray all;
        for (const QByteArray &key : keysOf(m_server))
            all += key + ' ' + m_server.command({"DUMP", key}).bytes.toHex() + '\n';
        return all;
    }

    RedisProcess m_server;
    admin::AccessPlace m_place;
};

void TestAccessRules::theObserverWatches_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::newRow("all keys") << QByteArray();
    QTest::newRow("a prefix") << QByteArray("orders:");
}

void TestAccessRules::theObserverWatches()
{
    QFETCH(const QByteArray, prefix);
    const redis::Target target = user(admin::observerRules(placeWith(prefix)));
    const QByteArray name = "orders:1";
    LockWriter(m_server).acquire(name, ann, 600'000);
    LockWriter(m_server).enqueue(name, bob, 600'000);
    LockWriter(m_server).read("orders:read", ann, 600'000);
    m_server.command({"SET", "orders:plain", "token", "PX", "600000"});
    watch::WatchOptions options;
    if (!prefix.isEmpty())
        options.prefixes = {prefix};
    Watching watching(options);
    watching.add(target);
    QVERIFY(watching.settled());
    for (const QByteArray &each : {name, QByteArray("orders:read")})
        QVERIFY(watching.has(each));
    const watch::ServerRecord &server = watching.servers.begin()->second;
    QCOMPARE(server.mode,
             prefix.isEmpty() ? watch::WatchMode::TrackingAll : watch::WatchMode::Tracking);
    QVERIFY2(!server.error && !server.keyRefusal,
             server.error ? qPrintable(server.error->text.english()) : "");
    QCOMPARE(watching.count(watch::EventType::Gap), 0);
    QVERIFY(watching.locks[name].waiters && watching.locks[name].waiters->size() == 1);
    LockWriter(m_server).unlock(name);
    QVERIFY(watching.tells(name, "appeared released"));
}

void TestAccessRules::theObserverIsRefused()
{
    const Case row = currentCase();
    const redis::Target target = user(admin::observerRules(m_place));
    row.write(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), row.action);
    QVERIFY(plan);
    const QByteArray before = dump();
    const admin::Outcome outcome = carryOutAs(target, *plan);
    QVERIFY2(outcome.status == Status::NotPermitted, qPrintable(whyOf(outcome)));
    QCOMPARE(dump(), before);
}

void TestAccessRules::theOperatorActs()
{
    const Case row = currentCase();
    const redis::Target target = user(admin::operatorRules(placeWith("a")));
    row.write(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), row.action);
    QVERIFY(plan);
    const admin::Outcome outcome = carryOutAs(target, *plan);
    QVERIFY2(outcome.status == Status::Done, qPrintable(whyOf(outcome)));
    QCOMPARE(keysOf(m_server), row.keysLeft);
}

void TestAccessRules::theOperatorActsOnOtherLibraries()
{
    // Their keys and channels have names of their own.
    const redis::Target target =
        user(admin::operatorRules(m_place) + QByteArrayList{"allchannels"});
    for (const LibraryCase &row : libraryCases()) {
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        for (const redis::Arguments &command : row.written)
            QVERIFY(!m_server.command(command).isError());
        const auto plan = admin::makePlan(see(m_server, row.lock), row.action);
        QVERIFY2(plan, row.name.constData());
        const admin::Outcome outcome = carryOutAs(target, *plan);
        QVERIFY2(outcome.status == Status::Done,
                 qPrintable(QString::fromUtf8(row.name) + u": "_s + whyOf(outcome)));
        std::vector<QByteArray> left = row.left;
        std::ranges::sort(left);
        QCOMPARE(keysOf(m_server), left);
    }
}

void TestAccessRules::theOperatorTakesLocks_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const QByteArray &kind : lock::kinds())
        QTest::newRow(kind.constData()) << kind;
}

void TestAccessRules::theOperatorTakesLocks()
{
    QFETCH(const QByteArray, kind);
    redis::ConnectionConfig config;
    config.target = user(admin::operatorRules(placeWith("job")));
    LockProcess process(config);
    const auto lock = process.make(kind, "job:" + kind);
    QVERIFY(lock);
    const OwnerId owner = lock->newOwner();
    const auto taken = await(lock->tryLock(owner));
    QVERIFY2(taken && taken->isHeld(), taken ? "" : qPrintable(taken.error().text.english()));
    const auto given = await(lock->unlock(owner));
    QVERIFY2(given, given ? "" : qPrintable(given.error().text.english()));
}

void TestAccessRules::rulesFollowTheServer()
{
    const auto has = [](const QByteArrayList &rules, const char *rule) {
        return rules.contains(QByteArray(rule));
    };
    admin::AccessPlace place{.server = "Redis 6.0.16", .prefixes = {"billing:"}};
    const QByteArrayList old = admin::observerRules(place);
    QVERIFY(has(old, "~billing:*") && has(old, "~{billing:*") && has(old, "~redisson_*"));
    QVERIFY(std::ranges::none_of(old, [](const QByteArray &rule) { return rule.startsWith('&'); }));
    QVERIFY(!has(old, "resetchannels") && !has(old, "+pexpiretime") && !has(old, "+hrandfield"));
    place.server = "Redis 6.2.7";
    QVERIFY(has(admin::observerRules(place), "&__redis__:invalidate"));
    QVERIFY(has(admin::observerRules(place), "~billing:*"));
    place.server = "Redis 7.0.15";
    const QByteArrayList now = admin::observerRules(place);
    QVERIFY(has(now, "%R~billing:*") && has(now, "+pexpiretime"));
    QVERIFY(!has(now, "+cluster|nodes") && !has(now, "+role") && !has(now, "+eval"));
    QVERIFY(has(admin::operatorRules(place), "~billing:*"));
    place.isCluster = true;
    place.hasSeveralServers = true;
    QVERIFY(has(admin::observerRules(place), "+cluster|nodes"));
    QVERIFY(has(admin::observerRules(place), "+role"));
    QVERIFY(has(admin::operatorRules(place), "+spublish"));
    QVERIFY(!has(admin::observerRules(place), "+spublish"));
    place.server = "Valkey 8.1.0";
    QVERIFY(has(admin::observerRules(place), "%R~billing:*"));
    place.server = "Redis 5.0.14";
    QVERIFY(!admin::hasAccessRules(place));
    place.server.clear();
    QVERIFY(admin::hasAccessRules(place));
}

// A prefix is no pattern, a word of redis-cli stays one word, and servers take no rule with white
// space.
void TestAccessRules::namesStayTheirOwn()
{
    admin::AccessPlace place = m_place;
    place.server = "Redis 7.0.15";
    place.prefixes = {"a*[x] \"q\"\n"};
    const QByteArrayList rules = admin::observerRules(place);
    QVERIFY(rules.contains("%R~a\\*\\[x\\]?\"q\"?*"));
    const QByteArray command = admin::setUserCommand("lockscope-observer", rules);
    const QByteArray word = " \"%R~a\\\\*\\\\[x\\\\]?\\\"q\\\"?*\" ";
    QVERIFY2(command.contains(word), command.constData());
    QVERIFY(command.startsWith("ACL SETUSER lockscope-observer reset on >PASSWORD resetkeys "));
    QVERIFY(!command.contains('\n'));
    place.prefixes = {"\xff\xfe"};
    const QByteArray bytes = admin::setUserCommand("somebody", admin::observerRules(place));
    QVERIFY2(bytes.contains(" \"%R~\\xff\\xfe*\" "), bytes.constData());
}

void TestAccessRules::hostilePrefixesAreRead_data()
{
    QTest::addColumn<QByteArray>("prefix");
    for (const QByteArray &prefix :
         {"white space\t"_ba, "line\nfeed"_ba, QByteArray("a\0b", 3), "st*r?[x]-^"_ba,
          "back\\slash"_ba, "\"quoted\" 'too'"_ba, "\xff\xfe"_ba, "{tag}"_ba})
        QTest::newRow(prefix.toPercentEncoding().constData()) << prefix;
}

void TestAccessRules::hostilePrefixesAreRead()
{
    QFETCH(const QByteArray, prefix);
    const redis::Target target = user(admin::observerRules(placeWith(prefix)));
    LockWriter(m_server).acquire(prefix + "1", ann, 600'000);
    LockWriter(m_server).acquire("beside", ann, 600'000);
    watch::WatchOptions options;
    options.prefixes = {prefix};
    Watching watching(options);
    watching.add(target);
    QVERIFY(watching.settled());
    QVERIFY(watching.has(prefix + "1"));
    QCOMPARE(watching.locks.size(), std::size_t(1));
    QVERIFY(!watching.servers.begin()->second.keyRefusal);
}

LOCKSCOPE_TEST_SUITE(TestAccessRules)
#include "tst_accessrules.moc"
