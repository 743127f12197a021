// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/deadlinequeue.h"
#include "core/base/taskscope.h"
#include "core/lock/outcome.h"
#include "core/lock/protocol.h"

#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <unordered_map>

namespace lockscope::lock {

struct HoldKey {
    const Holding *kind = nullptr;
    LockName name;
    OwnerId owner;

    friend bool operator==(const HoldKey &, const HoldKey &) = default;
    friend auto operator<=>(const HoldKey &, const HoldKey &) = default;
    struct Hash {
        std::size_t operator()(const HoldKey &key) const noexcept
        {
            return qHashMulti(0, key.kind, key.name, key.owner);
        }
    };
};

// Whom to tell that a hold is lost. Shared with the lock, which may be gone by then.
struct LostListener {
    std::function<void(const OwnerId &owner, Loss loss)> handler;
};

// One owner's hold, as this process knows it.
struct Hold {
    std::shared_ptr<const Holding> protocol;
    LockName name;
    OwnerId owner;
    qint64 count = 0;
    Lease lease;
    Instant validUntil{}; // by our clock, from the moment before it was asked for
    std::vector<Instant> each; // of each time, where each has its own lease
    Instant extendedUntil{}; // what a renewal must not take back
    Instant extendedAt{}; // when that was asked for
    Instant takenAt{}; // when it was last asked for: what was asked before tells nothing of it
    std::weak_ptr<const LostListener> listener;
    bool isWatched = false; // the watchdog renews it
    bool isReleasing = false;
    int renewals = 0;
    bool isInspecting = false;
    bool inspectAgain = false;

    // What a renewal asks for.
    Millis leaseFrom(Instant now) const
    {
        return std::max(lease.time(), std::chrono::ceil<Millis>(extendedUntil - now));
    }
};

// A hold that is about to be made to last longer.
struct Extension {
    std::shared_ptr<Hold> hold;
    Renewal renewal; // what is to be asked for
    Instant askedAt;
    Instant before; // what was not to be taken back until then
};

// The holds of one space, their watchdog and the notice of their loss. I/O thread. Most holds are
// given back within milliseconds: a new one is noted, no more; its times and its key are looked
// after once it has settled, that is, has lasted for 20 ms.
//
//   hold        renewed                        leaves by
//   watched     every third of the lease, all  remove(); the cap on renewals; setWatched(false);
//               that are about due together;   lost
//               after a failure again soon
//   unwatched   never                          remove(); lost
//   lost        told once                      when its time is over by our own clock, or as soon
//                                              as a change of its key shows that it is gone
class HoldBook
{
public:
    HoldBook(redis::Deployment &deployment, const Clock &clock);
    ~HoldBook();

    // A hold was taken or re-entered; `askedAt` is the moment before it was asked for.
    void take(const std::shared_ptr<const Holding> &protocol, const LockName &name,
              const OwnerId &owner, qint64 count, Instant askedAt, const Lease &lease,
              const std::weak_ptr<const LostListener> &listener);
    std::shared_ptr<Hold> find(const HoldKey &key) const;
    // Nothing renews it from now on, and it is not told as lost.
    std::shared_ptr<const Hold> beginRelease(const HoldKey &key);
    // It is still there, `count` times over, by an answer to what was asked at `askedAt`.
    void endRelease(const HoldKey &key, qint64 count, Instant askedAt);
    void remove(const HoldKey &key);

    // It is to last until `time` from now, or as long as it does if that is longer. Empty: it is
    // not held, or being given back.
    std::optional<Extension> beginExtension(const HoldKey &key, Millis time);
    // Whether it was still the owner's; empty: no answer came.
    void endExtension(const Extension &extension, std::optional<bool> isHeld);

    void setWatched(const HoldKey &key, bool watched);
    void onKeysChanged(const std::vector<QByteArray> &keys);

private:
    using Holds = std::vector<std::shared_ptr<Hold>>;
    using Settling = std::list<std::pair<Instant, std::shared_ptr<Hold>>>;
    using Renewals = std::multimap<Instant, std::weak_ptr<Hold>>; // by when they are due
    struct Entry {
        std::shared_ptr<Hold> hold;
        bool isSettled = false; // its times run, and its key is known
        std::optional<Settling::iterator> settling; // until its key is read tracked
        Instant firstRenewal; // of one that is not settled
        std::optional<DeadlineQueue::Handle> expiry;
        std::optional<Renewals::iterator> renewal;
    };

    static void setEnds(Hold &hold, Instant askedAt, Millis lease);
    void boundEnds(const std::shared_ptr<Hold> &hold, Instant askedAt, Millis lease);
    static HoldKey keyOf(const Hold &hold);
    Entry *entryOf(const Hold &hold);
    void setExpiry(Entry &entry);
    void scheduleRenewal(Entry &entry, Instant at);
    void unscheduleRenewal(Entry &entry);
    void armRenewals();
    void renewDue();
    QCoro::Task<> renew(Holds holds);
    void onRenewed(const std::shared_ptr<Hold> &hold, bool isHeld, Instant askedAt, Millis lease);
    void onNotRenewed(const std::shared_ptr<Hold> &hold);
    void settleSoon(Entry &entry);
    void armSettling();
    void settle(Entry &entry);
    void onSettlingDue();
    void inspect(const std::shared_ptr<Hold> &hold);
    QCoro::Task<> runInspection(std::shared_ptr<Hold> hold);
    void onExpired(const std::shared_ptr<Hold> &hold);
    void lose(const std::shared_ptr<Hold> &hold, Loss loss);

    redis::Deployment &m_deployment;
    const Clock &m_clock;
    std::unordered_map<HoldKey, Entry, HoldKey::Hash> m_entries;
    // The settled by the key that bears the lock's name.
    std::unordered_multimap<KeyName, std::weak_ptr<Hold>> m_byKey;
    Renewals m_renewals;
    Settling m_settling; // in order of their times
    std::optional<Instant> m_settlingArmedFor;
    DeadlineQueue m_deadlines;
    std::optional<std::pair<Instant, DeadlineQueue::Handle>> m_renewalTimer;
    TaskScope m_scope{"hold book"}; // last
};

} // namespace lockscope::lock
