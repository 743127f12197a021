// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of taking a lock, beside the limits of the server and the machine:
//   pairs      acquire and release without contention, against a blocking hiredis loop that runs
//              the same scripts; the two alternate in short slices within each run
//   cluster    the same by turns on the three primaries of a cluster, against a loop that knows
//              where each lock is
//   hand-over  from the call of a release to the hold of one of several that wait, in one process,
//              against a release, its message and an acquire by blocking hiredis
// Ratios and medians of several runs are for comparing; single figures tell of the machine.
#include "tests/bench/processor.h"
#include "tests/bench/rawlock.h"
#include "tests/bench/report.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/clusterset.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int runs = 7;
    int pairs = 3000; // of each side in a run
    int slices = 20;
    int handovers = 300; // in a run
};

// Where pairs are made: on one server, or by turns on each of several, each with a lock.
struct Place {
    redis::Target target;
    std::vector<const RedisProcess *> servers{};
    std::vector<QByteArray> names{}; // of the locks, in the order of the servers
};

using Locks = std::vector<std::unique_ptr<lock::Lock>>;

QCoro::Task<> takeAndRelease(TaskScope *scope, const Locks *locks, int pairs, bool *failed)
{
    const OwnerId me = locks->front()->newOwner();
    for (int i = 0; i < pairs; ++i) {
        lock::Lock &lock = *(*locks)[std::size_t(i) % locks->size()];
        auto taking = lock.tryLock(me);
        const auto taken = co_await scope->wait(std::move(taking), patience);
        auto giving = lock.unlock(me);
        const auto given = co_await scope->wait(std::move(giving), patience);
        if (!taken || !taken->isHeld() || !given)
            *failed = true;
    }
}

bool measurePairs(const char *bench, const Place &place, const Plan &plan, Report &report)
{
    redis::ConnectionConfig config;
    config.target = place.target;
    const bool isCluster = place.target.form == redis::Target::Form::Cluster;
    LockProcess process(config);
    std::vector<std::unique_ptr<RawLock>> raws;
    Locks locks;
    for (std::size_t i = 0; i < place.servers.size(); ++i) {
        raws.push_back(std::make_unique<RawLock>(place.servers[i]->port(), isCluster));
        locks.push_back(process.make("reentrant"_ba, place.names[i]));
    }
    std::vector<double> ratios;
    std::vector<double> rates;
    std::vector<double> rawRates;
    std::vector<double> ourProcessor;
    std::vector<double> rawProcessor;
    std::vector<double> ourServer;
    std::vector<double> rawServer;
    bool failed = false;
    for (int run = 0; run < plan.runs + 1; ++run) {
        Spent rawSpent;
        Spent ourSpent;
        const int pairs = std::max(plan.pairs / plan.slices, 1);
        for (int slice = 0; slice < plan.slices; ++slice) {
            rawSpent.count(place.servers, [&] {
                for (int i = 0; i < pairs; ++i) {
                    const std::size_t at = std::size_t(i) % raws.size();
                    failed |= !raws[at]->pair(place.names[at] + "rawly");
                }
            });
            ourSpent.count(place.servers, [&] {
                TaskScope scope("bench");
                runToEnd(scope, [&] { return takeAndRelease(&scope, &locks, pairs, &failed); });
            });
        }
        if (run == 0)
            continue; // to warm up
        const double done = double(pairs) * plan.slices;
        ratios.push_back(rawSpent.time / ourSpent.time);
        rates.push_back(done / ourSpent.time);
        rawRates.push_back(done / rawSpent.time);
        ourProcessor.push_back(ourSpent.processor / done * 1e6);
        rawProcessor.push_back(rawSpent.processor / done * 1e6);
        ourServer.push_back(ourSpent.serversProcessor / done * 1e6);
        rawServer.push_back(rawSpent.serversProcessor / done * 1e6);
    }
    report.add(bench, "raw", "pairs/s", rawRates);
    report.add(bench, "lockscope", "pairs/s", rates);
    report.add(bench, "raw", "us of CPU", rawProcessor);
    report.add(bench, "raw", "us of server", rawServer);
    report.add(bench, "lockscope", "us of CPU", ourProcessor);
    report.add(bench, "lockscope", "us of server", ourServer);
    report.add(bench, "lockscope", "of raw", ratios);
    return !failed;
}

bool measureCluster(const Plan &plan, Report &report)
{
    ClusterSet set({.replicas = 0});
    if (!set.start()) {
        std::fputs("bench_lock: the cluster did not start\n", stderr);
        return false;
    }
    Place place{.target = *redis::parseTarget(set.url())};
    for (const RedisProcess *primary : set.primaries()) {
        place.servers.push_back(primary);
        // Both sides' names have the tag, so that the loop's lock is where it looks for it.
        for (int i = 0; place.names.size() < place.servers.size(); ++i) {
            const QByteArray tag = "{" + QByteArray::number(i) + "}";
            if (set.ownerOf(tag) == primary)
                place.names.push_back(tag);
        }
    }
    return inOwnThread([&] { return measurePairs("cluster", place, plan, report); });
}

struct HandOvers {
    int left = 0;
    Instant releasedAt{};
    OwnerId releasedBy;
    std::vector<double> took;
    bool failed = false;
};

// One of those who want the lock by turns.
QCoro::Task<> contend(TaskScope *scope, lock::Lock *lock, HandOvers *all)
{
    const OwnerId me = lock->newOwner();
    while (all->left > 0 && !all->failed) {
        auto waiting = lock->lock(me);
        const auto held = co_await scope->wait(std::move(waiting), patience);
        // A lock taken again by its releaser is no hand-over.
        if (all->releasedAt != Instant{} && all->releasedBy != me)
            all->took.push_back(Seconds(now() - all->releasedAt).count() * 1000);
        --all->left;
        all->failed |= !held || !held->isHeld();
        co_await scope->sleep(Millis(5));
        all->releasedAt = now();
        all->releasedBy = me;
        auto giving = lock->unlock(me);
        const auto given = co_await scope->wait(std::move(giving), patience);
        all->failed |= !given;
    }
}

bool measureHandOvers(const RedisProcess &server, const Plan &plan, const QByteArray &kind,
                      int waiters, Report &report)
{
    redis::ConnectionConfig config;
    config.target = server.target();
    LockProcess process(config);
    const QByteArray name = "handed:" + kind;
    std::vector<double> medians;
    std::vector<double> tails;
    std::vector<double> commands;
    for (int run = 0; run < plan.runs + 1; ++run) {
        std::vector<std::unique_ptr<lock::Lock>> locks;
        HandOvers all;
        all.left = run == 0 ? 10 : plan.handovers;
        const double before = callsOf(server);
        TaskScope scope("bench");
        const auto work = [&]() -> QCoro::Task<> {
            std::vector<Pending<void>> working;
            for (int i = 0; i < waiters + 1; ++i) {
                lock::Lock *const lock = locks.emplace_back(process.make(kind, name)).get();
                working.push_back(
                    scope.start([&scope, lock, &all] { return contend(&scope, lock, &all); }));
            }
            for (Pending<void> &one : working) {
                auto ended = std::move(one);
                co_await scope.wait(std::move(ended), 10 * patience);
            }
        };
        runToEnd(scope, work);
        if (all.failed)
            return false;
        if (run == 0)
            continue;
        medians.push_back(percentile(all.took, 0.5));
        tails.push_back(percentile(all.took, 0.99));
        commands.push_back((callsOf(server) - before) / double(all.took.size()));
    }
    const QByteArray bench = "hand-over " + kind + ' ' + QByteArray::number(waiters);
    report.add(bench.constData(), "lockscope", "ms median", medians);
    report.add(bench.constData(), "lockscope", "ms 99th", tails);
    report.add(bench.constData(), "lockscope", "commands", commands);
    return true;
}

// Release, message, acquire: nothing can hand a lock over in less.
bool measureRawHandOvers(const RedisProcess &server, const Plan &plan, Report &report)
{
    const auto name = "handed rawly"_ba;
    RawLock holder(server.port());
    RawLock waiter(server.port());
    RawLock listener(server.port());
    if (!listener.subscribe(name) || !holder.acquire(name))
        return false;
    std::vector<double> medians;
    std::vector<double> tails;
    for (int run = 0; run < plan.runs; ++run) {
        std::vector<double> took;
        for (int i = 0; i < plan.handovers; ++i) {
            const Instant start = now();
            holder.sendRelease(name);
            if (!listener.answered() || !waiter.acquire(name))
                return false;
            took.push_back(Seconds(now() - start).count() * 1000);
            if (!holder.answered() || !holder.forget(name))
                return false;
        }
        medians.push_back(percentile(took, 0.5));
        tails.push_back(percentile(took, 0.99));
    }
    report.add("hand-over", "raw", "ms median", medians);
    report.add("hand-over", "raw", "ms 99th", tails);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"json"_s, u"One JSON object a line."_s},
                       {u"cluster"_s, u"Also pairs on a cluster of three primaries."_s},
                       {u"runs"_s, u"Counted runs."_s, u"N"_s, u"7"_s},
                       {u"pairs"_s, u"Acquires and releases in a run."_s, u"N"_s, u"3000"_s},
                       {u"handovers"_s, u"Hand-overs in a run; 0: none."_s, u"N"_s, u"300"_s}});
    parser.process(application);
    Plan plan;
    plan.runs = std::clamp(parser.value(u"runs"_s).toInt(), 1, 100);
    plan.pairs = std::clamp(parser.value(u"pairs"_s).toInt(), 0, 1'000'000);
    plan.handovers = std::clamp(parser.value(u"handovers"_s).toInt(), 0, 100'000);
    Report report(parser.isSet(u"json"_s));
    RedisProcess server;
    if (!RedisProcess::isAvailable() || !server.start()) {
        std::fputs("bench_lock: no redis-server\n", stderr);
        return 3;
    }
    const Place alone{.target = server.target(), .servers = {&server}, .names = {"ours"_ba}};
    bool ok =
        plan.pairs == 0 || inOwnThread([&] { return measurePairs("pairs", alone, plan, report); });
    if (ok && plan.pairs > 0 && parser.isSet(u"cluster"_s))
        ok = measureCluster(plan, report);
    if (plan.handovers > 0) {
        ok = ok && measureRawHandOvers(server, plan, report);
        for (const auto &kind : {"reentrant"_ba, "string"_ba}) {
            for (const int waiters : {2, 4, 8, 16})
                ok = ok && measureHandOvers(server, plan, kind, waiters, report);
        }
    }
    if (!ok)
        std::fputs("bench_lock: a lock was not obtained; the figures mean nothing\n", stderr);
    return ok ? 0 : 1;
}
