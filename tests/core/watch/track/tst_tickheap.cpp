// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/tickheap.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <map>
#include <random>

using namespace lockscope;
using namespace lockscope::watch;

namespace {

Instant at(int ms)
{
    return Instant(Millis(ms));
}

} // namespace

class TestTickHeap : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstOfAllIsNext()
    {
        TickHeap heap;
        QVERIFY(!heap.next());
        heap.set(7, at(30));
        heap.set(2, at(10));
        heap.set(5, at(20));
        QCOMPARE(heap.next(), std::optional(at(10)));
        heap.set(2, at(40)); // in place of its former time
        QCOMPARE(heap.next(), std::optional(at(20)));
        QCOMPARE(heap.size(), std::size_t(3));
        heap.set(5, std::nullopt);
        QCOMPARE(heap.next(), std::optional(at(30)));
        heap.set(5, std::nullopt);
        heap.set(99, std::nullopt);
        QCOMPARE(heap.size(), std::size_t(2));
    }

    void whatIsDueIsTakenOnceAndNotEarlier()
    {
        TickHeap heap;
        heap.set(0, at(10));
        QVERIFY(!heap.takeDue(at(9)));
        QCOMPARE(heap.takeDue(at(10)), std::optional<quint32>(0));
        QVERIFY(!heap.takeDue(at(10)));
        QVERIFY(!heap.next());
    }

    // Any order of settings, changes and removals, against a sorted map.
    void itAgreesWithASortedList()
    {
        std::mt19937 random(1);
        TickHeap heap;
        std::map<quint32, Instant> ticks;
        for (int turn = 0; turn < 5000; ++turn) {
            const auto number = static_cast<quint32>(random() % 100);
            if (random() % 3 == 0) {
                heap.set(number, std::nullopt);
                ticks.erase(number);
            } else {
                const Instant when = at(static_cast<int>(random() % 1000));
                heap.set(number, when);
                ticks.insert_or_assign(number, when);
            }
            std::optional<Instant> first;
            for (const auto &[known, when] : ticks)
                soonest(first, when);
            QCOMPARE(heap.next(), first);
            QCOMPARE(heap.size(), ticks.size());
        }
        while (const auto number = heap.takeDue(at(1000))) {
            for (const auto &[known, when] : ticks)
                QVERIFY(ticks.at(*number) <= when);
            ticks.erase(*number);
        }
        QVERIFY(ticks.empty());
    }
};

LOCKSCOPE_TEST_SUITE(TestTickHeap)
#include "tst_tickheap.moc"
