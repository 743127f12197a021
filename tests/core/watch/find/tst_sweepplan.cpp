// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/sweepplan.h"
#include "tests/support/testmain.h"

#include <set>

using namespace lockscope;
using namespace lockscope::watch;
using namespace std::chrono_literals;

namespace {

std::vector<LockName> locks(int count)
{
    std::vector<LockName> names;
    for (int i = 0; i < count; ++i)
        names.emplace_back("lock:" + QByteArray::number(i));
    return names;
}

const Instant start{1h};

} // namespace

class TestSweepPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPassTakesFifteenTurns_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("part");
        QTest::addColumn<int>("turns");
        QTest::newRow("none") << 0 << 0 << 1;
        QTest::newRow("one") << 1 << 1 << 1;
        QTest::newRow("few") << 16 << 16 << 1;
        QTest::newRow("two hundred") << 200 << 16 << 13;
        QTest::newRow("ten thousand") << 10'000 << 667 << 15;
        QTest::newRow("a hundred thousand") << 100'000 << 4000 << 25;
    }

    void aPassTakesFifteenTurns()
    {
        QFETCH(int, count);
        QFETCH(int, part);
        QFETCH(int, turns);
        SweepPlan plan;
        std::set<QByteArray> compared;
        for (int turn = 0; turn < turns; ++turn) {
            if (plan.wantsNames())
                plan.setNames(locks(count));
            const auto names = plan.toCompare(start);
            QCOMPARE(names.size(), static_cast<std::size_t>(part));
            QCOMPARE(names.size() + plan.others().size(), static_cast<std::size_t>(count));
            for (const LockName &name : names)
                compared.insert(name.bytes);
        }
        QCOMPARE(compared.size(), static_cast<std::size_t>(count));
    }

    // Many names are copied once a pass, few each turn; none is kept for longer than a pass.
    void namesAreAskedForAgain()
    {
        SweepPlan plan;
        QVERIFY(plan.wantsNames());
        plan.setNames(locks(200));
        (void)plan.toCompare(start);
        QVERIFY(plan.wantsNames());
        plan.setNames(locks(10'000));
        for (int turn = 0; turn < 14; ++turn)
            (void)plan.toCompare(start);
        QVERIFY(!plan.wantsNames());
        (void)plan.toCompare(start);
        QVERIFY(plan.wantsNames());
        plan.setNames(locks(10'000));
        for (int turn = 0; turn < 3; ++turn) // also where nothing but listeners is counted
            (void)plan.toCount();
        QVERIFY(plan.wantsNames());
        plan.setNames({});
        QVERIFY(plan.toCompare(start).empty() && plan.toCount().empty());
        QVERIFY(plan.wantsNames());
    }

    void aFindingHurriesForAMinute()
    {
        SweepPlan plan;
        plan.setNames(locks(200));
        plan.hurry(start);
        QCOMPARE(plan.toCompare(start).size(), std::size_t(200));
        QVERIFY(plan.others().empty());
        QCOMPARE(plan.toCompare(start + 59s).size(), std::size_t(200));
        QCOMPARE(plan.toCompare(start + 61s).size(), std::size_t(16));
    }

    void listenersAreCountedEachTurn()
    {
        SweepPlan plan;
        plan.setNames(locks(200));
        QCOMPARE(plan.toCount().size(), std::size_t(200));
        plan.setNames(locks(10'000));
        std::set<QByteArray> counted;
        for (int turn = 0; turn < 3; ++turn) {
            for (const LockName &name : plan.toCount())
                counted.insert(name.bytes);
        }
        QCOMPARE(counted.size(), std::size_t(10'000));
    }

    void locksWithOtherKeysAreReadInTurn()
    {
        SweepPlan plan;
        plan.setNames(locks(200));
        std::set<QByteArray> read;
        const auto isOdd = [](const LockName &name) { return (name.bytes.back() - '0') % 2 != 0; };
        for (int turn = 0; turn < 34; ++turn) {
            const auto names = plan.toRead(start, isOdd);
            QCOMPARE(names.size(), std::size_t(3));
            for (const LockName &name : names)
                read.insert(name.bytes);
        }
        QCOMPARE(read.size(), std::size_t(100));
        QVERIFY(plan.toRead(start, [](const LockName &) { return false; }).empty());
        plan.hurry(start);
        QCOMPARE(plan.toRead(start, isOdd).size(), std::size_t(50));
    }
};

LOCKSCOPE_TEST_SUITE(TestSweepPlan)
#include "tst_sweepplan.moc"
