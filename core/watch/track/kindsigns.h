// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/reading.h"

namespace lockscope::watch {

// What a kind of lock shows beside its keys when it is released, and so what a missing sign means
// (reference: redisson-layout §2 to §9). Plain functions, any thread.

// A wake-up on the lock's channel means that the lock was free at that moment.
bool wakesWhenFree(const format::LockReading &reading);

// Each release wakes, also of a part: without a wake-up nobody has released anything.
bool wakesOnEachRelease(const format::LockReading &reading);

// Each unlock of a client that uses latches leaves one.
bool leavesLatches(const format::LockReading &reading);

// The token is made anew for each acquisition: the same token is the same hold. Not of libraries
// whose tokens live as long as a process or an object, nor of values that a caller chooses.
bool hasFreshTokens(const format::LockReading &reading);

// The queue has not moved: its head stands where it stood, with the same deadline. Then nobody has
// taken the fair lock meanwhile, since only the head may.
bool hasSameHead(const format::LockReading &before, const format::LockReading &after);

} // namespace lockscope::watch
