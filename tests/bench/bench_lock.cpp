// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What taking a lock costs, beside what the server and the machine allow:
//   pairs      acquire and release without contention, against a blocking hiredis loop that runs
//   the
//              same two scripts; the two alternate within each run
//   hand-over  from the release of one client to the hold of another that waits, against the round
//              trip of one script
// Ratios and medians of several runs are for comparing; single figures tell of the machine.
#include "core/lock/scripts.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>

#include <hiredis/hiredis.h>

#include <algorithm>
#include <cstdio>
#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int runs = 7;
    int pairs = 3000; // of each side in a run
    int handovers = 300;
};

using Seconds = std::chrono::duration<double>;

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

double percentile(std::vector<double> values, double part)
{
    std::sort(values.begin(), values.end());
    const auto last = static_cast<double>(values.size()) - 1;
    return values.empty() ? 0 : values[static_cast<std::size_t>(part * last)];
}

Instant now()
{
    return std::chrono::steady_clock::now();
}

// The limit: the same scripts by a client that does nothing else and blocks.
class RawLock
{
public:
    explicit RawLock(quint16 port)
        : m_context(redisConnect("127.0.0.1", port), redisFree)
        , m_acquire(lock::script("reentrant_acquire"))
        , m_release(lock::script("reentrant_release"))
    {}

    // The latch of the last pair is deleted without waiting for it, as ours does.
    bool pair(const char *name)
    {
        const QByteArray latch = QByteArray("redisson_unlock_latch:{") + name + "}:0123";
        const QByteArray channel = QByteArray("redisson_lock__channel:{") + name + "}";
        append({"DEL", latch});
        append({"EVALSHA", m_acquire.sha1, "1", name, "30000", m_owner});
        if (!answered() || !answered())
            return false;
        append({"EVALSHA", m_release.sha1, "3", name, channel, latch, "30000", m_owner, "13500"});
        return answered();
    }
    double roundTrip()
    {
        const Instant start = now();
        run({"EVALSHA", m_acquire.sha1, "1", "round-trip", "30000", m_owner});
        return Seconds(now() - start).count();
    }
    void load()
    {
        run({"SCRIPT", "LOAD", m_acquire.source});
        run({"SCRIPT", "LOAD", m_release.source});
    }

private:
    void append(const std::vector<QByteArray> &command)
    {
        std::vector<const char *> words;
        std::vector<std::size_t> sizes;
        for (const QByteArray &word : command) {
            words.push_back(word.constData());
            sizes.push_back(static_cast<std::size_t>(word.size()));
        }
        redisAppendCommandArgv(m_context.get(), static_cast<int>(words.size()), words.data(),
                               sizes.data());
    }
    bool answered()
    {
        void *answer = nullptr;
        if (redisGetReply(m_context.get(), &answer) != REDIS_OK)
            return false;
        const std::unique_ptr<redisReply, void (*)(void *)> reply(static_cast<redisReply *>(answer),
                                                                  freeReplyObject);
        return reply->type != REDIS_REPLY_ERROR;
    }
    bool run(const std::vector<QByteArray> &command)
    {
        append(command);
        return answered();
    }

    std::unique_ptr<redisContext, void (*)(redisContext *)> m_context;
    const redis::Script m_acquire;
    const redis::Script m_release;
    const QByteArray m_owner = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
};

QCoro::Task<> takeAndRelease(TaskScope *scope, lock::Lock *lock, int pairs, bool *failed)
{
    const OwnerId me = lock->newOwner();
    for (int i = 0; i < pairs; ++i) {
        auto taking = lock->tryLock(me);
        const auto taken = co_await scope->wait(std::move(taking), patience);
        auto giving = lock->unlock(me);
        const auto given = co_await scope->wait(std::move(giving), patience);
        if (!taken || !taken->isHeld() || !given)
            *failed = true;
    }
}

bool measurePairs(const RedisProcess &server, const Plan &plan)
{
    redis::ConnectionConfig config;
    config.target = server.target();
    LockProcess process(config);
    RawLock raw(server.port());
    raw.load();
    const auto lock = process.make("reentrant"_ba, "ours"_ba);
    std::vector<double> ratios;
    std::vector<double> rates;
    bool failed = false;
    for (int run = 0; run < plan.runs + 1; ++run) {
        double rawTime = 0;
        double ourTime = 0;
        for (int slice = 0; slice < 10; ++slice) {
            Instant start = now();
            for (int i = 0; i < plan.pairs / 10; ++i)
                failed |= !raw.pair("raw");
            rawTime += Seconds(now() - start).count();
            start = now();
            TaskScope scope("bench");
            auto done = scope.start(
                [&] { return takeAndRelease(&scope, lock.get(), plan.pairs / 10, &failed); });
            if (!await(std::move(done)))
                return false;
            ourTime += Seconds(now() - start).count();
        }
        if (run == 0)
            continue; // to warm up
        ratios.push_back(rawTime / ourTime);
        rates.push_back(plan.pairs / ourTime);
        std::printf("pairs      run %d: %8.0f a second, raw %8.0f, ratio %.2f\n", run, rates.back(),
                    plan.pairs / rawTime, ratios.back());
    }
    std::printf("pairs      median: %.0f a second, %.2f of the raw limit\n", median(rates),
                median(ratios));
    return !failed;
}

// One hand-over after the other between two clients, each of which waits while the other holds.
QCoro::Task<> handOver(TaskScope *scope, lock::Lock *one, lock::Lock *two, int times,
                       std::vector<double> *took, bool *failed)
{
    lock::Lock *holder = one;
    lock::Lock *waiter = two;
    OwnerId owner = holder->newOwner();
    auto first = holder->tryLock(owner, patience);
    auto held = co_await scope->wait(std::move(first), patience);
    for (int i = 0; i < times && held && held->isHeld(); ++i) {
        const OwnerId next = waiter->newOwner();
        auto waiting = waiter->lock(next);
        co_await scope->sleep(Millis(3)); // it listens by then, and has tried again
        const Instant start = now();
        auto giving = holder->unlock(owner);
        held = co_await scope->wait(std::move(waiting), patience);
        took->push_back(Seconds(now() - start).count());
        const auto given = co_await scope->wait(std::move(giving), patience);
        *failed |= !given;
        owner = next;
        std::swap(holder, waiter);
    }
    *failed |= !held || !held->isHeld();
    auto last = holder->unlock(owner);
    co_await scope->wait(std::move(last), patience);
}

bool measureHandOvers(const RedisProcess &server, const Plan &plan, const QByteArray &kind)
{
    redis::ConnectionConfig config;
    config.target = server.target();
    LockProcess one(config);
    LockProcess two(config);
    const auto first = one.make(kind, "handed"_ba);
    const auto second = two.make(kind, "handed"_ba);
    RawLock raw(server.port());
    std::vector<double> medians;
    std::vector<double> tails;
    std::vector<double> ratios;
    bool failed = false;
    for (int run = 0; run < plan.runs + 1; ++run) {
        std::vector<double> trips;
        for (int i = 0; i < plan.handovers; ++i)
            trips.push_back(raw.roundTrip());
        std::vector<double> took;
        TaskScope scope("bench");
        auto done = scope.start([&] {
            return handOver(&scope, first.get(), second.get(), plan.handovers, &took, &failed);
        });
        if (!await(std::move(done), 3 * patience) || failed)
            return false;
        if (run == 0)
            continue;
        medians.push_back(median(took) * 1000);
        tails.push_back(percentile(took, 0.99) * 1000);
        ratios.push_back(median(took) / median(trips));
    }
    std::printf("hand-over  %-9s median %.2f ms (%.1f round trips), 99th %.2f ms; medians of %d "
                "runs\n",
                kind.constData(), median(medians), median(ratios), median(tails), plan.runs);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"runs"_s, u"Counted runs."_s, u"N"_s, u"7"_s},
                       {u"pairs"_s, u"Acquires and releases in a run."_s, u"N"_s, u"3000"_s},
                       {u"handovers"_s, u"Hand-overs in a run."_s, u"N"_s, u"300"_s}});
    parser.process(application);
    Plan plan;
    plan.runs = std::clamp(parser.value(u"runs"_s).toInt(), 1, 100);
    plan.pairs = std::clamp(parser.value(u"pairs"_s).toInt(), 10, 1'000'000);
    plan.handovers = std::clamp(parser.value(u"handovers"_s).toInt(), 10, 100'000);
    RedisProcess server;
    if (!RedisProcess::isAvailable() || !server.start()) {
        std::fputs("bench_lock: no redis-server\n", stderr);
        return 3;
    }
    const bool ok = measurePairs(server, plan) && measureHandOvers(server, plan, "reentrant"_ba)
        && measureHandOvers(server, plan, "string"_ba);
    if (!ok)
        std::fputs("bench_lock: a lock was not obtained; the figures mean nothing\n", stderr);
    return ok ? 0 : 1;
}
