// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/plan/plans.h"
#include "core/redis/clusterwords.h"
#include "core/redis/info.h"

#include <algorithm>

namespace lockscope::admin {

namespace {

// Also keys that the script is not given as such.
std::vector<QByteArray> keysOf(const Plan &plan)
{
    std::vector<QByteArray> keys = plan.keys;
    for (const redis::Arguments &command : plan.commands) {
        if (command.front() == "PUBLISH" || command.front() == "SPUBLISH")
            continue;
        const bool hasSeveral = command.front() == "DEL" || command.front() == "UNLINK";
        keys.insert(keys.end(), command.begin() + 1,
                    hasSeveral ? command.end() : command.begin() + 2);
    }
    return keys;
}

bool areInOneSlot(const std::vector<QByteArray> &keys)
{
    const int slot = redis::slotOf(keys.front());
    return std::ranges::all_of(keys,
                               [slot](const auto &key) { return redis::slotOf(key) == slot; });
}

// As the scripts send them on a cluster with sharded channels (scripts/in_cluster.lua).
std::vector<redis::Arguments> withShardedMessages(const std::vector<redis::Arguments> &commands)
{
    std::vector<redis::Arguments> all;
    for (const redis::Arguments &command : commands) {
        if (command.front() == "PUBLISH" && command[1].startsWith("redisson_")) {
            redis::Arguments sharded = command;
            sharded.front() = "SPUBLISH";
            if (all.empty() || all.back() != sharded)
                all.push_back(std::move(sharded));
        }
        all.push_back(command);
    }
    return all;
}

void split(Plan &plan, std::vector<PlanPart> parts)
{
    if (parts.size() == 1) {
        plan.script = parts.front().script;
        plan.keys = std::move(parts.front().keys);
        plan.arguments = std::move(parts.front().arguments);
        return;
    }
    const bool isOfOneValue =
        std::ranges::any_of(parts, [](const PlanPart &part) { return !part.token.isEmpty(); });
    if (!isOfOneValue)
        plan.commands.clear(); // else the preview names the usual keys only
    plan.keys.clear();
    plan.arguments.clear();
    for (const PlanPart &part : parts) {
        if (!isOfOneValue)
            plan.commands.insert(plan.commands.end(), part.commands.begin(), part.commands.end());
        plan.keys.insert(plan.keys.end(), part.keys.begin(), part.keys.end());
    }
    plan.effects.push_back(Effect::DoneInSteps);
    plan.parts = std::move(parts);
}

} // namespace

Keyspace clusterOf(const QByteArray &version)
{
    const QByteArray number = version.sliced(version.lastIndexOf(' ') + 1);
    return redis::mayHaveShardedChannels(number) ? Keyspace::ShardedCluster : Keyspace::Cluster;
}

Result<Plan> onCluster(Plan plan, bool hasShardedChannels)
{
    if (plan.parts.empty() && !areInOneSlot(keysOf(plan))) {
        auto parts = partsOf(plan.sight, plan.action);
        if (!parts)
            return fail(parts.error());
        split(plan, std::move(*parts));
    }
    if (hasShardedChannels) {
        plan.commands = withShardedMessages(plan.commands);
        for (PlanPart &part : plan.parts)
            part.commands = withShardedMessages(part.commands);
    }
    return plan;
}

} // namespace lockscope::admin
