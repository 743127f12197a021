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

// Why it is not held, and the next step. Only for outcomes that are not Held.
QString notObtained(const LockName &name, const lock::AcquireOutcome &outcome);
// Why it is lost.
QString lost(const LockName &name, lock::Loss loss);
// It is uncertain whether it is still held, after a failover for example; or it is again certain.
QString uncertain(const LockName &name, bool isUncertain);
// Why it was not given back; only for outcomes that say so.
QString notReleased(const LockName &name, const lock::ReleaseOutcome &outcome);

// The same in short, for where the lock's name stands beside it; empty: held.
QString shortly(const QByteArray &kind, const lock::AcquireOutcome &outcome);
QString shortly(lock::Loss loss);
QString shortly(const lock::ReleaseOutcome &outcome);
QString shortly(const lock::ExtendOutcome &outcome);

// "granted", "held by another owner", ...
QString vote(lock::Vote::Kind kind);

// "write" or "read".
QString mode(lock::Mode mode);

} // namespace lockscope::wording
