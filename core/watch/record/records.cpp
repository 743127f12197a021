// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/records.h"

#include <algorithm>

namespace lockscope::watch {

std::vector<KeyRecord> keysOf(const LockRecord &lock)
{
    auto keys = lock.otherKeys.value_or({});
    if (lock.mainKey != format::KeyType::None) {
        const KeyName name(lock.id.name.bytes);
        const auto after = std::find_if(keys.begin(), keys.end(),
                                        [&](const KeyRecord &key) { return name < key.key; });
        keys.insert(after, {name, format::typeName(lock.mainKey), lock.deadline});
    }
    return keys;
}

qint64 holdCount(const LockRecord &lock)
{
    const auto read = static_cast<qint64>(lock.holds.size());
    return std::max(read, lock.totals.value_or({}).holds.value_or(read));
}

std::optional<qint64> waiterCount(const LockRecord &lock)
{
    if (!lock.waiters)
        return std::nullopt;
    const auto read = static_cast<qint64>(lock.waiters->size());
    return std::max(read, lock.totals.value_or({}).waiters.value_or(read));
}

QString nameOf(const ServerRecord &server)
{
    return server.isShard && !server.address.isEmpty()
        ? server.address + QStringLiteral(" (") + server.label + QLatin1Char(')')
        : server.label;
}

std::optional<Sentence> whyNoWrites(const ServerRecord &server)
{
    const auto good = server.goodReplicas;
    if (good == 0)
        return Sentence::say("min-replicas-to-write is set, and no replica follows it in time");
    if (!good || !server.requiredReplicas || *good >= *server.requiredReplicas)
        return std::nullopt;
    return Sentence::say("min-replicas-to-write is %1; replicas that follow it in time: %2")
        .arg(*server.requiredReplicas, *good);
}

bool isSettled(const ServerRecord &server)
{
    return server.state == ServerState::Down
        || (server.state == ServerState::Up && !server.discovering);
}

namespace {

Event partOf(const Event &event, const LostHold &hold)
{
    Event part = event;
    part.lost.reset();
    part.name = hold.name;
    part.kind = hold.kind;
    part.owner = hold.owner;
    part.mode.reset();
    part.count.reset();
    if (hold.owner) {
        part.mode = hold.mode;
        part.count = hold.count;
    }
    return part;
}

} // namespace

std::vector<Event> partsOf(const Event &event)
{
    if (!event.lost)
        return {event};
    std::vector<Event> parts;
    parts.reserve(event.lost->size());
    for (const LostHold &hold : *event.lost)
        parts.push_back(partOf(event, hold));
    return parts;
}

std::vector<Event> partsOf(const Event &event, const LockId &id)
{
    if (event.deploymentId != id.deployment)
        return {};
    if (!event.lost)
        return event.name == id.name ? std::vector<Event>{event} : std::vector<Event>();
    std::vector<Event> parts;
    for (const LostHold &hold : *event.lost) {
        if (hold.name == id.name)
            parts.push_back(partOf(event, hold));
    }
    return parts;
}

} // namespace lockscope::watch
