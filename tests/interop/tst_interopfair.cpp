// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/interopfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Cancellation;
using lock::Lease;
using lock::Lock;
using Acquired = AcquireOutcome::Status;

// Tests one queue for this process and the real Redisson: the first waiter of either is served
// first, and a waiter that leaves or dies holds up nobody.
class TestInteropFair : public QObject
{
    Q_OBJECT

private:
    // One who waits, here or there.
    struct Waiter {
        OwnerId owner;
        QByteArray thread; // empty: here
        std::shared_ptr<Cancellation> cancel = std::make_shared<Cancellation>();
        Pending<QByteArray> theirs{};
        Pending<AcquireOutcome> ours{};

        bool isServed() const { return thread.isEmpty() ? ours.isReady() : theirs.isReady(); }
    };

    Interop m_interop;
    QByteArray m_kind;
    std::unique_ptr<Lock> m_lock;
    std::vector<Waiter> m_queue;

    QByteArray tell(const QByteArray &thread, const QByteArray &command) const
    {
        return m_interop.tell(thread, command);
    }
    Reply run(const std::vector<QByteArray> &command) const { return m_interop.run(command); }
    QByteArray command(const char *word, const QByteArray &rest = {}) const
    {
        return word + (' ' + m_kind) + " job" + rest;
    }
    std::vector<QByteArray> queue() const
    {
        std::vector<QByteArray> owners;
        for (const Reply &owner : run({"LRANGE", "redisson_lock_queue:{job}", "0", "-1"}).elements)
            owners.push_back(owner.bytes);
        return owners;
    }
    std::vector<QByteArray> expected() const
    {
        std::vector<QByteArray> owners;
        for (const Waiter &waiter : m_queue)
            owners.push_back(waiter.owner.bytes);
        return owners;
    }
    // At the end of the queue; on that Java thread, or here.
    [[nodiscard]] bool enqueue(const QByteArray &thread, std::optional<Millis> wait = {})
    {
        Waiter &waiter = m_queue.emplace_back();
        waiter.thread = thread;
        waiter.owner = thread.isEmpty() ? m_lock->newOwner() : m_interop.ownerOf(thread);
        if (!thread.isEmpty())
            waiter.theirs = m_interop.theirs->ask(
                thread,
                wait ? command("trylock", ' ' + QByteArray::number(wait->count()) + " 120000")
                     : command("lock", " 120000"));
        else if (wait)
            waiter.ours = m_lock->tryLock(waiter.owner, *wait, Lease::of(Interop::lease));
        else
            waiter.ours = m_lock->lock(waiter.owner, Lease::of(Interop::lease), waiter.cancel);
        return eventually([&] { return queue() == expected(); }) && m_interop.theirs->isAsleep();
    }
    // The first of the queue comes to its turn, nobody else; then it gives it back.
    [[nodiscard]] bool serveFirst()
    {
        Waiter first = std::move(m_queue.front());
        m_queue.erase(m_queue.begin());
        if (!eventually([&] { return first.isServed(); }))
            return false;
        if (std::any_of(m_queue.begin(), m_queue.end(),
                        [](const Waiter &w) { return w.isServed(); }))
            return false;
        if (queue() != expected())
            return false;
        if (first.thread.isEmpty())
            return isHeld(first.ours.take()) && await(m_lock->unlock(first.owner)).has_value();
        return first.theirs.take()->startsWith("ok")
            && tell(first.thread, command("unlock")) == "ok";
    }
    void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("fair") << "fair"_ba;
        if (RedissonPeer::isNew())
            QTest::newRow("non-reentrant-fair") << "non-reentrant-fair"_ba;
    }
    void begin()
    {
        QFETCH(const QByteArray, kind);
        m_kind = kind;
        m_lock = m_interop.make(kind, "job");
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE_REDISSON();
        QVERIFY(m_interop.start());
    }
    void init()
    {
        failOnAnyWarning();
        m_interop.clear();
    }
    void cleanup()
    {
        m_queue.clear();
        m_lock.reset();
        m_interop.ours.reset();
    }

    void servesInOrder_data() { kinds(); }
    void servesInOrder()
    {
        begin();
        const OwnerId me = m_lock->newOwner();
        QVERIFY(isHeld(await(m_lock->tryLock(me, 0ms, Lease::of(Interop::lease)))));
        for (const QByteArray thread : {"a", "", "b", "", "", "c"})
            QVERIFY(enqueue(thread));
        // Nobody passes a queue by.
        QCOMPARE(tell("d", command("trylock", " 0 -1")), "ok false");
        QCOMPARE(await(m_lock->tryLock(m_lock->newOwner()))->status, Acquired::Busy);
        QCOMPARE(queue(), expected());
        QVERIFY(await(m_lock->unlock(me)));
        while (!m_queue.empty())
            QVERIFY(serveFirst());
        QVERIFY(eventually([&] { return m_interop.keys().empty(); }));
    }

    void servesInOrderAfterThem_data() { kinds(); }
    void servesInOrderAfterThem()
    {
        begin();
        QCOMPARE(tell("d", command("lock", " 120000")), "ok");
        for (const QByteArray thread : {"", "a", "", "b"})
            QVERIFY(enqueue(thread));
        QCOMPARE(tell("d", command("unlock")), "ok");
        while (!m_queue.empty())
            QVERIFY(serveFirst());
        QVERIFY(eventually([&] { return m_interop.keys().empty(); }));
    }

    void givesTheSameDeadlines()
    {
        m_kind = "fair";
        m_lock = m_interop.make("fair", "job");
        const OwnerId me = m_lock->newOwner();
        QVERIFY(isHeld(await(m_lock->tryLock(me, 0ms, Lease::of(Interop::lease)))));
        QVERIFY(enqueue("a"));
        QVERIFY(enqueue(""));
        QVERIFY(enqueue("b", 100s));
        QVERIFY(enqueue("", 100s));
        std::vector<double> deadlines;
        for (const Waiter &waiter : m_queue)
            deadlines.push_back(run({"ZSCORE", "redisson_lock_timeout:{job}", waiter.owner.bytes})
                                    .bytes.toDouble());
        // Waiters without a wait time count five minutes each, one after the other.
        QCOMPARE(deadlines[1] - deadlines[0], 300'000.0);
        QCOMPARE(deadlines[2] - deadlines[1], 100'000.0);
        QCOMPARE(deadlines[3] - deadlines[2], 100'000.0);
        QVERIFY(await(m_lock->unlock(me)));
        while (!m_queue.empty())
            QVERIFY(serveFirst());
    }

    void whoLeavesHoldsUpNobody_data() { kinds(); }
    void whoLeavesHoldsUpNobody()
    {
        begin();
        const OwnerId me = m_lock->newOwner();
        QVERIFY(isHeld(await(m_lock->tryLock(me, 0ms, Lease::of(Interop::lease)))));
        QVERIFY(enqueue(""));
        QVERIFY(enqueue("a", 5s)); // gives up
        QVERIFY(enqueue("b"));
        QVERIFY(enqueue("")); // is called back
        QVERIFY(enqueue("c"));
        m_queue[3].cancel->request();
        QCOMPARE(await(std::move(m_queue[3].ours))->status, Acquired::Cancelled);
        m_queue.erase(m_queue.begin() + 3);
        QCOMPARE(*await(std::move(m_queue[1].theirs)), "ok false");
        m_queue.erase(m_queue.begin() + 1);
        QVERIFY(eventually([&] { return queue() == expected(); }));
        m_queue[0].cancel->request(); // the head
        QCOMPARE(await(std::move(m_queue[0].ours))->status, Acquired::Cancelled);
        m_queue.erase(m_queue.begin());
        QVERIFY(eventually([&] { return queue() == expected(); }));
        QVERIFY(await(m_lock->unlock(me)));
        while (!m_queue.empty())
            QVERIFY(serveFirst());
        QVERIFY(eventually([&] { return m_interop.keys().empty(); }));
    }

    // A head that died is passed over once its deadline is there, by both.
    void aDeadHeadIsPassed()
    {
        m_kind = "fair";
        m_lock = m_interop.make("fair", "job");
        RedissonPeer mortal({m_interop.server.url()});
        QVERIFY(mortal.start());
        const OwnerId me = m_lock->newOwner();
        QVERIFY(isHeld(await(m_lock->tryLock(me, 0ms, Lease::of(4s)))));
        const auto dead = mortal.ask("x", "trylock fair job 4000 -1");
        QVERIFY(eventually([&] { return queue().size() == 1; }));
        const QByteArray head = queue().front();
        mortal.kill();
        const OwnerId next = m_lock->newOwner();
        auto ours = m_lock->lock(next, Lease::of(Interop::lease));
        QVERIFY(eventually([&] { return queue().size() == 2; }));
        auto theirs = m_interop.theirs->ask("a", "lock fair job 120000");
        QVERIFY(eventually([&] { return queue().size() == 3; }));
        QCOMPARE(queue().front(), head);
        QVERIFY(isHeld(await(std::move(ours))));
        QVERIFY(!theirs.isReady());
        QVERIFY(await(m_lock->unlock(next)));
        QCOMPARE(*await(std::move(theirs)), "ok");
        QVERIFY(queue().empty());
    }
};

LOCKSCOPE_TEST_SUITE(TestInteropFair)
#include "tst_interopfair.moc"
