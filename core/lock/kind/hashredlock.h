// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/quorum/quorumlock.h"

namespace lockscope::lock {

// Redisson's RedissonRedLock over locks of one name on N independent servers, with the promises of
// a Redlock: a reentrant hash on a majority. Redisson's lock and this one exclude each other and
// wake each other's waiters, over Redisson's own channel. I/O thread; the group must outlive it.
//
//   owner's state   tryLock(), lock()                unlock()                otherwise
//   free            Held, count 1; or Busy           NotHeld                 -
//   held, n         Held, count n+1                  n-1; Released at 0      lost(), as a Redlock
class HashRedlock : public QuorumLock
{
public:
    HashRedlock(QuorumGroup &group, LockName name);
};

} // namespace lockscope::lock
