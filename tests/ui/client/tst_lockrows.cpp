// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/client/locks/lockrows.h"

#include <QTest>

using namespace lockscope::ui;
using namespace lockscope::test;

using Numbers = std::vector<quint32>;

class tst_LockRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void newRowsComeAtTheEndFirst();
    void rowsThatGoAreLastBefore();
    void theSameRowsNeedNoStep();
    void whatLeavesIsLeftOut();

private:
    // As a model does it.
    static void bring(LockRows &rows, const Numbers &target)
    {
        const LockRows::Steps steps = rows.stepsTo(target, 10);
        rows.append(steps.added);
        rows.reorder(steps.order);
        rows.cut(steps.kept);
    }
};

void tst_LockRows::newRowsComeAtTheEndFirst()
{
    LockRows rows;
    bring(rows, {4, 7});
    const LockRows::Steps steps = rows.stepsTo({2, 7, 4}, 10);
    QCOMPARE(steps.added, Numbers({2}));
    QCOMPARE(steps.order, Numbers({2, 7, 4}));
    QCOMPARE(steps.kept, std::size_t(3));
    rows.append(steps.added);
    QCOMPARE(rows.slotsInOrder(), Numbers({4, 7, 2}));
    QCOMPARE(rows.rowOf(2), 2);
    rows.reorder(steps.order);
    QCOMPARE(rows.rowOf(2), 0);
    QCOMPARE(rows.rowOf(4), 2);
    QCOMPARE(rows.slotAt(1), 7U);
    QCOMPARE(rows.rowOf(9), -1);
}

void tst_LockRows::rowsThatGoAreLastBefore()
{
    LockRows rows;
    bring(rows, {1, 2, 3, 4});
    const LockRows::Steps steps = rows.stepsTo({4, 2}, 10);
    QVERIFY(steps.added.empty());
    QCOMPARE(steps.order, Numbers({4, 2, 1, 3}));
    QCOMPARE(steps.kept, std::size_t(2));
    rows.reorder(steps.order);
    rows.cut(steps.kept);
    QCOMPARE(rows.count(), std::size_t(2));
    QCOMPARE(rows.rowOf(1), -1);
    // Gone and back: it is new.
    QCOMPARE(rows.stepsTo({4, 2, 1}, 10).added, Numbers({1}));
}

void tst_LockRows::theSameRowsNeedNoStep()
{
    LockRows rows;
    QVERIFY(rows.isEmpty());
    bring(rows, {3, 1});
    const LockRows::Steps steps = rows.stepsTo({3, 1}, 10);
    QVERIFY(steps.added.empty());
    QCOMPARE(steps.order, rows.slotsInOrder());
    QCOMPARE(steps.kept, rows.count());
}

void tst_LockRows::whatLeavesIsLeftOut()
{
    LockRows rows;
    bring(rows, {3, 1, 5});
    rows.leave(1);
    QCOMPARE(rows.leavingCount(), std::size_t(1));
    QCOMPARE(rows.rowOf(1), 1); // the row still stands
    QCOMPARE(rows.withoutLeaving(10), Numbers({3, 5}));
    QCOMPARE(rows.takeLeaving(), Numbers({1}));
    QCOMPARE(rows.leavingCount(), std::size_t(0));
}

LOCKSCOPE_TEST_SUITE(tst_LockRows)
#include "tst_lockrows.moc"
