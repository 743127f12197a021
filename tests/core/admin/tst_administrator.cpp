// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/administrator.h"
#include "tests/core/admin/actioncases.h"
#include "tests/core/admin/slowlog.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using admin::Administrator;
using admin::Outcome;
using Status = admin::Outcome::Status;

namespace {

// Answers at once, or when the test says so.
class Scripted final : public admin::Confirmation
{
public:
    Pending<admin::Decision> confirm(const std::vector<admin::Step> & /*steps*/) override
    {
        ++asked;
        if (onAsked)
            onAsked();
        if (!patient)
            return Pending<admin::Decision>::ready(admin::Decision{confirms, u"stuck"_s});
        return open.pending();
    }

    bool confirms = true;
    bool patient = false;
    int asked = 0;
    std::function<void()> onAsked;
    Completion<admin::Decision> open;
};

} // namespace

class TestAdministrator : public QObject
{
    Q_OBJECT

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
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        m_folder = std::make_unique<QTemporaryDir>();
        m_audit = std::make_unique<admin::Audit>(m_folder->filePath(u"audit.jsonl"_s));
        m_confirmation = std::make_unique<Scripted>();
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        connectAs({});
    }
    void cleanup()
    {
        m_deployment.reset();
        m_proxy.reset();
    }

    void wakesAWaiterOfEachKind_data();
    void wakesAWaiterOfEachKind();
    void leavesALockThatChangedHands();
    void refusesOnAReadOnlyPlace_data();
    void refusesOnAReadOnlyPlace();
    void doesNothingWhenDeclined();
    void doesNothingWithoutALog();
    void waitsForTheDiskBeforeItActs();
    void doesNothingWhenItEndsBeforeTheLineIsThere();
    void owesALineAfterWhenItEndsInBetween();
    void tellsOfALogThatFailsAfterwards();
    void tellsOfAStringWhereNoScriptMayRun();
    void tellsWhatTheAclForbids();
    void tellsWhenTheServerIsReadOnly();
    void tellsWhenNothingListens();
    void doesNotKnowWhenTheConnectionIsLost();
    void doesNotKnowWhenNoAnswerComes();
    void endsWithItsOwner();

private:
    void connectAs(const QByteArray &user, bool readOnly = false)
    {
        redis::ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        config.target.user = user;
        config.target.password = user;
        config.target.readOnly = readOnly;
        config.commandTimeout = Millis(500);
        m_deployment = std::make_unique<redis::Deployment>(config);
        m_deployment->open();
    }
    Outcome act(const admin::Action &action,
                admin::Place place = {u"redis://here"_s, {}, {}, false})
    {
        const auto plan = admin::makePlan(see(m_server, "a"), action);
        if (!plan)
            return {};
        return act(*plan, std::move(place));
    }
    Outcome act(const admin::Plan &plan, admin::Place place = {u"redis://here"_s, {}, {}, false})
    {
        Administrator administrator(*m_audit, *m_confirmation, m_clock);
        const auto outcome = await(administrator.act(*m_deployment, std::move(place), plan));
        return outcome.value_or(Outcome());
    }
    std::vector<QJsonObject> told() const
    {
        QFile file(m_audit->file());
        std::vector<QJsonObject> objects;
        if (!file.open(QIODevice::ReadOnly))
            return objects;
        for (const QByteArray &line : file.readAll().trimmed().split('\n'))
            objects.push_back(QJsonDocument::fromJson(line).object());
        return objects;
    }
    int scriptsSent() const { return m_proxy->count("EVALSHA") + m_proxy->count("EVAL"); }

    RedisProcess m_server;
    SystemClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<admin::Audit> m_audit;
    std::unique_ptr<Scripted> m_confirmation;
    std::unique_ptr<RecordingProxy> m_proxy;
    std::unique_ptr<redis::Deployment> m_deployment;
};

void TestAdministrator::wakesAWaiterOfEachKind_data()
{
    using Prepare = void (*)(const RedisProcess &);
    QTest::addColumn<Prepare>("prepare");
    QTest::addColumn<QByteArray>("channel");
    QTest::addColumn<QByteArray>("payload");
    const QByteArray mutex = "redisson_lock__channel:{a}";
    QTest::newRow("reentrant") << Prepare([](const RedisProcess &s) { hold(s, 2); }) << mutex
                               << "0"_ba;
    QTest::newRow("fenced") << Prepare([](const RedisProcess &s) {
        hold(s);
        s.command({"SET", tokenKey, "7"});
    }) << mutex << "0"_ba;
    QTest::newRow("fair") << Prepare([](const RedisProcess &s) {
        hold(s);
        queue(s, {{bob, 300'000}, {cat, 600'000}});
    }) << QByteArray(mutex + ':' + bob)
                          << "0"_ba;
    QTest::newRow("read") << Prepare([](const RedisProcess &s) {
        LockWriter(s).read("a", ann, 60'000);
        LockWriter(s).read("a", bob, 60'000);
    }) << "redisson_rwlock:{a}"_ba
                          << "1"_ba;
    QTest::newRow("write") << Prepare([](const RedisProcess &s) { writeLock(s, ann, 2); })
                           << "redisson_rwlock:{a}"_ba
                           << "1"_ba;
}

void TestAdministrator::wakesAWaiterOfEachKind()
{
    using Prepare = void (*)(const RedisProcess &);
    QFETCH(Prepare, prepare);
    QFETCH(QByteArray, channel);
    QFETCH(QByteArray, payload);
    prepare(m_server);
    Waiter waiter(m_server, channel);
    QVERIFY(waiter.subscribed);
    const Outcome outcome = act(forceUnlock());
    QCOMPARE(outcome.status, Status::Done);
    QCOMPARE(outcome.woken, std::optional<qint64>(1));
    QVERIFY(waiter.isWokenWith(payload));
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 0);
    const auto log = told();
    QCOMPARE(log.size(), 2);
    QCOMPARE(log[0]["phase"_L1].toString(), u"intended"_s);
    QCOMPARE(log[1]["phase"_L1].toString(), u"done"_s);
    QCOMPARE(log[1]["outcome"_L1].toString(), u"done"_s);
    QCOMPARE(log[0]["id"_L1], log[1]["id"_L1]);
    QCOMPARE(log[0]["reason"_L1].toString(), u"stuck"_s);
    QCOMPARE(log[0]["action"_L1].toString(), u"force-unlock"_s);
    QVERIFY(!log[0]["user"_L1].toString().isEmpty() && !log[0]["host"_L1].toString().isEmpty());
    QVERIFY(!log[0]["commands"_L1].toArray().isEmpty());
}

// Tests the messages; tst_withoutscript tests the commands that replace the script.
void TestAdministrator::tellsOfAStringWhereNoScriptMayRun()
{
    m_server.command({"SET", "a", "token", "PX", "60000"});
    m_proxy->refuse({"EVALSHA"}, "ERR unknown command 'EVALSHA', with args beginning with: ");
    connectAs({});
    const auto plan = admin::makePlan(stringSight("a", "token"), forceUnlock());
    QVERIFY(plan);
    const bool isKnown = m_server.knows("DELIFEQ") || m_server.knows("DELEX");
    const Outcome outcome = act(*plan);
    QCOMPARE(outcome.status, isKnown ? Status::Done : Status::Failed);
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, isKnown ? 0 : 1);
    const auto log = told();
    QCOMPARE(log.size(), 2);
    QVERIFY(log[1]["detail"_L1].toString().contains(isKnown ? u"was sent instead"_s
                                                            : u"unknown command"_s));
}

void TestAdministrator::leavesALockThatChangedHands()
{
    hold(m_server);
    m_confirmation->onAsked = [&] { // while the operator reads the preview
        m_server.command({"DEL", "a"});
        LockWriter(m_server).acquire("a", bob, 60'000);
    };
    const Outcome outcome = act(forceUnlock());
    QCOMPARE(outcome.status, Status::Changed);
    QCOMPARE(outcome.found->holds.front().owner.bytes, bob);
    QCOMPARE(m_server.command({"HGET", "a", bob}).bytes, "1"_ba);
    const auto log = told();
    QCOMPARE(log.size(), 2);
    QVERIFY(log[0]["seen"_L1].toString().contains(QString::fromLatin1(ann)));
    QCOMPARE(log[1]["outcome"_L1].toString(), u"changed"_s);
    QVERIFY(log[1]["detail"_L1].toString().contains(QString::fromLatin1(bob)));
}

void TestAdministrator::refusesOnAReadOnlyPlace_data()
{
    QTest::addColumn<bool>("byPlace");
    QTest::newRow("the profile says so") << true;
    QTest::newRow("the connection says so") << false;
}

void TestAdministrator::refusesOnAReadOnlyPlace()
{
    QFETCH(bool, byPlace);
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    connectAs({}, !byPlace);
    const Outcome outcome =
        act(*plan, {u"redis://here"_s, u"prod"_s, profile::Tag::Production, byPlace});
    QCOMPARE(outcome.status, Status::Refused);
    QCOMPARE(m_confirmation->asked, 0);
    QCOMPARE(scriptsSent(), 0);
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 1);
    const auto log = told();
    QCOMPARE(log.size(), 1);
    QCOMPARE(log[0]["outcome"_L1].toString(), u"refused"_s);
    QCOMPARE(log[0]["profile"_L1].toString(), u"prod"_s);
}

void TestAdministrator::doesNothingWhenDeclined()
{
    hold(m_server);
    m_confirmation->confirms = false;
    QCOMPARE(act(forceUnlock()).status, Status::Declined);
    QCOMPARE(scriptsSent(), 0);
    QVERIFY(told().empty());
}

void TestAdministrator::doesNothingWithoutALog()
{
    hold(m_server);
    m_audit = std::make_unique<admin::Audit>(u"/dev/null/audit.jsonl"_s);
    const Outcome outcome = act(forceUnlock());
    QCOMPARE(outcome.status, Status::Failed);
    QVERIFY(outcome.error);
    QCOMPARE(scriptsSent(), 0);
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 1);
}

void TestAdministrator::waitsForTheDiskBeforeItActs()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    QVERIFY(await(m_deployment->whenReady()));
    SlowLog slow(m_audit->file());
    QVERIFY(slow.isHeld());
    int ticks = 0;
    QTimer watchdog;
    connect(&watchdog, &QTimer::timeout, this, [&] { ++ticks; });
    watchdog.start(Millis(1));
    Administrator administrator(*m_audit, *m_confirmation, m_clock);
    auto acting = administrator.act(*m_deployment, {}, *plan);
    QVERIFY(eventually([&] { return ticks >= 50; })); // on this thread others live on
    QCOMPARE(m_confirmation->asked, 1);
    QVERIFY(!acting.isReady());
    QCOMPARE(scriptsSent(), 0);
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 1);
    slow.letGo();
    const auto outcome = await(std::move(acting));
    QVERIFY(outcome);
    QCOMPARE(outcome->status, Status::Done);
    QCOMPARE(told().size(), 2);
}

void TestAdministrator::doesNothingWhenItEndsBeforeTheLineIsThere()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    QVERIFY(await(m_deployment->whenReady()));
    SlowLog slow(m_audit->file());
    QVERIFY(slow.isHeld());
    auto administrator = std::make_unique<Administrator>(*m_audit, *m_confirmation, m_clock);
    auto acting = administrator->act(*m_deployment, {}, *plan);
    QVERIFY(!acting.isReady());
    administrator.reset();
    QVERIFY(acting.isReady());
    const auto outcome = acting.take();
    QVERIFY(outcome);
    QCOMPARE(outcome->status, Status::Failed);
    QCOMPARE(outcome->error->kind, ErrorKind::Cancelled);
    slow.letGo();
    const QString file = m_audit->file();
    m_audit.reset(); // writes what it was given
    m_audit = std::make_unique<admin::Audit>(file);
    const auto log = told();
    QCOMPARE(log.size(), 2);
    QCOMPARE(log[0]["phase"_L1].toString(), u"intended"_s);
    QCOMPARE(log[1]["outcome"_L1].toString(), u"failed"_s);
    QCOMPARE(log[1]["detail"_L1].toString(), u"cancelled"_s);
    QCOMPARE(log[0]["id"_L1], log[1]["id"_L1]);
    QCOMPARE(scriptsSent(), 0);
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 1);
}

void TestAdministrator::owesALineAfterWhenItEndsInBetween()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    QVERIFY(await(m_deployment->whenReady()));
    m_proxy->stallServer(true);
    auto administrator = std::make_unique<Administrator>(*m_audit, *m_confirmation, m_clock);
    auto acting = administrator->act(*m_deployment, {}, *plan);
    QVERIFY(eventually([&] { return scriptsSent() == 1; }));
    administrator.reset();
    m_proxy->stallServer(false);
    QVERIFY(acting.isReady());
    const QString file = m_audit->file();
    m_audit.reset();
    m_audit = std::make_unique<admin::Audit>(file);
    const auto log = told();
    QCOMPARE(log.size(), 2);
    QCOMPARE(log[1]["phase"_L1].toString(), u"done"_s);
    QCOMPARE(log[0]["id"_L1], log[1]["id"_L1]);
}

void TestAdministrator::tellsOfALogThatFailsAfterwards()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    m_proxy->setDelay(Millis(50));
    Administrator administrator(*m_audit, *m_confirmation, m_clock);
    auto acting = administrator.act(*m_deployment, {}, *plan);
    QVERIFY(eventually([&] { return m_server.command({"EXISTS", "a"}).integer == 0; }));
    QVERIFY(QFile::remove(m_audit->file()));
    QVERIFY(QDir().mkpath(m_audit->file()));
    const auto outcome = await(std::move(acting));
    QVERIFY(outcome);
    QCOMPARE(outcome->status, Status::Done);
    QVERIFY2(outcome->detail.english().contains(u"is a folder"_s),
             qPrintable(outcome->detail.english()));
}

void TestAdministrator::tellsWhatTheAclForbids()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    const std::vector<std::pair<QByteArray, QByteArray>> lacks{{"-evalsha", "evalsha"},
                                                               {"-publish", "publish"},
                                                               {"-del", "del"},
                                                               {"resetchannels", "channel"}};
    for (const auto &[rule, named] : lacks) {
        QVERIFY(m_server
                    .command({"ACL", "SETUSER", "half", "reset", "on", ">half", "~*", "&*", "+@all",
                              rule})
                    .isOk());
        connectAs("half");
        const Outcome outcome = act(*plan);
        QCOMPARE(outcome.status, Status::NotPermitted);
        QCOMPARE(outcome.error->kind, ErrorKind::Permission);
        QVERIFY2(outcome.error->text.english().contains(QString::fromLatin1(named)),
                 qPrintable(outcome.error->text.english()));
        QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 1);
        QCOMPARE(told().back()["outcome"_L1].toString(), u"not-permitted"_s);
    }
}

void TestAdministrator::tellsWhenTheServerIsReadOnly()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    // A replica of nobody keeps what it has.
    QVERIFY(m_server.command({"REPLICAOF", "127.0.0.1", QByteArray::number(freePort())}).isOk());
    const Outcome outcome = act(*plan);
    QVERIFY(m_server.command({"REPLICAOF", "NO", "ONE"}).isOk());
    QCOMPARE(outcome.status, Status::Failed);
    QCOMPARE(outcome.error->code, "READONLY"_ba);
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 1);
}

void TestAdministrator::tellsWhenNothingListens()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    redis::ConnectionConfig config;
    config.target.hosts = {{u"127.0.0.1"_s, freePort()}};
    m_deployment = std::make_unique<redis::Deployment>(config);
    m_deployment->open();
    const Outcome outcome = act(*plan);
    QCOMPARE(outcome.status, Status::Failed);
    QCOMPARE(outcome.error->kind, ErrorKind::Refused);
    QCOMPARE(told().back()["outcome"_L1].toString(), u"failed"_s);
}

void TestAdministrator::doesNotKnowWhenTheConnectionIsLost()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    QVERIFY(await(m_deployment->whenReady()));
    m_proxy->stallServer(true);
    Administrator administrator(*m_audit, *m_confirmation, m_clock);
    auto acting = administrator.act(*m_deployment, {}, *plan);
    QVERIFY(eventually([&] { return scriptsSent() == 1; }));
    m_proxy->stallServer(false);
    m_proxy->cut();
    const auto outcome = await(std::move(acting));
    QVERIFY(outcome);
    QCOMPARE(outcome->status, Status::Unknown);
    QVERIFY(await(m_deployment->whenReady()));
    QCOMPARE(scriptsSent(), 1); // never twice
    QCOMPARE(told().back()["outcome"_L1].toString(), u"unknown"_s);
}

void TestAdministrator::doesNotKnowWhenNoAnswerComes()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    QVERIFY(await(m_deployment->whenReady()));
    m_server.pause();
    const Outcome outcome = act(*plan);
    m_server.resume();
    QCOMPARE(outcome.status, Status::Unknown);
    QCOMPARE(outcome.error->kind, ErrorKind::Timeout);
    QCOMPARE(scriptsSent(), 1);
}

void TestAdministrator::endsWithItsOwner()
{
    hold(m_server);
    const auto plan = admin::makePlan(see(m_server, "a"), forceUnlock());
    QVERIFY(plan);
    m_confirmation->patient = true;
    auto administrator = std::make_unique<Administrator>(*m_audit, *m_confirmation, m_clock);
    auto acting = administrator->act(*m_deployment, {}, *plan);
    QCOMPARE(m_confirmation->asked, 1);
    administrator.reset();
    QVERIFY(acting.isReady());
    QCOMPARE(acting.take().error().kind, ErrorKind::Cancelled);
    m_confirmation->open.complete(admin::Decision{true, {}});
    QCOMPARE(scriptsSent(), 0);
    QVERIFY(told().empty());
}

LOCKSCOPE_TEST_SUITE(TestAdministrator)
#include "tst_administrator.moc"
