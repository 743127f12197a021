// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/scenarios.h"

#include "core/lock/kind/kinds.h"
#include "tests/faults/mutantscenarios.h"

#include <QDir>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::faults {

namespace {

constexpr Millis usualLease = 1000ms;

// One lock of each kind, the lonely ones spread over the servers, and two that vote.
std::vector<LockPlan> allKinds(Millis lease)
{
    std::vector<LockPlan> plans;
    int server = 0;
    for (const QByteArray &kind : lock::kinds())
        plans.push_back({kind + "-0", server++ % 5, lease});
    for (const char *const voted : {"redlock-0", "redlock-stop-0", "red-0"})
        plans.push_back({voted, 0, lease});
    return plans;
}

Scenario named(const char *id, const char *title, Millis lease = usualLease)
{
    Scenario scenario;
    scenario.id = id;
    scenario.title = title;
    scenario.strike = [](Cluster &) {};
    scenario.heal = [](Cluster &) {};
    scenario.cluster.plan.locks = allKinds(lease);
    scenario.cluster.plan.maxLease = lease;
    return scenario;
}

// Those who are struck this time: so many servers, each time others.
using Victims = std::shared_ptr<std::vector<int>>;

void choose(Cluster &cluster, std::vector<int> &victims, int count)
{
    victims.resize(std::size_t(cluster.servers()));
    std::iota(victims.begin(), victims.end(), 0);
    std::ranges::shuffle(victims, cluster.random());
    victims.resize(std::size_t(count));
}

Scenario onServers(Scenario scenario, int count,
                   const std::function<void(test::RedisProcess &)> &strike,
                   const std::function<void(test::RedisProcess &)> &heal)
{
    const auto victims = std::make_shared<std::vector<int>>();
    scenario.strike = [=](Cluster &cluster) {
        choose(cluster, *victims, count);
        for (const int victim : *victims)
            strike(cluster.server(victim));
    };
    scenario.heal = [=](Cluster &cluster) {
        for (const int victim : *victims)
            heal(cluster.server(victim));
    };
    return scenario;
}

void kill(test::RedisProcess &server)
{
    server.kill();
}

void start(test::RedisProcess &server)
{
    if (!server.start())
        qFatal("a server does not come back");
}

Scenario killed(const char *id, const char *title, int count)
{
    Scenario scenario = onServers(named(id, title), count, kill, start);
    scenario.cluster.plan.areServersDurable = false; // as far as the clients know
    scenario.length = 2500ms;
    return scenario;
}

Scenario refusedAtStart()
{
    Scenario scenario = killed("F03", "refused at start", 1);
    scenario.strikesFirst = true;
    return scenario;
}

Scenario stopped(const char *id, const char *title, int count)
{
    Scenario scenario =
        onServers(named(id, title), count, &test::RedisProcess::pause, &test::RedisProcess::resume);
    scenario.length = 1800ms;
    return scenario;
}

// Stops a client that holds a fenced lock, for longer than its lease; then one after the other.
void pauseHolder(Cluster &cluster, int *paused, const QByteArray &kind)
{
    const Instant deadline = std::chrono::steady_clock::now() + 3000ms;
    while (std::chrono::steady_clock::now() < deadline) {
        *paused = cluster.any(cluster.clients());
        cluster.pauseClient(*paused);
        if (cluster.holds(*paused, kind))
            return;
        cluster.resumeClient(*paused);
    }
}

Scenario clientStopped(const char *id, const QByteArray &kind)
{
    Scenario scenario = named(id, "holder stopped");
    const auto paused = std::make_shared<int>(-1);
    scenario.strike = [=](Cluster &cluster) { pauseHolder(cluster, paused.get(), kind); };
    scenario.heal = [=](Cluster &cluster) { cluster.resumeClient(*paused); };
    scenario.cluster.plan.hold = 25ms;
    scenario.length = 1700ms;
    scenario.gap = 400ms;
    return scenario;
}

Scenario clientKilled()
{
    Scenario scenario = named("client-kill", "holder killed");
    scenario.strike = [](Cluster &cluster) { cluster.killClient(cluster.any(cluster.clients())); };
    scenario.length = 500ms;
    scenario.gap = 300ms;
    // A dead waiter keeps its place in a fair queue for this time; with a longer one dead waiters
    // would pile up.
    scenario.cluster.plan.wait = 400ms;
    return scenario;
}

// Strikes the connections to `count` of the servers.
Scenario inTransit(Scenario scenario, int count,
                   const std::function<void(Cluster &, FaultProxy &)> &strike,
                   const std::function<void(FaultProxy &)> &heal)
{
    const auto victims = std::make_shared<std::vector<int>>();
    scenario.cluster.isProxied = true;
    scenario.strike = [=](Cluster &cluster) {
        choose(cluster, *victims, count);
        for (const int victim : *victims)
            cluster.forEachProxyOf(victim, [&](FaultProxy &proxy) { strike(cluster, proxy); });
    };
    scenario.heal = [=](Cluster &cluster) {
        for (const int victim : *victims)
            cluster.forEachProxyOf(victim, heal);
    };
    return scenario;
}

Scenario halfOpen()
{
    Weather void_;
    void_.isSwallowed = true;
    Scenario scenario = inTransit(
        named("F07", "half-open"), 1,
        [=](Cluster &, FaultProxy &proxy) { proxy.setWeather(void_, void_); },
        [](FaultProxy &proxy) {
            proxy.cut(
                true); // the swallowed bytes are gone, which TCP allows only with the connection
            proxy.setFair();
        });
    scenario.length = 3500ms;
    return scenario;
}

Scenario lossy()
{
    Weather weather;
    weather.stallChance = 0.1;
    weather.stall = 200ms; // the least time after which TCP sends again
    weather.cutChance = 0.0005;
    return inTransit(
        named("F08", "loss"), 5,
        [=](Cluster &, FaultProxy &proxy) { proxy.setWeather(weather, weather); },
        [](FaultProxy &proxy) { proxy.setFair(); });
}

Scenario slow()
{
    Scenario scenario = inTransit(
        named("F09", "latency and bandwidth", 3000ms), 5,
        [](Cluster &cluster, FaultProxy &proxy) {
            Weather weather;
            weather.delay = Millis(25 + cluster.any(325)); // of each direction
            weather.jitter = 20ms;
            weather.bytesPerSecond = 125'000;
            proxy.setWeather(weather, weather);
        },
        [](FaultProxy &proxy) { proxy.setFair(); });
    scenario.length = 4000ms;
    return scenario;
}

// The first clients reach two servers of five, each a different two; the last one four.
Scenario partitioned()
{
    Scenario scenario = named("F10", "asymmetric partition");
    scenario.cluster.isProxied = true;
    scenario.isolated = {0, 1, 2};
    const auto forEachCut = [](Cluster &cluster, const Weather &weather) {
        for (int client = 0; client < 3; ++client) {
            for (int server = client; server < client + 3; ++server)
                cluster.proxy(client, server % 5).setWeather(weather, weather);
        }
        cluster.proxy(cluster.clients() - 1, 4).setWeather(weather, weather);
    };
    scenario.strike = [=](Cluster &cluster) {
        Weather cut;
        cut.isHeld = true;
        forEachCut(cluster, cut);
    };
    scenario.heal = [=](Cluster &cluster) { forEachCut(cluster, {}); };
    scenario.length = 3500ms;
    return scenario;
}

Scenario cutInReply()
{
    const auto count = std::make_shared<int>(0);
    return inTransit(
        named("F11", "connection ends within a reply"), 3,
        [=](Cluster &, FaultProxy &proxy) {
            Weather weather;
            weather.cutChance = 0.02;
            weather.cutsByReset = ++*count % 2 == 0;
            weather.dribble = *count % 3 == 0 ? 3 : 0;
            proxy.setWeather({}, weather);
        },
        [](FaultProxy &proxy) { proxy.setFair(); });
}

// A server, or every other time a majority, comes back at once and empty.
Scenario restarted()
{
    Scenario scenario = named("F15", "restart with loss of data");
    scenario.cluster.isDurable = false;
    scenario.cluster.plan.areServersDurable = false;
    scenario.mayOverlapAlone = true;
    scenario.mayLoseTokens = true;
    const auto victims = std::make_shared<std::vector<int>>();
    const auto round = std::make_shared<int>(0);
    scenario.strike = [=](Cluster &cluster) {
        choose(cluster, *victims, ++*round % 2 == 0 ? 3 : 1);
        for (const int victim : *victims)
            kill(cluster.server(victim));
        for (const int victim : *victims)
            start(cluster.server(victim));
    };
    scenario.length = 2500ms; // until they count again
    scenario.gap = 500ms;
    return scenario;
}

Scenario serverClocks(const char *id, const char *title, int count)
{
    Scenario scenario = named(id, title);
    scenario.cluster.shiftsServers = true;
    scenario.mayOverlapAlone = true;
    // One is enough where a hold has no more than a majority: always with `stop`, and with `greedy`
    // where others asked at the same time.
    scenario.mayOverlapVoted = true;
    const auto victims = std::make_shared<std::vector<int>>();
    scenario.strike = [=](Cluster &cluster) {
        choose(cluster, *victims, count);
        const auto jump = cluster.any(3) == 0 ? -40s : 40s;
        for (const int victim : *victims)
            cluster.serverClock(victim).jumpTo(jump);
    };
    scenario.heal = [=](Cluster &cluster) {
        for (const int victim : *victims)
            cluster.serverClock(victim).jumpTo(0s);
    };
    scenario.length = 1500ms;
    return scenario;
}

Scenario clientClocks(const char *id)
{
    Scenario scenario = named(id, "wall clock of clients jumps");
    scenario.cluster.shiftsClients = true;
    scenario.strike = [](Cluster &cluster) {
        for (int i = 0; i < cluster.clients(); ++i)
            cluster.clientClock(i).jumpTo(cluster.any(2) == 0 ? -40s : 40s);
    };
    scenario.heal = [](Cluster &cluster) {
        for (int i = 0; i < cluster.clients(); ++i)
            cluster.clientClock(i).jumpTo(0s);
    };
    scenario.length = 700ms;
    scenario.gap = 500ms;
    scenario.mayFail = false; // no effect at all
    return scenario;
}

void ask(test::RedisProcess &server, const std::vector<QByteArray> &command)
{
    const Reply reply = server.command(command);
    if (reply.isError())
        qFatal("%s: %s", command.front().constData(), reply.bytes.constData());
}

Scenario outOfMemory()
{
    Scenario scenario = onServers(
        named("F24", "out of memory"), 5,
        [](test::RedisProcess &server) {
            ask(server, {"CONFIG", "SET", "maxmemory", "1"});
        },
        [](test::RedisProcess &server) {
            ask(server, {"CONFIG", "SET", "maxmemory", "0"});
        });
    scenario.mustFailWith = "OOM";
    return scenario;
}

// A server that takes no writes at all gives nothing back either: that is left to the leases.
Scenario noReplicas()
{
    Scenario scenario = onServers(
        named("F24-noreplicas", "too few replicas"), 3,
        [](test::RedisProcess &server) {
            ask(server, {"CONFIG", "SET", "min-replicas-to-write", "1"});
        },
        [](test::RedisProcess &server) {
            ask(server, {"CONFIG", "SET", "min-replicas-to-write", "0"});
        });
    return scenario;
}

// The file that it would write is a folder.
Scenario notPersisted()
{
    return onServers(
        named("F24-misconf", "snapshots fail"), 3,
        [](test::RedisProcess &server) {
            QDir(server.folder()).mkpath(u"dump.rdb/x"_s);
            ask(server, {"CONFIG", "SET", "save", "3600 1000000"});
            ask(server, {"BGSAVE"});
        },
        [](test::RedisProcess &server) {
            ask(server, {"CONFIG", "SET", "save", ""});
        });
}

Scenario scriptsFlushed()
{
    Scenario scenario = onServers(
        named("F25", "scripts are forgotten"), 5,
        [](test::RedisProcess &server) {
            ask(server, {"SCRIPT", "FLUSH"});
        },
        [](test::RedisProcess &) {});
    scenario.length = 60ms;
    scenario.gap = 40ms;
    scenario.mayFail = false;
    return scenario;
}

// Some clients hear nothing, for longer than they ask again, while what they ask is done:
// re-entries and inner releases are left in doubt inside holds that go on.
Scenario reentered()
{
    Weather held;
    held.isHeld = true;
    Scenario scenario = inTransit(
        named("reentry", "re-entries and inner releases without answers", 6000ms), 5,
        [=](Cluster &cluster, FaultProxy &proxy) {
            if (cluster.any(2) == 0)
                proxy.setWeather({}, held);
        },
        [](FaultProxy &proxy) {
            proxy.cut(true); // an answer that comes after all would end the doubt
            proxy.setFair();
        });
    scenario.length = 3500ms;
    scenario.gap = 1500ms;
    scenario.cluster.plan.reentryChance = 0.6;
    scenario.cluster.plan.shortChance = 0.3;
    scenario.cluster.plan.jointChance = 0.2;
    scenario.cluster.plan.watchdogChance = 0.6;
    return scenario;
}

Scenario calm()
{
    Scenario scenario = named("calm", "nothing");
    scenario.mayFail = false;
    return scenario;
}

Scenario fairOnly()
{
    Scenario scenario = named("fairness", "a queue");
    scenario.cluster.plan.locks = {{"fair-0", 0, usualLease}};
    scenario.cluster.plan.waitChance = 1;
    scenario.cluster.plan.wait = 20'000ms;
    scenario.cluster.plan.watchdogChance = 0;
    scenario.mayFail = false;
    scenario.leastFairness = 0.9;
    return scenario;
}

// The primary of a deployment changes, every other time because it dies. Replication is
// asynchronous: the new one may lack a lock, and then two may hold it until the first is told.
Scenario failedOver(const char *id, const char *title, Topology topology, int replicas = 0)
{
    Scenario scenario = named(id, title);
    scenario.cluster.plan.replicas = replicas;
    scenario.cluster.topology = topology;
    std::erase_if(scenario.cluster.plan.locks, &LockPlan::isVoted);
    for (LockPlan &plan : scenario.cluster.plan.locks)
        plan.server = 0;
    scenario.mayOverlapAlone = true;
    scenario.mayLoseTokens = true;
    const auto round = std::make_shared<int>(0);
    scenario.strike = [=](Cluster &cluster) { cluster.failOver(++*round % 2 == 1); };
    scenario.heal = [](Cluster &cluster) { cluster.bringBack(); };
    scenario.length = 1500ms;
    scenario.gap = 500ms;
    return scenario;
}

// One after the other in any order: the faults that break no assumption.
Scenario mixed(const std::vector<Scenario> &all)
{
    Scenario scenario = named("mixed", "all that breaks no assumption");
    scenario.cluster.isProxied = true;
    scenario.cluster.shiftsClients = true;
    std::vector<Scenario> parts;
    for (const Scenario &one : all) {
        const bool isSound = !one.mayOverlapAlone && !one.mayOverlapVoted && !one.mayLoseTokens;
        if (isSound && one.mutants.empty() && !one.strikesFirst && one.id != "F09"
            && one.id != "fairness")
            parts.push_back(one);
    }
    const auto current = std::make_shared<std::size_t>(0);
    scenario.strike = [=](Cluster &cluster) {
        *current = cluster.random()() % parts.size();
        parts[*current].strike(cluster);
    };
    scenario.heal = [=](Cluster &cluster) { parts[*current].heal(cluster); };
    return scenario;
}

std::vector<Scenario> allScenarios()
{
    Scenario clientPause = clientStopped("F06", "fenced");
    clientPause.mustReject = true;
    clientPause.cluster.plan.carelessChance = 1;
    std::vector<Scenario> all{
        calm(),
        fairOnly(),
        killed("F01", "1 of 5 killed", 1),
        killed("F02", "3 of 5 killed", 3),
        refusedAtStart(),
        stopped("F04", "1 of 5 stopped", 1),
        stopped("F05", "3 of 5 stopped for longer than the lease", 3),
        clientPause,
        halfOpen(),
        lossy(),
        slow(),
        partitioned(),
        cutInReply(),
        restarted(),
        serverClocks("F16", "the clock of a server jumps", 1),
        serverClocks("F16-majority", "the clocks of a majority jump", 3),
        clientClocks("F17"),
        outOfMemory(),
        noReplicas(),
        notPersisted(),
        scriptsFlushed(),
        clientKilled(),
        reentered(),
        failedOver("failover-sentinel", "failover by Sentinels", Topology::Sentinel),
        failedOver("failover-cluster", "failover in a cluster", Topology::Cluster),
        failedOver("failover-replicas", "failover by Sentinels, a replica asked for each lock",
                   Topology::Sentinel, 1),
    };
    all.push_back(mixed(all));
    std::ranges::move(mutantScenarios(calm(), clientStopped("", "raw.blind-extend"),
                                      clientClocks(""), failedOver("", "", Topology::Sentinel)),
                      std::back_inserter(all));
    // Scenarios that are no class of the fault matrix, or a second form of one.
    for (Scenario &scenario : all) {
        if (!scenario.id.startsWith('F') || scenario.id.contains('-'))
            scenario.share = 0.3;
    }
    return all;
}

} // namespace

std::vector<QByteArray> scenarioNames()
{
    std::vector<QByteArray> names;
    for (const Scenario &scenario : allScenarios())
        names.push_back(scenario.id);
    return names;
}

std::optional<Scenario> scenarioOf(const QByteArray &id)
{
    for (Scenario &scenario : allScenarios()) {
        if (scenario.id == id)
            return std::move(scenario);
    }
    return std::nullopt;
}

} // namespace lockscope::faults
