// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lockctl acts on locks of a cluster, also on those with keys in several hash slots.
#include "tests/app/program.h"
#include "tests/support/clusterset.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestClusterActed : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<ClusterSet> m_cluster;
    QTemporaryDir m_folder;

    int unlock(Program &lockctl, const QStringList &more) const
    {
        lockctl.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder.filePath(u"audit.jsonl"_s));
        return lockctl.run(QStringList{u"unlock"_s} + more
                           + QStringList{u"--force"_s, u"--url"_s, m_cluster->url()});
    }
    Reply on(const std::vector<QByteArray> &command) const
    {
        return m_cluster->ownerOf(command[1])->command(command);
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        ClusterSetOptions options;
        options.replicas = 0;
        m_cluster = std::make_unique<ClusterSet>(options);
        QVERIFY(m_cluster->start());
    }
    void cleanupTestCase() { m_cluster.reset(); }
    void init() { failOnAnyWarning(); }

    void actsInSteps()
    {
        QVERIFY(on({"SET", "lock:orders", "q1W2e3R4t5Y6u7I8o9P0a1S2", "PX", "60000"}).isOk());
        Program preview(LOCKCTL_PATH);
        QCOMPARE(unlock(preview, {u"lock:orders"_s, u"--dry-run"_s}), 0);
        const qsizetype lock = preview.out.indexOf("  DEL lock:orders\n");
        const qsizetype wake = preview.out.indexOf("  LPUSH lock-signal:orders 1\n");
        QVERIFY2(lock > 0 && wake > lock, preview.out.constData());
        QVERIFY(preview.out.contains("run in steps"));
        QCOMPARE(on({"EXISTS", "lock:orders"}).integer, 1);

        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(unlock(lockctl, {u"lock:orders"_s, u"--yes"_s, u"--json"_s}), 0);
        QVERIFY2(lockctl.err.contains("lockctl: done in 2 steps\n  DEL lock:orders: done\n"),
                 lockctl.err.constData());
        const QJsonObject object = QJsonDocument::fromJson(lockctl.out).object();
        QCOMPARE(object["outcome"_L1].toString(), u"done"_s);
        const QJsonArray steps = object["steps"_L1].toArray();
        QCOMPARE(steps.size(), 2);
        QCOMPARE(steps[0].toObject()["commands"_L1].toArray(), QJsonArray{u"DEL lock:orders"_s});
        QCOMPARE(steps[1].toObject()["outcome"_L1].toString(), u"done"_s);
        QCOMPARE(on({"EXISTS", "lock:orders"}).integer, 0);
        QCOMPARE(on({"LLEN", "lock-signal:orders"}).integer, 1);
    }

    void refusesWithAReason()
    {
        // No hash tag, so that the keys that belong to it are elsewhere.
        QVERIFY(on({"HSET", "x{", "cccccccc-9b7d-4c11-8a22-0123456789ab:9", "1"}).isInteger());
        QVERIFY(on({"PEXPIRE", "x{", "60000"}).isInteger());
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(unlock(lockctl, {u"x{"_s, u"--yes"_s}), 1);
        QVERIFY2(lockctl.err.contains("in one step only"), lockctl.err.constData());
        QCOMPARE(on({"EXISTS", "x{"}).integer, 1);
    }

    // Keys that nobody has are no steps.
    void tellsOfTheKeysOfAMajority()
    {
        for (const char *const key : {"rueidislock:0:a", "rueidislock:1:a", "rueidislock:2:a"})
            QVERIFY(on({"SET", key, "tok", "PX", "60000"}).isOk());
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(unlock(lockctl, {u"rueidislock:1:a"_s, u"--yes"_s, u"--json"_s}), 0);
        const QJsonObject object = QJsonDocument::fromJson(lockctl.out).object();
        QCOMPARE(object["steps"_L1].toArray().size(), 3);
        QVERIFY2(lockctl.err.contains("done in 3 steps"), lockctl.err.constData());
        QCOMPARE(on({"EXISTS", "rueidislock:0:a"}).integer, 0);
    }

    void showsBothMessages()
    {
        QVERIFY(on({"HSET", "job", "cccccccc-9b7d-4c11-8a22-0123456789ab:9", "1"}).isInteger());
        QVERIFY(on({"PEXPIRE", "job", "60000"}).isInteger());
        Program preview(LOCKCTL_PATH);
        QCOMPARE(unlock(preview, {u"job"_s, u"--dry-run"_s}), 0);
        const bool hasSharded = !m_cluster->node(0).command({"SPUBLISH", "x", "y"}).isError()
            || m_cluster->node(0).command({"SPUBLISH", "x", "y"}).errorCode() == "MOVED";
        QCOMPARE(preview.out.contains("  SPUBLISH redisson_lock__channel:{job} 0\n"), hasSharded);
        QVERIFY(preview.out.contains("  PUBLISH redisson_lock__channel:{job} 0\n"));
    }
};

LOCKSCOPE_TEST_SUITE(TestClusterActed)
#include "tst_clusteracted.moc"
