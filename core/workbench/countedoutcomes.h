// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/outcome.h"
#include "core/lock/permits.h"

namespace lockscope::workbench {

// How taking permits and waiting for latches ends, in the words of locks. Plain functions.

// Every question has a deadline of its own, and a wait that of its caller.
inline constexpr Millis forever = std::chrono::hours(24 * 366);

lock::AcquireOutcome failed(Error error);
lock::AcquireOutcome cancelled();
lock::AcquireOutcome held(qint64 count, Instant until);
lock::AcquireOutcome notGranted(const lock::PermitOutcome &permits); // what is not Granted
lock::AcquireOutcome notOpen(const lock::LatchOutcome &latch); // what is not Open

} // namespace lockscope::workbench
