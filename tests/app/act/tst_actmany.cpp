// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/act/terminal.h"
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray bert = "bbbbbbbb-9b7d-4c11-8a22-0123456789ab:9";

} // namespace

// Tests lockctl's actions on many locks at once, on permits and on times, and their log entries.
class TestActMany : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;

    QString logFile() const { return m_folder->filePath(u"audit.jsonl"_s); }
    int run(Program &program, const QStringList &arguments) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, logFile());
        return program.run(arguments);
    }
    int runThere(Program &program, const QStringList &arguments) const
    {
        return run(program, arguments + QStringList{u"--url"_s, m_server.url()});
    }
    static QJsonObject json(const Program &program)
    {
        return QJsonDocument::fromJson(program.out).object();
    }
    qint64 integer(const std::vector<QByteArray> &command) const
    {
        return m_server.command(command).integer;
    }
    void holdThree() const
    {
        LockWriter(m_server).acquire("orders:1", ann, 60'000);
        LockWriter(m_server).acquire("orders:2", ann, 60'000);
        LockWriter(m_server).acquire("orders:2", ann, 60'000);
        LockWriter(m_server).acquire("orders:3", bert, 60'000);
        LockWriter(m_server).acquire("other", ann, 60'000);
    }
    int left() const
    {
        return int(integer({"EXISTS", "orders:1", "orders:2", "orders:3", "other"}));
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
        QVERIFY(m_server.isRunning());
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void listsBeforeItDoes()
    {
        holdThree();
        const QStringList what{u"unlock"_s, u"--filter"_s, u"name:orders"_s, u"--force"_s};
        const Terminal terminal; // a person sees the list and repeats the command with --yes
        QVERIFY(terminal.isOpen());
        Program list(LOCKCTL_PATH);
        list.setStandardInput(terminal.programsEnd());
        QCOMPARE(runThere(list, what), 0);
        QCOMPARE(left(), 4);
        QVERIFY(list.out.contains("3 locks"));
        for (const char *name : {"orders:1", "orders:2", "orders:3"})
            QVERIFY2(list.out.contains(name), list.out.constData());
        QVERIFY(!list.out.contains("other"));
        QVERIFY(list.err.contains("--yes"));
        QVERIFY(!QFile::exists(logFile()));

        Program doing(LOCKCTL_PATH);
        QCOMPARE(
            runThere(doing, what + QStringList{u"--yes"_s, u"--reason"_s, u"a rack is gone"_s}), 0);
        QCOMPARE(left(), 1);
        QCOMPARE(doing.out, "Done: 3 of 3\n"_ba);

        Program none(LOCKCTL_PATH);
        QCOMPARE(runThere(none, what + QStringList{u"--yes"_s}), 1);

        Program one(LOCKCTL_PATH);
        QCOMPARE(
            runThere(one,
                     {u"unlock"_s, u"--filter"_s, u"name:other"_s, u"--force"_s, u"--dry-run"_s}),
            0);
        QVERIFY2(one.out.contains(", 1 lock:\n"), one.out.constData());
    }

    void tellsAScriptThatNothingWasDone_data()
    {
        QTest::addColumn<QStringList>("action");
        QTest::newRow("unlock") << QStringList{u"unlock"_s, u"--force"_s};
        QTest::newRow("extend") << QStringList{u"unlock"_s, u"--extend"_s, u"1h"_s};
        QTest::newRow("as an owner")
            << QStringList{u"unlock"_s, u"--owner"_s, QString::fromLatin1(ann)};
        QTest::newRow("nudge") << QStringList{u"queue"_s, u"nudge"_s};
        QTest::newRow("as JSON") << QStringList{u"unlock"_s, u"--force"_s, u"--json"_s};
    }
    void tellsAScriptThatNothingWasDone()
    {
        QFETCH(const QStringList, action);
        holdThree();
        const QStringList what = action + QStringList{u"--filter"_s, u"name:orders"_s};
        Program program(LOCKCTL_PATH);
        QCOMPARE(runThere(program, what), 2);
        QVERIFY2(program.out.isEmpty(), program.out.constData());
        QVERIFY2(program.err.contains("no terminal for the confirmation; use --yes to act, or "
                                      "--dry-run for a preview"),
                 program.err.constData());
        QCOMPARE(left(), 4);
        QVERIFY(integer({"PTTL", "orders:1"}) <= 60'000);
        QVERIFY(!QFile::exists(logFile()));

        Program preview(LOCKCTL_PATH);
        QCOMPARE(runThere(preview, what + QStringList{u"--dry-run"_s}), 0);
        QVERIFY2(preview.out.contains("orders:1"), preview.out.constData());
        QCOMPARE(left(), 4);
    }

    void releasesAllOfOneOwner()
    {
        holdThree();
        Program program(LOCKCTL_PATH);
        QCOMPARE(runThere(program,
                          {u"unlock"_s, u"--filter"_s, u"name:orders"_s, u"--owner"_s,
                           QString::fromLatin1(ann), u"--yes"_s, u"--json"_s}),
                 0);
        QCOMPARE(integer({"EXISTS", "orders:1", "orders:2"}), 0);
        QCOMPARE(integer({"EXISTS", "orders:3", "other"}), 2);
        const QJsonObject told = json(program);
        QCOMPARE(told["outcome"_L1].toString(), u"done"_s);
        QStringList outcomes;
        for (const QJsonValue &lock : told["locks"_L1].toArray())
            outcomes += lock["outcome"_L1].toString();
        QCOMPARE(outcomes, QStringList({u"done"_s, u"done"_s, u"left-out"_s}));
    }

    void putsOffManyEnds()
    {
        holdThree();
        Program program(LOCKCTL_PATH);
        QCOMPARE(runThere(program,
                          {u"unlock"_s, u"--filter"_s, u"name:orders"_s, u"--extend"_s, u"1h"_s,
                           u"--yes"_s}),
                 0);
        for (const char *name : {"orders:1", "orders:2", "orders:3"})
            QVERIFY(integer({"PTTL", name}) > 3'600'000);
        QVERIFY(integer({"PTTL", "other"}) <= 60'000);
    }

    void nudgesMany()
    {
        const LockWriter writer(m_server);
        for (const QByteArray name : {"orders:1", "orders:2"}) {
            writer.acquire(name, ann, 60'000);
            writer.enqueue(name, bert, 300'000);
        }
        m_server.command({"SET", "orders:3", "token", "PX", "60000"});
        const QByteArray channels = "redisson_lock__channel:{orders:";
        const Listener first(m_server, "SUBSCRIBE", channels + "1}:" + bert);
        const Listener second(m_server, "SUBSCRIBE", channels + "2}:" + bert);
        const QStringList what{u"queue"_s, u"--filter"_s, u"name:orders"_s,
                               u"nudge"_s, u"--prefix"_s, u"orders:"_s};
        for (const QStringList &more :
             {QStringList{u"--dry-run"_s}, QStringList{u"--yes"_s, u"--dry-run"_s}}) {
            Program list(LOCKCTL_PATH);
            QCOMPARE(runThere(list, what + more), 0);
            QVERIFY2(list.out.startsWith("Wake the waiters again, 2 locks:\n"),
                     list.out.constData());
            for (const char *place : {"1}:", "2}:"}) {
                const QByteArray command = "PUBLISH " + channels + place + bert + " 0";
                QVERIFY2(list.out.contains(command), list.out.constData());
            }
            QVERIFY(list.out.contains("Skipped: orders:3: waiters of a string lock poll"));
            QVERIFY(list.err.contains("--yes"));
            QVERIFY(!QFile::exists(logFile()));
        }

        Program doing(LOCKCTL_PATH);
        QCOMPARE(
            runThere(doing, what + QStringList{u"--yes"_s, u"--reason"_s, u"a wake-up was lost"_s}),
            0);
        QCOMPARE(doing.out, "Done: 2 of 2\n"_ba);
        QCOMPARE(doing.err.count("one listening client was woken"), 2);
        QCOMPARE(integer({"EXISTS", "orders:1", "orders:2", "orders:3"}), 3);
        Program log(LOCKCTL_PATH);
        QCOMPARE(run(log, {u"audit"_s, u"--json"_s}), 0);
        const QJsonArray entries = json(log)["entries"_L1].toArray();
        QCOMPARE(entries.size(), 2);
        for (const QJsonValue &entry : entries) {
            QCOMPARE(entry["action"_L1].toString(), u"nudge"_s);
            QCOMPARE(entry["outcome"_L1].toString(), u"done"_s);
            QCOMPARE(entry["reason"_L1].toString(), u"a wake-up was lost"_s);
        }

        Program none(LOCKCTL_PATH);
        QCOMPARE(runThere(none,
                          {u"queue"_s, u"--filter"_s, u"name:elsewhere"_s, u"nudge"_s, u"--yes"_s}),
                 1);
        QVERIFY(none.err.contains("no lock allows this action"));
    }

    void refusesTooMany()
    {
        LockWriter(m_server).run("for i=1,201 do redis.call('hset','many:'..i,ARGV[1],1) "
                                 "redis.call('pexpire','many:'..i,60000) end",
                                 {ann});
        Program program(LOCKCTL_PATH);
        QCOMPARE(runThere(program,
                          {u"unlock"_s, u"--filter"_s, u"name:many"_s, u"--force"_s, u"--yes"_s}),
                 2);
        QVERIFY2(program.err.contains("201 locks match"), program.err.constData());
        QCOMPARE(integer({"DBSIZE"}), 201);
    }

    void extendsOne()
    {
        LockWriter(m_server).acquire("orders", ann, 60'000);
        const QStringList what{u"unlock"_s, u"orders"_s, u"--extend"_s, u"5m"_s, u"--yes"_s};
        Program program(LOCKCTL_PATH);
        QCOMPARE(runThere(program, what), 0);
        const qint64 left = integer({"PTTL", "orders"});
        QVERIFY(left > 300'000 && left <= 360'000);
        QVERIFY(m_server.command({"PERSIST", "orders"}).integer == 1);
        Program endless(LOCKCTL_PATH);
        QCOMPARE(runThere(endless, what), 1);
        QVERIFY(endless.err.contains("no expiry"));
    }

    void namesWhatItTakesAway()
    {
        m_server.command({"SET", "pool", "3"});
        const QStringList what{u"permits"_s, u"pool"_s, u"--kind"_s, u"semaphore"_s,
                               u"take"_s,    u"2"_s,    u"--yes"_s};
        Program taken(LOCKCTL_PATH);
        QCOMPARE(runThere(taken, what + QStringList{u"--json"_s}), 0);
        const QJsonObject result = json(taken);
        QCOMPARE(result["action"_L1].toString(), u"take-permits"_s);
        QCOMPARE(result["commands"_L1][0].toString(), u"DECRBY pool 2"_s);
        Program audit(LOCKCTL_PATH);
        QCOMPARE(run(audit, {u"audit"_s}), 0);
        QVERIFY2(audit.out.contains("take-permits"), audit.out.constData());
        m_server.command({"DEL", "pool"});
        Program added(LOCKCTL_PATH);
        QCOMPARE(runThere(added,
                          {u"permits"_s, u"pool"_s, u"--kind"_s, u"semaphore"_s, u"add"_s, u"2"_s,
                           u"--dry-run"_s}),
                 0);
        QVERIFY2(added.out.contains("is not initialised yet; this initialises it"),
                 added.out.constData());
    }

    void countsPermits()
    {
        m_server.command({"SET", "pool", "3"});
        const auto does = [this](const QStringList &words, const QString &kind = u"semaphore"_s) {
            Program program(LOCKCTL_PATH);
            return runThere(program,
                            QStringList{u"permits"_s, u"pool"_s, u"--kind"_s, kind} + words
                                + QStringList{u"--yes"_s});
        };
        const auto value = [this] { return m_server.command({"GET", "pool"}).bytes; };
        QCOMPARE(does({u"add"_s, u"4"_s}), 0);
        QCOMPARE(value(), "7"_ba);
        QCOMPARE(does({u"take"_s, u"2"_s}), 0);
        QCOMPARE(value(), "5"_ba);
        QCOMPARE(does({u"drain"_s}), 0);
        QCOMPARE(value(), "0"_ba);
        QCOMPARE(does({u"drain"_s}), 1);
        Program shown(LOCKCTL_PATH);
        QCOMPARE(runThere(shown, {u"permits"_s, u"pool"_s, u"--kind"_s, u"semaphore"_s}), 0);
        QCOMPARE(shown.out, "Free permits: 0\nWaiting: nobody\n"_ba);

        m_server.command({"SET", "pool", "3"});
        const QString latch = u"count-down-latch"_s;
        QCOMPARE(does({u"set"_s, u"9"_s}, latch), 0);
        QCOMPARE(value(), "9"_ba);
        QCOMPARE(does({u"set"_s, u"9"_s}, latch), 1);
        QCOMPARE(does({u"count-down"_s}, latch), 0);
        QCOMPARE(value(), "8"_ba);
        QCOMPARE(does({u"open"_s}, latch), 0);
        QCOMPARE(integer({"EXISTS", "pool"}), 0);
        QCOMPARE(does({u"set"_s, u"2"_s}, latch), 1);
        QCOMPARE(integer({"EXISTS", "pool"}), 0);
    }

    void countsLinesThatCannotBeRead()
    {
        QFile log(logFile());
        QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::NewOnly));
        QVERIFY(log.write("torn\n") > 0 && log.flush());
        Program one(LOCKCTL_PATH);
        QCOMPARE(run(one, {u"audit"_s}), 0);
        QVERIFY2(one.err.contains(" 1 line of the audit log could not be read\n"),
                 one.err.constData());
        QVERIFY(log.write("torn\n") > 0 && log.flush());
        Program two(LOCKCTL_PATH);
        QCOMPARE(run(two, {u"audit"_s}), 0);
        QVERIFY2(two.err.contains(" 2 lines of the audit log could not be read\n"),
                 two.err.constData());
    }

    void tellsWhatWasDone()
    {
        Program empty(LOCKCTL_PATH);
        QCOMPARE(run(empty, {u"audit"_s}), 0);
        QVERIFY(empty.out.isEmpty() && empty.err.contains("has no matching entries"));
        holdThree();
        Program doing(LOCKCTL_PATH);
        QCOMPARE(runThere(doing,
                          {u"unlock"_s, u"--filter"_s, u"name:orders"_s, u"--force"_s, u"--yes"_s,
                           u"--reason"_s, u"a rack is gone"_s}),
                 0);
        Program all(LOCKCTL_PATH);
        QCOMPARE(run(all, {u"audit"_s, u"--json"_s}), 0);
        const QJsonArray entries = json(all)["entries"_L1].toArray();
        QCOMPARE(entries.size(), 3);
        QCOMPARE(json(all)["broken"_L1].toInt(-1), 0);
        for (const QJsonValue &entry : entries) {
            QCOMPARE(entry["action"_L1].toString(), u"force-unlock"_s);
            QCOMPARE(entry["outcome"_L1].toString(), u"done"_s);
            QCOMPARE(entry["reason"_L1].toString(), u"a rack is gone"_s);
            QVERIFY(entry["done_at"_L1].toString() >= entry["at"_L1].toString());
        }
        Program one(LOCKCTL_PATH);
        QCOMPARE(run(one, {u"audit"_s, u"--lock"_s, u"orders:2"_s, u"--since"_s, u"1h"_s}), 0);
        QCOMPARE(one.out.count('\n'), 2);
        QVERIFY2(one.out.contains("orders:2") && one.out.contains("force-unlock"),
                 one.out.constData());
        Program limited(LOCKCTL_PATH);
        QCOMPARE(run(limited, {u"audit"_s, u"--limit"_s, u"1"_s}), 0);
        QCOMPARE(limited.out.count('\n'), 2);
        QVERIFY(limited.err.contains("--limit"));
        Program later(LOCKCTL_PATH);
        QCOMPARE(run(later, {u"audit"_s, u"--since"_s, u"2999-01-01T00:00:00Z"_s}), 0);
        QVERIFY(later.out.isEmpty());
    }

    void refusesBadUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char *name, const QStringList &arguments) {
            QTest::newRow(name) << arguments;
        };
        row("filter and name", {u"unlock"_s, u"a"_s, u"--filter"_s, u"x"_s, u"--force"_s});
        row("empty filter", {u"unlock"_s, u"--filter"_s, u""_s, u"--force"_s});
        row("wrong filter", {u"unlock"_s, u"--filter"_s, u"state:nonsense"_s, u"--force"_s});
        row("problems", {u"unlock"_s, u"--filter"_s, u"problem:any"_s, u"--force"_s});
        for (const QString &filter :
             {u"-watchdog:renewing"_s, u"watchdog:unknown"_s, u"a since:<1m"_s, u"-lease:>1m"_s}) {
            const auto name = u"one look does not tell %1"_s.arg(filter).toLatin1();
            row(name.constData(),
                {u"unlock"_s, u"--filter="_s + filter, u"--force"_s, u"--dry-run"_s});
        }
        row("no way", {u"unlock"_s, u"--filter"_s, u"x"_s});
        row("two ways", {u"unlock"_s, u"--filter"_s, u"x"_s, u"--force"_s, u"--extend"_s, u"1s"_s});
        row("no time", {u"unlock"_s, u"a"_s, u"--extend"_s, u"0s"_s, u"--yes"_s});
        row("queues and name", {u"queue"_s, u"a"_s, u"nudge"_s, u"--filter"_s, u"x"_s, u"--yes"_s});
        row("queues of all", {u"queue"_s, u"nudge"_s, u"--filter"_s, u""_s, u"--yes"_s});
        row("queues to look at", {u"queue"_s, u"--filter"_s, u"x"_s});
        row("one of many queues",
            {u"queue"_s, u"remove"_s, u"o"_s, u"--filter"_s, u"x"_s, u"--yes"_s});
        row("queues of a kind",
            {u"queue"_s, u"nudge"_s, u"--filter"_s, u"x"_s, u"--kind"_s, u"semaphore"_s,
             u"--yes"_s});
        row("permits of nobody", {u"permits"_s});
        row("how many", {u"permits"_s, u"a"_s, u"add"_s, u"--yes"_s});
        row("none", {u"permits"_s, u"a"_s, u"add"_s, u"0"_s, u"--yes"_s});
        row("a latch's",
            {u"permits"_s, u"a"_s, u"open"_s, u"--kind"_s, u"semaphore"_s, u"--yes"_s});
        row("a semaphore's",
            {u"permits"_s, u"a"_s, u"drain"_s, u"--kind"_s, u"count-down-latch"_s, u"--yes"_s});
        row("another kind", {u"permits"_s, u"a"_s, u"drain"_s, u"--kind"_s, u"fair"_s, u"--yes"_s});
        row("since when", {u"audit"_s, u"--since"_s, u"yesterday"_s});
        row("no limit", {u"audit"_s, u"--limit"_s, u"0"_s});
        row("audit of", {u"audit"_s, u"orders"_s});
    }
    void refusesBadUsage()
    {
        QFETCH(const QStringList, arguments);
        m_server.command({"SET", "a", "3"});
        Program program(LOCKCTL_PATH);
        QCOMPARE(arguments.front() == "audit"_L1 ? run(program, arguments)
                                                 : runThere(program, arguments),
                 2);
        QVERIFY(program.out.isEmpty() && program.err.contains("--help"));
        QCOMPARE(m_server.command({"GET", "a"}).bytes, "3"_ba);
    }
};

LOCKSCOPE_TEST_SUITE(TestActMany)
#include "tst_actmany.moc"
