// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/timeline.h"

#include <map>

namespace lockscope::faults {

// Whether a history keeps what a lock promises. Plain functions, each O(n log n).

// One breach, for a person to read; the lock tells of which kind it is.
struct Violation {
    enum class Rule { Overlap, LateExtension, Untold, LostUpdate, Fencing, Starvation, Residue };

    Rule rule = Rule::Overlap;
    QByteArray lock;
    QByteArray what;
};

using Violations = std::vector<Violation>;

QByteArray nameOf(Violation::Rule rule);

// Claims of different workers on one lock at the same time, but readers among themselves, and those
// who share an owner.
Violations checkOverlap(const Timeline &timeline);

// Claims as checkOverlap() reports them that last for longer than the lease of the lock and
// `limit`: one of the two holders has lost it, and goes on without a word. Nothing behind the last
// event counts: a history that is still being written may tell it yet.
Violations checkKept(const Timeline &timeline, const std::map<QByteArray, qint64> &leases,
                     qint64 limit);

// An extension that was said to be ok when the hold was lost already.
Violations checkExtensions(const Timeline &timeline);

// A hold that is gone, and its holder was not told.
Violations checkTold(const Timeline &timeline);

// The witness, which is kept outside Redis: each writer has read its predecessor's value, and the
// final value is the number of increments. Increments written after the end of a validity (a pause,
// which nobody can prevent) are counted as excess, and excuse what they destroyed, unless the
// resource is guarded by fencing tokens: that one must be right to the last.
struct WitnessReport {
    qint64 acknowledged = 0;
    qint64 excess = 0; // of these, written too late
    qint64 rejected = 0; // refused by the guarded resource
    Violations violations;
};
WitnessReport checkWitness(const Timeline &timeline, const std::map<QByteArray, qint64> &finals);

// Tokens rise from grant to grant, and none is given twice.
Violations checkFencing(const Timeline &timeline);

// The time for which nobody got a lock though somebody waited and no fault was active. A grant
// without an answer counts as held for `lease`.
struct LivenessReport {
    std::map<QByteArray, qint64> longestWait; // ns, by lock
    Violations violations; // longer than the limit
};
LivenessReport checkLiveness(const Timeline &timeline, qint64 lease, qint64 limit);

// Jain's index of the grants: 1 when everybody got the same, 1/n when one got all. By worker of one
// lock; of those who asked.
double fairness(const Timeline &timeline, const QByteArray &lock);

} // namespace lockscope::faults
