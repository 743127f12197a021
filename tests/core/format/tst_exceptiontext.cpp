// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/exceptiontext.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>
#include <QTest>

#include <random>

using namespace lockscope;
using namespace lockscope::format;

namespace {

const QByteArray node = "32caba49-5799-491b-aa7b-47d789dbca93";

template <typename Id>
QByteArray joined(const std::vector<Id> &ids)
{
    QByteArrayList parts;
    for (const Id &id : ids)
        parts += id.bytes;
    return parts.join(' ');
}

} // namespace

class TestExceptionText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textsOfLibrariesAreKnown_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<int>("trouble");
        QTest::addColumn<QByteArray>("owners");
        QTest::addColumn<QByteArray>("names");
        const int lost = int(Trouble::NotOwner);
        const int busy = int(Trouble::NotAcquired);
        QTest::newRow("Redisson") << QByteArray(
            "Caused by: java.lang.IllegalMonitorStateException: attempt to unlock "
            "lock, not locked by current thread by node id: "
            + node
            + " thread-id: 187\n\tat org.redisson.RedissonBaseLock.lambda$"
              "unlockAsync$2(RedissonBaseLock.java:425)\n")
                                  << QByteArray("redisson") << lost << QByteArray(node + ":187")
                                  << QByteArray();
        QTest::newRow("Redisson, wrapped by a mail")
            << QByteArray(
                   "> attempt to unlock read lock, not locked by current thread by\nnode id:\n"
                   + node + "\n thread-id:\t44")
            << QByteArray("redisson") << lost << QByteArray(node + ":44") << QByteArray();
        QTest::newRow("Redisson's permits")
            << QByteArray(
                   "java.lang.IllegalArgumentException: Permit with id "
                   "0123456789abcdef0123456789abcdef has already been released or doesn't exist")
            << QByteArray("redisson") << lost
            << QByteArray("0123456789abcdef0123456789abcdef "
                          + QByteArray::fromHex("0123456789abcdef0123456789abcdef"))
            << QByteArray();
        QTest::newRow("redis-py") << QByteArray(
            "redis.exceptions.LockNotOwnedError: Cannot release a lock that's no "
            "longer owned") << QByteArray("redis-py")
                                  << lost << QByteArray() << QByteArray();
        QTest::newRow("redis-py, with a log line before it")
            << QByteArray("INFO lock=orders:1 token=b7f0c1d2e3a411efa1b20242ac120002\n"
                          "LockError: Cannot extend a lock that's no longer owned\n")
            << QByteArray("redis-py") << lost << QByteArray("b7f0c1d2e3a411efa1b20242ac120002")
            << QByteArray("orders:1");
        QTest::newRow("python-redis-lock")
            << QByteArray("redis_lock.NotAcquired: Lock lock:report is not acquired or it already "
                          "expired.")
            << QByteArray("python-redis-lock") << lost << QByteArray() << QByteArray("lock:report");
        QTest::newRow("node-redlock")
            << QByteArray(
                   "LockError: Unable to fully release the lock on resource \"locks:account:7\".")
            << QByteArray("node-redlock") << lost << QByteArray() << QByteArray("locks:account:7");
        QTest::newRow("node-redlock, busy")
            << QByteArray(
                   "LockError: Exceeded 10 attempts to lock the resource \"locks:account:7\".")
            << QByteArray("node-redlock") << busy << QByteArray() << QByteArray("locks:account:7");
        QTest::newRow("Spring") << QByteArray(
            "java.lang.IllegalStateException: You do not own lock at registry:order-9\n"
            "\tat org.springframework.integration.redis.util.RedisLockRegistry")
                                << QByteArray("spring-integration") << lost << QByteArray()
                                << QByteArray("registry:order-9");
        QTest::newRow("BullMQ") << QByteArray(
            "Error: Missing lock for job 316. moveToFinished\n    at Scripts.finished")
                                << QByteArray("bullmq") << lost << QByteArray()
                                << QByteArray("316:lock");
        QTest::newRow("BullMQ, renewing")
            << QByteArray("Error: could not renew lock for job repeat:ab12:1700000000000")
            << QByteArray("bullmq") << lost << QByteArray()
            << QByteArray("repeat:ab12:1700000000000:lock");
        QTest::newRow("ShedLock") << QByteArray(
            "DEBUG n.j.s.core - Not executing 'nightlyReport'. It's locked.")
                                  << QByteArray("shedlock") << busy << QByteArray()
                                  << QByteArray("nightlyReport");
        QTest::newRow("redsync") << QByteArray(
            "redsync: failed to unlock, lock was already expired")
                                 << QByteArray("redsync") << lost << QByteArray() << QByteArray();
        QTest::newRow("redsync, busy") << QByteArray(
            "Failed to acquire lock for resource my-key-1: lock already taken, locked "
            "nodes: [0 1 2]") << QByteArray("redsync")
                                       << busy << QByteArray() << QByteArray("my-key-1");
        QTest::newRow("bsm/redislock")
            << QByteArray("redislock: lock not held") << QByteArray("bsm-redislock") << lost
            << QByteArray() << QByteArray();
        QTest::newRow("Symfony") << QByteArray(
            "LockAcquiringException: Failed to acquire the \"invoice-7\" lock.")
                                 << QByteArray("symfony") << busy << QByteArray()
                                 << QByteArray("invoice-7");
        QTest::newRow("Symfony, a line of its log")
            << QByteArray("[info] Failed to acquire the \"invoice-7\" lock. Someone else already "
                          "acquired the lock.")
            << QByteArray("symfony") << busy << QByteArray() << QByteArray("invoice-7");
        QTest::newRow("Symfony, too late")
            << QByteArray("LockExpiredException: Failed to put off the expiration of the "
                          "\"invoice-7\" lock within the specified time.")
            << QByteArray("symfony") << lost << QByteArray() << QByteArray();
        QTest::newRow("Symfony, lost to another")
            << QByteArray("Failed to define an expiration for the \"invoice-7\" lock, someone else "
                          "acquired the lock.")
            << QByteArray("symfony") << lost << QByteArray() << QByteArray();
        QTest::newRow("an owner alone")
            << QByteArray(node + ":12") << QByteArray() << int(Trouble::Unknown)
            << QByteArray(node + ":12") << QByteArray();
        QTest::newRow("nothing") << QByteArray("NullPointerException at Foo.bar(Foo.java:3)")
                                 << QByteArray() << int(Trouble::Unknown) << QByteArray()
                                 << QByteArray();
    }
    void textsOfLibrariesAreKnown()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, library);
        QFETCH(int, trouble);
        QFETCH(QByteArray, owners);
        QFETCH(QByteArray, names);
        const ExceptionText found = readException(text);
        QCOMPARE(found.library, library);
        QCOMPARE(int(found.trouble), trouble);
        QCOMPARE(joined(found.owners), owners);
        QCOMPARE(joined(found.names), names);
        QVERIFY(!found.cut);
    }

    void severalAreFoundEachOnce()
    {
        const QByteArray other = "aaaaaaaa-5799-491b-aa7b-47d789dbca93";
        const QByteArray line = "attempt to unlock lock, not locked by current thread by node id: ";
        const QByteArray text = line + node + " thread-id: 1\n" + line + other + " thread-id: 2\n"
            + line + node + " thread-id: 1\nsession " + other + ".";
        const ExceptionText found = readException(text);
        QCOMPARE(joined(found.owners), node + ":1 " + other + ":2");
        QCOMPARE(found.clients, std::vector<QByteArray>({node, other}));
    }

    void quotesAreKeptApart()
    {
        const ExceptionText found =
            readException("can't take 'orders:{7}' or \"caf\xc3\xa9 lock\", it isn't `free`\n"
                          "'over\nlines' and \"unfinished");
        QCOMPARE(found.names.size(), 0u);
        QCOMPARE(found.quoted,
                 std::vector<LockName>(
                     {LockName("orders:{7}"), LockName("caf\xc3\xa9 lock"), LockName("free")}));
    }

    void bracketsOfANameAreItsOwn()
    {
        QCOMPARE(joined(readException("lock [orders:{7}] was lost").names),
                 QByteArray("orders:{7}"));
        QCOMPARE(joined(readException("(lock orders:7).").names), QByteArray("orders:7"));
        QVERIFY(readException("the lock is not held; a deadlock orders").names.empty());
    }

    // However hostile: it ends, in time that goes with the length, and finds no more than it keeps.
    void hostileTextIsBounded()
    {
        std::minstd_rand random(11);
        const QByteArrayList pieces{node + ":1",
                                    "node id: ",
                                    node,
                                    " thread-id: ",
                                    "lock ",
                                    "lock",
                                    "'",
                                    "\"",
                                    "\n",
                                    QByteArray(600, 'x'),
                                    QByteArray(1, '\0'),
                                    "\xff\xfe",
                                    "resource",
                                    "job ",
                                    "token=",
                                    "0123456789abcdef0123456789abcdef",
                                    ":",
                                    "{",
                                    "]"};
        for (int round = 0; round < 300; ++round) {
            QByteArray text;
            for (int i = 0; i < 60; ++i)
                text += pieces[qsizetype(random() % std::size_t(pieces.size()))];
            const ExceptionText found = readException(text);
            QVERIFY(found.owners.size() <= mostFindings && found.names.size() <= mostFindings);
            for (const LockName &name : found.names)
                QVERIFY(!name.isEmpty() && name.bytes.size() <= 600);
        }
        for (const char *const piece :
             {"lock ", "lock for job ", "'", "node id:", "-", "a", "0", "resource lock token "}) {
            const QByteArray text = QByteArray(piece).repeated(2 * longestException);
            const ExceptionText found = readException(text);
            QVERIFY(found.cut);
        }
        QByteArray many;
        for (int i = 0; i < 1000; ++i)
            many += node + ':' + QByteArray::number(i) + ' ';
        QCOMPARE(readException(many).owners.size(), mostFindings);
        QCOMPARE(readException({}).owners.size(), 0u);
    }
};

LOCKSCOPE_TEST_SUITE(TestExceptionText)
#include "tst_exceptiontext.moc"
