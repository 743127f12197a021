// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/deployment.h"
#include "core/redis/stream/tcpstream.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <algorithm>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestDeployment : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<Deployment> m_deployment;
    std::vector<std::vector<QByteArray>> m_changes;

    ConnectionConfig config() const
    {
        ConnectionConfig config;
        config.target = m_server.target();
        return config;
    }
    void open(const ConnectionConfig &config)
    {
        m_deployment = std::make_unique<Deployment>(config);
        connect(m_deployment.get(), &Deployment::keysChanged, this,
                [this](const std::vector<QByteArray> &keys) { m_changes.push_back(keys); });
        m_deployment->open();
        QVERIFY(await(m_deployment->whenReady()));
    }
    bool hasChanged(const QByteArray &key) const
    {
        return std::any_of(m_changes.begin(), m_changes.end(), [&](const auto &keys) {
            return std::find(keys.begin(), keys.end(), key) != keys.end();
        });
    }
    bool mayAllHaveChanged() const { return !m_changes.empty() && m_changes.back().empty(); }
    qint64 subscribers(const QByteArray &channel) const
    {
        return m_server.command({"PUBSUB"_ba, "NUMSUB"_ba, channel}).elements.at(1).integer;
    }
    static Arguments mostClients(const QByteArray &count)
    {
        return {"CONFIG"_ba, "SET"_ba, "maxclients"_ba, count};
    }
    void publish(const QByteArray &channel, const QByteArray &text) const
    {
        m_server.command({"PUBLISH"_ba, channel, text});
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
        m_changes.clear();
        open(config());
    }
    void cleanup() { m_deployment.reset(); }

    void listenersShareOneSubscription()
    {
        Channels &channels = m_deployment->channels();
        QByteArrayList heard;
        auto first = std::make_unique<Channels::Listener>(
            channels.listen("c"_ba, [&](const QByteArray &text) { heard += "1" + text; }));
        auto second = std::make_unique<Channels::Listener>(
            channels.listen("c"_ba, [&](const QByteArray &text) { heard += "2" + text; }));
        QVERIFY(await(std::move(first->confirmed)));
        QVERIFY(await(std::move(second->confirmed)));
        auto third = std::make_unique<Channels::Listener>(channels.listen("c"_ba, [](auto &) {}));
        QVERIFY2(third->confirmed.isReady(), "it is subscribed already");
        third.reset();
        QCOMPARE(subscribers("c"_ba), 1);
        publish("c"_ba, "x"_ba);
        QVERIFY(eventually([&] { return heard.size() == 2; }));
        QCOMPARE(heard, (QByteArrayList{"1x"_ba, "2x"_ba}));
        first.reset();
        publish("c"_ba, "y"_ba);
        QVERIFY(eventually([&] { return heard.size() == 3; }));
        second.reset();
        QCOMPARE(channels.count(), 0);
        QVERIFY(eventually([&] { return subscribers("c"_ba) == 0; }));
    }

    void aHandlerMayEndListening()
    {
        Channels &channels = m_deployment->channels();
        std::vector<Channels::Listener> listeners;
        int heard = 0;
        const auto endAll = [&](const QByteArray &) {
            ++heard;
            listeners.clear();
        };
        listeners.push_back(channels.listen("c"_ba, endAll));
        listeners.push_back(channels.listen("c"_ba, endAll));
        QVERIFY(await(std::move(listeners[1].confirmed)));
        publish("c"_ba, "x"_ba);
        QVERIFY(eventually([&] { return heard > 0; }));
        QVERIFY(eventually([&] { return subscribers("c"_ba) == 0; }));
        QCOMPARE(heard, 1);
    }

    void subscribesAgainAfterALoss()
    {
        Channels &channels = m_deployment->channels();
        QByteArrayList heard;
        int disturbed = 0;
        auto listener = channels.listen("c"_ba, [&](const QByteArray &text) { heard += text; });
        QVERIFY(await(std::move(listener.confirmed)));
        bool isHeardThen = false;
        connect(&channels, &Channels::disturbed, this, [&] {
            ++disturbed;
            isHeardThen = listener.isHeard();
        });
        m_server.command({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "pubsub"_ba});
        QVERIFY(eventually([&] { return disturbed == 1; }));
        QVERIFY2(isHeardThen, "who looks again now misses nothing after it");
        QCOMPARE(subscribers("c"_ba), 1);
        publish("c"_ba, "again"_ba);
        QVERIFY(eventually([&] { return heard.contains("again"_ba); }));
    }

    void aRefusedChannelSaysSo()
    {
        m_server.command({"ACL"_ba, "SETUSER"_ba, "deaf"_ba, "on"_ba, "nopass"_ba, "~*"_ba,
                          "+@all"_ba, "resetchannels"_ba, "&allowed"_ba});
        auto restricted = config();
        restricted.target.user = "deaf"_ba;
        restricted.target.password = "x"_ba;
        open(restricted);
        Channels &channels = m_deployment->channels();
        auto refused = channels.listen("other"_ba, [](auto &) {});
        auto allowed = channels.listen("allowed"_ba, [](auto &) {});
        const auto answer = await(std::move(refused.confirmed));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Permission);
        QVERIFY(await(std::move(allowed.confirmed)));
        // If invalidations cannot be received, reading goes on without them.
        QVERIFY(await(m_deployment->readTracked({"GET"_ba, "k"_ba})));
        QVERIFY(!m_deployment->isTracking());
    }

    void tellsOfKeysThatChange()
    {
        m_server.command({"SET"_ba, "k"_ba, "1"_ba});
        const auto read = await(m_deployment->readTracked({"GET"_ba, "k"_ba}));
        QVERIFY(read);
        QCOMPARE(read->bytes, "1"_ba);
        QVERIFY(m_deployment->isTracking());
        m_server.command({"SET"_ba, "other"_ba, "1"_ba});
        m_server.command({"SET"_ba, "k"_ba, "2"_ba});
        QVERIFY(eventually([&] { return hasChanged("k"_ba); }));
        QVERIFY(!hasChanged("other"_ba));
    }

    void tellsOfAbsentKeysAndOfExpiry()
    {
        QVERIFY(await(m_deployment->readTracked({"GET"_ba, "absent"_ba})));
        m_server.command({"SET"_ba, "absent"_ba, "1"_ba, "PX"_ba, "80"_ba});
        QVERIFY(eventually([&] { return hasChanged("absent"_ba); }));
        m_changes.clear();
        QVERIFY(await(m_deployment->readTracked({"GET"_ba, "absent"_ba})));
        QVERIFY(eventually([&] { return hasChanged("absent"_ba); }));
    }

    void tracksWhatAScriptReads()
    {
        const Script script = Script::of("return redis.call('get', KEYS[1])"_ba);
        m_server.command({"SCRIPT"_ba, "FLUSH"_ba});
        for (int round = 0; round < 2; ++round) { // by its text, then by its digest
            m_changes.clear();
            QVERIFY(await(m_deployment->runTracked(script, {"k"_ba}, {})));
            m_server.command({"SET"_ba, "k"_ba, "2"_ba});
            QVERIFY(eventually([&] { return hasChanged("k"_ba); }));
        }
    }

    void aLossIsAChangeOfEverything_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::newRow("commands") << "normal"_ba;
        QTest::newRow("channels") << "pubsub"_ba;
    }
    void aLossIsAChangeOfEverything()
    {
        QFETCH(const QByteArray, type);
        QVERIFY(await(m_deployment->readTracked({"GET"_ba, "k"_ba})));
        m_server.command({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, type});
        QVERIFY(eventually([&] { return mayAllHaveChanged(); }));
        QVERIFY(await(m_deployment->whenReady()));
        m_changes.clear();
        QVERIFY(await(m_deployment->readTracked({"GET"_ba, "k"_ba})));
        QVERIFY(m_deployment->isTracking());
        m_server.command({"SET"_ba, "k"_ba, "2"_ba});
        QVERIFY(eventually([&] { return hasChanged("k"_ba); }));
    }

    void waitsForNoLinkThatIsRefused()
    {
        auto patient = config();
        patient.commandTimeout = 10min;
        open(patient);
        QVERIFY(await(m_deployment->send(mostClients("1"_ba))));
        const auto read = await(m_deployment->readTracked({"GET"_ba, "k"_ba}));
        QVERIFY(read);
        QVERIFY(!m_deployment->isTracking());
        QVERIFY(await(m_deployment->send(mostClients("10000"_ba))));
        QVERIFY(eventually([&] { return mayAllHaveChanged(); }));
        QVERIFY(await(m_deployment->readTracked({"GET"_ba, "k"_ba})));
        QVERIFY(m_deployment->isTracking());
        m_server.command({"SET"_ba, "k"_ba, "2"_ba});
        QVERIFY(eventually([&] { return hasChanged("k"_ba); }));
    }

    void saysThatTheLinkCannotBeHad()
    {
        auto listener = m_deployment->channels().listen("c"_ba, [](auto &) {});
        QVERIFY(await(std::move(listener.confirmed)));
        QVERIFY(await(m_deployment->readTracked({"GET"_ba, "k"_ba})));
        QVERIFY(listener.isHeard());
        QVERIFY(m_deployment->isTracking());
        QVERIFY(await(m_deployment->send(mostClients("1"_ba))));
        QVERIFY(await(m_deployment->send({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "pubsub"_ba})));
        QVERIFY(eventually([&] { return mayAllHaveChanged(); }));
        QVERIFY(!listener.isHeard());
        QVERIFY(!m_deployment->isTracking());
        m_changes.clear();
        QVERIFY(await(m_deployment->send(mostClients("10000"_ba))));
        QVERIFY(eventually([&] { return mayAllHaveChanged(); }));
        QVERIFY(listener.isHeard());
    }

    void subscribesAgainWhatWasNotAnswered()
    {
        auto hasty = config();
        hasty.commandTimeout = 200ms;
        hasty.silenceLimit = 60s;
        open(hasty);
        Channels &channels = m_deployment->channels();
        auto first = channels.listen("c"_ba, [](auto &) {});
        QVERIFY(await(std::move(first.confirmed)));
        m_server.pause();
        auto second = channels.listen("d"_ba, [](auto &) {});
        QCOMPARE(await(m_deployment->send({"GET"_ba, "k"_ba})).error().kind, ErrorKind::Timeout);
        QVERIFY(!second.isHeard());
        m_server.resume();
        QVERIFY(await(std::move(second.confirmed)));
    }

    void subscribesAgainWhereTheServerWasBusy()
    {
        auto patient = config();
        patient.commandTimeout = 60s;
        patient.silenceLimit = 60s;
        open(patient);
        Channels &channels = m_deployment->channels();
        auto first = channels.listen("c"_ba, [](auto &) {});
        QVERIFY(await(std::move(first.confirmed)));
        m_server.command({"CONFIG"_ba, "SET"_ba, "lua-time-limit"_ba, "1"_ba});
        auto busy = m_deployment->send({"EVAL"_ba, "while true do end"_ba, "0"_ba});
        QVERIFY(eventually([&] { return m_server.command({"PING"_ba}).errorCode() == "BUSY"; }));
        auto second = channels.listen("d"_ba, [](auto &) {});
        for (int turn = 0; turn < 3; ++turn) { // the server has seen it then
            QCoreApplication::processEvents();
            QCOMPARE(m_server.command({"PING"_ba}).errorCode(), "BUSY"_ba);
        }
        QVERIFY(m_server.command({"SCRIPT"_ba, "KILL"_ba}).isOk());
        QVERIFY(await(std::move(second.confirmed)));
        QVERIFY(await(std::move(busy)));
    }

    // As behind an address that moves: a failover by name, or by a balancer of connections.
    void listensWhereItsCommandsGo()
    {
        RedisProcess other;
        QVERIFY(other.start());
        auto moving = config();
        auto at = std::make_shared<HostPort>(m_server.target().hosts.front());
        moving.makeStream = [at](const Target &) { return std::make_unique<TcpStream>(*at); };
        open(moving);
        auto listener = m_deployment->channels().listen("c"_ba, [](auto &) {});
        QVERIFY(await(std::move(listener.confirmed)));
        *at = other.target().hosts.front();
        m_server.command({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "normal"_ba});
        QVERIFY(eventually([&] {
            return other.command({"PUBSUB"_ba, "NUMSUB"_ba, "c"_ba}).elements.at(1).integer == 1;
        }));
        QVERIFY(eventually([&] { return listener.isHeard(); }));
        QCOMPARE(subscribers("c"_ba), 0);
    }

    void saysAtOnceThatNobodyListens()
    {
        ConnectionConfig nobody = config();
        nobody.target.hosts.front().port = freePort();
        Deployment deployment(nobody);
        QCOMPARE(await(deployment.whenReady()).error().kind, ErrorKind::ConnectionLost);
        deployment.open();
        auto ready = deployment.whenReady();
        QCOMPARE(await(deployment.whenTried()).error().kind, ErrorKind::Refused);
        QVERIFY2(!ready.isReady(), "it may still come");
        deployment.close();
        QCOMPARE(await(std::move(ready)).error().kind, ErrorKind::Cancelled);
    }
};

LOCKSCOPE_TEST_SUITE(TestDeployment)
#include "tst_deployment.moc"
