// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/lockfixture.h"
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

#include <set>

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
using lock::QuorumServer;
using lock::ReleaseOutcome;
using lock::Standing;
using lock::Vote;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Quorum locks on servers that hang, die, forget and depend on each other. The names P1 to P10 are
// defects found in other libraries, F01 to F15 faults (reliability.md, sections 2 and 4).
class TestRedlockFaults : public QObject
{
    Q_OBJECT

private:
    QuorumServers m_servers;
    std::set<std::size_t> m_paused;
    std::unique_ptr<QuorumProcess> m_one;
    QByteArray m_kind;
    std::unique_ptr<Lock> m_mine;

    void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("redlock") << "redlock"_ba;
        QTest::newRow("red") << "red"_ba;
    }
    // A server that is silent for a second is given up.
    std::vector<redis::ConnectionConfig> configs() const
    {
        auto configs = m_servers.configs();
        for (auto &config : configs) {
            config.pingInterval = 300ms;
            config.silenceLimit = 1000ms;
        }
        return configs;
    }
    void begin(QuorumConfig config = {}, bool areDurable = true)
    {
        QFETCH(const QByteArray, kind);
        m_kind = kind;
        config.areServersDurable = areDurable;
        m_one = std::make_unique<QuorumProcess>(configs(), config);
        m_mine = m_one->make(kind, "job"_ba);
        QVERIFY(eventually([&] { return m_one->isComplete(); }));
    }
    void pause(std::size_t first, std::size_t count = 1)
    {
        for (std::size_t i = first; i < first + count; ++i) {
            m_servers[i].pause();
            m_paused.insert(i);
        }
    }
    void resume()
    {
        for (const std::size_t i : std::exchange(m_paused, {}))
            m_servers[i].resume();
    }
    void kill(std::size_t first, std::size_t count = 1)
    {
        for (std::size_t i = first; i < first + count; ++i)
            m_servers[i].kill();
        QVERIFY(eventually([&] { return !m_one->isPresent(first + count - 1); }));
    }
    bool isEmpty() const { return m_servers.keys() == 0; }
    bool isOnAll(const QByteArray &name = "job"_ba) const
    {
        const auto replies = m_servers.commandAll({"EXISTS"_ba, name});
        return std::all_of(replies.begin(), replies.end(),
                           [](const Reply &reply) { return reply.integer == 1; });
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
        resume();
        m_mine.reset();
        m_one.reset();
        for (std::size_t i = 0; i < m_servers.size(); ++i) {
            if (!m_servers[i].isRunning())
                QVERIFY(m_servers[i].start());
            m_servers[i].command({"REPLICAOF"_ba, "NO"_ba, "ONE"_ba});
            m_servers[i].command({"ACL"_ba, "SETUSER"_ba, "default"_ba, "+@all"_ba});
        }
    }

    void oneStoppedIsNoFailure_P1_P8_F04_data() { kinds(); }
    void oneStoppedIsNoFailure_P1_P8_F04()
    {
        begin();
        pause(1);
        const OwnerId me = m_mine->newOwner();
        const auto mine = await(m_mine->tryLock(me));
        QVERIFY(mine->isHeld());
        QCOMPARE(mine->votes[1].kind, Vote::Kind::Pending); // the others were enough
        QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        // The requests it still has are taken back by requests behind them.
        resume();
        QVERIFY(eventually([&] { return isEmpty(); }));
    }

    void stopAsksAnotherForTheStopped_data() { kinds(); }
    void stopAsksAnotherForTheStopped()
    {
        begin({.asking = Asking::Stop});
        pause(0);
        for (int i = 0; i < 50; ++i) {
            const OwnerId me = m_mine->newOwner();
            const auto mine = await(m_mine->tryLock(me));
            QVERIFY(mine->isHeld());
            QCOMPARE(count(mine->votes, Vote::Kind::Granted), 3U);
            if (i > 0) // once it has been silent, the others come first
                QCOMPARE(mine->votes[0].kind, Vote::Kind::NotAsked);
            QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        }
        resume();
        QVERIFY(eventually([&] { return isEmpty(); }));
    }

    void oneKilledIsNoFailure_P1_P7_F01_data() { kinds(); }
    void oneKilledIsNoFailure_P1_P7_F01()
    {
        begin();
        kill(1);
        for (int i = 0; i < 20; ++i) {
            const OwnerId me = m_mine->newOwner();
            const auto mine = await(m_mine->tryLock(me));
            QVERIFY(mine->isHeld());
            QCOMPARE(mine->votes[1].kind, Vote::Kind::NotAsked);
            QVERIFY(mine->votes[1].error.has_value());
            QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        }
    }

    void threeKilledIsNoQuorum_F02_F03_data() { kinds(); }
    void threeKilledIsNoQuorum_F02_F03()
    {
        begin();
        kill(0, 3);
        const auto mine = await(m_mine->tryLock(m_mine->newOwner()));
        QCOMPARE(mine->status, Acquired::Failed);
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(mine->error->text.english().contains(m_one->deployments[i]->label()));
        QVERIFY(eventually([&] {
            return m_servers[3].command({"DBSIZE"_ba}).integer == 0
                && m_servers[4].command({"DBSIZE"_ba}).integer == 0;
        }));
        // From the start on, too.
        QuorumProcess late(configs(), durable());
        const auto theirs = late.make(m_kind, "job"_ba);
        const auto tried = await(theirs->tryLock(theirs->newOwner()));
        QCOMPARE(tried->status, Acquired::Failed);
        // A wait goes on until there are enough.
        auto waiting = theirs->tryLock(theirs->newOwner(), 15s);
        QVERIFY(m_servers[0].start());
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    void aStoppedMajorityIsRejected_P5_P6_F05_data() { kinds(); }
    void aStoppedMajorityIsRejected_P5_P6_F05()
    {
        begin();
        pause(0, 3);
        const auto mine = await(m_mine->tryLock(m_mine->newOwner(), 0ms, Lease::of(200ms)));
        QCOMPARE(mine->status, Acquired::Failed);
        QCOMPARE(count(mine->votes, Vote::Kind::NoAnswer), 3U);
        QVERIFY(eventually([&] {
            return m_servers[3].command({"DBSIZE"_ba}).integer == 0
                && m_servers[4].command({"DBSIZE"_ba}).integer == 0;
        }));
        resume();
        QVERIFY(eventually([&] { return isEmpty(); }));
    }

    // All grant it, but so late that too little is left.
    void aLateMajorityIsRejected_P5_data() { kinds(); }
    void aLateMajorityIsRejected_P5()
    {
        begin({.serverTimeout = 10s, .minValidity = 29'500ms});
        pause(0, 3);
        auto taking = m_mine->tryLock(m_mine->newOwner(), 0ms, Lease::of(30s));
        const Instant start = m_one->clock.now();
        QVERIFY(eventually([&] { return m_one->clock.now() >= start + 400ms; }));
        QVERIFY(!taking.isReady());
        resume();
        const auto mine = await(std::move(taking));
        QCOMPARE(mine->status, Acquired::Failed);
        QCOMPARE(mine->error->code, "TOOLATE"_ba);
        QVERIFY(eventually([&] { return isEmpty(); }));
    }

    void aStalledServerCostsLittle_P9_P10_data() { kinds(); }
    void aStalledServerCostsLittle_P9_P10()
    {
        begin();
        pause(2);
        for (int i = 0; i < 100; ++i) {
            const OwnerId me = m_mine->newOwner();
            QVERIFY(await(m_mine->tryLock(me))->isHeld());
            QVERIFY(m_one->group->servers()[2].outstanding <= 64);
            QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
            QVERIFY(m_one->group->servers()[2].outstanding <= 64);
        }
        resume();
        QVERIFY(eventually([&] { return isEmpty(); }));
    }

    void slotsAreKeptForReleases_data() { kinds(); }
    void slotsAreKeptForReleases()
    {
        begin();
        pause(2);
        // Forty holds: the stalled server has slots for 32 acquires and their releases.
        std::vector<std::pair<std::unique_ptr<Lock>, OwnerId>> holds;
        std::size_t asked = 0;
        for (int i = 0; i < 40; ++i) {
            auto lock = m_one->make(m_kind, "job" + QByteArray::number(i));
            const OwnerId me = lock->newOwner();
            const auto held = await(lock->tryLock(me));
            QVERIFY(held->isHeld());
            asked += held->votes[2].kind == Vote::Kind::Pending;
            holds.emplace_back(std::move(lock), me);
        }
        if (m_one->isPresent(2)) // on a slow machine it is given up by now
            QVERIFY(asked <= 32);
        for (const auto &[lock, owner] : holds)
            QCOMPARE(await(lock->unlock(owner))->status, Released::Released);
        QVERIFY(m_one->group->servers()[2].outstanding <= 64);
        resume();
        QVERIFY(eventually([&] { return isEmpty(); }));
    }

    void whatCouldNotBeToldIsToldLater_data() { kinds(); }
    void whatCouldNotBeToldIsToldLater()
    {
        begin();
        pause(4);
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        QVERIFY(eventually([&] { return !m_one->isPresent(4); })); // given up; the acquire is sent
        QCOMPARE(await(m_mine->unlock(me))->status, Released::Released);
        QCOMPARE(m_one->group->servers()[4].owed, 1);
        resume();
        QVERIFY(eventually([&] { return m_one->isComplete() && isEmpty(); }));
        QCOMPARE(m_one->group->servers()[4].owed, 0);
    }

    // The debt of an earlier hold does not take away a later one's.
    void aDebtSparesTheNextHold_data() { kinds(); }
    void aDebtSparesTheNextHold()
    {
        begin();
        pause(4);
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        QVERIFY(eventually([&] { return !m_one->isPresent(4); }));
        QVERIFY(await(m_mine->unlock(me)));
        resume();
        auto again = m_mine->tryLock(me, 10s);
        QVERIFY(await(std::move(again))->isHeld());
        QVERIFY(eventually([&] { return m_one->isComplete(); }));
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(m_servers[i].command({"EXISTS"_ba, "job"_ba}).integer, 1);
        QVERIFY(m_mine->validityLeft(me));
    }

    void renewalsGoOnWithoutOne_data() { kinds(); }
    void renewalsGoOnWithoutOne()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        std::vector<Standing> told;
        m_mine->setStandingHandler(
            [&](const OwnerId &, const Standing &standing) { told.push_back(standing); });
        const auto mine = await(m_mine->tryLock(me, 0ms, Lease::watchdog(2s)));
        QVERIFY(mine->isHeld());
        pause(0);
        QVERIFY(eventually([&] { return m_mine->validUntil(me) > mine->validUntil + 3s; }));
        QVERIFY(!lost);
        QCOMPARE(told, std::vector<Standing>());
        // Without a majority it is not renewed, and told as lost when its time is over.
        pause(1, 2);
        QVERIFY(eventually([&] { return !told.empty(); }));
        QVERIFY(!lost);
        QVERIFY(told.front().kind == Standing::Kind::Overdue);
        QCOMPARE(told.front().missing, (std::vector<std::size_t>{0, 1, 2}));
        QVERIFY(told.front().validUntil > std::chrono::steady_clock::now());
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::NoMajority);
        QCOMPARE(told.size(), std::size_t(1));
        QVERIFY(!m_mine->validityLeft(me));
        resume();
        QVERIFY(eventually([&] { return isEmpty(); }));
    }

    void aMajorityThatAnswersAgainRenews_data() { kinds(); }
    void aMajorityThatAnswersAgainRenews()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        m_mine->setLostHandler([](const OwnerId &, Loss) { QFAIL("lost"); });
        std::vector<Standing> told;
        m_mine->setStandingHandler(
            [&](const OwnerId &, const Standing &standing) { told.push_back(standing); });
        QVERIFY(await(m_mine->tryLock(me, 0ms, Lease::watchdog(8s)))->isHeld());
        QVERIFY(eventually([&] { return isOnAll(); }));
        pause(1, 2);
        pause(3);
        QVERIFY(eventually([&] { return told.size() == 1; }));
        QCOMPARE(told.front().missing, (std::vector<std::size_t>{1, 2, 3}));
        resume();
        QVERIFY(eventually([&] { return told.size() == 2; }));
        QCOMPARE(told.back(), Standing());
    }

    // The client itself was stopped for longer than its lease.
    void aStoppedClientBelievesNothing_F06_data() { kinds(); }
    void aStoppedClientBelievesNothing_F06()
    {
        QFETCH(const QByteArray, kind);
        ShiftedClock clock;
        QuorumProcess process(configs(), durable(), &clock);
        const auto mine = process.make(kind, "job"_ba);
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me, 0ms, Lease::of(10s)))->isHeld());
        QVERIFY(mine->validityLeft(me));
        clock.advance(9s);
        QVERIFY(mine->validityLeft(me));
        clock.advance(900ms); // in the drift: not certain any more
        QVERIFY(!mine->validityLeft(me));
    }

    void aCancelledWaitLeavesNothing_data() { kinds(); }
    void aCancelledWaitLeavesNothing()
    {
        begin();
        pause(0, 3);
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = m_mine->lock(m_mine->newOwner(), {}, cancel);
        const Instant start = m_one->clock.now();
        QVERIFY(eventually([&] { return m_one->clock.now() >= start + 200ms; }));
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        resume();
        QVERIFY(eventually([&] { return isEmpty(); }));
    }

    // The client makes up for messages that were published while it did not listen.
    void aLostSubscriptionIsMadeUpFor_data() { kinds(); }
    void aLostSubscriptionIsMadeUpFor()
    {
        begin();
        QuorumProcess two(configs(), durable());
        const auto theirs = two.make(m_kind, "job"_ba);
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        auto waiting = theirs->lock(theirs->newOwner());
        QVERIFY(eventually([&] {
            const auto replies = m_servers.commandAll({"PUBSUB"_ba, "CHANNELS"_ba, "*job*"_ba});
            return std::all_of(replies.begin(), replies.end(),
                               [](const Reply &reply) { return reply.elements.size() == 1; });
        }));
        m_servers.commandAll({"CLIENT"_ba, "KILL"_ba, "TYPE"_ba, "pubsub"_ba});
        m_servers.commandAll({"DEL"_ba, "job"_ba}); // and nothing is published
        QVERIFY(await(std::move(waiting), 15s)->isHeld());
    }

    void aRestartedServerIsQuarantined_F15_data() { kinds(); }
    void aRestartedServerIsQuarantined_F15()
    {
        // Complete only when all have been up for that long; the lease is too long for a restarted
        // one to be taken again before the next is.
        begin({.maxLease = 6s}, false);
        const OwnerId me = m_mine->newOwner();
        std::optional<Loss> lost;
        m_mine->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        QVERIFY(await(m_mine->tryLock(me, 0ms, Lease::watchdog(6s)))->isHeld());
        QVERIFY(eventually([&] { return isOnAll(); }));
        const auto restart = [&](std::size_t i) {
            m_servers[i].kill();
            return m_servers[i].start() && eventually([&] {
                       return m_one->group->servers()[i].state == QuorumServer::State::Quarantined;
                   });
        };
        QVERIFY(restart(0));
        QVERIFY(m_one->group->servers()[0].quarantine > 1s);
        const auto other = m_one->make(m_kind, "other"_ba);
        const auto held = await(other->tryLock(other->newOwner(), 0ms, Lease::of(2s)));
        QVERIFY(held->isHeld());
        QCOMPARE(held->votes[0].kind, Vote::Kind::NotAsked);
        QCOMPARE(held->votes[0].error->code, "QUARANTINED"_ba);
        QVERIFY(!lost);
        QVERIFY(restart(1));
        QVERIFY(!lost);
        QVERIFY(restart(2));
        QVERIFY(eventually([&] { return lost.has_value(); }));
        QCOMPARE(*lost, Loss::NoQuorum);
        QVERIFY(
            eventually([&] { return m_one->isComplete(); })); // and they come back by themselves
    }

    void aServerThatTellsNothingIsCounted_data() { kinds(); }
    void aServerThatTellsNothingIsCounted()
    {
        m_servers[3].command({"ACL"_ba, "SETUSER"_ba, "default"_ba, "-info"_ba});
        begin();
        QVERIFY(m_one->group->servers()[3].isRestartUnknown);
        QVERIFY(!m_one->group->servers()[2].isRestartUnknown);
        pause(0, 2);
        const auto mine = await(m_mine->tryLock(m_mine->newOwner()));
        QVERIFY(mine->isHeld());
        QCOMPARE(mine->votes[3].kind, Vote::Kind::Granted);
        QVERIFY(mine->votes[3].isRestartUnknown);
        QVERIFY(!mine->votes[4].isRestartUnknown);
    }

    void theSameServerTwiceIsRefused()
    {
        auto twice = configs();
        twice[4].target = twice[0].target;
        QuorumProcess process(twice, durable());
        const auto mine = process.make("redlock"_ba, "job"_ba);
        QVERIFY(eventually([&] { return process.group->refusal().has_value(); }));
        const auto tried = await(mine->tryLock(mine->newOwner()));
        QCOMPARE(tried->status, Acquired::Failed);
        QCOMPARE(tried->error->code, "DEPENDENT"_ba);
        QVERIFY(tried->error->text.english().contains(process.deployments[0]->label()));
        QVERIFY(isEmpty());
    }

    void serversThatReplicateEachOtherAreRefused()
    {
        const QByteArray port = QByteArray::number(m_servers[0].port());
        m_servers[1].command({"REPLICAOF"_ba, "127.0.0.1"_ba, port});
        QuorumProcess process(configs(), durable());
        const auto mine = process.make("redlock"_ba, "job"_ba);
        QVERIFY(eventually([&] { return process.group->refusal().has_value(); }));
        const auto tried = await(mine->tryLock(mine->newOwner(), 5s));
        QCOMPARE(tried->status, Acquired::Failed);
        QCOMPARE(tried->error->code, "DEPENDENT"_ba);
    }

    // The user named the owner, and another process has locked as it. An attempt that fails takes
    // nothing of that away, also where its answer comes late.
    void aNamedOwnerKeepsWhatAnotherProcessHas_data() { kinds(); }
    void aNamedOwnerKeepsWhatAnotherProcessHas()
    {
        begin();
        const OwnerId owner(m_kind == "red" ? "6a6f696e-7400-4000-8000-000000000000:1"_ba
                                            : "token"_ba);
        QuorumProcess two(configs(), durable());
        const auto theirs = two.make(m_kind, "job"_ba);
        QVERIFY(eventually([&] { return two.isComplete(); }));
        QVERIFY(await(theirs->tryLock(owner))->isHeld());
        QVERIFY(eventually([&] { return isOnAll(); }));
        pause(2, 3);
        const auto tried = await(m_mine->tryLock(owner));
        QVERIFY(!tried->isHeld());
        resume();
        QVERIFY(await(m_one->group->whenQuiet()));
        QVERIFY(await(m_one->group->whenQuiet())); // behind what the late answers led to
        const auto held = m_kind == "red"
            ? m_servers.count({"HGET"_ba, "job"_ba, owner.bytes}, "1"_ba)
            : m_servers.count({"GET"_ba, "job"_ba}, owner.bytes);
        QCOMPARE(held, 5);
    }

    void memoryThatIsShortIsNoMajority_F24_data() { kinds(); }
    void memoryThatIsShortIsNoMajority_F24()
    {
        begin();
        const OwnerId me = m_mine->newOwner();
        QVERIFY(await(m_mine->tryLock(me))->isHeld());
        QVERIFY(eventually([&] { return isOnAll(); }));
        m_servers.commandAll({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "1"_ba});
        const auto other = m_one->make(m_kind, "other"_ba);
        const auto tried = await(other->tryLock(other->newOwner()));
        const auto given = await(m_mine->unlock(me));
        m_servers.commandAll({"CONFIG"_ba, "SET"_ba, "maxmemory"_ba, "0"_ba});
        QCOMPARE(tried->status, Acquired::Failed);
        QCOMPARE(tried->error->code, "OOM"_ba);
        QCOMPARE(given->status, Released::Released);
        QVERIFY(eventually([&] { return isEmpty(); }));
    }
};

LOCKSCOPE_TEST_SUITE(TestRedlockFaults)

#include "tst_redlockfaults.moc"
