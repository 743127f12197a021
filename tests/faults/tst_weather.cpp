// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The means of the fault tests: the proxy's weather, the clock that jumps, the witness.
#include "core/redis/connection.h"
#include "tests/faults/faultproxy.h"
#include "tests/faults/sharednumbers.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>

using namespace lockscope;
using namespace lockscope::faults;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

// Two ends with the proxy between them.
class Line
{
public:
    Line()
    {
        m_listener.listen(QHostAddress::LocalHost);
        proxy = std::make_unique<FaultProxy>(m_listener.serverPort(), 1);
    }

    bool connect()
    {
        client.connectToHost(QHostAddress(QHostAddress::LocalHost), proxy->port());
        if (!eventually([&] { return m_listener.hasPendingConnections(); }))
            return false;
        server = m_listener.nextPendingConnection();
        return eventually([&] { return client.state() == QAbstractSocket::ConnectedState; });
    }
    // Whether exactly this arrives in the end; what came until then is put together.
    static bool receives(QTcpSocket &socket, const QByteArray &expected)
    {
        QByteArray got;
        const bool all = eventually([&] {
            got += socket.readAll();
            return got.size() >= expected.size();
        });
        return all && got == expected;
    }

    std::unique_ptr<FaultProxy> proxy;
    QTcpSocket client;
    QTcpSocket *server = nullptr;

private:
    QTcpServer m_listener;
};

} // namespace

class TestWeather : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void fairWeatherChangesNothing();
    void delayAndDribbleKeepTheOrder();
    void bandwidthIsLimited();
    void heldComesLaterSwallowedNever();
    void cutWithinAnAnswer_data();
    void cutWithinAnAnswer();
    void halfClosed();
    void refusesAndCuts();
    void clockJumps();
    void guardedWitnessKnowsTheHighestToken();
    void aDribbledAnswerIsLateAsAWhole_P13();
};

void TestWeather::fairWeatherChangesNothing()
{
    Line line;
    QVERIFY(line.connect());
    const QByteArray large(1'000'000, 'x');
    line.client.write(large);
    QVERIFY(Line::receives(*line.server, large));
    line.server->write("+OK\r\n");
    QVERIFY(Line::receives(line.client, "+OK\r\n"));
}

void TestWeather::delayAndDribbleKeepTheOrder()
{
    Line line;
    QVERIFY(line.connect());
    Weather weather;
    weather.delay = 60ms;
    weather.jitter = 40ms;
    weather.dribble = 3;
    line.proxy->setWeather({}, weather);
    QElapsedTimer timer;
    timer.start();
    QByteArray sent;
    for (int i = 0; i < 20; ++i) {
        const QByteArray piece = "piece " + QByteArray::number(i) + '\n';
        sent += piece;
        line.server->write(piece);
        line.server->flush();
    }
    QVERIFY(Line::receives(line.client, sent));
    QVERIFY(timer.elapsed() >= 60);
}

void TestWeather::bandwidthIsLimited()
{
    Line line;
    QVERIFY(line.connect());
    Weather weather;
    weather.bytesPerSecond = 100'000;
    line.proxy->setWeather(weather, {});
    QElapsedTimer timer;
    timer.start();
    const QByteArray sent(20'000, 'x');
    line.client.write(sent);
    QVERIFY(Line::receives(*line.server, sent));
    QVERIFY(timer.elapsed() >= 200);
}

void TestWeather::heldComesLaterSwallowedNever()
{
    Line line;
    QVERIFY(line.connect());
    Weather held;
    held.isHeld = true;
    line.proxy->setWeather({}, held);
    line.server->write("held");
    line.client.write("up");
    QVERIFY(Line::receives(*line.server, "up")); // the other direction is free
    QCOMPARE(line.client.bytesAvailable(), 0);
    line.proxy->setFair();
    QVERIFY(Line::receives(line.client, "held"));
    Weather swallowed;
    swallowed.isSwallowed = true;
    line.proxy->setWeather({}, swallowed);
    line.server->write("swallowed");
    line.client.write("up");
    QVERIFY(Line::receives(*line.server, "up"));
    QVERIFY(eventually([&] { return line.server->bytesToWrite() == 0; }));
    line.client.write("again");
    QVERIFY(Line::receives(*line.server, "again"));
    line.proxy->setFair();
    line.server->write("after");
    QVERIFY(Line::receives(line.client, "after"));
}

void TestWeather::cutWithinAnAnswer_data()
{
    QTest::addColumn<bool>("byReset");
    QTest::newRow("reset") << true;
    QTest::newRow("end") << false;
}

void TestWeather::cutWithinAnAnswer()
{
    QFETCH(bool, byReset);
    Line line;
    QVERIFY(line.connect());
    Weather weather;
    weather.cutChance = 1;
    weather.cutsByReset = byReset;
    line.proxy->setWeather({}, weather);
    line.server->write("$10\r\n0123456789\r\n");
    QVERIFY(eventually([&] { return line.client.state() == QAbstractSocket::UnconnectedState; }));
    // A reset may overtake what was written before it.
    const QByteArray got = line.client.readAll();
    QVERIFY2(got == "$10\r\n012" || (byReset && got.isEmpty()), got.constData());
    QCOMPARE(line.client.error(), QAbstractSocket::RemoteHostClosedError);
}

void TestWeather::halfClosed()
{
    Line line;
    QVERIFY(line.connect());
    QSignalSpy ended(&line.client, &QTcpSocket::readChannelFinished);
    line.proxy->halfClose();
    QVERIFY(eventually([&] { return !ended.isEmpty(); }));
}

void TestWeather::refusesAndCuts()
{
    Line line;
    QVERIFY(line.connect());
    QCOMPARE(line.proxy->accepted(), 1);
    line.proxy->cut(true);
    QVERIFY(eventually([&] { return line.client.state() == QAbstractSocket::UnconnectedState; }));
    line.proxy->setRefusing(true);
    line.client.connectToHost(QHostAddress(QHostAddress::LocalHost), line.proxy->port());
    QVERIFY(eventually([&] {
        return line.client.error() == QAbstractSocket::RemoteHostClosedError
            && line.client.state() == QAbstractSocket::UnconnectedState;
    }));
    // A reset that is there before Qt looks whether it is connected makes it connect once more.
    const int tried = line.proxy->accepted();
    QVERIFY(tried >= 2);
    line.proxy->setRefusing(false);
    QVERIFY(line.connect());
    QCOMPARE(line.proxy->accepted(), tried + 1);
}

void TestWeather::clockJumps()
{
    LOCKSCOPE_REQUIRE_REDIS();
    const QTemporaryDir folder;
    ClockShift clock(folder.filePath(u"clock"_s).toUtf8());
    RedisOptions options;
    options.environment = clock.environment();
    RedisProcess server(options);
    QVERIFY(server.start());
    const auto seconds = [&] {
        return server.command({"TIME"}).elements.at(0).bytes.toLongLong()
            - std::chrono::duration_cast<std::chrono::seconds>(
                  SystemClock().wallNow().time_since_epoch())
                  .count();
    };
    QCOMPARE(server.command({"SET", "key", "value", "PX", "30000"}).bytes, QByteArray("OK"));
    QVERIFY(std::abs(seconds()) <= 10);
    clock.jumpTo(-40s);
    QVERIFY(server.command({"PTTL", "key"}).integer > 50'000);
    clock.jumpTo(40s);
    QVERIFY(seconds() >= 30);
    QCOMPARE(server.command({"EXISTS", "key"}).integer, 0); // gone at once
    clock.jumpTo(0s);
    QVERIFY(std::abs(seconds()) <= 10);
}

void TestWeather::guardedWitnessKnowsTheHighestToken()
{
    const QTemporaryDir folder;
    const QByteArray path = folder.filePath(u"witness"_s).toUtf8();
    Witness one(path);
    Witness other(path); // of another process
    QCOMPARE(one.readFenced(3, 1), std::optional<qint64>(0));
    QVERIFY(one.writeFenced(3, 1, 1));
    QCOMPARE(other.readFenced(3, 5), std::optional<qint64>(1));
    QVERIFY(!one.writeFenced(3, 4, 2)); // a higher one was shown, though it has not written
    QVERIFY(!one.readFenced(3, 4));
    QVERIFY(other.writeFenced(3, 5, 2));
    QCOMPARE(one.total(3, true), 2);
    one.write(4, 7);
    QCOMPARE(other.total(4, false), 7);
}

// The deadline is for the answer, not for each of its bytes.
void TestWeather::aDribbledAnswerIsLateAsAWhole_P13()
{
    LOCKSCOPE_REQUIRE_REDIS();
    RedisProcess server;
    QVERIFY(server.start());
    FaultProxy proxy(server.port(), 1);
    redis::ConnectionConfig config;
    config.target =
        redis::parseTarget(u"redis://127.0.0.1:"_s + QString::number(proxy.port())).value();
    config.commandTimeout = 500ms;
    redis::Connection connection(config);
    connection.open();
    QVERIFY(eventually([&] { return connection.state() == redis::Connection::State::Ready; }));
    Weather weather;
    weather.dribble = 1;
    weather.bytesPerSecond = 100; // 2 s for it all
    proxy.setWeather({}, weather);
    const auto reply = await(connection.send({"ECHO", QByteArray(200, 'x')}));
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, ErrorKind::Timeout);
}

LOCKSCOPE_TEST_SUITE(TestWeather)
#include "tst_weather.moc"
