// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/target/foreigncertificates.h"
#include "core/redis/topology.h"
#include "core/watch/read/otherlisteners.h"
#include "core/watch/track/packedlock.h"

#include <memory>
#include <optional>

namespace lockscope::watch {

// The cluster, as the watch of one of its shards sees it. I/O thread; outlives that watch.
class ShardLink
{
public:
    // Finds the shard's primary.
    virtual const std::shared_ptr<redis::Topology> &topology() const = 0;
    // Is shared by all connections of the cluster.
    virtual const std::shared_ptr<redis::ForeignCertificates> &certificates() const = 0;
    // Its record speaks for the servers that are none of a shard's, too.
    virtual bool isFirst() const = 0;
    // By the map, the shard keeps the slot of this name.
    virtual bool keeps(const LockName &name) const = 0;
    // A lock that another shard knew, with all that was seen of it; that one forgets it. Empty:
    // none does.
    virtual std::optional<OpenLock> takeFromOthers(const LockName &name) = 0;
    // The shard's server answered MOVED or ASK: the lock is to be read where it is.
    virtual void redirect(const LockName &name, const Error &redirection) = 0;
    // Clients that listen to the shard's channels: on its own replicas, as `own` counts them, and
    // on all other shards.
    virtual OtherListeners &listenersBeside(OtherListeners &own) = 0;

protected:
    ~ShardLink() = default;
};

} // namespace lockscope::watch
