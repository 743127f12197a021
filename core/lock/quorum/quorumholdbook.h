// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/deadlinequeue.h"
#include "core/lock/quorum/quorumlane.h"
#include "core/lock/single/holdbook.h"
#include "core/platform/suspension.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace lockscope::lock {

class QuorumAttempt;

// One owner's hold on a majority of servers, as this process knows it.
struct QuorumHold {
    struct Share { // of one server
        qint64 counts = 0; // asked for there and not given back
        std::optional<Instant> end; // of the time to live there, if it is known to be there
        Instant::duration drift{0}; // the possible gain of the server's clock on ours until then
        bool hasForgotten = false; // by a restart: a renewal takes it there again
    };
    // An attempt to re-enter that is not won sets the time to live all the same, until it is taken
    // back.
    struct Doubt {
        std::size_t server = 0;
        std::uint64_t attempt = 0; // 0: no attempt's any more, the lane settles it
        Instant until{}; // at least; the drift taken off
        std::optional<Instant> sentBy; // anything sent later arrives after it
    };

    QuorumHoldKey key;
    std::shared_ptr<const QuorumProtocol> protocol;
    qint64 count = 0;
    Lease lease;
    Instant extendedUntil{}; // a renewal must not take this back
    std::vector<Share> shares;
    std::vector<Doubt> doubts;
    Instant validUntil{}; // agreed by a majority, less the drift
    std::optional<Loss> shortBy; // why no majority agrees, while some servers have not answered yet
    Instant takenAt{};
    std::weak_ptr<const LostListener> listener;
    std::vector<std::weak_ptr<QuorumAttempt>> attempts; // whose answers are not all there
    bool isWatched = false;
    int renewals = 0;
    std::optional<Instant> renewAt;
    Instant round{}; // the renewal under way
    std::size_t renewed = 0; // how many servers have renewed in it
    Standing::Kind standing = Standing::Kind::Sure;
    Instant due{}; // its place in the agenda

    // The lease that a renewal asks for.
    Millis leaseFrom(Instant now) const
    {
        return std::max(lease.time(), std::chrono::ceil<Millis>(extendedUntil - now));
    }
    // The time that must be left to the hold on a server where an attempt to re-enter is taken
    // back.
    Millis leftFrom(Instant now) const;
};

// The quorum holds of one group, their watchdog and the notice of their loss. One timer for all;
// renewals that are due together are sent in one script for each server. I/O thread.
//
//   hold        renewed                        leaves by
//   watched     every third of the lease; a    remove(); the cap on renewals; setWatched(false);
//               round counts when a majority   lost
//               has renewed, else again soon;
//               servers that were restarted
//               are asked for it anew
//   unwatched   never                          remove(); lost
//   lost        told once                      when the time of a majority is over by our own
//                                              clock, or as soon as no majority can have it
class QuorumHoldBook
{
public:
    using Hold = std::shared_ptr<QuorumHold>;

    // Called when a hold has ended without a release, which those who wait may not hear of.
    using EndHandler = std::function<void(const QuorumHoldKey &)>;

    QuorumHoldBook(const std::vector<std::shared_ptr<QuorumLane>> &lanes, DeadlineQueue &deadlines,
                   const Clock &clock, const platform::Suspension &suspension, EndHandler onEnd);
    ~QuorumHoldBook();

    // Taken or re-entered, once. The shares are up to the caller, and settle() after it.
    Hold take(const QuorumHoldKey &key, const std::shared_ptr<const QuorumProtocol> &protocol,
              const Lease &lease, Instant askedAt,
              const std::weak_ptr<const LostListener> &listener);
    // The server has set the time to live to `lease` by a command that was sent at `askedAt`.
    void agree(QuorumHold &hold, std::size_t server, Instant askedAt, Millis lease) const;
    // Takes the sleep of the machine since the last call off all holds, whose leases went on.
    void noteSleep();
    // When that would have been asked for if the machine had slept before it, not since.
    Instant asIfAwake(Instant askedAt) const;
    // The shares have changed.
    void settle(const Hold &hold, Loss ifLost = Loss::TakenAway);
    Hold find(const QuorumHoldKey &key) const;
    bool isCurrent(const Hold &hold) const { return find(hold->key) == hold; }
    void remove(const QuorumHoldKey &key);
    void setWatched(const QuorumHoldKey &key, bool watched);

    // The number of the owner's counts that belong there.
    qint64 countsAt(const QuorumHoldKey &key, std::size_t server) const;
    // Whether somebody of this process has the lock there.
    bool isHeldAt(const QuorumProtocol *kind, const LockName &name, std::size_t server) const;
    // The server was restarted: its earlier counts do not count any more.
    void forgetServer(std::size_t server);

    // An attempt to re-enter with a lease that ends before the hold does: from the moment it is
    // sent until it is known that it was taken back no more than that is certain.
    std::uint64_t newAttempt() { return ++m_lastAttempt; }
    void doubt(const Hold &hold, std::size_t server, std::uint64_t attempt, Instant askedAt,
               Millis lease);
    void concluded(const Hold &hold, std::uint64_t attempt); // nothing of it is sent from now on
    void endDoubt(const Hold &hold, std::size_t server, std::uint64_t attempt);
    void leaveToLane(const Hold &hold, std::size_t server, std::uint64_t attempt);
    // An attempt was taken back, by a message that was sent at `askedAt` and left at least `lease`;
    // or the owner has nothing there. `attempt`: 0 for a debt that was left to the lane.
    void restored(const Hold &hold, std::size_t server, std::uint64_t attempt, bool isHeld,
                  Instant askedAt, Millis lease);

private:
    friend class QuorumRenewal;
    friend class QuorumRetaking;
    struct ByDue {
        bool operator()(const QuorumHold *a, const QuorumHold *b) const
        {
            return a->due != b->due ? a->due < b->due : std::less<>()(a, b);
        }
    };

    static bool mayBeRenewed(const QuorumHold &hold);
    bool lacksRenewal(const QuorumHold &hold) const; // too few have answered in the last round
    void setStanding(QuorumHold &hold, const Standing &standing);
    void noteOverdue(QuorumHold &hold);
    void schedule(QuorumHold &hold);
    void arm();
    void onTimer();
    void renew(const std::vector<Hold> &holds);
    void onRenewed(const Hold &hold, std::size_t server, bool isHeld, Instant askedAt,
                   Millis lease);
    void retake(const std::vector<Hold> &holds, Instant askedAt);
    void onRetaken(const Hold &hold, std::size_t server, Instant askedAt, Millis lease);
    void onNotRenewed(const Hold &hold, std::size_t server, Instant askedAt, Millis lease);
    void lose(Hold hold, Loss loss);

    const std::vector<std::shared_ptr<QuorumLane>> &m_lanes;
    DeadlineQueue &m_deadlines;
    const Clock &m_clock;
    const platform::Suspension &m_suspension;
    const EndHandler m_onEnd;
    Millis m_slept; // so far
    std::vector<std::pair<Instant, Millis>> m_sleeps; // the last ones, and when they were noted
    std::unique_ptr<platform::WakeNotice> m_wake; // once something was held
    std::map<QuorumHoldKey, Hold> m_holds;
    std::set<QuorumHold *, ByDue> m_agenda;
    std::optional<std::pair<Instant, DeadlineQueue::Handle>> m_timer;
    std::uint64_t m_lastAttempt = 0;
};

} // namespace lockscope::lock
