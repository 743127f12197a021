// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/lock/cancellation.h"
#include "core/lock/permits.h"
#include "core/lock/single/lockspace.h"

namespace lockscope::lock {

struct CountedObject;

// Redisson's RCountDownLatch (redisson-layout.md §12): closed until it was counted down to zero;
// then it can be set anew. I/O thread; the space must outlive it. Destroying it cancels its waits.
//
//   state       trySetCount(c)   countDown()                 wait()              deleteLatch(),
//   open() no count    true: closed, c  0, nothing happens          Open at once        false;
//   open() tells
//                                                                                its waiters all
//                                                                                the same
//   closed, n   false            n - 1; at zero it is gone   Open as soon as it  true: no count;
//                                and the waiters are told    is; else Closed     open() tells them
//
// As with Redisson deleteLatch() leaves those who wait waiting: ours until they look again, within
// 30 s, Java's for good. A latch that is gone with the server's process that kept it (failover,
// restart) was not counted down, as far as anybody knows: its waiters fail. open() is the way to
// let them go. A lost answer to countDown() is asked for again, and the server knows by a latch of
// some seconds that it was the same.
class CountDownLatch
{
public:
    CountDownLatch(LockSpace &space, LockName name);
    ~CountDownLatch();
    CountDownLatch(const CountDownLatch &) = delete;
    CountDownLatch &operator=(const CountDownLatch &) = delete;

    LockName name() const;

    [[nodiscard]] Pending<bool> trySetCount(qint64 count); // 1 at least
    [[nodiscard]] Pending<qint64> countDown(); // the remaining count
    [[nodiscard]] Pending<qint64> count(); // 0: open
    [[nodiscard]] Pending<bool> deleteLatch(); // false: there was none
    [[nodiscard]] Pending<bool> open(); // deletes it and lets everybody go

    // Until it is open, without limit or for as long as `time` (0: one look).
    [[nodiscard]] Pending<LatchOutcome> wait(std::optional<Millis> time = {},
                                             std::shared_ptr<Cancellation> cancel = {});

private:
    std::shared_ptr<CountedObject> m_d;
};

} // namespace lockscope::lock
