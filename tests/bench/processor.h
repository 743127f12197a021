// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "tests/bench/report.h"
#include "tests/support/redisprocess.h"

#include <QEventLoop>
#include <QThread>

#include <sys/resource.h>

namespace lockscope::test {

// Measures the processor time of a piece of work, here and on a server. Main thread; benchmarks
// only.

inline Instant now()
{
    return std::chrono::steady_clock::now();
}

// Seconds of processor time that this process has used.
inline double processorTime()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &t) {
        return double(t.tv_sec) + double(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// The same of a server.
inline double processorTime(const RedisProcess &server)
{
    double seconds = 0;
    for (const QByteArray &line : server.command({"INFO", "cpu"}).bytes.split('\n')) {
        if (line.startsWith("used_cpu_sys:") || line.startsWith("used_cpu_user:"))
            seconds += line.mid(line.indexOf(':') + 1).trimmed().toDouble();
    }
    return seconds;
}

inline double processorTime(const std::vector<const RedisProcess *> &servers)
{
    double seconds = 0;
    for (const RedisProcess *server : servers)
        seconds += processorTime(*server);
    return seconds;
}

// As in the programs, locks have a thread of their own. The main thread's loop also looks at the
// servers' processes each time, which is no work of theirs.
template <typename Function>
bool inOwnThread(Function measure)
{
    bool ok = false;
    const std::unique_ptr<QThread> thread(QThread::create([&] { ok = measure(); }));
    thread->start();
    thread->wait();
    return ok;
}

struct Spent {
    double time = 0;
    double processor = 0;
    double serversProcessor = 0;

    template <typename Function>
    void count(const std::vector<const RedisProcess *> &servers, Function work)
    {
        const double serversBefore = processorTime(servers);
        const double before = processorTime();
        const Instant start = now();
        work();
        time += Seconds(now() - start).count();
        processor += processorTime() - before;
        serversProcessor += processorTime(servers) - serversBefore;
    }
    template <typename Function>
    void count(const RedisProcess &server, Function work)
    {
        count(std::vector{&server}, std::move(work));
    }
};

// Runs the event loop until the task is done, without a timer beside it.
template <typename Function>
bool runToEnd(TaskScope &scope, Function task)
{
    QEventLoop loop;
    auto done = scope.start(std::move(task));
    if (done.isReady())
        return true;
    done.then([&](Result<void> &&) { loop.quit(); });
    loop.exec();
    return true;
}

// The number of calls of a command on the server, inside scripts too; empty: all commands.
inline double callsOf(const RedisProcess &server, const QByteArray &command = {})
{
    double calls = 0;
    const QByteArray wanted = "cmdstat_" + command + ':';
    const QByteArray text = server.command({"INFO", "commandstats"}).bytes;
    for (const QByteArray &line : text.split('\n')) {
        const qsizetype at = line.indexOf(":calls=");
        const bool isMeant =
            command.isEmpty() ? !line.startsWith("cmdstat_info") : line.startsWith(wanted);
        if (at >= 0 && isMeant)
            calls += line.mid(at + 7).split(',').front().toDouble();
    }
    return calls;
}

} // namespace lockscope::test
