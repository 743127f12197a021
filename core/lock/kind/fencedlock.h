// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/deploymentlock.h"

namespace lockscope::lock {

// Redisson's fenced lock: a reentrant lock that hands out a token with each grant, a re-entry too,
// higher than every one before that this server remembers. The protected resource refuses a client
// that shows a lower token than it has seen: so an owner that was held up past the end of its lease
// does no harm. The token is in AcquireOutcome::fencingToken. I/O thread. Data: redisson-layout.md
// §6.
// The tokens are one counter on one server. A failover to a replica that was behind, a restart
// without all data, or a deleted key takes it back: then tokens repeat, and the resource refuses
// rightful owners until the counter has caught up. As with Redisson, which starts at 1, too: a seed
// of our own would not help where its clients come first.
//
//   owner's state   tryLock(), lock()                     unlock()             otherwise
//   free            Held, count 1, a new token; or Busy   NotHeld              -
//                   after the wait
//   held, n         Held, count n+1, a new token          n-1; Released at 0   lost(); the token
//                                                                              stays
class FencedLock final : public DeploymentLock
{
public:
    FencedLock(LockSpace &space, LockName name);

    // The token of the last grant to anybody, also while nobody holds it; empty: never granted.
    [[nodiscard]] Pending<std::optional<qint64>> token();
};

} // namespace lockscope::lock
