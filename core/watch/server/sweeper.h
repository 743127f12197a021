// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/find/sweepplan.h"
#include "core/watch/server/ownernames.h"
#include "core/watch/server/queueowners.h"
#include "core/watch/server/readingpump.h"
#include "core/watch/server/waitercounter.h"

#include <functional>
#include <unordered_set>
#include <vector>

namespace lockscope::watch {

// Compares, about once a second, the shown expiry times with those on the server, and so finds
// changes that no event reported. Owns the plan of the locks that each turn compares and the locks
// that differ. I/O thread; all that is passed in must outlive it.
class Sweeper
{
public:
    // The parts that it uses.
    struct Parts {
        ReadingPump &pump;
        WaiterCounter &waiters;
        OwnerNames &names;
        QueueOwners &queues;
    };
    struct Handlers {
        std::function<QCoro::Task<Result<void>>()> refresh; // the server's record, every second
        std::function<void()> checkByScan;
        std::function<QCoro::Task<Result<void>>()> lookAtChannels; // for locks without keys
        std::function<void(const Error &error)> hindered; // the server reads nothing at the moment
        // Until what the server had to tell by now is known; fails if that is not to be had.
        std::function<QCoro::Task<Result<void>>()> catchUp;
        std::function<void(quint64 count, const Sentence &what)> missed;
        std::function<void()> swapped; // events do not report every change: anything may differ
    };

    Sweeper(const ServerContext &context, Parts parts, Handlers handlers);

    // Sweeps until the scope's end. Once.
    void start();
    // An event told of the lock.
    void noteTold(const LockName &lock) { m_suspects.erase(lock); }
    // The server is away, or all is read again.
    void forgetSuspects() { m_suspects.clear(); }

private:
    QCoro::Task<> run();
    QCoro::Task<Result<void>> look(bool atServer, bool atLocks);
    QCoro::Task<Result<void>> sweep();
    QCoro::Task<Result<void>> compare(std::vector<LockName> names);
    QCoro::Task<Result<void>> compareChunk(std::vector<LockName> names);
    QCoro::Task<Result<void>> judgeSuspects();
    QCoro::Task<Result<void>> awaitEvents();
    void markQueues();
    Millis rest() const;
    bool isSuspicious(const LockName &lock, const Reply &expiry, const ServerSpan *asked) const;

    const ServerContext &m_context;
    Parts m_parts;
    Handlers m_handlers;
    SweepPlan m_plan;
    std::chrono::microseconds m_cost{0}; // of the last sweep, on the server, about
    std::unordered_set<LockName> m_suspects; // differ from the shown state, without an event
};

} // namespace lockscope::watch
