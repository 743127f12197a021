// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/combine.h"
#include "core/redis/deployment/scriptcache.h"
#include "tests/core/redis/connectionwatch.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestScriptCache : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    std::unique_ptr<WatchedConnection> m_connection;

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
        QVERIFY(m_server.command({"SCRIPT"_ba, "FLUSH"_ba}).isOk());
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        m_connection = std::make_unique<WatchedConnection>(config);
        (*m_connection)->open();
        QVERIFY(m_connection->becomesReady());
    }

    void cleanup()
    {
        m_connection.reset();
        m_proxy.reset();
    }

    void digestIsTheServers()
    {
        const Script script = Script::of("return 1"_ba);
        QCOMPARE(script.sha1, m_server.command({"SCRIPT"_ba, "LOAD"_ba, script.source}).bytes);
    }

    void sendsTheTextOnlyWhenTheServerLacksIt()
    {
        ScriptCache cache(*m_connection->connection);
        const Script script = Script::of("return {KEYS[1], KEYS[2], ARGV[1]}"_ba);
        const auto runOnce = [&] {
            const auto reply = await(cache.run(script, {"k1"_ba, "k2"_ba}, {"a\r\n"_ba}));
            return reply && reply->elements.size() == 3 && reply->elements[0].bytes == "k1"
                && reply->elements[1].bytes == "k2" && reply->elements[2].bytes == "a\r\n";
        };
        QVERIFY(runOnce());
        QCOMPARE(m_proxy->count("EVALSHA"), 1);
        QCOMPARE(m_proxy->count("EVAL"), 1);
        QVERIFY(runOnce());
        QCOMPARE(m_proxy->count("EVALSHA"), 2);
        QCOMPARE(m_proxy->count("EVAL"), 1);
        QVERIFY(m_server.command({"SCRIPT"_ba, "FLUSH"_ba}).isOk());
        QVERIFY(runOnce());
        QCOMPARE(m_proxy->count("EVAL"), 2);
    }

    void runsManyAtOnce()
    {
        ScriptCache cache(*m_connection->connection);
        const Script script = Script::of("return redis.call('INCR', KEYS[1])"_ba);
        std::vector<Pending<Reply>> pending;
        for (int i = 0; i < 100; ++i)
            pending.push_back(cache.run(script, {"n"_ba}, {}));
        const auto all = await(whenAll(std::move(pending)));
        QVERIFY(all);
        for (const auto &reply : *all)
            QVERIFY(reply && reply->isInteger());
        QCOMPARE(m_server.command({"GET"_ba, "n"_ba}).bytes, "100"_ba); // each just once
    }

    void passesErrorsOn()
    {
        ScriptCache cache(*m_connection->connection);
        const auto reply =
            await(cache.run(Script::of("return redis.error_reply('MINE no')"_ba), {}, {}));
        QVERIFY(reply && reply->errorCode() == "MINE");
        const auto broken = await(cache.run(Script::of("syntax error"_ba), {}, {}));
        QVERIFY(broken && broken->isError());
        (*m_connection)->close();
        const auto lost = await(cache.run(Script::of("return 1"_ba), {}, {}));
        QCOMPARE(lost.error().kind, ErrorKind::ConnectionLost);
    }

    void runsOnWhenNobodyWaits()
    {
        ScriptCache cache(*m_connection->connection);
        (void)cache.run(Script::of("return redis.call('SET', KEYS[1], 1)"_ba), {"done"_ba}, {});
        QVERIFY(eventually([&] {
            return m_server.command({"EXISTS"_ba, "done"_ba}).integer == 1;
        }));
    }

    void answersCancelledWhenDestroyed()
    {
        auto cache = std::make_unique<ScriptCache>(*m_connection->connection);
        auto pending = cache->run(Script::of("return 1"_ba), {}, {});
        cache.reset();
        QVERIFY(pending.isReady());
        QCOMPARE(pending.take().error().kind, ErrorKind::Cancelled);
        // Its reply is swallowed.
        const auto reply = await((*m_connection)->send({"ECHO"_ba, "x"_ba}));
        QVERIFY(reply && reply->bytes == "x");
    }
};

LOCKSCOPE_TEST_SUITE(TestScriptCache)
#include "tst_scriptcache.moc"
