// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of a watch on a server, counted on the server: its commands while nothing
// happens, its own processor time beside steady acquisitions and releases, and the pairs that
// clients without a pause get beside it, each against the same without a watch, or with a client
// that does no more than listen to tracking. The watch runs on a thread of its own, and its mailbox
// is emptied sixty times a second.
#include "core/format/traits.h"
#include "core/watch/server/watcher.h"
#include "tests/bench/quietlocks.h"
#include "tests/bench/report.h"
#include "tests/bench/workload.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QThread>
#include <QTimer>

#include <map>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int locks = 10'000;
    int rate = 1000;
    int clients = 50;
    int seconds = 5;
    int runs = 5;
    bool json = false;
};

class Watched
{
public:
    Watched(const RedisProcess &server, const std::vector<QByteArray> &prefixes, std::size_t locks)
        : m_mailbox(100'000)
    {
        watch::WatchOptions options;
        options.prefixes = prefixes;
        options.budget = 1; // the scan is not what is measured
        m_watcher = new watch::Watcher(options, m_mailbox, m_clock, m_ids);
        m_watcher->moveToThread(&m_thread);
        m_thread.start();
        QMetaObject::invokeMethod(m_watcher, [&server, watcher = m_watcher] {
            watcher->addServer({0}, {0}, server.target());
        });
        m_frame.callOnTimeout([this] { take(); });
        m_frame.start(16);
        const bool isReady = eventually([&] { return m_isUp && m_locks >= locks; });
        if (!isReady)
            qFatal("only %zu locks were found", m_locks);
    }
    ~Watched()
    {
        QMetaObject::invokeMethod(m_watcher, [watcher = m_watcher] {
            watcher->stop();
            watcher->deleteLater();
            QThread::currentThread()->quit();
        });
        m_thread.wait();
    }
    Watched(const Watched &) = delete;
    Watched &operator=(const Watched &) = delete;

private:
    void take()
    {
        for (auto &[id, change] : m_mailbox.take().changes) {
            if (const auto *server = std::get_if<watch::ServerPointer>(&change))
                m_isUp = (*server)->state == watch::ServerState::Up && !(*server)->discovering;
            else
                ++m_locks;
        }
    }

    const SystemClock m_clock;
    watch::IdentityAllocator m_ids;
    watch::WatchMailbox m_mailbox;
    QThread m_thread;
    QTimer m_frame;
    watch::Watcher *m_watcher = nullptr;
    std::size_t m_locks = 0;
    bool m_isUp = false;
};

// The number of calls of each command on the server, inside scripts too.
std::map<QByteArray, double> callsOfEach(const RedisProcess &server)
{
    std::map<QByteArray, double> calls;
    const QByteArray stats = server.command({"INFO", "commandstats"}).bytes;
    for (const QByteArray &line : stats.split('\n')) {
        const qsizetype at = line.indexOf(":calls=");
        if (at >= 0)
            calls[line.left(at).sliced(8)] = line.mid(at + 7).split(',').front().toDouble();
    }
    return calls;
}

// Returns their sum.
double printCalls(const Plan &plan, const std::map<QByteArray, double> &before,
                  const std::map<QByteArray, double> &after, double per)
{
    double sum = 0;
    for (const auto &[command, calls] : after) {
        const auto known = before.find(command);
        const double more = calls - (known == before.end() ? 0 : known->second);
        sum += more;
        if (more > 0 && !plan.json)
            std::printf(" %s %.2f", command.constData(), more / per);
    }
    if (!plan.json)
        std::printf("; together %.2f\n", sum / per);
    std::fflush(stdout);
    return sum / per;
}

void pass(int seconds)
{
    QEventLoop loop;
    QTimer::singleShot(seconds * 1000, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

void quiet(const RedisProcess &server, const Plan &plan)
{
    constexpr int locks = 200;
    putQuietLocks(server, locks);
    const Watched watched(server, {"orders:"}, locks);
    pass(2);
    const auto before = callsOfEach(server);
    pass(plan.seconds * 3);
    if (!plan.json)
        std::printf("quiet, %d locks, a second:", locks);
    const double calls = printCalls(plan, before, callsOfEach(server), plan.seconds * 3);
    if (plan.json)
        Report(true).add("watching quiet locks", "lockscope", "commands/s", {calls});
}

void paced(const RedisProcess &server, const Plan &plan)
{
    PacedChurn churn(server, {plan.locks, plan.rate, plan.seconds});
    churn.takeAll();
    const std::vector<QByteArray> prefixes{"lock:", "{lock:", "redisson_"};
    std::vector<double> listening;
    std::vector<double> costs;
    std::vector<double> own;
    for (int i = 0; i < plan.runs; ++i) {
        const auto slice = [&] {
            const Slice done = run(server, [&] { return churn.run(); });
            churn.take();
            return done;
        };
        const Slice alone = slice();
        {
            const BareListener listener(server.port(), prefixes, format::wakeUpPatterns());
            listening.push_back(slice().serversProcessor / alone.serversProcessor);
        }
        const Watched watched(server, {"lock:"}, static_cast<std::size_t>(plan.locks));
        const auto before = callsOfEach(server);
        const Slice seen = slice();
        costs.push_back(seen.serversProcessor / alone.serversProcessor);
        own.push_back(seen.ownProcessor * 100);
        if (!plan.json)
            std::printf("paced %d: server %.1f us a pair alone, x%.2f with a listener, x%.2f "
                        "watched; %.1f %% of a processor here; a pair:",
                        i + 1, alone.serversProcessor, listening.back(), costs.back(), own.back());
        printCalls(plan, before, callsOfEach(server), seen.done * plan.seconds);
    }
    if (plan.json) {
        Report out(true);
        out.add("watching, paced", "listener", "x server", listening);
        out.add("watching, paced", "lockscope", "x server", costs);
        out.add("watching, paced", "lockscope", "% of a core", own);
        return;
    }
    std::printf("paced, medians: server's processor x%.2f with a listener, x%.2f watched\n",
                median(listening), median(costs));
}

void saturated(const RedisProcess &server, const Plan &plan)
{
    Clients clients(server.port(), plan.clients);
    const std::vector<QByteArray> prefixes{"lock:", "{lock:", "redisson_"};
    std::vector<double> kept;
    std::vector<double> costs;
    std::vector<double> own;
    for (int i = 0; i < plan.runs; ++i) {
        const auto slice = [&] {
            const Instant end = now() + std::chrono::seconds(plan.seconds);
            return run(server, [&] { return saturate(clients, end); });
        };
        // In the middle of two, so that a machine that grows busier is as busy for both.
        const auto tracked = [&] {
            const BareListener listener(server.port(), prefixes, {});
            return slice();
        };
        const Slice first = tracked();
        const auto before = callsOfEach(server);
        Slice seen;
        {
            const Watched watched(server, {"lock:"}, 0);
            seen = slice();
        }
        const auto after = callsOfEach(server);
        const Slice second = tracked();
        kept.push_back(2 * seen.done / (first.done + second.done));
        costs.push_back(2 * seen.serversProcessor
                        / (first.serversProcessor + second.serversProcessor));
        own.push_back(seen.ownProcessor * 100);
        if (!plan.json)
            std::printf("saturated %d: %.0f and %.0f pairs a second beside tracking, %.0f watched: "
                        "x%.3f; server's processor a pair x%.3f; %.1f %% of a processor here; a "
                        "second:",
                        i + 1, first.done, second.done, seen.done, kept.back(), costs.back(),
                        own.back());
        printCalls(plan, before, after, plan.seconds);
    }
    if (plan.json) {
        Report out(true);
        out.add("watching, saturated", "lockscope", "x pairs", kept);
        out.add("watching, saturated", "lockscope", "x server", costs);
        out.add("watching, saturated", "lockscope", "% of a core", own);
        return;
    }
    std::printf("saturated, medians: x%.3f of the pairs beside tracking alone, server's processor "
                "x%.3f a pair\n",
                median(kept), median(costs));
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"Locks that are renewed every 10 s."_s, u"N"_s, u"10000"_s},
                       {u"rate"_s, u"Locks taken and released a second."_s, u"N"_s, u"1000"_s},
                       {u"clients"_s, u"Clients without a pause."_s, u"N"_s, u"50"_s},
                       {u"seconds"_s, u"Length of a slice."_s, u"N"_s, u"5"_s},
                       {u"runs"_s, u"Number of runs."_s, u"N"_s, u"5"_s},
                       {u"json"_s, u"A line of JSON for each figure."_s},
                       {u"only"_s, u"One part: quiet, paced or saturated."_s, u"PART"_s}});
    parser.process(application);
    const auto number = [&](const QString &name) { return parser.value(name).toInt(); };
    const Plan plan{number(u"locks"_s),   number(u"rate"_s), number(u"clients"_s),
                    number(u"seconds"_s), number(u"runs"_s), parser.isSet(u"json"_s)};
    if (plan.locks < 100 || plan.rate < 1 || plan.clients < 1 || plan.seconds < 1 || plan.runs < 1)
        qFatal("every option takes a positive number, and locks are a hundred at least");
    RedisProcess server;
    if (!server.start())
        qFatal("redis-server does not start");
    const QString only = parser.value(u"only"_s);
    const auto part = [&](const QString &name, const auto &measure) {
        if (!only.isEmpty() && only != name)
            return;
        server.command({"FLUSHALL"});
        measure(server, plan);
    };
    part(u"quiet"_s, quiet);
    part(u"paced"_s, paced);
    part(u"saturated"_s, saturated);
    return 0;
}
