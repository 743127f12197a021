// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/handshake.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestAuthentication : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server{
        {.unixSocket = false, .password = "correct horse"_ba, .tls = {}, .arguments = {}}};
    RedisProcess m_open;

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        QVERIFY(m_open.start());
        QVERIFY(m_server
                    .command({"ACL"_ba, "SETUSER"_ba, "plain"_ba, "on"_ba, ">pw"_ba, "~*"_ba,
                              "+ping"_ba, "+get"_ba})
                    .isOk());
        QVERIFY(m_server
                    .command({"ACL"_ba, "SETUSER"_ba, "free"_ba, "on"_ba, "nopass"_ba, "~*"_ba,
                              "+@all"_ba})
                    .isOk());
    }

    void init() { failOnAnyWarning(); }

    void admits_data()
    {
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("password");
        QTest::newRow("default user") << ""_ba
                                      << "correct horse"_ba;
        QTest::newRow("default user by name") << "default"_ba
                                              << "correct horse"_ba;
        QTest::newRow("user who may not set a name") << "plain"_ba
                                                     << "pw"_ba;
        QTest::newRow("user without a password") << "free"_ba
                                                 << ""_ba;
    }

    void admits()
    {
        QFETCH(QByteArray, user);
        QFETCH(QByteArray, password);
        ConnectionConfig config;
        config.target = m_server.target();
        config.target.user = user;
        config.target.password = password;
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesReady());
        const auto reply = await(connection->send({"PING"_ba}));
        QVERIFY(reply && reply->bytes == "PONG");
        QVERIFY(connection.losses.empty());
    }

    void refuses_data()
    {
        QTest::addColumn<bool>("open");
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("password");
        QTest::addColumn<int>("database");
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("none given") << false << ""_ba
                                    << ""_ba << 0 << ErrorKind::Auth;
        QTest::newRow("none given, database") << false << ""_ba
                                              << ""_ba << 2 << ErrorKind::Auth;
        QTest::newRow("wrong password") << false << ""_ba
                                        << "hunter2"_ba << 0 << ErrorKind::Auth;
        QTest::newRow("wrong user") << false << "zaphod"_ba
                                    << "hunter2"_ba << 0 << ErrorKind::Auth;
        QTest::newRow("needless password") << true << ""_ba
                                           << "hunter2"_ba << 0 << ErrorKind::Auth;
        QTest::newRow("no SELECT") << false << "plain"_ba
                                   << "pw"_ba << 2 << ErrorKind::Permission;
    }

    // For good, after a single attempt: more of them would lock the account out.
    void refuses()
    {
        QFETCH(bool, open);
        QFETCH(QByteArray, user);
        QFETCH(QByteArray, password);
        QFETCH(int, database);
        QFETCH(ErrorKind, kind);
        RecordingProxy proxy(open ? m_open.port() : m_server.port());
        ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, proxy.port()}};
        config.target.user = user;
        config.target.password = password;
        config.target.database = database;
        WatchedConnection connection(config);
        connection->open();
        QVERIFY(connection.becomesLost());
        const auto &loss = connection.losses.front();
        QCOMPARE(loss.error.kind, kind);
        QVERIFY(loss.final);
        QVERIFY(!loss.error.code.isEmpty());
        QVERIFY(!loss.error.text.english().contains("hunter2"_L1));
        QCOMPARE(connection->state(), Connection::State::Closed);
        QCOMPARE(connection->lastError()->kind, kind);
        QCOMPARE(connection.readies, 0);
        QCOMPARE(proxy.accepted(), 1);
        auto refused = connection->send({"PING"_ba});
        QVERIFY(refused.isReady());
    }

    // Some servers echo the arguments of a command that they do not know.
    void neverTellsThePassword()
    {
        for (const QByteArray text :
             {"ERR unknown command 'AUTH', with args beginning with: 'hunter2'",
              "WRONGPASS hunter2", "ERR hunter2 is wrong", "LOADING hunter2", "NOAUTH hunter2"}) {
            Reply reply;
            reply.type = Reply::Type::Error;
            reply.bytes = text;
            const auto error = handshakeRefusal(HandshakeStep::Kind::Auth, reply, u"x"_s);
            QVERIFY(error);
            QVERIFY(!error->text.english().contains("hunter2"_L1));
        }
    }

    void knowsItselfByTheServersWords_data()
    {
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<qint64>("id");
        QTest::addColumn<QByteArray>("address");
        QTest::newRow("usual") << "id=12 addr=127.0.0.1:51166 laddr=127.0.0.1:1 fd=8\n"_ba
                               << qint64(12) << "127.0.0.1:51166"_ba;
        QTest::newRow("no address") << "id=12 laddr=127.0.0.1:1"_ba << qint64(0) << ""_ba;
        QTest::newRow("no number") << "id=x addr=127.0.0.1:1"_ba << qint64(0) << ""_ba;
        QTest::newRow("negative") << "id=-1 addr=127.0.0.1:1"_ba << qint64(0) << ""_ba;
        QTest::newRow("nothing") << ""_ba << qint64(0) << ""_ba;
    }
    void knowsItselfByTheServersWords()
    {
        QFETCH(const QByteArray, info);
        QFETCH(const qint64, id);
        QFETCH(const QByteArray, address);
        Reply reply;
        reply.type = Reply::Type::String;
        reply.bytes = info;
        const auto identity = identityFrom(reply);
        QCOMPARE(identity.has_value(), id != 0);
        if (identity)
            QCOMPARE(*identity, (ClientIdentity{id, address}));
    }

    void tellsWhatPassesFromWhatDoesNot_data()
    {
        using Kind = HandshakeStep::Kind;
        QTest::addColumn<int>("step");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("tolerated");
        QTest::addColumn<bool>("final");
        const auto row = [](const char *text, Kind step, bool tolerated, bool final) {
            QTest::newRow(text) << static_cast<int>(step) << QByteArray(text) << tolerated << final;
        };
        row("NOPERM this user has no permissions", Kind::Name, true, false);
        row("ERR unknown command `CLIENT`", Kind::Name, true, false);
        row("ERR Unknown subcommand or wrong number of arguments", Kind::Name, true, false);
        row("NOAUTH Authentication required.", Kind::Name, false, true);
        row("ERR max number of clients reached", Kind::Name, false, false);
        row("LOADING Redis is loading the dataset in memory", Kind::Name, false, false);
        row("DENIED Redis is running in protected mode", Kind::Name, false, false);
        row("ERR DB index is out of range", Kind::Select, false, false);
        row("NOPERM this user has no permissions to SELECT", Kind::Select, false, true);
        row("ERR invalid password", Kind::Auth, false, true);
        row("ERR Client sent AUTH, but no password is set", Kind::Auth, false, true);
        row("ERR max number of clients reached.", Kind::Auth, false, false);
        row("ERR max number of clients reached in front of INFO", Kind::Mode, false, false);
        row("ERR max number of clients reached in front of ROLE", Kind::Role, false, false);
        row("ERR max number of clients reached in front of CLIENT", Kind::Identify, false, false);
        row("ERR max number of clients reached in front of HELLO", Kind::Hello, false, false);
        row("DENIED Redis is running in protected mode because", Kind::Mode, false, false);
        row("NOPERM this user has no permissions to run INFO", Kind::Mode, true, false);
        row("NOPERM this user has no permissions to run ROLE", Kind::Role, true, false);
    }

    void tellsWhatPassesFromWhatDoesNot()
    {
        QFETCH(int, step);
        QFETCH(QByteArray, text);
        QFETCH(bool, tolerated);
        QFETCH(bool, final);
        Reply reply;
        reply.type = Reply::Type::Error;
        reply.bytes = text;
        const auto error = handshakeRefusal(HandshakeStep::Kind(step), reply, u"x"_s);
        QCOMPARE(!error.has_value(), tolerated);
        if (error)
            QCOMPARE(endsForGood(*error), final);
    }
};

LOCKSCOPE_TEST_SUITE(TestAuthentication)
#include "tst_authentication.moc"
