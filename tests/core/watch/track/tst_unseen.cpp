// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests the number of holds that came and went between two readings, by the reported changes.
#include "core/watch/track/unseen.h"
#include "tests/core/watch/server/follower.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

LockReading stringHeldBy(const OwnerId &owner, ServerMs expireAt)
{
    LockReading reading = heldBy(owner, expireAt);
    reading.kind = "string";
    reading.library = "generic";
    return reading;
}

LockReading readBy(const std::vector<std::pair<OwnerId, ServerMs>> &readers)
{
    LockReading reading;
    reading.kind = "read-write";
    reading.library = "redisson";
    for (const auto &[owner, expireAt] : readers) {
        reading.holds.push_back({owner, Mode::Read, 1, expireAt, false});
        reading.expireAt = std::max(reading.expireAt.value_or(0), expireAt);
    }
    return reading;
}

// The count when the lock is read so twice, with that many changes in between.
qint64 countedBetween(const LockReading &before, const LockReading &after, quint64 changes)
{
    Follower lock;
    lock.see(before, 0);
    const std::optional<TrackedLock> first = lock.lock;
    Evidence evidence;
    evidence.changes = changes;
    evidence.hearsReleases = false;
    const Difference seen = lock.see(after, 10, evidence);
    UnseenBook book;
    const auto event =
        book.count(LockName("a"), {first, seen, evidence, true, true}, at(10).instant);
    return event ? event->count.value_or(-1) : 0;
}

// A lock that wakes its waiters, read again and again.
class WakingLock
{
public:
    // The count of changes since the last reading. `wakeUps` came before it was sent.
    qint64 read(const std::optional<LockReading> &after, qint64 wakeUps, quint64 changes)
    {
        const std::optional<TrackedLock> before = m_lock.lock;
        Evidence evidence;
        evidence.before.unlocks = wakeUps;
        evidence.changes = changes;
        m_now += 10;
        const Difference seen = m_lock.see(after, m_now, evidence);
        const auto event =
            m_book.count(LockName("a"), {before, seen, evidence, true, true}, at(m_now).instant);
        return event ? event->count.value_or(-1) : 0;
    }

private:
    Follower m_lock;
    UnseenBook m_book;
    int m_now = 0;
};

} // namespace

class TestUnseen : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // The reading was ahead of the listening connection's reports.
    void changesOfAnUntouchedStringCameBefore()
    {
        const LockReading held = stringHeldBy(ann, 30'000);
        QCOMPARE(countedBetween(held, held, 14), qint64(7));
        QCOMPARE(countedBetween(held, held, 1), qint64(0));
    }
    // Entered again within the same millisecond: no hold has ended.
    void changesOfAnUntouchedHashAreNone()
    {
        const LockReading held = heldBy(ann, 30'000);
        QCOMPARE(countedBetween(held, held, 14), qint64(0));
    }
    void renewalsAreNoHolds()
    {
        QCOMPARE(countedBetween(stringHeldBy(ann, 30'000), stringHeldBy(ann, 60'000), 4),
                 qint64(0));
    }
    void anotherOwnerHasTakenItOver()
    {
        QCOMPARE(countedBetween(stringHeldBy(ann, 30'000), stringHeldBy(bob, 30'005), 12),
                 qint64(5));
    }
    // Only the last one wakes anybody.
    void readersWhoComeAndGoAreCounted()
    {
        const LockReading one = readBy({{ann, 30'000}});
        QCOMPARE(countedBetween(one, one, 14), qint64(7));
        QCOMPARE(countedBetween(one, one, 1), qint64(0));
        QCOMPARE(countedBetween(one, readBy({{ann, 30'000}, {bob, 30'005}}), 5), qint64(2));
        const LockReading two = readBy({{ann, 30'000}, {bob, 30'005}});
        QCOMPARE(countedBetween(two, two, 6), qint64(3));
    }
    void renewalsOfReadersAreNoHolds()
    {
        const LockReading before = readBy({{ann, 30'000}, {bob, 30'000}});
        const LockReading after = readBy({{ann, 60'000}, {bob, 60'000}});
        QCOMPARE(countedBetween(before, after, 1), qint64(0)); // one script
        QCOMPARE(countedBetween(before, after, 2), qint64(0));
        QCOMPARE(countedBetween(before, after, 4), qint64(1));
    }
    // Its time-out key is read after the lock, and it had left in between: nothing tells of its
    // end.
    void aReaderThatWasGoneWhenItWasReadIsCountedOnce()
    {
        const LockReading one = readBy({{ann, 30'000}});
        LockReading torn = readBy({{ann, 30'000}, {bob, 30'005}});
        torn.holds[1].stale = true;
        torn.holds[1].expireAt.reset();
        QCOMPARE(countedBetween(torn, one, 1), qint64(0));
        QCOMPARE(countedBetween(torn, one, 2), qint64(0));
        QCOMPARE(countedBetween(torn, one, 3), qint64(1));
        QCOMPARE(countedBetween(one, torn, 2), qint64(0)); // the first one is told
        QCOMPARE(countedBetween(one, torn, 3), qint64(1));
    }
    void reentriesOfReadersAreNoHolds()
    {
        const LockReading once = readBy({{ann, 30'000}});
        LockReading often = readBy({{ann, 30'010}});
        often.holds[0].count = 4;
        QCOMPARE(countedBetween(once, often, 3), qint64(0));
        QCOMPARE(countedBetween(once, often, 5), qint64(1));
    }
    // Each release is told by a wake-up first, and by the change of the key right after it.
    void aWakeUpMayComeBeforeItsChange()
    {
        WakingLock lock;
        QCOMPARE(lock.read(heldBy(ann, 30'000), 0, 1), qint64(0));
        QCOMPARE(lock.read(heldBy(bob, 30'010), 2, 1), qint64(0)); // ann, and one not told yet
        QCOMPARE(lock.read(heldBy(ann, 30'020), 1, 4), qint64(1));
        QCOMPARE(lock.read(heldBy(bob, 30'030), 1, 2), qint64(0)); // counted once
    }
    // One of a lock of the same name in another database stands for nothing here.
    void aWakeUpOfAnUntouchedLockIsNotCarried()
    {
        WakingLock lock;
        QCOMPARE(lock.read(heldBy(ann, 30'000), 0, 1), qint64(0));
        QCOMPARE(lock.read(heldBy(ann, 30'000), 1, 1), qint64(0));
        QCOMPARE(lock.read(heldBy(ann, 40'000), 0, 1), qint64(0));
    }
    // A reading found the key gone before the last wake-up was heard.
    void aWakeUpMayComeAfterTheReading()
    {
        WakingLock lock;
        QCOMPARE(lock.read(heldBy(ann, 30'000), 0, 1), qint64(0));
        QCOMPARE(lock.read(std::nullopt, 1, 3), qint64(0));
        QCOMPARE(lock.read(std::nullopt, 1, 0), qint64(1));
        QCOMPARE(lock.read(std::nullopt, 1, 0), qint64(1)); // of three changes no more
        QCOMPARE(lock.read(std::nullopt, 1, 0), qint64(0));
    }
    // An operator wakes the waiters of a free lock, and one of them takes it.
    void aWakeUpBeforeAnAcquisitionIsNoHold()
    {
        WakingLock lock;
        QCOMPARE(lock.read(heldBy(ann, 30'000), 0, 1), qint64(0));
        QCOMPARE(lock.read(std::nullopt, 1, 1), qint64(0));
        QCOMPARE(lock.read(heldBy(bob, 30'020), 1, 1), qint64(0));
        QCOMPARE(lock.read(std::nullopt, 1, 1), qint64(0));
    }
};

LOCKSCOPE_TEST_SUITE(TestUnseen)
#include "tst_unseen.moc"
