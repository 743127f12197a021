// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/rhythm.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::watch;

class TestRhythm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leasesAreRound()
    {
        QCOMPARE(askedLease(Millis(29'997)), std::optional(Millis(30'000)));
        QCOMPARE(askedLease(Millis(29'870)), std::optional(Millis(30'000)));
        QCOMPARE(askedLease(Millis(1'470)), std::optional(Millis(1'500)));
        QCOMPARE(askedLease(Millis(7'333)), std::optional(Millis(7'333)));
        QVERIFY(!askedLease(Millis(0)).has_value());
        QVERIFY(!askedLease(std::nullopt).has_value());
    }

    // A timer for each lock: the first renewal a third after the beginning.
    void olderWatchdog()
    {
        Rhythm rhythm;
        rhythm.restart(Millis(30'000));
        for (int i = 0; i < 4; ++i)
            rhythm.renewed(Millis(10'000 + i), Millis(30'000));
        QCOMPARE(rhythm.lease(), std::optional(Millis(30'000)));
        QVERIFY(rhythm.period() >= Millis(10'000) && rhythm.period() <= Millis(10'003));
        QVERIFY(rhythm.isRegular());
    }

    // One tick for all locks of the client: the first renewal at any time up to a third.
    void newerWatchdog()
    {
        for (const int first : {1, 3'000, 9'999}) {
            Rhythm rhythm;
            rhythm.restart(Millis(30'000));
            rhythm.renewed(Millis(first), Millis(30'000));
            QVERIFY(!rhythm.period().has_value()); // it tells nothing
            rhythm.renewed(Millis(10'000), Millis(30'000));
            rhythm.renewed(Millis(10'001), Millis(30'000));
            QVERIFY(rhythm.period() >= Millis(10'000) && rhythm.period() <= Millis(10'001));
            QVERIFY(rhythm.isRegular());
        }
    }

    void oneLateReadingChangesNothing()
    {
        Rhythm rhythm;
        rhythm.restart(Millis(30'000));
        for (int i = 0; i < 3; ++i)
            rhythm.renewed(Millis(10'000), Millis(30'000));
        rhythm.renewed(Millis(10'000), Millis(25'400)); // read 4.6 s late
        rhythm.renewed(Millis(20'000), Millis(30'000)); // two in one
        QCOMPARE(rhythm.lease(), std::optional(Millis(30'000)));
        QCOMPARE(rhythm.period(), std::optional(Millis(10'000)));
        QVERIFY(rhythm.isRegular()); // a whole number of periods
    }

    void anotherLeaseIsAnotherRhythm()
    {
        // Re-entered with a lease of its own, until the next tick makes it the watchdog's again.
        Rhythm rhythm;
        rhythm.restart(Millis(300'000));
        rhythm.renewed(Millis(1), Millis(30'000));
        QCOMPARE(rhythm.lease(), std::optional(Millis(30'000)));
        rhythm.restart(Millis(5'000));
        QCOMPARE(rhythm.lease(), std::optional(Millis(5'000)));
        rhythm.renewed(Millis(28'000), Millis(30'000));
        QCOMPARE(rhythm.lease(), std::optional(Millis(30'000)));
        QVERIFY(!rhythm.period().has_value());
    }

    void acquisitionsAtRandomAreNoRhythm()
    {
        Rhythm rhythm;
        rhythm.restart(Millis(30'000));
        for (const int moved : {4'100, 13'700, 2'900, 8'000})
            rhythm.renewed(Millis(moved), Millis(30'000));
        QVERIFY(!rhythm.isRegular());
    }

    void otherLibrariesHaveSteps()
    {
        Rhythm rhythm;
        rhythm.restart(Millis(30'000));
        for (int i = 0; i < 3; ++i)
            rhythm.renewed(Millis(15'000 + i), Millis(30'000));
        QVERIFY(!rhythm.isRegular()); // two intervals, neither of a third of the lease
        rhythm.renewed(Millis(15'004), Millis(30'000));
        QVERIFY(rhythm.isRegular());
    }

    void overdueIsTwoThirdsLessASecond()
    {
        QCOMPARE(overdueBelow(Millis(30'000)), Millis(19'000));
        QCOMPARE(overdueBelow(Millis(30'000), Millis(10'080)), Millis(19'000)); // timers are late
        QCOMPARE(overdueBelow(Millis(3'000)), Millis(1'000));
        QCOMPARE(overdueBelow(Millis(900)), Millis(300));
        QCOMPARE(presumedDeadBelow(Millis(30'000)), Millis(10'000));
        QCOMPARE(presumedDeadBelow(Millis(900)), Millis(300));
    }

    void rarerRenewalsAreNotOverdueEachTime()
    {
        // A client that renews after half of the lease, and one that does it at the last moment.
        QCOMPARE(overdueBelow(Millis(30'000), Millis(15'000)), Millis(14'000));
        QCOMPARE(presumedDeadBelow(Millis(30'000), Millis(15'000)), Millis(0));
        QCOMPARE(overdueBelow(Millis(10'000), Millis(9'500)), Millis(250));
    }
};

LOCKSCOPE_TEST_SUITE(TestRhythm)
#include "tst_rhythm.moc"
