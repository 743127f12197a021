// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/watch/record/records.h"

#include <vector>

namespace lockscope::watch {

// Whether a client lives, judged by the renewals of all its locks together (reference:
// redisson-layout §15): a watchdog that renews anything is alive, and one that lets everything
// lapse is one finding, not one for each lock. Plain functions with the time passed in.

// One hold that a watchdog renews.
struct Beat {
    Instant last; // its latest renewal
    Instant due; // the next one
    Instant overdueAt; // when that is late enough to be told
    Instant missedAt; // when two renewals were missed
};

enum class Pulse {
    Unknown, // it holds nothing that is renewed
    Alive,
    Late, // a renewal is overdue, and none of any lock came since it was due
    Silent, // two were missed: presumed dead, or cut off from this server
};

struct Heartbeat {
    Pulse pulse = Pulse::Unknown;
    Instant last; // the latest renewal of any of its locks
    Instant due; // when the next one of any should come; the earliest missed one, if it is late
    int holds = 0; // that are renewed
    int overdue = 0; // of these
    // Overdue though others were renewed since: the client lives, but has let go of these.
    int neglected = 0;

    friend bool operator==(const Heartbeat &, const Heartbeat &) = default;
};

Heartbeat heartbeat(const std::vector<Beat> &beats, Instant now);

// Empty for a hold that was not seen to be renewed.
std::optional<Beat> beatOf(const HoldRecord &hold);

struct ClientHeartbeat {
    DeploymentId deployment;
    QByteArray client; // Redisson's uuid
    Heartbeat heartbeat;

    friend bool operator==(const ClientHeartbeat &, const ClientHeartbeat &) = default;
};

// The lock as it is shown while its server is not seen: nothing is said of holders and waiters that
// time alone would make true.
LockRecord withoutJudgement(LockRecord lock);

// The heartbeat of every client that renews something, by deployment and client. Only the records
// make a client late or silent, not `now` alone.
std::vector<ClientHeartbeat> heartbeats(const std::vector<LockPointer> &locks, Instant now);

// Tells what an overdue renewal means for its client's other locks; empty: there are none to judge
// by.
Sentence othersText(const Heartbeat &client);

} // namespace lockscope::watch
