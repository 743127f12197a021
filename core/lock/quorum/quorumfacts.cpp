// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorumfacts.h"

#include "core/base/parts.h"

#include <algorithm>

namespace lockscope::lock {

ServerFacts factsFrom(const QByteArray &info)
{
    ServerFacts facts;
    QByteArray host;
    QByteArray port;
    forEachPart(info, '\n', [&](QByteArrayView line) {
        const qsizetype colon = line.indexOf(':');
        if (colon < 0)
            return true;
        const QByteArrayView name = line.first(colon);
        const QByteArray value = line.sliced(colon + 1).trimmed().toByteArray();
        bool isNumber = false;
        if (name == "run_id")
            facts.runId = value;
        else if (name == "uptime_in_seconds") {
            const qlonglong seconds = value.toLongLong(&isNumber);
            if (isNumber && seconds >= 0)
                facts.uptime = std::chrono::seconds(seconds);
        } else if (name == "server_time_usec") {
            const qlonglong time = value.toLongLong(&isNumber);
            if (isNumber && time > 0)
                facts.time = std::chrono::microseconds(time);
        } else if (name == "master_replid")
            facts.replicationId = value;
        else if (name == "second_repl_offset")
            facts.neverPromoted = value == "-1";
        else if (name == "master_host")
            host = value;
        else if (name == "master_port")
            port = value;
        return true;
    });
    if (!host.isEmpty())
        facts.primary = host.append(':').append(port);
    return facts;
}

Millis quarantineLeft(std::chrono::seconds uptime, Millis maxLease,
                      std::optional<Millis> sinceOtherRun, Millis lead)
{
    constexpr std::chrono::seconds century = std::chrono::hours(24 * 36'500); // no overflow below
    constexpr std::chrono::seconds granularity(1);
    const Millis told = std::min(uptime, century) - std::clamp<Millis>(lead, Millis(0), century);
    Millis up = std::max(told, Millis(0)) - granularity;
    if (sinceOtherRun)
        up = std::min(up, *sinceOtherRun);
    return std::max(maxLease - up, Millis(0));
}

std::optional<Dependent> dependentServers(const std::vector<ServerFacts> &servers,
                                          const std::vector<QByteArray> &endpoints)
{
    for (std::size_t one = 0; one < servers.size(); ++one) {
        for (std::size_t other = one + 1; other < servers.size(); ++other) {
            const ServerFacts &a = servers[one];
            const ServerFacts &b = servers[other];
            if (!a.runId.isEmpty() && a.runId == b.runId)
                return Dependent{one, other, Dependence::SameServer};
            const bool copies = (!a.replicationId.isEmpty() && a.replicationId == b.replicationId)
                || (!a.primary.isEmpty() && a.primary == endpoints[other])
                || (!b.primary.isEmpty() && b.primary == endpoints[one]);
            if (copies)
                return Dependent{one, other, Dependence::Replicates};
        }
    }
    return std::nullopt;
}

} // namespace lockscope::lock
