// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/multilock.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::Cancellation;
using lock::Lease;
using lock::Lock;
using lock::Loss;
using lock::MultiLock;
using lock::ReleaseOutcome;
using lock::Standing;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

// Several locks on two real servers as one.
class TestMultiLock : public QObject
{
    Q_OBJECT

private:
    // The objects of one process for both servers.
    struct Party {
        Party(const redis::ConnectionConfig &first, const redis::ConnectionConfig &second)
            : here(first)
            , there(second)
        {}
        std::unique_ptr<MultiLock> make(const QByteArrayList &names, const QByteArray &kind)
        {
            std::vector<std::shared_ptr<Lock>> members;
            for (const QByteArray &name : names)
                members.push_back((name < "m" ? here : there).make(kind, name));
            return std::make_unique<MultiLock>(std::move(members), here.clock);
        }
        LockProcess here;
        LockProcess there;
    };

    RedisProcess m_here;
    RedisProcess m_there;
    std::unique_ptr<Party> m_one;
    std::unique_ptr<Party> m_two;

    static redis::ConnectionConfig config(const RedisProcess &server)
    {
        redis::ConnectionConfig config;
        config.target = server.target();
        config.connectTimeout = 1s;
        config.commandTimeout = 1s;
        return config;
    }
    qint64 keys() const
    {
        return m_here.command({"DBSIZE"_ba}).integer + m_there.command({"DBSIZE"_ba}).integer;
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_here.start());
        QVERIFY(m_there.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_here.isRunning() || m_here.restart());
        QVERIFY(m_there.isRunning() || m_there.restart());
        QVERIFY(m_here.command({"FLUSHALL"_ba}).isOk());
        QVERIFY(m_there.command({"FLUSHALL"_ba}).isOk());
        m_one = std::make_unique<Party>(config(m_here), config(m_there));
        m_two = std::make_unique<Party>(config(m_here), config(m_there));
    }
    void cleanup()
    {
        m_one.reset();
        m_two.reset();
    }

    void takesAllOrNothing_data()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char *kind : {"reentrant", "fair", "string", "read-write"})
            QTest::newRow(kind) << QByteArray(kind);
    }
    void takesAllOrNothing()
    {
        QFETCH(const QByteArray, kind);
        const auto mine = m_one->make({"a"_ba, "b"_ba, "x"_ba}, kind);
        const auto theirs = m_two->make({"x"_ba, "c"_ba}, kind);
        QCOMPARE(mine->name(), LockName("a,b,x"_ba));
        QCOMPARE(mine->kind(), "multi"_ba);
        const OwnerId me = mine->newOwner();
        const auto held = await(mine->tryLock(me));
        QVERIFY(held && held->isHeld());
        QCOMPARE(held->count, 1);
        QCOMPARE(held->votes.size(), 3U);
        QVERIFY(mine->validityLeft(me) > 20s);
        QVERIFY(*await(mine->isLocked()));
        QCOMPARE(*await(mine->holdCount(me)), 1);
        QVERIFY(await(mine->remainingTimeToLive())->time > Millis(20s));

        const auto busy = await(theirs->tryLock(theirs->newOwner()));
        QCOMPARE(busy->status, Acquired::Busy);
        QCOMPARE(m_here.command({"EXISTS"_ba, "c"_ba}).integer, 0);
        QCOMPARE(await(theirs->unlock(theirs->newOwner()))->status, Released::NotHeld);

        QCOMPARE(await(mine->unlock(me))->status, Released::Released);
        QVERIFY(!mine->validityLeft(me));
        QVERIFY(eventually([&] { return keys() == 0; }));
        QVERIFY(await(theirs->tryLock(theirs->newOwner()))->isHeld());
        QVERIFY(*await(theirs->forceUnlock()));
        QVERIFY(!*await(theirs->forceUnlock()));
    }

    void reenters()
    {
        const auto mine = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        const OwnerId me = mine->newOwner();
        QCOMPARE(await(mine->tryLock(me))->count, 1);
        QCOMPARE(await(mine->tryLock(me))->count, 2);
        const auto once = await(mine->unlock(me));
        QCOMPARE(once->status, Released::StillHeld);
        QCOMPARE(once->count, 1);
        QVERIFY(mine->validityLeft(me));
        QCOMPARE(await(mine->unlock(me))->status, Released::Released);
        QCOMPARE(await(mine->unlock(me))->status, Released::NotHeld);
    }

    // Somebody has one of the locks: earlier holds are not given back with the rest.
    void keepsTheOuterHold()
    {
        const auto both = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        const auto alone = m_one->here.make("reentrant"_ba, "a"_ba);
        const auto foreign = m_two->there.make("reentrant"_ba, "x"_ba);
        const OwnerId me = both->newOwner();
        QVERIFY(await(alone->tryLock(me))->isHeld());
        QVERIFY(await(foreign->tryLock(foreign->newOwner()))->isHeld());
        QCOMPARE(await(both->tryLock(me))->status, Acquired::Busy);
        QCOMPARE(*await(alone->holdCount(me)), 1);
    }

    void waitsWithNothingInHand()
    {
        const auto mine = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        const auto foreign = m_two->there.make("reentrant"_ba, "x"_ba);
        const OwnerId other = foreign->newOwner();
        QVERIFY(await(foreign->tryLock(other))->isHeld());
        auto waiting = mine->lock(mine->newOwner());
        QVERIFY(eventually([&] {
            return m_there.command({"PUBSUB"_ba, "NUMSUB"_ba, "redisson_lock__channel:{x}"_ba})
                       .elements.at(1)
                       .integer
                == 1;
        }));
        QCOMPARE(m_here.command({"EXISTS"_ba, "a"_ba}).integer, 0);
        QCOMPARE(await(foreign->unlock(other))->status, Released::Released);
        QVERIFY(await(std::move(waiting))->isHeld());
        QVERIFY(eventually([&] {
            return m_there.command({"PUBSUB"_ba, "CHANNELS"_ba, "redisson*"_ba}).elements.empty();
        }));
    }

    // Two parties that take the same locks in opposite order, again and again.
    void partiesInOppositeOrderBothComeThrough()
    {
        struct Runner {
            std::unique_ptr<MultiLock> lock;
            OwnerId owner;
            Pending<AcquireOutcome> taking;
            Pending<ReleaseOutcome> giving;
            int turns = 0;
        };
        constexpr int wanted = 15;
        std::array<Runner, 2> runners;
        runners[0].lock = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        runners[1].lock = m_two->make({"x"_ba, "a"_ba}, "reentrant"_ba);
        for (Runner &runner : runners) {
            runner.owner = runner.lock->newOwner();
            runner.taking = runner.lock->lock(runner.owner);
        }
        int inside = 0;
        bool isExclusive = true;
        QVERIFY(eventually(
            [&] {
                for (Runner &runner : runners) {
                    if (runner.taking.isReady()) {
                        isExclusive =
                            runner.taking.take()->isHeld() && ++inside == 1 && isExclusive;
                        --inside;
                        runner.giving = runner.lock->unlock(runner.owner);
                    } else if (runner.giving.isReady()) {
                        isExclusive =
                            runner.giving.take()->status == Released::Released && isExclusive;
                        if (++runner.turns < wanted)
                            runner.taking = runner.lock->lock(runner.owner);
                    }
                }
                return runners[0].turns == wanted && runners[1].turns == wanted;
            },
            3 * patience));
        QVERIFY(isExclusive);
        QVERIFY(eventually([&] { return keys() == 0; }));
    }

    void leavesNothingWhenOneServerIsDown()
    {
        const auto mine = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        QVERIFY(await(mine->tryLock(mine->newOwner()))->isHeld());
        QVERIFY(*await(mine->forceUnlock()));
        m_there.kill();
        QVERIFY(eventually([&] { return !m_one->there.deployment.isReady(); }));
        const auto once = await(mine->tryLock(mine->newOwner()));
        QCOMPARE(once->status, Acquired::Failed);
        QCOMPARE(m_here.command({"DBSIZE"_ba}).integer, 0);
        const auto later = await(mine->tryLock(mine->newOwner(), 1500ms));
        QCOMPARE(later->status, Acquired::Failed);
        QCOMPARE(m_here.command({"DBSIZE"_ba}).integer, 0);
        auto waiting = mine->lock(mine->newOwner());
        QVERIFY(m_there.restart());
        QVERIFY(await(std::move(waiting))->isHeld());
    }

    void cancels()
    {
        const auto mine = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        const auto foreign = m_two->there.make("reentrant"_ba, "x"_ba);
        QVERIFY(await(foreign->tryLock(foreign->newOwner()))->isHeld());
        const auto cancel = std::make_shared<Cancellation>();
        auto waiting = mine->lock(mine->newOwner(), {}, cancel);
        QVERIFY(!eventually([&] { return waiting.isReady(); }, 100ms));
        cancel->request();
        QCOMPARE(await(std::move(waiting))->status, Acquired::Cancelled);
        QVERIFY(eventually([&] { return m_here.command({"DBSIZE"_ba}).integer == 0; }));
    }

    // The lock goes away while its members are being asked.
    void givesBackWhenItGoes()
    {
        auto mine = m_one->make({"a"_ba, "b"_ba, "x"_ba}, "reentrant"_ba);
        QVERIFY(await(m_one->there.deployment.whenReady()));
        QVERIFY(await(m_one->here.deployment.whenReady()));
        auto taking = mine->lock(mine->newOwner());
        mine.reset();
        QVERIFY(eventually([&] { return taking.isReady(); }));
        const auto ends = m_one->here.make("reentrant"_ba, "a"_ba);
        QVERIFY(await(ends->isLocked())); // asked after all that was sent before
        QVERIFY(eventually([&] { return keys() == 0; }));
    }

    void tellsALossAndGivesBackTheRest()
    {
        const auto mine = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        std::vector<Loss> losses;
        mine->setLostHandler([&](const OwnerId &, Loss loss) { losses.push_back(loss); });
        const OwnerId me = mine->newOwner();
        QVERIFY(await(mine->tryLock(me))->isHeld());
        QVERIFY(await(mine->tryLock(me))->isHeld());
        QVERIFY(eventually([&] { return m_one->there.deployment.isTracking(); }));
        QCOMPARE(m_there.command({"DEL"_ba, "x"_ba}).integer, 1);
        QVERIFY(eventually([&] { return !losses.empty(); }));
        QVERIFY(!mine->validityLeft(me));
        QVERIFY(eventually([&] { return keys() == 0; }));
        QCOMPARE(losses, std::vector<Loss>{Loss::TakenAway});
    }

    void tellsTheWorstStandingOfItsMembers()
    {
        const auto mine = m_one->make({"a"_ba, "x"_ba, "y"_ba}, "reentrant"_ba);
        mine->setLostHandler([](const OwnerId &, Loss) { QFAIL("lost"); });
        std::vector<Standing> told;
        mine->setStandingHandler(
            [&](const OwnerId &, const Standing &standing) { told.push_back(standing); });
        QVERIFY(await(mine->tryLock(mine->newOwner(), 0ms, Lease::watchdog(6s)))->isHeld());
        const auto refuse = [&](const RedisProcess &server, const QByteArray &replicas) {
            server.command({"CONFIG"_ba, "SET"_ba, "min-replicas-to-write"_ba, replicas});
        };
        refuse(m_there, "1"_ba); // x and y: told once
        QVERIFY(eventually([&] { return told.size() == 1; }));
        QVERIFY(told.front().kind == Standing::Kind::Overdue && told.front().isRefused);
        refuse(m_there, "0"_ba);
        QVERIFY(eventually([&] { return told.size() == 2; }));
        QCOMPARE(told.back(), Standing());
    }

    void isValidAsLongAsTheLeast()
    {
        const auto mine = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        const OwnerId me = mine->newOwner();
        const auto held = await(mine->tryLock(me, 0ms, Lease::of(20s)));
        QVERIFY(held->isHeld());
        QCOMPARE(mine->validUntil(me),
                 std::min(mine->members()[0]->validUntil(me), mine->members()[1]->validUntil(me)));
        QCOMPARE(held->validUntil, *mine->validUntil(me));
    }

    void reportsWhatIsNoLock()
    {
        m_there.command({"SADD"_ba, "x"_ba, "1"_ba});
        const auto mine = m_one->make({"a"_ba, "x"_ba}, "reentrant"_ba);
        QCOMPARE(await(mine->lock(mine->newOwner()))->status, Acquired::WrongType);
        QVERIFY(eventually([&] { return m_here.command({"DBSIZE"_ba}).integer == 0; }));
    }
};

LOCKSCOPE_TEST_SUITE(TestMultiLock)
#include "tst_multilock.moc"
