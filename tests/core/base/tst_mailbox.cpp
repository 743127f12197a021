// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/mailbox.h"
#include "tests/support/testmain.h"

#include <atomic>
#include <map>
#include <thread>

using namespace lockscope;

class TestMailbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void keepsTheLatestOfEachKey()
    {
        Mailbox<int, int, int> box(10);
        QVERIFY(box.take().isEmpty());
        box.put(2, 20);
        box.put(1, 10);
        box.put(2, 21);
        const auto delivery = box.take();
        using Changes = std::vector<std::pair<int, int>>;
        QVERIFY((delivery.changes == Changes{{2, 21}, {1, 10}}));
        QVERIFY(!delivery.isEmpty());
        QVERIFY(box.take().isEmpty());
        box.put(1, 11);
        QVERIFY((box.take().changes == Changes{{1, 11}}));
    }

    void dropsTheOldestEvents()
    {
        Mailbox<int, int, int> box(3);
        for (int i = 0; i < 5; ++i)
            box.post(i);
        const auto delivery = box.take();
        QVERIFY((delivery.events == std::vector{2, 3, 4}));
        QCOMPARE(delivery.droppedEvents, std::size_t(2));
        QCOMPARE(box.take().droppedEvents, std::size_t(0));
    }

    void countsEventsThatItHasNoRoomFor()
    {
        Mailbox<int, int, int> box(0);
        box.post(1);
        box.post(2);
        const auto delivery = box.take();
        QVERIFY(delivery.events.empty());
        QCOMPARE(delivery.droppedEvents, std::size_t(2));
    }

    void wakesOnceBetweenTakes()
    {
        int woken = 0;
        Mailbox<int, int, int> box(3, [&] { ++woken; });
        box.put(1, 1);
        box.put(2, 1);
        box.post(1);
        QCOMPARE(woken, 1);
        (void)box.take();
        QCOMPARE(woken, 1);
        box.post(2);
        QCOMPARE(woken, 2);
    }

    void wakeUpMayTake()
    {
        std::size_t taken = 0;
        Mailbox<int, int, int> *self = nullptr;
        Mailbox<int, int, int> box(3, [&] { taken += self->take().changes.size(); });
        self = &box;
        box.put(1, 1);
        box.put(1, 2);
        QCOMPARE(taken, std::size_t(2));
    }

    // Several writers, one reader: nothing is lost, and the last word of each key is heard.
    void crossesThreads()
    {
        constexpr int writers = 4;
        constexpr int rounds = 20'000;
        std::atomic<int> wakeUps = 0;
        Mailbox<int, int, int> box(1000, [&] { ++wakeUps; });
        std::atomic<int> running = writers;
        std::vector<std::thread> threads;
        for (int writer = 0; writer < writers; ++writer) {
            threads.emplace_back([&box, &running, writer] {
                for (int i = 1; i <= rounds; ++i) {
                    box.put(writer, i);
                    box.post(i);
                }
                --running;
            });
        }
        std::map<int, int> latest;
        std::size_t events = 0;
        int takes = 0;
        bool ascending = true;
        const auto collect = [&] {
            const auto delivery = box.take();
            ++takes;
            for (const auto &[key, value] : delivery.changes) {
                ascending = ascending && value > latest[key];
                latest[key] = value;
            }
            events += delivery.events.size() + delivery.droppedEvents;
        };
        while (running > 0)
            collect();
        for (auto &thread : threads)
            thread.join();
        collect();
        QVERIFY(ascending);
        QCOMPARE(events, std::size_t(writers) * rounds);
        for (int writer = 0; writer < writers; ++writer)
            QCOMPARE(latest[writer], rounds);
        QVERIFY(wakeUps >= 1 && wakeUps <= takes + 1);
    }
};

LOCKSCOPE_TEST_SUITE(TestMailbox)
#include "tst_mailbox.moc"
