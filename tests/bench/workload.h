// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "tests/bench/churn.h"

#include <QEventLoop>

#include <atomic>
#include <deque>
#include <thread>

namespace lockscope::test {

// Loads that benchmarks put on a watched server, and their costs. A load runs on a thread of its
// own beside the event loop.

inline constexpr int churnNames = 1000;
inline constexpr auto hold = Millis(200);

inline QByteArray steadyName(int lock)
{
    return "lock:steady:" + QByteArray::number(lock);
}

inline QByteArray churnName(int lock)
{
    return "lock:churn:" + QByteArray::number(lock % churnNames);
}

inline double threadTime()
{
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    const auto seconds = [](const timeval &t) {
        return double(t.tv_sec) + double(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Slice {
    double done = 0; // a second
    double ownProcessor = 0; // of this process without the workload, share of the time
    double serversProcessor = 0; // microseconds for each that was done
};

// Runs a workload on its own thread beside the event loop.
template <typename Work>
Slice run(const RedisProcess &server, Work work)
{
    double done = 0;
    double workloads = 0;
    std::atomic<bool> ended = false;
    Spent spent;
    spent.count(server, [&] {
        QEventLoop loop;
        std::thread thread([&] {
            const double before = threadTime();
            done = work();
            workloads = threadTime() - before;
            ended = true;
            QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
        });
        while (!ended)
            loop.exec();
        thread.join();
    });
    return {done / spent.time, (spent.processor - workloads) / spent.time,
            spent.serversProcessor * 1e6 / done};
}

struct Sent {
    QByteArray name;
    QByteArray owner;
    Instant at;
};

// 10,000 watchdogs with a period of 10 s, and locks that are held for a moment.
struct Pacing {
    int locks = 10'000;
    int rate = 1000; // pairs a second
    int seconds = 5; // of a slice
};

class PacedChurn
{
public:
    PacedChurn(const RedisProcess &server, const Pacing &plan)
        : m_plan(plan)
        , m_clients(server.port(), 1)
    {}

    void takeAll()
    {
        for (int i = 0; i < m_plan.locks; ++i)
            m_clients.run(0, acquisition(steadyName(i), churnClient + QByteArray::number(i)));
    }

    // Returns the number of pairs done in the time.
    double run()
    {
        const Instant began = now();
        const Instant end = began + std::chrono::seconds(m_plan.seconds);
        const auto step = std::chrono::microseconds(1'000'000 / m_plan.rate);
        std::deque<Sent> held;
        int pairs = 0;
        Instant next = began;
        while (now() < end) {
            m_pace.until(next);
            next += step;
            const QByteArray owner = churnClient + QByteArray::number(++m_sequence);
            const Sent sent{churnName(m_sequence), owner, now()};
            m_clients.run(0, acquisition(sent.name, owner));
            {
                const std::scoped_lock guard(m_mutex);
                m_sent.push_back(sent);
            }
            held.push_back(sent);
            for (; !held.empty() && now() - held.front().at >= hold; ++pairs) {
                m_clients.run(0, releasing(held.front().name));
                held.pop_front();
            }
            renewSome(m_plan.locks / 10 / m_plan.rate);
        }
        for (; !held.empty(); held.pop_front(), ++pairs)
            m_clients.run(0, releasing(held.front().name));
        return pairs;
    }

    std::vector<Sent> take()
    {
        const std::scoped_lock guard(m_mutex);
        return std::exchange(m_sent, {});
    }

private:
    // In batches of a hundred, as Redisson's watchdog does it.
    void renewSome(int due)
    {
        constexpr int batch = 100;
        m_due += std::max(due, 1);
        if (m_due < batch)
            return;
        m_due -= batch;
        std::vector<QByteArray> names;
        for (int i = 0; i < batch; ++i, m_renewed = (m_renewed + 1) % m_plan.locks)
            names.push_back(steadyName(m_renewed));
        m_clients.run(0, renewal(names));
    }

    Pacing m_plan;
    Clients m_clients;
    Pace m_pace;
    int m_sequence = 0;
    int m_due = 0;
    int m_renewed = 0;
    std::mutex m_mutex;
    std::vector<Sent> m_sent;
};

// Each client takes, releases and begins again.
inline double saturate(Clients &clients, Instant end)
{
    double pairs = 0;
    while (now() < end) {
        for (std::size_t i = 0; i < clients.size(); ++i)
            clients.send(i,
                         acquisition("lock:hot:" + QByteArray::number(i),
                                     churnClient + QByteArray::number(i)));
        clients.flush();
        for (std::size_t i = 0; i < clients.size(); ++i)
            clients.answer(i);
        for (std::size_t i = 0; i < clients.size(); ++i)
            clients.send(i, releasing("lock:hot:" + QByteArray::number(i)));
        clients.flush();
        for (std::size_t i = 0; i < clients.size(); ++i)
            clients.answer(i);
        pairs += static_cast<double>(clients.size());
    }
    return pairs;
}

} // namespace lockscope::test
