// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a change on the server to the console's model: a writer re-enters locks at a steady rate and
// notes when it sent each change; the model's merged() tells when it shows. Beside it, in the same
// run, the round trip of the writer's own command, which is the floor that the machine sets: the
// figures to compare across machines are the ratios to it.
#include "core/base/clock.h"
#include "core/watch/server/watcher.h"
#include "tests/bench/report.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/client/watchclient.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QThread>

#include <hiredis/hiredis.h>

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <random>
#include <thread>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

using Micros = std::chrono::duration<double, std::micro>;

constexpr auto owner = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
constexpr auto script =
    "redis.call('hincrby',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],600000)";

struct Plan {
    int locks = 1000;
    int rate = 1000;
    int seconds = 5;
    int runs = 5;
};

struct Sent {
    int lock;
    qint64 count;
    Instant at;
};

struct Figures {
    std::vector<double> toModel; // microseconds
    std::vector<double> roundTrip;
    std::size_t unseen = 0;
};

QByteArray nameOf(int lock)
{
    return "lock:" + QByteArray::number(lock);
}

// The writer, on a thread of its own with a blocking connection.
class Writer
{
public:
    Writer(quint16 port, const Plan &plan)
        : m_plan(plan)
        , m_context(redisConnect("127.0.0.1", port))
        , m_counts(static_cast<std::size_t>(plan.locks), 0)
    {}
    ~Writer() { redisFree(m_context); }
    Writer(const Writer &) = delete;
    Writer &operator=(const Writer &) = delete;

    void takeAll()
    {
        for (int lock = 0; lock < m_plan.locks; ++lock)
            change(lock);
        m_sent.clear();
        roundTrips.clear();
    }

    void run(unsigned seed)
    {
        std::minstd_rand random(seed);
        std::uniform_int_distribution<int> any(0, m_plan.locks - 1);
        const Instant began = std::chrono::steady_clock::now();
        const auto step = std::chrono::microseconds(1'000'000 / m_plan.rate);
        for (int i = 0; i < m_plan.rate * m_plan.seconds; ++i) {
            waitUntil(began + i * step);
            change(any(random));
        }
    }

    std::vector<Sent> take()
    {
        const std::scoped_lock guard(m_mutex);
        return std::exchange(m_sent, {});
    }

    std::vector<double> roundTrips;

private:
    // The pace is the writer's own; nothing is waited for.
    void waitUntil(Instant at)
    {
        std::unique_lock lock(m_pace);
        m_never.wait_until(lock, at, [] { return false; });
    }

    void change(int lock)
    {
        const QByteArray name = nameOf(lock);
        const qint64 count = ++m_counts[static_cast<std::size_t>(lock)];
        const Instant at = std::chrono::steady_clock::now();
        {
            const std::scoped_lock guard(m_mutex);
            m_sent.push_back({lock, count, at});
        }
        void *reply = redisCommand(m_context, "EVAL %s 1 %s %s", script, name.constData(), owner);
        freeReplyObject(reply);
        roundTrips.push_back(Micros(std::chrono::steady_clock::now() - at).count());
    }

    Plan m_plan;
    redisContext *m_context;
    std::vector<qint64> m_counts;
    std::mutex m_mutex;
    std::vector<Sent> m_sent;
    std::mutex m_pace;
    std::condition_variable m_never;
};

// Compares the model with the sent changes, whenever the model has changed.
class Observer
{
public:
    Observer(ui::LockTableModel &model, Writer &writer)
        : m_model(model)
        , m_writer(writer)
    {
        QObject::connect(&model, &ui::LockTableModel::merged, &model, [this] { look(); });
    }

    void look()
    {
        const Instant now = std::chrono::steady_clock::now();
        for (const Sent &sent : m_writer.take())
            m_open.push_back(sent);
        std::erase_if(m_open, [&](const Sent &sent) {
            const auto lock = m_model.find({0, LockName(nameOf(sent.lock))});
            if (!lock || lock->holds.empty() || lock->holds.front().count < sent.count)
                return false;
            figures.toModel.push_back(Micros(now - sent.at).count());
            return true;
        });
    }

    bool isDone() const { return m_open.empty(); }
    std::size_t open() const { return m_open.size(); }

    Figures figures;

private:
    ui::LockTableModel &m_model;
    Writer &m_writer;
    std::deque<Sent> m_open;
};

Figures measure(const Plan &plan, unsigned seed)
{
    RedisProcess server;
    if (!server.start())
        qFatal("redis-server does not start");
    Writer writer(server.port(), plan);
    writer.takeAll();
    const SystemClock clock;
    watch::IdentityAllocator ids;
    ui::WatchClient client(clock);
    QThread thread;
    auto *watcher = new watch::Watcher({}, client.addSource(), clock, ids);
    watcher->moveToThread(&thread);
    thread.start();
    QMetaObject::invokeMethod(watcher, [&] { watcher->addServer({0}, {0}, server.target()); });
    const auto expected = static_cast<std::size_t>(plan.locks);
    if (!eventually([&] { return client.locks().lockCount() == expected; }))
        qFatal("only %zu locks were found", client.locks().lockCount());
    Observer observer(client.locks(), writer);
    std::atomic<bool> written = false;
    std::thread writing([&] {
        writer.run(seed);
        written = true;
    });
    // Plain exec: polling for the end must not wake the models.
    QEventLoop loop;
    QTimer end;
    QObject::connect(&end, &QTimer::timeout, &loop, [&] {
        if (written)
            loop.quit();
    });
    end.start(100);
    loop.exec();
    writing.join();
    observer.look();
    if (!eventually([&] { return observer.isDone(); }, Millis(2000)))
        observer.figures.unseen = observer.open();
    observer.figures.roundTrip = std::move(writer.roundTrips);
    QMetaObject::invokeMethod(watcher, [watcher] {
        watcher->stop();
        watcher->deleteLater();
        QThread::currentThread()->quit();
    });
    thread.wait();
    return std::move(observer.figures);
}

// In milliseconds, of each run.
struct Runs {
    std::vector<double> medians;
    std::vector<double> tails;
    std::vector<double> trips;
    std::vector<double> tripTails;
    std::vector<double> ratios;
    std::vector<double> unseen;
};

void addRun(const Plan &plan, Runs &runs)
{
    constexpr double microsOfMilli = 1000;
    const Figures figures = measure(plan, static_cast<unsigned>(runs.medians.size() + 1));
    runs.medians.push_back(percentile(figures.toModel, 0.5) / microsOfMilli);
    runs.tails.push_back(percentile(figures.toModel, 0.99) / microsOfMilli);
    runs.trips.push_back(percentile(figures.roundTrip, 0.5) / microsOfMilli);
    runs.tripTails.push_back(percentile(figures.roundTrip, 0.99) / microsOfMilli);
    runs.ratios.push_back(runs.medians.back() / runs.trips.back());
    runs.unseen.push_back(static_cast<double>(figures.unseen));
}

void reportJson(const Plan &plan)
{
    Runs runs;
    for (int run = 0; run < plan.runs; ++run)
        addRun(plan, runs);
    Report out(true);
    out.add("watch", "raw", "ms median", runs.trips);
    out.add("watch", "lockscope", "ms median", runs.medians);
    out.add("watch", "lockscope", "ms 99th", runs.tails);
    out.add("watch", "lockscope", "x raw", runs.ratios);
    out.add("watch", "lockscope", "unseen", runs.unseen);
}

void report(const Plan &plan)
{
    std::printf("%d locks, %d changes a second, %d s, %d runs\n", plan.locks, plan.rate,
                plan.seconds, plan.runs);
    std::printf("%-6s %12s %12s %12s %12s %8s %8s\n", "run", "model p50", "model p99", "own rt p50",
                "own rt p99", "ratio50", "unseen");
    Runs runs;
    for (int run = 1; run <= plan.runs; ++run) {
        addRun(plan, runs);
        std::printf("%-6d %9.2f ms %9.2f ms %9.2f ms %9.2f ms %8.1f %8.0f\n", run,
                    runs.medians.back(), runs.tails.back(), runs.trips.back(),
                    runs.tripTails.back(), runs.ratios.back(), runs.unseen.back());
        std::fflush(stdout);
    }
    std::printf("%-6s %9.2f ms %9.2f ms %12s %12s %8.1f\n", "median", median(runs.medians),
                median(runs.tails), "", "", median(runs.ratios));
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"How many locks there are."_s, u"N"_s, u"1000"_s},
                       {u"rate"_s, u"Changes a second, spread over them."_s, u"N"_s, u"1000"_s},
                       {u"seconds"_s, u"Length of a run."_s, u"N"_s, u"5"_s},
                       {u"runs"_s, u"Number of runs."_s, u"N"_s, u"5"_s},
                       {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const Plan plan{parser.value(u"locks"_s).toInt(), parser.value(u"rate"_s).toInt(),
                    parser.value(u"seconds"_s).toInt(), parser.value(u"runs"_s).toInt()};
    if (plan.locks < 1 || plan.rate < 1 || plan.seconds < 1 || plan.runs < 1)
        qFatal("every option takes a positive number");
    if (parser.isSet(u"json"_s))
        reportJson(plan);
    else
        report(plan);
    return 0;
}
