// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/listener.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// lockctl blocking on real servers, with fair locks as their clients leave them, and with clients
// of ours that really wait.
class TestBlocking : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    RedisProcess m_other;

    // With the words that its client is called by.
    static QByteArray shown(int number) { return "agile-guppy (" + owner(number) + ')'; }
    static QByteArray owner(int number)
    {
        return "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:" + QByteArray::number(number);
    }
    static void fair(const RedisProcess &server, const QByteArray &name, int holder,
                     const std::vector<int> &waiters, qint64 deadline = 4'000'000'000'000)
    {
        QVERIFY(server.command({"HSET", name, owner(holder), "1"}).isInteger());
        QVERIFY(server.command({"PEXPIRE", name, "60000"}).isInteger());
        for (const int waiter : waiters) {
            QVERIFY(server.command({"RPUSH", "redisson_lock_queue:{" + name + "}", owner(waiter)})
                        .isInteger());
            QVERIFY(server
                        .command({"ZADD", "redisson_lock_timeout:{" + name + "}",
                                  QByteArray::number(deadline++), owner(waiter)})
                        .isInteger());
        }
    }
    QStringList arguments(const QStringList &more = {}) const
    {
        return QStringList{u"blocking"_s, u"--url"_s, m_server.url(), u"--url"_s, m_other.url()}
        + more;
    }
    QJsonObject look(const QStringList &more = {}, int status = 0) const
    {
        Program lockctl(LOCKCTL_PATH);
        const int ended = lockctl.run(arguments(QStringList{u"--json"_s} + more));
        if (ended != status) {
            qWarning("status %d: %s", ended, lockctl.err.constData());
            return {};
        }
        return QJsonDocument::fromJson(lockctl.out).object();
    }
    static QByteArray ownerOf(const QJsonValue &value)
    {
        return value["owner"_L1].toString().toUtf8();
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        QVERIFY(m_other.start());
    }
    void init()
    {
        failOnAnyWarning();
        for (RedisProcess *const server : {&m_server, &m_other}) {
            if (!server->isRunning())
                QVERIFY(server->restart());
            QVERIFY(server->command({"FLUSHALL"}).isOk());
        }
    }

    void aChainHasItsRootFirst()
    {
        fair(m_server, "x", 1, {2, 3});
        fair(m_other, "y", 2, {4});
        const QJsonObject json = look();
        const QJsonArray blockers = json["blockers"_L1].toArray();
        QCOMPARE(blockers.size(), 2);
        QCOMPARE(ownerOf(blockers[0]), owner(1));
        QCOMPARE(blockers[0]["root"_L1], QJsonValue(true));
        QCOMPARE(blockers[0]["waiters"_L1].toInt(), 2);
        QCOMPARE(blockers[0]["all_waiters"_L1].toInt(), 3);
        QVERIFY(blockers[0]["all_wait_ms"_L1].isNull()); // it was not watched
        QCOMPARE(ownerOf(blockers[1]), owner(2));
        QCOMPARE(blockers[1]["root"_L1], QJsonValue(false));
        QCOMPARE(json["deadlocks"_L1].toArray().size(), 0);
        Program people(LOCKCTL_PATH);
        QCOMPARE(people.run(arguments()), 0);
        const QByteArray tree = shown(1) + ": 3 wait\n  x (fair) on " + m_server.url().toUtf8()
            + "\n    " + shown(2)
            + " waits, not checked, and blocks others:\n"
              "      y (fair) on "
            + m_other.url().toUtf8() + "\n        " + shown(4) + " waits, not checked\n    "
            + shown(3) + " waits, not checked\n";
        QCOMPARE(people.out, tree);
    }

    void aDeadlockAcrossServersIsFlagged()
    {
        fair(m_server, "x", 1, {2});
        fair(m_other, "y", 2, {1});
        const QJsonObject json = look();
        const QJsonArray steps = json["deadlocks"_L1].toArray()[0]["steps"_L1].toArray();
        QCOMPARE(steps.size(), 2);
        QCOMPARE(ownerOf(steps[0]), owner(1));
        QCOMPARE(steps[0]["waits_for"_L1]["name"_L1].toString(), u"y"_s);
        QCOMPARE(steps[0]["waits_for"_L1]["server"_L1].toString(), m_other.url());
        QCOMPARE(ownerOf(steps[1]), owner(2));
        QCOMPARE(json["blockers"_L1].toArray()[0]["deadlock"_L1], QJsonValue(true));
        Program people(LOCKCTL_PATH);
        QCOMPARE(people.run(arguments()), 0);
        QVERIFY2(people.out.startsWith("Deadlock: 2 owners wait for each other\n"),
                 people.out.constData());
    }

    void theDeadAreListed()
    {
        fair(m_server, "x", 1, {2}, 1'000'000'000'000); // long ago
        const QJsonObject json = look();
        QCOMPARE(json["blockers"_L1].toArray().size(), 0);
        QCOMPARE(ownerOf(json["dead"_L1].toArray()[0]), owner(2));
        QCOMPARE(json["dead"_L1].toArray()[0]["role"_L1].toString(), u"waiter"_s);
    }

    // Permits that were not given back are nobody's death.
    void expiredPermitsAreNotDead()
    {
        for (int i = 0; i < 50; ++i)
            QVERIFY(m_server
                        .command({"ZADD", "{sem}:timeout", "1000000000000",
                                  QByteArray::number(i).rightJustified(32, '0')})
                        .isInteger());
        QVERIFY(m_server.command({"SET", "sem", "0"}).isOk());
        Program shown(LOCKCTL_PATH);
        QCOMPARE(shown.run({u"show"_s, u"sem"_s, u"--url"_s, m_server.url()}), 0);
        QVERIFY2(shown.out.contains("permit"), shown.out.constData());
        QCOMPARE(look()["dead"_L1].toArray().size(), 0);
        Program people(LOCKCTL_PATH);
        QCOMPARE(people.run(arguments()), 0);
        QVERIFY2(people.out.isEmpty(), people.out.constData());
        // Nor do they look like a holder that never ends.
        Program listed(LOCKCTL_PATH);
        QCOMPARE(listed.run({u"list"_s, u"--url"_s, m_server.url()}), 0);
        QVERIFY2(listed.out.contains("sem") && !listed.out.contains("no expiry")
                     && !listed.out.contains("0000000"),
                 listed.out.constData());
    }

    // Holders of permits are no blockers of their own, but there are some.
    void takenPermitsAreHeld()
    {
        QVERIFY(m_server.command({"SET", "sem", "0"}).isOk());
        QVERIFY(m_server
                    .command({"ZADD", "{sem}:timeout", "9999999999999",
                              "0123456789abcdef0123456789abcdef"})
                    .isInteger());
        const Listener waiter(m_server, "SUBSCRIBE", "redisson_sc:{sem}");
        Program people(LOCKCTL_PATH);
        QCOMPARE(people.run(arguments()), 0);
        QVERIFY2(people.out.contains(": 1 waiting connection\n"), people.out.constData());
    }

    // Time is told when it was seen to pass; the waiter is a client that really waits.
    void waitingIsTimed()
    {
        const QStringList lock{u"acquire"_s, u"job"_s,  u"--url"_s,  m_server.url(),
                               u"--kind"_s,  u"fair"_s, u"--owner"_s};
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start(lock + QStringList{QString::fromLatin1(owner(1))}));
        QVERIFY(holder.prints("holding"));
        Program waiter(LOCKCTL_PATH);
        QVERIFY(
            waiter.start(lock + QStringList{QString::fromLatin1(owner(2)), u"--wait"_s, u"1m"_s}));
        QVERIFY(eventually([&] {
            return m_server.command({"LLEN", "redisson_lock_queue:{job}"}).integer == 1;
        }));
        const QJsonObject json = look({u"--observe"_s, u"300ms"_s});
        const QJsonValue blocker = json["blockers"_L1].toArray()[0];
        QCOMPARE(ownerOf(blocker), owner(1));
        QVERIFY(blocker["wait_ms"_L1].toInt() >= 200);
        // Its waiters are told one by one: connections are not, which is not to say that there are
        // none.
        QVERIFY(blocker["connection_ms"_L1].isNull());
        QVERIFY(blocker["waiting_connections"_L1].isNull());
        holder.interrupt();
        QCOMPARE(holder.finish(), 0);
        QVERIFY(waiter.prints("holding"));
        waiter.interrupt();
        QCOMPARE(waiter.finish(), 0);
    }

    // If only connections are known, they are reported as connections.
    void connectionsAreAnotherUnit()
    {
        const QStringList lock{u"acquire"_s, u"job"_s, u"--url"_s, m_server.url(), u"--owner"_s};
        Program holder(LOCKCTL_PATH);
        QVERIFY(holder.start(lock + QStringList{QString::fromLatin1(owner(1))}));
        QVERIFY(holder.prints("holding"));
        Program waiter(LOCKCTL_PATH);
        QVERIFY(
            waiter.start(lock + QStringList{QString::fromLatin1(owner(2)), u"--wait"_s, u"1m"_s}));
        QVERIFY(eventually([&] {
            const auto reply =
                m_server.command({"PUBSUB", "NUMSUB", "redisson_lock__channel:{job}"});
            return reply.elements.size() == 2 && reply.elements[1].integer == 1;
        }));
        const QJsonObject json = look();
        const QJsonValue blocker = json["blockers"_L1].toArray()[0];
        QCOMPARE(ownerOf(blocker), owner(1));
        QCOMPARE(blocker["waiting_connections"_L1].toInt(), 1);
        QCOMPARE(blocker["waiters"_L1].toInt(), 0);
        QVERIFY(json["locks"_L1].toArray()[0]["waiters"_L1].isNull());
        Program people(LOCKCTL_PATH);
        QCOMPARE(people.run(arguments()), 0);
        QVERIFY2(people.out.startsWith(QByteArray(shown(1) + ": 1 waiting connection\n")),
                 people.out.constData());
        waiter.interrupt();
        waiter.finish();
        holder.interrupt();
        QCOMPARE(holder.finish(), 0);
    }

    // The end of a server while it is looked at: its locks are told as they were then.
    void aServerThatWentIsSaid()
    {
        RedisProcess gone;
        QVERIFY(gone.start());
        fair(gone, "job", 1, {2});
        const Listener waiter(gone, "SUBSCRIBE", "redisson_lock__channel:{job}:" + owner(2));
        Program lockctl(LOCKCTL_PATH);
        QVERIFY(lockctl.start({u"blocking"_s, u"--observe"_s, u"3s"_s, u"--url"_s, gone.url()}));
        // Its clock is asked a second time when all has been read long since.
        QVERIFY(eventually([&] { return gone.calls("time") > 1; }));
        gone.kill();
        QCOMPARE(lockctl.finish(), 3);
        QVERIFY2(lockctl.out.contains("job (fair) on "), lockctl.out.constData());
        QVERIFY2(lockctl.out.contains(", as last seen "), lockctl.out.constData());
        QVERIFY2(lockctl.err.contains("refused the connection"), lockctl.err.constData());
        QVERIFY2(!lockctl.err.contains("gap: redis:"), lockctl.err.constData());
    }

    void nobodyWaits()
    {
        Program lockctl(LOCKCTL_PATH);
        QCOMPARE(lockctl.run(arguments()), 0);
        QVERIFY(lockctl.out.isEmpty());
        QVERIFY(lockctl.err.contains("no waiters"));
    }

    void aServerOutOfReachIsAGap()
    {
        fair(m_server, "x", 1, {2});
        m_other.kill();
        const QJsonObject json = look({}, 3);
        QCOMPARE(json["blockers"_L1].toArray().size(), 1);
        QCOMPARE(json["gaps"_L1].toArray()[0]["server"_L1].toString(), m_other.url());
    }
};

LOCKSCOPE_TEST_SUITE(TestBlocking)
#include "tst_blocking.moc"
