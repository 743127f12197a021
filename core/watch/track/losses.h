// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/watch/track/track.h"

#include <optional>
#include <unordered_set>
#include <vector>

namespace lockscope::watch {

// Collects the locks that a restart, a failover or a flush took, while everything that was known is
// read again: the loss is reported once, not lock by lock. Plain data with the time passed in, one
// thread.
class Losses
{
public:
    enum class Cause {
        None, // no sign of a loss
        Flush, // keys may have gone all at once; one that is as it was disproves it
        Restart, // another server process answers
    };

    // The event that one lock would have if nothing were lost.
    struct Ended {
        LockName name;
        QByteArray kind;
        LockEvent event;
    };

    struct Verdict {
        Cause cause = Cause::None; // None: nothing was lost, each is reported alone
        std::vector<Ended> ended;
        std::vector<Ended> released; // signs of their releases came: they were not lost
    };

    // `names`: each is read again. `underWay`: readings of them that may be older than this.
    void begin(Cause cause, const std::vector<LockName> &names,
               const std::unordered_set<LockName> &underWay, Instant now);
    bool expects(const LockName &name) const { return m_expected.contains(name); }

    // A reading of an expected lock. Takes the events that the verdict decides about. True: it was
    // under way, and the lock has to be read once more.
    bool noteRead(const LockName &name, const QByteArray &kind, const TrackedLock &before,
                  const std::optional<format::LockReading> &after, std::vector<LockEvent> &events,
                  Instant now);
    void passOver(const LockName &name, Instant now); // it could not be read
    // A sign of a release came. True: it was on its way when the lock was read, which is the
    // release that the verdict decides about.
    bool noteSign(const LockName &name);
    bool holdsBack(const LockName &name) const { return m_heldBack.contains(name); }
    // All is read: the verdict waits for the signs that are on their way.
    bool wantsSigns() const;
    void noteHeard() { m_isHeard = true; } // none is on its way any more

    // When all is read and heard, or nothing came for too long; empty: not yet, or nothing to tell.
    std::optional<Verdict> takeVerdict(Instant now);

private:
    Cause m_cause = Cause::None;
    std::unordered_set<LockName> m_expected;
    std::unordered_set<LockName> m_underWay;
    std::vector<Ended> m_ended;
    std::unordered_set<LockName> m_heldBack; // the names of these
    std::unordered_set<LockName> m_signed;
    Instant m_lastStep; // when it began, or the last of the expected locks was read
    bool m_isHeard = false;
    bool m_isKept = false; // a lock is there just as it was
};

// The description of a loss: the number of locks, the cause, and the names of the first ones.
Sentence lossText(Losses::Cause cause, const std::vector<LockName> &names);

} // namespace lockscope::watch
