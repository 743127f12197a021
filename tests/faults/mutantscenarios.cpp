// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/mutantscenarios.h"

#include "tests/support/waiting.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace lockscope::faults {

namespace {

using Rule = Violation::Rule;

// The defective ones beside the sound one and the kinds of the library, under the same schedule.
// Defects that only show under contention for one lock show sooner with fewer locks.
Scenario beside(Scenario scenario, std::map<QByteArray, Rule> mutants, Millis lease,
                bool isCrowded = false)
{
    auto &locks = scenario.cluster.plan.locks;
    if (isCrowded)
        std::erase_if(locks, [](const LockPlan &plan) {
            return !plan.isVoted() && kindOf(plan.lock) != "string";
        });
    for (LockPlan &plan : locks)
        plan.lease = lease;
    for (const auto &[kind, rule] : mutants)
        locks.push_back({kind + "-0", 0, lease});
    locks.push_back({"raw.sound-0", 0, lease});
    scenario.cluster.plan.maxLease = lease;
    scenario.mutants = std::move(mutants);
    return scenario;
}

Scenario onTheWay(Scenario scenario, const std::function<void(Cluster &)> &strike)
{
    scenario.cluster.isProxied = true;
    scenario.strike = strike;
    scenario.heal = [](Cluster &cluster) {
        for (int server = 0; server < cluster.servers(); ++server)
            cluster.forEachProxyOf(server, [](FaultProxy &proxy) { proxy.setFair(); });
    };
    return scenario;
}

// Votes split when questions arrive in different orders.
Scenario contention(Scenario base)
{
    Scenario scenario = onTheWay(std::move(base), [](Cluster &cluster) {
        Weather weather;
        weather.jitter = 4ms;
        for (int server = 0; server < cluster.servers(); ++server)
            cluster.forEachProxyOf(server,
                                   [&](FaultProxy &proxy) { proxy.setWeather(weather, {}); });
    });
    scenario.id = "mutants-contention";
    scenario.title = "many at once";
    scenario.length = 3000ms;
    scenario.gap = 500ms;
    return beside(std::move(scenario),
                  {{"raw.double-vote", Rule::Overlap},
                   {"raw.half-quorum", Rule::Overlap},
                   {"raw.no-recheck", Rule::Overlap},
                   {"raw.same-fence", Rule::Fencing},
                   {"raw.residue", Rule::Residue}},
                  8000ms, true);
}

Scenario overruns(Scenario scenario)
{
    scenario.id = "mutants-overrun";
    scenario.title = "holds longer than their leases";
    scenario.cluster.plan.overrunChance = 0.1;
    scenario.cluster.plan.watchdogChance = 0;
    return beside(std::move(scenario), {{"raw.blind-delete", Rule::Overlap}}, 400ms);
}

// Some clients hear of their grants when they are over.
Scenario lateAnswers(Scenario base)
{
    Scenario scenario = onTheWay(std::move(base), [](Cluster &cluster) {
        Weather held;
        held.isHeld = true;
        for (int client = 0; client < cluster.clients() / 2; ++client) {
            for (int server = 0; server < cluster.servers(); ++server)
                cluster.proxy(client, server).setWeather({}, held);
        }
    });
    scenario.id = "mutants-late";
    scenario.title = "answers after the end of the lease";
    scenario.mayFail = true; // such an answer is none
    scenario.length = 800ms;
    scenario.gap = 500ms;
    // A hold that was over before it began shows only while somebody else holds the lock: longer
    // holds, and more locks.
    scenario.cluster.plan.hold = 20ms;
    scenario.cluster.plan.locks.push_back({"raw.no-validity-1", 0, {}});
    scenario.cluster.plan.locks.push_back({"raw.no-validity-2", 0, {}});
    return beside(std::move(scenario), {{"raw.no-validity", Rule::Overlap}}, 500ms);
}

// A majority grants, but says so too late.
Scenario slowServers(Scenario base)
{
    Scenario scenario = onTheWay(std::move(base), [](Cluster &cluster) {
        Weather late;
        late.delay = 150ms;
        for (int server = 2; server < cluster.servers(); ++server)
            cluster.forEachProxyOf(server, [&](FaultProxy &proxy) { proxy.setWeather({}, late); });
    });
    scenario.id = "mutants-slow";
    scenario.title = "a majority answers late";
    scenario.length = 2500ms;
    scenario.gap = 500ms;
    return beside(std::move(scenario), {{"raw.partial-release", Rule::Residue}}, 20'000ms, true);
}

Scenario pausedHolders(Scenario scenario)
{
    scenario.id = "mutants-pause";
    scenario.title = "holders stopped for longer than the lease";
    scenario.length = 1100ms;
    scenario.gap = 200ms;
    scenario.cluster.plan.overrunChance = 0.2;
    scenario.cluster.plan.watchdogChance = 1;
    // Seldom does another get the lock in a pause of its holder: more locks, more of them.
    scenario.cluster.plan.locks.push_back({"raw.blind-extend-1", 0, {}});
    scenario.cluster.plan.locks.push_back({"raw.blind-extend-2", 0, {}});
    return beside(std::move(scenario), {{"raw.blind-extend", Rule::LateExtension}}, 700ms);
}

Scenario clocks(Scenario scenario)
{
    scenario.id = "mutants-clock";
    scenario.title = "wall clock of clients jumps, holds longer than their leases";
    scenario.cluster.plan.overrunChance = 0.2;
    scenario.cluster.plan.watchdogChance = 0;
    return beside(std::move(scenario), {{"raw.wall-clock", Rule::LateExtension}}, 500ms);
}

// Inside their holds, with re-entries that are taken back, and inner releases without an answer.
Scenario reentries(Scenario base)
{
    Scenario scenario = onTheWay(std::move(base), [](Cluster &cluster) {
        Weather held;
        held.isHeld = true;
        for (int client = 0; client < cluster.clients() / 2; ++client) {
            for (int server = 0; server < cluster.servers(); ++server)
                cluster.proxy(client, server).setWeather({}, held);
        }
    });
    scenario.id = "mutants-reentry";
    scenario.title = "re-entries taken back, shared owners, inner releases without answers";
    scenario.mayFail = true; // answers are kept back
    scenario.length = 900ms;
    scenario.gap = 300ms;
    ClientPlan &plan = scenario.cluster.plan;
    plan.reentryChance = 0.9;
    plan.shortChance = 0.4;
    plan.jointChance = 0.5;
    plan.watchdogChance = 0.8;
    plan.hold = 20ms;
    std::erase_if(plan.locks, [](const LockPlan &one) {
        return kindOf(one.lock) != "reentrant" && kindOf(one.lock) != "red";
    });
    plan.locks.push_back({"hash.sound-0", 0, {}});
    // An inner release is seldom the one whose answer is kept back: more locks, more of them.
    plan.locks.push_back({"hash.forgets-1", 0, {}});
    plan.locks.push_back({"hash.forgets-2", 0, {}});
    return beside(std::move(scenario),
                  {{"hash.short-cut", Rule::Overlap},
                   {"hash.surplus", Rule::Overlap},
                   {"hash.forgets", Rule::Untold}},
                  3000ms);
}

// The primary dies before any replica has what was written, so all holds are lost: they are long
// enough to be claimed for some seconds after others have the locks. Two may hold a lock for a
// moment, as in every failover; then the first has to be told.
Scenario lostInFailover(Scenario scenario)
{
    scenario.id = "mutants-failover";
    scenario.title = "holds that a failover by Sentinels lost";
    scenario.cluster.lagsAtFirst = true;
    ClientPlan &plan = scenario.cluster.plan;
    plan.leastHold = 9000ms;
    plan.hold = 500ms;
    plan.watchdogChance = 1;
    // Its counter is lost, too, and begins anew: a token that was given before guards nothing.
    std::erase_if(plan.locks, &LockPlan::isFenced);
    const Millis lease = plan.locks.front().lease;
    for (const char *const lock : {"hash.deaf-0", "hash.deaf-1", "hash.sound-0"})
        plan.locks.push_back({lock, 0, lease});
    scenario.mutants = {{"hash.deaf", Rule::Untold}};
    const auto round = std::make_shared<int>(0);
    scenario.strike = [=, locks = plan.locks](Cluster &cluster) {
        if (++*round > 1) {
            cluster.bringBack();
            cluster.holdReplicas();
            const qint64 held = monotonicNs();
            (void)test::eventually(
                [&] {
                    return std::ranges::all_of(locks, [&](const LockPlan &one) {
                        return cluster.wasGrantedSince(one.lock, held);
                    });
                },
                20s);
        }
        cluster.failOver(true);
    };
    scenario.heal = [](Cluster &) {}; // of what is away, the next strike takes care
    scenario.length = 7000ms;
    return scenario;
}

} // namespace

std::vector<Scenario> mutantScenarios(const Scenario &calm, const Scenario &clientPause,
                                      const Scenario &clientClocks, const Scenario &failover)
{
    return {contention(calm),
            overruns(calm),
            lateAnswers(calm),
            slowServers(calm),
            pausedHolders(clientPause),
            clocks(clientClocks),
            reentries(calm),
            lostInFailover(failover)};
}

} // namespace lockscope::faults
