// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/pending.h"
#include "core/base/sentence.h"
#include "core/redis/target/target.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::redis {

struct ConnectionConfig;

// One process of a deployment, as the topology last heard of it. Addresses are those to connect to.
struct Member {
    enum class Kind { Primary, Replica, Sentinel };

    Kind kind = Kind::Primary;
    HostPort address;
    std::optional<HostPort> follows; // of a replica: the server that it copies
    bool isUp = false; // it answers; of a replica: its link to its primary is up
    std::optional<qint64> offset; // of the replication stream, in bytes

    friend bool operator==(const Member &, const Member &) = default;
};

// The Sentinels' own account. A failover needs a quorum that calls the primary down, and a
// majority of all Sentinels that are known.
struct SentinelQuorum {
    int known = 0; // Sentinels, by the one that knows most
    int needed = 0; // the quorum
    std::optional<bool> isReachable; // they could fail over now, by CKQUORUM; empty: not told

    friend bool operator==(const SentinelQuorum &, const SentinelQuorum &) = default;
};

struct TopologyView {
    std::optional<HostPort> primary; // empty: none is known now
    std::vector<Member> members; // the primary first, then replicas, then sentinels, by address
    std::optional<qint64> epoch; // of the configuration, if sentinels tell it
    Sentence doubt; // such as a second primary; empty: none
    std::optional<SentinelQuorum> quorum; // empty: no Sentinel answers, or there are none
    int uncoveredSlots = 0; // of a cluster: slots that no shard keeps; one shard tells it for all

    friend bool operator==(const TopologyView &, const TopologyView &) = default;
};

// Knows which server of a deployment is the primary, through failovers. All connections of a
// deployment share one: each asks it before an attempt, reports how the server answered, and leaves
// when the primary has moved. It polls once a second as long as it lives, on connections of its
// own, so that no missed announcement costs more than that. One thread with an event loop, which
// may destroy it in any of its signals and answers.
class Topology : public QObject
{
    Q_OBJECT

public:
    ~Topology() override;

    // The primary's address: at once if it is known, else as soon as it is, or as it is clear that
    // no server tells. Wait with a deadline.
    [[nodiscard]] Pending<HostPort> primary();
    // A connection asked the server at this address for its role. True: it is, or was not willing
    // to say.
    virtual void report(const HostPort &address, bool isPrimary) = 0;
    const TopologyView &view() const { return m_view; }
    // The reason why no server tells the primary; empty while one does.
    const std::optional<Error> &hindrance() const { return m_hindrance; }

Q_SIGNALS:
    void moved(); // view().primary is another one, or none
    void changed(); // the view

protected:
    using QObject::QObject;

    virtual void begin() = 0; // somebody asks for the first time

    // Takes the new view, with all consequences. May destroy this object: the caller returns. `why`
    // is for those who wait, if there is no primary; empty: they go on waiting.
    void settle(TopologyView view, std::optional<Error> why);

private:
    TopologyView m_view;
    std::optional<Error> m_hindrance;
    std::vector<Completion<HostPort>> m_waiting;
    bool m_hasBegun = false;
};

// The one that the target asks for; empty: its address is fixed. Of a cluster: that of the first
// shard. The configuration says how its own connections are made; they never send what could write.
std::shared_ptr<Topology> makeTopology(const ConnectionConfig &config);

} // namespace lockscope::redis
