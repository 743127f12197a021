// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Tests the guard of lockctl run: when it ends a command, the processes it ends, and the command's
// environment.
class TestGuard : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;

    Reply redis(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    QStringList run(const QString &script, const QStringList &more = {}) const
    {
        return QStringList{u"run"_s, u"job"_s, u"--url"_s, m_server.url()} + more
            + QStringList{u"--"_s, u"sh"_s, u"-c"_s, script};
    }
    QString path(const QString &name) const { return m_folder->filePath(name); }
    // The process whose number the command wrote down; 0: none.
    pid_t noted(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
    }
    // As /proc has it: R, S, T; Z is dead, and nothing gone.
    static QByteArray stateOf(pid_t process)
    {
        QFile stat(u"/proc/%1/stat"_s.arg(process));
        if (!stat.open(QIODevice::ReadOnly))
            return {};
        const QByteArray text = stat.readAll();
        return text.mid(text.lastIndexOf(')') + 2, 1);
    }
    static bool isAlive(pid_t process)
    {
        const QByteArray state = stateOf(process);
        return !state.isEmpty() && state != "Z";
    }
    static pid_t guardOf(const Program &lockctl)
    {
        QFile children(u"/proc/%1/task/%1/children"_s.arg(lockctl.processId()));
        return children.open(QIODevice::ReadOnly) ? children.readAll().trimmed().toInt() : 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(redis({"FLUSHALL"_ba}).isOk());
        m_folder = std::make_unique<QTemporaryDir>();
    }

    // The grace lies before the end of the lease, so that the command can end in good order.
    void theGraceIsWithinTheLease()
    {
        Program lockctl(LOCKCTL_PATH);
        const QString port = QString::number(m_server.port());
        QVERIFY(lockctl.start(run(
            u"trap 'redis-cli -p %1 exists job; exit 0' TERM; while :; do sleep 0.02; done"_s.arg(
                port),
            {u"--lease"_s, u"1500ms"_s, u"--grace"_s, u"500ms"_s})));
        QCOMPARE(lockctl.finish(), 76);
        QCOMPARE(lockctl.out, "1\n"_ba);
        QVERIFY2(lockctl.err.contains("for its whole lease"), lockctl.err.constData());
        QCOMPARE(redis({"EXISTS"_ba, "job"_ba}).integer, 0); // and it was given back
    }

    void aWatchdogThatRenewsGivesNoNotice()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(run(u"trap 'exit 9' TERM; for i in $(seq 40); do sleep 0.05; done"_s,
                                 {u"--watchdog"_s, u"900ms"_s, u"--grace"_s, u"1h"_s})),
                 0);
    }

    // Another owner may hold the lock already: there is no time for a grace.
    void aDeletedLockLeavesNoGrace()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(
            lockctl.start(run(u"trap 'echo graced' TERM; echo up; while :; do sleep 0.01; done"_s,
                              {u"--grace"_s, u"1h"_s})));
        QVERIFY(lockctl.prints("up"));
        redis({"DEL"_ba, "job"_ba});
        QCOMPARE(lockctl.finish(), 76);
        QVERIFY(!lockctl.out.contains("graced"));
    }

    void nothingEscapes_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("the group") << u"(trap '' TERM; sh -c \"%2\") & wait"_s;
        QTest::newRow("another session") << u"setsid sh -c \"%2\" & wait"_s;
        QTest::newRow("an orphan") << u"(setsid sh -c \"%2\" &) ; while :; do sleep 0.05; done"_s;
    }
    void nothingEscapes()
    {
        QFETCH(const QString, script);
        for (const QString &loss : {u"deleted"_s, u"guard killed"_s, u"guard stopped"_s}) {
            QFile::remove(path(u"noted"_s));
            redis({"FLUSHALL"_ba});
            const QString note =
                u"trap '' TERM; echo \\$\\$ > '%1'; while :; do sleep 0.05; done"_s.arg(
                    path(u"noted"_s));
            Program lockctl(LOCKCTL_PATH);
            QVERIFY(lockctl.start(run(QString(script).replace(u"%2"_s, note))));
            QVERIFY(eventually([&] { return noted(u"noted"_s) > 0; }));
            const pid_t guard = guardOf(lockctl);
            QVERIFY(guard > 0);
            if (loss == "guard killed"_L1)
                ::kill(guard, SIGKILL);
            if (loss == "guard stopped"_L1)
                ::kill(guard, SIGSTOP);
            if (loss != "guard killed"_L1)
                redis({"DEL"_ba, "job"_ba});
            QCOMPARE(lockctl.finish(), loss == "guard killed"_L1 ? 128 + SIGKILL : 76);
            const pid_t left = noted(u"noted"_s);
            const bool isLeft = isAlive(left);
            if (isLeft)
                ::kill(left, SIGKILL);
            QVERIFY2(!isLeft, qPrintable(loss));
        }
    }

    // The guard spares processes that it did not start: `exec lockctl` in a script that has started
    // something.
    void othersAreLeftAlone()
    {
        QProcess script;
        script.start(u"sh"_s,
                     {u"-c"_s,
                      u"sleep 60 & echo $! > '%1'; exec '%2' run job --url %3 -- sleep 60"_s.arg(
                          path(u"noted"_s), QString::fromUtf8(LOCKCTL_PATH), m_server.url())});
        QVERIFY(eventually([&] { return redis({"EXISTS"_ba, "job"_ba}).integer == 1; }));
        redis({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return script.state() == QProcess::NotRunning; }));
        QCOMPARE(script.exitCode(), 76);
        const pid_t other = noted(u"noted"_s);
        QVERIFY(isAlive(other));
        ::kill(other, SIGKILL);
    }

    void whatIsLeftInTheBackgroundGoesOn()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(run(u"sleep 60 >&- 2>&- & echo $! > '%1'"_s.arg(path(u"noted"_s)))),
                 0);
        QVERIFY(isAlive(noted(u"noted"_s)));
        ::kill(noted(u"noted"_s), SIGKILL);
    }

    void aStoppedCommandHearsOfASignal()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(
            lockctl.start(run(u"echo $$ > '%1'; kill -STOP $$; sleep 60"_s.arg(path(u"noted"_s)))));
        QVERIFY(
            eventually([&] { return noted(u"noted"_s) > 0 && stateOf(noted(u"noted"_s)) == "T"; }));
        lockctl.signal(SIGTERM);
        QCOMPARE(lockctl.finish(), 128 + SIGTERM);
    }

    void theCommandIsNotToldThePassword()
    {
        Program lockctl(LOCKCTL_PATH);
        lockctl.setVariable(u"LOCKSCOPE_PASSWORD"_s, u"s3cret"_s);
        RedisOptions options;
        options.password = "s3cret";
        RedisProcess server(options);
        QVERIFY(server.start());
        const QString url = u"redis://127.0.0.1:%1"_s.arg(server.port());
        QCOMPARE(lockctl.run({u"run"_s, u"job"_s, u"--url"_s, url, u"--"_s, u"env"_s}), 0);
        QVERIFY(lockctl.out.contains("LOCKCTL_OWNER="));
        QVERIFY2(!lockctl.out.contains("s3cret"), lockctl.out.constData());
    }

    // A machine that sleeps lets leases go by: its monotonic clock stands still, this one does not.
    void theClockGoesOnInSleep()
    {
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(run(u"echo up; sleep 60"_s)));
        QVERIFY(lockctl.prints("up"));
        for (const pid_t process : {lockctl.processId(), guardOf(lockctl)}) {
            const QString files = u"/proc/%1/fdinfo"_s.arg(process);
            const QStringList names = QDir(files).entryList(QDir::Files);
            const bool hasBootTimer = std::ranges::any_of(names, [&](const QString &name) {
                QFile file(files + u'/' + name);
                const QByteArray clock = "clockid: " + QByteArray::number(CLOCK_BOOTTIME);
                return file.open(QIODevice::ReadOnly) && file.readAll().contains(clock);
            });
            QVERIFY(hasBootTimer);
        }
        lockctl.signal(SIGTERM);
        QCOMPARE(lockctl.finish(), 128 + SIGTERM);
    }

    // As after an hour of sleep: where two clocks were mixed up, it would end at once, or never.
    void itsClockIsNotMixedUp_data()
    {
        QTest::addColumn<QString>("shift");
        QTest::newRow("ahead") << u"3600"_s;
        QTest::newRow("behind") << u"-20"_s;
    }
    void itsClockIsNotMixedUp()
    {
        QFETCH(const QString, shift);
        const QStringList shifted{u"--time"_s, u"--boottime"_s, shift, u"--"_s,
                                  QString::fromUtf8(LOCKCTL_PATH)};
        QProcess probe;
        probe.start(u"unshare"_s, {u"--time"_s, u"--boottime"_s, shift, u"--"_s, u"true"_s});
        QVERIFY(probe.waitForFinished());
        if (probe.exitCode() != 0)
            QSKIP("no right to have another clock");
        const QString script = u"echo up; while :; do sleep 0.01; done"_s;
        Program lockctl("unshare");
        QVERIFY(lockctl.start(shifted + run(script, {u"--lease"_s, u"1s"_s})));
        QVERIFY(lockctl.prints("up"));
        const QDeadlineTimer late(5000);
        QCOMPARE(lockctl.finish(), 76);
        QVERIFY(!late.hasExpired());
        QVERIFY2(lockctl.err.contains("for its whole lease"), lockctl.err.constData());
    }

    // 50 ms is what a server of a quorum may take, and no bound for one alone.
    void aShortLeaseNeedsNoQuorumsPatience()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(
                     {u"acquire"_s, u"job"_s, u"--url"_s, m_server.url(), u"--lease"_s, u"50ms"_s}),
                 76);
        Program quorum(LOCKCTL_PATH);
        QCOMPARE(quorum.run({u"acquire"_s, u"job"_s, u"--kind"_s, u"redlock"_s, u"--url"_s,
                             u"redis://127.0.0.1:1"_s, u"--url"_s, u"redis://127.0.0.1:2"_s,
                             u"--url"_s, u"redis://127.0.0.1:3"_s, u"--lease"_s, u"50ms"_s}),
                 2);
        QVERIFY2(quorum.err.contains("--node-timeout 50ms must be greater than zero and far below"),
                 quorum.err.constData());
    }
};

LOCKSCOPE_TEST_SUITE(TestGuard)
#include "tst_guard.moc"
