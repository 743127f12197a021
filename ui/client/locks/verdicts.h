// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumbook.h"
#include "ui/table/roles.h"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::ui {

// The verdict of a quorum's servers on a lock, as the models show it: values, their order and their
// marks. Any thread; ui/quorum/quorumfeed.h judges.

// The facts known about one name in a group. The same object as long as they stay the same.
struct JudgedLock {
    insight::QuorumRecord record;
    Alias alias; // of the finding's owner
};
using JudgedPointer = std::shared_ptr<const JudgedLock>;

// The source of verdicts for the table of locks. GUI thread. The source reports each change, since
// a short form of the answer is cached.
class VerdictSource
{
public:
    // Empty: the lock is no part of a quorum.
    virtual JudgedPointer verdictOf(const watch::LockId &id) const = 0;
    // No lock at all is one.
    virtual bool isEmpty() const = 0;
    // All for which there may be an answer; some of them need not be there.
    virtual std::vector<watch::LockId> judgedLocks() const = 0;

protected:
    ~VerdictSource() = default;
};

// As much of a verdict as locks are sorted and filtered by, and as a cell tells: of three bytes,
// since a table has one for each of its locks.
struct QuorumMark {
    quint8 verdict = 0; // 0: no part of a quorum; else one more than the verdict's value
    quint8 votes = 0; // 255: that many or more
    quint8 total = 0;

    static QuorumMark of(const JudgedPointer &judged);
    bool isEmpty() const { return verdict == 0; }
    std::optional<insight::QuorumVerdict> known() const;
    // The worst first: by the verdict, and then by the votes that are left.
    qint64 rank() const;

    friend bool operator==(const QuorumMark &, const QuorumMark &) = default;
};

// The order of trouble, from 0 on.
int severity(insight::QuorumVerdict verdict);
// As words and colours are chosen by.
Badge verdictBadge(insight::QuorumVerdict verdict);
// Whether somebody ought to look at it.
bool isAlarming(const insight::QuorumFinding &finding);
// The displayed name of the owner; empty if there are several.
QString ownerText(const JudgedLock &lock);

} // namespace lockscope::ui
