// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/quorum/multis.h"
#include "core/watch/track/heartbeat.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;

namespace {

const QByteArray ann = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
const QByteArray bob = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab";

Instant at(int seconds)
{
    return Instant(std::chrono::seconds(seconds));
}

// Renewed at `last` by a watchdog of 30 s.
HoldRecord renewed(const QByteArray &owner, int last)
{
    HoldRecord hold;
    hold.owner = OwnerId(owner);
    hold.deadline = at(last + 30);
    hold.lease = Millis(30'000);
    hold.watchdog = Watchdog::Renewing;
    hold.renewals = 3;
    return hold;
}

LockRecord lockOf(const QByteArray &name, const HoldRecord &hold, int server = 0)
{
    LockRecord lock;
    lock.id = {server, LockName(name)};
    lock.serverId = {server};
    lock.kind = "reentrant";
    lock.library = "redisson";
    lock.holds = {hold};
    return lock;
}

std::vector<LockPointer> pointersTo(const std::vector<LockRecord> &locks)
{
    std::vector<LockPointer> pointers;
    for (const LockRecord &lock : locks)
        pointers.push_back(std::make_shared<const LockRecord>(lock));
    return pointers;
}

Heartbeat pulseOf(std::initializer_list<int> lasts, int now)
{
    std::vector<Beat> beats;
    for (const int last : lasts)
        beats.push_back(*beatOf(renewed(ann + ":1", last)));
    return heartbeat(beats, at(now));
}

} // namespace

class TestHeartbeat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHoldThatIsNotRenewedTellsNothing()
    {
        HoldRecord fixed = renewed(ann + ":1", 0);
        fixed.watchdog = Watchdog::None;
        QVERIFY(!beatOf(fixed).has_value());
        fixed.watchdog = Watchdog::Unknown;
        QVERIFY(!beatOf(fixed).has_value());
        QCOMPARE(heartbeat({}, at(0)).pulse, Pulse::Unknown);
    }

    // Newer clients: one tick for all.
    void oneTickOfAll()
    {
        QCOMPARE(pulseOf({0, 0, 0}, 10).pulse, Pulse::Alive);
        const Heartbeat late = pulseOf({0, 0, 0}, 11);
        QCOMPARE(late.pulse, Pulse::Late);
        QCOMPARE(late.due, at(10));
        QCOMPARE(late.last, at(0));
        QCOMPARE(late.overdue, 3);
        QCOMPARE(othersText(late), QStringLiteral("with 2 other locks of the same client"));
        QCOMPARE(pulseOf({0, 0, 0}, 20).pulse, Pulse::Silent);
    }

    void oneOtherIsOne()
    {
        QCOMPARE(othersText(pulseOf({0, 0}, 11)),
                 QStringLiteral("with another lock of the same client"));
        QCOMPARE(othersText(pulseOf({0, 8}, 11)),
                 QStringLiteral("no renewal of another lock of the same client since"));
    }

    // Older clients: a timer for each lock. The client dies at 9; locks last renewed at 0, 4 and 8
    // are due at 10, 14 and 18.
    void timersOfTheirOwn()
    {
        QCOMPARE(pulseOf({0, 4, 8}, 10).pulse, Pulse::Alive);
        const Heartbeat late = pulseOf({0, 4, 8}, 11);
        QCOMPARE(late.pulse, Pulse::Late);
        QCOMPARE(late.overdue, 1);
        QCOMPARE(late.neglected, 0);
        QCOMPARE(othersText(late),
                 QStringLiteral("no renewal of 2 other locks of the same client since"));
        QCOMPARE(pulseOf({0, 4, 8}, 19).overdue, 3);
        QCOMPARE(pulseOf({0, 4, 8}, 19).pulse, Pulse::Late);
        QCOMPARE(pulseOf({0, 4, 8}, 20).pulse, Pulse::Silent);
    }

    // One lock's renewal was given up for good, the others go on.
    void oneIsNeglected()
    {
        const Heartbeat client = pulseOf({0, 12, 12}, 14);
        QCOMPARE(client.pulse, Pulse::Alive);
        QCOMPARE(client.overdue, 1);
        QCOMPARE(client.neglected, 1);
        QCOMPARE(client.due, at(22));
        QCOMPARE(othersText(client), QStringLiteral("the client still renews 2 others"));
        QCOMPARE(pulseOf({0, 12, 12}, 23).pulse, Pulse::Late); // and then these, too
    }

    void aSingleLockSaysNothingOfOthers()
    {
        QCOMPARE(pulseOf({0}, 11).pulse, Pulse::Late);
        QVERIFY(othersText(pulseOf({0}, 11)).isEmpty());
    }

    void clientsAreJudgedApart()
    {
        std::vector<LockRecord> locks{
            lockOf("a", renewed(ann + ":1", 0)), lockOf("b", renewed(ann + ":2", 0)),
            lockOf("c", renewed(bob + ":1", 8)), lockOf("d", renewed(bob + ":1", 8), 1),
            lockOf("e", renewed("no redisson lock", 0))};
        // The watch has not found that it is late: as long as nobody looked, nobody knows.
        QCOMPARE(heartbeats(pointersTo(locks), at(25))[0].heartbeat.pulse, Pulse::Alive);
        for (LockRecord &lock : locks) {
            if (lock.holds[0].owner.bytes.startsWith(ann))
                lock.holds[0].watchdog = Watchdog::Overdue;
        }
        auto all = heartbeats(pointersTo(locks), at(12));
        QCOMPARE(all.size(), std::size_t(3)); // a client of two servers has two connections
        QCOMPARE(all[0].client, ann);
        QCOMPARE(all[0].heartbeat.pulse, Pulse::Late);
        QCOMPARE(all[0].heartbeat.holds, 2);
        QCOMPARE(all[1].client, bob);
        QCOMPARE(all[1].heartbeat.pulse, Pulse::Alive);
        QCOMPARE(all[2].deployment, DeploymentId{1});
        QCOMPARE(heartbeats(pointersTo(locks), at(25))[0].heartbeat.pulse, Pulse::Late);
        locks[0].holds[0].presumedDead = true;
        QCOMPARE(heartbeats(pointersTo(locks), at(25))[0].heartbeat.pulse, Pulse::Silent);
    }

    void whatIsNotSeenIsNotJudged()
    {
        LockRecord lock = lockOf("a", renewed(ann + ":1", 0));
        lock.holds[0].watchdog = Watchdog::Overdue;
        lock.holds[0].presumedDead = true;
        WaiterRecord waiter;
        waiter.stale = true;
        waiter.listening = false;
        lock.waiters = std::vector<WaiterRecord>{waiter};
        const LockRecord shown = withoutJudgement(lock);
        QCOMPARE(shown.holds[0].watchdog, Watchdog::Unknown);
        QVERIFY(!shown.holds[0].presumedDead);
        QVERIFY(!shown.waiters->at(0).stale);
        QVERIFY(!shown.waiters->at(0).listening.has_value());
        QVERIFY(heartbeats(pointersTo({shown}), at(25)).empty());
    }

    void oneOwnerOfSeveralLocksMayHaveAMulti()
    {
        std::vector<LockRecord> locks{lockOf("x", renewed(ann + ":1", 0)),
                                      lockOf("y", renewed(ann + ":1", 0)),
                                      lockOf("other thread", renewed(ann + ":2", 0)),
                                      lockOf("other time", renewed(ann + ":1", 3))};
        locks[1].holds[0].deadline = *locks[1].holds[0].deadline + Millis(7);
        const auto multis = inferMultis(pointersTo(locks));
        QCOMPARE(multis.size(), std::size_t(1));
        QCOMPARE(multis[0].owner.bytes, ann + ":1");
        QCOMPARE(multis[0].locks, (std::vector<LockId>{locks[0].id, locks[1].id}));
        auto shown = pointersTo(locks);
        addMultiCandidates(shown, multis);
        QCOMPARE(shown[0]->kind, QByteArray("reentrant"));
        QCOMPARE(shown[0]->candidates->back().kind, QByteArray("multi"));
        QCOMPARE(shown[1]->candidates->back().reason.english(),
                 QStringLiteral("inferred: the same owner holds x, y"));
        QVERIFY(shown[2]->candidates->empty());
        QVERIFY(shown[3]->candidates->empty());
    }

    // A watchdog that renews all locks of a thread in one go gives them one deadline.
    void whatWasTakenAtAnotherTimeIsNoMember()
    {
        std::vector<LockRecord> locks{lockOf("x", renewed(ann + ":1", 0)),
                                      lockOf("y", renewed(ann + ":1", 0)),
                                      lockOf("z", renewed(ann + ":1", 0))};
        for (std::size_t i = 0; i < locks.size(); ++i)
            locks[i].holds[0].observedSince = WallInstant(Millis(i < 2 ? 900 * qint64(i) : 60'000));
        locks[1].id.deployment = {1}; // of two deployments
        const auto multis = inferMultis(pointersTo(locks));
        QCOMPARE(multis.size(), std::size_t(1));
        QCOMPARE(multis[0].locks.size(), std::size_t(2));
        QVERIFY(std::ranges::find(multis[0].locks, locks[2].id) == multis[0].locks.end());
        // The next renewal changes the order of its members, and it is the same.
        const QByteArray key = keyOf(multis[0]);
        locks[0].holds[0].deadline = *locks[0].holds[0].deadline + Millis(9);
        const auto renewedOnes = inferMultis(pointersTo(locks));
        QCOMPARE(renewedOnes.size(), std::size_t(1));
        QCOMPARE(keyOf(renewedOnes[0]), key);
    }

    void noMultiIsInferredFromLittle()
    {
        std::vector<LockRecord> locks{
            lockOf("x", renewed(ann + ":1", 0)),    lockOf("token", renewed("token", 0)),
            lockOf("token 2", renewed("token", 0)), lockOf("endless", renewed(ann + ":1", 0)),
            lockOf("dead", renewed(ann + ":1", 0)), lockOf("string", renewed(ann + ":1", 0))};
        locks[3].holds[0].deadline.reset();
        locks[4].holds[0].stale = true;
        locks[5].library = "generic";
        QVERIFY(inferMultis(pointersTo(locks)).empty());
        // Both modes of one read-write lock are one lock.
        locks[0].holds.push_back(locks[0].holds[0]);
        QVERIFY(inferMultis(pointersTo(locks)).empty());
    }

    void manyNamesAreCut()
    {
        InferredMulti multi{OwnerId(ann + ":1"), {}};
        for (int i = 0; i < 7; ++i)
            multi.locks.push_back({0, LockName("m" + QByteArray::number(i))});
        QVERIFY(candidateOf(multi).reason.english().endsWith(QStringLiteral("m4 and 2 more")));
    }
};

LOCKSCOPE_TEST_SUITE(TestHeartbeat)
#include "tst_heartbeat.moc"
