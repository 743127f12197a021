// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/watch/read/lockreader.h"
#include "core/watch/server/lockbook.h"
#include "core/watch/server/watcher.h"

#include <functional>
#include <unordered_map>
#include <vector>

namespace lockscope::watch {

// Finds the lock of a queue that bears another name than its lock (core/format/mappedqueues.h), and
// lets the two be read and shown together. Asks little: when a queue without a lock stays for more
// than a second, or the channels in use were asked for anyway. One thread; all that is passed in
// must outlive it.
class QueueOwners
{
public:
    struct Handlers {
        std::function<bool(const LockName &)> isOfInterest;
        std::function<void(const LockName &)> readAgain;
    };

    QueueOwners(redis::Connection &connection, TaskScope &scope, const WatchOptions &options,
                LockBook &book, LockReader &reader, Handlers handlers);

    // A lock as it was read just now.
    void note(const LockName &name);
    void forget(const LockName &name) { m_orphans.erase(name); }
    // A queue of that name has changed, which is not watched by its own name.
    void noteForeign(const LockName &name);
    // A channel that is in use.
    void noteChannel(const QByteArray &channel);

    // There is something to resolve.
    bool isWanted() const { return !m_listeners.empty() || !m_orphans.empty(); }
    bool isResolving() const { return m_isResolving; }
    // Resolves queues by the channels that were noted.
    QCoro::Task<Result<void>> resolve();
    // Each second: asks for the channels if need be.
    QCoro::Task<Result<void>> look();

private:
    using Listeners = std::vector<std::pair<LockName, OwnerId>>;

    bool isDue();
    Listeners learnFromOrphans();
    QCoro::Task<Result<void>> probe(Listeners listeners);
    void learn(const LockName &queue, const LockName &lock);
    void suspect();

    redis::Connection &m_connection;
    TaskScope &m_scope;
    const WatchOptions &m_options;
    LockBook &m_book;
    LockReader &m_reader;
    Handlers m_handlers;
    std::unordered_map<LockName, int> m_orphans; // queues without a lock, and looks so far
    std::vector<std::pair<QByteArray, OwnerId>> m_listeners; // by the tag of their lock
    bool m_isResolving = false;
};

} // namespace lockscope::watch
