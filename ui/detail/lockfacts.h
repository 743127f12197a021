// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

class LockTableModel;

// Facts of a lock's record beside its tables, as text for people: plain functions over values;
// everything from Redis is escaped. GUI thread.

// "2 of 5 permits free", "count 3", "not initialised: acquirers wait until its permits are set";
// empty: it counts nothing.
QString permitsText(const watch::LockRecord &lock);

// "host web-3, process 812, since 14:03:22 by the clock of its host"; empty: its format
// stores none of these.
QString originText(const watch::HoldRecord &hold, WallInstant now);

// "Holds: 3", of a read-write lock with how many read and write.
QString holdsHeading(const watch::LockRecord &lock, int shown);

// Whether the replicas of its server have the lock, a line each, and the effect of a failover on
// the lock. `replication`: null: none, or not told. Empty: nothing is known, or it has no key.
QString replicasText(const watch::LockRecord &lock, const watch::Replication *replication);

// The candidates for the lock's kind, with reasons: the best first, a line each.
QString candidatesText(const std::vector<watch::Candidate> &candidates);

// Facts about the lock inferred from its holders' other locks.
struct RelatedFacts {
    QStringList multis; // that it seems to be a member of, with the reason
    QStringList clients; // whether each holder's client lives, by the renewals of all its locks

    friend bool operator==(const RelatedFacts &, const RelatedFacts &) = default;
};

// Looks at every lock: not for each frame.
RelatedFacts relatedFacts(const watch::LockRecord &lock, const LockTableModel &locks,
                          const Clock &clock);

} // namespace lockscope::ui
