// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/redis/connectionwatch.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QHostInfo>
#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestTls : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<Certificates> m_certificates;
    std::unique_ptr<RedisProcess> m_good;
    std::unique_ptr<RedisProcess> m_selfSigned;
    std::unique_ptr<RedisProcess> m_wrongHost;

    static std::unique_ptr<RedisProcess> serve(const Certificates::Pair &pair)
    {
        return std::make_unique<RedisProcess>(
            RedisOptions{.unixSocket = false, .password = {}, .tls = pair, .arguments = {}});
    }

    ConnectionConfig configFor(quint16 port, const QString &host = u"127.0.0.1"_s) const
    {
        ConnectionConfig config;
        config.target.tls = true;
        config.target.hosts = {{host, port}};
        config.caFile = m_certificates->caFile();
        return config;
    }

    static void failsForGood(const ConnectionConfig &config, QLatin1StringView reason)
    {
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesLost());
        const auto &loss = connection.losses.front();
        QCOMPARE(loss.error.kind, ErrorKind::Tls);
        QVERIFY(loss.final);
        QVERIFY2(loss.error.text.english().contains(reason), qPrintable(loss.error.text.english()));
        QCOMPARE(connection->state(), Connection::State::Closed);
        QCOMPARE(connection.readies, 0);
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE(Certificates::isAvailable(), "openssl");
        LOCKSCOPE_REQUIRE(QSslSocket::supportsSsl(), "TLS support of Qt");
        m_certificates = std::make_unique<Certificates>();
        m_good = serve(m_certificates->issue(u"IP:127.0.0.1,DNS:localhost"_s));
        m_selfSigned = serve(m_certificates->selfSigned(u"IP:127.0.0.1"_s));
        m_wrongHost = serve(m_certificates->issue(u"DNS:other.example"_s));
        QVERIFY(m_good->start());
        QVERIFY(m_selfSigned->start());
        QVERIFY(m_wrongHost->start());
    }

    void init() { failOnAnyWarning(); }

    void connectsToAVerifiedServer_data()
    {
        QTest::addColumn<QString>("host");
        QTest::newRow("address") << u"127.0.0.1"_s;
        QTest::newRow("name") << u"localhost"_s;
    }

    void connectsToAVerifiedServer()
    {
        QFETCH(QString, host);
        // A bare root file system may have no /etc/hosts yet.
        if (QHostInfo::fromName(host).error() != QHostInfo::NoError)
            QSKIP("localhost has no address on this machine");
        WatchedConnection connection(configFor(m_good->tlsPort(), host));
        connection->open();
        QVERIFY(connection.becomesReady());
        const QByteArray large(300'000, 'x');
        const auto reply = await(connection->send({"ECHO"_ba, large}));
        QVERIFY(reply && reply->bytes == large);
        m_good->kill();
        QVERIFY(connection.becomesLost());
        QVERIFY(!connection.losses[0].final);
        QVERIFY(m_good->start());
        QVERIFY(connection.becomesReady());
    }

    void refusesASelfSignedCertificate()
    {
        failsForGood(configFor(m_selfSigned->tlsPort()), "self-signed"_L1);
    }

    void refusesTheCertificateOfAnotherHost()
    {
        failsForGood(configFor(m_wrongHost->tlsPort()), "host name"_L1);
    }

    void refusesAnAuthorityThatItDoesNotKnow()
    {
        ConnectionConfig config = configFor(m_good->tlsPort());
        config.caFile.clear(); // the system's certificates
        failsForGood(config, "certificate"_L1);
    }

    void refusesWithoutAReadableAuthority()
    {
        ConnectionConfig config = configFor(m_good->tlsPort());
        config.caFile = u"/nonexistent.pem"_s;
        failsForGood(config, "/nonexistent.pem"_L1);
    }

    // An answer in plain text is no TLS; nothing of ours is sent to it.
    void refusesAServerThatAnswersInPlainText()
    {
        QTcpServer plain;
        QVERIFY(plain.listen(QHostAddress::LocalHost));
        connect(&plain, &QTcpServer::newConnection, this, [&] {
            QTcpSocket *const socket = plain.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket,
                    [socket] { socket->write("-ERR unknown command\r\n"); });
        });
        failsForGood(configFor(plain.serverPort()), "TLS"_L1);
    }

    // A Redis without TLS takes the handshake for a command and waits for the rest.
    void givesUpAServerWithoutTls()
    {
        ConnectionConfig config = configFor(m_good->port());
        config.connectTimeout = 300ms;
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesLost());
        QCOMPARE(connection.readies, 0);
        QCOMPARE(connection.losses[0].error.kind, ErrorKind::Tls);
        QVERIFY(!connection.losses[0].final);
        QVERIFY2(connection.losses[0].error.text.english().contains("TLS"_L1),
                 qPrintable(connection.losses[0].error.text.english()));
    }

    void tellsAPlainConnectionToUseTls()
    {
        ConnectionConfig config = configFor(m_good->tlsPort());
        config.target.tls = false;
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesLost());
        QCOMPARE(connection.readies, 0);
        QVERIFY(!connection.losses[0].final);
        const Error &error = connection.losses[0].error;
        const bool isNamed = error.kind == ErrorKind::ConnectionLost
            && error.text.english().contains("rediss://"_L1);
        QVERIFY2(isNamed || error.kind == ErrorKind::Protocol, qPrintable(error.text.english()));
    }
};

LOCKSCOPE_TEST_SUITE(TestTls)
#include "tst_tls.moc"
