// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/deadlinequeue.h"
#include "core/lock/holdbook.h"
#include "core/lock/quorumlane.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockscope::lock {

class QuorumAttempt;

// One owner's hold on a majority of servers, as this process knows it.
struct QuorumHold {
    struct Share { // of one server
        qint64 counts = 0; // asked for there and not given back
        std::optional<Instant> end; // of the time to live there, if it is known to be there
    };

    QuorumHoldKey key;
    std::shared_ptr<const QuorumProtocol> protocol;
    qint64 count = 0;
    Lease lease;
    Millis term{0}; // for which a majority has it now: what the drift of their clocks depends on
    Instant extendedUntil{}; // what a renewal must not take back
    std::vector<Share> shares;
    Instant validUntil{}; // what a majority agrees on, less the drift
    Instant takenAt{};
    std::weak_ptr<const LostListener> listener;
    std::vector<std::weak_ptr<QuorumAttempt>> attempts; // whose answers are not all there
    bool isWatched = false;
    int renewals = 0;
    std::optional<Instant> renewAt;
    Instant round{}; // the renewal under way
    std::size_t renewed = 0; // how many servers have renewed in it
    Instant due{}; // its place in the agenda

    // What a renewal asks for.
    Millis leaseFrom(Instant now) const
    {
        return std::max(lease.time(), std::chrono::ceil<Millis>(extendedUntil - now));
    }
};

// The quorum holds of one group, their watchdog and the notice of their loss. One timer for all;
// what is due together goes out in one script for each server. I/O thread.
//
//   hold        renewed                        leaves by
//   watched     every third of the lease; a    remove(); the cap on renewals; setWatched(false);
//               round counts when a majority   lost
//               has renewed, else again soon
//   unwatched   never                          remove(); lost
//   lost        told once                      when the time of a majority is over by our own
//                                              clock, or as soon as no majority can have it
class QuorumBook
{
public:
    using Hold = std::shared_ptr<QuorumHold>;

    QuorumBook(const std::vector<std::shared_ptr<QuorumLane>> &lanes, DeadlineQueue &deadlines,
               const Clock &clock);
    ~QuorumBook();

    // Taken or re-entered, once. The shares are up to the caller, and settle() after it.
    Hold take(const QuorumHoldKey &key, const std::shared_ptr<const QuorumProtocol> &protocol,
              const Lease &lease, Instant askedAt,
              const std::weak_ptr<const LostListener> &listener);
    // The shares have changed.
    void settle(const Hold &hold, Loss ifLost = Loss::TakenAway);
    Hold find(const QuorumHoldKey &key) const;
    bool isCurrent(const Hold &hold) const { return find(hold->key) == hold; }
    void remove(const QuorumHoldKey &key);
    void setWatched(const QuorumHoldKey &key, bool watched);

    // How many counts of the owner belong there.
    qint64 countsAt(const QuorumHoldKey &key, std::size_t server) const;
    // Whether somebody of this process has the lock there.
    bool isHeldAt(const QuorumProtocol *kind, const LockName &name, std::size_t server) const;
    // It was restarted: what it had is not counted any more.
    void forgetServer(std::size_t server);

private:
    friend class QuorumRenewal;
    struct ByDue {
        bool operator()(const QuorumHold *a, const QuorumHold *b) const
        {
            return a->due != b->due ? a->due < b->due : std::less<>()(a, b);
        }
    };

    static bool mayBeRenewed(const QuorumHold &hold);
    void schedule(QuorumHold &hold);
    void arm();
    void onTimer();
    void renew(const std::vector<Hold> &holds);
    void onRenewed(const Hold &hold, std::size_t server, bool isHeld, Instant askedAt,
                   Millis lease);
    void onNotRenewed(const Hold &hold, std::size_t server, Instant askedAt, Millis lease);
    void lose(const Hold &hold, Loss loss);

    const std::vector<std::shared_ptr<QuorumLane>> &m_lanes;
    DeadlineQueue &m_deadlines;
    const Clock &m_clock;
    std::map<QuorumHoldKey, Hold> m_holds;
    std::set<QuorumHold *, ByDue> m_agenda;
    std::optional<std::pair<Instant, DeadlineQueue::Handle>> m_timer;
};

} // namespace lockscope::lock
