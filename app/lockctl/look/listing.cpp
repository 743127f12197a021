// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/listing.h"

#include "app/lockctl/common/jsonform.h"
#include "core/watch/track/heartbeat.h"

namespace lockscope::lockctl {

bool isOutOfSight(watch::ServerId id, const Servers &servers)
{
    const auto server = servers.find(id);
    return server != servers.end() && server->second.lostAt.has_value();
}

const watch::Replication *replicationOf(const watch::LockRecord &lock, const Servers &servers)
{
    const auto server = servers.find(lock.serverId);
    return server == servers.end() ? nullptr : server->second.replication.get();
}

std::vector<insight::InferredMulti> completeListing(std::vector<watch::LockPointer> &shown,
                                                    const std::vector<watch::LockPointer> &all,
                                                    const Servers &servers)
{
    for (watch::LockPointer &lock : shown) {
        if (isOutOfSight(lock->serverId, servers))
            lock = std::make_shared<const watch::LockRecord>(watch::withoutJudgement(*lock));
    }
    auto multis = insight::inferMultis(all);
    insight::addMultiCandidates(shown, multis);
    return multis;
}

QString listingJson(const Listing &listing)
{
    QJsonArray locks;
    for (const watch::LockPointer &lock : listing.shown)
        locks.append(toJson(*lock, listing.now, listing.watched,
                            listing.placeOf(lock->id.deployment), listing.problemsOf(lock->id),
                            replicationOf(*lock, listing.servers)));
    QJsonArray gaps;
    for (const watch::Gap &gap : listing.gaps)
        gaps.append(toJson(gap));
    QJsonArray servers;
    for (const auto &[id, server] : listing.servers)
        servers.append(toJson(server));
    using namespace Qt::StringLiterals;
    return jsonLine(
        {{"schema"_L1, 1}, {"locks"_L1, locks}, {"servers"_L1, servers}, {"gaps"_L1, gaps}});
}

} // namespace lockscope::lockctl
