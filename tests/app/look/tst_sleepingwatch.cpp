// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// A watch on a computer that sleeps while the servers go on (F32 of the list of faults).
class TestSleepingWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        failOnAnyWarning();
        m_server = std::make_unique<RedisProcess>();
        QVERIFY(m_server->start());
    }
    void cleanup() { m_server.reset(); }

    // Its locks are read again before anybody can take it for true.
    void isRightSoonAfterWaking_F32()
    {
        const LockWriter writer(*m_server);
        writer.acquire("short", ann, 4'000);
        writer.acquire("kept", ann, 600'000);
        Program watch(LOCKCTL_PATH);
        QVERIFY(watch.start({u"watch"_s, u"--json"_s, u"--url"_s, m_server->url()}));
        QVERIFY(watch.prints("\"short\"") && watch.prints("\"kept\""));
        watch.signal(SIGSTOP);
        QVERIFY(eventually([&] { return m_server->command({"EXISTS", "short"}).integer == 0; }));
        writer.acquire("short", bob, 600'000);
        writer.unlock("kept");
        const Instant woken = std::chrono::steady_clock::now();
        watch.signal(SIGCONT);
        QVERIFY(watch.prints(bob));
        QVERIFY(eventually([&] {
            watch.readMore();
            return isGone(watch.out, "kept");
        }));
        const auto took = std::chrono::steady_clock::now() - woken;
        QVERIFY2(took <= 10s, // by the reference two; the machine may be busy
                 qPrintable(QString::number(std::chrono::duration_cast<Millis>(took).count())));
        watch.interrupt();
        (void)watch.finish(); // 3 if its connection did not outlast the sleep
    }

    // A server that ends closes one connection before the other: that is no other way of watching.
    void tellsAnotherWayOfWatchingOnlyIfItLasts()
    {
        Program watch(LOCKCTL_PATH);
        QVERIFY(watch.start({u"watch"_s, u"--url"_s, m_server->url()}));
        QVERIFY(watch.complains("by tracking"));
        m_server->kill();
        QVERIFY(watch.complains("was lost"));
        QVERIFY(m_server->restart());
        QVERIFY(eventually([&] {
            watch.readMore();
            return watch.err.count("by tracking") == 2;
        }));
        QCOMPARE(watch.err.count("watching "), 2);
        // It does not listen any more, and goes on being read.
        m_server->command({"ACL", "SETUSER", "default", "-client|tracking"});
        m_server->command({"CLIENT", "KILL", "TYPE", "pubsub"});
        QVERIFY(watch.complains("NOPERM"));
        QCOMPARE(watch.err.count("watching "), 3);
        watch.interrupt();
        (void)watch.finish();
    }

private:
    // The last event of the lock says that nobody holds it.
    static bool isGone(const QByteArray &out, const QByteArray &lock)
    {
        for (const QByteArray &line : out.split('\n')) {
            const bool isOver = line.contains("\"released\"") || line.contains("\"expired\"")
                || line.contains("\"lost\"") || line.contains("\"force-unlocked\"");
            if (isOver && line.contains(QByteArray('"' + lock + '"')))
                return true;
        }
        return false;
    }

    std::unique_ptr<RedisProcess> m_server;
};

LOCKSCOPE_TEST_SUITE(TestSleepingWatch)
#include "tst_sleepingwatch.moc"
