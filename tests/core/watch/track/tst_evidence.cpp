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
        book.asked(a);
        book.noteUnlocked(a, start);
        const Evidence seen = book.evidence(a, start);
        QCOMPARE(seen.before.unlocks, 1);
        QCOMPARE(seen.late.unlocks, 1);
    }

    void aLateSignThatWasNotUsedCountsForTheNextReading()
    {
        EvidenceBook book;
        book.noteUnlocked(a, start);
        book.asked(a);
        book.noteUnlocked(a, start);
        book.noteUnlocked(a, start);
        book.applied(a, true, {1, 0}, start);
        book.asked(a);
        QCOMPARE(book.evidence(a, start).before.unlocks, 1);
        book.applied(a, true, {}, start);
        QVERIFY(!book.awaits(a));
    }

    void aSignCountsForASecond()
    {
        EvidenceBook book;
        book.noteUnlocked(a, start);
        QVERIFY(book.hasSigns(a, start + 1s));
        QVERIFY(!book.hasSigns(a, start + 1001ms));
    }

    // The second event of the latch is its expiry.
    void aLatchCountsOnce()
    {
        EvidenceBook book;
        book.noteLatch(a, latch, start);
        book.noteLatch(a, latch, start);
        QCOMPARE(book.evidence(a, start).latches(), 1);
        book.noteLatch(LockName("lock:b"), latch, start); // the name may be that of either
        QCOMPARE(book.evidence(LockName("lock:b"), start).latches(), 1);
    }

    void anActionIsExpectedForTenSecondsAndUntilAChange()
    {
        EvidenceBook book;
        book.noteForced(a, true, start);
        QVERIFY(book.evidence(a, start + 10s).forced);
        QVERIFY(!book.evidence(a, start + 10001ms).forced);
        book.applied(a, false, {}, start); // a reading that does not show the change yet
        QVERIFY(book.evidence(a, start).forced);
        book.applied(a, true, {}, start);
        QVERIFY(!book.evidence(a, start).forced);
    }

    // Its change comes with it: what ends later is another hold.
    void whatAnotherProgramSaysCountsForASecond()
    {
        EvidenceBook book;
        book.noteTakenAway(a, start);
        QVERIFY(book.evidence(a, start + 1s).forced);
        QVERIFY(!book.evidence(a, start + 1001ms).forced);
        book.noteForced(a, true, start);
        book.noteTakenAway(a, start + 1s);
        QVERIFY(book.evidence(a, start + 10s).forced);
        book.applied(a, true, {}, start + 2s);
        QVERIFY(!book.evidence(a, start + 2s).forced);
    }

    void aGapIsUsedUpByOneReading()
    {
        EvidenceBook book;
        book.noteGap(a);
        book.noteAlreadyThere(a, true);
        QVERIFY(book.evidence(a, start).gap);
        QVERIFY(book.evidence(a, start).alreadyThere);
        book.applied(a, false, {}, start);
        QVERIFY(!book.evidence(a, start).gap);
        QVERIFY(!book.evidence(a, start).alreadyThere);
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
        const Evidence seen = book.evidence(a, start);
        QVERIFY(seen.usesLatches(annsOther));
        QVERIFY(!seen.usesLatches(bob));
        QVERIFY(!seen.usesLatches(OwnerId("anybody")));
    }
};

LOCKSCOPE_TEST_SUITE(TestEvidence)
#include "tst_evidence.moc"
