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

constexpr int queueLength = 3000;

QByteArray waiter(int number)
{
    return "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:" + QByteArray::number(number);
}

} // namespace

// Locks with more holders or waiters than are read one by one, as lockctl shows and changes them.
class TestLarge : public QObject
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

    void aLongQueueIsCountedTruly();
    void deadlinesThatWereNotReadAreNotMissing();
    void waitersFarBackAreRemoved();
    void aLongQueueIsNudged();
    void queueSaysWhoIsAlive();
    void manyReadersAreShownAndForced();
    void veryManyReadersAreShown();
    void aLargeFasterMultiLockIsShown();
    void manyPermitsAreCountedAndForced();
    void aLargeHashThatIsNoLockIsNone();

private:
    int run(Program &program, const QStringList &arguments) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder->filePath(u"audit.jsonl"_s));
        return program.run(arguments + QStringList{u"--url"_s, m_server.url()});
    }
    QJsonObject json(const QStringList &arguments) const
    {
        Program program(LOCKCTL_PATH);
        const int status = run(program, arguments + QStringList{u"--json"_s});
        if (status != 0)
            qWarning("%d: %s", status, program.err.constData());
        return QJsonDocument::fromJson(program.out).object();
    }
    QJsonObject listed(const QStringList &more = {}) const
    {
        return json(QStringList{u"list"_s} + more)["locks"_L1].toArray().first().toObject();
    }
    void fillQueue() const
    {
        LockWriter(m_server).acquire("f", ann, 60'000);
        m_server.command({"EVAL",
                          "local t=redis.call('time') local now=t[1]*1000+math.floor(t[2]/1000) "
                          "for i=1,tonumber(ARGV[1]) do local w=ARGV[2]..i "
                          "redis.call('rpush','redisson_lock_queue:{f}',w) "
                          "redis.call('zadd','redisson_lock_timeout:{f}',now+300000+i,w) end",
                          "0", QByteArray::number(queueLength), waiter(0).chopped(1)});
    }
    void fillReaders(int count) const
    {
        m_server.command(
            {"EVAL",
             "redis.call('hset','rw','mode','read') for i=1,tonumber(ARGV[1]) do "
             "redis.call('hset','rw',ARGV[2]..i,1) "
             "redis.call('set','{rw}:'..ARGV[2]..i..':rwlock_timeout:1','1','px',60000)"
             " end redis.call('pexpire','rw',60000)",
             "0", QByteArray::number(count), waiter(0).chopped(1)});
    }

    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestLarge::aLongQueueIsCountedTruly()
{
    fillQueue();
    const QJsonObject lock = listed({u"--filter"_s, u"waiters:>2000"_s});
    QCOMPARE(lock["waiters_total"_L1].toInt(), queueLength);
    QCOMPARE(lock["waiters"_L1].toArray().size(), 1000);
    QVERIFY(lock["waiters"_L1].toArray().last().toObject()["deadline_in_ms"_L1].isDouble());
    QCOMPARE(json({u"queue"_s, u"f"_s})["waiters_total"_L1].toInt(), queueLength);
    Program list(LOCKCTL_PATH);
    QCOMPARE(run(list, {u"list"_s}), 0);
    QVERIFY2(list.out.contains(" 3000"), list.out.constData());
    Program queue(LOCKCTL_PATH);
    QCOMPARE(run(queue, {u"queue"_s, u"f"_s}), 0);
    QVERIFY(queue.out.contains("3000 waiters in total; only the first 1000 are read"));
}

// Their order in the set is not that of the queue: of some the deadline was not read.
void TestLarge::deadlinesThatWereNotReadAreNotMissing()
{
    fillQueue();
    m_server.command({"ZADD", "redisson_lock_timeout:{f}", "9999999999999", waiter(7)});
    Program queue(LOCKCTL_PATH);
    QCOMPARE(run(queue, {u"queue"_s, u"f"_s, u"--owners"_s, u"full"_s}), 0);
    QVERIFY(queue.out.contains(QByteArray("7. " + waiter(7) + "  deadline unknown")));
    QVERIFY(!queue.out.contains("without a deadline"));
}

void TestLarge::waitersFarBackAreRemoved()
{
    fillQueue();
    const auto last = [&] {
        return m_server.command({"ZSCORE", "redisson_lock_timeout:{f}", waiter(queueLength)}).bytes;
    };
    const QByteArray before = last();
    for (const int number : {2500, 500}) {
        Program remove(LOCKCTL_PATH);
        QCOMPARE(
            run(remove,
                {u"queue"_s, u"f"_s, u"remove"_s, QString::fromLatin1(waiter(number)), u"--yes"_s}),
            0);
        QVERIFY(!m_server.command({"LPOS", "redisson_lock_queue:{f}", waiter(number)}).isInteger());
        QVERIFY(m_server.command({"ZSCORE", "redisson_lock_timeout:{f}", waiter(number)})
                    .bytes.isEmpty());
    }
    QCOMPARE(m_server.command({"LLEN", "redisson_lock_queue:{f}"}).integer, queueLength - 2);
    QVERIFY(last().toDouble() < before.toDouble()); // also behind what was read
    Program none(LOCKCTL_PATH);
    QCOMPARE(run(none, {u"queue"_s, u"f"_s, u"remove"_s, u"nobody:1"_s, u"--yes"_s}), 1);
}

void TestLarge::aLongQueueIsNudged()
{
    fillQueue();
    const Listener first(m_server, "SUBSCRIBE", "redisson_lock__channel:{f}:" + waiter(1));
    const QJsonObject done = json({u"queue"_s, u"f"_s, u"nudge"_s, u"--yes"_s});
    QCOMPARE(done["woken"_L1].toInt(), 1);
}

// Not a word of what was not asked; `queue` asks, also behind the 32nd.
void TestLarge::queueSaysWhoIsAlive()
{
    const LockWriter writer(m_server);
    writer.acquire("f", ann, 60'000);
    writer.enqueue("f", waiter(1), -5000);
    for (int i = 2; i <= 50; ++i)
        writer.enqueue("f", waiter(i), 300'000);
    const Listener alive(m_server, "SUBSCRIBE", "redisson_lock__channel:{f}:" + waiter(49));
    const auto word = [](const QJsonObject &lock, int place) {
        return lock["waiters"_L1].toArray().at(place - 1).toObject()["liveness"_L1].toString();
    };
    QCOMPARE(word(listed(), 2), u"unchecked"_s);
    const QJsonObject queue = json({u"queue"_s, u"f"_s});
    QCOMPARE(word(queue, 1), u"dead"_s);
    QCOMPARE(word(queue, 2), u"ghost"_s);
    QCOMPARE(word(queue, 48), u"ghost"_s);
    QCOMPARE(word(queue, 49), u"alive"_s);
    QCOMPARE(word(queue, 50), u"ghost"_s);
    QVERIFY(queue["waiters"_L1].toArray().at(1).toObject()["stale"_L1].toBool());
    QVERIFY(!queue["waiters"_L1].toArray().at(48).toObject()["stale"_L1].toBool());
    Program text(LOCKCTL_PATH);
    QCOMPARE(run(text, {u"queue"_s, u"f"_s}), 0);
    QVERIFY(text.out.contains("past its deadline, dead\n"));
    QVERIFY(text.out.contains("ghost: no client listens to its channel\n"));
    QVERIFY(text.out.contains(", alive, next after the ghosts\n"));
    QVERIFY(text.out.contains("  The next one, number 2, is a ghost: nobody else gets the lock "));
}

void TestLarge::manyReadersAreShownAndForced()
{
    constexpr int readers = 1510;
    fillReaders(readers);
    const QJsonObject lock = listed();
    QCOMPARE(lock["kind"_L1].toString(), u"read-write"_s);
    QCOMPARE(lock["state"_L1].toString(), u"held"_s);
    QCOMPARE(lock["holds_total"_L1].toInt(), readers);
    Program show(LOCKCTL_PATH);
    QCOMPARE(run(show, {u"show"_s, u"rw"_s}), 0);
    QVERIFY2(show.out.contains("1510 holds in total"), show.out.right(600).constData());
    Program release(LOCKCTL_PATH); // an action bound to all readers is not possible
    QCOMPARE(run(release, {u"unlock"_s, u"rw"_s, u"--ttl"_s, u"9s"_s, u"--yes"_s}), 1);
    QVERIFY2(release.err.contains("larger than the part that was read"), release.err.constData());
    // A reader behind those that were read is not said to hold nothing.
    QStringList seen;
    for (const QJsonValue &hold : lock["holds"_L1].toArray())
        seen += hold["owner"_L1].toString();
    int unseen = 1;
    while (seen.contains(QString::fromLatin1(waiter(unseen))))
        ++unseen;
    const QString reader = QString::fromLatin1(waiter(unseen));
    Program unread(LOCKCTL_PATH);
    QCOMPARE(run(unread, {u"unlock"_s, u"rw"_s, u"--owner"_s, reader, u"--yes"_s, u"--json"_s}), 1);
    const QJsonObject refused = QJsonDocument::fromJson(unread.out).object();
    QCOMPARE(refused["outcome"_L1].toString(), u"failed"_s);
    QVERIFY2(unread.err.contains("of 1510 holds were read"), unread.err.constData());
    Program many(LOCKCTL_PATH);
    QCOMPARE(
        run(many, {u"unlock"_s, u"--filter"_s, u"name:rw"_s, u"--owner"_s, reader, u"--yes"_s}), 1);
    QVERIFY2(many.out.contains("of 1510 holds were read"), many.out.constData());
    const Listener writer(m_server, "SUBSCRIBE", "redisson_rwlock:{rw}");
    const QJsonObject done = json({u"unlock"_s, u"rw"_s, u"--force"_s, u"--yes"_s});
    QCOMPARE(done["woken"_L1].toInt(), 1);
    QCOMPARE(m_server.command({"EXISTS", "rw"}).integer, 0);
}

void TestLarge::veryManyReadersAreShown()
{
    fillReaders(20'000); // more than half a megabyte
    QCOMPARE(listed()["holds_total"_L1].toInt(), 20'000);
}

void TestLarge::aLargeFasterMultiLockIsShown()
{
    m_server.command({"EVAL",
                      "local t=redis.call('time') local ends=t[1]*1000+60000 for i=1,600 do "
                      "local v='value'..i redis.call('hset','g',v,ARGV[1],"
                      "v..':'..ARGV[1]..':expire_time',ends,v..':'..ARGV[1]..':lock_count',1) end "
                      "redis.call('pexpire','g',60000)",
                      "0", ann});
    const QJsonObject lock = listed();
    QCOMPARE(lock["kind"_L1].toString(), u"faster-multi"_s);
    QCOMPARE(lock["holds"_L1].toArray().size(), 1);
}

void TestLarge::manyPermitsAreCountedAndForced()
{
    m_server.command({"EVAL",
                      "redis.call('set','pes','5') local t=redis.call('time') "
                      "for i=1,1500 do redis.call('zadd','{pes}:timeout',t[1]*1000+60000+i,"
                      "string.format('%016d',i)) end",
                      "0"});
    const QJsonObject lock = listed();
    QCOMPARE(lock["kind"_L1].toString(), u"permit-expirable-semaphore"_s);
    QCOMPARE(lock["permits"_L1].toObject()["available"_L1].toInt(), 5);
    QCOMPARE(lock["permits"_L1].toObject()["total"_L1].toInt(), 1505);
    QCOMPARE(lock["holds_total"_L1].toInt(), 1500);
    Program unread(LOCKCTL_PATH); // by its score the last, behind those that are read
    QCOMPARE(run(unread,
                 {u"unlock"_s, u"pes"_s, u"--kind"_s, u"permit-expirable-semaphore"_s, u"--owner"_s,
                  QString::fromLatin1(QByteArray("0000000000001500").toHex()), u"--yes"_s}),
             1);
    QVERIFY2(unread.err.contains("of 1500 holds were read"), unread.err.constData());
    Program force(LOCKCTL_PATH);
    QCOMPARE(run(force, {u"unlock"_s, u"pes"_s, u"--force"_s, u"--yes"_s}), 0);
    QCOMPARE(m_server.command({"GET", "pes"}).bytes, QByteArray("1505"));
    QCOMPARE(m_server.command({"EXISTS", "{pes}:timeout"}).integer, 0);
}

// Fields that look like owners do not make the hash a lock, nor does a field that happens to be a
// mode.
void TestLarge::aLargeHashThatIsNoLockIsNone()
{
    m_server.command({"EVAL",
                      "for i=1,3000 do redis.call('hset','sessions',ARGV[1]..i,i) "
                      "redis.call('hset','settings','field'..i,i) end "
                      "redis.call('hset','settings','mode','read')",
                      "0", waiter(0).chopped(1)});
    QVERIFY(json({u"list"_s})["locks"_L1].toArray().isEmpty());
}

LOCKSCOPE_TEST_SUITE(TestLarge)
#include "tst_large.moc"
