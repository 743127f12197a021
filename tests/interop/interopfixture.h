// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/lock/lockfixture.h"
#include "tests/interop/interopservers.h"
#include "tests/interop/redissonpeer.h"

#include <algorithm>

namespace lockscope::test {

// The common fixture of the tests against the real Redisson: one deployment, with this process's
// locks and Redisson's. Leases are so long that a waiter that is not woken misses its deadline.
// Main thread.
class Interop
{
public:
    static constexpr Millis lease = std::chrono::minutes(2);

    bool start()
    {
        if (!server.start())
            return false;
        theirs = std::make_unique<RedissonPeer>(std::vector{server.url()});
        return theirs->start();
    }
    void clear()
    {
        ours.reset();
        run({"FLUSHALL"});
        redis::ConnectionConfig config;
        config.target = *redis::parseTarget(server.url());
        ours = std::make_unique<LockProcess>(config);
        // Only locking waits for a connection: all else is asked at once, or fails.
        if (!await(ours->deployment.whenReady()))
            qFatal("our process is not connected");
    }

    Reply run(const std::vector<QByteArray> &command) const { return server.command(command); }
    QByteArray tell(const QByteArray &thread, const QByteArray &command) const
    {
        return theirs->tell(thread, command);
    }
    // That Java thread as an owner.
    OwnerId ownerOf(const QByteArray &thread) const
    {
        return OwnerId(tell(thread, "owner").mid(3));
    }

    // Also "read" and "write", the sides of a read-write lock.
    std::unique_ptr<lock::Lock> make(const QByteArray &kind, const QByteArray &name) const
    {
        if (kind == "read" || kind == "write")
            return lock::makeLock(ours->space, LockName(name), "read-write",
                                  kind == "read" ? lock::Mode::Read : lock::Mode::Write);
        return ours->make(kind, name);
    }

    qint64 subscribers(const QByteArray &channel) const { return server.subscribers(channel); }
    // So many clients wait for it; both runtimes subscribe once, however many wait there.
    bool isWaitedFor(const QByteArray &kind, const QByteArray &name, qint64 clients) const
    {
        if (kind.endsWith("fair"))
            return run({"ZCARD", "redisson_lock_timeout:{" + name + '}'}).integer == clients;
        if (kind == "read" || kind == "write")
            return subscribers("redisson_rwlock:{" + name + '}') == clients;
        if (kind == "spin") // they poll, without a trace
            return true;
        return subscribers("redisson_lock__channel:{" + name + '}') == clients;
    }
    // Everything there is but the tokens of fenced locks, which stay.
    std::vector<QByteArray> keys() const
    {
        std::vector<QByteArray> all;
        for (const Reply &key : run({"KEYS", "*"}).elements) {
            if (!key.bytes.startsWith("redisson_lock_token:"))
                all.push_back(key.bytes);
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    InteropServers server;
    std::unique_ptr<LockProcess> ours;
    std::unique_ptr<RedissonPeer> theirs;
};

inline bool isHeld(const Result<lock::AcquireOutcome> &outcome)
{
    return outcome && outcome->isHeld();
}

} // namespace lockscope::test
