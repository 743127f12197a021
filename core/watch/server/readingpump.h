// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/deadlinequeue.h"
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
// and rate; one batch at a time. Owns the queue of their names and what is known of replies that
// were too large. I/O thread; the context must outlive it.
class ReadingPump
{
public:
    using Entries = std::vector<DirtyQueue::Entry>;

    struct Handlers {
        std::function<bool()> isReady; // the server may be asked
        std::function<void(ReadJob &job)> prepare; // what else is known of it
        // Some that were held are gone, where not every change is told: why is asked before their
        // end is told.
        std::function<QCoro::Task<bool>()> someGone;
        std::function<void(BatchOutcome outcome, const Entries &entries)> apply;
        std::function<void()> idle; // nothing may be read now
    };

    ReadingPump(const ServerContext &context, Handlers handlers);

    // `key`: which of the lock's keys changed; empty: all may have. pump() reads it.
    void mark(const LockName &lock, const KeyName &key,
              DirtyQueue::Urgency urgency = DirtyQueue::Urgency::Changed);
    // Nothing told of a change of it.
    void markUntold(const LockName &lock) { mark(lock, {}, DirtyQueue::Urgency::Background); }
    DirtyQueue &queue() { return m_dirty; }
    // It is to be read, or is being read.
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
    // What was too large an answer once, by the hash of its name.
    std::unordered_map<std::size_t, Caution> m_cautions;
    DeadlineQueue m_deadlines;
    std::optional<DeadlineQueue::Handle> m_tickTimer; // for the first of the book's ticks
    std::optional<DeadlineQueue::Handle> m_pumpTimer;
    QObject m_input; // for what waits behind the input that has arrived
};

} // namespace lockscope::watch
