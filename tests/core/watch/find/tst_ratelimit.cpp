// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/ratelimit.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::watch;
using namespace std::chrono_literals;

namespace {

const Instant origin{1h};

} // namespace

class TestRateLimit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBurstAndThenSoManyASecond()
    {
        RateLimit limit(10, 3);
        for (int i = 0; i < 3; ++i)
            QVERIFY(limit.take(origin));
        QVERIFY(!limit.take(origin));
        QCOMPARE(limit.nextAt(origin), origin + 100ms);
        QVERIFY(!limit.take(origin + 99ms));
        QVERIFY(limit.take(origin + 101ms));
        QVERIFY(!limit.take(origin + 101ms));
    }

    void restSavesNoMoreThanABurst()
    {
        RateLimit limit(10, 3);
        QVERIFY(limit.isFull(origin));
        QVERIFY(limit.take(origin));
        QVERIFY(!limit.isFull(origin + 50ms));
        QVERIFY(limit.isFull(origin + 1h));
        int taken = 0;
        while (limit.take(origin + 1h))
            ++taken;
        QCOMPARE(taken, 3);
    }

    // Skipped waits are made up for afterwards, though not without limit.
    void aChargeIsPaidLater()
    {
        RateLimit limit(10, 2);
        for (int i = 0; i < 3; ++i)
            limit.charge(origin);
        QCOMPARE(limit.nextAt(origin), origin + 200ms);
        for (int i = 0; i < 100; ++i)
            limit.charge(origin);
        QCOMPARE(limit.nextAt(origin), origin + 300ms);
    }
};

LOCKSCOPE_TEST_SUITE(TestRateLimit)
#include "tst_ratelimit.moc"
