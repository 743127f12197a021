// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/connection.h"
#include "core/redis/stream/addressrace.h"
#include "core/redis/stream/tcpstream.h"
#include "tests/support/testmain.h"
#include "tests/support/tlsservers.h"
#include "tests/support/waiting.h"

#include <QScopeGuard>
#include <QSignalSpy>
#include <QTcpServer>

#include <sys/socket.h>
#include <unistd.h>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QHostAddress silentAddress(u"127.0.0.2"_s);
const QHostAddress goodAddress(u"127.0.0.1"_s);

// An address that swallows every attempt to connect, as one without a route back does: a listener
// that takes nobody, with its queue full.
class SilentAddress
{
public:
    explicit SilentAddress(quint16 port = 0)
    {
        m_server.setListenBacklogSize(1);
        m_server.listen(silentAddress, port);
        m_server.pauseAccepting();
        for (auto &socket : m_queue)
            socket.connectToHost(silentAddress, m_server.serverPort());
    }
    quint16 port() const { return m_server.serverPort(); }
    // One more is neither taken nor refused.
    bool isSilent() const
    {
        QTcpSocket probe;
        probe.connectToHost(silentAddress, port());
        return !probe.waitForConnected(300) && probe.error() == QAbstractSocket::SocketTimeoutError;
    }

private:
    QTcpServer m_server;
    std::array<QTcpSocket, 8> m_queue;
};

} // namespace

// Hosts with several addresses, not all of which can be reached (F30 of the list of faults).
class TestAddresses : public QObject
{
    Q_OBJECT

private:
    // By then an earlier one would have been told of its connection.
    static bool aLaterOneWins(quint16 port)
    {
        AddressRace later({goodAddress, goodAddress}, port);
        qintptr descriptor = -1;
        connect(&later, &AddressRace::won, &later, [&](qintptr taken) { descriptor = taken; });
        later.start();
        const bool hasWon = eventually([&] { return descriptor >= 0; });
        QTcpSocket owner;
        return hasWon && owner.setSocketDescriptor(descriptor);
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_TLS();
        m_servers = std::make_unique<TlsServers>();
        QVERIFY(m_servers->areRunning());
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { TcpStream::setLookup({}); }

    void aSilentAddressIsPassedOver_data()
    {
        QTest::addColumn<bool>("tls");
        QTest::newRow("plain") << false;
        QTest::newRow("TLS") << true;
    }
    void aSilentAddressIsPassedOver()
    {
        QFETCH(bool, tls);
        const quint16 port = tls ? m_servers->goodPort() : m_server->port();
        const SilentAddress silent(port);
        QVERIFY(silent.isSilent());
        QString asked;
        TcpStream::setLookup([&](const QString &host) {
            asked = host;
            return QList<QHostAddress>{silentAddress, goodAddress};
        });
        ConnectionConfig config;
        config.target.tls = tls;
        config.target.hosts = {{u"localhost"_s, port}};
        config.target.tlsRules = tls ? m_servers->trusting() : TlsRules();
        Connection connection(config);
        connection.open();
        QVERIFY(eventually([&] { return connection.state() == Connection::State::Ready; }));
        QCOMPARE(asked, u"localhost"_s);
    }
    // The certificate is held against the name, whichever address has answered.
    void theNameIsStillChecked()
    {
        TcpStream::setLookup([](const QString &) {
            return QList<QHostAddress>{silentAddress, goodAddress};
        });
        ConnectionConfig config;
        config.target.tls = true;
        config.target.hosts = {{u"localhost"_s, m_servers->otherNamePort()}};
        config.target.tlsRules = m_servers->trusting();
        Connection connection(config);
        connection.open();
        QVERIFY(eventually([&] { return connection.lastError().has_value(); }));
        QCOMPARE(connection.lastError()->kind, ErrorKind::Tls);
        QVERIFY(connection.state() != Connection::State::Ready);
    }
    void whenAllRefuseTheReasonIsTold()
    {
        QTcpServer gone;
        QVERIFY(gone.listen(goodAddress));
        const quint16 port = gone.serverPort();
        gone.close();
        TcpStream::setLookup([](const QString &) {
            return QList<QHostAddress>{silentAddress, goodAddress};
        });
        ConnectionConfig config;
        config.target.hosts = {{u"localhost"_s, port}};
        Connection connection(config);
        connection.open();
        QVERIFY(eventually([&] { return connection.lastError().has_value(); }));
        QCOMPARE(connection.lastError()->kind, ErrorKind::Refused);
    }

    void theFirstThatAnswersWins()
    {
        const SilentAddress silent;
        QTcpServer good;
        QVERIFY(good.listen(goodAddress, silent.port()));
        AddressRace race({silentAddress, goodAddress}, silent.port(), Millis(1));
        qintptr descriptor = -1;
        int count = 0;
        connect(&race, &AddressRace::won, &race, [&](qintptr taken) {
            descriptor = taken;
            ++count;
        });
        race.start();
        QVERIFY(eventually([&] { return descriptor >= 0; }));
        QTcpSocket socket;
        QVERIFY(socket.setSocketDescriptor(descriptor));
        QCOMPARE(socket.peerAddress(), goodAddress);
        QCOMPARE(count, 1);
    }
    void stoppingTellsNothing()
    {
        QTcpServer good;
        QVERIFY(good.listen(goodAddress));
        AddressRace stopped({goodAddress, goodAddress}, good.serverPort());
        QSignalSpy won(&stopped, &AddressRace::won);
        QSignalSpy lost(&stopped, &AddressRace::lost);
        stopped.start();
        stopped.stop();
        QVERIFY(aLaterOneWins(good.serverPort()));
        QVERIFY(won.isEmpty() && lost.isEmpty());
    }
    void closingEndsTheRace()
    {
        QTcpServer good;
        QVERIFY(good.listen(goodAddress));
        TcpStream::setLookup([](const QString &) {
            return QList<QHostAddress>{goodAddress, goodAddress};
        });
        TcpStream stream({u"localhost"_s, good.serverPort()});
        QSignalSpy opened(&stream, &ByteStream::opened);
        QSignalSpy closed(&stream, &ByteStream::closed);
        stream.open();
        stream.close();
        QVERIFY(aLaterOneWins(good.serverPort()));
        QVERIFY(opened.isEmpty() && closed.isEmpty());
    }

private:
    std::unique_ptr<TlsServers> m_servers;
    std::unique_ptr<RedisProcess> m_server;
};

LOCKSCOPE_TEST_SUITE(TestAddresses)
#include "tst_addresses.moc"
