// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of a Redlock over five servers, beside the limits of servers and machine:
//   pairs      acquire and release without contention, against hiredis with the same scripts that
//              goes on at the quorum too; the two alternate within each run
//   faults     the same with one server stopped, and with one killed, against all well
//   hand-over  from the release of one to the hold of the next, among 2 to 16 waiters of a process
// Ratios and medians of several runs are for comparing; single figures tell of the machine.
#include "tests/bench/processor.h"
#include "tests/bench/rawredlock.h"
#include "tests/bench/report.h"
#include "tests/core/lock/quorum/quorumfixture.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>

#include <cstdio>
#include <numeric>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int runs = 7;
    int pairs = 3000; // of each side in a run
    int handovers = 300;
};

Instant now()
{
    return std::chrono::steady_clock::now();
}

double since(Instant start)
{
    return Seconds(now() - start).count();
}

QCoro::Task<> takeAndRelease(TaskScope *scope, lock::Lock *lock, int pairs,
                             std::vector<double> *took, bool *failed)
{
    const OwnerId me = lock->newOwner();
    for (int i = 0; i < pairs; ++i) {
        const Instant start = now();
        auto taking = lock->tryLock(me);
        const auto taken = co_await scope->wait(std::move(taking), patience);
        auto giving = lock->unlock(me);
        const auto given = co_await scope->wait(std::move(giving), patience);
        *failed |= !taken || !taken->isHeld() || !given;
        took->push_back(since(start) * 1000);
    }
}

bool runPairs(lock::Lock &lock, int pairs, std::vector<double> &took)
{
    bool failed = false;
    TaskScope scope("bench");
    auto done = scope.start([&] { return takeAndRelease(&scope, &lock, pairs, &took, &failed); });
    return await(std::move(done), 3 * patience) && !failed;
}

bool measurePairs(QuorumServers &servers, const Plan &plan, Report &report)
{
    QuorumProcess process(servers.configs(), durable());
    if (!eventually([&] { return process.isComplete(); }))
        return false;
    std::vector<quint16> ports;
    for (std::size_t i = 0; i < servers.size(); ++i)
        ports.push_back(servers[i].port());
    RawRedlock raw(ports);
    const auto lock = process.make("redlock"_ba, "ours"_ba);
    std::vector<double> ratios;
    std::vector<double> rates;
    std::vector<double> rawRates;
    for (int run = 0; run < plan.runs + 1; ++run) {
        double rawTime = 0;
        double ourTime = 0;
        for (int slice = 0; slice < 10; ++slice) {
            Instant start = now();
            for (int i = 0; i < plan.pairs / 10; ++i) {
                if (!raw.pair("raws"_ba, "0123456789012345678901234567890123456789"_ba))
                    return false;
            }
            rawTime += since(start);
            std::vector<double> took;
            start = now();
            if (!runPairs(*lock, plan.pairs / 10, took))
                return false;
            ourTime += since(start);
        }
        if (run == 0)
            continue; // to warm up
        ratios.push_back(rawTime / ourTime);
        rates.push_back(plan.pairs / ourTime);
        rawRates.push_back(plan.pairs / rawTime);
    }
    report.add("redlock pairs", "raw", "pairs/s", rawRates);
    report.add("redlock pairs", "lockscope", "pairs/s", rates);
    report.add("redlock pairs", "lockscope", "of raw", ratios);
    return true;
}

// In turn well and ill: a run each.
bool measureFault(QuorumServers &servers, const Plan &plan, Report &report, bool isStopped)
{
    const QByteArray bench = isStopped ? "redlock, 1 stopped"_ba : "redlock, 1 killed"_ba;
    std::vector<double> medians;
    std::vector<double> tails;
    std::vector<double> firsts;
    std::vector<double> outstanding;
    std::vector<double> rates;
    std::vector<double> illTails;
    for (int run = 0; run < plan.runs; ++run) {
        QuorumProcess process(servers.configs(), durable());
        if (!eventually([&] { return process.isComplete(); }))
            return false;
        const auto lock = process.make("redlock"_ba, "ours"_ba);
        std::vector<double> warm;
        std::vector<double> well;
        if (!runPairs(*lock, plan.pairs / 4, warm) || !runPairs(*lock, plan.pairs, well))
            return false;
        isStopped ? servers[1].pause() : servers[1].kill();
        std::vector<double> first;
        std::vector<double> ill;
        const bool done = runPairs(*lock, 1, first) && runPairs(*lock, plan.pairs, ill);
        outstanding.push_back(process.group->servers()[1].outstanding);
        if (isStopped)
            servers[1].resume();
        else if (!servers[1].start())
            return false;
        if (!done)
            return false;
        medians.push_back(median(ill) / median(well));
        tails.push_back(percentile(ill, 0.99) / percentile(well, 0.99));
        firsts.push_back(first.front());
        rates.push_back(plan.pairs / (std::accumulate(ill.begin(), ill.end(), 0.0) / 1000));
        illTails.push_back(percentile(ill, 0.99));
    }
    report.add(bench.constData(), "lockscope", "pairs/s", rates);
    report.add(bench.constData(), "lockscope", "ms 99th", illTails);
    report.add(bench.constData(), "lockscope", "median, x well", medians);
    report.add(bench.constData(), "lockscope", "99th, x well", tails);
    report.add(bench.constData(), "lockscope", "ms first hit", firsts);
    report.add(bench.constData(), "lockscope", "outstanding", outstanding);
    return true;
}

qint64 commandsOf(const RedisProcess &server)
{
    qint64 sum = 0;
    for (const QByteArray &line :
         server.command({"INFO"_ba, "commandstats"_ba}).bytes.split('\n')) {
        const qsizetype at = line.indexOf("calls=");
        const bool isOwn = line.startsWith("cmdstat_info") || line.startsWith("cmdstat_client");
        if (at >= 0 && !isOwn)
            sum += line.mid(at + 6, line.indexOf(',', at) - at - 6).toLongLong();
    }
    return sum;
}

struct Relay {
    std::optional<Instant> released;
    std::vector<double> took;
    int left = 0;
    bool failed = false;
};

QCoro::Task<> takeTurns(TaskScope *scope, lock::Lock *lock, Relay *relay)
{
    const OwnerId me = lock->newOwner();
    while (relay->left > 0) {
        auto waiting = lock->lock(me);
        const auto held = co_await scope->wait(std::move(waiting), patience);
        relay->failed |= !held || !held->isHeld();
        if (relay->released)
            relay->took.push_back(since(*relay->released) * 1000);
        --relay->left;
        co_await scope->sleep(Millis(3));
        relay->released = now();
        auto giving = lock->unlock(me);
        const auto given = co_await scope->wait(std::move(giving), patience);
        relay->failed |= !given;
    }
}

bool measureHandOvers(QuorumServers &servers, const Plan &plan, int waiters, Report &report)
{
    QuorumProcess process(servers.configs(), durable());
    if (!eventually([&] { return process.isComplete(); }))
        return false;
    const auto lock = process.make("redlock"_ba, "handed"_ba);
    std::vector<double> medians;
    std::vector<double> tails;
    std::vector<double> commands;
    for (int run = 0; run < plan.runs + 1; ++run) {
        Relay relay;
        relay.left = plan.handovers;
        const qint64 before = commandsOf(servers[0]);
        TaskScope scope("bench");
        std::vector<Pending<void>> turns;
        for (int i = 0; i < waiters; ++i)
            turns.push_back(scope.start([&] { return takeTurns(&scope, lock.get(), &relay); }));
        for (auto &turn : turns) {
            if (!await(std::move(turn), 6 * patience) || relay.failed)
                return false;
        }
        if (run == 0)
            continue;
        medians.push_back(percentile(relay.took, 0.5));
        tails.push_back(percentile(relay.took, 0.99));
        commands.push_back(static_cast<double>(commandsOf(servers[0]) - before) / plan.handovers);
    }
    const QByteArray bench = "redlock hand-over " + QByteArray::number(waiters);
    report.add(bench.constData(), "lockscope", "ms median", medians);
    report.add(bench.constData(), "lockscope", "ms 99th", tails);
    report.add(bench.constData(), "lockscope", "commands", commands);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions(
        {{u"json"_s, u"One JSON object a line."_s},
         {u"runs"_s, u"Counted runs."_s, u"N"_s, u"7"_s},
         {u"pairs"_s, u"Acquires and releases in a run; 0: none."_s, u"N"_s, u"3000"_s},
         {u"handovers"_s, u"Hand-overs in a run; 0: none."_s, u"N"_s, u"300"_s},
         {u"no-faults"_s, u"Leave out stopped and killed servers."_s}});
    parser.process(application);
    Plan plan;
    plan.runs = std::clamp(parser.value(u"runs"_s).toInt(), 1, 100);
    plan.pairs = std::clamp(parser.value(u"pairs"_s).toInt(), 0, 1'000'000);
    plan.handovers = std::clamp(parser.value(u"handovers"_s).toInt(), 0, 100'000);
    Report report(parser.isSet(u"json"_s));
    QuorumServers servers;
    if (!RedisProcess::isAvailable() || !servers.start()) {
        std::fputs("bench_redlock: no redis-server\n", stderr);
        return 3;
    }
    bool ok = plan.pairs == 0 || inOwnThread([&] { return measurePairs(servers, plan, report); });
    if (plan.pairs > 0 && !parser.isSet(u"no-faults"_s)) {
        ok = ok && measureFault(servers, plan, report, true)
            && measureFault(servers, plan, report, false);
    }
    for (const int waiters : {2, 4, 8, 16})
        ok = ok && (plan.handovers == 0 || measureHandOvers(servers, plan, waiters, report));
    if (!ok)
        std::fputs("bench_redlock: a lock was not obtained; the figures mean nothing\n", stderr);
    return ok ? 0 : 1;
}
