// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/combine.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/support/fakestream.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Tests a Connection on a stream that the test scripts.
class TestPairing : public QObject
{
    Q_OBJECT

private:
    FakeStreams m_streams;

    ConnectionConfig config()
    {
        m_streams = FakeStreams();
        ConnectionConfig config;
        config.target.hosts = {{u"fake"_s, 1}};
        config.makeStream = m_streams.factory();
        config.asksMode = false; // one answer for each command of a test
        return config;
    }

    FakeStream &stream() const { return *m_streams.last(); }

    // Through the handshake, without the test's event loop.
    void connectNow(Connection &connection) const
    {
        connection.open();
        stream().accept();
        stream().feed("+OK\r\n");
        QCOMPARE(connection.state(), Connection::State::Ready);
    }

    // Commands behind the handshake.
    std::size_t sent() const { return stream().commands().size() - 1; }
    [[nodiscard]] bool becomesSent(std::size_t count) const
    {
        return eventually([&] { return sent() == count; });
    }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void shakesHandsInOneWrite()
    {
        ConnectionConfig all = config();
        all.target.user = "me";
        all.target.password = "pw";
        all.target.database = 4;
        WatchedConnection connection(all);
        connection->open();
        QVERIFY(stream().wasOpened());
        QVERIFY(stream().written().isEmpty());
        stream().accept();
        QCOMPARE(stream().writes(), 1);
        const std::vector<Arguments> expected{{"AUTH"_ba, "me"_ba, "pw"_ba},
                                              {"SELECT"_ba, "4"_ba},
                                              {"CLIENT"_ba, "SETNAME"_ba, "lockscope"_ba}};
        QVERIFY(stream().commands() == expected);
        stream().feedInPieces("+OK\r\n+OK\r\n", 1);
        QCOMPARE(connection.readies, 0);
        stream().feedInPieces("+OK\r\n", 1);
        QCOMPARE(connection.readies, 1);
    }

    void sendsOneTurnInOneWrite()
    {
        WatchedConnection connection(config());
        connectNow(*connection.connection);
        const int before = stream().writes();
        std::vector<Pending<Reply>> pending;
        for (int i = 0; i < 20; ++i)
            pending.push_back(connection->send({"GET"_ba, QByteArray::number(i)}));
        QVERIFY(becomesSent(20));
        QCOMPARE(stream().writes(), before + 1);
    }

    // As a loop over the servers of a cluster: without a turn of the event loop.
    void sendsWhatAnotherConnectionsAnswerAsksForAtItsEnd()
    {
        WatchedConnection first(config());
        connectNow(*first.connection);
        FakeStream &firstStream = stream();
        auto asked = first->send({"GET"_ba, "a"_ba});
        QVERIFY(becomesSent(1));
        WatchedConnection second(config());
        connectNow(*second.connection);
        const int before = stream().writes();
        std::vector<Pending<Reply>> pending;
        asked.then([&](Result<Reply> &&) {
            for (int i = 0; i < 3; ++i)
                pending.push_back(second->send({"GET"_ba, QByteArray::number(i)}));
            QCOMPARE(sent(), std::size_t(0));
        });
        firstStream.feed("$1\r\n1\r\n");
        QCOMPARE(sent(), std::size_t(3));
        QCOMPARE(stream().writes(), before + 1);
    }

    // Also one that is sent while a reply is delivered, after which all else is written.
    void sendsLaterWithTheNextCommandOrSoon()
    {
        WatchedConnection connection(config());
        connectNow(*connection.connection);
        auto first = connection->send({"GET"_ba, "a"_ba});
        Pending<Reply> later;
        first.then([&](Result<Reply> &&) { later = connection->sendLater({"DEL"_ba, "b"_ba}); });
        QVERIFY(becomesSent(1));
        stream().feed("$1\r\n1\r\n");
        QCOMPARE(sent(), std::size_t(1));
        const int before = stream().writes();
        auto next = connection->sendAtOnce({"GET"_ba, "c"_ba});
        QCOMPARE(sent(), std::size_t(3));
        QCOMPARE(stream().writes(), before + 1);
        QVERIFY(stream().commands().at(2) == (Arguments{"DEL"_ba, "b"_ba}));
        stream().feed(":1\r\n$1\r\n2\r\n");
        QCOMPARE(await(std::move(later))->integer, 1);
        QCOMPARE(await(std::move(next))->bytes, "2"_ba);

        auto alone = connection->sendLater({"DEL"_ba, "d"_ba});
        QCOMPARE(sent(), std::size_t(3));
        QVERIFY(becomesSent(4));
    }

    // A server ends sharded subscriptions by itself, at any time, and may answer our own end of one
    // by an error, or not at all in place of the reply.
    void anEndedShardedSubscriptionShiftsNoReplies_data()
    {
        QTest::addColumn<QByteArray>("replies");
        QTest::addColumn<int>("told");
        const QByteArray ended = "*3\r\n$12\r\nsunsubscribe\r\n$1\r\nc\r\n:0\r\n";
        const QByteArray fence = "*2\r\n$4\r\npong\r\n$15\r\nlockscope-fence\r\n";
        const QByteArray bulk = "$15\r\nlockscope-fence\r\n";
        QTest::newRow("by us") << ended + fence << 1;
        QTest::newRow("by both") << ended + ended + fence << 2;
        QTest::newRow("by the server, then an error")
            << ended + "-MOVED 1 127.0.0.1:7001\r\n" + fence << 1;
        QTest::newRow("an error") << "-MOVED 1 127.0.0.1:7001\r\n" + fence << 0;
        QTest::newRow("nothing else is subscribed") << ended + bulk << 1;
    }
    void anEndedShardedSubscriptionShiftsNoReplies()
    {
        QFETCH(const QByteArray, replies);
        QFETCH(const int, told);
        WatchedConnection connection(config());
        connectNow(*connection.connection);
        int ended = 0;
        connection->setPushHandler([&](const Reply &reply) {
            QCOMPARE(reply.elements.front().bytes, "sunsubscribe"_ba);
            ++ended;
        });
        auto begun = connection->send({"SSUBSCRIBE"_ba, "c"_ba});
        auto fenced = connection->sendFenced({"SUNSUBSCRIBE"_ba, "c"_ba});
        auto next = connection->send({"SSUBSCRIBE"_ba, "d"_ba});
        QVERIFY(becomesSent(4)); // with the PING
        stream().feed("*3\r\n$10\r\nssubscribe\r\n$1\r\nc\r\n:1\r\n");
        stream().feed(replies + "*3\r\n$10\r\nssubscribe\r\n$1\r\nd\r\n:1\r\n");
        QVERIFY(begun.isReady() && fenced.isReady() && next.isReady());
        QCOMPARE(next.take()->elements.at(1).bytes, "d"_ba);
        QCOMPARE(ended, told);
        QCOMPARE(connection->state(), Connection::State::Ready);
    }

    void pairsInOrderWhereverTheStreamIsCut()
    {
        const QByteArray wire = ":0\r\n$1\r\n1\r\n*1\r\n+2\r\n-ERR 3\r\n$-1\r\n";
        for (qsizetype size = 1; size <= wire.size(); ++size) {
            WatchedConnection connection(config());
            connectNow(*connection.connection);
            std::vector<Pending<Reply>> pending;
            for (int i = 0; i < 5; ++i)
                pending.push_back(connection->send({"GET"_ba}));
            QVERIFY(becomesSent(5));
            stream().feedInPieces(wire, size);
            const auto all = await(whenAll(std::move(pending)));
            QVERIFY(all);
            QVERIFY((*all)[0]->isInteger());
            QCOMPARE((*all)[1]->bytes, "1"_ba);
            QCOMPARE((*all)[2]->elements.at(0).bytes, "2"_ba);
            QCOMPARE((*all)[3]->bytes, "ERR 3"_ba);
            QVERIFY((*all)[4]->isNil());
        }
    }

    void holdsBackMoreThan64()
    {
        WatchedConnection connection(config());
        connectNow(*connection.connection);
        std::vector<Pending<Reply>> pending;
        for (int i = 0; i < 200; ++i)
            pending.push_back(connection->send({"GET"_ba}));
        QVERIFY(becomesSent(64));
        stream().feed(QByteArray("+x\r\n").repeated(10));
        QCOMPARE(sent(), std::size_t(74));
        stream().feed(QByteArray("+x\r\n").repeated(64));
        QCOMPARE(sent(), std::size_t(138));
        stream().feed(QByteArray("+x\r\n").repeated(64));
        QCOMPARE(sent(), std::size_t(200));
        stream().feed(QByteArray("+x\r\n").repeated(62));
        for (auto &answer : pending)
            QVERIFY(answer.isReady() && answer.take());
    }

    void abandonedCommandSwallowsItsReply()
    {
        WatchedConnection connection(config());
        connectNow(*connection.connection);
        auto first = connection->send({"GET"_ba, "1"_ba});
        auto second = connection->send({"GET"_ba, "2"_ba});
        auto third = connection->send({"GET"_ba, "3"_ba});
        second = {};
        QVERIFY(becomesSent(3)); // also the one that nobody waits for
        stream().feed("+1\r\n+2\r\n+3\r\n");
        QCOMPARE(first.take()->bytes, "1"_ba);
        QCOMPARE(third.take()->bytes, "3"_ba);
    }

    void timedOutCommandSwallowsItsReply()
    {
        ConnectionConfig hasty = config();
        hasty.commandTimeout = 30ms;
        hasty.silenceLimit = patience;
        WatchedConnection connection(hasty);
        connectNow(*connection.connection);
        std::vector<Pending<Reply>> pending;
        for (int i = 0; i < 70; ++i)
            pending.push_back(connection->send({"GET"_ba}));
        const auto all = await(whenAll(std::move(pending)));
        QVERIFY(all);
        for (const auto &result : *all)
            QVERIFY(!result && result.error().kind == ErrorKind::Timeout);
        QCOMPARE(sent(), std::size_t(64)); // waiting commands are not sent any more
        stream().feed(QByteArray("+late\r\n").repeated(63));
        auto next = connection->send({"GET"_ba});
        QVERIFY(becomesSent(65));
        stream().feed("+late\r\n+next\r\n");
        QVERIFY(next.isReady());
        QCOMPARE(next.take()->bytes, "next"_ba);
        QVERIFY(connection.losses.empty());
    }

    void refusesAnAnswerThatNobodyAskedFor()
    {
        WatchedConnection connection(config());
        connectNow(*connection.connection);
        auto pending = connection->send({"GET"_ba});
        QVERIFY(becomesSent(1));
        stream().feed("+mine\r\n+whose\r\n");
        QCOMPARE(pending.take()->bytes, "mine"_ba); // replies in order count
        QCOMPARE(connection.losses.size(), std::size_t(1));
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Protocol);
        QVERIFY(!connection.losses[0].final);
    }

    void closesAtAProtocolError()
    {
        WatchedConnection connection(config());
        connectNow(*connection.connection);
        auto first = connection->send({"GET"_ba});
        auto second = connection->send({"GET"_ba});
        QVERIFY(becomesSent(2));
        stream().feed("+good\r\n?bad\r\n+more\r\n");
        QCOMPARE(first.take()->bytes, "good"_ba);
        QCOMPARE(second.take().error().kind, ErrorKind::ConnectionLost);
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Protocol);
        QCOMPARE(connection->state(), Connection::State::Waiting);
        QVERIFY(eventually([&] { return m_streams.made() == 2; })); // and tries again
    }

    void losesAPeerThatStopsAnswering()
    {
        ConnectionConfig hasty = config();
        hasty.pingInterval = 10ms;
        hasty.silenceLimit = 30ms;
        WatchedConnection connection(hasty);
        connectNow(*connection.connection);
        QVERIFY(eventually([&] { return stream().commands().back() == Arguments{"PING"_ba}; }));
        stream().feed("+PONG\r\n");
        QVERIFY(connection->latency());
        QVERIFY(connection.losses.empty());
        QVERIFY(connection.becomesLost()); // the next PING stays without answer
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Timeout);
    }

    void takesPushesOnlyWhenSubscribed()
    {
        const QByteArray push = "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\nx\r\n";
        WatchedConnection connection(config());
        std::vector<Reply> pushes;
        connection->setPushHandler([&](Reply reply) { pushes.push_back(std::move(reply)); });
        connectNow(*connection.connection);
        auto list = connection->send({"LRANGE"_ba}); // may well hold the word
        QVERIFY(becomesSent(1));
        stream().feed(push);
        QCOMPARE(list.take()->elements.at(0).bytes, "message"_ba);
        QVERIFY(pushes.empty());

        auto subscribed = connection->send({"SUBSCRIBE"_ba, "c"_ba});
        auto ping = connection->send({"PING"_ba});
        QVERIFY(becomesSent(3));
        stream().feed("*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n" + push
                      + "*2\r\n$4\r\npong\r\n$0\r\n\r\n" + push);
        QVERIFY(subscribed.isReady() && ping.isReady());
        QCOMPARE(ping.take()->elements.at(0).bytes, "pong"_ba);
        QCOMPARE(pushes.size(), std::size_t(2));
        QCOMPARE(pushes[0].elements.at(2).bytes, "x"_ba);
        QVERIFY(connection.losses.empty());
    }

    void survivesBeingClosedByAWaiter()
    {
        WatchedConnection connection(config());
        connectNow(*connection.connection);
        auto first = connection->send({"GET"_ba});
        auto second = connection->send({"GET"_ba});
        auto third = connection->send({"GET"_ba});
        first.then([&](Result<Reply> &&) { connection->close(); });
        QVERIFY(becomesSent(3));
        stream().feed("+1\r\n+2\r\n");
        QCOMPARE(second.take()->bytes, "2"_ba); // it had come
        QCOMPARE(third.take().error().kind, ErrorKind::Cancelled);
        QVERIFY(connection.losses.empty());
    }

    void survivesBeingDestroyedByAWaiter()
    {
        auto connection = std::make_unique<Connection>(config());
        connectNow(*connection);
        auto first = connection->send({"GET"_ba});
        auto second = connection->send({"GET"_ba});
        auto third = connection->send({"GET"_ba});
        first.then([&](Result<Reply> &&) { connection.reset(); });
        QVERIFY(becomesSent(3));
        stream().feed("+1\r\n+2\r\n");
        QVERIFY(!connection);
        QCOMPARE(second.take()->bytes, "2"_ba);
        QCOMPARE(third.take().error().kind, ErrorKind::Cancelled);
    }

    void survivesBeingDestroyedByASlot_data()
    {
        QTest::addColumn<int>("when");
        QTest::newRow("ready") << 0;
        QTest::newRow("lost") << 1;
        QTest::newRow("a waiter at the loss") << 2;
        QTest::newRow("push") << 3;
        QTest::newRow("timeout") << 4;
    }

    void survivesBeingDestroyedByASlot()
    {
        QFETCH(int, when);
        ConnectionConfig hasty = config();
        hasty.commandTimeout = when == 4 ? 20ms : patience;
        auto connection = std::make_unique<Connection>(hasty);
        auto *const raw = connection.get();
        const auto destroy = [&] { connection.reset(); };
        if (when == 0)
            connect(raw, &Connection::ready, raw, destroy);
        if (when == 1)
            connect(raw, &Connection::lost, raw, destroy);
        raw->setPushHandler([destroy](const Reply &) { destroy(); });
        raw->open();
        stream().accept();
        stream().feed("+OK\r\n");
        if (when == 0) {
            QVERIFY(!connection);
            return;
        }
        auto first = raw->send({"GET"_ba});
        auto second = raw->send({"GET"_ba});
        if (when == 2 || when == 4)
            first.then([&](Result<Reply> &&) { destroy(); });
        QVERIFY(becomesSent(2));
        if (when == 3) {
            stream().feed("*3\r\n+subscribe\r\n+c\r\n:1\r\n*3\r\n+message\r\n+c\r\n+x\r\n"
                          "*3\r\n+message\r\n+c\r\n+y\r\n+2\r\n");
        } else if (when != 4) {
            stream().cut();
        }
        QVERIFY(eventually([&] { return !connection; }));
        QVERIFY(second.isReady());
    }

    // A command that a waiter sends when the connection goes is refused, not forgotten.
    void answersWaitersThatSendAgain()
    {
        auto connection = std::make_unique<Connection>(config());
        connectNow(*connection);
        auto first = connection->send({"GET"_ba});
        Pending<Reply> again;
        first.then([&](Result<Reply> &&) { again = connection->send({"GET"_ba}); });
        QVERIFY(becomesSent(1));
        stream().cut();
        QVERIFY(again.isReady());
        QCOMPARE(again.take().error().kind, ErrorKind::ConnectionLost);
    }

    void reopensFromTheLostSlot()
    {
        WatchedConnection connection(config());
        auto *const raw = connection.connection.get();
        connect(raw, &Connection::lost, raw, [raw] {
            raw->close();
            raw->open();
        });
        connectNow(*raw);
        stream().cut();
        QCOMPARE(m_streams.made(), 2);
        stream().accept();
        stream().feed("+OK\r\n");
        QCOMPARE(connection.readies, 2);
    }
};

LOCKSCOPE_TEST_SUITE(TestPairing)
#include "tst_pairing.moc"
