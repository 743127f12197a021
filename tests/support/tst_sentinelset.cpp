// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

Reply valueAt(const RedisProcess &server)
{
    return server.command({"GET"_ba, "key"_ba});
}

} // namespace

class TestSentinelSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }

    void failsOver()
    {
        SentinelSet set;
        QVERIFY(set.start());
        QCOMPARE(set.primary(), &set.server(0));
        QCOMPARE(set.replicas(), (std::vector<RedisProcess *>{&set.replica(0), &set.replica(1)}));
        QVERIFY(!set.server(0).command({"SET"_ba, "key"_ba, "value"_ba}).isError());
        QVERIFY(eventually([&] { return valueAt(set.replica(1)).bytes == "value"; }));
        QVERIFY(set.url().startsWith(u"redis+sentinel://127.0.0.1:"_s));
        QVERIFY(set.url().endsWith(u"/mymaster"_s));
        QCOMPARE(set.url().count(u','), 2);
        QCOMPARE(set.replicatedUrl().section(u',', 0, 0), set.server(0).url());

        const RedisProcess &killed = set.killPrimary();
        QVERIFY(!killed.isRunning());
        QVERIFY(set.awaitPromotion(killed));
        QVERIFY(set.settle());
        QVERIFY(set.primary() != &killed);
        QCOMPARE(valueAt(*set.primary()).bytes, "value"_ba);

        // It comes back as a replica, and a failover on request does not go to a dead one.
        QVERIFY(set.server(0).start());
        QVERIFY(set.settle());
        const RedisProcess *const second = set.primary();
        QVERIFY(second != &set.server(0));
        QVERIFY(set.failover());
        QVERIFY(set.primary() != second);
        QVERIFY(set.settle());
    }

    void replacesAPausedPrimary()
    {
        SentinelSet set({.replicas = 1});
        QVERIFY(set.start());
        RedisProcess &paused = set.pausePrimary();
        QVERIFY(paused.isPaused());
        QVERIFY(set.awaitPromotion(paused));
        QCOMPARE(set.primary(), &set.replica(0));
        paused.resume();
        QVERIFY(set.settle());
        QCOMPARE(set.primary(), &set.replica(0));
    }

    void keepsThePasswordsOfServersAndSentinelsApart()
    {
        SentinelSet set({.replicas = 1,
                         .user = "data"_ba,
                         .password = "one"_ba,
                         .sentinelUser = "guard"_ba,
                         .sentinelPassword = "two"_ba});
        QVERIFY(set.start());
        QCOMPARE(set.sentinel(0).target().user, "guard"_ba);
        QCOMPARE(set.server(0).target().user, "data"_ba);
        QVERIFY(set.failover());
        // Where the machine stands still for a moment, the two may change places once more.
        QVERIFY(set.settle());
        QVERIFY(set.primary() != nullptr);
    }

    void doesNotPromoteAReplicaOfPriorityZero()
    {
        SentinelSet set({.priorities = {0, 100}});
        QVERIFY(set.start());
        QVERIFY(set.failover());
        QCOMPARE(set.primary(), &set.replica(1));
    }

    void makesAChainOfReplicas()
    {
        SentinelSet set({.sentinels = 0, .chain = true});
        QVERIFY(set.start());
        const Reply role = set.replica(1).command({"ROLE"_ba});
        QCOMPARE(role.elements.at(2).integer, qint64(set.replica(0).port()));
        QVERIFY(!set.server(0).command({"SET"_ba, "key"_ba, "value"_ba}).isError());
        QVERIFY(eventually([&] { return valueAt(set.replica(1)).bytes == "value"; }));
        QVERIFY(set.promote(set.replica(1)));
        QVERIFY(set.settle());
        QCOMPARE(set.primary(), &set.replica(1));
    }
};

LOCKSCOPE_TEST_SUITE(TestSentinelSet)
#include "tst_sentinelset.moc"
