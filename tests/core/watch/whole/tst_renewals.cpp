// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/watch/whole/renewalmix.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;

// Renewals told from re-entries and quick re-acquisitions on a real server: the rows of
// bench_renewals at both ends, shortened. What is told without a doubt has to be right on any
// machine. A busy machine reads several changes at once, so more of them are in doubt there: how
// many are told, and how many without a doubt, bench_renewals and tst_history measure.
class TestRenewals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    void areToldApart_data();
    void areToldApart();
    void areUnsureWhereNoWakeUpIsHeard();

private:
    std::unique_ptr<RedisProcess> m_server;
};

void TestRenewals::areToldApart_data()
{
    QTest::addColumn<int>("idle");
    QTest::addColumn<double>("sameOwner");
    QTest::newRow("long pauses") << 100'000 << 0.5;
    QTest::newRow("no pauses") << 200 << 1.0;
}

void TestRenewals::areToldApart()
{
    QFETCH(int, idle);
    QFETCH(double, sameOwner);
    MixPlan plan;
    plan.idle = std::chrono::microseconds(idle);
    plan.sameOwner = sameOwner;
    plan.length = Millis(4000);
    const auto score = playMix(*m_server, plan);
    QVERIFY(score.has_value());
    QVERIFY(score->renewals >= 100);
    QVERIFY(score->right > 0);
    const auto wrong = static_cast<double>(score->wrong) / static_cast<double>(score->told);
    QVERIFY2(wrong <= 0.03, qPrintable(QString::number(wrong)));
}

void TestRenewals::areUnsureWhereNoWakeUpIsHeard()
{
    MixPlan plan;
    plan.idle = std::chrono::milliseconds(5);
    plan.length = Millis(2000);
    plan.channels = false;
    const auto score = playMix(*m_server, plan);
    QVERIFY(score.has_value());
    QVERIFY(score->told > 0);
    QCOMPARE(score->unsure, score->told);
}

LOCKSCOPE_TEST_SUITE(TestRenewals)
#include "tst_renewals.moc"
