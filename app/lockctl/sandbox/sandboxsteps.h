// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/sandbox/sandboxstage.h"

// Steps that several scenes of the sandbox share. Main thread of the client process; stage and lock
// must outlive the task.
namespace lockscope::lockctl::scenes {

inline constexpr Millis soon{300}; // until a waiter waits
inline constexpr Millis later{1000}; // before trying anew what did not work
inline constexpr Millis patience = std::chrono::minutes(5);

// Until so many stand in the queue of the lock.
QCoro::Task<bool> queued(SandboxStage *stage, LockName name, qint64 least, Millis longest);

// Until somebody holds the lock: those who come second need a first.
QCoro::Task<bool> taken(SandboxStage *stage, LockName name);

// Gives the lock back as often as it has taken it, and rests so long after each time.
QCoro::Task<> giveBack(SandboxStage *stage, lock::Lock *lock, OwnerId owner, int count,
                       Millis rest);

// Waits for the lock, for so long at most, works for so long while it has it, and gives it back.
QCoro::Task<> takeTurn(SandboxStage *stage, lock::Lock *lock, OwnerId owner, Millis wait,
                       lock::Lease lease, Millis work);

} // namespace lockscope::lockctl::scenes
