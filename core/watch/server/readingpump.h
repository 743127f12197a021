// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/deadlinequeue.h"
#include "core/watch/find/dirtyqueue.h"
#include "core/watch/server/servercontext.h"

#include <QObject>

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::watch {

// Reads the locks that may have changed, and those whose time has come, in batches of bounded size
// and rate; one batch at a time. Owns the queue of their names and the memory of replies that were
// too large. I/O thread; the context must outlive it.
class ReadingPump
{
public:
    using Entries = std::vector<DirtyQueue::Entry>;

    struct Handlers {
        std::function<bool()> isReady; // the server may be asked
        std::function<void(ReadJob &job)> prepare; // adds the other parts' knowledge of it
        // Some held locks are gone, and not every change is reported: asks for the cause before
        // their end is reported.
        std::function<QCoro::Task<bool>()> someGone;
        // Until what the server had to tell by now is known; fails if that is not to be had.
        std::function<QCoro::Task<Result<void>>()> catchUp;
        std::function<void(BatchOutcome outcome, const Entries &entries)> apply;
        std::function<void()> idle; // nothing may be read now
    };

    ReadingPump(const ServerContext &context, Handlers handlers);

    // `key`: which of the lock's keys changed; empty: all may have. pump() reads it.
    void mark(const LockName &lock, const KeyName &key,
              DirtyQueue::Urgency urgency = DirtyQueue::Urgency::Changed);
    // No event reported a change.
    void markUntold(const LockName &lock) { mark(lock, {}, DirtyQueue::Urgency::Background); }
    DirtyQueue &queue() { return m_dirty; }
    // True if it waits to be read, or is being read.
    bool isUnderWay(const LockName &lock) const
    {
        return m_dirty.contains(lock) || m_inFlight.contains(lock);
    }
    const std::unordered_set<LockName> &inFlight() const { return m_inFlight; }
    // A batch is being read, or something that no event told of waits for it.
    bool isBusy() const { return m_isReading || m_dirty.backgroundSize() != 0; }

    // Begins a batch, or waits until it may.
    void pump();

private:
    void pumpAt(Instant at);
    QCoro::Task<> readBatch(Entries entries);
    Pending<void> inputSeen();
    void readAgain(Entries entries, const Error &error);
    Caution cautionFor(const LockName &lock) const;
    void raiseCaution(const LockName &lock);
    void armTick();
    void onTicks();

    const ServerContext &m_context;
    Handlers m_handlers;
    DirtyQueue m_dirty;
    // A round trip costs as much for one lock as for ten: while much changes it waits for more.
    RateLimit m_batches{100, 20};
    bool m_moreWaits = false; // than the last batch held
    bool m_isReading = false;
    std::unordered_set<LockName> m_inFlight; // of the batch that is being read
    // The locks that once had too large an answer, by the hash of their name.
    std::unordered_map<std::size_t, Caution> m_cautions;
    DeadlineQueue m_deadlines;
    std::optional<DeadlineQueue::Handle> m_tickTimer; // for the first of the book's ticks
    std::optional<DeadlineQueue::Handle> m_pumpTimer;
    QObject m_input; // for calls that wait until the input that has arrived is handled
};

} // namespace lockscope::watch
