// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/actionrunner.h"
#include "tests/core/admin/acting.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;

// On the test's own thread: actions and the workbench over one connection.
class tst_ActionRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init();
    void cleanup();

    void theWorkbenchHearsOfAnAction_data();
    void theWorkbenchHearsOfAnAction();
    void whatTheWorkbenchHoldsOutlivesItsServer();
    void nothingIsDoneWhileActingIsLocked();

private:
    const workbench::Entry *entry() const { return m_entries.empty() ? nullptr : &m_entries[0]; }
    bool isIn(workbench::Entry::State state) const { return entry() && entry()->state == state; }
    void acquire(const QByteArray &kind);
    void forceUnlock();
    // Besides those that only listen.
    qsizetype connections() const
    {
        return m_server.command({"CLIENT", "LIST", "TYPE", "normal"}).bytes.count("name=lockscope");
    }

    RedisProcess m_server;
    std::unique_ptr<ActionRunner> m_runner;
    std::vector<workbench::Entry> m_entries;
    std::vector<admin::Outcome> m_outcomes;
};

void tst_ActionRunner::init()
{
    failOnAnyWarning();
    QVERIFY(m_server.command({"FLUSHALL"}).isOk());
    m_entries.clear();
    m_outcomes.clear();
    m_runner = std::make_unique<ActionRunner>();
    connect(m_runner.get(), &ActionRunner::workbenchChanged, this,
            [this](const std::vector<workbench::Entry> &entries) { m_entries = entries; });
    connect(m_runner.get(), &ActionRunner::finished, this,
            [this](int, const admin::Outcome &outcome) { m_outcomes.push_back(outcome); });
    redis::ConnectionConfig config;
    config.target = m_server.target();
    m_runner->addDeployment({0}, config, {config.target.label(), {}, {}, false});
}

void tst_ActionRunner::cleanup()
{
    m_runner->stop();
    m_runner.reset();
    QVERIFY(eventually([&] { return connections() == 0; }));
}

void tst_ActionRunner::acquire(const QByteArray &kind)
{
    ui::AcquireWish wish;
    wish.servers = {watch::DeploymentId{0}};
    wish.names = {LockName("a"_ba)};
    wish.kind = kind;
    wish.watchdogTimeout = Millis(600'000); // renewed long after the test
    m_runner->acquire(wish);
}

void tst_ActionRunner::forceUnlock()
{
    admin::Action action;
    action.type = admin::ActionType::ForceUnlock;
    const auto plan = admin::makePlan(see(m_server, "a"), action);
    QVERIFY(plan);
    m_runner->act({0}, *plan, u"test"_s, 1);
}

void tst_ActionRunner::theWorkbenchHearsOfAnAction_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("with a channel") << "reentrant"_ba;
    QTest::newRow("without a channel") << "string"_ba;
}

// The server does not report a change over the connection that made it.
void tst_ActionRunner::theWorkbenchHearsOfAnAction()
{
    QFETCH(const QByteArray, kind);
    acquire(kind);
    QVERIFY(eventually([&] { return isIn(workbench::Entry::State::Held); }));
    forceUnlock();
    QVERIFY(eventually([&] { return m_outcomes.size() == 1; }));
    QCOMPARE(m_outcomes[0].status, admin::Outcome::Status::Done);
    QVERIFY(eventually([&] { return connections() == 1; }));
    QVERIFY(eventually([&] { return isIn(workbench::Entry::State::Lost); }));
}

void tst_ActionRunner::whatTheWorkbenchHoldsOutlivesItsServer()
{
    acquire("reentrant"_ba);
    QVERIFY(eventually([&] { return isIn(workbench::Entry::State::Held); }));
    m_runner->removeDeployment({0});
    m_runner->release(entry()->id);
    QVERIFY(eventually([&] { return isIn(workbench::Entry::State::Released); }));
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 0);
}

// A lock that the workbench holds is not lost by it: its connection stays until the release.
void tst_ActionRunner::nothingIsDoneWhileActingIsLocked()
{
    redis::ConnectionConfig config;
    config.target = m_server.target();
    admin::Place place{config.target.label(), u"shop"_s, profile::Tag::Production, false};
    place.isUnlockNeeded = true;
    m_runner->addDeployment({0}, config, place);
    m_server.command({"HSET", "a", ann, "1"});
    forceUnlock();
    QVERIFY(eventually([&] { return m_outcomes.size() == 1; }));
    QVERIFY(m_outcomes[0].error && m_outcomes[0].error->code == "ACTINGLOCKED");
    QCOMPARE(m_server.command({"DEL", "a"}).integer, 1);
    acquire("reentrant"_ba);
    QVERIFY(m_entries.empty());
    QCOMPARE(connections(), 0);

    m_runner->unlock({0}, config);
    acquire("reentrant"_ba);
    QVERIFY(eventually([&] { return isIn(workbench::Entry::State::Held); }));
    m_runner->lock({0});
    forceUnlock();
    QVERIFY(eventually([&] { return m_outcomes.size() == 2; }));
    QVERIFY(m_outcomes[1].error && m_outcomes[1].error->code == "ACTINGLOCKED");
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 1);
    QVERIFY(connections() > 0);
    m_runner->release(entry()->id);
    QVERIFY(eventually([&] { return connections() == 0; }));
    QCOMPARE(m_server.command({"EXISTS", "a"}).integer, 0);
    QVERIFY(m_entries.empty());
}

LOCKSCOPE_TEST_SUITE(tst_ActionRunner)
#include "tst_actionrunner.moc"
