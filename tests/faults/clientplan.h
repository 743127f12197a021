// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QJsonObject>
#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope::faults {

// The plan of a client process; passed as JSON in its first argument. Values.

struct LockPlan {
    QByteArray lock; // kind-number, as in the history
    int server = 0; // of those that keep it alone
    Millis lease{1000};

    // On all servers, by their votes.
    bool isVoted() const;
    // Its holders have fencing tokens, and the witness looks at them.
    bool isFenced() const;
    bool isReentrant() const;
    // The server alone counts how often its owner holds it, so that processes can share one.
    bool canBeJoint() const;
};

struct ClientPlan {
    QByteArray name;
    quint32 seed = 1;
    QByteArray historyPath;
    QByteArray witnessPath;
    QByteArray keyPrefix;
    QStringList urls; // the servers, in an order that all clients have in common
    std::vector<LockPlan> locks; // their places are those in the witness
    int workers = 3;
    Millis leastHold{0};
    Millis hold{5}; // beyond that, at most twice this
    Millis pause{10}; // between two attempts, at most twice this
    Millis wait{2000}; // patience of those who wait
    double waitChance = 0.5; // else one attempt
    double overrunChance = 0; // of a hold: longer than its lease
    double watchdogChance = 0.3;
    double carelessChance = 0.5; // of those with a token: no look at the validity before a write
    double reentryChance = 0.1;
    double shortChance = 0.1; // a re-entry with a shorter lease, which may fail or be taken back
    double jointChance = 0.1; // as an owner that all clients have in common
    Millis maxLease{1000}; // of voted ones: how long a server that restarted is not counted
    int replicas = 0; // that have to have a lock before it counts as taken
    bool areServersDurable = true; // then it is counted at once

    QByteArray toJson() const;
    static std::optional<ClientPlan> fromJson(const QByteArray &json);
};

} // namespace lockscope::faults
