// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/checkers.h"
#include "tests/faults/cluster.h"

#include <functional>
#include <set>

namespace lockscope::faults {

// The faults of one class (reliability.md §4), repeated, and the permitted consequences. Values and
// plain functions.
struct Scenario {
    QByteArray id; // F01
    QByteArray title;

    // One strike; it is over by the heal.
    std::function<void(Cluster &)> strike;
    std::function<void(Cluster &)> heal;
    Millis length{2000}; // of a strike
    Millis gap{1000};
    bool strikesFirst = false; // before the clients are there
    double share = 1; // of the usual length

    ClusterOptions cluster;
    // The assumptions that it breaks: two may hold at a time then, which fencing has to catch.
    bool mayOverlapAlone = false; // kinds on one server
    bool mayOverlapVoted = false;
    bool mayLoseTokens = false; // a server forgets the counter
    bool mayFail = true; // attempts may end with an error
    bool mustReject = false; // the guarded resource has to refuse somebody
    QByteArray mustFailWith; // an attempt has to fail with this code, and no release may
    std::set<int> isolated; // clients that no majority answers during a strike
    double leastFairness = 0; // Jain's index of fair locks

    // Kinds with a defect, and the rules that have to detect them.
    std::map<QByteArray, Violation::Rule> mutants;
};

std::vector<QByteArray> scenarioNames();
// By its id; seeds what it chooses. Empty: none such.
std::optional<Scenario> scenarioOf(const QByteArray &id);

} // namespace lockscope::faults
