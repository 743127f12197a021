// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/lock/cancellation.h"
#include "core/lock/outcome.h"
#include "core/lock/patience.h"
#include "core/lock/permits.h"

namespace lockscope::workbench {

// The calls and outcomes of permits and latches, in the words of locks.

using lock::forever; // every question has a deadline of its own, and a wait that of its caller

lock::AcquireOutcome failed(Error error);
lock::AcquireOutcome held(qint64 count, Instant until);
lock::AcquireOutcome notGranted(const lock::PermitOutcome &permits); // any but Granted
lock::AcquireOutcome notOpen(const lock::LatchOutcome &latch); // any but Open

// Waits until a semaphore or a latch is set up. Empty: it may be asked for now; else the reason why
// not.
QCoro::Task<std::optional<lock::AcquireOutcome>> setUp(TaskScope &scope, Pending<bool> setting,
                                                       std::shared_ptr<lock::Cancellation> cancel);

} // namespace lockscope::workbench
