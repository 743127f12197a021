// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/subscriber.h"
#include "tests/core/lock/protocol/scriptrunner.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray ann = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
const QByteArray bob = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7";
const QByteArray cat = "cccccccc-9b7d-4c11-8a22-0123456789ab:3";
const QByteArray dan = "dddddddd-9b7d-4c11-8a22-0123456789ab:-4";
const QByteArray name = "billing:ledger";
const QByteArray queue = "redisson_lock_queue:{billing:ledger}";
const QByteArray deadlines = "redisson_lock_timeout:{billing:ledger}";
const QByteArray channel = "redisson_lock__channel:{billing:ledger}";
const QByteArray latch = "redisson_unlock_latch:{billing:ledger}:0123456789abcdef0123456789abcdef";

} // namespace

// The scripts of the fair and the fenced lock against redisson-layout.md §3 and §6.
class TestFairScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        listen();
        QVERIFY(eventually([this] { return m_listener->isListening(); }));
    }
    void init()
    {
        failOnAnyWarning();
        m_run.setMemoryShort(false);
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
    }
    void cleanupTestCase() { m_listener.reset(); }

    void takesAndReenters();
    void standsInTheQueueOnce();
    void nobodyPassesTheQueue();
    void handsOverInOrder();
    void removesTheDeadFromTheHead();
    void aHeadWithoutADeadlineStays();
    void aPlaceWithoutADeadlineIsNotTakenTwice();
    void beyondItsDeadlineAWaiterGoesToTheTail();
    void theHeadsTurnEnds();
    void deadlinesAddUpAndMoveForward();
    void leavingMovesThoseBehindForward();
    void whoLeavesAsTheNextWakesTheNext();
    void givesBackOneCountAtATime();
    void refusesToReleaseForOthers();
    void aRepeatedReleaseDoesNothing();
    void aLapsedLockWakesTheNext();
    void worksWhenMemoryIsShort();
    void aLockWithoutExpiryIsWaitedForWithoutLimit();
    void anotherTypeOfKeyIsRefused();
    void fencedTokensRise();

private:
    QByteArray acquire(const QByteArray &owner, const QByteArray &enqueue = "1",
                       const QByteArray &wait = "60000") const
    {
        return ScriptRunner::text(m_run.run("fair_acquire", {name, queue, deadlines},
                                            {"30000", owner, wait, enqueue, "1"}));
    }
    QByteArray release(const QByteArray &owner, const QByteArray &latchKey = latch) const
    {
        return ScriptRunner::text(m_run.run("fair_release", {name, queue, deadlines, latchKey},
                                            {"30000", owner, "9000", channel}));
    }
    QByteArray leave(const QByteArray &owner, const QByteArray &wait = "60000") const
    {
        return ScriptRunner::text(
            m_run.run("fair_leave", {name, queue, deadlines}, {owner, wait, channel}));
    }
    QByteArray waiting() const { return m_run.ask({"LRANGE", queue, "0", "-1"}); }
    qint64 deadline(const QByteArray &owner) const
    {
        return m_server.command({"ZSCORE", deadlines, owner}).bytes.toLongLong();
    }
    qint64 now() const
    {
        const Reply time = m_server.command({"TIME"});
        return time.elements[0].bytes.toLongLong() * 1000
            + time.elements[1].bytes.toLongLong() / 1000;
    }
    // `why`: 0 is held, 2 is the turn of another.
    bool isAnswered(const QByteArray &answer, qint64 least, qint64 most, char why = '0') const
    {
        const QByteArray ms = answer.mid(3).chopped(1).split(' ').first();
        const bool fits = answer.startsWith(QByteArray{"{"}.append(why).append(" "))
            && ms.toLongLong() >= least && ms.toLongLong() <= most;
        if (!fits)
            qWarning("%s", answer.constData());
        return fits;
    }
    void listen()
    {
        redis::ConnectionConfig config;
        config.target = m_server.target();
        redis::Subscription subscription;
        subscription.tracking = false;
        subscription.patterns = {"redisson_*"};
        m_listener = std::make_unique<redis::Subscriber>(config, subscription);
        m_listener->setMessageHandler([this](const QByteArray &to, const QByteArray &payload) {
            m_heard.append(to + '=' + payload);
        });
        m_listener->open();
    }
    // The messages received since the last call, in order. A message of our own marks the end.
    QByteArray heard()
    {
        m_server.command({"PUBLISH", "redisson_end", "end"});
        if (!eventually([this] { return m_heard.contains("redisson_end=end"); }))
            return "nothing is heard";
        m_heard.removeLast();
        return std::exchange(m_heard, {}).join(' ');
    }

    RedisProcess m_server;
    ScriptRunner m_run{m_server};
    std::unique_ptr<redis::Subscriber> m_listener;
    QByteArrayList m_heard;
};

void TestFairScripts::takesAndReenters()
{
    QCOMPARE(acquire(ann), "{1 1}"_ba);
    QCOMPARE(acquire(ann, "0"), "{1 2}"_ba);
    QCOMPARE(m_run.ask({"HGETALL", name}), '{' + ann + " 2}");
    QVERIFY(m_server.command({"PTTL", name}).integer > 20'000);
    QCOMPARE(waiting(), "{}"_ba);
}

void TestFairScripts::standsInTheQueueOnce()
{
    acquire(ann);
    QVERIFY(isAnswered(acquire(bob), 20'000, 30'000)); // the holder's time, not the queue's
    const qint64 first = deadline(bob);
    QVERIFY(isAnswered(acquire(bob), 20'000, 30'000));
    QVERIFY(isAnswered(acquire(cat, "0"), 20'000, 30'000));
    QCOMPARE(waiting(), '{' + bob + '}');
    QCOMPARE(m_run.ask({"ZRANGE", deadlines, "0", "-1"}), '{' + bob + '}');
    QCOMPARE(deadline(bob), first); // asking again is not waiting longer
}

void TestFairScripts::nobodyPassesTheQueue()
{
    acquire(ann);
    acquire(bob);
    QCOMPARE(release(ann), "0"_ba);
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
    // Free, but it is bob's turn.
    QVERIFY(isAnswered(acquire(cat, "0"), 60'000, 90'000, '2'));
    QVERIFY(isAnswered(acquire(ann), 60'000, 90'000, '2'));
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
    QCOMPARE(acquire(bob), "{1 1}"_ba);
    QCOMPARE(waiting(), '{' + ann + '}');
}

void TestFairScripts::handsOverInOrder()
{
    acquire(ann);
    for (const QByteArray &owner : {bob, cat, dan})
        acquire(owner);
    QCOMPARE(waiting(), '{' + bob + ' ' + cat + ' ' + dan + '}');
    heard();
    QByteArray holder = ann;
    for (const QByteArray &next : {bob, cat, dan}) {
        m_server.command({"DEL", latch});
        QCOMPARE(release(holder), "0"_ba);
        QCOMPARE(heard(), channel + ':' + next + "=0");
        QCOMPARE(acquire(next), "{1 1}"_ba);
        holder = next;
    }
    m_server.command({"DEL", latch});
    QCOMPARE(release(dan), "0"_ba);
    QCOMPARE(heard(), ""_ba);
    QCOMPARE(m_run.ask({"DBSIZE"}), "1"_ba); // the latch alone
}

void TestFairScripts::removesTheDeadFromTheHead()
{
    acquire(ann);
    for (const QByteArray &owner : {bob, cat, dan})
        acquire(owner);
    m_server.command({"ZADD", deadlines, "1000", bob, "2000", cat});
    heard();
    QCOMPARE(release(ann), "0"_ba);
    QCOMPARE(heard(), channel + ':' + dan + "=0");
    QCOMPARE(waiting(), '{' + dan + '}');
    // Behind a living one the dead stay where they are.
    acquire(bob);
    m_server.command({"ZADD", deadlines, "1000", bob});
    acquire(cat, "0");
    QCOMPARE(waiting(), '{' + dan + ' ' + bob + '}');
    // One attempt also clears the way.
    m_server.command({"ZADD", deadlines, "1000", dan});
    QCOMPARE(acquire(cat, "0"), "{1 1}"_ba);
    QCOMPARE(waiting(), "{}"_ba);
    QCOMPARE(m_run.ask({"EXISTS", deadlines}), "0"_ba);
}

void TestFairScripts::aHeadWithoutADeadlineStays()
{
    m_server.command({"RPUSH", queue, bob});
    QCOMPARE(acquire(ann, "0"), "{2 -1}"_ba);
    QCOMPARE(waiting(), '{' + bob + '}');
    QCOMPARE(acquire(bob), "{1 1}"_ba);
}

// Somebody deleted the deadlines. A second place would stay behind when its owner leaves.
void TestFairScripts::aPlaceWithoutADeadlineIsNotTakenTwice()
{
    acquire(bob);
    acquire(ann);
    m_server.command({"DEL", deadlines});
    acquire(ann);
    QCOMPARE(waiting(), '{' + ann + '}');
    QVERIFY(deadline(ann) > now() + 60'000);
    acquire(cat);
    m_server.command({"ZREM", deadlines, cat});
    acquire(dan);
    acquire(cat);
    QCOMPARE(waiting(), '{' + ann + ' ' + dan + ' ' + cat + '}');
    release(bob);
    QCOMPARE(acquire(ann), "{1 1}"_ba);
    QCOMPARE(leave(cat), "1"_ba);
    QCOMPARE(waiting(), '{' + dan + '}');
}

// As with Redisson: a deadline is set once, when the place is taken, and a renewal of the hold does
// not move it.
void TestFairScripts::beyondItsDeadlineAWaiterGoesToTheTail()
{
    acquire(bob);
    acquire(ann);
    acquire(cat);
    m_server.command({"ZADD", deadlines, "1", ann});
    acquire(ann);
    QCOMPARE(waiting(), '{' + cat + ' ' + ann + '}');
}

void TestFairScripts::theHeadsTurnEnds()
{
    acquire(ann);
    acquire(bob);
    acquire(cat);
    release(ann);
    m_server.command({"ZADD", deadlines, QByteArray::number(now() + 5000), bob});
    QVERIFY(isAnswered(acquire(cat), 1, 5000, '2')); // ask again when bob's time is over
}

void TestFairScripts::deadlinesAddUpAndMoveForward()
{
    acquire(ann);
    const qint64 start = now();
    acquire(bob, "1", "60000");
    acquire(cat, "1", "60000");
    const qint64 first = deadline(bob);
    const qint64 second = deadline(cat);
    QVERIFY(first > start + 80'000 && first <= now() + 90'000);
    // Rounding of milliseconds aside, one wait behind.
    QVERIFY(std::abs(second - first - 60'000) <= 1);
    release(ann);
    QCOMPARE(acquire(bob), "{1 1}"_ba);
    QCOMPARE(deadline(cat), second - 60'000);
}

void TestFairScripts::leavingMovesThoseBehindForward()
{
    acquire(ann);
    for (const QByteArray &owner : {bob, cat, dan})
        acquire(owner);
    const qint64 first = deadline(bob);
    const qint64 third = deadline(dan);
    heard();
    QCOMPARE(leave(cat), "1"_ba);
    QCOMPARE(waiting(), '{' + bob + ' ' + dan + '}');
    QCOMPARE(deadline(bob), first);
    QCOMPARE(deadline(dan), third - 60'000);
    QCOMPARE(m_run.ask({"ZCARD", deadlines}), "2"_ba);
    QCOMPARE(leave(cat), "0"_ba);
    QCOMPARE(leave(ann), "0"_ba); // the holder does not wait
    QCOMPARE(heard(), ""_ba);
    QCOMPARE(m_run.ask({"HGET", name, ann}), "1"_ba);
}

void TestFairScripts::whoLeavesAsTheNextWakesTheNext()
{
    acquire(ann);
    acquire(bob);
    acquire(cat);
    QCOMPARE(release(ann), "0"_ba);
    heard();
    QCOMPARE(leave(bob), "1"_ba); // the message was for bob
    QCOMPARE(heard(), channel + ':' + cat + "=0");
    QCOMPARE(acquire(cat), "{1 1}"_ba);
}

void TestFairScripts::givesBackOneCountAtATime()
{
    acquire(ann);
    acquire(ann);
    acquire(bob);
    m_server.command({"PEXPIRE", name, "1000"});
    heard();
    QCOMPARE(release(ann), "1"_ba);
    QVERIFY(m_server.command({"PTTL", name}).integer > 20'000);
    QCOMPARE(heard(), ""_ba);
    QCOMPARE(m_run.ask({"GET", latch}), "0"_ba);
    m_server.command({"DEL", latch});
    QCOMPARE(release(ann), "0"_ba);
    QCOMPARE(heard(), channel + ':' + bob + "=0");
    QCOMPARE(m_run.ask({"GET", latch}), "1"_ba);
    QVERIFY(m_server.command({"PTTL", latch}).integer > 1000);
}

void TestFairScripts::refusesToReleaseForOthers()
{
    acquire(ann);
    acquire(bob);
    heard();
    QCOMPARE(release(bob), "-1"_ba);
    QCOMPARE(m_run.ask({"HGETALL", name}), '{' + ann + " 1}");
    QCOMPARE(waiting(), '{' + bob + '}');
    QCOMPARE(heard(), ""_ba);
    QCOMPARE(m_run.ask({"EXISTS", latch}), "0"_ba);
}

void TestFairScripts::aRepeatedReleaseDoesNothing()
{
    acquire(ann);
    acquire(ann);
    QCOMPARE(release(ann), "1"_ba);
    QCOMPARE(release(ann), "1"_ba);
    QCOMPARE(m_run.ask({"HGET", name, ann}), "1"_ba);
    QCOMPARE(release(ann, latch + "2"), "0"_ba);
    acquire(bob);
    QCOMPARE(release(ann, latch + "2"), "0"_ba);
    QCOMPARE(m_run.ask({"HGET", name, bob}), "1"_ba);
}

void TestFairScripts::aLapsedLockWakesTheNext()
{
    acquire(ann);
    acquire(bob);
    m_server.command({"DEL", name}); // its lease ended
    heard();
    QCOMPARE(release(ann), "-1"_ba);
    QCOMPARE(heard(), channel + ':' + bob + "=0");
}

void TestFairScripts::worksWhenMemoryIsShort()
{
    acquire(ann);
    acquire(ann);
    for (const QByteArray &owner : {bob, cat, dan})
        acquire(owner);
    const qint64 third = deadline(dan);
    m_run.setMemoryShort(true);
    QVERIFY(acquire("eeeeeeee-9b7d-4c11-8a22-0123456789ab:1").startsWith("OOM"));
    QCOMPARE(m_run.ask({"ZCARD", deadlines}), "3"_ba);
    QCOMPARE(leave(cat), "1"_ba);
    QCOMPARE(deadline(dan), third - 60'000);
    QCOMPARE(release(ann), "1"_ba);
    QCOMPARE(release(ann, latch + "2"), "0"_ba);
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
    QCOMPARE(acquire(bob), "{1 1}"_ba); // its turn, and it makes room
}

void TestFairScripts::aLockWithoutExpiryIsWaitedForWithoutLimit()
{
    m_server.command({"HSET", name, ann, "1"});
    // The holder's time never ends; its own place does.
    QVERIFY(acquire(bob).startsWith("{0 -1 "));
    QVERIFY(acquire(bob).startsWith("{0 -1 "));
    QCOMPARE(acquire(cat, "0"), "{0 -1}"_ba);
    QVERIFY(deadline(bob) > now() + 40'000);
}

void TestFairScripts::anotherTypeOfKeyIsRefused()
{
    m_server.command({"SET", name, "text"});
    QVERIFY(acquire(ann).startsWith("WRONGTYPE"));
    QVERIFY(release(ann).startsWith("WRONGTYPE"));
    QCOMPARE(m_run.ask({"GET", name}), "text"_ba);
}

void TestFairScripts::fencedTokensRise()
{
    const QByteArray token = "redisson_lock_token:{billing:ledger}";
    const auto take = [&](const QByteArray &owner) {
        return ScriptRunner::text(m_run.run("fenced_acquire", {name, token}, {"30000", owner}));
    };
    QCOMPARE(take(ann), "{1 1 1}"_ba);
    QCOMPARE(take(ann), "{1 2 2}"_ba);
    QVERIFY(isAnswered(take(bob), 20'000, 30'000));
    QCOMPARE(m_run.ask({"GET", token}), "2"_ba);
    m_server.command({"DEL", name});
    QCOMPARE(take(bob), "{1 1 3}"_ba);
    QVERIFY(m_server.command({"PTTL", name}).integer > 20'000);
    QCOMPARE(m_run.ask({"PTTL", token}), "-1"_ba);
    m_server.command({"DEL", name});
    m_run.setMemoryShort(true);
    QVERIFY(take(ann).startsWith("OOM"));
    QCOMPARE(m_run.ask({"GET", token}), "3"_ba);
}

LOCKSCOPE_TEST_SUITE(TestFairScripts)
#include "tst_fairscripts.moc"
