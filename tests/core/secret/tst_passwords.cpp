// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/channellink.h"
#include "core/redis/deployment/subscriber.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/core/secret/askedbook.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/redisprocess.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::secret;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Connections to real servers whose passwords come from a book of secrets.
class TestPasswords : public QObject
{
    Q_OBJECT

private:
    SystemClock m_clock;
    QTemporaryDir m_folder;
    RedisProcess m_server{
        {.unixSocket = false, .password = "first"_ba, .tls = {}, .arguments = {}}};

    // The file is read at each call, as a program that asks a vault.
    QString tell(const QByteArray &password)
    {
        return u"command:cat "_s + written(m_folder, u"vault"_s, password);
    }
    Target targetAt(quint16 port, const QByteArray &user = {}) const
    {
        Target target;
        target.hosts = {{u"127.0.0.1"_s, port}};
        target.user = user;
        return target;
    }
    ConnectionConfig configWith(SecretBook &book, const QString &text, Target target,
                                std::optional<Millis> reauthenticate = {}) const
    {
        ConnectionConfig config;
        config.target = std::move(target);
        book.equip(config.target, {u"shop"_s, source(text), {}, {}, reauthenticate});
        return config;
    }
    static std::ptrdiff_t sentBy(const RecordingProxy &proxy, const QByteArray &password)
    {
        return std::ranges::count_if(proxy.commands(), [&](const auto &command) {
            return command.front() == "AUTH" && command.back() == password;
        });
    }
    bool setPassword(const QByteArray &password)
    {
        return m_server.command({"ACL"_ba, "SETUSER"_ba, "app"_ba, "resetpass"_ba, ">" + password})
            .isOk();
    }
    // How often the server has refused a password.
    int refusals() const
    {
        const Reply info = m_server.command({"INFO"_ba, "stats"_ba});
        const qsizetype at = info.bytes.indexOf("acl_access_denied_auth:");
        return at < 0 ? -1 : info.bytes.mid(at + 23, 10).split('\r').front().toInt();
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        QVERIFY(m_server
                    .command({"ACL"_ba, "SETUSER"_ba, "app"_ba, "on"_ba, ">first"_ba, "~*"_ba,
                              "&*"_ba, "+@all"_ba})
                    .isOk());
    }

    void init() { failOnAnyWarning(); }

    void admits_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<Protocol>("protocol");
        const QString file = u"file:"_s + written(m_folder, u"file"_s, "first\n");
        QTest::newRow("file") << file << ""_ba << Protocol::Resp2;
        QTest::newRow("user") << file << "app"_ba << Protocol::Resp2;
        QTest::newRow("RESP3") << file << "app"_ba << Protocol::Resp3;
        QTest::newRow("command") << tell("first") << ""_ba << Protocol::Resp2;
    }
    void admits()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, user);
        QFETCH(Protocol, protocol);
        SecretBook book(m_clock, {});
        ConnectionConfig config = configWith(book, text, targetAt(m_server.port(), user));
        config.protocol = protocol;
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(connection.losses.empty());
    }

    // Each kind of connection takes the same way.
    void listens()
    {
        SecretBook book(m_clock, {});
        const ConnectionConfig config = configWith(book, tell("first"), targetAt(m_server.port()));
        Subscriber subscriber(config, {});
        subscriber.open();
        ChannelLink link(config, false);
        link.need();
        QVERIFY(eventually([&] { return subscriber.isListening(); }));
        QVERIFY(await(link.redirectId()));
    }

    void aFailingSourceEndsIt()
    {
        SecretBook book(m_clock, {});
        RecordingProxy proxy(m_server.port());
        WatchedConnection connection(
            configWith(book, u"file:/nonexistent/x"_s, targetAt(proxy.port())));
        connection->open();
        QVERIFY(connection.losses.empty()); // not from inside open()
        QVERIFY(connection.becomesLost());
        QVERIFY(connection.losses.front().final);
        QCOMPARE(connection.losses.front().error.code, "NOSECRET");
        QCOMPARE(proxy.accepted(), 0);
    }

    void aChangedPasswordIsFetchedOnce()
    {
        SecretBook book(m_clock, {});
        const ConnectionConfig config =
            configWith(book, tell("first"), targetAt(m_server.port(), "app"));
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(setPassword("second"));
        (void)tell("second");
        connection->giveUp({ErrorKind::ConnectionLost, {}, u"by the test"_s, {}});
        QVERIFY(eventually([&] { return connection.readies == 2; }));
        QCOMPARE(connection.losses.size(), 1U); // the new password is not a loss of its own
        QVERIFY(setPassword("first"));
    }

    // No loop: one attempt with what it had, none with the same again.
    void aWrongPasswordIsTriedOnce()
    {
        SecretBook book(m_clock, {});
        const int before = refusals();
        WatchedConnection connection(configWith(book, tell("wrong"), targetAt(m_server.port())));
        connection->open();
        QVERIFY(connection.becomesLost());
        QVERIFY(connection.losses.front().final);
        QCOMPARE(connection.losses.front().error.kind, ErrorKind::Auth);
        QCOMPARE(connection.losses.front().error.code, "BADSECRET");
        if (before >= 0) // Redis 7.0 counts them
            QCOMPARE(refusals(), before + 1);
    }

    void twoWrongPasswordsEndIt()
    {
        SecretBook book(m_clock, {});
        const int before = refusals();
        const QString counter = written(m_folder, u"counter"_s, "x\n");
        WatchedConnection connection(
            configWith(book, u"command:sh -c \"echo x >> %1; wc -l < %1\""_s.arg(counter),
                       targetAt(m_server.port())));
        connection->open();
        QVERIFY(connection.becomesLost());
        QVERIFY(connection.losses.front().final);
        QCOMPARE(connection->state(), Connection::State::Closed);
        if (before >= 0)
            QCOMPARE(refusals(), before + 2);
    }

    void theUserTriesAgain()
    {
        AskedUser user;
        SecretBook::Options options;
        options.asker = user.asker();
        options.asksAgain = true;
        SecretBook book(m_clock, std::move(options));
        const ConnectionConfig config = configWith(book, u"ask"_s, targetAt(m_server.port()));
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(user.isAsked(1));
        QCOMPARE(connection->state(), Connection::State::Connecting);
        user.says("wrong");
        QVERIFY(user.isAsked(2));
        QVERIFY(user.questions[1].wasRejected);
        user.says("wrong again");
        QVERIFY(user.isAsked(3));
        user.declines();
        QVERIFY(connection.becomesLost());
        QVERIFY(connection.losses.front().final);
        connection->open(); // by itself
        QVERIFY(eventually([&] { return connection.losses.size() == 2; }));
        QCOMPARE(user.questions.size(), 3U);
        config.target.credentials->retry();
        connection->open();
        QVERIFY(user.isAsked(4));
        user.says("first");
        QVERIFY(connection.becomesReady());
    }

    // Closed while the user is asked: the answer opens nothing.
    void aClosedConnectionIsNotOpenedByTheAnswer()
    {
        AskedUser user;
        SecretBook::Options options;
        options.asker = user.asker();
        SecretBook book(m_clock, std::move(options));
        RecordingProxy proxy(m_server.port());
        WatchedConnection connection(configWith(book, u"ask"_s, targetAt(proxy.port())));
        connection->open();
        QVERIFY(user.isAsked(1));
        connection->close();
        user.says("first");
        WatchedConnection after(configWith(book, u"ask"_s, targetAt(proxy.port())));
        after->open();
        QVERIFY(after.becomesReady());
        QCOMPARE(proxy.accepted(), 1);
    }

    void authenticatesAgain_data()
    {
        QTest::addColumn<QByteArray>("user");
        QTest::newRow("default user") << ""_ba;
        QTest::newRow("user") << "app"_ba;
    }
    // On the connection that is up, before the password is as old as that.
    void authenticatesAgain()
    {
        QFETCH(QByteArray, user);
        SecretBook book(m_clock, {});
        RecordingProxy proxy(m_server.port());
        ConnectionConfig config =
            configWith(book, tell("first"), targetAt(proxy.port(), user), Millis(1000));
        config.target.readOnly = true; // AUTH changes nothing there
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
        const QByteArray name = user.isEmpty() ? "default"_ba : user;
        QVERIFY(m_server.command({"ACL"_ba, "SETUSER"_ba, name, ">renewed"_ba}).isOk());
        (void)tell("renewed");
        QVERIFY(eventually([&] { return sentBy(proxy, "renewed") >= 2; }));
        QCOMPARE(connection.losses.size(), 0U);
        QCOMPARE(proxy.accepted(), 1);
        QVERIFY(await(connection->send({"PING"_ba})));
        QVERIFY(m_server.command({"ACL"_ba, "SETUSER"_ba, name, "<renewed"_ba}).isOk());
    }

    // A server may have shut out what has expired.
    void aShutOutConnectionComesBack()
    {
        SecretBook book(m_clock, {});
        WatchedConnection connection(configWith(book, tell("first"), targetAt(m_server.port())));
        connection->open();
        QVERIFY(connection.becomesReady());
        QVERIFY(await(connection->send({"RESET"_ba}))); // back to NOAUTH
        const auto refused = await(connection->send({"GET"_ba, "x"_ba}));
        QVERIFY(refused && refused->errorCode() == "NOAUTH");
        QVERIFY(eventually([&] { return connection.readies == 2; }));
    }

    void sentinelsHaveAnother()
    {
        SentinelSet set({.replicas = 1,
                         .sentinels = 3,
                         .user = "app"_ba,
                         .password = "of-servers"_ba,
                         .sentinelPassword = "of-sentinels"_ba});
        QVERIFY(set.start());
        SecretBook book(m_clock, {});
        ConnectionConfig config;
        config.target = parseTarget(set.url()).value();
        config.target.user = "app"_ba;
        book.equip(config.target,
                   {u"shop"_s,
                    source(tell("of-servers")),
                    source(u"file:"_s + written(m_folder, u"sentinels"_s, "of-sentinels\n")),
                    {},
                    {}});
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
        QCOMPARE(connection->address()->port, set.primary()->port());
    }
};

LOCKSCOPE_TEST_SUITE(TestPasswords)
#include "tst_passwords.moc"
