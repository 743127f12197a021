// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/deployment.h"
#include "core/redis/readonly.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestReadOnly : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;

    Target readOnlyTarget() const
    {
        Target target;
        target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        target.readOnly = true;
        return target;
    }

    // The commands that have the flag, according to the server itself.
    std::vector<QByteArray> verbsFlagged(const QByteArray &flag) const
    {
        std::vector<QByteArray> verbs;
        const Reply table = m_server.command({"COMMAND"_ba});
        for (const Reply &entry : table.elements) {
            for (const Reply &word : entry.elements[2].elements) {
                if (word.bytes == flag)
                    verbs.push_back(entry.elements[0].bytes);
            }
        }
        return verbs;
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
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
    }
    void cleanup() { m_proxy.reset(); }

    void refusesEveryCommandThatWrites()
    {
        const auto writers = verbsFlagged("write"_ba);
        QVERIFY(writers.size() > 80);
        for (const QByteArray &verb : writers) {
            QVERIFY2(!isReadOnly({verb}), verb.constData());
            QVERIFY2(!isReadOnly({verb.toUpper(), "k"_ba, "v"_ba}), verb.constData());
        }
    }

    void refusesEveryCommandForAdministratorsAndScripts()
    {
        // They report or concern the connection alone.
        const QByteArrayList harmless{"role"_ba};
        for (const QByteArray &flag : {"admin"_ba, "noscript"_ba, "movablekeys"_ba}) {
            for (const QByteArray &verb : verbsFlagged(flag)) {
                const bool ofTheConnection = verb.endsWith("subscribe") || verb == "hello"
                    || verb == "auth" || harmless.contains(verb);
                QVERIFY2(ofTheConnection || !isReadOnly({verb}), verb.constData());
            }
        }
    }

    void doesNotMisreadASpelling_data()
    {
        QTest::addColumn<QByteArrayList>("command");
        const auto row = [](const char *name, const QByteArrayList &command) {
            QTest::newRow(name) << command;
        };
        row("nothing", {});
        row("an empty verb", {""_ba});
        row("mixed case", {"dEl"_ba, "k"_ba});
        row("a leading blank", {" GET"_ba, "k"_ba});
        row("a trailing blank", {"GET "_ba, "k"_ba});
        row("a tab", {"GET\t"_ba, "k"_ba});
        row("a line end", {"GET k\r\nDEL"_ba, "k"_ba});
        row("a NUL", {QByteArray("GET\0DEL", 7), "k"_ba});
        row("verb and subcommand in one", {"CLIENT ID"_ba});
        row("verb|subcommand", {"CLIENT|ID"_ba});
        row("not ASCII",
            {"\xc5\xbf"
             "CAN"_ba,
             "0"_ba});
        row("a container alone", {"CLIENT"_ba});
        row("another subcommand", {"client"_ba, "kill"_ba, "type"_ba, "normal"_ba});
        row("a blank before the subcommand", {"CLIENT"_ba, " ID"_ba});
        row("a NUL in the subcommand", {"CLIENT"_ba, QByteArray("ID\0KILL", 7)});
        row("the subcommand of another", {"CONFIG"_ba, "INFO"_ba});
        row("CLIENT PAUSE", {"CLIENT"_ba, "PAUSE"_ba, "1000"_ba});
        row("CLIENT REPLY", {"CLIENT"_ba, "REPLY"_ba, "OFF"_ba});
        row("SENTINEL FAILOVER", {"SENTINEL"_ba, "FAILOVER"_ba, "m"_ba});
        row("SENTINEL SET", {"SENTINEL"_ba, "SET"_ba, "m"_ba, "quorum"_ba, "1"_ba});
        row("SENTINEL", {"SENTINEL"_ba});
        row("CONFIG SET", {"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "1"_ba});
        row("CONFIG GET", {"CONFIG"_ba, "GET"_ba, "*"_ba});
        row("CONFIG GET of two",
            {"CONFIG"_ba, "GET"_ba, "notify-keyspace-events"_ba, "requirepass"_ba});
        row("CONFIG SET of what may be read",
            {"CONFIG"_ba, "SET"_ba, "notify-keyspace-events"_ba, "KA"_ba});
        row("ACL SETUSER", {"ACL"_ba, "SETUSER"_ba, "x"_ba});
        row("SCRIPT LOAD", {"SCRIPT"_ba, "LOAD"_ba, "return 1"_ba});
        row("FUNCTION", {"FUNCTION"_ba, "FLUSH"_ba});
        row("EVAL", {"EVAL"_ba, "return 1"_ba, "0"_ba});
        row("EVAL_RO", {"EVAL_RO"_ba, "return 1"_ba, "0"_ba});
        row("EVALSHA_RO", {"EVALSHA_RO"_ba, "0"_ba, "0"_ba});
        row("FCALL_RO", {"FCALL_RO"_ba, "f"_ba, "0"_ba});
        row("PUBLISH", {"publish"_ba, "c"_ba, "m"_ba});
        row("SPUBLISH", {"SPUBLISH"_ba, "c"_ba, "m"_ba});
        row("MULTI", {"MULTI"_ba});
        row("SORT with STORE", {"SORT"_ba, "a"_ba, "STORE"_ba, "b"_ba});
        row("GETEX", {"GETEX"_ba, "k"_ba, "PERSIST"_ba});
        row("DEBUG", {"DEBUG"_ba, "SLEEP"_ba, "1"_ba});
        row("SHUTDOWN", {"SHUTDOWN"_ba});
        row("REPLICAOF", {"REPLICAOF"_ba, "127.0.0.1"_ba, "1"_ba});
        row("a command yet to come", {"DELIFEQ"_ba, "k"_ba, "v"_ba});
    }
    void doesNotMisreadASpelling()
    {
        QFETCH(QByteArrayList, command);
        QVERIFY(!isReadOnly({command.begin(), command.end()}));
    }

    void allowsWhatReads()
    {
        const std::vector<Arguments> commands{
            {"SCAN"_ba, "0"_ba, "COUNT"_ba, "200"_ba, "TYPE"_ba, "hash"_ba},
            {"hgetall"_ba, "k"_ba},
            {"PExpireTime"_ba, "k"_ba},
            {"client"_ba, "Tracking"_ba, "on"_ba, "BCAST"_ba},
            {"CLIENT"_ba, "CACHING"_ba, "YES"_ba},
            {"ACL"_ba, "DRYRUN"_ba, "default"_ba, "del"_ba, "k"_ba},
            {"COMMAND"_ba},
            {"UNSUBSCRIBE"_ba, "c"_ba},
        };
        for (const Arguments &command : commands)
            QVERIFY2(isReadOnly(command), command[0].constData());
    }

    // Everything that the list lets through is, by the server's own account, no write.
    void theServerAgreesWithTheList()
    {
        const auto writers = verbsFlagged("write"_ba);
        for (const QByteArray &reader : verbsFlagged("readonly"_ba)) {
            if (isReadOnly({reader}))
                QVERIFY2(std::ranges::find(writers, reader) == writers.end(), reader.constData());
        }
    }

    void aRefusedCommandNeverReachesTheWire()
    {
        ConnectionConfig config;
        config.target = readOnlyTarget();
        const WatchedConnection connection(config);
        // Also before there is a connection, and at once.
        const auto early = connection->send({"DEL"_ba, "k"_ba});
        QVERIFY(early.isReady());
        connection->open();
        QVERIFY(connection.becomesReady());
        auto refused = connection->send({"set"_ba, "secret"_ba, "v"_ba});
        QVERIFY(refused.isReady());
        const auto answer = refused.take();
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, ErrorKind::Permission);
        QCOMPARE(answer.error().code, "READONLYPROFILE"_ba);
        QCOMPARE(answer.error().text.english(), u"the profile is read-only; set was not sent"_s);
        QCOMPARE(answer.error().endpoint, connection->label());
        ScriptCache scripts(*connection.connection);
        const auto ran = await(scripts.run(Script::of("redis.call('set','k','v')"_ba), {}, {}));
        QVERIFY(!ran && ran.error().code == "READONLYPROFILE");
        // Reads still work.
        const auto read = await(connection->send({"GET"_ba, "k"_ba}));
        QVERIFY(read && read->isNil());
        for (const QByteArray &verb : {"SET"_ba, "DEL"_ba, "EVAL"_ba, "EVALSHA"_ba})
            QCOMPARE(m_proxy->count(verb), 0);
        QCOMPARE(m_server.command({"DBSIZE"_ba}).integer, 0);
    }

    void aDeploymentRefusesToo()
    {
        ConnectionConfig config;
        config.target = readOnlyTarget();
        Deployment deployment(config);
        deployment.open();
        QVERIFY(await(deployment.whenReady()));
        const auto ran = await(deployment.run(Script::of("return 1"_ba), {}, {}));
        QVERIFY(!ran && ran.error().code == "READONLYPROFILE");
        const auto sent = await(deployment.send({"PUBLISH"_ba, "c"_ba, "m"_ba}));
        QVERIFY(!sent && sent.error().code == "READONLYPROFILE");
        const auto read = await(deployment.readTracked({"HGETALL"_ba, "k"_ba}));
        QVERIFY(read && read->elements.empty());
        for (const auto &command : m_proxy->commands())
            QVERIFY2(isReadOnly(command), command[0].constData());
    }

    // Discovery, events, all keys of all kinds and the polling of a watch: no command is refused.
    void aWholeWatchWorks_data()
    {
        QTest::addColumn<bool>("tracking");
        QTest::newRow("tracking") << true;
        QTest::newRow("polling") << false;
    }
    void aWholeWatchWorks()
    {
        QFETCH(bool, tracking);
        m_server.command({"ACL"_ba, "SETUSER"_ba, "default"_ba,
                          tracking ? "+client|tracking"_ba : "-client|tracking"_ba});
        const LockWriter writer(m_server);
        writer.acquire("before", ann, 60'000);
        writer.read("rw", ann, 60'000);
        writer.acquire("fair", ann, 60'000);
        writer.enqueue("fair", bob, 60'000);
        m_server.command({"SET"_ba, "locks:plain"_ba, "token"_ba, "PX"_ba, "60000"_ba});
        m_server.command({"SADD"_ba, "locks:set"_ba, "x"_ba});
        Watching watching;
        watching.add(readOnlyTarget());
        QVERIFY(watching.settled());
        QVERIFY(watching.has("before") && watching.has("rw") && watching.has("fair"));
        QVERIFY(watching.locks["fair"].waiters && watching.locks["fair"].waiters->size() == 1);
        QCOMPARE(watching.servers[0].mode,
                 tracking ? watch::WatchMode::TrackingAll : watch::WatchMode::Channels);
        writer.unlock("before");
        QVERIFY(watching.isGone("before"));
        Watching named(under({"locks:"}));
        named.add(readOnlyTarget());
        QVERIFY(named.settled());
        QVERIFY(named.has("locks:plain"));
        for (const watch::Event &event : watching.events)
            QVERIFY2(!event.detail.english().contains("read-only"_L1),
                     qPrintable(event.detail.english()));
        QVERIFY(m_proxy->count("SCAN") > 0);
        for (const auto &command : m_proxy->commands())
            QVERIFY2(isReadOnly(command), command[0].constData());
        m_server.command({"ACL"_ba, "SETUSER"_ba, "default"_ba, "+client|tracking"_ba});
    }
};

LOCKSCOPE_TEST_SUITE(TestReadOnly)
#include "tst_readonly.moc"
