// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/deadlinequeue.h"
#include "core/watch/find/unknownkeys.h"
#include "core/watch/server/queueowners.h"
#include "core/watch/server/readingpump.h"

#include <functional>
#include <vector>

namespace lockscope::watch {

// Decides which locks to read for a key that changed or a message that arrived, and counts wake-ups
// and unlock latches as evidence. Owns the memory of keys that are no locks. I/O thread; all that
// is passed in must outlive it.
class ChangeRouter
{
public:
    struct Handlers {
        // An event told of the lock. True if a scan had found it before.
        std::function<bool(const LockName &lock)> told;
        std::function<void(const QByteArray &event)> keyspaceEvent;
        std::function<void()> flushed; // any key may have changed
        std::function<void()> dropped; // names were left out: a scan finds them
    };

    ChangeRouter(const ServerContext &context, ReadingPump &pump, QueueOwners &queues,
                 Handlers handlers);

    // Keys that changed; none: every key may have.
    void onInvalidated(const std::vector<QByteArray> &keys);
    void onMessage(const QByteArray &channel, const QByteArray &payload);
    // Somebody listens to a channel of this meaning, or publishes to it: that proves what kind the
    // lock is.
    void noteHeard(const format::NameMeaning &meaning);

    // Signs that no reading has counted yet, of a lock that is gone.
    void readLeftSigns(const LockName &lock);
    // From a wake-up, or a change that is on its way, to the time when it is handled here: longer
    // than the listening connection gathers.
    static constexpr Millis afterGathering{12};
    UnknownKeys &unknownKeys() { return m_unknown; }

private:
    void onKeyChanged(const KeyName &key);
    void markLocksOf(const KeyName &key, const format::NameMeaning &meaning);
    void onUnknownKey(const KeyName &key);
    void onKeyspaceEvent(const KeyName &key, const QByteArray &event);
    void awaitLateSigns(const format::NameMeaning &meaning);
    void reportDropped();

    const ServerContext &m_context;
    ReadingPump &m_pump;
    QueueOwners &m_queues;
    Handlers m_handlers;
    UnknownKeys m_unknown;
    std::size_t m_dropped = 0;
    DeadlineQueue m_deadlines;
};

} // namespace lockscope::watch
