// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/combine.h"
#include "core/redis/connection.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QTcpServer>
#include <QTcpSocket>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestConnection : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;

    ConnectionConfig config() const
    {
        ConnectionConfig config;
        config.target = m_server.target();
        return config;
    }

    static ConnectionConfig configFor(quint16 port)
    {
        ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, port}};
        return config;
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
        QVERIFY(m_server.isRunning());
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
    }

    void refusesASentinel()
    {
        RedisOptions options;
        options.sentinel = true;
        RedisProcess sentinel(options);
        QVERIFY(sentinel.start());
        WatchedConnection connection(configFor(sentinel.port()));
        connection->open();
        QVERIFY(connection.becomesLost());
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Unsupported);
        QVERIFY2(connection.losses[0].error.text.english().contains("is a Sentinel"_L1),
                 qPrintable(connection.losses[0].error.text.english()));
        QVERIFY(connection.losses[0].final);
        QCOMPARE(connection.readies, 0);
    }

    void knowsTheServersMode_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("mode");
        QTest::newRow("alone") << QStringList() << "standalone"_ba;
        QTest::newRow("node of a cluster")
            << QStringList{u"--cluster-enabled"_s, u"yes"_s} << "cluster"_ba;
        // A user who may not ask connects all the same.
        QTest::newRow("unknown") << QStringList{u"--rename-command"_s, u"INFO"_s, QString()}
                                 << QByteArray();
    }

    void knowsTheServersMode()
    {
        QFETCH(QStringList, arguments);
        RedisOptions options;
        options.arguments = arguments;
        RedisProcess server(options);
        QVERIFY(server.start());
        WatchedConnection connection(configFor(server.port()));
        connection->open();
        QVERIFY(connection.becomesReady());
        QTEST(connection->serverMode(), "mode");
    }

    void answersCommands()
    {
        WatchedConnection connection(config());
        QCOMPARE(connection->state(), Connection::State::Closed);
        connection->open();
        QCOMPARE(connection->state(), Connection::State::Connecting);
        QVERIFY(connection.becomesReady());
        QVERIFY(!connection->lastError());
        const auto reply = await(connection->send({"ECHO"_ba, "a\r\n\0b"_ba}));
        QVERIFY(reply && reply->isString());
        QCOMPARE(reply->bytes, "a\r\n\0b"_ba);
        const auto refused = await(connection->send({"NONSENSE"_ba}));
        QVERIFY(refused && refused->errorCode() == "ERR");
        QVERIFY(connection->latency());
        QVERIFY(m_server.command({"CLIENT"_ba, "LIST"_ba}).bytes.contains("name=lockscope "));
        QCOMPARE(connection->label(), m_server.url());
    }

    void answersConnectionLostWhileNotReady()
    {
        Connection connection(config());
        auto before = connection.send({"PING"_ba});
        QVERIFY(before.isReady());
        QCOMPARE(before.take().error().kind, ErrorKind::ConnectionLost);
        connection.open();
        auto early = connection.send({"PING"_ba});
        QVERIFY(early.isReady());
        QCOMPARE(early.take().error().kind, ErrorKind::ConnectionLost);
    }

    void selectsTheDatabase()
    {
        ConnectionConfig third = config();
        third.target.database = 3;
        WatchedConnection connection(third);
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(m_server.command({"CLIENT"_ba, "LIST"_ba}).bytes.contains(" db=3 "));

        third.target.database = 99;
        WatchedConnection beyond(third);
        beyond->open();
        QVERIFY(eventually([&] { return beyond.losses.size() >= 2; })); // tried again
        QCOMPARE(beyond.losses[0].error.kind, ErrorKind::Server);
        QVERIFY(beyond.losses[0].error.text.english().contains("out of range"_L1));
        QVERIFY(!beyond.losses[0].final);
        QCOMPARE(beyond.readies, 0);
    }

    void connectsToAUnixSocket()
    {
        RedisProcess server({.unixSocket = true, .password = {}, .tls = {}, .arguments = {}});
        QVERIFY(server.start());
        ConnectionConfig local;
        local.target = server.target();
        WatchedConnection connection(local);
        connection->open();
        QVERIFY(connection.becomesReady());
        const auto reply = await(connection->send({"PING"_ba}));
        QVERIFY(reply && reply->bytes == "PONG");
        server.kill();
        QVERIFY(connection.becomesLost());
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::ConnectionLost);
        QVERIFY(eventually([&] { return connection.losses.size() >= 2; }));
        QCOMPARE(connection.losses[1].error.kind, ErrorKind::Refused); // the file is still there
        QVERIFY(server.start());
        QVERIFY(connection.becomesReady());

        local.target.path = u"/nonexistent/redis.sock"_s;
        WatchedConnection nowhere(local);
        nowhere->open();
        QVERIFY(nowhere.becomesLost());
        QCOMPARE(nowhere.losses[0].error.kind, ErrorKind::Unreachable);
    }

    void pipelinesWithoutLosingTheOrder()
    {
        RecordingProxy proxy(m_server.port());
        WatchedConnection connection(configFor(proxy.port()));
        connection->open();
        QVERIFY(connection.becomesReady());
        std::vector<Pending<Reply>> pending;
        for (int i = 0; i < 10'000; ++i)
            pending.push_back(connection->send({"INCR"_ba, "n"_ba}));
        const auto all = await(whenAll(std::move(pending)), patience);
        QVERIFY(all);
        for (std::size_t i = 0; i < all->size(); ++i) {
            QVERIFY((*all)[i]);
            QCOMPARE((*all)[i]->integer, qint64(i + 1));
        }
        QCOMPARE(proxy.count("INCR"), 10'000);
        QCOMPARE(proxy.mostOutstanding(), 64);
    }

    void refusesMoreThanItMayQueue()
    {
        ConnectionConfig small = config();
        small.maxQueued = 100;
        WatchedConnection connection(small);
        connection->open();
        QVERIFY(connection.becomesReady());
        std::vector<Pending<Reply>> pending;
        for (int i = 0; i < 100; ++i)
            pending.push_back(connection->send({"PING"_ba}));
        auto busy = connection->send({"PING"_ba});
        QVERIFY(busy.isReady());
        QCOMPARE(busy.take().error().kind, ErrorKind::Busy);
        const auto all = await(whenAll(std::move(pending)));
        QVERIFY(all && all->back() && all->back()->bytes == "PONG");
    }

    // A reply that comes after its deadline goes to nobody else.
    void keepsThePairingAfterATimeout()
    {
        ConnectionConfig hasty = config();
        hasty.commandTimeout = 100ms;
        hasty.silenceLimit = patience;
        WatchedConnection connection(hasty);
        connection->open();
        QVERIFY(connection.becomesReady());
        m_server.pause();
        const auto late = await(connection->send({"ECHO"_ba, "late"_ba}));
        QVERIFY(!late);
        QCOMPARE(late.error().kind, ErrorKind::Timeout);
        QCOMPARE(connection->state(), Connection::State::Ready);
        m_server.resume();
        QVERIFY(eventually([&] {
            const auto reply = await(connection->send({"ECHO"_ba, "next"_ba}));
            return reply && reply->bytes == "next";
        }));
        QVERIFY(connection.losses.empty());
    }

    void noticesASilentServer()
    {
        WatchedConnection connection(config());
        connection->open();
        QVERIFY(connection.becomesReady());
        m_server.pause(); // with nothing outstanding: only the PING can tell
        QVERIFY(connection.becomesLost());
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Timeout);
        QVERIFY(!connection.losses[0].final);
        QVERIFY(connection->lastError().has_value());
        m_server.resume();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection.readies, 2);
    }

    void comesBackAfterACrash()
    {
        WatchedConnection connection(config());
        connection->open();
        QVERIFY(connection.becomesReady());
        auto blocked = connection->send({"BLPOP"_ba, "nothing"_ba, "0"_ba});
        QVERIFY(await(connection->send({"PING"_ba}), 100ms).error().kind == ErrorKind::Internal);
        m_server.kill();
        const auto lost = await(std::move(blocked));
        QVERIFY(!lost);
        QCOMPARE(lost.error().kind, ErrorKind::ConnectionLost);
        QVERIFY(eventually([&] {
            return !connection.losses.empty()
                && connection.losses.back().error.kind == ErrorKind::Refused;
        }));
        QVERIFY(m_server.start());
        QVERIFY(connection.becomesReady());
        const auto reply = await(connection->send({"PING"_ba}));
        QVERIFY(reply && reply->bytes == "PONG");
    }

    void sendsNothingTwice()
    {
        RecordingProxy proxy(m_server.port());
        WatchedConnection connection(configFor(proxy.port()));
        connection->open();
        QVERIFY(connection.becomesReady());
        proxy.stallServer(true); // commands arrive, answers do not
        std::vector<Pending<Reply>> pending;
        for (int i = 0; i < 200; ++i)
            pending.push_back(connection->send({"INCR"_ba, "n"_ba}));
        QVERIFY(eventually([&] { return proxy.count("INCR") == 64; }));
        QVERIFY(eventually([&] { return m_server.command({"GET"_ba, "n"_ba}).bytes == "64"; }));
        proxy.stallServer(false);
        proxy.cut();
        const auto all = await(whenAll(std::move(pending)));
        QVERIFY(all);
        int lost = 0;
        for (const auto &result : *all) {
            if (!result) {
                QCOMPARE(result.error().kind, ErrorKind::ConnectionLost);
                ++lost;
            }
        }
        QVERIFY(lost > 0);
        QVERIFY(connection.becomesReady());
        QVERIFY(await(connection->send({"PING"_ba})));
        const int sent = proxy.count("INCR");
        QVERIFY(sent >= 64 && sent <= 200);
        QCOMPARE(m_server.command({"GET"_ba, "n"_ba}).bytes.toInt(), sent);
    }

    void triesOnWhileTheServerIsFull()
    {
        RedisProcess server({.unixSocket = false,
                             .password = {},
                             .tls = {},
                             .arguments = {u"--maxclients"_s, u"1"_s}});
        QVERIFY(server.start());
        ConnectionConfig single;
        single.target = server.target();
        WatchedConnection first(single);
        first->open();
        QVERIFY(first.becomesReady());
        WatchedConnection second(single);
        second->open();
        QVERIFY(second.becomesLost());
        QVERIFY(!second.losses[0].final);
        QVERIFY2(second.losses[0].error.text.english().contains("max number of clients"_L1)
                     || second.losses[0].error.kind == ErrorKind::ConnectionLost,
                 qPrintable(second.losses[0].error.text.english()));
        first->close();
        QVERIFY(second.becomesReady());
    }

    void tellsThatNothingListens()
    {
        WatchedConnection connection(configFor(freePort()));
        connection->open();
        QVERIFY(eventually([&] { return connection.losses.size() >= 2; }));
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Refused);
        QVERIFY(!connection.losses[0].final);
        QVERIFY(connection.losses[0].error.endpoint.contains("127.0.0.1"_L1));
        QCOMPARE(connection->lastError()->kind, ErrorKind::Refused);
    }

    void tellsThatThereIsNoSuchHost()
    {
        ConnectionConfig unknown;
        unknown.target.hosts = {{u"no-such-host.invalid"_s, 6379}};
        WatchedConnection connection(unknown);
        connection->open();
        QVERIFY(connection.becomesLost());
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Unreachable);
        QVERIFY(!connection.losses[0].final);
    }

    void tellsThatAnotherProtocolIsSpoken()
    {
        QTcpServer web;
        QVERIFY(web.listen(QHostAddress::LocalHost));
        connect(&web, &QTcpServer::newConnection, this, [&] {
            QTcpSocket *const socket = web.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
                socket->disconnectFromHost();
            });
        });
        WatchedConnection connection(configFor(web.serverPort()));
        connection->open();
        QVERIFY(eventually([&] { return connection.losses.size() >= 2; }));
        const Error error = connection.losses[0].error;
        QCOMPARE(error.kind, ErrorKind::Protocol);
        QVERIFY(error.text.english().contains(u"does not speak the Redis protocol"_s));
        QVERIFY(error.text.english().contains(u"HTTP/1.1 400"_s));
        QVERIFY(!connection.losses[0].final);
    }

    void givesUpAServerThatNeverAnswers()
    {
        QTcpServer mute;
        QVERIFY(mute.listen(QHostAddress::LocalHost));
        ConnectionConfig hasty = configFor(mute.serverPort());
        hasty.connectTimeout = 100ms;
        WatchedConnection connection(hasty);
        connection->open();
        QVERIFY(connection.becomesLost());
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Timeout);
        QVERIFY(!connection.losses[0].final);
    }

    void closesAndOpensAgain()
    {
        WatchedConnection connection(config());
        connection->open();
        QVERIFY(connection.becomesReady());
        auto pending = connection->send({"PING"_ba});
        connection->close();
        QVERIFY(pending.isReady());
        QCOMPARE(pending.take().error().kind, ErrorKind::Cancelled);
        QCOMPARE(connection->state(), Connection::State::Closed);
        connection->close();
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(connection.losses.empty());
        QCOMPARE(connection.readies, 2);
    }

    void sendsWhatCouldWaitBeforeItCloses()
    {
        for (const bool isDestroyed : {false, true}) {
            QVERIFY(m_server.command({"SET"_ba, "a"_ba, "1"_ba}).isOk());
            auto connection = std::make_unique<WatchedConnection>(config());
            (*connection)->open();
            QVERIFY(connection->becomesReady());
            auto later = (*connection)->sendLater({"DEL"_ba, "a"_ba});
            if (isDestroyed)
                connection.reset();
            else
                (*connection)->close();
            QCOMPARE(await(std::move(later)).error().kind, ErrorKind::Cancelled);
            QVERIFY(eventually([&] {
                return m_server.command({"EXISTS"_ba, "a"_ba}).integer == 0;
            }));
        }
    }

    void answersCancelledWhenDestroyed()
    {
        Pending<Reply> pending;
        {
            WatchedConnection connection(config());
            connection->open();
            QVERIFY(connection.becomesReady());
            pending = connection->send({"PING"_ba});
        }
        QVERIFY(pending.isReady());
        QCOMPARE(pending.take().error().kind, ErrorKind::Cancelled);
    }
};

LOCKSCOPE_TEST_SUITE(TestConnection)
#include "tst_connection.moc"
