// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/deployment.h"
#include "core/redis/topology.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/core/redis/topologies.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray primaryRole(int replicas, int offset)
{
    std::vector<QByteArray> all;
    for (int i = 0; i < replicas; ++i)
        all.push_back(bulks({"127.0.2." + QByteArray::number(i + 1), "1", "1"}));
    return list({bulk("master"), ":" + QByteArray::number(offset) + "\r\n", list(all)});
}

} // namespace

// A chain of a primary and two replicas without sentinels, shared by the tests.
class TestReplicatedTopology : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<SentinelSet> m_set;

    HostPort addressOf(const RedisProcess &server) const { return {u"127.0.0.1"_s, server.port()}; }
    QString urlOf(const std::vector<HostPort> &hosts) const
    {
        QStringList texts;
        for (const HostPort &host : hosts)
            texts += toText(host);
        return u"redis://"_s + texts.join(u',');
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<SentinelSet>(
            SentinelSetOptions{.replicas = 2, .sentinels = 0, .chain = true});
        QVERIFY(m_set->start());
    }
    void cleanupTestCase() { m_set.reset(); }
    void init() { failOnAnyWarning(); }

    // Whichever is which, and replicas of replicas: the last of the chain, and one that is not
    // there, lead to the primary.
    void findsThePrimaryFromAnyServer()
    {
        WatchedConnection connection(
            configFor(urlOf({{u"127.0.0.1"_s, freePort()}, addressOf(m_set->replica(1))})));
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address(), std::optional(addressOf(*m_set->primary())));
        const auto set = await(connection->send({"SET"_ba, "key"_ba, "value"_ba}));
        QVERIFY(set && set->isOk());
        QVERIFY(eventually(
            [&] { return count(connection->topology()->view(), Member::Kind::Replica) == 2; }));
        for (const Member &member : connection->topology()->view().members) {
            if (member.address == addressOf(m_set->replica(1))) {
                QCOMPARE(member.follows, std::optional(addressOf(m_set->replica(0))));
            }
        }
    }

    // Another name for the same process is not another server.
    void countsAProcessOnce()
    {
        WatchedConnection connection(configFor(urlOf({{u"localhost"_s, m_set->server(0).port()},
                                                      {u"localhost"_s, m_set->server(1).port()}})));
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(eventually(
            [&] { return count(connection->topology()->view(), Member::Kind::Replica) == 2; }));
        QCOMPARE(count(connection->topology()->view(), Member::Kind::Primary), 1);
        QCOMPARE(connection->address(),
                 std::optional(HostPort{u"localhost"_s, m_set->server(0).port()}));
        QVERIFY(connection->topology()->view().doubt.isEmpty());
    }

    // Case 19. The former primary stays alive and throws nobody out.
    void followsAPromotionByHand()
    {
        Deployment deployment(configFor(m_set->replicatedUrl()));
        deployment.open();
        QVERIFY(await(deployment.whenReady()));
        const RedisProcess *const former = m_set->primary();
        QVERIFY(m_set->promote(m_set->replica(1)));
        QVERIFY(m_set->primary() != former);
        const auto isThere = [&] {
            if (!deployment.isReady())
                return false;
            const auto role = await(deployment.send({"INFO"_ba, "server"_ba}));
            return role
                && role->bytes.contains(
                    QByteArray("tcp_port:" + QByteArray::number(m_set->primary()->port())));
        };
        QVERIFY(eventually(isThere));
    }

    void followsAKilledPrimary()
    {
        QVERIFY(m_set->settle());
        WatchedConnection connection(configFor(m_set->replicatedUrl()));
        connection->open();
        QVERIFY(connection.becomesReady());
        RedisProcess &killed = m_set->killPrimary();
        QVERIFY(connection.becomesLost());
        RedisProcess &next = m_set->server(0).isRunning() ? m_set->server(0) : m_set->server(1);
        QVERIFY(m_set->promote(next));
        QVERIFY(eventually([&] {
            return connection->state() == Connection::State::Ready
                && connection->address() == addressOf(next);
        }));
        QVERIFY(killed.start());
    }

    void choosesBetweenTwoPrimaries_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<int>("chosen");
        QTest::newRow("replicas") << primaryRole(0, 900) << primaryRole(1, 100) << 1;
        QTest::newRow("offset") << primaryRole(1, 100) << primaryRole(1, 101) << 1;
        QTest::newRow("the first") << primaryRole(0, 5) << primaryRole(0, 5) << 0;
    }

    void choosesBetweenTwoPrimaries()
    {
        QFETCH(const QByteArray, first);
        QFETCH(const QByteArray, second);
        QFETCH(const int, chosen);
        ScriptedServer one([&](const Command &command) {
            return command.front() == "ROLE" ? first : QByteArray();
        });
        ScriptedServer two([&](const Command &command) {
            return command.front() == "ROLE" ? second : QByteArray();
        });
        WatchedConnection connection(configFor(urlOf({one.address(), two.address()})));
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address(), std::optional(chosen == 0 ? one.address() : two.address()));
        QVERIFY(connection->topology()->view().doubt.english().endsWith(
            u"both say that they are the primary"_s));
    }

    void saysThatThePrimaryIsOutOfReach()
    {
        const QByteArray away = QByteArray::number(freePort());
        ScriptedServer replica([&](const Command &command) {
            return command.front() == "ROLE"
                ? list({bulk("slave"), bulk("127.0.0.1"), ":" + away + "\r\n", bulk("connect"),
                        ":1\r\n"})
                : QByteArray();
        });
        WatchedConnection connection(
            configFor(urlOf({replica.address(), {u"127.0.0.1"_s, freePort()}})));
        connection->open();
        QVERIFY(connection.becomesLost());
        const auto &loss = connection.losses.front();
        QVERIFY(!loss.final);
        QCOMPARE(loss.error.code, "NOPRIMARY"_ba);
        QVERIFY2(loss.error.text.english().startsWith(
                     u"%1 is a replica of 127.0.0.1:%2, which does not reply"_s.arg(
                         toText(replica.address()), QString::fromLatin1(away))),
                 qPrintable(loss.error.text.english()));
    }

    // A client that may not run ROLE reads the same from INFO.
    void goesWithoutRole()
    {
        ScriptedServer server([](const Command &command) {
            if (command.front() == "ROLE")
                return "-NOPERM this user has no permissions to run 'role'\r\n"_ba;
            return command.front() == "INFO" && command[1] == "replication"
                ? bulk("role:master\r\nconnected_slaves:0\r\nmaster_repl_offset:1\r\n")
                : QByteArray();
        });
        WatchedConnection connection(
            configFor(urlOf({server.address(), {u"127.0.0.1"_s, freePort()}})));
        connection->open();
        QVERIFY(connection.becomesReady());
        const int asked = server.count("INFO");
        QVERIFY(eventually([&] { return server.count("INFO") >= asked + 2; }));
        QCOMPARE(server.count("ROLE"), 1); // of the connection
    }

    // And a client that learns nothing from INFO sends ROLE.
    void goesWithoutInfo()
    {
        ScriptedServer server([](const Command &command) {
            if (command.front() == "INFO")
                return "-NOPERM this user has no permissions to run 'info'\r\n"_ba;
            return command.front() == "ROLE" ? primaryRole(0, 1) : QByteArray();
        });
        WatchedConnection connection(
            configFor(urlOf({server.address(), {u"127.0.0.1"_s, freePort()}})));
        connection->open();
        QVERIFY(connection.becomesReady());
        const int asked = server.count("ROLE");
        const int refused = server.count("INFO");
        QVERIFY(eventually([&] { return server.count("ROLE") >= asked + 2; }));
        QCOMPARE(server.count("INFO"), refused); // each would be a line in its log
    }

    void givesUpAWrongPassword()
    {
        RedisOptions options;
        options.password = "right";
        RedisProcess server(options);
        QVERIFY(server.start());
        WatchedConnection connection(
            configFor(u"redis://:hunter2@127.0.0.1:%1,127.0.0.1:%2"_s.arg(server.port())
                          .arg(server.port())
                          .replace(u",127.0.0.1"_s, u",localhost"_s)));
        connection->open();
        QVERIFY(connection.becomesLost());
        QVERIFY(connection.losses.front().final);
        QCOMPARE(connection.losses.front().error.kind, ErrorKind::Auth);
        QVERIFY(!connection.losses.front().error.text.english().contains(u"hunter2"_s));
    }
};

LOCKSCOPE_TEST_SUITE(TestReplicatedTopology)
#include "tst_replicatedtopology.moc"
