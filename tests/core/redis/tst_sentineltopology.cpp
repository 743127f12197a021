// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/deployment.h"
#include "core/redis/topology.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/core/redis/topologies.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/scriptedserver.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// A scripted sentinel's answers about "shop": the address of its primary, and the configuration
// epoch.
struct Says {
    HostPort primary;
    qint64 epoch = 1;
    std::vector<HostPort> sentinels = {};
};

QByteArray sentinelAnswer(const Command &command, const Says &says)
{
    if (command.front() == "PING")
        return "+PONG\r\n";
    if (command.front() != "SENTINEL" || command.size() < 2)
        return {};
    const QByteArray &what = command[1];
    const QByteArray port = QByteArray::number(says.primary.port);
    if (what == "MASTER")
        return bulks({"name", "shop", "ip", says.primary.host.toLatin1(), "port", port, "flags",
                      "master", "config-epoch", QByteArray::number(says.epoch)});
    if (what == "GET-MASTER-ADDR-BY-NAME")
        return bulks({says.primary.host.toLatin1(), port});
    if (what == "MYID")
        return bulk("0123456789abcdef" + QByteArray::number(says.epoch));
    std::vector<QByteArray> others;
    if (what == "SENTINELS") {
        for (const HostPort &other : says.sentinels)
            others.push_back(
                bulks({"ip", other.host.toLatin1(), "port", QByteArray::number(other.port)}));
    }
    return list(others);
}

QByteArray roleAnswer(const Command &command, bool isPrimary)
{
    if (command.front() != "ROLE")
        return {};
    return isPrimary
        ? list({bulk("master"), ":10\r\n", list({})})
        : list({bulk("slave"), bulk("127.0.0.1"), ":1\r\n", bulk("connected"), ":10\r\n"});
}

QString urlOf(const std::vector<HostPort> &sentinels, const QString &rest = u"/shop"_s)
{
    QStringList hosts;
    for (const HostPort &sentinel : sentinels)
        hosts += toText(sentinel);
    return u"redis+sentinel://"_s + hosts.join(u',') + rest;
}

} // namespace

// The set is shared: each test leaves it settled.
class TestSentinelTopology : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<SentinelSet> m_set;

    HostPort addressOf(const RedisProcess &server) const { return {u"127.0.0.1"_s, server.port()}; }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<SentinelSet>();
        QVERIFY(m_set->start());
    }
    void cleanupTestCase() { m_set.reset(); }
    void init() { failOnAnyWarning(); }

    void findsThePrimary()
    {
        WatchedConnection connection(configFor(m_set->url() + u"/3"_s));
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address(), std::optional(addressOf(*m_set->primary())));
        QCOMPARE(connection->label(), m_set->url() + u"/3"_s);
        const auto set = await(connection->send({"SET"_ba, "key"_ba, "value"_ba}));
        QVERIFY(set && set->isOk());
        const Topology &topology = *connection->topology();
        QVERIFY(eventually([&] {
            return count(topology.view(), Member::Kind::Primary) == 1
                && count(topology.view(), Member::Kind::Replica) == 2
                && count(topology.view(), Member::Kind::Sentinel) == 3;
        }));
        QVERIFY(topology.view().epoch.has_value());
    }

    // One address is enough: the other sentinels are learned from it.
    void learnsTheOtherSentinels()
    {
        WatchedConnection connection(
            configFor(urlOf({addressOf(m_set->sentinel(2))}, u"/mymaster"_s)));
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(eventually(
            [&] { return count(connection->topology()->view(), Member::Kind::Sentinel) == 3; }));
        m_set->sentinel(2).kill();
        QVERIFY(eventually(
            [&] { return count(connection->topology()->view(), Member::Kind::Sentinel) == 2; }));
        const RedisProcess *const before = m_set->primary();
        QVERIFY(m_set->sentinel(0).command({"SENTINEL"_ba, "FAILOVER"_ba, "mymaster"_ba}).isOk());
        QVERIFY(m_set->awaitPromotion(*before));
        QVERIFY(eventually([&] {
            return connection->state() == Connection::State::Ready
                && connection->address() == addressOf(*m_set->primary());
        }));
        QVERIFY(m_set->reviveAll());
    }

    // Case 1 of the reference; bench_failover measures how soon.
    void followsAKilledPrimary()
    {
        // Commands and channels share one topology.
        Deployment deployment(configFor(m_set->url()));
        deployment.open();
        QVERIFY(await(deployment.whenReady()));
        std::vector<QByteArray> heard;
        const auto listener = deployment.channels().listen(
            "channel"_ba, [&](const QByteArray &payload) { heard.push_back(payload); });
        QVERIFY(eventually([&] { return listener.confirmed.isReady(); }));
        const RedisProcess &killed = m_set->killPrimary();
        QVERIFY(m_set->awaitPromotion(killed));
        QVERIFY(eventually([&] { return deployment.isReady(); }));
        const auto role = await(deployment.send({"ROLE"_ba}));
        QVERIFY(role && role->elements.at(0).bytes == "master");
        QVERIFY(eventually([&] {
            m_set->primary()->command({"PUBLISH"_ba, "channel"_ba, "hello"_ba});
            return !heard.empty();
        }));
        QVERIFY(m_set->reviveAll());
    }

    // The primary stays alive as a replica, and its clients are not thrown out (REPLICAOF by
    // hand): the role tells it, the sentinels do not.
    void leavesADemotedPrimary()
    {
        ScriptedServer primary([](const Command &command) { return roleAnswer(command, true); });
        ScriptedServer replica([](const Command &command) { return roleAnswer(command, false); });
        Says says{primary.address()};
        ScriptedServer sentinel(
            [&](const Command &command) { return sentinelAnswer(command, says); });
        WatchedConnection connection(configFor(urlOf({sentinel.address()})));
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address(), std::optional(primary.address()));
        // No announcement, no new name; the demoted one still answers.
        primary.setAnswer([](const Command &command) { return roleAnswer(command, false); });
        QVERIFY(connection.becomesLost());
        QVERIFY(!connection.losses.front().final);
        QVERIFY(!connection->topology()->view().primary);
        QVERIFY(!connection->topology()->view().doubt.isEmpty());
        // The sentinel's latest answer counts.
        replica.setAnswer([](const Command &command) { return roleAnswer(command, true); });
        says = {replica.address(), 2};
        QVERIFY(eventually([&] {
            return connection->state() == Connection::State::Ready
                && connection->address() == replica.address();
        }));
    }

    // Case 16: the address answers as a replica from the beginning.
    void doesNotStayOnAReplica()
    {
        ScriptedServer server([](const Command &command) { return roleAnswer(command, false); });
        ScriptedServer sentinel(
            [&](const Command &command) { return sentinelAnswer(command, {server.address()}); });
        auto config = configFor(urlOf({sentinel.address()}));
        config.connectTimeout = 600ms;
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(eventually([&] { return connection.losses.size() >= 2; }));
        QCOMPARE(connection.losses[0].error.code, "NOTPRIMARY"_ba);
        QVERIFY(!connection.losses[0].final && !connection.losses[1].final);
        QVERIFY2(connection.losses[1].error.text.english().contains(
                     u"name %1, which answers as a replica"_s.arg(toText(server.address()))),
                 qPrintable(connection.losses[1].error.text.english()));
        QCOMPARE(connection.readies, 0);
        server.setAnswer([](const Command &command) { return roleAnswer(command, true); });
        QVERIFY(connection.becomesReady());
    }

    void believesTheNewestEpoch()
    {
        ScriptedServer former([](const Command &command) { return roleAnswer(command, true); });
        ScriptedServer newest([](const Command &command) { return roleAnswer(command, true); });
        const auto saysFormer = [&](const Command &command) {
            return sentinelAnswer(command, {former.address(), 6});
        };
        ScriptedServer stale(saysFormer);
        ScriptedServer staleToo(saysFormer);
        ScriptedServer knowing([&](const Command &command) {
            return sentinelAnswer(command, {newest.address(), 7});
        });
        WatchedConnection connection(
            configFor(urlOf({stale.address(), staleToo.address(), knowing.address()})));
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address(), std::optional(newest.address()));
        QCOMPARE(connection->topology()->view().epoch, std::optional<qint64>(7));
        // The only one that knows is away: two that know less do not turn it back.
        QVERIFY(eventually([&] { return newest.count("ROLE") >= 2; }));
        knowing.setAnswer([](const Command &) { return "-ERR away\r\n"_ba; });
        const int asked = stale.count("SENTINEL");
        QVERIFY(eventually([&] { return stale.count("SENTINEL") >= asked + 10; }));
        QCOMPARE(connection->address(), std::optional(newest.address()));
        QCOMPARE(connection.losses.size(), std::size_t(0));
    }

    void survivesTheLossOfAllSentinels()
    {
        ScriptedServer server([](const Command &command) { return roleAnswer(command, true); });
        auto sentinel = std::make_unique<ScriptedServer>(
            [&](const Command &command) { return sentinelAnswer(command, {server.address()}); });
        WatchedConnection connection(configFor(urlOf({sentinel->address()})));
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(eventually([&] { return server.count("ROLE") >= 2; }));
        sentinel->dropAll();
        sentinel.reset();
        QVERIFY(eventually(
            [&] { return count(connection->topology()->view(), Member::Kind::Sentinel) == 0; }));
        QCOMPARE(connection->state(), Connection::State::Ready);
        // And a connection that is lost comes back without them.
        server.dropAll();
        QVERIFY(eventually([&] { return connection.readies == 2; }));
    }

    void namesWhatTheSentinelKnows()
    {
        WatchedConnection connection(
            configFor(urlOf({addressOf(m_set->sentinel(0))}, u"/nobody"_s)));
        connection->open();
        QVERIFY(connection.becomesLost());
        const auto &loss = connection.losses.front();
        QVERIFY(loss.final);
        QCOMPARE(loss.error.code, "NOMASTER"_ba);
        QVERIFY2(loss.error.text.english().endsWith(
                     u"watches no primary named \"nobody\"; it watches mymaster"_s),
                 qPrintable(loss.error.text.english()));
    }

    // A Sentinel that is given as a server: the message has the URL that was meant.
    void tellsTheUrlOfASentinel()
    {
        const HostPort address = addressOf(m_set->sentinel(0));
        WatchedConnection connection(configFor(u"redis://"_s + toText(address)));
        connection->open();
        QVERIFY(connection.becomesLost());
        QVERIFY(connection.losses.front().final);
        QVERIFY2(connection.losses.front().error.text.english().endsWith(
                     u"use redis+sentinel://%1/mymaster"_s.arg(toText(address))),
                 qPrintable(connection.losses.front().error.text.english()));
    }

    void goesOnTryingWhileNobodyAnswers()
    {
        const HostPort nobody{u"127.0.0.1"_s, freePort()};
        WatchedConnection connection(configFor(urlOf({nobody})));
        connection->open();
        QVERIFY(connection.becomesLost());
        QVERIFY(!connection.losses.front().final);
        QVERIFY2(connection.losses.front().error.text.english().startsWith(
                     u"the Sentinel at %1 does not reply"_s.arg(toText(nobody))),
                 qPrintable(connection.losses.front().error.text.english()));
        connection->close();
    }

    // None of these answers is an address; the connection follows the sentinel that is right.
    void enduresHostileReplies_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("nil") << "*-1\r\n"_ba;
        QTest::newRow("error") << "-ERR no\r\n"_ba;
        QTest::newRow("number") << ":7\r\n"_ba;
        QTest::newRow("text") << bulk("127.0.0.1");
        QTest::newRow("odd") << bulks({"a", "b", "c"});
        QTest::newRow("port 0") << bulks({"127.0.0.1", "0"});
        QTest::newRow("no host") << bulks({"", "1"});
        QTest::newRow("control") << bulks({"a\r\nb", "1"});
        QTest::newRow("nested") << list({list({}), list({list({})})});
        QTest::newRow("no Redis") << "HTTP/1.1 400 Bad Request\r\n"_ba;
    }

    void enduresHostileReplies()
    {
        QFETCH(const QByteArray, answer);
        ScriptedServer server([](const Command &command) { return roleAnswer(command, true); });
        ScriptedServer hostile([&](const Command &command) {
            return command.front() == "SENTINEL" ? answer : QByteArray();
        });
        ScriptedServer honest(
            [&](const Command &command) { return sentinelAnswer(command, {server.address()}); });
        WatchedConnection connection(configFor(urlOf({hostile.address(), honest.address()})));
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address(), std::optional(server.address()));
        WatchedConnection alone(configFor(urlOf({hostile.address()})));
        alone->open();
        QVERIFY(alone.becomesLost());
        QCOMPARE(alone.readies, 0);
    }

    // Sentinels of hundreds of names are not all connected.
    void learnsNoMoreSentinelsThanAreUseful()
    {
        ScriptedServer server([](const Command &command) { return roleAnswer(command, true); });
        Says says{server.address()};
        const quint16 closed = freePort();
        for (int i = 1; i <= 200; ++i)
            says.sentinels.push_back({u"127.0.1.%1"_s.arg(i), closed});
        ScriptedServer sentinel(
            [&](const Command &command) { return sentinelAnswer(command, says); });
        WatchedConnection connection(configFor(urlOf({sentinel.address()})));
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(eventually([&] {
            return count(connection->topology()->view(), Member::Kind::Sentinel, false) == 31;
        }));
    }

    // As where it has no connection to spare: it is asked once a second, and not all the time.
    void aSentinelThatThrowsTheListenerOutIsSpared_F23()
    {
        RecordingProxy proxy(m_set->sentinel(0).port());
        proxy.setRule([](const std::vector<QByteArray> &command) {
            return command.front() == "SUBSCRIBE" ? std::nullopt : std::optional(command);
        });
        WatchedConnection connection(
            configFor(urlOf({HostPort{u"127.0.0.1"_s, proxy.port()}}, u"/mymaster"_s)));
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(eventually([&] { return proxy.count("SUBSCRIBE"_ba) >= 1; }));
        const Instant first = std::chrono::steady_clock::now();
        QVERIFY(eventually([&] { return proxy.count("SUBSCRIBE"_ba) >= 4; }));
        QVERIFY(std::chrono::steady_clock::now() - first >= 2s);
    }

    // Case 3: the announced address is not reachable from here.
    void mapsAnnouncedAddresses()
    {
        ScriptedServer server([](const Command &command) { return roleAnswer(command, true); });
        ScriptedServer sentinel([&](const Command &command) {
            return sentinelAnswer(command, {{u"db-1.internal"_s, 6379}});
        });
        WatchedConnection connection(configFor(
            urlOf({sentinel.address()}, u"/shop?map=*:6379="_s + toText(server.address()))));
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address(), std::optional(server.address()));
    }

    // Case 2: a client that misses two failovers sees the same address again, but another process.
    // Commands sent to a process that cannot be asked are never proved to be over.
    void concludesNothingAcrossProcesses()
    {
        auto config = configFor(m_set->url());
        config.endsPredecessors = true;
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(connection->hasEndedPredecessors());
        const RedisProcess *const first = m_set->primary();
        QVERIFY(m_set->failover());
        QVERIFY(eventually([&] {
            return connection->state() == Connection::State::Ready
                && connection->address() == addressOf(*m_set->primary());
        }));
        QVERIFY(m_set->primary() != first);
        QVERIFY(!connection->hasEndedPredecessors());
        QVERIFY(m_set->settle());
    }
};

LOCKSCOPE_TEST_SUITE(TestSentinelTopology)
#include "tst_sentineltopology.moc"
