// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/verdict.h"
#include "core/admin/withoutscript.h"
#include "tests/core/admin/acting.h"
#include "tests/core/admin/actioncases.h"
#include "tests/support/aclrules.h"
#include "tests/support/listener.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::Outcome;
using Status = admin::Outcome::Status;

// Deleting a string lock where no script may run: by the rights of a user, or because the server
// has no such command. On the servers that know a command that compares and deletes; the others
// refuse.
class TestWithoutScript : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        m_isKnown = m_server.knows("DELIFEQ") || m_server.knows("DELEX");
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        m_server.command({"SET", "a", "token", "PX", "60000"});
    }
    void cleanup()
    {
        m_deployment.reset();
        m_proxy.reset();
    }

    void aRefusalOfTheCommandIsNoneOfTheScript_data();
    void aRefusalOfTheCommandIsNoneOfTheScript();
    void theHolderSeenLosesIt_data();
    void theHolderSeenLosesIt();
    void anotherHolderKeepsIt();
    void whatIsNoStringAnyMoreIsLeft();
    void whatHasGoneIsTold();
    void waitersOfARedlockAreWoken();
    void nothingIsConcludedWithoutAnAnswer();

private:
    [[nodiscard]] bool connectAs(const QByteArray &user)
    {
        redis::ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        config.target.user = config.target.password = user;
        config.commandTimeout = Millis(500);
        m_deployment = std::make_unique<redis::Deployment>(config);
        m_deployment->open();
        return await(m_deployment->whenReady()).has_value();
    }
    [[nodiscard]] bool withoutScripts()
    {
        m_proxy->refuse({"EVALSHA"}, "ERR unknown command 'EVALSHA', with args beginning with: ");
        return connectAs({});
    }
    Outcome act(const admin::Action &action)
    {
        const auto plan = admin::makePlan(stringSight("a", "token"), action);
        if (!plan)
            return {};
        TaskScope scope("test");
        auto asked = m_deployment->run(plan->script, plan->keys, plan->arguments);
        const auto refusal = await(std::move(asked));
        if (!refusal || !admin::isScriptingRefused(*refusal))
            return {};
        const auto done = await(scope.start(
            [&] { return admin::runWithoutScript(scope, *m_deployment, *plan, *refusal); }));
        if (!done)
            return admin::verdict(*plan, fail(done.error()));
        m_did = done->command;
        return admin::verdict(*plan, done->answer);
    }

    RedisProcess m_server;
    bool m_isKnown = false;
    QByteArray m_did;
    std::unique_ptr<RecordingProxy> m_proxy;
    std::unique_ptr<redis::Deployment> m_deployment;
};

void TestWithoutScript::aRefusalOfTheCommandIsNoneOfTheScript_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<bool>("refused");
    QTest::newRow("Redis 6")
        << "NOPERM this user has no permissions to run the 'evalsha' command or its subcommand"_ba
        << true;
    QTest::newRow("Redis 7") << "NOPERM User few has no permissions to run the 'evalsha' command"_ba
                             << true;
    QTest::newRow("by text") << "NOPERM User few has no permissions to run the 'eval' command"_ba
                             << true;
    QTest::newRow("a server without it")
        << "ERR unknown command 'EVALSHA', with args beginning with: 'x' "_ba << true;
    QTest::newRow("a proxy without it") << "unsupported command 'evalsha'"_ba << true;
    QTest::newRow("within the script")
        << "ERR ACL failure in script: User few has no permissions to run the 'del' command script: f, on @user_script:1."_ba
        << false;
    QTest::newRow("another command")
        << "NOPERM User few has no permissions to run the 'del' command"_ba << false;
    QTest::newRow("busy") << "BUSY Redis is busy running a script"_ba << false;
}

void TestWithoutScript::aRefusalOfTheCommandIsNoneOfTheScript()
{
    QFETCH(QByteArray, said);
    QFETCH(bool, refused);
    Reply reply;
    reply.type = Reply::Type::Error;
    reply.bytes = said;
    QCOMPARE(admin::isScriptingRefused(reply), refused);
}

void TestWithoutScript::theHolderSeenLosesIt_data()
{
    QTest::addColumn<bool>("byAcl");
    QTest::newRow("the user may not") << true;
    QTest::newRow("the server does not") << false;
}

void TestWithoutScript::theHolderSeenLosesIt()
{
    QFETCH(bool, byAcl);
    if (byAcl) {
        QVERIFY(setUser(m_server, "dry",
                        {"reset", "on", ">dry", "~*", "allchannels", "+@all", "-eval", "-evalsha"})
                    .isOk());
        QVERIFY(connectAs("dry"));
    } else {
        QVERIFY(withoutScripts());
    }
    const Outcome outcome = act(forceUnlock());
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, m_isKnown ? 0 : 1);
    if (m_isKnown)
        QCOMPARE(outcome.status, Status::Done);
    else
        QCOMPARE(outcome.status, byAcl ? Status::NotPermitted : Status::Failed);
    QCOMPARE(!m_did.isEmpty(), m_isKnown);
}

void TestWithoutScript::anotherHolderKeepsIt()
{
    QVERIFY(withoutScripts());
    m_server.command({"SET", "a", "other", "PX", "60000"});
    const Outcome outcome = act(forceUnlock());
    QCOMPARE(m_server.command({"GET", "a"}).bytes, "other"_ba);
    if (!m_isKnown)
        return;
    QCOMPARE(outcome.status, Status::Changed);
    QCOMPARE(outcome.foundType, "string"_ba);
    QVERIFY(outcome.found && !outcome.found->holds.empty());
    QCOMPARE(outcome.found->holds.front().owner.bytes, "other"_ba);
}

void TestWithoutScript::whatIsNoStringAnyMoreIsLeft()
{
    QVERIFY(withoutScripts());
    m_server.command({"DEL", "a"});
    m_server.command({"HSET", "a", "f", "token"});
    QVERIFY(act(forceUnlock()).status != Status::Done);
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 1);
}

void TestWithoutScript::whatHasGoneIsTold()
{
    QVERIFY(withoutScripts());
    m_server.command({"DEL", "a"});
    const Outcome outcome = act(forceUnlock());
    QCOMPARE(outcome.status, m_isKnown ? Status::Changed : Status::Failed);
    if (m_isKnown)
        QCOMPARE(outcome.foundType, "none"_ba);
}

void TestWithoutScript::waitersOfARedlockAreWoken()
{
    QVERIFY(withoutScripts());
    admin::Action action = forceUnlock();
    action.ofRedlock = true;
    const auto plan = admin::makePlan(stringSight("a", "token"), action);
    QVERIFY(plan);
    QCOMPARE(plan->commands.size(), std::size_t(2));
    const Listener waiter(m_server, "SUBSCRIBE", plan->commands[1][1]);
    const Outcome outcome = act(action);
    QCOMPARE(outcome.woken, m_isKnown ? std::optional<qint64>(1) : std::nullopt);
}

void TestWithoutScript::nothingIsConcludedWithoutAnAnswer()
{
    QVERIFY(withoutScripts());
    const auto plan = admin::makePlan(stringSight("a", "token"), forceUnlock());
    QVERIFY(plan);
    TaskScope scope("test");
    m_proxy->stallServer(true);
    const auto done = await(
        scope.start([&] { return admin::runWithoutScript(scope, *m_deployment, *plan, Reply()); }));
    QVERIFY(!done);
    QCOMPARE(admin::verdict(*plan, fail(done.error())).status, Status::Unknown);
}

LOCKSCOPE_TEST_SUITE(TestWithoutScript)
#include "tst_withoutscript.moc"
