// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/profilehome.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/redisprocess.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// The strictest profile that reaches a server guards it, by whatever way lockctl comes to act
// there, and production wants a reason.
class TestGuards : public QObject, private ProfileHome
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
        makeHome();
        hold(m_server);
    }

    void productionWantsAReason_data();
    void productionWantsAReason();
    void anotherProfileIsGuarded_data();
    void anotherProfileIsGuarded();
    void theLogHasTheReasonOfWhatWasRefused();
    void whatWasNotAcquiredIsLogged_data();
    void whatWasNotAcquiredIsLogged();
    void aTunnelIsAnotherWay();
    void theProcessIsKnownAgain_data();
    void theProcessIsKnownAgain();
    void productionIsKnownAgain();
    void aReplicaIsGuarded();
    void aPromotedReplicaStaysGuarded();
    void sentinelsLeadToWhatIsGuarded();
    void otherUrlsForgetWhatWasSeen();
    void anotherDatabaseIsFree();
    void nobodyActsWhereTheGuardsCannotBeRead_data();
    void nobodyActsWhereTheGuardsCannotBeRead();

private:
    static void hold(const RedisProcess &server)
    {
        server.command({"FLUSHALL"});
        server.command({"HSET", "orders:1", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
        server.command({"PEXPIRE", "orders:1", "600000"});
    }
    static bool isHeld(const RedisProcess &server)
    {
        return server.command({"EXISTS", "orders:1"}).integer == 1;
    }
    static QString at(quint16 port) { return u"redis://127.0.0.1:%1"_s.arg(port); }
    static QStringList force(const QStringList &where)
    {
        return QStringList{u"unlock"_s, u"orders:1"_s, u"--force"_s, u"--yes"_s} + where;
    }

    RedisProcess m_server;
};

void TestGuards::productionWantsAReason_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("unlock") << force({});
    QTest::newRow("time to live") << QStringList{u"unlock"_s, u"orders:1"_s, u"--ttl"_s, u"5m"_s,
                                                 u"--yes"_s};
    QTest::newRow("unlock several")
        << QStringList{u"unlock"_s, u"--filter"_s, u"orders:"_s, u"--force"_s, u"--yes"_s};
    QTest::newRow("wake") << QStringList{u"queue"_s, u"orders:1"_s, u"nudge"_s, u"--yes"_s};
    QTest::newRow("permits") << QStringList{u"permits"_s, u"pool"_s,      u"add"_s,  u"1"_s,
                                            u"--kind"_s,  u"semaphore"_s, u"--yes"_s};
}

void TestGuards::productionWantsAReason()
{
    QFETCH(const QStringList, command);
    QCOMPARE(save({u"shop"_s, u"--url"_s, m_server.url(), u"--tag"_s, u"production"_s}).status, 0);
    for (const QStringList &where :
         {QStringList{u"--profile"_s, u"shop"_s}, QStringList{u"--url"_s, m_server.url()}}) {
        for (const QStringList &reason : {QStringList(), QStringList{u"--reason"_s, u"  "_s}}) {
            const Ran ran = run(command + where + reason);
            QCOMPARE(ran.status, 2);
            QVERIFY2(ran.says("is production; use --reason"), ran.err.constData());
        }
    }
    QVERIFY(isHeld(m_server));
    QCOMPARE(m_server.command({"EXISTS", "pool"}).integer, 0);
    const Ran ran = run(command + QStringList{u"--profile"_s, u"shop"_s, u"--reason"_s, u"test"_s});
    QVERIFY2(ran.status == 0, ran.err.constData());
    // Nothing is done, so nothing has to be said.
    hold(m_server);
    if (!command.contains(u"--filter"_s)) {
        QStringList planned = command;
        planned.removeAll(u"--yes"_s);
        const Ran plan = run(planned + QStringList{u"--dry-run"_s, u"--profile"_s, u"shop"_s});
        QVERIFY2(plan.status == 0, plan.err.constData());
    }
}

void TestGuards::anotherProfileIsGuarded_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("unlock") << force({});
    QTest::newRow("acquire") << QStringList{u"acquire"_s, u"another"_s};
    QTest::newRow("run") << QStringList{u"run"_s, u"another"_s};
}

void TestGuards::anotherProfileIsGuarded()
{
    QFETCH(const QStringList, command);
    QCOMPARE(save({u"look"_s, u"--url"_s, at(m_server.port()), u"--read-only"_s}).status, 0);
    // By one member of two, and as the default as well.
    const QString two = u"redis://localhost:%1,localhost:%2"_s.arg(m_server.port()).arg(freePort());
    const QString any = u"redis://0.0.0.0:%1"_s.arg(m_server.port());
    for (const QString &url : {at(m_server.port()), two, any}) {
        QCOMPARE(save({u"dev"_s, u"--url"_s, url, u"--default"_s, u"--replace"_s}).status, 0);
        for (const QStringList &where : {QStringList{u"--profile"_s, u"dev"_s}, QStringList()}) {
            QStringList words = command + where;
            if (command.front() == "run"_L1)
                words += QStringList{u"--"_s, u"true"_s};
            const Ran ran = run(words);
            QVERIFY2(ran.says("the profile \"look\" guards this server and is read-only"),
                     ran.err.constData());
            QVERIFY(ran.status != 0);
        }
    }
    QVERIFY(isHeld(m_server));
    QCOMPARE(m_server.command({"EXISTS", "another"}).integer, 0);
}

void TestGuards::theLogHasTheReasonOfWhatWasRefused()
{
    QCOMPARE(save({u"look"_s, u"--url"_s, at(m_server.port()), u"--read-only"_s}).status, 0);
    const Ran refused = run(force({u"--profile"_s, u"look"_s, u"--reason"_s, u"INC-4711"_s}));
    QVERIFY2(refused.status == 3, refused.err.constData());
    const Ran log = run({u"audit"_s, u"--limit"_s, u"1"_s, u"--json"_s});
    QVERIFY2(log.out.contains("\"refused\"") && log.out.contains("INC-4711"), log.out.constData());
}

void TestGuards::whatWasNotAcquiredIsLogged_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("behind");
    QTest::newRow("acquire") << QStringList{u"acquire"_s, u"another"_s} << QStringList();
    QTest::newRow("run") << QStringList{u"run"_s, u"another"_s} << QStringList{u"--"_s, u"true"_s};
}

void TestGuards::whatWasNotAcquiredIsLogged()
{
    QFETCH(QStringList, command);
    QFETCH(QStringList, behind);
    QCOMPARE(save({u"look"_s, u"--url"_s, at(m_server.port()), u"--read-only"_s}).status, 0);
    const Ran ran = run(command + QStringList{u"--profile"_s, u"look"_s} + behind);
    QCOMPARE(ran.status, command.front() == "run"_L1 ? 75 : 3);
    QVERIFY2(ran.says("refused, ") && ran.says("use a profile that can write"),
             ran.err.constData());
    const Ran log = run({u"audit"_s, u"--json"_s});
    QCOMPARE(log.out.count("\"refused\""), 1);
    for (const char *word : {"\"acquire\"", "\"another\"", "\"look\"", "is read-only"})
        QVERIFY2(log.out.contains(word), log.out.constData());
}

// The same address at the end of two tunnels is that of two servers.
void TestGuards::aTunnelIsAnotherWay()
{
    QCOMPARE(save({u"look"_s, u"--url"_s, at(m_server.port()), u"--read-only"_s, u"--through"_s,
                   u"ssh://127.0.0.2"_s})
                 .status,
             0);
    QCOMPARE(save({u"dev"_s, u"--url"_s, at(m_server.port())}).status, 0);
    const Ran ran = run(force({u"--profile"_s, u"dev"_s}));
    QVERIFY2(ran.status == 0, ran.err.constData());
}

void TestGuards::theProcessIsKnownAgain_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("unlock") << force({});
    QTest::newRow("unlock several")
        << QStringList{u"unlock"_s, u"--filter"_s, u"orders:"_s, u"--force"_s, u"--yes"_s};
    QTest::newRow("permits") << QStringList{u"permits"_s, u"pool"_s,      u"add"_s,  u"1"_s,
                                            u"--kind"_s,  u"semaphore"_s, u"--yes"_s};
    QTest::newRow("acquire") << QStringList{u"acquire"_s, u"another"_s};
    QTest::newRow("run") << QStringList{u"run"_s, u"another"_s, u"--"_s, u"true"_s};
}

// Behind an address that no profile names.
void TestGuards::theProcessIsKnownAgain()
{
    QFETCH(const QStringList, command);
    const RecordingProxy elsewhere(m_server.port());
    QCOMPARE(save({u"look"_s, u"--url"_s, at(m_server.port()), u"--read-only"_s}).status, 0);
    QCOMPARE(run({u"list"_s, u"--profile"_s, u"look"_s}).status, 0);
    QStringList words = command.first(1) + QStringList{u"--url"_s, at(elsewhere.port())};
    words += command.sliced(1);
    const Ran ran = run(words);
    QVERIFY2(ran.says("the profile \"look\" guards this server and is read-only"),
             ran.err.constData());
    QVERIFY(ran.status != 0);
    QVERIFY(isHeld(m_server));
    QCOMPARE(m_server.command({"EXISTS", "another", "pool"}).integer, 0);
}

void TestGuards::productionIsKnownAgain()
{
    const RecordingProxy elsewhere(m_server.port());
    QCOMPARE(save({u"shop"_s, u"--url"_s, at(m_server.port()), u"--tag"_s, u"production"_s}).status,
             0);
    QCOMPARE(save({u"dev"_s, u"--url"_s, at(elsewhere.port())}).status, 0);
    QCOMPARE(run({u"list"_s, u"--profile"_s, u"shop"_s}).status, 0);
    for (const QStringList &where :
         {QStringList{u"--url"_s, at(elsewhere.port())}, QStringList{u"--profile"_s, u"dev"_s}}) {
        hold(m_server);
        const Ran refused = run(force(where));
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.says("is production; use --reason"), refused.err.constData());
        QVERIFY(isHeld(m_server));
        const Ran done = run(force(where) + QStringList{u"--reason"_s, u"test"_s});
        QVERIFY2(done.status == 0, done.err.constData());
        QVERIFY2(done.says("(production)"), done.err.constData());
        QVERIFY(!isHeld(m_server));
    }
}

// The profile names its primary alone.
void TestGuards::aReplicaIsGuarded()
{
    RedisOptions options;
    options.arguments = {u"--replicaof"_s, u"127.0.0.1"_s, QString::number(m_server.port())};
    RedisProcess replica(options);
    QVERIFY(replica.start());
    QVERIFY(eventually([&] { return isHeld(replica); }));
    QCOMPARE(save({u"look"_s, u"--url"_s, at(m_server.port()), u"--read-only"_s}).status, 0);
    QCOMPARE(run({u"list"_s, u"--profile"_s, u"look"_s}).status, 0);
    for (const QString &url :
         {replica.url(),
          u"redis://127.0.0.1:%1,127.0.0.1:%2"_s.arg(freePort()).arg(replica.port())}) {
        const Ran ran = run({u"acquire"_s, u"another"_s, u"--url"_s, url});
        QCOMPARE(ran.status, 3);
        QVERIFY2(ran.says("the profile \"look\" guards this server and is read-only"),
                 ran.err.constData());
    }
}

// The way through the proxy says that it is known by its data.
void TestGuards::aPromotedReplicaStaysGuarded()
{
    RedisProcess primary;
    QVERIFY(primary.start());
    RedisOptions options;
    options.arguments = {u"--replicaof"_s, u"127.0.0.1"_s, QString::number(primary.port())};
    RedisProcess replica(options);
    QVERIFY(replica.start());
    hold(primary);
    QVERIFY(eventually([&] { return isHeld(replica); }));
    QCOMPARE(save({u"look"_s, u"--url"_s, at(primary.port()), u"--read-only"_s}).status, 0);
    QCOMPARE(run({u"list"_s, u"--profile"_s, u"look"_s}).status, 0);
    primary.kill();
    replica.command({"REPLICAOF", "NO", "ONE"});
    const RecordingProxy elsewhere(replica.port());
    for (const quint16 port : {elsewhere.port(), replica.port()}) {
        const Ran ran = run(force({u"--url"_s, at(port)}));
        QVERIFY2(ran.says("the profile \"look\" guards this server and is read-only"),
                 ran.err.constData());
        QVERIFY(isHeld(replica));
    }
}

// The profile names Sentinels alone; then one of the servers alone, and Sentinels lead there.
void TestGuards::sentinelsLeadToWhatIsGuarded()
{
    SentinelSet set;
    QVERIFY(set.start());
    hold(*set.primary());
    const auto refused = [&](const QString &url) {
        const Ran ran = run({u"acquire"_s, u"another"_s, u"--url"_s, url});
        if (!ran.says("the profile \"look\" guards this server and is read-only"))
            qWarning("%s", ran.err.constData());
        return ran.status == 3;
    };
    QCOMPARE(save({u"look"_s, u"--url"_s, set.url(), u"--read-only"_s}).status, 0);
    QCOMPARE(run({u"list"_s, u"--profile"_s, u"look"_s}).status, 0);
    QVERIFY(refused(set.primary()->url()));
    QVERIFY(refused(set.replicatedUrl()));
    const RedisProcess &former = set.killPrimary();
    QVERIFY(set.awaitPromotion(former));
    QVERIFY(refused(set.primary()->url()));
    const RecordingProxy elsewhere(set.primary()->port()); // known by its data alone
    QVERIFY(refused(at(elsewhere.port())));

    QCOMPARE(save({u"look"_s, u"--url"_s, set.primary()->url(), u"--read-only"_s, u"--replace"_s})
                 .status,
             0);
    QVERIFY(refused(set.url()));
}

void TestGuards::otherUrlsForgetWhatWasSeen()
{
    RedisProcess other;
    QVERIFY(other.start());
    const RecordingProxy elsewhere(m_server.port());
    QCOMPARE(save({u"look"_s, u"--url"_s, at(m_server.port()), u"--read-only"_s}).status, 0);
    QCOMPARE(run({u"list"_s, u"--profile"_s, u"look"_s}).status, 0);
    QFile file(m_home->filePath(u"lockscope/profiles.members.json"_s));
    QVERIFY(file.exists());
    QCOMPARE(file.permissions() & ~(QFileDevice::ReadUser | QFileDevice::WriteUser),
             QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    QCOMPARE(save({u"look"_s, u"--change"_s, u"--url"_s, other.url()}).status, 0);
    const Ran ran = run(force({u"--url"_s, at(elsewhere.port())}));
    QVERIFY2(ran.status == 0, ran.err.constData());
}

// A profile is a way to reach a deployment, and a deployment is one keyspace.
void TestGuards::anotherDatabaseIsFree()
{
    QCOMPARE(save({u"look"_s, u"--url"_s, at(m_server.port()), u"--read-only"_s}).status, 0);
    QCOMPARE(run({u"list"_s, u"--profile"_s, u"look"_s}).status, 0);
    const Ran ran = run({u"permits"_s, u"pool"_s, u"add"_s, u"1"_s, u"--kind"_s, u"semaphore"_s,
                         u"--yes"_s, u"--url"_s, at(m_server.port()) + u"/1"_s});
    QVERIFY2(ran.status == 0, ran.err.constData());
}

void TestGuards::nobodyActsWhereTheGuardsCannotBeRead_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::newRow("broken") << QByteArray("{,");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("newer") << QByteArray("{\"version\": 99, \"profiles\": []}");
    QTest::newRow("unknown tag") << QByteArray(
        "{\"version\": 1, \"profiles\": [{\"name\": \"a\", \"urls\": [\"redis://a\"], "
        "\"tag\": \"produktion\"}]}");
}

// A URL of its own, which no profile names: one of them might have.
void TestGuards::nobodyActsWhereTheGuardsCannotBeRead()
{
    QFETCH(QByteArray, contents);
    QCOMPARE(save({u"shop"_s, u"redis://other"_s}).status, 0);
    QFile file(m_home->filePath(u"lockscope/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(contents);
    file.close();
    const QStringList where{u"--url"_s, m_server.url()};
    const Ran unlocked = run(force(where));
    QVERIFY2(unlocked.status != 0 && unlocked.says("profiles.json"), unlocked.err.constData());
    const Ran acquired = run(QStringList{u"acquire"_s, u"other:1"_s} + where);
    QVERIFY2(acquired.status != 0 && acquired.says("profiles.json"), acquired.err.constData());
    QVERIFY(isHeld(m_server));
    QCOMPARE(m_server.command({"EXISTS", "other:1"}).integer, 0);
    QCOMPARE(run(QStringList{u"list"_s} + where).status, 0); // who looks on changes nothing
}

LOCKSCOPE_TEST_SUITE(TestGuards)
#include "tst_guards.moc"
