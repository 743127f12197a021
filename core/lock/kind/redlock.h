// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/quorum/quorumlock.h"

namespace lockscope::lock {

// The Redlock of redis.io over N independent servers: the same key with the same token on a
// majority, as every Redlock library leaves it. I/O thread; the group must outlive it.
//
//   owner's state   tryLock(), lock()                unlock()                otherwise
//   free            Held, or Busy after the wait     NotHeld                 -
//   held            Busy: it is not reentrant        Released                lost(): no renewal got
//                                                                            a majority in time, or
//                                                                            no majority can have
//                                                                            it
// Other libraries do not wake the waiters of a Redlock. Ours publishes each release, `0`, on the
// channel lockscope_redlock:{NAME} of each server, and waits for it there. Releases by others are
// noticed by tracking the key on each server; if too few servers allow that, waiting means trying
// again after 50 to 150 ms.
class Redlock : public QuorumLock
{
public:
    Redlock(QuorumGroup &group, LockName name);

    static QByteArray channel(const LockName &name)
    {
        return "lockscope_redlock:{" + name.bytes + '}';
    }
};

} // namespace lockscope::lock
