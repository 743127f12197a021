// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lockctl show, on a server with replicas: whether a failover would keep the lock.
#include "core/redis/connection.h"
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestSurvival : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        SentinelSetOptions options;
        options.sentinels = 0;
        m_set = std::make_unique<SentinelSet>(options);
        QVERIFY(m_set->start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_set->server(0).command({"FLUSHALL"}).isOk());
        LockWriter(m_set->server(0)).acquire("orders", ann, 60'000);
        QVERIFY(eventually([this] { return has(0) && has(1); }));
    }
    void cleanupTestCase() { m_set.reset(); }

    void allReplicasHaveIt();
    void oneReplicaLacksIt();
    void aSilentReplicaIsNotKnown();
    void withoutReplicasNothingIsTold();
    void whoIsConnectedToReplicasIsToldOnRequest();
    void theDoctorNamesWhatEndangersLocks();

private:
    bool has(int replica) const
    {
        return m_set->replica(replica).command({"EXISTS", "orders"}).integer == 1;
    }
    QString text(const RedisProcess &server) const
    {
        Program lockctl(LOCKCTL_PATH);
        lockctl.run({u"show"_s, u"orders"_s, u"--url"_s, server.url()});
        return QString::fromUtf8(lockctl.out);
    }
    QJsonValue replicas(const RedisProcess &server, const QStringList &more = {}) const
    {
        Program lockctl(LOCKCTL_PATH);
        lockctl.run(QStringList{u"show"_s, u"orders"_s, u"--json"_s, u"--url"_s, server.url()}
                    + more);
        const auto locks = QJsonDocument::fromJson(lockctl.out).object()["locks"_L1].toArray();
        return locks.first().toObject()["replicas"_L1];
    }
    // By address, in any order.
    QJsonObject replica(int number, const QStringList &more = {}) const
    {
        const QString port = u':' + QString::number(m_set->replica(number).port());
        for (const QJsonValue &each : replicas(m_set->server(0), more).toArray()) {
            if (each["server"_L1].toString().endsWith(port))
                return each.toObject();
        }
        return {};
    }

    std::unique_ptr<SentinelSet> m_set;
};

void TestSurvival::allReplicasHaveIt()
{
    QCOMPARE(replicas(m_set->server(0)).toArray().size(), 2);
    for (const int number : {0, 1}) {
        QCOMPARE(replica(number)["present"_L1], QJsonValue(true));
        QCOMPARE(replica(number)["behind_ms"_L1], QJsonValue(0));
    }
    const QString told = text(m_set->server(0));
    QVERIFY2(told.contains(u"A failover now would keep the lock.\n"), qPrintable(told));
    QCOMPARE(told.count(u"has the lock, 0 ms behind"_s), 2);
}

void TestSurvival::oneReplicaLacksIt()
{
    RedisProcess &lacking = m_set->replica(1);
    QVERIFY(lacking.command({"CONFIG", "SET", "replica-read-only", "no"}).isOk());
    QCOMPARE(lacking.command({"DEL", "orders"}).integer, qint64(1));
    QCOMPARE(replica(0)["present"_L1], QJsonValue(true));
    QCOMPARE(replica(1)["present"_L1], QJsonValue(false));
    const QString told = text(m_set->server(0));
    QVERIFY2(told.contains(u"A failover now may lose the lock.\n"), qPrintable(told));
    QVERIFY(told.contains(u"does not have the lock"));
    // It is never promoted.
    QVERIFY(lacking.command({"CONFIG", "SET", "replica-priority", "0"}).isOk());
    const QString safe = text(m_set->server(0));
    QVERIFY(lacking.command({"CONFIG", "SET", "replica-priority", "100"}).isOk());
    QVERIFY2(safe.contains(u"A failover now would keep the lock.\n"), qPrintable(safe));
    QVERIFY(safe.contains(u"never promoted"));
}

void TestSurvival::whoIsConnectedToReplicasIsToldOnRequest()
{
    redis::ConnectionConfig config;
    config.target = m_set->replica(0).target();
    config.clientName = "billing";
    redis::Connection client(config);
    client.open();
    QVERIFY(eventually([&] { return client.state() == redis::Connection::State::Ready; }));
    const QJsonObject silent = replica(0);
    QVERIFY(silent.contains("clients"_L1));
    QCOMPARE(silent["clients"_L1], QJsonValue());
    QCOMPARE(silent["client_connections"_L1], QJsonValue());
    QCOMPARE(silent["former_primary"_L1], QJsonValue(false));
    const QStringList asking{u"--learn-names"_s};
    const QJsonObject told = replica(0, asking);
    QStringList names;
    for (const QJsonValue &group : told["clients"_L1].toArray())
        names += group["name"_L1].toString();
    QVERIFY2(names.contains(u"billing"_s), qPrintable(names.join(u',')));
    QVERIFY(told["client_connections"_L1].toInt() >= 1);
    Program lockctl(LOCKCTL_PATH);
    lockctl.run({u"show"_s, u"orders"_s, u"--learn-names"_s, u"--url"_s, m_set->server(0).url()});
    QVERIFY2(lockctl.out.contains("billing at 127.0.0.1"), lockctl.out.constData());
    // Not told is not none.
    QVERIFY(m_set->replica(0).command({"ACL", "SETUSER", "default", "-client|list"}).isOk());
    const QJsonObject refused = replica(0, asking);
    QVERIFY(m_set->replica(0).command({"ACL", "SETUSER", "default", "+client|list"}).isOk());
    QCOMPARE(refused["present"_L1], QJsonValue(true));
    QCOMPARE(refused["clients"_L1], QJsonValue());
}

void TestSurvival::aSilentReplicaIsNotKnown()
{
    m_set->replica(0).pause();
    const QJsonObject silent = replica(0);
    const QString told = text(m_set->server(0));
    m_set->replica(0).resume();
    QCOMPARE(silent["present"_L1], QJsonValue());
    QVERIFY2(told.contains(u"Whether a failover now would keep the lock is not known.\n"),
             qPrintable(told));
}

void TestSurvival::withoutReplicasNothingIsTold()
{
    RedisProcess alone;
    QVERIFY(alone.start());
    LockWriter(alone).acquire("orders", ann, 60'000);
    QVERIFY(replicas(alone).isNull());
    QVERIFY(!text(alone).contains(u"failover"));
}

void TestSurvival::theDoctorNamesWhatEndangersLocks()
{
    const auto diagnosis = [this] {
        Program doctor(LOCKCTL_PATH);
        doctor.run({u"doctor"_s, u"--json"_s, u"--observe"_s, u"4s"_s, u"--url"_s,
                    m_set->server(0).url()});
        return doctor.out;
    };
    const QByteArray lax = diagnosis();
    QVERIFY2(lax.contains("no-required-replica"), lax.constData());
    QVERIFY(!lax.contains("no-promotable-replica") && !lax.contains("replica-behind"));
    const auto set = [](RedisProcess &server, const char *setting, const char *value) {
        return server.command({"CONFIG", "SET", setting, value}).isOk();
    };
    QVERIFY(!lax.contains("refuses-writes"));
    // Two follow, and nobody has to be refused for that to be told.
    QVERIFY(set(m_set->server(0), "min-replicas-to-write", "3"));
    const QByteArray refusing = diagnosis();
    Program list(LOCKCTL_PATH);
    QCOMPARE(list.run({u"list"_s, u"--url"_s, m_set->server(0).url()}), 0);
    QVERIFY(set(m_set->server(0), "min-replicas-to-write", "1"));
    QVERIFY2(
        refusing.contains("refuses-writes")
            && refusing.contains("min-replicas-to-write is 3; replicas that follow it in time: 2"),
        refusing.constData());
    QVERIFY2(list.err.contains("min-replicas-to-write is 3; replicas that follow it in time: 2"),
             list.err.constData());
    QVERIFY(set(m_set->replica(0), "replica-priority", "0"));
    QVERIFY(set(m_set->replica(1), "replica-priority", "0"));
    const QByteArray strict = diagnosis();
    QVERIFY(set(m_set->server(0), "min-replicas-to-write", "0"));
    QVERIFY(set(m_set->replica(0), "replica-priority", "100"));
    QVERIFY(set(m_set->replica(1), "replica-priority", "100"));
    QVERIFY2(strict.contains("no-promotable-replica"), strict.constData());
    QVERIFY(!strict.contains("no-required-replica"));
}

LOCKSCOPE_TEST_SUITE(TestSurvival)
#include "tst_survival.moc"
