// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Every kind of lock that one server keeps, through lockctl: taken, refused to a second one, given
// back, lost when it is taken away.
class TestLockKinds : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    QTemporaryDir m_folder;

    Reply redis(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    bool isLocked() const { return redis({"EXISTS"_ba, "job"_ba}).integer == 1; }
    QStringList with(const QString &command, const QStringList &more = {}) const
    {
        return QStringList{command, u"job"_s, u"--url"_s, m_server.url()} + more;
    }
    int force(const QStringList &more = {}) const
    {
        Program operatorProgram(LOCKCTL_PATH);
        operatorProgram.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder.filePath(u"audit.jsonl"_s));
        return operatorProgram.run(with(u"unlock"_s, {u"--force"_s, u"--yes"_s}) + more);
    }
    void addKinds() const
    {
        QTest::addColumn<QStringList>("kind");
        for (const char *kind : {"reentrant", "fair", "spin", "fenced", "non-reentrant",
                                 "non-reentrant-fair", "string"})
            QTest::newRow(kind) << QStringList{u"--kind"_s, QString::fromLatin1(kind)};
        QTest::newRow("write") << QStringList{u"--kind"_s, u"read-write"_s, u"--mode"_s,
                                              u"write"_s};
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
    }

    void aSecondOneIsRefused_data() { addKinds(); }
    void aSecondOneIsRefused()
    {
        QFETCH(const QStringList, kind);
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(with(u"acquire"_s, kind)));
        QVERIFY(first.prints("holding job (" + kind[1].toUtf8()));
        QVERIFY(isLocked());
        Program second(LOCKCTL_PATH);
        QCOMPARE(second.run(with(u"acquire"_s, kind)), 1);
        QVERIFY(second.err.contains("held by another owner"));
        QVERIFY(second.out.isEmpty());
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QVERIFY(!isLocked());
        QCOMPARE(first.err, QByteArray());
        QCOMPARE(first.out.count('\n'), 1);
    }

    // Its owner is gone, and nobody holds the lock.
    void whoseTurnItIsIsNoHolder()
    {
        const QByteArray ghost = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7";
        const auto later = QDateTime::currentMSecsSinceEpoch() + 600'000;
        redis({"RPUSH"_ba, "redisson_lock_queue:{job}"_ba, ghost});
        redis({"ZADD"_ba, "redisson_lock_timeout:{job}"_ba, QByteArray::number(later), ghost});
        for (const QStringList &more : {QStringList(), {u"--wait"_s, u"200ms"_s}}) {
            Program lockctl(LOCKCTL_PATH);
            QCOMPARE(lockctl.run(with(u"acquire"_s, QStringList{u"--kind"_s, u"fair"_s} + more)),
                     1);
            QVERIFY2(lockctl.err.startsWith(
                         more.isEmpty()
                             ? "lockctl: nobody holds \"job\", but it is the turn of "
                             : "lockctl: \"job\" was not obtained within 0.2 s: it is free, but "),
                     lockctl.err.constData());
        }
    }

    void aPatientOneGetsItNext_data() { addKinds(); }
    void aPatientOneGetsItNext()
    {
        QFETCH(const QStringList, kind);
        Program first(LOCKCTL_PATH);
        QVERIFY(first.start(with(u"acquire"_s, kind)));
        QVERIFY(first.prints("holding"));
        Program second(LOCKCTL_PATH);
        QVERIFY(second.start(with(u"acquire"_s, kind + QStringList{u"--wait"_s, u"1m"_s})));
        first.interrupt();
        QCOMPARE(first.finish(), 0);
        QVERIFY(second.prints("holding"));
        second.interrupt();
        QCOMPARE(second.finish(), 0);
        QVERIFY(!isLocked());
    }

    void whatIsTakenAwayIsLost_data() { addKinds(); }
    void whatIsTakenAwayIsLost()
    {
        QFETCH(const QStringList, kind);
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start(with(u"acquire"_s, kind + QStringList{u"--watchdog"_s, u"3s"_s})));
        QVERIFY(holder.prints("holding"));
        // A string is a lock by the operator's word alone.
        QCOMPARE(force(kind[1] == u"string"_s ? kind : QStringList()), 0);
        QCOMPARE(holder.finish(), 76);
        QVERIFY2(holder.err.contains("is lost"), holder.err.constData());
        QVERIFY(!isLocked());
    }

    void theCommandEndsWithIt_data() { addKinds(); }
    void theCommandEndsWithIt()
    {
        QFETCH(const QStringList, kind);
        Program runner(LOCKCTL_PATH);
        QVERIFY(
            runner.start(with(u"run"_s,
                              kind
                                  + QStringList{u"--watchdog"_s, u"3s"_s, u"--"_s, u"sh"_s, u"-c"_s,
                                                u"echo $LOCKCTL_LOCK; exec sleep 60"_s})));
        QVERIFY(runner.prints("job\n"));
        // A string is a lock by the operator's word alone.
        QCOMPARE(force(kind[1] == u"string"_s ? kind : QStringList()), 0);
        QCOMPARE(runner.finish(), 76);
        Program next(LOCKCTL_PATH);
        QCOMPARE(next.run(with(u"run"_s, kind + QStringList{u"--"_s, u"true"_s})), 0);
        QVERIFY(!isLocked());
    }

    void readersShareIt()
    {
        const QStringList reading{u"--kind"_s, u"read-write"_s, u"--mode"_s, u"read"_s};
        Program one(LOCKCTL_PATH);
        Program two(LOCKCTL_PATH);
        QVERIFY(one.start(with(u"acquire"_s, reading)));
        QVERIFY(one.prints("holding job (read-write, read) as "));
        QVERIFY(two.start(with(u"acquire"_s, reading)));
        QVERIFY(two.prints("holding"));
        Program writer(LOCKCTL_PATH);
        QCOMPARE(
            writer.run(with(u"acquire"_s, {u"--kind"_s, u"read-write"_s, u"--mode"_s, u"write"_s})),
            1);
        for (Program *const reader : {&one, &two}) {
            reader->interrupt();
            QCOMPARE(reader->finish(), 0);
        }
        QVERIFY(!isLocked());
    }

    void aFencedLockTellsItsToken()
    {
        qint64 before = 0;
        for (int i = 0; i < 2; ++i) {
            Program lockctl(LOCKCTL_PATH);
            QVERIFY(lockctl.start(with(u"acquire"_s, {u"--kind"_s, u"fenced"_s, u"--json"_s})));
            QVERIFY(lockctl.prints("\n"));
            const QJsonObject json = QJsonDocument::fromJson(lockctl.out).object();
            QCOMPARE(json["kind"_L1].toString(), u"fenced"_s);
            const qint64 token = json["fencing_token"_L1].toInteger();
            QVERIFY(token > before);
            before = token;
            lockctl.interrupt();
            QCOMPARE(lockctl.finish(), 0);
        }
        Program runner(LOCKCTL_PATH);
        QCOMPARE(runner.run(with(u"run"_s,
                                 {u"--kind"_s, u"fenced"_s, u"--"_s, u"sh"_s, u"-c"_s,
                                  u"echo token=$LOCKCTL_TOKEN"_s})),
                 0);
        QCOMPARE(runner.out, "token=" + QByteArray::number(before + 1) + '\n');
        Program plain(LOCKCTL_PATH);
        plain.setVariable(u"LOCKCTL_TOKEN"_s, u"7"_s);
        QCOMPARE(
            plain.run(with(u"run"_s, {u"--"_s, u"sh"_s, u"-c"_s, u"echo token=$LOCKCTL_TOKEN"_s})),
            0);
        QCOMPARE(plain.out, "token=\n"_ba); // not somebody else's
    }

    void anotherTypeOfKeyIsLeftAlone_data() { addKinds(); }
    void anotherTypeOfKeyIsLeftAlone()
    {
        QFETCH(const QStringList, kind);
        redis({"LPUSH"_ba, "job"_ba, "mail"_ba});
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(with(u"acquire"_s, kind)), 1);
        QVERIFY2(lockctl.err.contains("not a lock of this kind"), lockctl.err.constData());
        QCOMPARE(redis({"LLEN"_ba, "job"_ba}).integer, 1);
    }

    void hostileNamesAreShownHarmlessly_data() { addKinds(); }
    void hostileNamesAreShownHarmlessly()
    {
        QFETCH(const QStringList, kind);
        const QString name = u"a{b\n\x1b[31m %s \u202e"_s;
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start(QStringList{u"acquire"_s, name, u"--url"_s, m_server.url()} + kind));
        QVERIFY(lockctl.prints("\n"));
        QVERIFY(lockctl.out.contains("holding a{b\\n\\x1b[31m %s "));
        QVERIFY(!lockctl.out.contains('\x1b'));
        QCOMPARE(lockctl.out.count('\n'), 1);
        QCOMPARE(redis({"EXISTS"_ba, name.toUtf8()}).integer, 1);
        lockctl.interrupt();
        QCOMPARE(lockctl.finish(), 0);
    }

    void refusesBadUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        const QString url = u"redis://127.0.0.1:1"_s;
        const auto row = [&](const char *name, const QStringList &more, const QByteArray &says) {
            QTest::newRow(name) << QStringList{u"acquire"_s, u"a"_s, u"--url"_s, url} + more
                                << says;
        };
        row("no mode", {u"--kind"_s, u"read-write"_s}, "--mode read or --mode write");
        row("strange mode", {u"--kind"_s, u"read-write"_s, u"--mode"_s, u"shared"_s}, "shared");
        row("mode of no sides", {u"--mode"_s, u"read"_s}, "only a read-write lock");
        row("capital kind", {u"--kind"_s, u"Fair"_s}, "there is no lock kind \"Fair\"");
        row("empty kind", {u"--kind"_s, QString()}, "there is no lock kind");
        row("hostile kind", {u"--kind"_s, u"\x1b[2J"_s}, "\\x1b[2J");
    }
    void refusesBadUsage()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, says);
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(arguments), 2);
        QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
        QVERIFY(lockctl.out.isEmpty());
    }
};

LOCKSCOPE_TEST_SUITE(TestLockKinds)
#include "tst_lockkinds.moc"
