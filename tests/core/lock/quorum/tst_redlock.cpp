// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Asking;
using lock::Cancellation;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::QuorumConfig;
using lock::ReleaseOutcome;
using lock::Vote;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Both kinds of quorum locks on five healthy servers, two processes.
class TestRedlock : public QObject
{
    Q_OBJECT

private:
    QuorumServers m_servers;
    std::unique_ptr<QuorumProcess> m_one;
    std::unique_ptr<QuorumProcess> m_two;
    QByteArray m_kind;
    std::unique_ptr<Lock> m_mine;
    std::unique_ptr<Lock> m_theirs;

    void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("redlock") << "redlock"_ba;
        QTest::newRow("red") << "red"_ba;
    }
    void begin(QuorumConfig config = {})
    {
        QFETCH(const QByteArray, kind);
        m_kind = kind;
        m_one = std::make_unique<QuorumProcess>(m_servers.configs(), durable(config));
        m_two = std::make_unique<QuorumProcess>(m_servers.configs(), durable(config));
        m_mine = m_one->make(kind, "job"_ba);
        m_theirs = m_two->make(kind, "job"_ba);
        QVERIFY(eventually([&] { return m_one->isComplete() && m_two->isComplete(); }));
    }
    int keysOf(const OwnerId &owner) const
    {
        if (m_kind == "redlock")
            return m_servers.count({"GET"_ba, "job"_ba}, owner.bytes);
        return m_servers.count({"HGET"_ba, "job"_ba, owner.bytes}, "1"_ba);
    }
    int subscribed() const
    {
        int sum = 0;
        for (const Reply &reply : m_servers.commandAll({"PUBSUB"_ba, "CHANNELS"_ba, "*job*"_ba}))
            sum += static_cast<int>(reply.elements.size());
        return sum;
    }
    static std::size_t count(const std::vector<Vote> &votes, Vote::Kind kind)
    {
        return static_cast<std::size_t>(std::count_if(
            votes.begin(), votes.end(), [&](const Vote &vote) { return vote.kind == kind; }));
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
    }

    void excludes_data() { kinds(); }
    void excludes()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        const auto mine = await(m_mine->tryLock(me, 0ms, Lease::of(20s)));
        QVERIFY(mine && mine->isHeld());
        QCOMPARE(mine->count, 1);
        QCOMPARE(mine->votes.size(), 5U);
        QVERIFY(count(mine->votes, Vote::Kind::Granted) >= 3);
        QVERIFY(mine->votes[0].server.startsWith(u"redis://"_s));
        // The same key and token on all; the drift is taken off.
        QVERIFY(eventually([&] { return keysOf(me) == 5; }));
        QVERIFY(*m_mine->validityLeft(me) <= 20s - 202ms);
        QVERIFY(*m_mine->validityLeft(me) > 10s);

        const auto theirs = await(m_theirs->tryLock(m_theirs->newOwner()));
        QCOMPARE(theirs->status, Acquired::Busy);
        QVERIFY(*theirs->holderTtl > 10s && *theirs->holderTtl <= 20s);
        QVERIFY(count(theirs->votes, Vote::Kind::HeldByOther) >= 3);
        QVERIFY(*await(m_theirs->isLocked()));
        QCOMPARE(*await(m_theirs->holdCount(me)), 1);
        QVERIFY(await(m_theirs->remainingTimeToLive())->time > Millis(10s));

        QCOMPARE(await(m_theirs->unlock(m_theirs->newOwner()))->status, Released::NotHeld);
        QCOMPARE(keysOf(me), 5);
        QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        QVERIFY(!m_mine->validityLeft(me));
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
        QVERIFY(!*await(m_theirs->isLocked()));
        QVERIFY(!await(m_theirs->remainingTimeToLive())->isLocked);
        QCOMPARE(await(m_mine->unlock(me))->status, Released::NotHeld);
        QVERIFY(await(m_theirs->tryLock(m_theirs->newOwner()))->isHeld());
    }

    void reachesAllBeforeItEnds_data() { kinds(); }
    void reachesAllBeforeItEnds()
    {
        QFETCH(const QByteArray, kind);
        m_servers.commandAll({"SCRIPT"_ba, "FLUSH"_ba}); // then a release takes two round trips
        for (int round = 0; round < 20; ++round) {
            QuorumProcess process(m_servers.configs(), durable());
            const auto lock = process.make(kind, "job"_ba);
            const OwnerId me = lock->newOwner();
            QVERIFY(await(lock->tryLock(me, 0ms, Lease::of(20s)))->isHeld());
            QCOMPARE(await(lock->unlock(me))->status, Released::Released);
            QVERIFY(await(process.group->whenQuiet()));
            QCOMPARE(m_servers.keys(), 0);
            m_servers.commandAll({"SCRIPT"_ba, "FLUSH"_ba});
        }
    }

    void aRedlockIsNotReentered()
    {
        const auto process = std::make_unique<QuorumProcess>(m_servers.configs(), durable());
        const auto mine = process->make("redlock"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me))->isHeld());
        QCOMPARE(await(mine->tryLock(me))->status, Acquired::Busy);
        // And it does not affect the hold.
        QVERIFY(eventually([&] { return m_servers.count({"GET"_ba, "job"_ba}, me.bytes) == 5; }));
        QVERIFY(mine->validityLeft(me));
    }

    void aHashRedlockIsReentered()
    {
        const auto process = std::make_unique<QuorumProcess>(m_servers.configs(), durable());
        const auto mine = process->make("red"_ba, "job"_ba);
        const OwnerId me = mine->newOwner();
        const auto counted = [&](const QByteArray &count) {
            return m_servers.count({"HGET"_ba, "job"_ba, me.bytes}, count) == 5;
        };
        QCOMPARE(await(mine->tryLock(me))->count, 1);
        QCOMPARE(await(mine->tryLock(me))->count, 2);
        QVERIFY(eventually([&] { return counted("2"_ba); }));
        QCOMPARE(*await(mine->holdCount(me)), 2);
        const auto once = await(mine->unlock(me));
        QCOMPARE(once->status, Released::StillHeld);
        QCOMPARE(once->count, 1);
        QVERIFY(eventually([&] { return counted("1"_ba); }));
        QVERIFY(mine->validityLeft(me));
        QCOMPARE(await(mine->unlock(me))->status, Released::Released);
        // Not even a latch stays.
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
        QCOMPARE(await(mine->unlock(me))->status, Released::NotHeld);
    }

    void aMinorityGrantedLeavesNothing_P3_data() { kinds(); }
    void aMinorityGrantedLeavesNothing_P3()
    {
        begin();
        const OwnerId other("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:7");
        for (std::size_t i = 0; i < 3; ++i) {
            const std::vector<QByteArray> string{"SET"_ba, "job"_ba, other.bytes};
            const std::vector<QByteArray> hash{"HSET"_ba, "job"_ba, other.bytes, "1"_ba};
            m_servers[i].command(m_kind == "redlock" ? string : hash);
        }
        const auto mine = await(m_mine->tryLock(m_mine->newOwner()));
        QCOMPARE(mine->status, Acquired::Busy);
        QVERIFY(eventually([&] {
            return m_servers[3].command({"DBSIZE"_ba}).integer == 0
                && m_servers[4].command({"DBSIZE"_ba}).integer == 0;
        }));
        QCOMPARE(m_servers.keys(), 3); // and theirs are untouched
    }

    void stopLeavesTheRestAlone_data() { kinds(); }
    void stopLeavesTheRestAlone()
    {
        begin({.asking = Asking::Stop});
        const OwnerId me = m_mine->newOwner();
        const auto mine = await(m_mine->tryLock(me));
        QVERIFY(mine->isHeld());
        QCOMPARE(count(mine->votes, Vote::Kind::Granted), 3U);
        QCOMPARE(count(mine->votes, Vote::Kind::NotAsked), 2U);
        QCOMPARE(m_servers.keys(), 3);
        QCOMPARE(await(m_theirs->tryLock(m_theirs->newOwner()))->status, Acquired::Busy);
        QVERIFY(eventually([&] { return m_servers.keys() == 3; }));
        QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
    }

    void stopAsksOneMoreForARefusal_data() { kinds(); }
    void stopAsksOneMoreForARefusal()
    {
        begin({.asking = Asking::Stop});
        m_servers[1].command({"SET"_ba, "job"_ba, "somebody"_ba});
        const OwnerId me = m_mine->newOwner();
        const auto mine = await(m_mine->tryLock(me));
        QVERIFY(mine->isHeld());
        QCOMPARE(count(mine->votes, Vote::Kind::Granted), 3U);
        QCOMPARE(count(mine->votes, Vote::Kind::NotAsked), 1U);
        QCOMPARE(keysOf(me), 3);
    }

    void tooLittleValidityIsGivenBack_data() { kinds(); }
    void tooLittleValidityIsGivenBack()
    {
        begin({.minValidity = 9900ms});
        const auto mine = await(m_mine->tryLock(m_mine->newOwner(), 0ms, Lease::of(10s)));
        QCOMPARE(mine->status, Acquired::Failed); // 102 ms of drift
        QCOMPARE(mine->error->code, "TOOLATE"_ba);
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
        QVERIFY(await(m_mine->tryLock(m_mine->newOwner(), 0ms, Lease::of(20s)))->isHeld());
    }

    void leasesAreChecked_data() { kinds(); }
    void leasesAreChecked()
    {
        begin({.maxLease = 5s});
        const auto tooLong = await(m_mine->tryLock(m_mine->newOwner(), 0ms, Lease::of(6s)));
        QCOMPARE(tooLong->status, Acquired::Failed);
        QCOMPARE(tooLong->error->kind, ErrorKind::InvalidInput);
        const auto none = await(m_mine->tryLock(m_mine->newOwner(), 0ms, Lease::of(0ms)));
        QCOMPARE(none->error->kind, ErrorKind::InvalidInput);
        const auto nobody = await(m_mine->tryLock(OwnerId(), 0ms, Lease::of(1s)));
        QCOMPARE(nobody->error->kind, ErrorKind::InvalidInput);
        // Shorter than the drift: it could never be valid.
        const auto tooShort = await(m_mine->tryLock(m_mine->newOwner(), 0ms, Lease::of(2ms)));
        QCOMPARE(tooShort->error->code, "TOOLATE"_ba);
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
    }

    void foreignKeysAreLeftAlone()
    {
        const auto process = std::make_unique<QuorumProcess>(m_servers.configs(), durable());
        const auto mine = process->make("red"_ba, "job"_ba);
        m_servers.commandAll({"SET"_ba, "job"_ba, "text"_ba});
        const auto tried = await(mine->tryLock(mine->newOwner(), 5s));
        QCOMPARE(tried->status, Acquired::WrongType);
        QVERIFY(count(tried->votes, Vote::Kind::Error) >= 3);
        QCOMPARE(m_servers.count({"GET"_ba, "job"_ba}, "text"_ba), 5);
    }

    void anOperatorFreesAll_data() { kinds(); }
    void anOperatorFreesAll()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        QVERIFY(await(m_mine->tryLock(me, 0ms, Lease::watchdog(1500ms)))->isHeld());
        QVERIFY(*await(m_theirs->forceUnlock()));
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::TakenAway);
        QVERIFY(!m_mine->validityLeft(me));
        QVERIFY(!*await(m_theirs->forceUnlock()));
    }

    void renewsAsLongAsItIsHeld_data() { kinds(); }
    void renewsAsLongAsItIsHeld()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        const auto mine = await(m_mine->tryLock(me, 0ms, Lease::watchdog(1500ms)));
        QVERIFY(mine->isHeld());
        const Instant first = mine->validUntil;
        QVERIFY(eventually([&] { return m_mine->validUntil(me) > first + 3s; }));
        QCOMPARE(keysOf(me), 5);
        QCOMPARE(await(m_theirs->tryLock(m_theirs->newOwner()))->status, Acquired::Busy);
        QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
    }

    // The watchdog renews by its own word on every server.
    void anotherOwnersTokenEndsIt_P2_data() { kinds(); }
    void anotherOwnersTokenEndsIt_P2()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        QVERIFY(await(m_mine->tryLock(me, 0ms, Lease::watchdog(1500ms)))->isHeld());
        QVERIFY(eventually([&] { return keysOf(me) == 5; }));
        m_servers.commandAll({"SET"_ba, "job"_ba, "another"_ba});
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::TakenAway);
        QVERIFY(!m_mine->validityLeft(me));
        QCOMPARE(m_servers.count({"GET"_ba, "job"_ba}, "another"_ba), 5);
    }

    void twoOfFiveGoneIsStillHeld_data() { kinds(); }
    void twoOfFiveGoneIsStillHeld()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        const auto mine = await(m_mine->tryLock(me, 0ms, Lease::watchdog(1500ms)));
        QVERIFY(eventually([&] { return keysOf(me) == 5; }));
        m_servers[0].command({"DEL"_ba, "job"_ba});
        m_servers[1].command({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return m_mine->validUntil(me) > mine->validUntil + 2s; }));
        QVERIFY(!lost);
        m_servers[2].command({"DEL"_ba, "job"_ba});
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::TakenAway);
        // The minority is given back.
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }, 1000ms));
    }

    void aPausedWatchdogLetsItLapse_data() { kinds(); }
    void aPausedWatchdogLetsItLapse()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        QVERIFY(await(m_mine->tryLock(me, 0ms, Lease::watchdog(1500ms)))->isHeld());
        m_mine->setWatchdogRunning(me, false);
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::Expired);
    }

    void aCapEndsTheWatchdog_data() { kinds(); }
    void aCapEndsTheWatchdog()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        Lease lease = Lease::watchdog(1500ms);
        lease.maxRenewals = 2;
        const auto mine = await(m_mine->tryLock(me, 0ms, lease));
        QVERIFY(mine->isHeld());
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::RenewalsSpent);
    }

    // Hundreds of locks taken and given back leave nothing to renew.
    void onlyWhatIsHeldIsRenewed_P4_data() { kinds(); }
    void onlyWhatIsHeldIsRenewed_P4()
    {
        begin();
        const Lease lease = Lease::watchdog(6s);
        for (int i = 0; i < 300; ++i) {
            const OwnerId me = m_mine->newOwner();
            QVERIFY(await(m_mine->tryLock(me, 0ms, lease))->isHeld());
            QVERIFY(await(m_mine->unlock(me)));
        }
        const auto renewals = [&] { return m_servers[0].calls("pexpire"_ba); };
        const auto held = await(m_mine->tryLock(m_mine->newOwner(), 0ms, lease));
        QVERIFY(held->isHeld());
        QVERIFY(eventually([&] { return m_servers[0].command({"DBSIZE"_ba}).integer == 1; }));
        const qint64 before = renewals();
        QVERIFY(eventually([&] { return m_one->clock.now() >= held->validUntil - 20ms; }));
        const qint64 seen = renewals() - before;
        // One in a third of the lease, a little earlier where a timer of another hold runs, and
        // again after a round without a majority. Those that were given back would be renewed 300
        // times in each third.
        QVERIFY2(seen >= 1 && seen <= 20, qPrintable(QString::number(seen)));
    }

    void waitersAreWoken_data() { kinds(); }
    void waitersAreWoken()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        auto waiting = m_theirs->lock(m_theirs->newOwner());
        QVERIFY(eventually([&] { return subscribed() == 5; }));
        QVERIFY(!waiting.isReady());
        QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        const auto theirs = await(std::move(waiting), 10s); // far below the lease
        QVERIFY(theirs && theirs->isHeld());
        QVERIFY(eventually([&] { return subscribed() == 0; }));
    }

    void manyWaitersTakeTurns_data() { kinds(); }
    void manyWaitersTakeTurns()
    {
        begin();
        std::vector<std::pair<Lock *, OwnerId>> waiters;
        std::vector<Pending<AcquireOutcome>> pendings;
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        for (int i = 0; i < 12; ++i) {
            Lock *const lock = i % 2 == 0 ? m_mine.get() : m_theirs.get();
            waiters.emplace_back(lock, lock->newOwner());
            pendings.push_back(lock->lock(waiters.back().second, Lease::of(25s)));
        }
        // Both processes listen, once each.
        QVERIFY(eventually([&] { return subscribed() == 5; }));
        QVERIFY(await(m_mine->unlock(me)));
        for (int done = 0; done < 12; ++done) {
            std::size_t at = waiters.size();
            QVERIFY(eventually([&] {
                for (std::size_t i = 0; i < pendings.size(); ++i) {
                    if (pendings[i].isReady())
                        at = i;
                }
                return at < waiters.size();
            }));
            const auto got = pendings[at].take();
            QVERIFY(got && got->isHeld());
            for (const auto &other : pendings)
                QVERIFY(!other.isReady());
            QCOMPARE(await(waiters[at].first->unlock(waiters[at].second))->status,
                     Released::Released);
        }
        QVERIFY(eventually([&] { return subscribed() == 0 && m_servers.keys() == 0; }));
    }

    void theHoldersTimeIsTheFallback_data() { kinds(); }
    void theHoldersTimeIsTheFallback()
    {
        begin();
        const OwnerId other("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:7");
        if (m_kind == "redlock") {
            m_servers.commandAll({"SET"_ba, "job"_ba, other.bytes, "PX"_ba, "700"_ba});
        } else {
            m_servers.commandAll({"HSET"_ba, "job"_ba, other.bytes, "1"_ba});
            m_servers.commandAll({"PEXPIRE"_ba, "job"_ba, "700"_ba});
        }
        const auto mine = await(m_mine->tryLock(m_mine->newOwner(), 15s));
        QVERIFY(mine->isHeld());
        QVERIFY(eventually([&] { return subscribed() == 0; }));
    }

    void aWaitEnds_data() { kinds(); }
    void aWaitEnds()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        const auto theirs = await(m_theirs->tryLock(m_theirs->newOwner(), 300ms));
        QCOMPARE(theirs->status, Acquired::Busy);
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = m_theirs->lock(m_theirs->newOwner(), {}, cancel);
        QVERIFY(eventually([&] { return subscribed() == 5; }));
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        auto dying = m_theirs->lock(m_theirs->newOwner());
        QVERIFY(eventually([&] { return subscribed() == 5; }));
        m_theirs.reset();
        QCOMPARE(await(std::move(dying))->status, Acquired::Cancelled);
        QVERIFY(eventually([&] { return subscribed() == 0; }));
        QVERIFY(eventually([&] { return keysOf(me) == 5; }));
        QCOMPARE(m_servers.keys(), 5);
    }

    void aCancelAtTheGrantLeavesNothing_data() { kinds(); }
    void aCancelAtTheGrantLeavesNothing()
    {
        begin();
        const auto cancel = std::make_shared<Cancellation>();
        auto taking = m_mine->tryLock(m_mine->newOwner(), 5s, {}, cancel);
        cancel->request();
        QCOMPARE(await(std::move(taking))->status, Acquired::Cancelled);
        QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
    }

    void scriptsAreLoadedAgain_data() { kinds(); }
    void scriptsAreLoadedAgain()
    {
        begin();
        for (int i = 0; i < 3; ++i) {
            m_servers.commandAll({"SCRIPT"_ba, "FLUSH"_ba});
            const OwnerId me = m_mine->newOwner();
            QVERIFY(await(m_mine->tryLock(me))->isHeld());
            m_servers.commandAll({"SCRIPT"_ba, "FLUSH"_ba});
            QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
            QVERIFY(eventually([&] { return m_servers.keys() == 0; }));
        }
    }
};

LOCKSCOPE_TEST_SUITE(TestRedlock)

#include "tst_redlock.moc"
