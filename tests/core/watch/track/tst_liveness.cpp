// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/liveness.h"
#include "tests/support/testmain.h"

using namespace std::chrono_literals;
using namespace lockscope;
using watch::Liveness;
using watch::livenessOf;
using watch::nextToWake;
using watch::WaiterRecord;

namespace {

const Instant now(1h);

WaiterRecord waiter(std::optional<Millis> left, std::optional<bool> listening = std::nullopt)
{
    WaiterRecord made;
    made.owner = OwnerId("w:1");
    if (left)
        made.deadline = now + *left;
    made.listening = listening;
    made.stale = (left && *left <= 0ms) || listening == false;
    return made;
}

} // namespace

class tst_Liveness : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void fates();
    void theNextIsTheFirstThatIsNotDead();
};

void tst_Liveness::fates()
{
    QCOMPARE(livenessOf(waiter(5s), now), Liveness::Unchecked); // never alive unasked
    QCOMPARE(livenessOf(waiter(5s, true), now), Liveness::Alive);
    QCOMPARE(livenessOf(waiter(std::nullopt), now), Liveness::Unchecked);
    QCOMPARE(livenessOf(waiter(5s, false), now), Liveness::Ghost);
    QCOMPARE(livenessOf(waiter(0s), now), Liveness::Dead);
    QCOMPARE(livenessOf(waiter(-1s, false), now), Liveness::Dead);
    QCOMPARE(livenessOf(waiter(5s), now + 6s), Liveness::Dead); // as time passes
}

void tst_Liveness::theNextIsTheFirstThatIsNotDead()
{
    using Queue = std::vector<WaiterRecord>;
    QVERIFY(!nextToWake(Queue{}, now));
    QVERIFY(!nextToWake(Queue{waiter(-1s)}, now));
    QVERIFY(!nextToWake(Queue{waiter(-1s), waiter(5s, false)}, now)); // nor a ghost
    QCOMPARE(nextToWake(Queue{waiter(-1s), waiter(5s, false), waiter(5s)}, now), std::optional(2));
}

LOCKSCOPE_TEST_SUITE(tst_Liveness)
#include "tst_liveness.moc"
