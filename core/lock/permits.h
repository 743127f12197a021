// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::lock {

// The outcomes of calls on semaphores and latches, as values; any thread.

struct PermitOutcome {
    enum class Status {
        Granted,
        Busy, // there were not enough until the wait was over
        WrongType, // the key is there, and holds no number; `error`
        Cancelled, // the caller no longer wanted them; nothing is left behind
        Failed, // certainly not granted: `error`
        Unknown, // it was asked for, and for too long nobody answered: they may be taken; `error`
    };

    Status status = Status::Failed;
    qint64 count = 0; // asked for
    // Free permits after this call; empty: nobody has set the semaphore up.
    std::optional<qint64> available;
    std::vector<QByteArray> ids; // of an expirable semaphore's permits, 32 hexadecimal digits each
    Instant validUntil = Instant::max(); // Granted, by this process's own clock; max: no end
    std::optional<Error> error;

    bool isGranted() const { return status == Status::Granted; }
};

// The code of errors that say: another process keeps the key now (failover, restart, moved slot),
// so that what was counted before may not be.
inline constexpr auto serverChangedCode = "SERVERCHANGED";

struct LatchOutcome {
    enum class Status {
        Open, // the count is zero, or there is no latch
        Closed, // until the wait was over
        WrongType, // the key is there, and holds no number; `error`
        Cancelled, // the caller no longer waits
        // It could not be found out: `error`; SERVERCHANGED: it was closed, and is gone with the
        // process that kept it.
        Failed,
    };

    Status status = Status::Failed;
    qint64 count = 0; // Closed: the remaining count
    std::optional<Error> error;

    bool isOpen() const { return status == Status::Open; }
};

} // namespace lockscope::lock
