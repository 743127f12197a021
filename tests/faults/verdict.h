// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/scenarios.h"

namespace lockscope::faults {

// The results of one kind of lock in one run.
struct Tally {
    qint64 operations = 0; // attempts to take it
    qint64 grants = 0;
    qint64 unknown = 0;
    qint64 lost = 0;
    qint64 rejected = 0; // by the guarded resource
    qint64 excess = 0; // two holders where a broken assumption allows it, late increments
    qint64 violations = 0;
};

struct Verdict {
    std::map<QByteArray, Tally> kinds;
    Violations violations; // not allowed; of mutants: all
    std::vector<QByteArray> remarks; // other errors

    bool isFine() const { return violations.empty() && remarks.empty(); }
    bool found(const QByteArray &kind, Violation::Rule rule) const;
    void add(const Violation &violation);
};

// Judges a history by the rules of the scenario. `residue`: the findings of the clean-up. Plain
// function.
Verdict judge(const Scenario &scenario, const History &history,
              const std::map<QByteArray, qint64> &finals, const Violations &residue);

} // namespace lockscope::faults
