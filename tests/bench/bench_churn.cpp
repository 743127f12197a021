// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of watching a busy server, with the console's models: many locks that are
// renewed by watchdogs beside steady acquisitions and releases; clients without a pause; and writes
// to other keys. With and without a watch, slice by slice, so that a noisy machine is noisy for
// both.
#include "core/base/clock.h"
#include "core/format/traits.h"
#include "core/watch/server/watcher.h"
#include "tests/bench/workload.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/client/watchclient.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QThread>

#include <functional>
#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int locks = 10'000;
    int rate = 1000; // pairs a second
    int clients = 50;
    int writes = 50'000; // a second
    int seconds = 5; // of a slice
    int runs = 5;
};

// A watch with the console's models, from its making on; ready when it has found what is there.
class Watched
{
public:
    Watched(const RedisProcess &server, std::size_t locks)
        : m_client(m_clock)
    {
        watch::WatchOptions options;
        options.prefixes = {"lock:"};
        options.budget = 1; // the scan is not what is measured
        m_watcher = new watch::Watcher(options, m_client.addSource(), m_clock, m_ids);
        m_watcher->moveToThread(&m_thread);
        m_thread.start();
        QMetaObject::invokeMethod(m_watcher, [&server, watcher = m_watcher] {
            watcher->addServer({0}, {0}, server.target());
        });
        const bool ready = eventually([&] {
            const watch::ServerRecord *record = m_client.servers().find(watch::ServerId{0});
            return record && record->state == watch::ServerState::Up && !record->discovering
                && m_client.locks().lockCount() >= locks;
        });
        if (!ready)
            qFatal("only %zu locks were found", m_client.locks().lockCount());
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

    ui::LockTableModel &locks() { return m_client.locks(); }

private:
    const SystemClock m_clock;
    watch::IdentityAllocator m_ids;
    ui::WatchClient m_client;
    QThread m_thread;
    watch::Watcher *m_watcher;
};

// When the model showed who took a lock.
class Lag
{
public:
    Lag(ui::LockTableModel &model, PacedChurn &churn)
        : m_model(model)
        , m_churn(churn)
    {
        QObject::connect(&model, &ui::LockTableModel::merged, &m_context, [this] { look(); });
    }

    void look()
    {
        const Instant seen = now();
        for (Sent &sent : m_churn.take())
            m_open.push_back(std::move(sent));
        std::erase_if(m_open, [&](const Sent &sent) {
            const auto lag = seen - sent.at;
            const auto lock = m_model.find({0, LockName(sent.name)});
            const bool shown =
                lock && !lock->holds.empty() && lock->holds.front().owner.bytes == sent.owner;
            if (!shown && lag < hold)
                return false;
            lags.push_back(std::chrono::duration<double, std::milli>(lag).count());
            return true;
        });
    }

    std::vector<double> lags; // milliseconds; a hold that was not seen in time counts as late

private:
    ui::LockTableModel &m_model;
    PacedChurn &m_churn;
    QObject m_context;
    std::deque<Sent> m_open;
};

void paced(const RedisProcess &server, const Plan &plan)
{
    PacedChurn churn(server, {plan.locks, plan.rate, plan.seconds});
    churn.takeAll();
    std::vector<double> tails;
    std::vector<double> kept;
    std::vector<double> shares;
    std::vector<double> costs;
    for (int i = 0; i < plan.runs; ++i) {
        const Slice alone = run(server, [&] { return churn.run(); });
        churn.take();
        Watched watched(server, static_cast<std::size_t>(plan.locks));
        Lag lag(watched.locks(), churn);
        const Slice seen = run(server, [&] { return churn.run(); });
        tails.push_back(percentile(lag.lags, 0.99));
        kept.push_back(seen.done / alone.done);
        shares.push_back(seen.ownProcessor * 100);
        costs.push_back(seen.serversProcessor / alone.serversProcessor);
        std::printf("paced %d: %.0f and %.0f pairs/s, change to model p50 %.1f ms p99 %.1f ms, "
                    "%.1f %% of a processor, server's processor x%.2f\n",
                    i + 1, alone.done, seen.done, median(lag.lags), tails.back(), shares.back(),
                    costs.back());
        std::fflush(stdout);
    }
    std::printf("paced, medians: p99 %.1f ms, %.1f %% of a processor, %.3f of the pairs, server's "
                "processor x%.2f\n",
                median(tails), median(shares), median(kept), median(costs));
}

// `perSecond`: 0 for as many as go.
double writeOthers(Clients &clients, Instant end, int perSecond)
{
    constexpr int pipelined = 50;
    Pace pace;
    double writes = 0;
    Instant next = now();
    for (int key = 0; now() < end; key = (key + pipelined) % 100'000) {
        if (perSecond > 0) {
            next += std::chrono::microseconds(pipelined * 1'000'000LL / perSecond);
            pace.until(next);
        }
        for (int i = 0; i < pipelined; ++i)
            clients.send(0, {"SET", "other:" + QByteArray::number(key + i), "0123456789abcdef"});
        for (int i = 0; i < pipelined; ++i)
            clients.answer(0);
        writes += pipelined;
    }
    return writes;
}

// Slices in turn: with no watcher, with a client that only receives a watch's messages, and with a
// watch.
template <typename Work>
void compare(const char *what, const RedisProcess &server, const Plan &plan, Work work)
{
    const std::vector<QByteArray> prefixes{"lock:", "{lock:", "redisson_"};
    struct Company {
        const char *name;
        std::function<std::shared_ptr<void>()> make;
        std::vector<double> rates = {};
        std::vector<double> costs = {};
    };
    std::vector<Company> companies{
        {"tracking alone",
         [&] {
             return std::make_shared<BareListener>(server.port(), prefixes,
                                                   std::vector<QByteArray>());
         }},
        {"tracking and wake-ups",
         [&] {
             return std::make_shared<BareListener>(server.port(), prefixes,
                                                   format::wakeUpPatterns());
         }},
        {"lockscope", [&] { return std::make_shared<Watched>(server, 0); }},
    };
    for (int i = 0; i < plan.runs; ++i) {
        const auto slice = [&] {
            const Instant end = now() + std::chrono::seconds(plan.seconds);
            return run(server, [&] { return work(end); });
        };
        const Slice alone = slice();
        std::printf("%s %d: alone %.0f a second, server %.2f us each", what, i + 1, alone.done,
                    alone.serversProcessor);
        for (Company &company : companies) {
            const auto present = company.make();
            const Slice seen = slice();
            company.rates.push_back(seen.done / alone.done);
            company.costs.push_back(seen.serversProcessor / alone.serversProcessor);
            std::printf("; %s %.0f, %.2f us", company.name, seen.done, seen.serversProcessor);
        }
        std::printf("\n");
        std::fflush(stdout);
    }
    for (const Company &company : companies)
        std::printf("%s, medians with %s: x%.3f as many, server's processor x%.3f each\n", what,
                    company.name, median(company.rates), median(company.costs));
}

void report(const Plan &plan)
{
    RedisProcess server;
    if (!server.start())
        qFatal("redis-server does not start");
    paced(server, plan);
    server.command({"FLUSHALL"});
    Clients clients(server.port(), plan.clients);
    compare("saturated", server, plan, [&](Instant end) { return saturate(clients, end); });
    compare("other writes", server, plan,
            [&](Instant end) { return writeOthers(clients, end, plan.writes); });
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"Locks that are renewed every 10 s."_s, u"N"_s, u"10000"_s},
                       {u"rate"_s, u"Locks taken and released a second."_s, u"N"_s, u"1000"_s},
                       {u"clients"_s, u"Clients without a pause."_s, u"N"_s, u"50"_s},
                       {u"writes"_s, u"Other writes a second."_s, u"N"_s, u"50000"_s},
                       {u"seconds"_s, u"Length of a slice."_s, u"N"_s, u"5"_s},
                       {u"runs"_s, u"Number of runs."_s, u"N"_s, u"5"_s}});
    parser.process(application);
    const auto number = [&](const QString &name) { return parser.value(name).toInt(); };
    const Plan plan{number(u"locks"_s),  number(u"rate"_s),    number(u"clients"_s),
                    number(u"writes"_s), number(u"seconds"_s), number(u"runs"_s)};
    if (plan.locks < 100 || plan.rate < 1 || plan.clients < 1 || plan.writes < 1 || plan.seconds < 1
        || plan.runs < 1)
        qFatal("every option takes a positive number, and locks are a hundred at least");
    report(plan);
    return 0;
}
