// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock.h"
#include "core/lock/single/lockspace.h"

#include <QObject>

#include <memory>
#include <vector>

namespace lockscope::lockctl {

// No sandbox stands for longer.
inline constexpr Millis forever = std::chrono::hours(24);

// The means of one client process of the sandbox to play its scene: its connections, the lock
// library on each server, and a channel to the parent process, which alone can stop or kill it.
// Main thread of the client process; owns its connections and the scene's coroutines.
class SandboxStage
{
public:
    // `part` tells the processes that play the same scene apart, from 0.
    SandboxStage(const std::vector<redis::Target> &targets, int part);
    ~SandboxStage();
    SandboxStage(const SandboxStage &) = delete;
    SandboxStage &operator=(const SandboxStage &) = delete;

    void open();
    int part() const { return m_part; }
    std::size_t servers() const { return m_servers.size(); }
    redis::Deployment &deployment(std::size_t server = 0);
    lock::LockSpace &space(std::size_t server = 0);
    // One thread of this process, in Redisson's form.
    OwnerId owner(int thread);
    TaskScope &scope() { return m_scope; }

    bool isOver() const { return m_scope.isCancelled(); }
    // To be called once, when this process's part of the scene is visible.
    void tellPlaced();
    // The parent kills this process (SIGKILL), and starts another in its place so much later.
    void askToBeKilled(Millis absence);
    // The parent stops this process (SIGSTOP) for so long.
    void askToBeStopped(Millis time);

    // co_await these: true if it came true in time, or if it was obtained.
    QCoro::Task<bool> sleep(Millis time);
    // Until the command answers an integer of at least `least`.
    QCoro::Task<bool> until(redis::Arguments command, qint64 least, Millis longest);
    QCoro::Task<bool> held(Pending<lock::AcquireOutcome> pending);
    QCoro::Task<bool> released(Pending<lock::ReleaseOutcome> pending);

private:
    struct Server;

    void tell(const QByteArray &line);

    const int m_part;
    bool m_isPlaced = false;
    std::vector<std::unique_ptr<Server>> m_servers;
    TaskScope m_scope{"sandbox stage"}; // last
};

} // namespace lockscope::lockctl
