// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
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

const QByteArray cat = "cccccccc-9b7d-4c11-8a22-0123456789ab:9";
// With the words that its client is called by.
const QByteArray shownBob = "eager-bear (" + bob + ")";

} // namespace

// lockctl queue, as its users run it.
class TestQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        QVERIFY(m_server.isRunning());
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void refusesBadUsage_data();
    void refusesBadUsage();
    void showsTheQueue();
    void removesAWaiter();
    void tellsThatAQueueIsNone_data();
    void tellsThatAQueueIsNone();
    void tellsThatADeadlineNeverComes_data();
    void tellsThatADeadlineNeverComes();
    void nudges();
    void aQueueUnderAnotherNameIsItsLocks();
    void sleepersBehindAVanishedKeyAreShownAndWoken_data();
    void sleepersBehindAVanishedKeyAreShownAndWoken();

private:
    QStringList with(const QString &command, const QString &name, const QStringList &more) const
    {
        return QStringList{command, name, u"--url"_s, m_server.url()} + more;
    }
    int run(Program &program, const QStringList &arguments) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder->filePath(u"audit.jsonl"_s));
        return program.run(arguments);
    }
    void hold() const { LockWriter(m_server).acquire("orders", ann, 60'000); }

    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestQueue::refusesBadUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *what, const QStringList &arguments, const QByteArray &says) {
        QTest::newRow(what) << arguments << says;
    };
    const QString url = u"--url=redis://127.0.0.1:1"_s;
    row("no name", {u"queue"_s, url}, "no lock name");
    row("unknown word", {u"queue"_s, u"a"_s, u"drop"_s, url}, "unknown action \"drop\"");
    row("nobody", {u"queue"_s, u"a"_s, u"remove"_s, url}, "remove needs the owner");
    row("two", {u"queue"_s, u"a"_s, u"remove"_s, u"x"_s, u"y"_s, url, u"--yes"_s}, "one waiter");
    row("too much", {u"queue"_s, u"a"_s, u"nudge"_s, u"x"_s, url, u"--yes"_s}, "after nudge");
    row("yes to what", {u"queue"_s, u"a"_s, url, u"--yes"_s}, "requires remove or nudge");
    row("nobody to ask", {u"queue"_s, u"a"_s, u"nudge"_s, url}, "no terminal for the confirmation");
}

void TestQueue::refusesBadUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, arguments), 2);
    QVERIFY2(lockctl.err.contains(says), lockctl.err.constData());
    QVERIFY(lockctl.out.isEmpty());
}

void TestQueue::showsTheQueue()
{
    hold();
    LockWriter(m_server).enqueue("orders", bob, 300'000);
    Program text(LOCKCTL_PATH);
    QCOMPARE(run(text, with(u"queue"_s, u"orders"_s, {})), 0);
    QVERIFY(text.out.contains(QByteArray("1. " + shownBob)));
    Program json(LOCKCTL_PATH);
    QCOMPARE(run(json, with(u"queue"_s, u"orders"_s, {u"--json"_s})), 0);
    const QJsonObject queue = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(queue["waiters"_L1].toArray().first().toObject()["position"_L1].toInt(), 1);
    m_server.command({"SET", "orders", "token"});
    Program string(LOCKCTL_PATH);
    QCOMPARE(run(string, with(u"queue"_s, u"orders"_s, {u"--kind"_s, u"string"_s})), 0);
    QVERIFY(string.out.contains("unknown"));
    Program none(LOCKCTL_PATH);
    QCOMPARE(run(none, with(u"queue"_s, u"elsewhere"_s, {})), 1);
    QVERIFY(none.err.contains("the key does not exist"));
}

void TestQueue::removesAWaiter()
{
    hold();
    LockWriter(m_server).enqueue("orders", bob, 300'000);
    LockWriter(m_server).enqueue("orders", cat, 600'000);
    Program lockctl(LOCKCTL_PATH);
    const auto arguments =
        with(u"queue"_s, u"orders"_s, {u"remove"_s, QString::fromLatin1(bob), u"--yes"_s});
    QCOMPARE(run(lockctl, arguments), 0);
    QVERIFY(lockctl.err.contains(QByteArray("LREM redisson_lock_queue:{orders} 0 " + bob)));
    QCOMPARE(m_server.command({"LINDEX", "redisson_lock_queue:{orders}", "0"}).bytes, cat);
    QCOMPARE(m_server.command({"ZCARD", "redisson_lock_timeout:{orders}"}).integer, 1);
    Program again(LOCKCTL_PATH);
    QCOMPARE(run(again, arguments), 1);
    QVERIFY(again.err.contains("is not in this queue"));
}

void TestQueue::tellsThatAQueueIsNone_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("the queue") << "redisson_lock_queue:{orders}"_ba;
    QTest::newRow("the deadlines") << "redisson_lock_timeout:{orders}"_ba;
}

// A key of another type hides who waits: nobody is not the same.
void TestQueue::tellsThatAQueueIsNone()
{
    QFETCH(QByteArray, key);
    hold();
    m_server.command({"SET", key, "x"});
    for (const QString &command : {u"queue"_s, u"show"_s}) {
        Program plain(LOCKCTL_PATH);
        QCOMPARE(run(plain, with(command, u"orders"_s, {})), 0);
        QVERIFY2(plain.out.contains("Waiters: unknown\n"), plain.out.constData());
        QVERIFY2(plain.out.contains(QByteArray("Problem: the key " + key + " is not a ")),
                 plain.out.constData());
        QVERIFY2(plain.out.contains("so the waiters are unknown"), plain.out.constData());
        Program json(LOCKCTL_PATH);
        QCOMPARE(run(json, with(command, u"orders"_s, {u"--json"_s})), 0);
        QJsonObject lock = QJsonDocument::fromJson(json.out).object();
        if (command == "show"_L1)
            lock = lock["locks"_L1][0].toObject();
        QCOMPARE(lock["kind"_L1].toString(), u"fair"_s);
        QVERIFY(lock["waiters"_L1].isNull() && lock["waiters_total"_L1].isNull());
        const QJsonObject problem = lock["problems"_L1][0].toObject();
        QCOMPARE(problem["rule"_L1].toString(), u"wrong-type"_s);
        QVERIFY(problem["text"_L1].toString().contains(QString::fromLatin1(key)));
    }
    Program nudge(LOCKCTL_PATH);
    QCOMPARE(run(nudge, with(u"queue"_s, u"orders"_s, {u"nudge"_s, u"--yes"_s})), 1);
    QVERIFY2(nudge.err.contains("the waiters in the queue are unknown"), nudge.err.constData());
    for (const QStringList &more :
         {QStringList{u"--force"_s}, {u"--owner"_s, QString::fromLatin1(ann)}}) {
        Program unlock(LOCKCTL_PATH);
        QCOMPARE(run(unlock, with(u"unlock"_s, u"orders"_s, more + QStringList{u"--yes"_s})), 1);
        QVERIFY2(unlock.err.contains("the waiters in the queue are unknown"),
                 unlock.err.constData());
        QVERIFY2(!unlock.err.contains("changed in the meantime"), unlock.err.constData());
    }
    QCOMPARE(m_server.command({"GET", key}).bytes, "x"_ba);
}

void TestQueue::tellsThatADeadlineNeverComes_data()
{
    QTest::addColumn<QByteArray>("score");
    QTest::newRow("infinite") << "inf"_ba;
    QTest::newRow("huge") << "1e300"_ba;
}

void TestQueue::tellsThatADeadlineNeverComes()
{
    QFETCH(QByteArray, score);
    hold();
    m_server.command({"RPUSH", "redisson_lock_queue:{orders}", bob});
    m_server.command({"ZADD", "redisson_lock_timeout:{orders}", score, bob});
    Program plain(LOCKCTL_PATH);
    QCOMPARE(run(plain, with(u"queue"_s, u"orders"_s, {})), 0);
    QVERIFY2(plain.out.contains(QByteArray(shownBob + "  deadline too far in the future, ")),
             plain.out.constData());
    // The evidence names owners in short.
    QVERIFY2(plain.out.contains("Problem: the deadline of eager-bear:7 (aaaaaaaa...) is too far in "
                                "the future: its score is "),
             plain.out.constData());
    Program json(LOCKCTL_PATH);
    QCOMPARE(run(json, with(u"queue"_s, u"orders"_s, {u"--json"_s})), 0);
    const QJsonObject lock = QJsonDocument::fromJson(json.out).object();
    QVERIFY(lock["waiters"_L1][0]["deadline_in_ms"_L1].isNull());
    QCOMPARE(lock["problems"_L1][0]["rule"_L1].toString(), u"endless-deadline"_s);
}

void TestQueue::nudges()
{
    hold();
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, with(u"queue"_s, u"orders"_s, {u"nudge"_s, u"--yes"_s})), 0);
    QVERIFY(lockctl.err.contains("no client was listening"));
    m_server.command({"SET", "orders", "token"});
    Program string(LOCKCTL_PATH);
    QCOMPARE(run(string,
                 with(u"queue"_s, u"orders"_s, {u"nudge"_s, u"--yes"_s, u"--kind"_s, u"string"_s})),
             1);
    QVERIFY(string.err.contains("there is nothing to wake"));
}

// Redisson before 3.52 under a NameMapper.
void TestQueue::aQueueUnderAnotherNameIsItsLocks()
{
    LockWriter(m_server).acquire("app:f", ann, 60'000);
    LockWriter(m_server).enqueue("f", bob, 300'000);
    LockWriter(m_server).enqueue("f", cat, 600'000);
    const Listener first(m_server, "SUBSCRIBE", "redisson_lock__channel:{app:f}:" + bob);
    const Listener second(m_server, "SUBSCRIBE", "redisson_lock__channel:{app:f}:" + cat);
    const QString url = m_server.url();
    for (const QStringList &look : {QStringList{u"list"_s}, QStringList{u"show"_s, u"app:f"_s},
                                    QStringList{u"list"_s, u"--prefix"_s, u"app:"_s}}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(run(lockctl, look + QStringList{u"--url"_s, url, u"--json"_s}), 0);
        const QJsonArray locks =
            QJsonDocument::fromJson(lockctl.out).object()["locks"_L1].toArray();
        QCOMPARE(locks.size(), 1);
        const QJsonObject lock = locks.first().toObject();
        QCOMPARE(lock["name"_L1].toString(), u"app:f"_s);
        QCOMPARE(lock["kind"_L1].toString(), u"fair"_s);
        QCOMPARE(lock["waiters"_L1].toArray().size(), 2);
    }
    Program queue(LOCKCTL_PATH);
    QCOMPARE(run(queue, with(u"queue"_s, u"app:f"_s, {})), 0);
    QVERIFY2(queue.out.contains(QByteArray("1. " + shownBob)), queue.out.constData());
    Program remove(LOCKCTL_PATH);
    QCOMPARE(run(remove,
                 with(u"queue"_s, u"app:f"_s, {u"remove"_s, QString::fromLatin1(cat), u"--yes"_s})),
             0);
    QCOMPARE(m_server.command({"LLEN", "redisson_lock_queue:{f}"}).integer, 1);
    Program unlock(LOCKCTL_PATH);
    QCOMPARE(run(unlock, with(u"unlock"_s, u"app:f"_s, {u"--force"_s, u"--yes"_s, u"--json"_s})),
             0);
    QVERIFY2(unlock.out.contains("\"woken\":1"), unlock.out.constData());
    QCOMPARE(m_server.command({"EXISTS", "app:f"}).integer, 0);
}

void TestQueue::sleepersBehindAVanishedKeyAreShownAndWoken_data()
{
    QTest::addColumn<QByteArray>("channel");
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("plain") << QByteArray("redisson_lock__channel:{orders}")
                           << QByteArray("reentrant");
    QTest::newRow("read-write") << QByteArray("redisson_rwlock:{orders}")
                                << QByteArray("read-write");
    QTest::newRow("latch") << QByteArray("redisson_countdownlatch__channel__{orders}")
                           << QByteArray("count-down-latch");
}

void TestQueue::sleepersBehindAVanishedKeyAreShownAndWoken()
{
    QFETCH(QByteArray, channel);
    QFETCH(QByteArray, kind);
    const Listener sleeper(m_server, "SUBSCRIBE", channel);
    for (const QString &command : {u"list"_s, u"show"_s}) {
        Program look(LOCKCTL_PATH);
        const QStringList name = command == u"show"_s ? QStringList{u"orders"_s} : QStringList();
        QCOMPARE(
            run(look,
                QStringList{command} + name + QStringList{u"--url"_s, m_server.url(), u"--json"_s}),
            0);
        const QJsonObject lock =
            QJsonDocument::fromJson(look.out).object()["locks"_L1].toArray().first().toObject();
        QCOMPARE(lock["name"_L1].toString(), u"orders"_s);
        QCOMPARE(lock["kind"_L1].toString().toLatin1(), kind);
        QCOMPARE(lock["state"_L1].toString(), u"free"_s);
        QCOMPARE(lock["waiting_connections"_L1].toInt(), 1);
    }
    Program queue(LOCKCTL_PATH);
    QCOMPARE(run(queue, with(u"queue"_s, u"orders"_s, {})), 0);
    QVERIFY2(queue.out.contains("Waiting connections: 1"), queue.out.constData());
    Program nudge(LOCKCTL_PATH);
    QCOMPARE(run(nudge, with(u"queue"_s, u"orders"_s, {u"nudge"_s, u"--yes"_s, u"--json"_s})), 0);
    QVERIFY2(nudge.out.contains("\"woken\":1"), nudge.out.constData());
}

LOCKSCOPE_TEST_SUITE(TestQueue)
#include "tst_queue.moc"
