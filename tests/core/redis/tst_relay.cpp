// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Connections through ssh and proxies.
#include "core/base/tlsfault.h"
#include "core/redis/target/relay.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/support/redisprocess.h"
#include "tests/support/relayproxy.h"
#include "tests/support/sentinelset.h"
#include "tests/support/sshserver.h"
#include "tests/support/testmain.h"

#include <QSslSocket>

#include <csignal>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestRelay : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<RedisProcess> m_server;
    std::unique_ptr<Certificates> m_certificates;
    std::unique_ptr<SshServer> m_ssh;

    ConnectionConfig configFor(const QString &through) const
    {
        ConnectionConfig config;
        config.target = m_server->target();
        config.target.relay = relayFrom(through).value();
        return config;
    }

    static QString urlOf(const QString &scheme, const RelayProxy &proxy, const QString &user = {})
    {
        return scheme + u"://"_s + user + u"127.0.0.1:"_s + QString::number(proxy.port());
    }

    // An exchange that is larger than what a pipe holds.
    static bool answers(WatchedConnection &connection)
    {
        const QByteArray large(300'000, 'x');
        const auto reply = await(connection->send({"ECHO"_ba, large}));
        return reply && reply->bytes == large;
    }

    [[nodiscard]] bool startSsh()
    {
        if (m_ssh)
            return true;
        m_ssh = std::make_unique<SshServer>();
        if (!m_ssh->start())
            return false;
        const QByteArray path = m_ssh->programs().toUtf8() + ':' + qgetenv("PATH");
        qputenv("PATH", path);
        return true;
    }

    bool allSshHaveEnded() const
    {
        const auto all = m_ssh->processes();
        return !all.empty() && std::ranges::none_of(all, &SshServer::isAlive);
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE(Certificates::isAvailable(), "openssl");
        m_certificates = std::make_unique<Certificates>();
        m_server = std::make_unique<RedisProcess>(
            RedisOptions{.unixSocket = false,
                         .password = {},
                         .tls = m_certificates->issue(u"IP:127.0.0.1,DNS:redis.invalid"_s),
                         .arguments = {}});
        QVERIFY(m_server->start());
    }

    void init() { failOnAnyWarning(); }

    void readsWhatItWrites()
    {
        for (const QString &text :
             {u"ssh://bastion"_s, u"ssh://ops@bastion.example.com:2222"_s, u"socks5://127.0.0.1"_s,
              u"socks5://u@[::1]:9050"_s, u"http://proxy.example.com:8080"_s}) {
            const auto relay = relayFrom(text);
            QVERIFY2(relay, qPrintable(text));
            QCOMPARE(relay->text(), text);
        }
        QCOMPARE(relayFrom(QString()).value(), Relay());
        QCOMPARE(relayFrom(u"socks5://h:1080/"_s).value().text(), u"socks5://h"_s);
        QCOMPARE(relayFrom(u"ssh://h"_s).value().port, 0); // ssh's configuration knows it
    }

    void refusesWhatIsNoRelay_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"bastion", "ftp://h", "ssh://", "ssh://h:0", "ssh://h:65536", "ssh://h/path",
              "ssh://-oProxyCommand=id", "ssh://-l@h", "ssh://a b@h", "ssh://a;b@h", "ssh://h;id",
              "socks5://u:hidden@h", "http://u:hidden@h:3128", "ssh://u:hidden@h", "ssh://h\n"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }

    void refusesWhatIsNoRelay()
    {
        QFETCH(const QString, text);
        const auto relay = relayFrom(text);
        QVERIFY(!relay);
        QCOMPARE(relay.error().kind, ErrorKind::InvalidInput);
        QVERIFY(!relay.error().text.english().contains("hidden"_L1));
    }

    void proxiesConnect_data()
    {
        QTest::addColumn<QString>("scheme");
        QTest::newRow("SOCKS5") << u"socks5"_s;
        QTest::newRow("HTTP") << u"http"_s;
    }

    void proxiesConnect()
    {
        QFETCH(const QString, scheme);
        RelayProxy proxy;
        ConnectionConfig config = configFor(urlOf(scheme, proxy));
        // A name that nobody here knows.
        config.target.hosts = {{u"redis.invalid"_s, m_server->port()}};
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(answers(connection));
        QCOMPARE(proxy.asked().value(0), "redis.invalid:" + QByteArray::number(m_server->port()));
        // Comes back after a loss.
        proxy.cut();
        QVERIFY(connection.becomesLost());
        QVERIFY(!connection.losses[0].final);
        QVERIFY(connection.becomesReady());
        // And with TLS, whose certificate is for that name.
        config.target.tls = true;
        config.target.hosts = {{u"redis.invalid"_s, m_server->tlsPort()}};
        config.target.tlsRules.caFile = m_certificates->caFile();
        WatchedConnection secure(config);
        secure->open();
        QVERIFY(secure.becomesReady());
        QVERIFY(answers(secure));
    }

    void proxiesAskForAPassword_data() { proxiesConnect_data(); }

    void proxiesAskForAPassword()
    {
        QFETCH(const QString, scheme);
        RelayProxy proxy;
        proxy.require("ops", "s3cret");
        ConnectionConfig config = configFor(urlOf(scheme, proxy, u"ops@"_s));
        config.target.relay.password = "wrong"_ba;
        WatchedConnection refused(config);
        refused->open();
        QVERIFY(refused.becomesLost());
        QVERIFY(refused.losses[0].final);
        QCOMPARE(refused.losses[0].error.code, "PROXY"_ba);
        QVERIFY2(!refused.losses[0].error.text.english().contains("wrong"_L1),
                 qPrintable(refused.losses[0].error.text.english()));
        config.target.relay.password = "s3cret"_ba;
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
    }

    void aProxyThatIsNotThereIsNamed()
    {
        const ConnectionConfig config = configFor(u"socks5://127.0.0.1:1"_s);
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesLost());
        QVERIFY(!connection.losses[0].final);
        QCOMPARE(connection.losses[0].error.code, "PROXY"_ba);
        QVERIFY(connection.losses[0].error.text.english().contains("socks5://127.0.0.1:1"_L1));
    }

    void sshConnects()
    {
        LOCKSCOPE_REQUIRE(SshServer::isAvailable(), "openssh-server");
        QVERIFY(startSsh());
        ConnectionConfig config = configFor(SshServer::bastion());
        {
            WatchedConnection connection(config);
            connection->open();
            QVERIFY(connection.becomesReady());
            QVERIFY(answers(connection));
            // The tunnel is lost and made anew.
            const qint64 first = m_ssh->processes().back();
            QCOMPARE(::kill(static_cast<pid_t>(first), SIGTERM), 0);
            QVERIFY(connection.becomesLost());
            QVERIFY(!connection.losses[0].final);
            QVERIFY(connection.becomesReady());
            QVERIFY(answers(connection));
            QVERIFY(m_ssh->processes().back() != first);
        }
        QVERIFY(eventually([&] { return allSshHaveEnded(); }));
        config.target.tls = true;
        config.target.hosts = {{u"127.0.0.1"_s, m_server->tlsPort()}};
        config.target.tlsRules.caFile = m_certificates->caFile();
        {
            WatchedConnection secure(config);
            secure->open();
            QVERIFY(secure.becomesReady());
            QVERIFY(answers(secure));
            secure->close();
            QVERIFY(eventually([&] { return allSshHaveEnded(); }));
        }
        config.target.tlsRules.caFile.clear();
        WatchedConnection distrusted(config);
        distrusted->open();
        QVERIFY(distrusted.becomesLost());
        QCOMPARE(tlsFaultOf(distrusted.losses[0].error), TlsFault::UnknownAuthority);
    }

    // Sentinels, and the primary that they name, are reached the same way.
    void sshReachesWhatSentinelsName()
    {
        LOCKSCOPE_REQUIRE(SshServer::isAvailable(), "openssh-server");
        QVERIFY(startSsh());
        SentinelSetOptions options;
        options.replicas = 0;
        options.sentinels = 1;
        SentinelSet set(options);
        QVERIFY(set.start());
        ConnectionConfig config;
        config.target = parseTarget(set.url()).value();
        config.target.relay = relayFrom(SshServer::bastion()).value();
        const std::size_t before = m_ssh->processes().size();
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address()->port, set.server(0).port());
        QVERIFY(answers(connection));
        QVERIFY(m_ssh->processes().size() >= before + 2);
    }

    void sshSaysWhyItDoesNotConnect_data()
    {
        QTest::addColumn<QString>("through");
        QTest::addColumn<quint16>("port");
        QTest::addColumn<bool>("isFinal");
        QTest::addColumn<QString>("says");
        // Another attempt with the same key may lock the account out.
        QTest::newRow("key") << SshServer::stranger() << quint16(0) << true
                             << u"Permission denied"_s;
        QTest::newRow("host key") << SshServer::unknownHost() << quint16(0) << true
                                  << u"Host key verification failed"_s;
        QTest::newRow("server") << SshServer::bastion() << quint16(1) << false
                                << u"Connection refused"_s;
        QTest::newRow("name") << u"ssh://no-such-host.invalid"_s << quint16(0) << false
                              << u"no-such-host.invalid"_s;
    }

    void sshSaysWhyItDoesNotConnect()
    {
        LOCKSCOPE_REQUIRE(SshServer::isAvailable(), "openssh-server");
        QVERIFY(startSsh());
        QFETCH(const QString, through);
        QFETCH(const quint16, port);
        QFETCH(const bool, isFinal);
        QFETCH(const QString, says);
        ConnectionConfig config = configFor(through);
        if (port != 0)
            config.target.hosts = {{u"127.0.0.1"_s, port}};
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesLost());
        const auto &loss = connection.losses[0];
        QVERIFY2(loss.error.text.english().contains(says), qPrintable(loss.error.text.english()));
        QCOMPARE(loss.error.code, "SSH"_ba);
        QCOMPARE(loss.final, isFinal);
        QCOMPARE(connection.readies, 0);
    }
};

LOCKSCOPE_TEST_SUITE(TestRelay)
#include "tst_relay.moc"
