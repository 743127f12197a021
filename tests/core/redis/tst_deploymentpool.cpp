// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/deploymentpool.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestDeploymentPool : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    DeploymentPool m_pool;

    ConnectionConfig config() const
    {
        ConnectionConfig config;
        config.target = m_server.target();
        return config;
    }
    qsizetype connections() const
    {
        return m_server.command({"CLIENT"_ba, "LIST"_ba}).bytes.count("name=lockscope");
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init() { failOnAnyWarning(); }

    void twoUsersShareOneConnection()
    {
        auto first = m_pool.take(config());
        QCOMPARE(connections(), 0); // not open yet
        auto second = m_pool.take(config());
        QCOMPARE(second, first);
        first->open();
        second->open();
        QVERIFY(await(second->whenReady()));
        QCOMPARE(connections(), 1);
        QVERIFY(await(first->send({"SET"_ba, "a"_ba, "1"_ba})));
        QCOMPARE(await(second->send({"GET"_ba, "a"_ba}))->bytes, "1"_ba);

        first.reset();
        QVERIFY(second->isReady()); // somebody has it
        QCOMPARE(m_pool.count(), 1U);
        second.reset();
        QCOMPARE(m_pool.count(), 0U);
        QVERIFY(eventually([&] { return connections() == 0; }));
        // A later user gets a new one.
        auto third = m_pool.take(config());
        third->open();
        QVERIFY(await(third->whenReady()));
        QCOMPARE(connections(), 1);
    }

    void differentTargetsAreNotShared_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("read-only") << 0;
        QTest::newRow("certificates") << 1;
        QTest::newRow("client name") << 2;
    }
    void differentTargetsAreNotShared()
    {
        QFETCH(const int, what);
        const auto usual = m_pool.take(config());
        ConnectionConfig other = config();
        if (what == 0)
            other.target.readOnly = true;
        else if (what == 1)
            other.target.tlsRules.caFile = u"/ca.pem"_s;
        else
            other.clientName = "other"_ba;
        QVERIFY(m_pool.take(other) != usual);
    }

    // The server does not report a connection's own changes to it.
    void oneUserTellsTheOtherWhatItHasChanged()
    {
        const auto deployment = m_pool.take(config());
        std::vector<std::vector<QByteArray>> changes;
        connect(deployment.get(), &Deployment::keysChanged, this,
                [&](const std::vector<QByteArray> &keys) { changes.push_back(keys); });
        deployment->reportChanged({});
        QVERIFY(changes.empty()); // no keys are not all keys
        deployment->reportChanged({"a"_ba, "b"_ba});
        QCOMPARE(changes, (std::vector<std::vector<QByteArray>>{{"a"_ba, "b"_ba}}));
    }
};

LOCKSCOPE_TEST_SUITE(TestDeploymentPool)
#include "tst_deploymentpool.moc"
