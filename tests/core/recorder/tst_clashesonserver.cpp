// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/clashes.h"
#include "tests/core/recorder/recordedwatch.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Two owners are made on a real server, in each way in which one server can, and a real watch
// records them: the cause that is found is the one that was made.
class TestClashesOnServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"one"_s);
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
        m_watch = std::make_unique<RecordedWatch>(m_folder);
        QVERIFY(m_watch->start({m_server->target()}));
    }
    void cleanup()
    {
        m_watch.reset();
        m_server.reset();
    }

    void expiryWhileTheFirstGoesOn();
    void restartWithoutTheLock();
    void flush();
    void unlockByAnother();
    void nothingWhereAllIsRight();

private:
    ClashReport found()
    {
        m_watch->stop();
        RecordReader reader(m_folder);
        auto report = findClashes(reader, {});
        return report && reader.faults().empty() ? std::move(*report) : ClashReport();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
    std::unique_ptr<RedisProcess> m_server;
    std::unique_ptr<RecordedWatch> m_watch;
};

// Its lease is too short for its work, in which it takes another lock; then it gives both back. A
// guarded release changes nothing by then.
void TestClashesOnServer::expiryWhileTheFirstGoesOn()
{
    const LockWriter locks(*m_server);
    locks.acquire("lock:a", ann, 300);
    QVERIFY(m_watch->isHeldBy("lock:a", ann));
    QVERIFY(m_watch->isHeldBy("lock:a", {}));
    locks.acquire("lock:a", bob, 30'000);
    QVERIFY(m_watch->isHeldBy("lock:a", bob));
    locks.acquire("lock:ledger", ann, 30'000);
    QVERIFY(m_watch->isHeldBy("lock:ledger", ann));
    locks.run("if redis.call('hexists',ARGV[1],ARGV[2])==1 then redis.call('del',ARGV[1]) end",
              {"lock:a", ann});
    locks.unlock("lock:ledger");
    QVERIFY(m_watch->isHeldBy("lock:ledger", {}));
    locks.unlock("lock:a");
    QVERIFY(m_watch->isHeldBy("lock:a", {}));
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    const Clash &clash = report.clashes.front();
    QCOMPARE(clash.cause, ClashCause::Expired);
    QCOMPARE(clash.lock, LockName("lock:a"));
    QCOMPARE(clash.first.bytes, QByteArray(ann));
    QCOMPARE(clash.second.bytes, QByteArray(bob));
    QVERIFY(clash.firstSince && clash.lostAt - *clash.firstSince >= 250ms);
    QVERIFY(clash.endedAt && *clash.endedAt >= clash.takenAt);
    QVERIFY(clash.sign && clash.sign->lock == LockName("lock:ledger")
            && clash.sign->type == watch::EventType::Acquired);
}

void TestClashesOnServer::restartWithoutTheLock()
{
    const LockWriter locks(*m_server);
    locks.acquire("lock:a", ann, 60'000);
    QVERIFY(m_watch->isHeldBy("lock:a", ann));
    m_server->kill();
    QVERIFY(m_watch->isDown());
    QVERIFY(m_server->restart());
    QVERIFY(m_watch->isUp());
    QVERIFY(m_watch->isHeldBy("lock:a", {}));
    locks.acquire("lock:a", bob, 60'000);
    QVERIFY(m_watch->isHeldBy("lock:a", bob));
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Restarted);
    QCOMPARE(report.clashes.front().keptLog, std::optional(false));
}

void TestClashesOnServer::flush()
{
    const LockWriter locks(*m_server);
    locks.acquire("lock:a", ann, 60'000);
    QVERIFY(m_watch->isHeldBy("lock:a", ann));
    m_server->command({"FLUSHALL"});
    QVERIFY(m_watch->isHeldBy("lock:a", {}));
    locks.acquire("lock:a", bob, 60'000);
    QVERIFY(m_watch->isHeldBy("lock:a", bob));
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(1));
    QCOMPARE(report.clashes.front().cause, ClashCause::Flushed);
}

// Ann's lease has run out, and its clean-up unlocks by force what Bob has by then.
void TestClashesOnServer::unlockByAnother()
{
    const LockWriter locks(*m_server);
    // Bob's client is one that leaves latches.
    locks.acquire("lock:a", bob, 60'000);
    QVERIFY(m_watch->isHeldBy("lock:a", bob));
    locks.unlock("lock:a");
    QVERIFY(m_watch->isHeldBy("lock:a", {}));
    locks.acquire("lock:a", ann, 300);
    QVERIFY(m_watch->isHeldBy("lock:a", ann));
    QVERIFY(m_watch->isHeldBy("lock:a", {}));
    locks.acquire("lock:a", bob, 60'000);
    QVERIFY(m_watch->isHeldBy("lock:a", bob));
    locks.unlock("lock:a", false);
    QVERIFY(m_watch->isHeldBy("lock:a", {}));
    locks.acquire("lock:a", ann, 60'000);
    QVERIFY(m_watch->isHeldBy("lock:a", ann));
    const ClashReport report = found();
    QCOMPARE(report.clashes.size(), std::size_t(2));
    QCOMPARE(report.clashes[0].cause, ClashCause::Expired);
    QCOMPARE(report.clashes[1].cause, ClashCause::Forced);
    QCOMPARE(report.clashes[1].by, std::optional(OwnerId(ann)));
}

void TestClashesOnServer::nothingWhereAllIsRight()
{
    const LockWriter locks(*m_server);
    for (int i = 0; i < 20; ++i) {
        for (const QByteArray &owner : {QByteArray(ann), QByteArray(bob)}) {
            locks.acquire("lock:a", owner, 30'000);
            QVERIFY(m_watch->isHeldBy("lock:a", owner));
            locks.unlock("lock:a");
        }
        locks.read("lock:readers", i % 2 == 0 ? ann : bob, 30'000);
    }
    const ClashReport report = found();
    QVERIFY(report.clashes.empty());
    QVERIFY(report.lapsing.empty());
    QCOMPARE(report.several, qint64(0));
}

LOCKSCOPE_TEST_SUITE(TestClashesOnServer)
#include "tst_clashesonserver.moc"
