// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the time to find all locks of a large keyspace and to know their state, against a bare
// walk by SCAN over a blocking connection that keeps to the same budget and reads no keys. Both in
// each run, one after the other; the figure to compare across machines is their ratio.
#include "core/watch/server/watcher.h"
#include "tests/bench/processor.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QThread>

#include <hiredis/hiredis.h>

#include <condition_variable>
#include <mutex>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int keys = 1'000'000;
    int locks = 100'000;
    int runs = 5;
    double budget = 0.05;
};

struct Cost {
    double time = 0;
    double serversProcessor = 0;
};

// Strings under other names, and locks as Redisson leaves them.
void fill(const RedisProcess &server, const Plan &plan)
{
    constexpr int step = 20'000;
    const QByteArray strings =
        "for i=ARGV[1],ARGV[2]-1 do redis.call('set','session:'..i,'0123456789abcdef') end";
    const QByteArray locks = "for i=ARGV[1],ARGV[2]-1 do redis.call('hset','lock:'..i,"
                             "'3f1c2a5e-9b7d-4c11-8a22-0123456789ab:'..i,1) "
                             "redis.call('pexpire','lock:'..i,36000000) end";
    const auto run = [&](const QByteArray &script, int count) {
        for (int i = 0; i < count; i += step)
            server.command({"EVAL", script, "0", QByteArray::number(i),
                            QByteArray::number(std::min(i + step, count))});
    };
    run(strings, plan.keys - plan.locks);
    run(locks, plan.locks);
    if (server.command({"DBSIZE"}).integer != plan.keys)
        qFatal("the keys could not be written");
}

// A pause that nothing ends early.
class Pause
{
public:
    void operator()(Seconds time)
    {
        std::unique_lock lock(m_mutex);
        m_never.wait_for(lock, time, [] { return false; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_never;
};

// The pause after a step pays for the step's time; an overlong pause is credited.
void walkBare(const RedisProcess &server, const Plan &plan)
{
    constexpr int count = 400;
    redisContext *context = redisConnect("127.0.0.1", server.port());
    QByteArray cursor = "0";
    double debt = 0;
    Pause pause;
    do {
        const Instant sent = now();
        auto *reply = static_cast<redisReply *>(
            redisCommand(context, "SCAN %s COUNT %d", cursor.constData(), count));
        if (!reply || reply->elements != 2)
            qFatal("SCAN failed");
        cursor = reply->element[0]->str;
        freeReplyObject(reply);
        const Instant answered = now();
        debt += Seconds(answered - sent).count() * (1 / plan.budget - 1);
        if (debt > 0.001) {
            pause(Seconds(debt));
            debt -= Seconds(now() - answered).count();
        }
    } while (cursor != "0");
    redisFree(context);
}

// Until the watch says that it knows all there is.
void discover(const RedisProcess &server, const Plan &plan)
{
    std::size_t locks = 0;
    bool done = false;
    QEventLoop loop;
    watch::WatchMailbox mailbox(1000, [&] {
        QMetaObject::invokeMethod(
            &loop,
            [&] {
                for (auto &[id, change] : mailbox.take().changes) {
                    if (const auto *record = std::get_if<watch::ServerPointer>(&change))
                        done =
                            (*record)->state == watch::ServerState::Up && !(*record)->discovering;
                    else
                        ++locks; // each is new: nothing changes meanwhile
                }
                if (done)
                    loop.quit();
            },
            Qt::QueuedConnection);
    });
    const SystemClock clock;
    watch::IdentityAllocator ids;
    watch::WatchOptions options;
    options.budget = plan.budget;
    QThread thread;
    auto *watcher = new watch::Watcher(options, mailbox, clock, ids);
    watcher->moveToThread(&thread);
    thread.start();
    QMetaObject::invokeMethod(watcher, [&] { watcher->addServer({0}, {0}, server.target()); });
    loop.exec();
    QMetaObject::invokeMethod(watcher, [watcher] {
        watcher->stop();
        watcher->deleteLater();
        QThread::currentThread()->quit();
    });
    thread.wait();
    if (locks < static_cast<std::size_t>(plan.locks))
        qFatal("only %zu locks were found", locks);
}

template <typename Function>
Cost measure(const RedisProcess &server, Function work)
{
    Spent spent;
    spent.count(server, work);
    return {spent.time, spent.serversProcessor};
}

void report(const Plan &plan, bool json)
{
    RedisProcess server;
    if (!server.start())
        qFatal("redis-server does not start");
    fill(server, plan);
    if (!json) {
        std::printf("%d locks among %d keys, %.1f %% of a processor, %d runs\n", plan.locks,
                    plan.keys, plan.budget * 100, plan.runs);
        std::printf("%-8s %12s %12s %8s %16s %16s\n", "run", "bare SCAN", "discovery", "ratio",
                    "server, bare", "server, ours");
    }
    std::vector<double> bareTimes;
    std::vector<double> times;
    std::vector<double> ratios;
    std::vector<double> shares;
    for (int run = 1; run <= plan.runs; ++run) {
        const Cost bare = measure(server, [&] { walkBare(server, plan); });
        const Cost ours = measure(server, [&] { discover(server, plan); });
        bareTimes.push_back(bare.time);
        times.push_back(ours.time);
        ratios.push_back(ours.time / bare.time);
        shares.push_back(ours.serversProcessor / ours.time * 100);
        if (json)
            continue;
        std::printf("%-8d %10.2f s %10.2f s %8.2f %14.2f s %14.2f s\n", run, bare.time, ours.time,
                    ratios.back(), bare.serversProcessor, ours.serversProcessor);
        std::fflush(stdout);
    }
    if (!json) {
        std::printf("median ratio %.2f; the server spent %.1f %% of the time on us\n",
                    median(ratios), median(shares));
        return;
    }
    Report out(true);
    out.add("discovery", "raw", "s", bareTimes);
    out.add("discovery", "lockscope", "s", times);
    out.add("discovery", "lockscope", "x raw", ratios);
    out.add("discovery", "lockscope", "% of server", shares);
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"keys"_s, u"All keys."_s, u"N"_s, u"1000000"_s},
                       {u"locks"_s, u"Locks among them."_s, u"N"_s, u"100000"_s},
                       {u"budget"_s, u"Percent of a processor."_s, u"N"_s, u"5"_s},
                       {u"runs"_s, u"Number of runs."_s, u"N"_s, u"5"_s},
                       {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const Plan plan{parser.value(u"keys"_s).toInt(), parser.value(u"locks"_s).toInt(),
                    parser.value(u"runs"_s).toInt(), parser.value(u"budget"_s).toDouble() / 100};
    if (plan.locks < 1 || plan.keys < plan.locks || plan.runs < 1 || plan.budget <= 0)
        qFatal("every option takes a positive number, and locks are keys");
    report(plan, parser.isSet(u"json"_s));
    return 0;
}
