// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tlsfault.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/support/testmain.h"
#include "tests/support/tlsservers.h"

#include <QHostInfo>
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
    std::unique_ptr<TlsServers> m_servers;

    ConnectionConfig configFor(quint16 port, const QString &host = u"127.0.0.1"_s) const
    {
        ConnectionConfig config;
        config.target.tls = true;
        config.target.hosts = {{host, port}};
        config.target.tlsRules = m_servers->trusting();
        return config;
    }

    // No byte of ours was sent, and no other attempt follows.
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

    static void connects(const ConnectionConfig &config)
    {
        WatchedConnection connection(config);
        connection->open();
        const bool isReady = connection.becomesReady();
        QVERIFY2(isReady,
                 connection.losses.empty()
                     ? "-"
                     : qPrintable(connection.losses.front().error.text.english()));
        QVERIFY(connection.losses.empty());
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_TLS();
        m_servers = std::make_unique<TlsServers>();
        QVERIFY(m_servers->areRunning());
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
        WatchedConnection connection(configFor(m_servers->goodPort(), host));
        connection->open();
        QVERIFY(connection.becomesReady());
        const QByteArray large(300'000, 'x');
        const auto reply = await(connection->send({"ECHO"_ba, large}));
        QVERIFY(reply && reply->bytes == large);
    }

    void comesBackAfterALoss()
    {
        RedisProcess server({.unixSocket = false,
                             .password = {},
                             .tls = m_servers->certificates().issue(u"IP:127.0.0.1"_s),
                             .arguments = {}});
        QVERIFY(server.start());
        WatchedConnection connection(configFor(server.tlsPort()));
        connection->open();
        QVERIFY(connection.becomesReady());
        server.kill();
        QVERIFY(connection.becomesLost());
        QVERIFY(!connection.losses[0].final);
        QVERIFY(server.start());
        QVERIFY(connection.becomesReady());
    }

    void saysWhyItDoesNotTrust_data()
    {
        QTest::addColumn<qsizetype>("which");
        for (qsizetype i = 0; i < m_servers->cases().size(); ++i)
            QTest::newRow(qPrintable(m_servers->cases()[i].name)) << i;
    }

    void saysWhyItDoesNotTrust()
    {
        QFETCH(const qsizetype, which);
        const TlsServers::Case &given = m_servers->cases()[which];
        ConnectionConfig config = configFor(given.port);
        config.target.tlsRules = given.rules;
        const bool isPlain = given.fault == TlsFault::PlainServer;
        if (isPlain)
            config.connectTimeout = 300ms; // it may take the handshake for half a command
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesLost());
        const auto &loss = connection.losses.front();
        const QString told = loss.error.text.english();
        QVERIFY2(tlsFaultOf(loss.error) == given.fault,
                 qPrintable(QString::fromUtf8(loss.error.code) + u' ' + told));
        QVERIFY(loss.final != isPlain || told.contains("without TLS"_L1));
        QCOMPARE(connection.readies, 0);
        const bool hasFingerprint = given.fault == TlsFault::SelfSigned
            || given.fault == TlsFault::UnknownAuthority || given.fault == TlsFault::WrongHost
            || given.fault == TlsFault::OtherFingerprint;
        QCOMPARE(!fingerprintIn(loss.error).isEmpty(), hasFingerprint);
        if (given.fault == TlsFault::SelfSigned)
            QCOMPARE(fingerprintIn(loss.error), m_servers->selfSignedFingerprint());
    }

    void aPinIsTrustedWhoeverIssuedIt()
    {
        const auto pin = fingerprintFrom(m_servers->selfSignedFingerprint());
        QVERIFY(pin);
        ConnectionConfig config = configFor(m_servers->selfSignedPort());
        config.target.tlsRules.fingerprints = {QByteArray(32, 'x'), *pin};
        connects(config);
        config.target.tlsRules.caFile.clear();
        connects(config);
    }

    void aPinIsTrustedForWhateverHost()
    {
        ConnectionConfig config = configFor(m_servers->otherNamePort());
        config.target.tlsRules.fingerprints = {*fingerprintFrom(m_servers->otherNameFingerprint())};
        connects(config);
    }

    // A certificate that is out of date is replaced by its owner; a pin does not help.
    void aPinDoesNotMakeAnExpiredOneValid()
    {
        const auto expired = m_servers->certificates().issueForThePast(u"IP:127.0.0.1"_s);
        RedisProcess server({.unixSocket = false, .password = {}, .tls = expired, .arguments = {}});
        QVERIFY(server.start());
        ConnectionConfig config = configFor(server.tlsPort());
        config.target.tlsRules.fingerprints = {
            *fingerprintFrom(Certificates::fingerprint(expired))};
        failsForGood(config, "expired on 2021-01-01"_L1);
    }

    void theServerNameIsHeldAgainstTheCertificate()
    {
        ConnectionConfig config = configFor(m_servers->otherNamePort());
        config.target.tlsRules.serverName = u"other.example"_s;
        connects(config);
        config.target.hosts = {{u"127.0.0.1"_s, m_servers->goodPort()}};
        failsForGood(config, "not for other.example"_L1);
    }

    void aClientCertificateOpens_data()
    {
        QTest::addColumn<QByteArray>("passphrase");
        QTest::newRow("plain key") << QByteArray();
        QTest::newRow("encrypted key") << "open \xc3\xa4"_ba;
    }

    void aClientCertificateOpens()
    {
        QFETCH(const QByteArray, passphrase);
        auto pair = m_servers->certificates().issue(u"DNS:client"_s);
        if (!passphrase.isEmpty())
            pair = m_servers->certificates().encrypted(pair, passphrase);
        ConnectionConfig config = configFor(m_servers->askingPort());
        TlsRules &rules = config.target.tlsRules;
        rules.certificateFile = pair.certificate;
        rules.keyFile = pair.key;
        rules.keyPassphrase = passphrase;
        connects(config);
        if (passphrase.isEmpty())
            return;
        rules.keyPassphrase = "wrong"_ba;
        failsForGood(config, "the passphrase does not open"_L1);
    }

    void aKeyOfAnotherCertificateIsRefused()
    {
        ConnectionConfig config = configFor(m_servers->askingPort());
        TlsRules &rules = config.target.tlsRules;
        rules.certificateFile = m_servers->certificates().issue(u"DNS:client"_s).certificate;
        rules.keyFile = m_servers->certificates().issue(u"DNS:client"_s).key;
        failsForGood(config, "do not belong together"_L1);
    }

    void readsFingerprints()
    {
        const QString shown = fingerprintText(QByteArray(32, '\xab'));
        QCOMPARE(shown, u"AB:"_s.repeated(31) + u"AB"_s);
        QString joined = shown;
        joined.remove(u':');
        const QStringList good{shown, shown.toLower(), joined, u"sha256 Fingerprint="_s + shown,
                               u"SHA256:"_s + shown};
        for (const QString &text : good) {
            const auto read = fingerprintFrom(text);
            QVERIFY2(read && *read == QByteArray(32, '\xab'), qPrintable(text));
        }
        const QStringList bad{QString(), shown.chopped(1), shown + u":AB"_s, u"x"_s + shown};
        for (const QString &text : bad)
            QVERIFY2(!fingerprintFrom(text), qPrintable(text));
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

    void tellsAPlainConnectionToUseTls()
    {
        ConnectionConfig config = configFor(m_servers->goodPort());
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
