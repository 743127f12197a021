// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/app/top/fullscreen.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// lockctl top at a terminal.
class TestTop : public QObject
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

    void showsAHeldLock()
    {
        LockWriter(*m_server).acquire("orders", ann, 60000);
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY2(top.shows(u"orders"_s), qPrintable(top.screen.text()));
        QVERIFY2(top.shows(u"nothing is wrong, as far as can be seen"_s),
                 qPrintable(top.screen.text()));
        QVERIFY2(top.shows(u"1 server up"_s), qPrintable(top.screen.text()));
        QVERIFY2(top.shows(u"1 held, 0 contended, 0 free"_s), qPrintable(top.screen.text()));
        QVERIFY(top.isRaw());
        QVERIFY(!top.screen.isCursorShown);
        // Changes follow without a key.
        LockWriter(*m_server).acquire("stock", bob, 60000);
        QVERIFY2(top.shows(u"stock"_s), qPrintable(top.screen.text()));
        LockWriter(*m_server).unlock("orders");
        QVERIFY(top.becomes([&] { return !top.screen.text().contains(u"orders"_s); }));
        QVERIFY(top.type("q"));
        QCOMPARE(top.finish(), 0);
        QVERIFY(top.isGivenBack());
        QCOMPARE(top.screen.unknown, QByteArray());
        QCOMPARE(top.screen.usual, QByteArray());
    }
    void namesTheProblems()
    {
        m_server->command({"HSET", "orders", ann, "1"});
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY2(top.shows(u"1 warning: No expiry, orders"_s), qPrintable(top.screen.text()));
        QVERIFY2(top.shows(u"warning   No expiry"_s), qPrintable(top.screen.text()));
        // The detail says what to do.
        QVERIFY(top.type("\x1b[B\r"));
        QVERIFY2(top.shows(u"What to do: Ask whether the owner is alive."_s),
                 qPrintable(top.screen.text()));
        LockWriter(*m_server).acquire("stock", bob, 60000);
        QVERIFY(top.shows(u"stock"_s));
        QVERIFY(top.type("i"));
        QVERIFY(top.becomes([&] { return !top.screen.text().contains(u"stock"_s); }));
        QVERIFY(top.screen.text().contains(u"orders"_s));
    }
    void followsTheSizeOfTheTerminal()
    {
        LockWriter(*m_server).acquire("orders", ann, 60000);
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY(top.shows(u"orders"_s));
        for (const auto &[width, height] : {std::pair{100, 40}, std::pair{60, 12}}) {
            top.resize(width, height);
            QVERIFY2(top.becomes([&] { return top.screen.line(height - 1).contains(u"1 lock"_s); }),
                     qPrintable(top.screen.text()));
            QVERIFY2(top.shows(u"orders"_s), qPrintable(top.screen.text()));
        }
        QVERIFY(top.type("q"));
        QCOMPARE(top.finish(), 0);
    }
    void filters()
    {
        LockWriter(*m_server).acquire("orders", ann, 60000);
        LockWriter(*m_server).acquire("stock", bob, 60000);
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments() + QStringList{u"--filter"_s, u"orders"_s}));
        QVERIFY2(top.shows(u"1 lock  filter: orders"_s), qPrintable(top.screen.text()));
        QVERIFY(!top.screen.text().contains(u"stock"_s));
        QVERIFY(top.type("/"));
        QVERIFY(top.becomes([&] { return top.screen.isCursorShown; }));
        QVERIFY(top.type("\x15ttl:soon\r")); // it is not taken
        QVERIFY2(top.shows(u"/ttl:soon  "_s), qPrintable(top.screen.text()));
        QVERIFY(top.screen.isCursorShown);
        QVERIFY(top.type("\x15"
                         "stock\r"));
        QVERIFY2(top.shows(u"1 lock  filter: stock"_s), qPrintable(top.screen.text()));
        QVERIFY(!top.screen.text().contains(u"orders"_s));
        QVERIFY(!top.screen.isCursorShown);
        // Escape alone is a key of its own once nothing has followed.
        QVERIFY(top.type("/more"));
        QVERIFY(top.shows(u"/stockmore"_s));
        QVERIFY(top.type("\x1b"));
        QVERIFY2(top.shows(u"1 lock  filter: stock"_s), qPrintable(top.screen.text()));
    }
    void aPauseKeepsEverything()
    {
        LockWriter(*m_server).acquire("orders", ann, 60000);
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY(top.shows(u"orders"_s));
        QVERIFY(top.type("p"));
        QVERIFY2(top.shows(u"PAUSED since "_s), qPrintable(top.screen.text()));
        LockWriter(*m_server).acquire("stock", bob, 60000);
        QVERIFY(top.type("s")); // the shown locks can still be sorted
        QVERIFY2(top.shows(u"by waiters"_s), qPrintable(top.screen.text()));
        QVERIFY(!top.screen.text().contains(u"stock"_s));
        QVERIFY(top.type(" "));
        QVERIFY2(top.shows(u"stock"_s), qPrintable(top.screen.text()));
        QVERIFY(!top.screen.text().contains(u"PAUSED"_s));
    }
    void whatIsOutOfSightLooksOld()
    {
        LockWriter(*m_server).acquire("orders", ann, 60000);
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY(top.shows(u"orders"_s));
        m_server->kill();
        QVERIFY2(top.shows(u"no server can be seen"_s), qPrintable(top.screen.text()));
        QVERIFY2(top.shows(u"not seen for "_s), qPrintable(top.screen.text()));
        QVERIFY2(top.shows(u"unseen"_s), qPrintable(top.screen.text()));
        QVERIFY(top.screen.text().contains(u"orders"_s));
        QVERIFY(m_server->restart());
        QVERIFY2(top.shows(u"1 server up"_s), qPrintable(top.screen.text()));
        QVERIFY(top.type("q"));
        QCOMPARE(top.finish(), 0); // it was quit, after any earlier events
    }
    void hostileNamesDoNothing()
    {
        LockWriter(*m_server).acquire("a\x1b[2Jb\x07", ann, 60000);
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY2(top.shows(uR"(a\x1b[2Jb\x07)"_s), qPrintable(top.screen.text()));
        QVERIFY(top.type("q"));
        QCOMPARE(top.finish(), 0);
        QCOMPARE(top.screen.unknown, QByteArray());
    }

    void givesTheTerminalBack_data()
    {
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("status");
        QTest::newRow("SIGINT") << SIGINT << 0;
        QTest::newRow("SIGTERM") << SIGTERM << 0;
        QTest::newRow("SIGHUP") << SIGHUP << 0;
        QTest::newRow("SIGQUIT") << SIGQUIT << 0;
        QTest::newRow("a crash") << SIGABRT << -1;
    }
    void givesTheTerminalBack()
    {
        QFETCH(int, number);
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY(top.shows(u"no locks"_s));
        top.signal(number);
        QTEST(top.finish(), "status");
        QVERIFY(top.isGivenBack());
    }
    void ctrlCIsAKey()
    {
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY(top.shows(u"no locks"_s));
        QVERIFY(top.type("/half\x03"));
        QCOMPARE(top.finish(), 0);
        QVERIFY(top.isGivenBack());
    }
    void ctrlZGivesItBackForAWhile()
    {
        FullScreen top(LOCKCTL_PATH);
        QVERIFY(top.start(arguments()));
        QVERIFY(top.shows(u"no locks"_s));
        QCOMPARE(top.screen.entered, 1);
        // Nobody could continue it here, so the kernel does not stop it: it comes back at once.
        QVERIFY(top.type("\x1a"));
        QVERIFY(top.becomes([&] { return top.screen.entered == 2; }));
        QVERIFY2(top.shows(u"no locks"_s), qPrintable(top.screen.text()));
        QVERIFY(top.isRaw());
        QVERIFY(top.type("q"));
        QCOMPARE(top.finish(), 0);
        QVERIFY(top.isGivenBack());
    }

    void aWrongServerIsToldAfterwards()
    {
        FullScreen top(LOCKCTL_PATH);
        const QString nobody = u"redis://127.0.0.1:%1"_s.arg(freePort());
        QVERIFY(top.start({u"top"_s, u"--url"_s, nobody}));
        QCOMPARE(top.finish(), 3);
        QVERIFY(top.isGivenBack());
        QVERIFY2(top.screen.usual.contains("lockctl: ")
                     && top.screen.usual.contains(nobody.mid(8).toUtf8()),
                 top.screen.usual.constData());
    }
    void withoutATerminalItNamesOthers()
    {
        Program lockctl(LOCKCTL_PATH);
        lockctl.setVariable(u"TERM"_s, u"xterm"_s);
        QCOMPARE(lockctl.run(arguments()), 2);
        QVERIFY2(lockctl.err.contains("'lockctl doctor'")
                     && lockctl.err.contains("'lockctl watch'"),
                 lockctl.err.constData());
        QVERIFY(lockctl.out.isEmpty());
        FullScreen dumb(LOCKCTL_PATH);
        dumb.setVariable(u"TERM"_s, u"dumb"_s);
        QVERIFY(dumb.start(arguments()));
        QCOMPARE(dumb.finish(), 2);
        QCOMPARE(dumb.screen.entered, 0);
        QVERIFY2(dumb.screen.usual.contains("'lockctl doctor'"), dumb.screen.usual.constData());
    }
    void wrongOptionsAreToldFirst()
    {
        for (const auto &[option, value] : {std::pair{u"--filter"_s, u"ttl:soon"_s},
                                            std::pair{u"--filter"_s, u"quorum:held"_s}}) {
            Program lockctl(LOCKCTL_PATH);
            QCOMPARE(lockctl.run(arguments() + QStringList{option, value}), 2);
            QVERIFY2(!lockctl.err.contains("terminal"), lockctl.err.constData());
        }
    }

private:
    QStringList arguments() const { return {u"top"_s, u"--url"_s, m_server->url()}; }

    std::unique_ptr<RedisProcess> m_server;
};

LOCKSCOPE_TEST_SUITE(TestTop)
#include "tst_top.moc"
