// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/lock/kind/kinds.h"
#include "core/lock/outcome.h"

#include <QString>

namespace lockscope::wording {

// The outcome of an attempt to acquire or to release a lock, as sentences that begin in lower case.
// Plain functions, any thread.

// The facts of a lock that the sentences need.
struct Meant {
    QByteArray kind;
    LockName name;
    qint64 permits = 1; // of a semaphore that are asked for at a time
};

// Why it is not held after that wait, and the next step. Only for outcomes that are not Held.
QString notObtained(const Meant &what, const lock::AcquireOutcome &outcome,
                    Millis wait = Millis(0));
// Why it is lost.
QString lost(const LockName &name, lock::Loss loss);
// How sure it is that it is still held. `servers`: the labels of those that keep it, by place.
QString standing(const Meant &what, const lock::Standing &standing,
                 const std::vector<QString> &servers, Instant now);
// Why it was not given back; only for outcomes that say so.
QString notReleased(const Meant &what, const lock::ReleaseOutcome &outcome);

// The same in short, for where the lock's name stands beside it; empty: held.
QString shortly(const QByteArray &kind, const lock::AcquireOutcome &outcome);
QString shortly(lock::Loss loss);
// Overdue: what keeps it from being renewed.
QString hindrance(const lock::Standing &standing, const std::vector<QString> &servers);
QString shortly(const QByteArray &kind, const lock::ReleaseOutcome &outcome);
QString shortly(const lock::ExtendOutcome &outcome);

// "granted", "held by another owner", ...
QString vote(lock::Vote::Kind kind);

// "write" or "read".
QString mode(lock::Mode mode);

} // namespace lockscope::wording
