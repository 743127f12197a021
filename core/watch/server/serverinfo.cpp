// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/serverinfo.h"

#include "core/base/parts.h"

#include <QString>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lockscope::watch {

namespace {

template <typename Number>
void take(std::optional<Number> &value, const QByteArray &info, const QByteArray &field)
{
    if (const auto number = redis::infoNumber<Number>(info, field))
        value = number;
}

constexpr qint64 mostCalls = 1'000'000'000'000'000; // more than any server has carried out

// The count of a field such as calls=1,usec=2 or count=3; 0: there is none.
qint64 firstCount(const QByteArray &info, const QByteArray &field)
{
    const QByteArray figures = infoField(info, field);
    const qsizetype from = figures.indexOf('=') + 1;
    const qint64 count = figures.mid(from, figures.indexOf(',') - from).toLongLong();
    return std::clamp<qint64>(count, 0, mostCalls);
}

} // namespace

qint64 flushesIn(const QByteArray &info)
{
    qint64 sum = 0;
    for (const char *command : {"cmdstat_flushall", "cmdstat_flushdb", "cmdstat_swapdb"})
        sum += firstCount(info, command);
    return sum;
}

QByteArray versionIn(const QByteArray &info)
{
    for (const auto &[field, product] :
         std::initializer_list<std::pair<const char *, const char *>>{
             {"valkey_version", "Valkey "},
             {"dragonfly_version", "Dragonfly "},
             {"redis_version", "Redis "}}) {
        if (const QByteArray version = infoField(info, field); !version.isEmpty())
            return product + version;
    }
    return {};
}

std::optional<Instant> startIn(const QByteArray &info, Instant now)
{
    bool isNumber = false;
    const qint64 uptime = infoField(info, "uptime_in_seconds").toLongLong(&isNumber);
    constexpr qint64 most = 100LL * 365 * 24 * 3600;
    if (!isNumber || uptime < 0 || uptime > most)
        return std::nullopt;
    return now - std::chrono::seconds(uptime);
}

std::optional<std::vector<KnownReplica>> replicasIn(const QByteArray &info)
{
    std::vector<KnownReplica> replicas;
    int number = 0;
    forEachPart(info, '\n', [&](QByteArrayView line) {
        // slave0:ip=127.0.0.1,port=6380,state=online,offset=280,lag=1
        const QByteArray name = "slave" + QByteArray::number(number) + ':';
        if (!line.startsWith(name))
            return true;
        ++number;
        KnownReplica replica;
        forEachPart(line.sliced(name.size()).trimmed(), ',', [&](QByteArrayView part) {
            const qsizetype at = part.indexOf('=');
            const QByteArray value = part.sliced(at + 1).toByteArray();
            bool isNumber = false;
            const qint64 count = value.toLongLong(&isNumber);
            if (part.startsWith("ip="))
                replica.host = value;
            else if (part.startsWith("port="))
                replica.port = value.toUShort();
            else if (part.startsWith("state="))
                replica.isOnline = value == "online";
            else if (part.startsWith("offset=") && isNumber)
                replica.offset = count;
            else if (part.startsWith("lag=") && isNumber)
                replica.lag = count;
            return true;
        });
        if (!replica.host.isEmpty() && replica.port != 0)
            replicas.push_back(replica);
        return true;
    });
    bool isNumber = false;
    const qint64 connected = infoField(info, "connected_slaves").toLongLong(&isNumber);
    if (!isNumber || connected != static_cast<qint64>(replicas.size()))
        return std::nullopt;
    return replicas;
}

void takeFacts(ServerFacts &facts, const QByteArray &info)
{
    if (const QByteArray policy = infoField(info, "maxmemory_policy"); !policy.isEmpty())
        facts.evictionPolicy = policy;
    take(facts.mostMemory, info, "maxmemory");
    take(facts.usedMemory, info, "used_memory");
    take(facts.evictedKeys, info, "evicted_keys");
    take(facts.keepsLog, info, "aof_enabled");
    take(facts.unsavedChanges, info, "rdb_changes_since_last_save");
    take(facts.savedAt, info, "rdb_last_save_time");
    if (info.contains("# Errorstats")) // an error that did not happen has no field
        facts.refusals = {.tooFewReplicas = firstCount(info, "errorstat_NOREPLICAS"),
                          .unsaved = firstCount(info, "errorstat_MISCONF"),
                          .outOfMemory = firstCount(info, "errorstat_OOM")};
}

} // namespace lockscope::watch
