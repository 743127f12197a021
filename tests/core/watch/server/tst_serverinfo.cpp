// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/serverinfo.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::watch;

// The replies to INFO, as servers send them.
class TestServerInfo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFieldIsFoundByItsWholeName()
    {
        const QByteArray info = "# Replication\r\nrole:master\r\nrole_of_nobody:slave\r\n"
                                "master_replid2:00\r\nmaster_replid:ab12\r\n";
        QCOMPARE(infoField(info, "role"), QByteArray("master"));
        QCOMPARE(infoField(info, "master_replid"), QByteArray("ab12"));
        QCOMPARE(infoField(info, "master"), QByteArray());
    }

    void flushesAreCountedTogether()
    {
        QCOMPARE(
            flushesIn("cmdstat_get:calls=9,usec=1\r\ncmdstat_flushall:calls=2,usec=7\r\n"
                      "cmdstat_flushdb:calls=30,usec=8\r\ncmdstat_swapdb:calls=400,usec=9\r\n"),
            qint64(432));
        QCOMPARE(flushesIn("cmdstat_get:calls=9,usec=1\r\n"), qint64(0));
        // Of numbers that no server reaches there is a sum, too.
        QVERIFY(flushesIn("cmdstat_flushall:calls=9223372036854775807,usec=1\r\n"
                          "cmdstat_flushdb:calls=9223372036854775807,usec=1\r\n")
                > 0);
    }

    void otherProductsNameThemselves()
    {
        QCOMPARE(versionIn("redis_version:7.2.4\r\n"), QByteArray("Redis 7.2.4"));
        QCOMPARE(versionIn("redis_version:7.2.4\r\nvalkey_version:9.0.0\r\n"),
                 QByteArray("Valkey 9.0.0"));
        QCOMPARE(versionIn("server_name:none\r\n"), QByteArray());
    }

    void theStartIsSoManySecondsAgo()
    {
        const Instant now{std::chrono::hours(100)};
        QCOMPARE(startIn("uptime_in_seconds:60\r\n", now),
                 std::optional(now - std::chrono::seconds(60)));
        QVERIFY(!startIn("", now));
        QVERIFY(!startIn("uptime_in_seconds:-1\r\n", now));
        QVERIFY(!startIn("uptime_in_seconds:9999999999999999\r\n", now));
    }

    void allReplicasOrNone()
    {
        using Replicas = std::vector<KnownReplica>;
        QCOMPARE(replicasIn("role:master\r\nconnected_slaves:0\r\n"), std::optional(Replicas()));
        QCOMPARE(replicasIn("connected_slaves:2\r\n"
                            "slave0:ip=10.0.0.1,port=6380,state=online,offset=280,lag=1\r\n"
                            "slave1:ip=replica.example,port=6381,state=wait_bgsave,offset=0,lag=0,"
                            "type=main-thread\r\n"),
                 std::optional(Replicas{{"10.0.0.1", 6380, true, 280, 1},
                                        {"replica.example", 6381, false, 0, 0}}));
        QVERIFY(!replicasIn("connected_slaves:2\r\nslave0:ip=10.0.0.1,port=6380,state=online\r\n"));
        QVERIFY(!replicasIn("connected_slaves:1\r\nslave0:ip=,port=0,state=online\r\n"));
        QVERIFY(!replicasIn("role:master\r\n"));
    }

    void factsComeSectionBySection()
    {
        ServerFacts facts;
        takeFacts(facts,
                  "used_memory:1048576\r\nmaxmemory:2097152\r\n"
                  "maxmemory_policy:volatile-lru\r\n");
        takeFacts(facts, "evicted_keys:3\r\n");
        takeFacts(facts,
                  "aof_enabled:0\r\nrdb_changes_since_last_save:7\r\n"
                  "rdb_last_save_time:1700000000\r\n");
        takeFacts(facts,
                  "# Errorstats\r\nerrorstat_NOREPLICAS:count=4\r\nerrorstat_OOM:count=1\r\n");
        const ServerFacts all{.evictionPolicy = "volatile-lru",
                              .mostMemory = 2097152,
                              .usedMemory = 1048576,
                              .evictedKeys = 3,
                              .keepsLog = false,
                              .unsavedChanges = 7,
                              .savedAt = 1700000000,
                              .refusals = watch::WriteRefusals{4, 0, 1}};
        QVERIFY(facts == all);
    }

    void whatIsNotToldKeepsTheFactsThatAreKnown()
    {
        ServerFacts facts{.evictionPolicy = "noeviction", .usedMemory = 5, .keepsLog = true};
        const ServerFacts before = facts;
        takeFacts(facts, "NOPERM this user has no permissions to run the 'info' command");
        takeFacts(facts, "maxmemory_policy:\r\nused_memory:much\r\nused_memory_peak:9\r\n");
        QVERIFY(facts == before);
        takeFacts(facts, "used_memory:6\r\n");
        QCOMPARE(facts.usedMemory, std::optional<qint64>(6));
        QCOMPARE(facts.keepsLog, std::optional(true));
    }
};

LOCKSCOPE_TEST_SUITE(TestServerInfo)
#include "tst_serverinfo.moc"
