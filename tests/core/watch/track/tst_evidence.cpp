// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/evidence.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::watch;
using namespace std::chrono_literals;

namespace {

const LockName a("lock:a");
const KeyName latch("redisson_unlock_latch:{lock:a}:1");
const OwnerId ann("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1");
const OwnerId annsOther("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:2");
const OwnerId bob("aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7");
const Instant start{1h};

} // namespace

// Tests which signs count for which reading, with the time passed in.
class TestEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSignDuringAReadingIsLate()
    {
        EvidenceBook book;
        book.noteUnlocked(a, start);
        book.asked(a, start);
        book.noteUnlocked(a, start);
        const Evidence seen = book.evidence(a);
        QCOMPARE(seen.before.unlocks, 1);
        QCOMPARE(seen.late.unlocks, 1);
    }

    void aLateSignThatWasNotUsedCountsForTheNextReading()
    {
        EvidenceBook book;
        book.noteUnlocked(a, start);
        book.asked(a, start);
        book.noteUnlocked(a, start);
        book.noteUnlocked(a, start);
        book.applied(a, true, {1, 0});
        book.asked(a, start);
        QCOMPARE(book.evidence(a).before.unlocks, 1);
        book.applied(a, true, {});
        QVERIFY(!book.awaits(a));
    }

    void theFirstWakeUpIsKept()
    {
        EvidenceBook book;
        QVERIFY(!book.evidence(a).unlockedAt);
        book.noteLatch(a, latch, start);
        QVERIFY(!book.evidence(a).unlockedAt);
        book.noteUnlocked(a, start + 1ms);
        book.noteUnlocked(a, start + 2ms);
        book.asked(a, start + 3ms);
        QCOMPARE(book.evidence(a).unlockedAt, std::optional(start + 1ms));
        book.applied(a, true, {});
        book.noteUnlocked(a, start + 4ms);
        QCOMPARE(book.evidence(a).unlockedAt, std::optional(start + 4ms));
    }

    void aSignCountsForWhatIsToldWithinASecond()
    {
        EvidenceBook book;
        book.noteUnlocked(a, start);
        book.asked(a, start + 1s);
        QCOMPARE(book.evidence(a).unlocks(), 1);
        book.asked(a, start + 1001ms);
        QCOMPARE(book.evidence(a).unlocks(), 0);
    }

    // However long the reading waits, and takes: a machine may stand still meanwhile.
    void aSignCountsHoweverLongTheReadingTakes()
    {
        EvidenceBook book;
        book.asked(a, start);
        book.noteUnlocked(a, start + 20s);
        QCOMPARE(book.evidence(a).late.unlocks, 1);
        book.asked(a, start); // told before the sign, and read again
        QCOMPARE(book.evidence(a).before.unlocks, 1);
    }

    // The second event of the latch is its expiry.
    void aLatchCountsOnce()
    {
        EvidenceBook book;
        book.noteLatch(a, latch, start);
        book.noteLatch(a, latch, start);
        QCOMPARE(book.evidence(a).latches(), 1);
        book.noteLatch(LockName("lock:b"), latch, start); // the name may be that of either
        QCOMPARE(book.evidence(LockName("lock:b")).latches(), 1);
    }

    void anActionIsExpectedForTenSecondsAndUntilAChange()
    {
        EvidenceBook book;
        book.noteForced(a, true, start);
        book.asked(a, start + 10001ms);
        QVERIFY(!book.evidence(a).forced);
        book.asked(a, start + 10s);
        QVERIFY(book.evidence(a).forced);
        book.applied(a, false, {}); // a reading that does not show the change yet
        QVERIFY(book.evidence(a).forced);
        book.applied(a, true, {});
        QVERIFY(!book.evidence(a).forced);
    }

    // Its change comes with it: what ends later is another hold.
    void whatAnotherProgramSaysCountsForASecond()
    {
        EvidenceBook book;
        book.noteTakenAway(a, start);
        book.asked(a, start + 1001ms);
        QVERIFY(!book.evidence(a).forced);
        book.asked(a, start + 1s);
        QVERIFY(book.evidence(a).forced);
        book.noteForced(a, true, start);
        book.noteTakenAway(a, start + 1s);
        book.asked(a, start + 10s);
        QVERIFY(book.evidence(a).forced);
        book.applied(a, true, {});
        book.asked(a, start + 2s);
        QVERIFY(!book.evidence(a).forced);
    }

    void aGapIsUsedUpByOneReading()
    {
        EvidenceBook book;
        book.noteGap(a);
        book.noteAlreadyThere(a, true);
        QVERIFY(book.evidence(a).gap);
        QVERIFY(book.evidence(a).alreadyThere);
        book.applied(a, false, {});
        QVERIFY(!book.evidence(a).gap);
        QVERIFY(!book.evidence(a).alreadyThere);
    }

    void onlyOldSignsAreTidiedAway()
    {
        EvidenceBook book;
        book.noteUnlocked(a, start);
        book.noteGap(LockName("lock:gap"));
        book.await(LockName("lock:awaited"));
        book.tidy(start + 10s);
        QCOMPARE(book.size(), std::size_t(3));
        book.tidy(start + 11s);
        QCOMPARE(book.size(), std::size_t(2));
        QVERIFY(!book.hasSigns(a));
    }

    void aClientUsesLatchesInAllOfItsThreads()
    {
        EvidenceBook book;
        book.noteLatchUser(ann);
        book.noteLatchUser(OwnerId("anybody")); // of no client
        const Evidence seen = book.evidence(a);
        QVERIFY(seen.usesLatches(annsOther));
        QVERIFY(!seen.usesLatches(bob));
        QVERIFY(!seen.usesLatches(OwnerId("anybody")));
    }
};

LOCKSCOPE_TEST_SUITE(TestEvidence)
#include "tst_evidence.moc"
