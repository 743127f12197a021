// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/liveness.h"
#include "tests/support/testmain.h"
#include "ui/detail/lanegeometry.h"

using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
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

class tst_LaneGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void fates();
    void theNextIsTheFirstThatIsNotDead();
    void whatIsLeftIsMeasuredByTheLongest();
    void boxesFillRows();
    void everyStepStaysInside();
};

void tst_LaneGeometry::fates()
{
    QCOMPARE(livenessOf(waiter(5s), now), Liveness::Unchecked); // never alive unasked
    QCOMPARE(livenessOf(waiter(5s, true), now), Liveness::Alive);
    QCOMPARE(livenessOf(waiter(std::nullopt), now), Liveness::Unchecked);
    QCOMPARE(livenessOf(waiter(5s, false), now), Liveness::Ghost);
    QCOMPARE(livenessOf(waiter(0s), now), Liveness::Dead);
    QCOMPARE(livenessOf(waiter(-1s, false), now), Liveness::Dead);
    QCOMPARE(livenessOf(waiter(5s), now + 6s), Liveness::Dead); // as time passes
}

void tst_LaneGeometry::theNextIsTheFirstThatIsNotDead()
{
    using Queue = std::vector<WaiterRecord>;
    QVERIFY(!nextToWake(Queue{}, now));
    QVERIFY(!nextToWake(Queue{waiter(-1s)}, now));
    QVERIFY(!nextToWake(Queue{waiter(-1s), waiter(5s, false)}, now)); // nor a ghost
    QCOMPARE(nextToWake(Queue{waiter(-1s), waiter(5s, false), waiter(5s)}, now), std::optional(2));
}

void tst_LaneGeometry::whatIsLeftIsMeasuredByTheLongest()
{
    const std::vector<WaiterRecord> queue{waiter(5s), waiter(-5s), waiter(20s),
                                          waiter(std::nullopt)};
    const Millis longest = longestWait(queue, now);
    QCOMPARE(longest, Millis(20s));
    QCOMPARE(waitLeft(queue[0], longest, now), std::optional(0.25));
    QCOMPARE(waitLeft(queue[1], longest, now), std::optional(0.0));
    QCOMPARE(waitLeft(queue[2], longest, now), std::optional(1.0));
    QVERIFY(!waitLeft(queue[3], longest, now));
    QCOMPARE(waitLeft(queue[1], Millis(0), now), std::optional(0.0));
}

void tst_LaneGeometry::boxesFillRows()
{
    const LaneGrid grid{330, {100, 40}, 5, 7};
    QCOMPARE(grid.columns(), 3);
    QCOMPARE(grid.rows(), 3);
    QCOMPARE(grid.height(), 5 + 3 * 45);
    QCOMPARE(grid.rect(4), QRect(110, 50, 100, 40));
    for (int i = 0; i < grid.count; ++i)
        QCOMPARE(grid.at(grid.rect(i).center()), std::optional(i));
    QVERIFY(!grid.at({2, 2}));
    QVERIFY(!grid.at({107, 20})); // between two
    QVERIFY(!grid.at(grid.rect(8).center())); // nobody is there
    const LaneGrid narrow{10, {100, 40}, 5, 2};
    QCOMPARE(narrow.columns(), 1);
    QCOMPARE(LaneGrid{}.moved(-1, LaneStep::Right), -1);
}

void tst_LaneGeometry::everyStepStaysInside()
{
    const LaneGrid grid{330, {100, 40}, 5, 7};
    QCOMPARE(grid.moved(-1, LaneStep::Right), 0);
    QCOMPARE(grid.moved(-1, LaneStep::Up), 6);
    QCOMPARE(grid.moved(1, LaneStep::Down), 4);
    QCOMPARE(grid.moved(4, LaneStep::Up), 1);
    QCOMPARE(grid.moved(5, LaneStep::Down), 5); // nothing beneath
    QCOMPARE(grid.moved(2, LaneStep::Right), 3); // on in the next row
    QCOMPARE(grid.moved(3, LaneStep::First), 0);
    QCOMPARE(grid.moved(3, LaneStep::Last), 6);
    using enum LaneStep;
    for (int from = -1; from <= 8; ++from) {
        for (const LaneStep step : {Left, Right, Up, Down, First, Last}) {
            const int to = grid.moved(from, step);
            QVERIFY(to >= 0 && to < grid.count);
        }
    }
}

LOCKSCOPE_TEST_SUITE(tst_LaneGeometry)
#include "tst_lanegeometry.moc"
