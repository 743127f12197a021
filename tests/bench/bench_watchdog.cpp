// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of holding many locks: one process takes them, its watchdog renews them, and
// the processor time of both sides is read at the beginning and at the end of a few seconds.
#include "tests/bench/processor.h"
#include "tests/bench/report.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

using Locks = std::vector<std::unique_ptr<lock::Lock>>;

QCoro::Task<> takeAll(TaskScope *scope, const Locks *locks, Millis lease, int *held)
{
    constexpr std::size_t together = 500;
    for (std::size_t begin = 0; begin < locks->size(); begin += together) {
        std::vector<Pending<lock::AcquireOutcome>> asked;
        for (std::size_t i = begin; i < std::min(begin + together, locks->size()); ++i) {
            lock::Lock &lock = *(*locks)[i];
            asked.push_back(lock.tryLock(lock.newOwner(), Millis(0), lock::Lease::watchdog(lease)));
        }
        for (auto &one : asked) {
            auto asking = std::move(one);
            const auto outcome = co_await scope->wait(std::move(asking), patience);
            *held += outcome && outcome->isHeld() ? 1 : 0;
        }
    }
}

void pass(Millis time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"json"_s, u"One JSON object a line."_s},
                       {u"locks"_s, u"Locks held."_s, u"N"_s, u"10000"_s},
                       {u"lease"_s, u"Their lease in seconds."_s, u"S"_s, u"30"_s},
                       {u"seconds"_s, u"Length of a run."_s, u"S"_s, u"20"_s},
                       {u"runs"_s, u"Runs."_s, u"N"_s, u"1"_s}});
    parser.process(application);
    const int count = std::clamp(parser.value(u"locks"_s).toInt(), 1, 1'000'000);
    const auto lease = std::chrono::seconds(std::max(parser.value(u"lease"_s).toInt(), 1));
    const auto time = std::chrono::seconds(std::max(parser.value(u"seconds"_s).toInt(), 1));
    Report report(parser.isSet(u"json"_s));
    RedisProcess server;
    if (!RedisProcess::isAvailable() || !server.start()) {
        std::fputs("bench_watchdog: no redis-server\n", stderr);
        return 3;
    }
    redis::ConnectionConfig config;
    config.target = server.target();
    LockProcess process(config);
    int held = 0;
    int lost = 0;
    Locks locks;
    for (int i = 0; i < count; ++i) {
        locks.push_back(process.make("reentrant"_ba, "held:" + QByteArray::number(i)));
        locks.back()->setLostHandler([&](const OwnerId &, lock::Loss) { ++lost; });
    }
    TaskScope scope("bench");
    runToEnd(scope, [&] { return takeAll(&scope, &locks, lease, &held); });
    pass(lease / 3 + std::chrono::seconds(1)); // the first round, and every key read once
    std::vector<double> ours;
    std::vector<double> servers;
    std::vector<double> renewals;
    std::vector<double> batches;
    for (int run = 0; run < std::max(parser.value(u"runs"_s).toInt(), 1); ++run) {
        const double scriptsBefore = callsOf(server, "evalsha");
        const double renewedBefore = callsOf(server, "pexpire");
        Spent spent;
        spent.count(server, [&] { pass(time); });
        ours.push_back(spent.processor / spent.time * 100);
        servers.push_back(spent.serversProcessor / spent.time * 100);
        renewals.push_back((callsOf(server, "pexpire") - renewedBefore) / spent.time);
        batches.push_back((callsOf(server, "evalsha") - scriptsBefore) / spent.time);
    }
    const QByteArray bench = "watchdog " + QByteArray::number(count);
    report.add(bench.constData(), "lockscope", "% of a core", ours);
    report.add(bench.constData(), "lockscope", "% of server", servers);
    report.add(bench.constData(), "lockscope", "renewals/s", renewals);
    report.add(bench.constData(), "lockscope", "batches/s", batches);
    if (held != count || lost > 0)
        std::fprintf(stderr, "bench_watchdog: %d of %d held, %d lost\n", held, count, lost);
    return held == count && lost == 0 ? 0 : 1;
}
