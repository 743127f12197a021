// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/lock/outcome.h"
#include "core/workbench/assembly.h"

namespace lockscope::workbench {

// Finds the real reason why a lock on one server was not obtained. The script that takes a lock
// sees only that the key is there without the owner: to it, a hash of something else is the lock of
// somebody else, and a key of the wrong type may be any of the lock's keys. I/O thread.

// The error of a WrongType outcome whose sentence names what is in the way.
inline constexpr auto noLockCode = "NOTALOCK";

// Whether a look at the keys may tell more than the outcome does.
bool isWorthALook(const Asked &asked, const lock::AcquireOutcome &outcome);

// Looks once, for some seconds at most, and changes nothing. The outcome as it is, if nothing is
// wrong with the keys or they could not be read; else WrongType with noLockCode. The deployment is
// the one that was asked; only the call itself uses it.
QCoro::Task<lock::AcquireOutcome> afterALook(TaskScope &scope, redis::Deployment &deployment,
                                             Asked asked, lock::AcquireOutcome outcome);

} // namespace lockscope::workbench
