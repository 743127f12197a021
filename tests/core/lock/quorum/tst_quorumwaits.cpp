// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/quorumprotocol.h"
#include "core/lock/quorum/quorumgroupprivate.h"
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Lease;
using lock::Lock;
using lock::QuorumRoom;
using Acquired = AcquireOutcome::Status;

// Waiters of one process for a lock that becomes free in another way than by a release that is
// heard. The leases are so long that nothing else wakes anybody.
class TestQuorumWaits : public QObject
{
    Q_OBJECT

private:
    QuorumServers m_servers{3};
    std::unique_ptr<QuorumProcess> m_one;
    std::unique_ptr<QuorumProcess> m_two;
    std::unique_ptr<Lock> m_mine;
    std::unique_ptr<Lock> m_theirs;
    std::shared_ptr<const lock::QuorumProtocol> m_protocol;

    void begin(const QByteArray &kind)
    {
        m_one = std::make_unique<QuorumProcess>(m_servers.configs(), durable({.maxLease = 600s}));
        m_two = std::make_unique<QuorumProcess>(m_servers.configs(), durable({.maxLease = 600s}));
        m_mine = m_one->make(kind, "job"_ba);
        m_protocol = kind == "red" ? lock::hashRedlockProtocol() : lock::redlockProtocol();
        m_theirs = m_two->make(kind, "job"_ba);
        QVERIFY(eventually([&] { return m_one->isComplete() && m_two->isComplete(); }));
    }
    Pending<AcquireOutcome> wait() { return m_mine->lock(m_mine->newOwner(), Lease::of(300s)); }
    // How often the first server was asked for a lock of kind red.
    qint64 attempts() { return m_servers[0].calls("exists"_ba); }
    void permitListening(bool isPermitted) const
    {
        m_servers.commandAll(
            {"ACL"_ba, "SETUSER"_ba, "default"_ba, isPermitted ? "+@all"_ba : "-subscribe"_ba});
    }
    std::shared_ptr<QuorumRoom> room() const
    {
        return m_one->group->d().rooms.enter(m_protocol, LockName("job"));
    }
    // So many of the first process wait until they are woken.
    bool isAsleep(std::size_t waiters = 1) const
    {
        const auto room = m_one->group->d().rooms.find(*m_protocol, LockName("job"));
        return room && room->asleep() == waiters;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_servers.start());
    }
    void init()
    {
        failOnAnyWarning();
        m_servers.commandAll({"FLUSHALL"_ba});
    }
    void cleanup()
    {
        m_mine.reset();
        m_theirs.reset();
        m_one.reset();
        m_two.reset();
        permitListening(true);
        m_servers.commandAll({"REPLICAOF"_ba, "NO"_ba, "ONE"_ba});
    }

    // The process still believes that one of its own has it.
    void aForcedReleaseIsFound_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("red") << "red"_ba;
        QTest::newRow("redlock") << "redlock"_ba;
    }
    void aForcedReleaseIsFound()
    {
        QFETCH(const QByteArray, kind);
        begin(kind);
        QVERIFY(await(m_mine->lock(m_mine->newOwner(), Lease::watchdog(300s)))->isHeld());
        auto waiting = wait();
        QVERIFY(eventually([&] { return isAsleep(); }));
        QVERIFY(*await(m_theirs->forceUnlock()));
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    // Nothing is announced, only the end of the hold here.
    void aHoldThatIsLostWakesTheNext()
    {
        begin("red"_ba);
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->lock(me, Lease::of(300s)))->isHeld());
        auto waiting = wait();
        QVERIFY(eventually([&] { return isAsleep(); }));
        m_servers.commandAll({"DEL"_ba, "job"_ba});
        QVERIFY(!waiting.isReady());
        QVERIFY(!await(m_mine->extend(me, 300s))->isExtended());
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    void whoIsNotToldAsksOn()
    {
        permitListening(false);
        begin("red"_ba);
        const OwnerId other = m_theirs->newOwner();
        QVERIFY(await(m_theirs->lock(other, Lease::of(300s)))->isHeld());
        const OwnerId first = m_mine->newOwner();
        const OwnerId second = m_mine->newOwner();
        auto one = m_mine->lock(first, Lease::of(300s));
        auto two = m_mine->lock(second, Lease::of(300s));
        const qint64 before = attempts();
        QVERIFY(eventually([&] { return attempts() >= before + 8; })); // both sleep between them
        (void)await(m_theirs->unlock(other));
        QVERIFY(eventually([&] { return one.isReady() || two.isReady(); }));
        (void)await(m_mine->unlock(one.isReady() ? first : second));
        QVERIFY(eventually([&] { return one.isReady() && two.isReady(); }));
    }

    // Two servers turn out to be one and its copy: that is told to all.
    void allHearThatTheServersAreNotIndependent()
    {
        begin("red"_ba);
        QVERIFY(await(m_theirs->lock(m_theirs->newOwner(), Lease::of(300s)))->isHeld());
        auto first = wait();
        auto second = wait();
        QVERIFY(eventually([&] { return isAsleep(2); }));
        m_servers[1].command(
            {"REPLICAOF"_ba, "127.0.0.1"_ba, QByteArray::number(m_servers[2].port())});
        m_servers[1].command({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "normal"_ba});
        for (auto *const waiting : {&first, &second}) {
            const auto outcome = await(std::move(*waiting));
            QCOMPARE(outcome->status, Acquired::Failed);
            QCOMPARE(outcome->error->code, "DEPENDENT"_ba);
        }
    }

    void theSecondInARoomWithoutEarsNeedNotListen()
    {
        permitListening(false);
        begin("red"_ba);
        const auto entered = room();
        QVERIFY(await(entered->heard()));
        QVERIFY(await(entered->heard()));
    }

    // Heard of during the last attempt of somebody who goes.
    void whatTheLastAttemptHidIsForTheNext()
    {
        begin("red"_ba);
        const auto entered = room();
        QVERIFY(await(entered->heard()));
        const auto sleeping = entered->sleep(false);
        const auto attempt = entered->beginAttempt();
        entered->tryAgain();
        AcquireOutcome busy;
        busy.status = Acquired::Busy;
        busy.holderTtl = 300s;
        entered->endAttempt(busy, attempt);
        QVERIFY(!sleeping.isReady());
        entered->giveUp(false);
        QVERIFY(eventually([&] { return sleeping.isReady(); }));
    }
};

LOCKSCOPE_TEST_SUITE(TestQuorumWaits)
#include "tst_quorumwaits.moc"
