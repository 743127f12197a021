// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the real Redisson leaves in Redis is seen for what it is: every kind, with its owner, how
// many times over, and who waits; and its life is told as it happens.
#include "tests/core/watch/harness.h"
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
    row("map-fair", "reentrant");
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

LOCKSCOPE_TEST_MAIN(TestInteropWatch)

#include "tst_interopwatch.moc"
