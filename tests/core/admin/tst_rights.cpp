// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a user may do, asked before anything is done: by trial, by its rules, or not at all.
#include "core/admin/accessrules.h"
#include "core/admin/rights.h"
#include "tests/core/admin/actioncases.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestRights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        m_place.server = m_server.product();
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
    }

    void theOperatorMayDoAll_data() { addCaseRows(); }
    void theOperatorMayDoAll();
    void theObserverMayNot_data() { addCaseRows(); }
    void theObserverMayNot();
    void rulesTellBeforeTheServerCanTry();
    void whoMayNotAskIsNotRefused();
    void keysCountWhereTheyAreTold();
    void rulesAreReadInTheirOrder();
    void aServerThatRefusesTheUserSaysSo();

private:
    redis::Target user(const QByteArrayList &rules) const
    {
        std::vector<QByteArray> command{"ACL", "SETUSER", "somebody", "reset", "on", ">secret"};
        command.insert(command.end(), rules.begin(), rules.end());
        if (const Reply reply = m_server.command(command); !reply.isOk())
            qWarning("%s", reply.bytes.constData());
        redis::Target target = m_server.target();
        target.user = "somebody";
        target.password = "secret";
        return target;
    }
    Result<std::vector<std::optional<Error>>> ask(const redis::Target &target,
                                                  const admin::Plan &plan) const
    {
        redis::ConnectionConfig config;
        config.target = target;
        redis::Deployment deployment(config);
        deployment.open();
        admin::RightsLook look(deployment);
        return await(look.ask({plan}, std::chrono::seconds(5)));
    }
    QString reason(const redis::Target &target, const admin::Plan &plan) const
    {
        const auto reasons = ask(target, plan);
        if (!reasons)
            return u"not asked: "_s + reasons.error().text.english();
        return reasons->front() ? reasons->front()->text.english() : QString();
    }
    admin::Plan forced() const
    {
        LockWriter(m_server).acquire("a", ann, 60'000);
        admin::Action action;
        action.type = admin::ActionType::ForceUnlock;
        return admin::makePlan(see(m_server, "a"), action).value();
    }

    RedisProcess m_server;
    admin::AccessPlace m_place;
};

void TestRights::theOperatorMayDoAll()
{
    const Case row = currentCase();
    row.write(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), row.action);
    QVERIFY(plan);
    QCOMPARE(reason(user(admin::operatorRules(m_place)), *plan), QString());
}

// Its rules let it ask from 7.0 on; before, the refusal itself tells it.
void TestRights::theObserverMayNot()
{
    const Case row = currentCase();
    row.write(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), row.action);
    QVERIFY(plan);
    const QString told = reason(user(admin::observerRules(m_place)), *plan);
    if (m_server.version() >= 700)
        QVERIFY2(told.startsWith("the user may not run '"_L1), qPrintable(told));
    else
        QCOMPARE(told, QString());
}

// As an administrator would have it: all that reads, and a look at the rules.
void TestRights::rulesTellBeforeTheServerCanTry()
{
    const admin::Plan plan = forced();
    const QByteArrayList base{"~*",    "-@all",       "+@read",       "+@connection",
                              "+info", "+acl|whoami", "+acl|getuser", "+command"};
    QCOMPARE(reason(user(base), plan), u"the user may not run 'evalsha'"_s);
    QCOMPARE(reason(user(base + QByteArrayList{"+@scripting", "+publish"}), plan),
             u"the user may not run 'del'"_s);
    QCOMPARE(reason(user(base + QByteArrayList{"+@scripting", "+@write", "+publish"}), plan),
             QString());
    // Without COMMAND nobody knows what the categories have.
    QCOMPARE(reason(user(base + QByteArrayList{"-command"}), plan), QString());
}

void TestRights::whoMayNotAskIsNotRefused()
{
    const admin::Plan plan = forced();
    QCOMPARE(reason(user({"~*", "-@all", "+@read", "+@connection", "+info"}), plan), QString());
    QCOMPARE(reason(user({"~*", "-@all", "+@read", "+@connection", "+info", "+acl|whoami"}), plan),
             QString());
    QVERIFY(m_server.command({"EXISTS", "a"}).integer == 1);
}

void TestRights::keysCountWhereTheyAreTold()
{
    if (m_server.version() < 700)
        QSKIP("before 7.0 only commands are judged");
    const admin::Plan plan = forced();
    const QString told = reason(user({"~others:*", "allchannels", "+@all"}), plan);
    QVERIFY2(told.contains("key"_L1), qPrintable(told));
    QCOMPARE(reason(user({"~a", "~redisson_*", "allchannels", "+@all"}), plan), QString());
}

void TestRights::rulesAreReadInTheirOrder()
{
    const std::optional<std::vector<QByteArray>> write(std::vector<QByteArray>{"@write", "@slow"});
    QCOMPARE(admin::allows("+@all", "DEL", {}), true);
    QCOMPARE(admin::allows("-@all", "DEL", {}), false);
    QCOMPARE(admin::allows("-@all +del", "DEL", {}), true);
    QCOMPARE(admin::allows("-@all +DEL -del", "del", {}), false);
    QCOMPARE(admin::allows("+@all -@write", "DEL", write), false);
    QCOMPARE(admin::allows("-@all +@write", "DEL", write), true);
    QCOMPARE(admin::allows("-@all +@read", "DEL", write), false);
    QCOMPARE(admin::allows("-@all +@read", "DEL", {}), std::nullopt);
    QCOMPARE(admin::allows("-@all +@read -del", "DEL", {}), false);
    QCOMPARE(admin::allows("-@all +client|id", "CLIENT", {}), false);
    QCOMPARE(admin::allows("", "DEL", {}), false);
}

void TestRights::aServerThatRefusesTheUserSaysSo()
{
    redis::Target target = user({"~*", "+@all"});
    target.password = "wrong";
    const auto reasons = ask(target, forced());
    QVERIFY(!reasons);
    QCOMPARE(reasons.error().kind, ErrorKind::Auth);
}

LOCKSCOPE_TEST_SUITE(TestRights)
#include "tst_rights.moc"
