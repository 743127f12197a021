// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many holds came and went between two readings, by the changes that were told.
#include "core/watch/unseen.h"
#include "tests/core/watch/follower.h"

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

} // namespace

class TestUnseen : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // The reading was ahead of what the listening connection had told.
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
};

QTEST_GUILESS_MAIN(TestUnseen)
#include "tst_unseen.moc"
