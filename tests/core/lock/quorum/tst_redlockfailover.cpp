// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Lease;
using lock::Loss;
using lock::QuorumConfig;
using lock::QuorumServer;
using lock::ReleaseOutcome;
using lock::Vote;

// A quorum of which one member is a primary with replicas, watched by Sentinels. The set is shared.
class TestRedlockFailover : public QObject
{
    Q_OBJECT

private:
    static constexpr std::size_t member = 2; // the one with replicas

    std::unique_ptr<SentinelSet> m_set;
    std::unique_ptr<QuorumServers> m_others;

    std::vector<redis::ConnectionConfig> configs() const
    {
        auto configs = m_others->configs();
        configs.emplace_back().target = *redis::parseTarget(m_set->url());
        return configs;
    }
    static QuorumServer seen(const QuorumProcess &process)
    {
        return process.group->servers()[member];
    }
    static bool isPromoted(const QuorumServer &server)
    {
        return server.state == QuorumServer::State::Quarantined
            && server.error->text.english().contains(u"taken over"_s);
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        m_set = std::make_unique<SentinelSet>();
        QVERIFY(m_set->start());
        m_others = std::make_unique<QuorumServers>(2);
        QVERIFY(m_others->start());
    }
    void cleanupTestCase()
    {
        m_set.reset();
        m_others.reset();
    }
    void init() { failOnAnyWarning(); }
    void cleanup()
    {
        QVERIFY(m_set->reviveAll());
        m_set->primary()->command({"FLUSHALL"_ba});
        (void)m_others->commandAll({"FLUSHALL"_ba});
    }

    // First, since no replica was promoted yet: durable servers count at once.
    void aMemberThatNeverFailedOverCountsAtOnce()
    {
        QuorumProcess process(configs(), durable({.maxLease = 30s}));
        QVERIFY(eventually([&] { return process.isComplete(); }));
        const auto lock = process.make("redlock"_ba, "job"_ba);
        const OwnerId me = lock->newOwner();
        const auto held = await(lock->tryLock(me, 0ms, Lease::of(20s)));
        QVERIFY(held && held->isHeld());
        QVERIFY(eventually([&] {
            return m_set->primary()->command({"EXISTS"_ba, "job"_ba}).integer == 1;
        }));
        QCOMPARE(await(lock->unlock(me))->status, ReleaseOutcome::Status::Released);
    }

    // The new primary may lack locks, whatever the old one has on its disk; for as long a lease of
    // them may last it has no vote. A hold goes on with the majority, and is renewed there again.
    void aMemberThatFailsOverHasNoVoteForALease_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("redlock") << "redlock"_ba;
        QTest::newRow("red") << "red"_ba;
    }
    void aMemberThatFailsOverHasNoVoteForALease()
    {
        QFETCH(const QByteArray, kind);
        QuorumProcess process(configs(), durable({.maxLease = 10s}));
        const auto lock = process.make(kind, "job"_ba);
        std::optional<Loss> lost;
        lock->setLostHandler([&](const OwnerId &, Loss loss) { lost = loss; });
        QVERIFY(eventually([&] { return process.isComplete(); }));
        const OwnerId me = lock->newOwner();
        QVERIFY(await(lock->tryLock(me, 0ms, Lease::watchdog(10s)))->isHeld());
        // The member has granted it, too, and its replicas have it: a failover may lose it else.
        QVERIFY(eventually([&] {
            return m_set->primary()->command({"EXISTS"_ba, "job"_ba}).integer == 1
                && std::ranges::all_of(
                       m_set->replicas(),
                       [](const RedisProcess *replica) {
                           return replica->command({"EXISTS"_ba, "job"_ba}).integer == 1;
                       })
                && seen(process).outstanding == 0;
        }));
        const RedisProcess &killed = m_set->killPrimary();
        QVERIFY(m_set->awaitPromotion(killed));
        QVERIFY(eventually([&] { return isPromoted(seen(process)); }));
        QVERIFY(seen(process).quarantine > 3s);
        const auto other = process.make(kind, "other"_ba);
        const OwnerId them = other->newOwner();
        const auto granted = await(other->tryLock(them, 0ms, Lease::of(5s)));
        QVERIFY(granted && granted->isHeld()); // by the other two
        QCOMPARE(granted->votes[member].kind, Vote::Kind::NotAsked);
        QVERIFY(eventually([&] { return process.isComplete(); }));
        QVERIFY(eventually([&] {
            return lost || m_set->primary()->command({"EXISTS"_ba, "job"_ba}).integer == 1;
        }));
        QVERIFY(!lost);
        QCOMPARE(await(lock->unlock(me))->status, ReleaseOutcome::Status::Released);
        QVERIFY(await(other->unlock(them)).has_value());
    }

    // A process that comes after the failover does not know when it was: the uptime is the
    // replica's.
    void aProcessThatComesLaterDoesNotCountIt()
    {
        const RedisProcess &killed = m_set->killPrimary();
        QVERIFY(m_set->awaitPromotion(killed));
        QuorumProcess process(configs(), durable({.maxLease = 20s}));
        QVERIFY(eventually([&] { return seen(process).state != QuorumServer::State::Away; }, 15s));
        QVERIFY(isPromoted(seen(process)));
        QVERIFY(seen(process).quarantine > 15s);
    }
};

LOCKSCOPE_TEST_SUITE(TestRedlockFailover)
#include "tst_redlockfailover.moc"
