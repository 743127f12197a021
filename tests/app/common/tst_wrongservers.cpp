// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lockctl on servers that are not the plain Redis that the URL promises: each is named as what it
// is.
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestWrongServers : public QObject
{
    Q_OBJECT

private:
    static QList<QStringList> commands()
    {
        return {{u"list"_s},
                {u"show"_s, u"a"_s},
                {u"acquire"_s, u"a"_s},
                {u"unlock"_s, u"a"_s, u"--force"_s, u"--yes"_s},
                {u"queue"_s, u"a"_s}};
    }

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }

    void aSentinelIsNamed()
    {
        RedisOptions options;
        options.sentinel = true;
        RedisProcess sentinel(options);
        QVERIFY(sentinel.start());
        QVERIFY(sentinel.command({"SENTINEL", "MONITOR", "shop", "127.0.0.1", "1", "1"}).isOk());
        const QByteArray meant =
            "use redis+sentinel://127.0.0.1:" + QByteArray::number(sentinel.port()) + "/shop";
        for (const QStringList &command : commands()) {
            Program lockctl(LOCKCTL_PATH);
            QCOMPARE(lockctl.run(command + QStringList{u"--url"_s, sentinel.url()}), 3);
            QVERIFY2(lockctl.err.contains("is a Sentinel"), lockctl.err.constData());
            QVERIFY2(lockctl.err.contains(meant), lockctl.err.constData());
            QVERIFY2(!lockctl.err.contains("ACL"), lockctl.err.constData());
            QCOMPARE(lockctl.out, QByteArray());
        }
    }

    void aNodeOfAClusterIsNamed()
    {
        RedisOptions options;
        options.arguments = QStringList{u"--cluster-enabled"_s, u"yes"_s};
        RedisProcess node(options);
        QVERIFY(node.start());
        std::vector<QByteArray> slotsOfThisNode{"CLUSTER", "ADDSLOTS"};
        for (int slot = 0; slot < 8192; ++slot)
            slotsOfThisNode.push_back(QByteArray::number(slot));
        QVERIFY(node.command(slotsOfThisNode).isOk());
        Program list(LOCKCTL_PATH);
        QCOMPARE(list.run({u"list"_s, u"--url"_s, node.url()}), 3);
        QVERIFY2(list.err.contains("Redis Cluster"), list.err.constData());
        Program watch(LOCKCTL_PATH);
        QVERIFY(watch.start({u"watch"_s, u"--url"_s, node.url()}));
        QVERIFY(watch.prints("Redis Cluster"));
    }

    // Without its slots a cluster answers no question about a key.
    void aClusterThatIsDownIsNamed()
    {
        RedisOptions options;
        options.arguments = QStringList{u"--cluster-enabled"_s, u"yes"_s};
        RedisProcess node(options);
        QVERIFY(node.start());
        for (const QStringList &command : commands()) {
            Program lockctl(LOCKCTL_PATH);
            QCOMPARE(lockctl.run(command + QStringList{u"--url"_s, node.url()}), 3);
            QVERIFY2(lockctl.err.contains("Redis Cluster"), lockctl.err.constData());
        }
        Program permits(LOCKCTL_PATH);
        QCOMPARE(permits.run(
                     {u"permits"_s, u"a"_s, u"--kind"_s, u"semaphore"_s, u"--url"_s, node.url()}),
                 3);
        QVERIFY2(permits.err.contains("Redis Cluster"), permits.err.constData());
        Program runner(LOCKCTL_PATH);
        QCOMPARE(runner.run({u"run"_s, u"a"_s, u"--url"_s, node.url(), u"--"_s, u"true"_s}), 75);
        QVERIFY2(runner.err.contains("Redis Cluster"), runner.err.constData());
    }

    void theOtherSideOfTlsIsNamed()
    {
        Certificates certificates;
        RedisOptions options;
        options.tls = certificates.selfSigned(u"IP:127.0.0.1"_s);
        RedisProcess server(options);
        QVERIFY(server.start());
        Program toPlain(LOCKCTL_PATH);
        QCOMPARE(
            toPlain.run({u"list"_s, u"--url"_s, u"rediss://127.0.0.1:%1"_s.arg(server.port())}), 3);
        QVERIFY2(toPlain.err.contains("TLS"), toPlain.err.constData());
        QVERIFY2(!toPlain.err.contains("firewall"), toPlain.err.constData());
        Program toTls(LOCKCTL_PATH);
        QCOMPARE(
            toTls.run({u"list"_s, u"--url"_s, u"redis://127.0.0.1:%1"_s.arg(server.tlsPort())}), 3);
        QVERIFY2(toTls.err.contains("rediss://"), toTls.err.constData());
    }

    void valkeysSchemesAreTaken()
    {
        RedisProcess server;
        QVERIFY(server.start());
        Program list(LOCKCTL_PATH);
        QCOMPARE(list.run({u"list"_s, u"--url"_s, u"valkey://127.0.0.1:%1"_s.arg(server.port())}),
                 0);
    }
};

LOCKSCOPE_TEST_SUITE(TestWrongServers)
#include "tst_wrongservers.moc"
