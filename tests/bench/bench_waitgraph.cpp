// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the time to compute who waits for whom: 10,000 locks with 10 waiters each.
#include "core/insight/blocking/waitgraph.h"
#include "tests/bench/report.h"

#include <cstring>
#include <ctime>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;

namespace {

constexpr int locksInAll = 10'000;
constexpr int waitersEach = 10;
constexpr int runs = 7;

QByteArray owner(int number)
{
    return "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:" + QByteArray::number(number);
}

// Every tenth lock's first waiter holds the next lock; with `knotted`, in circles of ten.
std::vector<LockPointer> manyLocks(bool knotted)
{
    std::vector<LockPointer> locks;
    int next = locksInAll;
    for (int i = 0; i < locksInAll; ++i) {
        LockRecord lock;
        lock.id = {0, LockName("shop:item:" + QByteArray::number(i))};
        lock.kind = "fair";
        lock.library = "redisson";
        HoldRecord hold;
        hold.owner = OwnerId(owner(i));
        lock.holds = {hold};
        lock.waiters.emplace();
        for (int n = 0; n < waitersEach; ++n) {
            WaiterRecord waiter;
            const bool isLast = i % 10 == 9;
            const int linked = isLast ? i - 9 : i + 1;
            waiter.owner = OwnerId(owner(n == 0 && (knotted || !isLast) ? linked : next++));
            waiter.position = n + 1;
            lock.waiters->push_back(waiter);
        }
        locks.push_back(std::make_shared<const LockRecord>(std::move(lock)));
    }
    return locks;
}

void measure(test::Report &report, const char *subject, bool knotted)
{
    const auto locks = manyLocks(knotted);
    const Instant start = std::chrono::steady_clock::now();
    WaitMeter meter;
    for (const LockPointer &lock : locks)
        meter.note(lock->id, lock, start);
    std::vector<double> taken;
    for (int run = 0; run < runs; ++run) {
        const std::clock_t began = std::clock(); // of the processor: others may use it as well
        const WaitGraph graph = waitGraph(locks, {}, meter, std::chrono::steady_clock::now());
        taken.push_back(1000.0 * double(std::clock() - began) / CLOCKS_PER_SEC);
        if (graph.cycles.size() != (knotted ? locksInAll / 10 : 0))
            std::puts("the graph is wrong");
    }
    report.add("wait-for graph", subject, "ms of CPU", taken);
}

} // namespace

int main(int argc, char **argv)
{
    test::Report report(argc > 1 && std::strcmp(argv[1], "--json") == 0);
    measure(report, "chains", false);
    measure(report, "circles", true);
    return 0;
}
