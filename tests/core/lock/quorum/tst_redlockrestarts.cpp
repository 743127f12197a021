// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::Lease;
using lock::Loss;
using lock::QuorumConfig;
using lock::QuorumServer;
using lock::ReleaseOutcome;

// Tests the locks that servers of a quorum forget when they are restarted, and the detection of
// that.
class TestRedlockRestarts : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString clockFile() const { return m_folder.filePath(u"clock"_s); }
    void shiftClock(std::chrono::nanoseconds by)
    {
        const qint64 ns = by.count();
        QFile file(clockFile());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QCOMPARE(file.write(reinterpret_cast<const char *>(&ns), sizeof ns), qint64(sizeof ns));
    }

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init() { failOnAnyWarning(); }

    // It was started a moment ago, and its clock put forward since: it says that it is up for long.
    void aClockThatWasPutForwardDoesNotEndTheQuarantine()
    {
        shiftClock(0ns);
        RedisOptions shifted;
        shifted.environment = {u"LD_PRELOAD="_s + QStringLiteral(CLOCKSHIM_PATH),
                               u"LOCKSCOPE_CLOCK_SHIFT="_s + clockFile()};
        RedisProcess server(shifted);
        QVERIFY(server.start());
        shiftClock(5min);
        QVERIFY(eventually([&] {
            const QByteArray info = server.command({"INFO"_ba, "server"_ba}).bytes;
            const qsizetype at = info.indexOf("uptime_in_seconds:");
            return info.mid(at + 18, info.indexOf('\r', at) - at - 18).toInt() >= 300;
        }));
        redis::ConnectionConfig config;
        config.target = server.target();
        QuorumProcess process({config}, {.maxLease = 20s});
        QVERIFY(eventually(
            [&] { return process.group->servers()[0].state != QuorumServer::State::Away; }));
        const QuorumServer seen = process.group->servers()[0];
        QCOMPARE(seen.state, QuorumServer::State::Quarantined);
        QVERIFY(seen.quarantine > 10s && seen.quarantine <= 21s);
        QVERIFY2(seen.error->text.english().contains(u"ahead"_s),
                 qPrintable(seen.error->text.english()));
    }

    // Nothing listened there a moment ago.
    void aServerThatWasNotThereHasJustBeenStarted()
    {
        shiftClock(0ns);
        RedisOptions shifted;
        shifted.environment = {u"LD_PRELOAD="_s + QStringLiteral(CLOCKSHIM_PATH),
                               u"LOCKSCOPE_CLOCK_SHIFT="_s + clockFile()};
        RedisProcess server(shifted);
        QVERIFY(server.start()); // to have a port
        redis::ConnectionConfig config;
        config.target = server.target();
        server.kill();
        QuorumProcess process({config}, {.maxLease = 20s});
        QVERIFY(eventually([&] { return process.group->servers()[0].error.has_value(); }));
        QVERIFY(server.start());
        QVERIFY(eventually(
            [&] { return process.group->servers()[0].state != QuorumServer::State::Away; }));
        QCOMPARE(process.group->servers()[0].state, QuorumServer::State::Quarantined);
    }

    void aRenewalTakesARestartedServerAgain_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("redlock") << "redlock"_ba;
        QTest::newRow("red") << "red"_ba;
    }
    void aRenewalTakesARestartedServerAgain()
    {
        QFETCH(const QByteArray, kind);
        QuorumServers servers(3);
        QVERIFY(servers.start());
        QuorumProcess process(servers.configs(), {.maxLease = 3s});
        const auto lock = process.make(kind, "job"_ba);
        std::optional<Loss> lost;
        lock->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        QVERIFY(eventually([&] { return process.isComplete(); }));
        const OwnerId me = lock->newOwner();
        QVERIFY(await(lock->tryLock(me, 0ms, Lease::watchdog(3s)))->isHeld());
        const auto isOnAll = [&] {
            const auto replies = servers.commandAll({"EXISTS"_ba, "job"_ba});
            return std::ranges::all_of(replies, [](const Reply &r) { return r.integer == 1; });
        };
        QVERIFY(eventually(isOnAll));
        // One after the other: without it the second would be the end.
        for (std::size_t i = 0; i < servers.size(); ++i) {
            servers[i].kill();
            QVERIFY(servers[i].start());
            QVERIFY(eventually(isOnAll));
            QVERIFY(!lost);
        }
        QVERIFY(lock->validityLeft(me));
        QCOMPARE(await(lock->unlock(me))->status, ReleaseOutcome::Status::Released);
        QVERIFY(eventually([&] { return servers.keys() == 0; }));
    }
};

LOCKSCOPE_TEST_SUITE(TestRedlockRestarts)

#include "tst_redlockrestarts.moc"
