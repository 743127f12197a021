// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentinelsight.h"
#include "core/base/sentence.h"

namespace lockscope::admin {

enum class SentinelActionType { Failover, Monitor, Remove, Reset };

// sentinel-failover, sentinel-monitor, sentinel-remove, sentinel-reset
QByteArray name(SentinelActionType type);

struct SentinelAction {
    SentinelActionType type = SentinelActionType::Failover;
    redis::HostPort server = {}; // Monitor: the primary, as the Sentinels reach it
    int quorum = 0; // Monitor

    friend bool operator==(const SentinelAction &, const SentinelAction &) = default;
};

// The address of a primary to be watched, such as 10.0.0.5:6379; empty: it is none.
std::optional<redis::HostPort> primaryFrom(const QString &text);

// The name of the primary in the label of a deployment; empty: this was not connected by the
// addresses of its Sentinels.
QByteArray primaryNameIn(const QString &label);

// The part of one Sentinel in an action.
struct SentinelDeed {
    redis::HostPort sentinel;
    std::optional<redis::HostPort> primary; // that it watched when it was seen; empty: none
    std::vector<redis::Arguments> commands; // in this order
    std::vector<redis::Arguments> shown; // the same without secrets
    std::vector<QByteArray> peers = {}; // Reset: what it has to find again, by run id
    std::vector<redis::HostPort> replicas = {}; // Reset: the same

    friend bool operator==(const SentinelDeed &, const SentinelDeed &) = default;
};

// A given Sentinel that is left out.
struct SentinelOmission {
    redis::HostPort sentinel;
    Sentence why;
    bool isProblem = false; // it should have a part, and cannot

    friend bool operator==(const SentinelOmission &, const SentinelOmission &) = default;
};

// An action on Sentinels thought through before anything is done. A value, any thread.
struct SentinelPlan {
    SentinelSight sight;
    SentinelAction action;
    std::vector<SentinelDeed> deeds; // in the order in which they are done; at least one
    std::vector<SentinelOmission> omissions;
    std::vector<Sentence> effects;
};

// Plans an action. `target` has the user and password that Sentinels are given for the servers. An
// Error says why there is nothing to do, or nothing that is safe: with the code NOMASTER no
// Sentinel watches such a primary; of another kind than InvalidInput no Sentinel answers. Pure, any
// thread.
Result<SentinelPlan> makeSentinelPlan(const SentinelSight &sight, const SentinelAction &action,
                                      const redis::Target &target);

} // namespace lockscope::admin
