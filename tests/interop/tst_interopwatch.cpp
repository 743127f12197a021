// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests that the watch recognises the keys of the real Redisson: every kind, with its owner, its
// count and its waiters; and that it reports their changes as they happen.
#include "core/insight/quorum/multis.h"
#include "tests/core/watch/server/harness.h"
#include "tests/interop/redissonpeer.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestInteropWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE_REDISSON();
        QVERIFY(m_server.start());
        m_peer = std::make_unique<RedissonPeer>(std::vector{m_server.url()}, Millis(3000));
        QVERIFY(m_peer->start());
    }
    void init()
    {
        failOnAnyWarning();
        (void)m_server.command({"FLUSHALL"});
        m_watching = std::make_unique<Watching>();
        m_watching->add(m_server.target());
        QVERIFY(m_watching->settled());
    }
    void cleanup() { m_watching.reset(); }
    void cleanupTestCase() { m_peer.reset(); }

    void kinds_data();
    void kinds();
    void renewalsAreCounted();
    void waitersOfAFairLock();
    void waitersUnderANameMapper();
    void aSemaphoreAndWhoWaits();
    void permitsLiveAndLapsed();
    void aLatchAndWhoWaits();
    void membersOfAMultiLock();

private:
    QByteArray tell(const QByteArray &thread, const QByteArray &command) const
    {
        return m_peer->tell(thread, command);
    }
    OwnerId ownerOf(const QByteArray &thread) const
    {
        return OwnerId(tell(thread, "owner").mid(3));
    }
    // The only lock there is; empty before it is seen.
    const watch::LockRecord *only() const
    {
        return m_watching->locks.size() == 1 ? &m_watching->locks.begin()->second : nullptr;
    }

    RedisProcess m_server;
    std::unique_ptr<RedissonPeer> m_peer;
    std::unique_ptr<Watching> m_watching;
};

void TestInteropWatch::kinds_data()
{
    QTest::addColumn<QByteArray>("taken");
    QTest::addColumn<QByteArray>("shown");
    QTest::addColumn<watch::Mode>("mode");
    const auto row = [](const char *taken, const char *shown,
                        watch::Mode mode = watch::Mode::Exclusive) {
        QTest::newRow(taken) << QByteArray(taken) << QByteArray(shown) << mode;
    };
    row("reentrant", "reentrant");
    row("spin", "reentrant"); // looks like one
    row("fair", "reentrant"); // as long as nobody waits
    row("fenced", "fenced");
    row("read", "read-write", watch::Mode::Read);
    row("write", "read-write", watch::Mode::Write);
    row("map-lock", "reentrant");
    row("map-fair", "fair"); // by its name
    row("map-write", "read-write", watch::Mode::Write);
    if (RedissonPeer::isNew()) {
        row("non-reentrant", "reentrant");
        row("non-reentrant-fair", "reentrant");
        row("faster", "faster-multi");
    }
}

void TestInteropWatch::kinds()
{
    QFETCH(const QByteArray, taken);
    QFETCH(const QByteArray, shown);
    QFETCH(const watch::Mode, mode);
    const QByteArray which = taken + " orders";
    QCOMPARE(tell("t", "lock " + which + " 60000"), "ok");
    QVERIFY(m_watching->until([&] { return only() && only()->holds.size() == 1; }));
    QCOMPARE(only()->kind, shown);
    QCOMPARE(only()->library, "redisson");
    QCOMPARE(only()->state, watch::LockState::Held);
    QCOMPARE(only()->holds.front().owner, ownerOf("t"));
    QCOMPARE(only()->holds.front().mode, mode);
    QVERIFY(only()->id.name.bytes.contains("orders"));
    QVERIFY(only()->deadline.has_value());
    const QByteArray name = only()->id.name.bytes;
    QVERIFY(m_watching->tells(name, "acquired"));
    QCOMPARE(tell("t", "unlock " + which), "ok");
    QVERIFY(m_watching->isGone(name) || only()->holds.empty());
    QVERIFY(m_watching->tells(name, "acquired released"));
}

// With the watchdog, and by a client of its own for each release: one lock by one, or all at once.
void TestInteropWatch::renewalsAreCounted()
{
    QCOMPARE(tell("t", "lock reentrant orders -1"), "ok");
    QCOMPARE(tell("u", "lock reentrant stock -1"), "ok");
    const auto renewed = [&](const QByteArray &name) {
        const auto found = m_watching->locks.find(name);
        return found != m_watching->locks.end() && found->second.holds.size() == 1
            && found->second.holds.front().renewals.value_or(0) >= 2
            && found->second.holds.front().watchdog == watch::Watchdog::Renewing;
    };
    QVERIFY(m_watching->until([&] { return renewed("orders") && renewed("stock"); }));
    const watch::HoldRecord &hold = m_watching->locks["orders"].holds.front();
    QVERIFY(hold.lease.has_value());
    QVERIFY2(*hold.lease > Millis(2500) && *hold.lease <= Millis(3100),
             QByteArray::number(qlonglong(hold.lease->count())).constData());
    QCOMPARE(tell("t", "unlock reentrant orders"), "ok");
    QCOMPARE(tell("u", "unlock reentrant stock"), "ok");
    QVERIFY(m_watching->isGone("orders") && m_watching->isGone("stock"));
}

void TestInteropWatch::waitersOfAFairLock()
{
    const OwnerId u = ownerOf("u"); // a thread that waits answers nothing
    const OwnerId v = ownerOf("v");
    QCOMPARE(tell("t", "lock fair orders 60000"), "ok");
    const auto first = m_peer->ask("u", "trylock fair orders 60000 60000");
    QVERIFY(m_watching->until(
        [&] { return only() && only()->waiters && only()->waiters->size() == 1; }));
    const auto second = m_peer->ask("v", "trylock fair orders 60000 60000");
    QVERIFY(m_watching->until(
        [&] { return only() && only()->waiters && only()->waiters->size() == 2; }));
    QCOMPARE(only()->kind, "fair");
    QCOMPARE(only()->state, watch::LockState::Contended);
    QCOMPARE(only()->waiters->front().owner, u);
    QVERIFY(!only()->waiters->front().stale && !only()->waiters->back().stale);
    QCOMPARE(tell("t", "unlock fair orders"), "ok");
    QVERIFY(m_watching->until(
        [&] { return only() && only()->holds.size() == 1 && only()->holds.front().owner == u; }));
    QCOMPARE(tell("u", "unlock fair orders"), "ok");
    QVERIFY(m_watching->until(
        [&] { return only() && only()->holds.size() == 1 && only()->holds.front().owner == v; }));
    QCOMPARE(tell("v", "unlock fair orders"), "ok");
    QVERIFY(m_watching->isGone("orders"));
}

// Only its channel tells the kind of a number: the channel is used when somebody gives back, or
// waits. Before 3.52 the queue bears the name "orders", all else "app:orders": one lock.
void TestInteropWatch::waitersUnderANameMapper()
{
    QCOMPARE(tell("t1", "lock mapped-fair orders 60000"), "ok");
    auto second = m_peer->ask("t2", "lock mapped-fair orders 60000");
    const auto waiterIsShown = [&] {
        return only() && only()->id.name.bytes == "app:orders" && only()->kind == "fair"
            && only()->waiters && only()->waiters->size() == 1 && only()->holds.size() == 1;
    };
    QVERIFY(m_watching->until(waiterIsShown));
    const QByteArray queue = RedissonPeer::isNew() ? "app:orders" : "orders";
    QCOMPARE(m_server.command({"LLEN", "redisson_lock_queue:{" + queue + '}'}).integer, 1);
    const OwnerId waiter = only()->waiters->front().owner;
    QVERIFY(m_watching->until(
        [&] { return only() && only()->waiters->front().listening == std::optional(true); }));
    QCOMPARE(tell("t1", "unlock mapped-fair orders"), "ok");
    QVERIFY(m_watching->until([&] {
        return second.isReady() && only() && only()->holds.size() == 1
            && only()->holds.front().owner == waiter
            && (!only()->waiters || only()->waiters->empty());
    }));
    QCOMPARE(tell("t2", "unlock mapped-fair orders"), "ok");
    QVERIFY(m_watching->until([&] { return m_watching->locks.empty(); }));
}

void TestInteropWatch::aSemaphoreAndWhoWaits()
{
    QCOMPARE(tell("t", "s-set slots 2"), "ok true");
    QCOMPARE(tell("t", "s-acquire slots 2"), "ok");
    const auto waiting = m_peer->ask("u", "s-try slots 1 60000");
    QVERIFY(m_peer->isAsleep());
    // A watch that begins finds it there.
    Watching later;
    later.add(m_server.target());
    QVERIFY(later.until([&] {
        return later.locks.contains("slots")
            && later.locks["slots"].waitingConnections == std::optional<qint64>(1);
    }));
    QCOMPARE(later.locks["slots"].kind, "semaphore");
    QCOMPARE(later.locks["slots"].permits, std::optional(watch::Permits{0, std::nullopt}));
    QCOMPARE(later.locks["slots"].state, watch::LockState::Contended);
    QCOMPARE(tell("t", "s-release slots 2"), "ok");
    QVERIFY(m_watching->until([&] {
        return only() && only()->permits == std::optional(watch::Permits{1, std::nullopt});
    }));
    QCOMPARE(only()->kind, "semaphore");
    QCOMPARE(only()->state, watch::LockState::Free);
    QVERIFY(later.until([&] {
        return later.locks["slots"].waitingConnections == std::optional<qint64>(0)
            && later.locks["slots"].permits->available == 1;
    }));
    QVERIFY(eventually([&] { return waiting.isReady(); }));
}

void TestInteropWatch::permitsLiveAndLapsed()
{
    QCOMPARE(tell("t", "p-set seats 3"), "ok true");
    const QByteArray live = tell("t", "p-acquire seats 0 60000").mid(3);
    const QByteArray brief = tell("t", "p-acquire seats 0 1500").mid(3);
    QCOMPARE(live.size(), 32);
    QVERIFY(m_watching->until([&] { return only() && only()->holds.size() == 2; }));
    QCOMPARE(only()->kind, "permit-expirable-semaphore");
    const auto hold = [&](const QByteArray &id) {
        const auto &holds = only()->holds;
        const auto found = std::find_if(holds.begin(), holds.end(),
                                        [&](const auto &each) { return each.owner.bytes == id; });
        return found == holds.end() ? watch::HoldRecord() : *found;
    };
    QCOMPARE(hold(live).owner.bytes, live);
    QVERIFY(hold(live).deadline.has_value() && !hold(live).stale);
    // Nobody gives it back, and nobody takes it: only time makes it free.
    QVERIFY(m_watching->until([&] { return only() && hold(brief).stale; }));
    QVERIFY(!hold(live).stale);
    QCOMPARE(only()->permits, std::optional(watch::Permits{2, 3}));
    QCOMPARE(only()->state, watch::LockState::Free);
    // A newcomer takes expired permits back.
    const QByteArray next = tell("t", "p-acquire seats 0 60000").mid(3);
    QVERIFY(m_watching->until([&] { return only() && hold(next).owner.bytes == next; }));
    QVERIFY(m_watching->until([&] { return hold(brief).owner.isEmpty(); }));
    QCOMPARE(tell("t", "p-acquire seats 0 60000 1").startsWith("ok "), true);
    QVERIFY(m_watching->until([&] { return only() && only()->state == watch::LockState::Held; }));
    // And one waits.
    const auto waiting = m_peer->ask("u", "p-acquire seats 60000 60000");
    QVERIFY(m_peer->isAsleep());
    QVERIFY(
        m_watching->until([&] { return only()->waitingConnections == std::optional<qint64>(1); }));
    QCOMPARE(only()->state, watch::LockState::Contended);
    QCOMPARE(tell("t", "p-release seats " + live), "ok true");
    QVERIFY(eventually([&] { return waiting.isReady(); }));
}

void TestInteropWatch::aLatchAndWhoWaits()
{
    QCOMPARE(tell("t", "l-set gate 2"), "ok true"); // which it tells on its channel
    QVERIFY(m_watching->until([&] { return only() != nullptr; }));
    QCOMPARE(only()->kind, "count-down-latch");
    QCOMPARE(only()->permits, std::optional(watch::Permits{2, std::nullopt}));
    QCOMPARE(only()->state, watch::LockState::Held);
    const auto waiting = m_peer->ask("u", "l-await gate 60000");
    QVERIFY(m_peer->isAsleep());
    QVERIFY(
        m_watching->until([&] { return only()->waitingConnections == std::optional<qint64>(1); }));
    QCOMPARE(only()->state, watch::LockState::Contended);
    QCOMPARE(tell("t", "l-down gate"), "ok");
    QVERIFY(m_watching->until([&] {
        return only() && only()->permits == std::optional(watch::Permits{1, std::nullopt});
    }));
    QCOMPARE(tell("t", "l-down gate"), "ok");
    QVERIFY(m_watching->isGone("gate"));
    QVERIFY(eventually([&] { return waiting.isReady(); }));
}

// Several locks by one owner, with one deadline: said to be one, as a conclusion.
void TestInteropWatch::membersOfAMultiLock()
{
    QCOMPARE(tell("t", "lock multi orders,stock 60000"), "ok");
    const auto isPart = [&](const QByteArray &name) {
        const auto found = m_watching->locks.find(name);
        return found != m_watching->locks.end() && found->second.holds.size() == 1
            && found->second.holds.front().owner == ownerOf("t");
    };
    QVERIFY(m_watching->until([&] { return isPart("orders") && isPart("stock"); }));
    QCOMPARE(m_watching->locks.size(), std::size_t(2));
    QCOMPARE(m_watching->locks["orders"].kind, "reentrant");
    // Each is taken separately, and only at the end they get one deadline.
    std::vector<insight::InferredMulti> multis;
    QVERIFY(m_watching->until([&] {
        multis = insight::inferMultis(
            {std::make_shared<const watch::LockRecord>(m_watching->locks["orders"]),
             std::make_shared<const watch::LockRecord>(m_watching->locks["stock"])});
        return multis.size() == 1;
    }));
    QCOMPARE(multis.front().owner, ownerOf("t"));
    QCOMPARE(tell("t", "unlock multi orders,stock"), "ok");
    QVERIFY(m_watching->isGone("orders") && m_watching->isGone("stock"));
    // Over all servers, of which this is the only one.
    QCOMPARE(tell("t", "lock red orders 60000"), "ok");
    QVERIFY(m_watching->until([&] { return isPart("orders"); }));
    QCOMPARE(m_watching->locks["orders"].kind, "reentrant");
    QCOMPARE(tell("t", "unlock red orders"), "ok");
    QVERIFY(m_watching->isGone("orders"));
}

LOCKSCOPE_TEST_SUITE(TestInteropWatch)

#include "tst_interopwatch.moc"
