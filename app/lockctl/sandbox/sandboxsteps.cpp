// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandboxsteps.h"

#include "core/format/redissonnames.h"

using namespace Qt::StringLiterals;

namespace lockscope::lockctl::scenes {

QCoro::Task<bool> queued(SandboxStage *stage, LockName name, qint64 least, Millis longest)
{
    namespace names = format::redisson;
    const redis::Arguments command{"LLEN"_ba, names::prefixed(names::queuePrefix, name).bytes};
    auto answering = stage->until(command, least, longest);
    co_return co_await answering;
}

QCoro::Task<bool> taken(SandboxStage *stage, LockName name)
{
    const redis::Arguments command{"EXISTS"_ba, name.bytes};
    auto answering = stage->until(command, 1, patience);
    co_return co_await answering;
}

QCoro::Task<> giveBack(SandboxStage *stage, lock::Lock *lock, OwnerId owner, int count, Millis rest)
{
    for (; count > 0; --count) {
        auto releasing = lock->unlock(owner);
        co_await stage->released(std::move(releasing));
        if (rest > Millis(0))
            co_await stage->sleep(rest);
    }
}

QCoro::Task<> takeTurn(SandboxStage *stage, lock::Lock *lock, OwnerId owner, Millis wait,
                       lock::Lease lease, Millis work)
{
    auto waiting = lock->tryLock(owner, wait, lease);
    co_await stage->sleep(soon);
    stage->tellPlaced();
    if (co_await stage->held(std::move(waiting))) {
        co_await stage->sleep(work);
        auto releasing = lock->unlock(owner);
        co_await stage->released(std::move(releasing));
    }
}

} // namespace lockscope::lockctl::scenes
