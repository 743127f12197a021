// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// Locks that are there, but not as usual: of old clients, with odd numbers, on a server without
// memory, larger than usual. Each can be acted on, or it is said why not.
class TestOddLocks : public QObject
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
        m_server.command({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void releasesPermitsOfOldClients_data();
    void releasesPermitsOfOldClients();
    void forcesPermitsOfAllClients();
    void passesOverTokensThatAreNone_data();
    void passesOverTokensThatAreNone();
    void countsDownWhatHasZerosBefore();
    void countsOnAFullServer_data();
    void countsOnAFullServer();
    void comparesManyMembersOneByOne_data();
    void comparesManyMembersOneByOne();
    void keepsOlderReadsThanItLooksAt_data();
    void keepsOlderReadsThanItLooksAt();

private:
    int run(Program &program, const QStringList &words) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder->filePath(u"audit.jsonl"_s));
        return program.run(words + QStringList{u"--url"_s, m_server.url()});
    }
    Reply command(const std::vector<QByteArray> &words) const { return m_server.command(words); }

    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const QByteArray textId = "9c1185a3f5e94dd0b1d7f0c2a4e6b831";
const QByteArray otherTextId = "0123456789abcdef0123456789abcdef";
const QByteArray far = "99999999999999";

} // namespace

void TestOddLocks::releasesPermitsOfOldClients_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<QStringList>("kind");
    const QStringList said{u"--kind"_s, u"permit-expirable-semaphore"_s};
    QTest::newRow("text, by its kind") << textId << said;
    QTest::newRow("text, as it is known") << textId << QStringList();
    QTest::newRow("bytes, by its kind") << QByteArray::fromHex(textId) << said;
    QTest::newRow("bytes, as it is known") << QByteArray::fromHex(textId) << QStringList();
}

void TestOddLocks::releasesPermitsOfOldClients()
{
    QFETCH(QByteArray, member);
    QFETCH(QStringList, kind);
    command({"SET", "pool", "3"});
    command({"ZADD", "{pool}:timeout", far, member, far, otherTextId});
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl,
                 QStringList{u"unlock"_s, u"pool"_s, u"--owner"_s, QString::fromLatin1(textId),
                             u"--yes"_s}
                     + kind),
             0);
    QCOMPARE(command({"ZSCORE", "{pool}:timeout", member}).isNil(), true);
    QCOMPARE(command({"ZCARD", "{pool}:timeout"}).integer, 1);
    QCOMPARE(command({"GET", "pool"}).bytes, "4"_ba);
    // The preview says it as it is.
    if (member == textId)
        QVERIFY2(lockctl.err.contains(QByteArray("ZREM {pool}:timeout " + textId)),
                 lockctl.err.constData());
}

void TestOddLocks::forcesPermitsOfAllClients()
{
    command({"SET", "pool", "0"});
    command({"ZADD", "{pool}:timeout", far, textId, far, QByteArray::fromHex(otherTextId)});
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, {u"unlock"_s, u"pool"_s, u"--force"_s, u"--yes"_s}), 0);
    QCOMPARE(command({"EXISTS", "{pool}:timeout"}).integer, 0);
    QCOMPARE(command({"GET", "pool"}).bytes, "2"_ba);
}

void TestOddLocks::passesOverTokensThatAreNone_data()
{
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<bool>("isToken");
    QTest::newRow("zeros before") << "007"_ba << false;
    QTest::newRow("a sign") << "+7"_ba << false;
    QTest::newRow("a blank") << " 7"_ba << false;
    QTest::newRow("less than nothing") << "-0"_ba << false;
    QTest::newRow("too large") << "9223372036854775808"_ba << false;
    QTest::newRow("much too large") << "99999999999999999999"_ba << false;
    QTest::newRow("the largest") << "9223372036854775807"_ba << true;
    QTest::newRow("the least") << "-9223372036854775808"_ba << true;
    QTest::newRow("none yet") << "0"_ba << true;
}

void TestOddLocks::passesOverTokensThatAreNone()
{
    QFETCH(QByteArray, token);
    QFETCH(bool, isToken);
    LockWriter(m_server).acquire("orders", ann, 60'000);
    command({"SET", "redisson_lock_token:{orders}", token});
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, {u"unlock"_s, u"orders"_s, u"--force"_s, u"--yes"_s, u"--json"_s}), 0);
    QCOMPARE(QJsonDocument::fromJson(lockctl.out).object()["kind"_L1].toString(),
             isToken ? u"fenced"_s : u"reentrant"_s);
    QCOMPARE(command({"EXISTS", "orders"}).integer, 0);
    QCOMPARE(command({"GET", "redisson_lock_token:{orders}"}).bytes, token);
}

void TestOddLocks::countsDownWhatHasZerosBefore()
{
    command({"HSET", "orders", ann, "003"});
    command({"PEXPIRE", "orders", "60000"});
    for (const auto &left : {"2"_ba, "1"_ba}) {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(
            run(lockctl,
                {u"unlock"_s, u"orders"_s, u"--owner"_s, QString::fromLatin1(ann), u"--yes"_s}),
            0);
        QCOMPARE(command({"HGET", "orders", ann}).bytes, left);
    }
    command({"HSET", "orders", ann, "0010"});
    Program forced(LOCKCTL_PATH);
    QCOMPARE(run(forced, {u"unlock"_s, u"orders"_s, u"--force"_s, u"--yes"_s}), 0);
    QCOMPARE(command({"EXISTS", "orders"}).integer, 0);
}

void TestOddLocks::countsOnAFullServer_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("then");
    const QStringList latch{u"--kind"_s, u"count-down-latch"_s};
    const QStringList semaphore{u"--kind"_s, u"semaphore"_s};
    QTest::newRow("count down") << QStringList{u"count-down"_s} + latch << "2"_ba;
    QTest::newRow("set") << QStringList{u"set"_s, u"7"_s} + latch << "7"_ba;
    QTest::newRow("drain") << QStringList{u"drain"_s} + semaphore << "0"_ba;
    QTest::newRow("take") << QStringList{u"take"_s, u"2"_s} + semaphore << "1"_ba;
    QTest::newRow("add") << QStringList{u"add"_s, u"2"_s} + semaphore << "5"_ba;
}

void TestOddLocks::countsOnAFullServer()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, then);
    command({"SET", "pool", "3"});
    QVERIFY(command({"CONFIG", "SET", "maxmemory", "1"}).isOk());
    QCOMPARE(command({"INCR", "pool"}).errorCode(), "OOM"_ba);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, QStringList{u"permits"_s, u"pool"_s} + words + QStringList{u"--yes"_s}),
             0);
    QCOMPARE(command({"GET", "pool"}).bytes, then);
}

void TestOddLocks::comparesManyMembersOneByOne_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("semaphore of .NET") << "madelson"_ba;
    QTest::newRow("semaphore of Node.js") << "node"_ba;
}

// A thousand members were a million comparisons, in which nobody else was served.
void TestOddLocks::comparesManyMembersOneByOne()
{
    QFETCH(QByteArray, kind);
    constexpr int members = 1000;
    const bool isNode = kind == "node";
    const QByteArray lock = isNode ? "semaphore:pool" : "pool-lock";
    const qint64 now = command({"TIME"}).elements[0].bytes.toLongLong() * 1000;
    std::vector<QByteArray> add{"ZADD", lock};
    QByteArray one;
    for (int i = 0; i < members; ++i) {
        const QByteArray digits = QByteArray::number(i, 16).rightJustified(12, '0');
        one = isNode ? QByteArray("3f1c2a5e-9b7d-4c11-8a22-" + digits)
                     : QByteArray("WORKER_7_4242_9c1185a3f5e94dd0b1d7" + digits);
        add.push_back(QByteArray::number(now + 60'000));
        add.push_back(one);
    }
    QCOMPARE(command(add).integer, members);
    command({"PEXPIRE", lock, "60000"});
    command({"CONFIG", "RESETSTAT"});
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl,
                 {u"unlock"_s, QString::fromLatin1(lock), u"--owner"_s, QString::fromLatin1(one),
                  u"--yes"_s}),
             0);
    QCOMPARE(command({"ZCARD", lock}).integer, members - 1);
    const QByteArray stats = command({"INFO", "commandstats"}).bytes;
    const auto calls = [&](const QByteArray &name) {
        const qsizetype at = stats.indexOf(QByteArray("cmdstat_" + name + ":calls="));
        const qsizetype number = stats.indexOf('=', at) + 1;
        return at < 0 ? 0 : stats.sliced(number, stats.indexOf(',', number) - number).toInt();
    };
    // The look reads the set once or twice; the guard does not for each member.
    QVERIFY2(calls("zrange") <= 5, stats.constData());
    QVERIFY2(isNode || calls("zscore") >= members, stats.constData());
}

// Only the newest holds of a deeply nesting reader are read. An older one with a longer lease holds
// the lock all the same.
void TestOddLocks::keepsOlderReadsThanItLooksAt_data()
{
    QTest::addColumn<QStringList>("words");
    const QString reader = QString::fromLatin1(ann);
    const QString other = QString::fromLatin1(bob);
    QTest::newRow("another reader's hold")
        << QStringList{u"--owner"_s, other, u"--mode"_s, u"read"_s};
    QTest::newRow("one of his holds") << QStringList{u"--owner"_s, reader};
    QTest::newRow("all of his holds") << QStringList{u"--owner"_s, reader, u"--all-holds"_s};
}

void TestOddLocks::keepsOlderReadsThanItLooksAt()
{
    QFETCH(QStringList, words);
    constexpr int holds = 150;
    const LockWriter writer(m_server);
    for (int i = 0; i < holds; ++i)
        writer.read("orders", ann, 60'000);
    writer.read("orders", bob, 60'000);
    // The newest hundred have lapsed, and so has the other's.
    const bool isOther = words.contains(QString::fromLatin1(bob));
    for (int i = 51; i <= holds; ++i)
        command({"DEL", "{orders}:" + ann + ":rwlock_timeout:" + QByteArray::number(i)});
    if (!isOther)
        command({"SET", "{orders}:" + bob + ":rwlock_timeout:1", "1", "PX", "50000"});
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, QStringList{u"unlock"_s, u"orders"_s, u"--yes"_s} + words), 0);
    QVERIFY(command({"EXISTS", "orders"}).integer == 1);
    QVERIFY(command({"PTTL", "orders"}).integer > 20'000);
}

LOCKSCOPE_TEST_SUITE(TestOddLocks)
#include "tst_oddlocks.moc"
