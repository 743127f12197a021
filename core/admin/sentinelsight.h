// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentineltalk.h"
#include "core/base/ids.h"
#include "core/redis/topologywords.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::admin {

// A primary and its Sentinels as the operator saw them before an action on them. Values, any
// thread. Addresses are those to connect to.

struct SeenReplica {
    redis::HostPort address;
    bool isUp = false; // its link to the primary is up, and no Sentinel calls it down
    int priority = 100; // 0: never promoted
    std::optional<qint64> behind = {}; // bytes that it has not got yet; empty: not told

    bool isPromotable() const { return isUp && priority > 0; }
    friend bool operator==(const SeenReplica &, const SeenReplica &) = default;
};

struct SeenSentinel {
    redis::HostPort address;
    std::optional<Error> error = {}; // why it tells nothing
    bool isWatching = false; // a primary of that name
    std::optional<redis::HostPort> primary = {};
    qint64 epoch = 0; // of the configuration
    int quorum = 0;
    Millis failoverTimeout{0};
    bool isPrimaryDown = false; // it says so
    bool isFailingOver = false; // a failover is under way
    QByteArray runId = {};
    // Those that it knows and does not call down.
    std::vector<std::pair<redis::HostPort, QByteArray>> peers = {}; // with their run ids
    std::vector<SeenReplica> replicas = {};
    QString masters = {}; // the names that it watches, if that one is not among them

    friend bool operator==(const SeenSentinel &, const SeenSentinel &) = default;
};

// A lock that is held now.
struct LockAtRisk {
    // The effect of a failover on it. Lost: any replica that may be promoted lacks it.
    enum class Fate { Unknown, Kept, Lost };

    LockName name;
    QByteArray kind;
    OwnerId owner; // the first, if there are several
    Fate fate = Fate::Unknown;

    friend bool operator==(const LockAtRisk &, const LockAtRisk &) = default;
};

struct SentinelSight {
    QByteArray name; // of the primary, as the Sentinels call it
    std::vector<SeenSentinel> sentinels; // as given
    std::vector<redis::HostPort> others; // that these know of
    // By the newest configuration; empty: no Sentinel watches it.
    std::optional<redis::HostPort> primary;
    bool isPrimaryUp = false; // it answers, as a primary
    std::vector<SeenReplica> replicas;
    // The server to be watched from now on, by its own account. Empty: it is not reached.
    std::optional<redis::RoleWord> role;
    // Of the locks of the deployment; the caller looks. Empty: they could not be read.
    std::optional<std::vector<LockAtRisk>> locks = {};

    // One that watches the primary with the newest configuration; null: none does.
    const SeenSentinel *best() const;
};

// One look at the Sentinels of a target. I/O thread; it may be asked once.
class SentinelLook
{
public:
    explicit SentinelLook(redis::ConnectionConfig config);

    // Never an Error but Cancelled: a Sentinel that does not answer is seen as such. `supposed`: a
    // server to be watched. `held`: the locks of the sight; each replica is asked whether it has
    // the first 200.
    [[nodiscard]] Pending<SentinelSight> look(std::optional<redis::HostPort> supposed = {},
                                              std::optional<std::vector<LockAtRisk>> held = {});

private:
    using Presence = std::vector<std::optional<bool>>; // of each lock; empty: unknown

    QCoro::Task<SentinelSight> read(std::optional<redis::HostPort> supposed,
                                    std::optional<std::vector<LockAtRisk>> held);
    QCoro::Task<> askForLocks(SentinelSight &sight);
    QCoro::Task<Presence> presenceOn(redis::HostPort replica, std::vector<LockName> names);
    QCoro::Task<SeenSentinel> ask(redis::HostPort sentinel);
    QCoro::Task<std::optional<redis::RoleWord>> roleOf(redis::HostPort server);
    SentinelTalk &talkTo(redis::ConnectionConfig config);

    const redis::ConnectionConfig m_config;
    std::vector<std::unique_ptr<SentinelTalk>> m_talks;
    TaskScope m_scope{"look at Sentinels"};
};

// The answers to sentinelQuestions() of that name, in their order.
std::vector<redis::Arguments> sentinelQuestions(const QByteArray &name);
SeenSentinel seenFrom(const redis::HostPort &sentinel, const std::vector<Reply> &answers,
                      const std::vector<redis::AddressRule> &rules);

} // namespace lockscope::admin
