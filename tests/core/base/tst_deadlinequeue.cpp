// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/deadlinequeue.h"
#include "tests/support/clocks.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestDeadlineQueue : public QObject
{
    Q_OBJECT

private:
    static Instant in(Millis wait) { return std::chrono::steady_clock::now() + wait; }

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void firesInTheOrderOfTheDeadlines()
    {
        DeadlineQueue queue;
        std::vector<int> order;
        for (const int ms : {30, 10, 20, -5, 0})
            queue.add(in(Millis(ms)), [&order, ms] { order.push_back(ms); });
        QVERIFY(!queue.isEmpty());
        QVERIFY(order.empty()); // never from add()
        QVERIFY(eventually([&] { return order.size() == 5; }));
        QVERIFY((order == std::vector{-5, 0, 10, 20, 30}));
        QVERIFY(queue.isEmpty());
    }

    void keepsTheOrderOfEqualDeadlines()
    {
        DeadlineQueue queue;
        std::vector<int> order;
        const Instant at = in(5ms);
        for (int i = 0; i < 10; ++i)
            queue.add(at, [&order, i] { order.push_back(i); });
        QVERIFY(eventually([&] { return order.size() == 10; }));
        QVERIFY(std::ranges::is_sorted(order));
    }

    void isNeverEarly()
    {
        DeadlineQueue queue;
        const Instant at = in(15ms);
        std::optional<Instant> fired;
        queue.add(at, [&] { fired = std::chrono::steady_clock::now(); });
        QVERIFY(eventually([&] { return fired.has_value(); }));
        QVERIFY(*fired >= at);
    }

    void goesByTheClockThatIsPassedIn()
    {
        ShiftedClock clock;
        clock.advance(1h);
        DeadlineQueue queue(clock);
        std::optional<Instant> fired;
        const Instant at = clock.now() + Millis(15);
        queue.add(at, [&] { fired = clock.now(); });
        QVERIFY(eventually([&] { return fired.has_value(); }));
        QVERIFY(*fired >= at);
    }

    void forgetsWhatIsRemoved()
    {
        DeadlineQueue queue;
        bool removed = false;
        bool kept = false;
        const auto handle = queue.add(in(1ms), [&] { removed = true; });
        queue.add(in(5ms), [&] { kept = true; });
        queue.remove(handle);
        QVERIFY(eventually([&] { return kept; }));
        QVERIFY(!removed);
    }

    void callbacksMayAddAndRemove()
    {
        DeadlineQueue queue;
        int fired = 0;
        bool late = false;
        auto handle = queue.add(in(patience), [&] { late = true; });
        std::function<void()> again = [&] {
            if (++fired < 5)
                queue.add(in(1ms), again);
            else
                queue.remove(handle);
        };
        queue.add(in(0ms), again);
        QVERIFY(eventually([&] { return queue.isEmpty(); }));
        QCOMPARE(fired, 5);
        QVERIFY(!late);
    }

    void aCallbackMayDestroyTheQueue()
    {
        auto queue = std::make_unique<DeadlineQueue>();
        bool second = false;
        const Instant at = in(1ms);
        queue->add(at, [&] { queue.reset(); });
        queue->add(at, [&] { second = true; });
        QVERIFY(eventually([&] { return !queue; }));
        QVERIFY(!second);
    }

    void takesAnEarlierDeadlineLater()
    {
        DeadlineQueue queue;
        bool early = false;
        queue.add(in(std::chrono::hours(24 * 400)), [] {});
        queue.add(in(1ms), [&] { early = true; });
        QVERIFY(eventually([&] { return early; }));
        QVERIFY(!queue.isEmpty());
    }

    void takesManyDeadlines()
    {
        DeadlineQueue queue;
        int fired = 0;
        std::vector<DeadlineQueue::Handle> handles;
        for (int i = 0; i < 20'000; ++i)
            handles.push_back(queue.add(in(Millis(i % 20 + 50)), [&] { ++fired; }));
        for (std::size_t i = 0; i < handles.size(); i += 2)
            queue.remove(handles[i]);
        QVERIFY(eventually([&] { return queue.isEmpty(); }));
        QCOMPARE(fired, 10'000);
    }
};

LOCKSCOPE_TEST_SUITE(TestDeadlineQueue)
#include "tst_deadlinequeue.moc"
