// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/backoff.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::redis;
using namespace std::chrono_literals;

class TestBackoff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void doublesUpToASecond()
    {
        Backoff backoff;
        const Instant now{};
        for (const Millis expected : {50ms, 100ms, 200ms, 400ms, 800ms, 1000ms, 1000ms})
            QCOMPARE(backoff.next(now, 0).count(), expected.count());
    }

    // Two connections of one program together are let in once a second at most, then.
    void goesOnToFourSecondsWhereItIsThrownOut()
    {
        Backoff backoff;
        const Instant now{};
        for (const Millis expected :
             {50ms, 100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 4000ms, 4000ms})
            QCOMPARE(backoff.next(now, 0, Backoff::Failure::ThrownOut).count(), expected.count());
        QCOMPARE(backoff.next(now, 1, Backoff::Failure::ThrownOut).count(), 2000);
        QCOMPARE(backoff.next(now, 0).count(), 1000); // it is away now
    }

    void goesOnToFiveSecondsAfterAMinute()
    {
        Backoff backoff;
        const Instant start{};
        Instant now = start;
        while (now - start < 1min) {
            const Millis wait = backoff.next(now, 0);
            QVERIFY(wait <= 1s);
            now += wait;
        }
        for (const Millis expected : {2000ms, 4000ms, 5000ms, 5000ms})
            QCOMPARE(backoff.next(now, 0).count(), expected.count());
    }

    void jittersDownByAtMostHalf()
    {
        for (const double chance : {-1.0, 0.0, 0.3, 0.999, 1.0, 2.0}) {
            Backoff backoff;
            const Millis wait = backoff.next(Instant{}, chance);
            QVERIFY(wait >= 25ms && wait <= 50ms);
        }
        Backoff a;
        Backoff b;
        QVERIFY(a.next(Instant{}, 0.2) != b.next(Instant{}, 0.8));
    }

    void startsAnewAfterReset()
    {
        Backoff backoff;
        Instant now{};
        for (int i = 0; i < 10; ++i)
            (void)backoff.next(now += 10s, 0);
        backoff.reset();
        QCOMPARE(backoff.next(now, 0).count(), 50);
        QCOMPARE(backoff.next(now + 59s, 0).count(), 100);
    }
};

LOCKSCOPE_TEST_SUITE(TestBackoff)
#include "tst_backoff.moc"
