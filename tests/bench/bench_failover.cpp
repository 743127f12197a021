// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures how long after the promotion of another server a watch is true again: until it tells of
// a lock that is taken on the new primary at that moment. Half of the failovers are commanded, in
// half the primary is killed. Also counts wrong words: locks that were there all along are never
// told as released, lost or acquired.
#include "tests/bench/report.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/clusterset.h"
#include "tests/support/sentinelset.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int locks = 200;

void demand(bool done, const char *what)
{
    if (!done)
        qFatal("%s", what);
}

// The servers of one primary that changes, in a Sentinel deployment or a shard of a cluster.
class Stage
{
public:
    virtual ~Stage() = default;
    virtual QString url() const = 0;
    virtual RedisProcess *primary() const = 0;
    virtual std::vector<RedisProcess *> replicas() const = 0;
    virtual RedisProcess &kill() = 0;
    virtual void command() = 0; // a failover; returns before it is done
    virtual bool awaitPromotion(const RedisProcess &former) const = 0;
    virtual bool settle() const = 0;
    virtual QByteArray name(int i) const { return "lock:" + QByteArray::number(i); }
};

class Sentinels final : public Stage
{
public:
    Sentinels() { demand(m_set.start(), "the Sentinels did not start"); }

    QString url() const override { return m_set.url(); }
    RedisProcess *primary() const override { return m_set.primary(); }
    std::vector<RedisProcess *> replicas() const override { return m_set.replicas(); }
    RedisProcess &kill() override { return m_set.killPrimary(); }
    void command() override { m_set.sentinel(0).command({"SENTINEL", "FAILOVER", "mymaster"}); }
    bool awaitPromotion(const RedisProcess &former) const override
    {
        return m_set.awaitPromotion(former);
    }
    bool settle() const override { return m_set.settle(); }

private:
    SentinelSet m_set;
};

class Cluster final : public Stage
{
public:
    Cluster() { demand(m_set.start(), "the cluster did not start"); }

    QString url() const override { return m_set.url(); }
    RedisProcess *primary() const override { return m_set.primary(0); }
    std::vector<RedisProcess *> replicas() const override { return m_set.replicasOf(*primary()); }
    RedisProcess &kill() override { return m_set.killPrimary(0); }
    void command() override { replicas().front()->command({"CLUSTER", "FAILOVER"}); }
    bool awaitPromotion(const RedisProcess &former) const override
    {
        return m_set.awaitPromotion(former);
    }
    bool settle() const override { return m_set.settle(); }
    // The tag is in slot 0, which the first shard keeps.
    QByteArray name(int i) const override { return "{06S}" + QByteArray::number(i); }

private:
    ClusterSet m_set;
};

bool areCopied(const Stage &stage, qint64 keys)
{
    return eventually([&] {
        return std::ranges::all_of(stage.replicas(), [&](const RedisProcess *replica) {
            return replica->command({"DBSIZE"}).integer == keys;
        });
    });
}

void report(const char *title, Stage &stage, int runs, bool json)
{
    for (int i = 0; i < locks; ++i)
        LockWriter(*stage.primary()).acquire(stage.name(i), ann, 3'600'000);
    demand(areCopied(stage, locks), "the locks were not copied");
    Watching watching;
    watching.add(*redis::parseTarget(stage.url()));
    demand(watching.until([&] { return watching.locks.size() == locks; }), "not all is watched");
    demand(watching.settled(), "the watch does not settle");
    std::vector<double> times;
    for (int run = 0; run < runs; ++run) {
        RedisProcess &former = *stage.primary();
        const bool isKilled = run % 2 == 0;
        if (isKilled)
            stage.kill();
        else
            stage.command();
        demand(stage.awaitPromotion(former), "no replica was promoted");
        const Instant promoted = std::chrono::steady_clock::now();
        const QByteArray fresh = stage.name(locks + run);
        RedisProcess *const primary = stage.primary();
        LockWriter(*primary).acquire(fresh, bob, 3'600'000);
        demand(watching.until([&] {
            const auto lock = watching.locks.find(fresh);
            return lock != watching.locks.end() && !lock->second.holds.empty();
        }),
               "the watch does not come back");
        times.push_back(Seconds(std::chrono::steady_clock::now() - promoted).count());
        if (isKilled)
            demand(former.start(), "the former primary does not start");
        demand(stage.settle(), "the servers do not settle");
        LockWriter(*stage.primary()).unlock(fresh);
        demand(watching.isGone(fresh), "the fresh lock does not go");
        demand(areCopied(stage, locks), "the locks were not copied");
    }
    int wrong = 0;
    for (int i = 0; i < locks; ++i)
        wrong += watching.told(stage.name(i)) == "appeared" ? 0 : 1;
    if (json) {
        const QByteArray bench = QByteArray("failover ") + title;
        Report out(true);
        out.add(bench.constData(), "lockscope", "s", times);
        out.add(bench.constData(), "lockscope", "told wrongly", {double(wrong)});
        return;
    }
    std::ranges::sort(times);
    std::printf(
        "%-10s %2d failovers: median %.2f s, worst %.2f s; locks told wrongly: %d; lost: %d\n",
        title, runs, times[times.size() / 2], times.back(), wrong,
        watching.count(watch::EventType::Lost));
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"runs"_s, u"Failovers of each sort of deployment."_s, u"N"_s, u"20"_s},
                       {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const int runs = parser.value(u"runs"_s).toInt();
    const bool json = parser.isSet(u"json"_s);
    demand(runs > 0, "--runs takes a positive number");
    {
        Sentinels sentinels;
        report("Sentinel", sentinels, runs, json);
    }
    Cluster cluster;
    report("Cluster", cluster, runs, json);
    return 0;
}
