// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/watch/server/follower.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class TestTrack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firstSightIsAcquiredOrAppeared()
    {
        Follower live;
        live.see(heldBy(ann, 30'000), 0);
        QCOMPARE(told(live.events), QByteArray("acquired"));
        QCOMPARE(live.lock->holds[0].rhythm.lease(), std::optional(Millis(30'000)));
        Follower scanned;
        Evidence there;
        there.alreadyThere = true;
        scanned.see(heldBy(ann, 30'000), 3000, there);
        QCOMPARE(told(scanned.events), QByteArray("appeared"));
        QVERIFY(
            !scanned.lock->holds[0].rhythm.lease().has_value()); // when it was taken is not known
    }

    void aLaterDeadlineIsARenewal()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        lock.see(heldBy(ann, 40'000), 10'003);
        QCOMPARE(told(lock.events), QByteArray("renewed"));
        QCOMPARE(lock.lock->holds[0].renewals, 1);
        QCOMPARE(lock.lock->holds[0].rhythm.lease(), std::optional(Millis(30'000)));
        QCOMPARE(watchdogOf(lock.lock->holds[0], at(10'100)), Watchdog::Renewing);
        QCOMPARE(lock.lock->holds[0].observedSince, WallInstant(Millis(0)));
    }

    void theSameReadingSaysNothing()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        const auto seen = lock.see(heldBy(ann, 30'000), 500, unlocked());
        QVERIFY(seen.events.empty());
        QVERIFY(!seen.changed); // the wake-up belongs to a change that is still to be read
    }

    void countsTellReentryAndPartialRelease()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        lock.see(heldBy(ann, 31'000, 2), 1000);
        QCOMPARE(told(lock.events), QByteArray("reentered"));
        QCOMPARE(lock.events[0].count, std::optional<qint64>(2));
        lock.see(heldBy(ann, 32'000, 1), 2000);
        QCOMPARE(told(lock.events), QByteArray("partially-released"));
        QCOMPARE(lock.lock->holds[0].renewals, 0);
    }

    void aReleaseWithAWakeUpIsBelievedAtOnce()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        const auto seen = lock.see(std::nullopt, 1000, unlocked());
        QVERIFY(!seen.wantsProof);
        QCOMPARE(told(seen.events), QByteArray("released"));
        QCOMPARE(seen.events[0].detail.english(), QStringLiteral("wake-up seen"));
    }

    void aReleaseInSilenceWantsProof()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        QVERIFY(lock.see(std::nullopt, 1000).wantsProof);
        Evidence second;
        second.proved = true;
        const auto seen = lock.see(std::nullopt, 1003, second);
        QVERIFY(!seen.wantsProof);
        QCOMPARE(told(seen.events), QByteArray("released"));
        QCOMPARE(seen.events[0].detail.english(), QStringLiteral("no wake-up seen"));
    }

    void pastItsDeadlineItExpired()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        lock.see(std::nullopt, 30'001);
        QCOMPARE(told(lock.events), QByteArray("expired"));
        QVERIFY(!lock.lock.has_value());
    }

    void aWakeUpAtTheLastMomentIsARelease()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        lock.see(std::nullopt, 29'999, unlocked());
        QCOMPARE(told(lock.events), QByteArray("released"));
    }

    void anotherOwnerInOneReadingIsAHandOver()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        lock.see(heldBy(bob, 31'000), 1000, unlocked());
        QCOMPARE(told(lock.events), QByteArray("handed-over:bob"));
        QCOMPARE(lock.events[0].former, std::optional(ann));
        QVERIFY(lock.events[0].detail.english().contains(QString::fromLatin1(ann.bytes)));
        QCOMPARE(lock.lock->holds[0].observedSince, WallInstant(Millis(1000)));
    }

    void anotherOwnerAfterTheDeadlineIsNoHandOver()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        lock.see(heldBy(bob, 60'001), 30'001);
        QCOMPARE(told(lock.events), QByteArray("expired acquired:bob"));
    }

    // The next owner was quick: its wake-up is no release by the one whose hold had expired.
    void aWakeUpPastTheDeadlineIsTheNextOwners()
    {
        const auto heardAt = [](ServerMs ms, quint64 changes) {
            Evidence evidence = unlocked();
            evidence.unlockedAt = Instant(Millis(ms));
            evidence.changes = changes;
            return evidence;
        };
        const auto see = [](const std::optional<LockReading> &reading, const Evidence &evidence) {
            Follower lock;
            lock.see(heldBy(ann, 30'000), 0);
            lock.see(reading, 30'050, evidence);
            return told(lock.events);
        };
        // It took the lock and released it: two changes.
        QCOMPARE(see(std::nullopt, heardAt(30'020, 2)), QByteArray("expired"));
        QCOMPARE(see(std::nullopt, heardAt(29'990, 2)), QByteArray("released"));
        // One change is the owner's own release, which was heard late.
        QCOMPARE(see(std::nullopt, heardAt(30'020, 1)), QByteArray("released"));
        // Another one took it after that.
        const LockReading bobs = heldBy(bob, 60'030);
        QCOMPARE(see(bobs, heardAt(30'020, 3)), QByteArray("expired acquired:bob"));
        QCOMPARE(see(bobs, heardAt(29'990, 3)), QByteArray("handed-over:bob"));
        QCOMPARE(see(bobs, heardAt(30'020, 2)), QByteArray("handed-over:bob"));
        // Or the same one, again.
        const LockReading anns = heldBy(ann, 60'030);
        QCOMPARE(see(anns, heardAt(30'020, 3)), QByteArray("expired acquired"));
        QCOMPARE(see(anns, heardAt(29'990, 3)), QByteArray("released acquired"));
    }

    // The only change came past the deadline: nobody can renew what has expired.
    void theSameOwnerPastTheDeadlineTookItAnew()
    {
        const auto see = [](ServerMs expiry, ServerMs ms, quint64 changes, bool areAllTold = true) {
            Follower lock;
            lock.see(heldBy(ann, 30'000), 0);
            Evidence evidence;
            evidence.changes = changes;
            evidence.areAllTold = areAllTold;
            lock.see(heldBy(ann, expiry), ms, evidence);
            return told(lock.events);
        };
        QCOMPARE(see(60'100, 30'150, 1), QByteArray("expired acquired"));
        // Renewed before the deadline, and read late.
        QCOMPARE(see(59'900, 30'150, 1), QByteArray("renewed"));
        // It may have been renewed before.
        QCOMPARE(see(60'100, 30'150, 2), QByteArray("renewed"));
        QCOMPARE(see(60'100, 30'150, 1, false), QByteArray("renewed"));
        // For longer than its lease so far: when, is not known.
        QCOMPARE(see(90'000, 30'150, 1), QByteArray("renewed"));
    }

    void theSameOwnerWithAWakeUpTookItAnew()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        lock.see(heldBy(ann, 31'000), 1000, unlocked());
        QCOMPARE(told(lock.events), QByteArray("released acquired"));
        QCOMPARE(lock.lock->holds[0].observedSince, WallInstant(Millis(1000)));
    }

    void forceIsAWakeUpWithoutALatchFromAClientThatUsesThem()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        Evidence evidence = unlocked();
        evidence.usesLatches = [](const OwnerId &owner) { return owner == ann; };
        lock.see(std::nullopt, 1000, evidence);
        QCOMPARE(told(lock.events), QByteArray("force-unlocked"));

        Follower normal;
        normal.see(heldBy(ann, 30'000), 0);
        evidence.before.latches = 1;
        normal.see(std::nullopt, 1000, evidence);
        QCOMPARE(told(normal.events), QByteArray("released"));
    }

    void forceIsAnActionOfOurOwn()
    {
        Evidence ours;
        ours.forced = true;
        Follower gone;
        gone.see(heldBy(ann, 30'000), 0);
        gone.see(std::nullopt, 1000, ours);
        QCOMPARE(told(gone.events), QByteArray("force-unlocked"));
        Follower taken;
        taken.see(heldBy(ann, 30'000), 0);
        taken.see(heldBy(bob, 31'000), 1000, ours);
        QCOMPARE(told(taken.events), QByteArray("force-unlocked acquired:bob"));
    }

    void overdueComesBeforeTheExpiryAndResumes()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        lock.see(heldBy(ann, 40'000), 10'000);
        QVERIFY(tick(*lock.lock, at(20'999)).empty());
        QCOMPARE(nextDeadline(*lock.lock, at(20'000)), std::optional<ServerMs>(21'000));
        QCOMPARE(told(tick(*lock.lock, at(21'000))), QByteArray("renewal-overdue"));
        QVERIFY(tick(*lock.lock, at(21'500)).empty()); // told once
        QCOMPARE(watchdogOf(lock.lock->holds[0], at(21'500)), Watchdog::Overdue);
        lock.see(heldBy(ann, 55'000), 25'000);
        QCOMPARE(told(lock.events), QByteArray("renewed renewal-resumed"));
        QCOMPARE(nextDeadline(*lock.lock, at(25'000)), std::optional<ServerMs>(36'000));
    }

    void aFixedLeaseIsNeverOverdue()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        QVERIFY(tick(*lock.lock, at(29'000)).empty());
        QCOMPARE(watchdogOf(lock.lock->holds[0], at(5000)), Watchdog::Unknown);
        QCOMPARE(watchdogOf(lock.lock->holds[0], at(11'000)), Watchdog::None);
    }

    void shortLeasesAreOverdueBeforeTheyLapse()
    {
        QCOMPARE(overdueBelow(Millis(30'000)), Millis(19'000));
        QCOMPARE(overdueBelow(Millis(3000)), Millis(1000));
        QCOMPARE(overdueBelow(Millis(900)), Millis(300));
    }

    void whatChangedInAGapIsSaidToBe()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        Evidence gap;
        gap.gap = true;
        lock.see(std::nullopt, 5000, gap);
        QCOMPARE(told(lock.events), QByteArray("released"));
        QVERIFY(lock.events[0].detail.english().contains(QStringLiteral("gap")));
        QVERIFY(lock.events[0].unseen);
        lock.see(heldBy(ann, 30'000), 6000);
        QVERIFY(!lock.events[0].unseen);
    }

    void readersComeGoAndExpireEachByItself()
    {
        LockReading both = heldBy(ann, 20'000, 1, Mode::Read);
        both.kind = "read-write";
        both.holds.push_back({bob, Mode::Read, 1, 10'000, false});
        Follower lock;
        lock.see(both, 0);
        QCOMPARE(told(lock.events), QByteArray("acquired acquired:bob"));
        LockReading dead = both;
        dead.holds[1].stale = true;
        dead.holds[1].expireAt.reset();
        lock.see(dead, 10'001);
        QCOMPARE(told(lock.events), QByteArray("expired:bob"));
        LockReading one = both;
        one.holds.pop_back();
        lock.see(one, 11'000); // the dead entry is cleared: told already
        QVERIFY(lock.events.empty());
    }

    void oneOfSeveralReadersLeavesInSilence()
    {
        LockReading both = heldBy(ann, 20'000, 1, Mode::Read);
        both.holds.push_back({bob, Mode::Read, 1, 20'000, false});
        Follower lock;
        lock.see(both, 0);
        LockReading one = both;
        one.holds.pop_back();
        QVERIFY(!lock.see(one, 1000).wantsProof);
        QCOMPARE(told(lock.events), QByteArray("released:bob"));
    }

    void aQueueIsFollowed()
    {
        Follower lock;
        lock.see(heldBy(ann, 30'000), 0);
        LockReading queued = heldBy(ann, 30'000);
        queued.kind = "fair";
        queued.waiters = {{{bob, 300'000}}};
        lock.see(queued, 100);
        QCOMPARE(told(lock.events), QByteArray("queued:bob"));
        // Bob gets it: its leaving the queue needs no line of its own.
        lock.see(heldBy(bob, 31'000), 1000, unlocked());
        QCOMPARE(told(lock.events), QByteArray("handed-over:bob"));
        QCOMPARE(lock.lock->reading.kind, QByteArray("fair")); // it was seen to be one
        QVERIFY(lock.lock->reading.waiters.has_value());
    }

    void aWaiterWhoGivesUpIsDequeued()
    {
        LockReading queued = heldBy(ann, 30'000);
        queued.kind = "fair";
        queued.waiters = {{{bob, 300'000}}};
        Follower lock;
        lock.see(queued, 0);
        lock.see(heldBy(ann, 30'000), 100);
        QCOMPARE(told(lock.events), QByteArray("dequeued:bob"));
    }

    void withoutExpiryThereIsNothingToWaitFor()
    {
        Follower lock;
        lock.see(heldBy(ann, std::nullopt), 0);
        QVERIFY(!nextDeadline(*lock.lock, at(0)).has_value());
        QCOMPARE(watchdogOf(lock.lock->holds[0], at(0)), Watchdog::None);
    }

    void stringLocksNeedNoWakeUp()
    {
        LockReading reading = heldBy(OwnerId("token"), 30'000);
        reading.library = "generic";
        Follower lock;
        lock.see(reading, 0);
        const auto seen = lock.see(std::nullopt, 1000);
        QVERIFY(!seen.wantsProof);
        QCOMPARE(told(seen.events), QByteArray("released"));
        QVERIFY(seen.events[0].detail.isEmpty());
    }
};

LOCKSCOPE_TEST_SUITE(TestTrack)
#include "tst_track.moc"
