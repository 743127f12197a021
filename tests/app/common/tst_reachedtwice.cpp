// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/sameserver.h"
#include "tests/app/profilehome.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// lockctl on a server that is named twice: its locks are listed once, and the strictest profile
// says what may be done to them.
class TestReachedTwice : public QObject, private ProfileHome
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
        m_server.command({"FLUSHALL"});
        m_server.command({"HSET", "orders:1", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
        m_server.command({"PEXPIRE", "orders:1", "600000"});
        const QString url = m_server.url();
        QCOMPARE(save({u"shop"_s, u"--url"_s, url, u"--tag"_s, u"production"_s}).status, 0);
        QCOMPARE(save({u"stage"_s, u"--url"_s, url, u"--tag"_s, u"staging"_s}).status, 0);
        QCOMPARE(save({u"look"_s, u"--url"_s, url, u"--read-only"_s}).status, 0);
    }

    void theStrictestStays();
    void listsEachLockOnce_data();
    void listsEachLockOnce();
    void filtersByProfileAndTag();
    void watchTellsOnce();
    void aReadOnlyProfileGuardsTheUrl();
    void aSavedProfileGuardsTheUrl();
    void aRefusalNamesTheProfile_data();
    void aRefusalNamesTheProfile();
    void rowsNameProfileAndTag();
    void actsOnEachLockOnce();
    void bothAreLookedForWhereverTheyAre();
    void databasesAreDeploymentsOfTheirOwn();
    void anOrdinaryLockOfAGroupHasNoVerdict();

private:
    QString other() const { return u"redis://localhost:%1"_s.arg(m_server.port()); }

    RedisProcess m_server;
};

void TestReachedTwice::theStrictestStays()
{
    using profile::Tag;
    const auto target = [](const QString &profile, Tag tag, bool readOnly, int database = 0) {
        app::ChosenTarget made;
        made.hosts = {{u"127.0.0.1"_s, 6379}};
        made.profile = profile;
        made.tag = tag;
        made.readOnly = readOnly;
        made.database = database;
        return made;
    };
    const std::vector<app::ChosenTarget> all{
        target({}, {}, false),
        target(u"dev"_s, Tag::Development, false),
        target(u"stage"_s, Tag::Staging, false),
        target(u"shop"_s, Tag::Production, false),
        target(u"look"_s, Tag::Development, true),
        target({}, {}, false, 1),
    };
    for (std::size_t i = 1; i + 1 < all.size(); ++i)
        QVERIFY(app::strictnessOf(all[i - 1]) < app::strictnessOf(all[i]));
    std::vector<app::Reached> reached;
    for (std::size_t i = 0; i < all.size(); ++i)
        reached.push_back({static_cast<int>(i), &all[i], "run"});
    QCOMPARE(app::doublesOf(reached), (std::map<int, int>{{0, 4}, {1, 4}, {2, 4}, {3, 4}}));
    // Another process at the same address is another server.
    reached[4].runId = "other";
    QCOMPARE(app::doublesOf(reached), (std::map<int, int>{{0, 3}, {1, 3}, {2, 3}}));
    // If the run id is unknown, the address counts.
    reached[4].runId.clear();
    QVERIFY(app::doublesOf(reached).contains(0));
}

void TestReachedTwice::listsEachLockOnce_data()
{
    QTest::addColumn<QStringList>("targets");
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("tag");
    const QString url = m_server.url();
    QTest::newRow("url and profile")
        << QStringList{u"--url"_s, url, u"--profile"_s, u"shop"_s} << u"shop"_s << u"production"_s;
    QTest::newRow("another address") << QStringList{u"--url"_s, other(), u"--profile"_s, u"stage"_s}
                                     << u"stage"_s << u"staging"_s;
    QTest::newRow("two profiles") << QStringList{u"--profile"_s, u"stage"_s, u"--profile"_s,
                                                 u"shop"_s}
                                  << u"shop"_s << u"production"_s;
    QTest::newRow("read-only") << QStringList{u"--profile"_s, u"look"_s, u"--profile"_s, u"shop"_s}
                               << u"look"_s << u"development"_s;
    QTest::newRow("two urls") << QStringList{u"--url"_s, url, u"--url"_s, other()} << u"look"_s
                              << u"development"_s;
    QTest::newRow("one url") << QStringList{u"--url"_s, url} << u"look"_s << u"development"_s;
    QTest::newRow("another database")
        << QStringList{u"--url"_s, url + u"/1"_s} << QString() << QString();
}

void TestReachedTwice::listsEachLockOnce()
{
    QFETCH(QStringList, targets);
    QFETCH(QString, profile);
    QFETCH(QString, tag);
    for (const QStringList &command : {QStringList{u"list"_s, u"--json"_s},
                                       QStringList{u"show"_s, u"orders:1"_s, u"--json"_s}}) {
        m_server.command({"EVAL",
                          "redis.call('select',1) redis.call('hset','orders:1',ARGV[1],1) "
                          "redis.call('pexpire','orders:1',600000)",
                          "0", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"});
        const Ran ran = run(command + targets);
        QVERIFY2(ran.status == 0, ran.err.constData());
        QCOMPARE(names(ran), QStringList{u"orders:1"_s});
        const QJsonObject lock = ran.json()["locks"_L1][0].toObject();
        QVERIFY(lock.contains("profile"_L1) && lock.contains("tag"_L1));
        QCOMPARE(lock["profile"_L1].toString(), profile);
        QCOMPARE(lock["profile"_L1].isNull(), profile.isEmpty());
        QCOMPARE(lock["tag"_L1].toString(), tag);
        QCOMPARE(lock["tag"_L1].isNull(), tag.isEmpty());
        QCOMPARE(ran.says("is the same server as"), targets.size() > 2);
    }
}

void TestReachedTwice::filtersByProfileAndTag()
{
    const QStringList list{u"list"_s, u"--json"_s, u"--profile"_s, u"shop"_s, u"--filter"_s};
    for (const QString &filter : {u"profile:sho"_s, u"tag:production"_s, u"-tag:none"_s,
                                  u"-profile:none orders:1"_s, u"orders:"_s})
        QCOMPARE(names(run(list + QStringList{filter})), QStringList{u"orders:1"_s});
    for (const QString &filter :
         {u"profile:stage"_s, u"tag:staging"_s, u"profile:none"_s, u"orders:2"_s})
        QCOMPARE(names(run(list + QStringList{filter})), QStringList());
    const Ran unknown = run({u"list"_s, u"--profile"_s, u"shop"_s, u"--filter"_s, u"stat:held"_s});
    QCOMPARE(unknown.status, 0);
    QVERIFY(unknown.says("\"stat:\" is not a filter field"));
    QCOMPARE(run(list + QStringList{u"tag:prod"_s}).status, 2);
}

void TestReachedTwice::watchTellsOnce()
{
    Program watch(LOCKCTL_PATH);
    QVERIFY(watch.start({u"watch"_s, u"--url"_s, m_server.url(), u"--url"_s, other()}));
    QVERIFY(watch.prints("appeared"));
    m_server.command({"DEL", "orders:1"});
    QVERIFY(watch.prints("released"));
    watch.interrupt();
    QCOMPARE(watch.finish(), 0);
    QCOMPARE(watch.out.count("appeared"), 1);
    QCOMPARE(watch.out.count("released"), 1);
}

void TestReachedTwice::aReadOnlyProfileGuardsTheUrl()
{
    const Ran ran = run({u"unlock"_s, u"--filter"_s, u"orders:"_s, u"--force"_s, u"--yes"_s,
                         u"--reason"_s, u"test"_s, u"--url"_s, other(), u"--profile"_s, u"look"_s});
    QVERIFY(ran.status != 0);
    QVERIFY2(ran.err.contains("read-only") || ran.out.contains("read-only"), ran.err.constData());
    QCOMPARE(m_server.command({"EXISTS", "orders:1"}).integer, 1);
}

// It need not be named on the command line.
void TestReachedTwice::aSavedProfileGuardsTheUrl()
{
    const QStringList force{u"unlock"_s, u"orders:1"_s, u"--force"_s, u"--yes"_s, u"--url"_s};
    const QString port = QString::number(m_server.port());
    for (const QString &host : {u"127.0.0.1"_s, u"localhost"_s, u"LOCALHOST"_s}) {
        const Ran ran = run(force + QStringList{u"redis://%1:%2"_s.arg(host, port)});
        QVERIFY(ran.status != 0);
        QVERIFY2(ran.err.contains("read-only"), ran.err.constData());
    }
    QCOMPARE(m_server.command({"EXISTS", "orders:1"}).integer, 1);
    // Another database is another deployment.
    const Ran other = run({u"list"_s, u"--json"_s, u"--url"_s, m_server.url() + u"/1"_s});
    QCOMPARE(other.status, 0);
    app::ChosenTarget a;
    app::ChosenTarget b;
    a.hosts = {{u"[::1]"_s, 6379}};
    b.hosts = {{u"LocalHost"_s, 6379}};
    QVERIFY(app::isSameAddress(a, b));
    b.hosts = {{u"127.0.0.1"_s, 6380}};
    QVERIFY(!app::isSameAddress(a, b));
    a.hosts = {{u"Redis.example"_s, 6380}};
    QVERIFY(!app::isSameAddress(a, b));
}

void TestReachedTwice::aRefusalNamesTheProfile_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<int>("status");
    QTest::newRow("acquire") << QStringList{u"acquire"_s, u"another"_s} << 3;
    QTest::newRow("run") << QStringList{u"run"_s, u"another"_s, u"--"_s, u"true"_s} << 75;
    QTest::newRow("unlock") << QStringList{u"unlock"_s, u"orders:1"_s, u"--force"_s, u"--yes"_s}
                            << 3;
    QTest::newRow("unlock several")
        << QStringList{u"unlock"_s, u"--filter"_s, u"orders:"_s, u"--force"_s, u"--yes"_s} << 3;
    QTest::newRow("permits") << QStringList{u"permits"_s, u"pool"_s,      u"add"_s,  u"1"_s,
                                            u"--kind"_s,  u"semaphore"_s, u"--yes"_s}
                             << 3;
}

// Nobody who gives a URL has named it.
void TestReachedTwice::aRefusalNamesTheProfile()
{
    QFETCH(QStringList, command);
    QFETCH(int, status);
    QStringList arguments = command.first(1) + QStringList{u"--url"_s, other()};
    arguments += command.sliced(1);
    const Ran ran = run(arguments);
    QVERIFY2(ran.says("the profile \"look\" guards this server and is read-only"),
             ran.err.constData());
    QCOMPARE(ran.status, status);
    QCOMPARE(m_server.command({"EXISTS", "another", "pool"}).integer, 0);
}

void TestReachedTwice::rowsNameProfileAndTag()
{
    RedisProcess second;
    QVERIFY(second.start());
    second.command({"HSET", "orders:2", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
    second.command({"PEXPIRE", "orders:2", "600000"});
    const Ran both = run({u"list"_s, u"--url"_s, m_server.url(), u"--url"_s, second.url()});
    QCOMPARE(both.status, 0);
    QVERIFY2(both.out.contains("PROFILE  TAG"), both.out.constData());
    QVERIFY2(both.out.contains("look     development"), both.out.constData());
    const Ran one = run({u"list"_s, u"--url"_s, m_server.url()});
    QVERIFY(!one.out.contains("PROFILE"));
}

void TestReachedTwice::actsOnEachLockOnce()
{
    QCOMPARE(profile({u"remove"_s, u"look"_s}).status, 0); // it guards all ways to the server
    const QStringList command{u"unlock"_s, u"--filter"_s, u"orders:"_s,   u"--force"_s,
                              u"--url"_s,  other(),       u"--profile"_s, u"shop"_s,
                              u"--json"_s, u"--reason"_s, u"test"_s};
    const Ran planned = run(command + QStringList{u"--dry-run"_s});
    QVERIFY2(planned.status == 0, planned.err.constData());
    QCOMPARE(planned.out.count("\"planned\""), 2); // the lock's, and that of all
    const Ran done = run(command + QStringList{u"--yes"_s});
    QVERIFY2(done.status == 0, done.err.constData());
    QVERIFY2(!done.out.contains("changed"), done.out.constData());
    QCOMPARE(m_server.command({"EXISTS", "orders:1"}).integer, 0);
}

// The profile says where its locks live; the URL is for all others, too.
void TestReachedTwice::bothAreLookedForWhereverTheyAre()
{
    QCOMPARE(save({u"narrow"_s, u"--url"_s, m_server.url(), u"--tag"_s, u"production"_s,
                   u"--prefix"_s, u"orders:"_s})
                 .status,
             0);
    m_server.command({"HSET", "stock", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
    m_server.command({"PEXPIRE", "stock", "600000"});
    m_server.command({"SET", "orders:2", "somebody", "PX", "600000"});
    for (const QStringList &targets :
         {QStringList{u"--url"_s, other(), u"--profile"_s, u"narrow"_s},
          QStringList{u"--profile"_s, u"narrow"_s, u"--profile"_s, u"shop"_s},
          QStringList{u"--profile"_s, u"shop"_s, u"--profile"_s, u"narrow"_s}}) {
        const Ran ran = run(QStringList{u"list"_s, u"--json"_s} + targets);
        QStringList all = names(ran);
        all.sort();
        QCOMPARE(all, (QStringList{u"orders:1"_s, u"orders:2"_s, u"stock"_s}));
        for (const QJsonValue lock : ran.json()["locks"_L1].toArray())
            QCOMPARE(lock["tag"_L1].toString(), u"production"_s);
    }
}

// A profile is a way to reach a deployment, and a deployment is one keyspace.
void TestReachedTwice::databasesAreDeploymentsOfTheirOwn()
{
    m_server.command({"EVAL",
                      "redis.call('select',1) redis.call('hset',KEYS[1],ARGV[1],1)"
                      "redis.call('pexpire',KEYS[1],600000)",
                      "1", "stock", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"});
    const Ran ran = run(
        {u"list"_s, u"--json"_s, u"--url"_s, m_server.url() + u"/1"_s, u"--profile"_s, u"shop"_s});
    QStringList all = names(ran);
    all.sort();
    QCOMPARE(all, (QStringList{u"orders:1"_s, u"stock"_s}));
    QVERIFY(!ran.says("is the same server as"));
    for (const QJsonValue lock : ran.json()["locks"_L1].toArray())
        QCOMPARE(lock["tag"_L1].isNull(), lock["name"_L1].toString() == u"stock"_s);
}

void TestReachedTwice::anOrdinaryLockOfAGroupHasNoVerdict()
{
    RedisProcess second;
    RedisProcess third;
    QVERIFY(second.start() && third.start());
    const QString group = u"g="_s + other() + u',' + second.url() + u',' + third.url();
    QCOMPARE(save({u"trio"_s, u"--url"_s, m_server.url(), u"--group"_s, group}).status, 0);
    m_server.command(
        {"HSET", "prices", "mode", "write", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1:write", "1"});
    m_server.command({"PEXPIRE", "prices", "600000"});
    for (const RedisProcess *server : {&m_server, &second, &third})
        server->command({"SET", "job", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d", "PX", "600000"});
    const Ran all = run({u"quorum"_s, u"--profile"_s, u"trio"_s});
    QVERIFY2(all.status == 0, all.err.constData());
    QVERIFY(all.out.contains("job in g: held"));
    QVERIFY2(!all.out.contains("orders:1") && !all.out.contains("prices"), all.out.constData());
    // A lock given by name is read on each server; a kind that is kept on one has no verdict.
    const Ran prices = run({u"quorum"_s, u"prices"_s, u"--profile"_s, u"trio"_s, u"--json"_s});
    QVERIFY2(prices.json()["verdict"_L1].isNull(), prices.out.constData());
    const Ran orders = run({u"quorum"_s, u"orders:1"_s, u"--profile"_s, u"trio"_s, u"--json"_s});
    QCOMPARE(orders.json()["verdict"_L1].toString(), u"residue"_s);
    const Ran show = run({u"show"_s, u"orders:1"_s, u"prices"_s, u"--profile"_s, u"trio"_s,
                          u"--url"_s, second.url(), u"--url"_s, third.url()});
    QVERIFY2(!show.out.contains("residue") && !show.out.contains("split"), show.out.constData());
    const Ran list = run({u"list"_s, u"--json"_s, u"--profile"_s, u"trio"_s, u"--url"_s,
                          second.url(), u"--url"_s, third.url(), u"--filter"_s, u"quorum:none"_s});
    QStringList none = names(list);
    none.sort();
    QCOMPARE(none, (QStringList{u"orders:1"_s, u"prices"_s}));
}

LOCKSCOPE_TEST_SUITE(TestReachedTwice)
#include "tst_reachedtwice.moc"
