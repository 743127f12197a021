// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tests the tracking rules with signs that arrive and signs that are missing.
#include "tests/core/watch/server/follower.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class TestTrackSigns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // Ann holds a fair lock that Bob waits for; her client leaves no latches.
    void theHolderOfAContendedFairLockIsCertain()
    {
        const auto fair = [](ServerMs expireAt, ServerMs deadline) {
            LockReading reading = heldBy(ann, expireAt);
            reading.kind = "fair";
            reading.waiters = {{{bob, deadline}}};
            return reading;
        };
        Evidence there;
        there.alreadyThere = true;
        Follower lock;
        lock.see(fair(30'000, 330'000), 5000, there);
        lock.see(fair(40'000, 330'000), 10'000);
        QCOMPARE(told(lock.events), QByteArray("renewed"));
        QCOMPARE(lock.events[0].detail.english(), QStringLiteral("deadline moved by 10000 ms"));
        QCOMPARE(watchdogOf(lock.lock->holds[0], at(10'001)), Watchdog::Renewing);
        QCOMPARE(nextDeadline(*lock.lock, at(10'001)), std::optional<ServerMs>(21'000));
        QCOMPARE(told(tick(*lock.lock, at(21'001))), QByteArray("renewal-overdue"));

        // A nudge of the head is no release either.
        Follower nudged;
        nudged.see(fair(30'000, 330'000), 0);
        nudged.see(fair(40'000, 330'000), 10'000, unlocked());
        QCOMPARE(told(nudged.events), QByteArray("renewed"));

        // Bob had it meanwhile, and waits again.
        Follower anew;
        anew.see(fair(30'000, 330'000), 0);
        anew.see(fair(40'000, 340'000), 10'000);
        QVERIFY(anew.events.front().detail.english().startsWith(
            QStringLiteral("renewed or re-acquired")));
        QCOMPARE(watchdogOf(anew.lock->holds[0], at(10'001)), Watchdog::Unknown);
        // One that is certain tells that a watchdog renews, though not how often it did.
        anew.see(fair(50'000, 340'000), 20'000);
        QCOMPARE(watchdogOf(anew.lock->holds[0], at(20'001)), Watchdog::Renewing);
        QVERIFY(anew.lock->holds[0].unsure);
    }

    void fasterMultiLocksWakeWithEachRelease()
    {
        LockReading reading = heldBy(ann, 30'000);
        reading.kind = "faster-multi";
        reading.counting = true;
        Follower lock;
        lock.see(reading, 0);
        reading.holds[0].expireAt = 40'000;
        lock.see(reading, 10'000);
        QCOMPARE(watchdogOf(lock.lock->holds[0], at(10'001)), Watchdog::Renewing);
        reading.holds[0].expireAt = 50'000;
        lock.see(reading, 20'000, unlocked());
        QCOMPARE(told(lock.events), QByteArray("renewed"));
        QCOMPARE(lock.events[0].detail.english(), QStringLiteral("renewed or re-acquired"));
    }

    // Another reader stays: nobody is woken when Ann leaves and comes back.
    void aReaderAmongOthersMayHaveComeBack()
    {
        LockReading both = heldBy(ann, 20'000, 1, Mode::Read);
        both.kind = "read-write";
        both.holds.push_back({bob, Mode::Read, 1, 20'000, false});
        LockReading later = both;
        later.holds[0].expireAt = 25'000;
        Follower lock;
        lock.see(both, 0);
        lock.see(later, 5000);
        QCOMPARE(lock.events[0].detail.english(), QStringLiteral("renewed or re-acquired"));
        Follower known;
        Evidence evidence;
        evidence.usesLatches = [](const OwnerId &) { return true; };
        known.see(both, 0);
        known.see(later, 5000, evidence);
        QCOMPARE(known.events[0].detail.english(), QStringLiteral("deadline moved by 5000 ms"));
        Follower others; // a latch may be of any of them
        others.see(both, 0);
        evidence.before.latches = 1;
        others.see(later, 5000, evidence);
        QCOMPARE(told(others.events), QByteArray("renewed"));
        QCOMPARE(others.events[0].detail.english(), QStringLiteral("renewed or re-acquired"));
    }

    void aValueThatIsNoFreshTokenTellsNoRenewal_data()
    {
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<bool>("certain");
        for (const char *library : {"generic", "stackexchange-redis", "horizon", "laravel",
                                    "spring-integration", "hangfire", "go-zero", "aioredlock"})
            QTest::newRow(library) << QByteArray(library) << false;
        for (const char *library : {"redis-py", "node-redlock", "redsync", "madelson"})
            QTest::newRow(library) << QByteArray(library) << true;
    }

    void aValueThatIsNoFreshTokenTellsNoRenewal()
    {
        QFETCH(QByteArray, library);
        QFETCH(bool, certain);
        LockReading reading = heldBy(OwnerId("locked"), 30'000);
        reading.kind = "string";
        reading.library = library;
        Follower lock;
        lock.see(reading, 0);
        reading.holds[0].expireAt = 31'001;
        lock.see(reading, 1001);
        QCOMPARE(lock.events[0].detail.english(),
                 certain ? QStringLiteral("deadline moved by 1001 ms")
                         : QStringLiteral("renewed or re-acquired"));
        QCOMPARE(watchdogOf(lock.lock->holds[0], at(1002)),
                 certain ? Watchdog::Renewing : Watchdog::Unknown);
        QCOMPARE(lock.lock->holds[0].unsure, !certain);
    }

    // The end of a hold, by the signs that came with it: a wake-up, a latch, and whether the
    // owner's client was seen to leave latches before.
    void howAHoldGoes_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("wakeUps");
        QTest::addColumn<int>("latches");
        QTest::addColumn<bool>("latchUser");
        QTest::addColumn<QByteArray>("event");
        QTest::addColumn<QString>("detail");
        const QString silent = QStringLiteral("no wake-up seen");
        for (const char *kind : {"reentrant", "fair", "fenced", "read-write", "faster-multi"}) {
            const auto row = [&](const char *how, int wakeUps, int latches, bool latchUser,
                                 const char *event, const QString &detail) {
                QTest::addRow("%s, %s", kind, how) << QByteArray(kind) << wakeUps << latches
                                                   << latchUser << QByteArray(event) << detail;
            };
            // 3.24 and newer. A fair lock without a queue and a spin lock wake nobody.
            row("unlocked", 1, 1, true, "released",
                QStringLiteral("wake-up and unlock latch seen"));
            row("unlocked, nobody to wake", 0, 1, true, "released",
                QStringLiteral("unlock latch seen"));
            row("forced", 1, 0, true, "force-unlocked",
                QStringLiteral("wake-up without an unlock latch"));
            row("forced in silence, or deleted", 0, 0, true, "force-unlocked",
                silent + QStringLiteral(", and no unlock latch"));
            // 3.16 and 3.20 leave no latches: forced or not looks the same.
            row("old, unlocked or forced", 1, 0, false, "released", QStringLiteral("wake-up seen"));
            row("old, deleted", 0, 0, false, "released", silent);
        }
    }

    void howAHoldGoes()
    {
        QFETCH(QByteArray, kind);
        QFETCH(int, wakeUps);
        QFETCH(int, latches);
        QFETCH(bool, latchUser);
        LockReading reading = heldBy(ann, 30'000);
        reading.kind = kind;
        Follower lock;
        lock.see(reading, 0);
        Evidence evidence;
        evidence.before = {wakeUps, latches};
        evidence.usesLatches = [latchUser](const OwnerId &) { return latchUser; };
        // A missing sign may still be on its way.
        const bool isMissing = latches == 0 && (latchUser || wakeUps == 0);
        QCOMPARE(lock.see(std::nullopt, 1000, evidence).missesSign, isMissing);
        evidence.proved = true;
        Follower sure;
        sure.see(reading, 0);
        QVERIFY(!sure.see(std::nullopt, 1012, evidence).wantsProof);
        QTEST(told(sure.events), "event");
        QTEST(sure.events[0].detail.english(), "detail");
        // If latches cannot be received, a missing one proves nothing.
        evidence.hearsLatches = false;
        Follower deaf;
        deaf.see(reading, 0);
        deaf.see(std::nullopt, 1012, evidence);
        QCOMPARE(told(deaf.events), QByteArray("released"));
    }
};

LOCKSCOPE_TEST_SUITE(TestTrackSigns)
#include "tst_tracksigns.moc"
