// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/deadlinequeue.h"
#include "core/base/async/taskscope.h"
#include "core/lock/single/hold.h"
#include "core/platform/suspension.h"

#include <list>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::lock {

class WaitRooms;

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
    HoldBook(redis::Deployment &deployment, const Clock &clock,
             const platform::Suspension &suspension, WaitRooms &rooms);
    ~HoldBook();

    // The instant at which something is about to be asked for.
    Instant now();
    // The instant from which the time of an answer counts: earlier than `askedAt` by the time that
    // the machine has slept since, as far as it was noted.
    Instant asIfAwake(Instant askedAt) const;
    // Takes what the machine has slept off every hold.
    void noteSleep();

    // An attempt by this owner is about to be sent. If it holds the lock already, the attempt's
    // lease bounds the hold until the outcome is known. Pass the answer to take(), endAttempt() or
    // endGivingBack(); 0: no hold is concerned.
    std::uint64_t beginAttempt(const HoldKey &key, Instant askedAt, Millis lease);
    // It came to nothing: the server has not taken it.
    void endAttempt(const HoldKey &key, std::uint64_t attempt);
    // No answer will come: the watchdog renews at once, and the bound stays until a renewal is
    // answered.
    void loseAttempt(const HoldKey &key, std::uint64_t attempt);
    // `attempts` of this owner may have left a count each. If other processes may use the
    // owner, nothing is noted: a surplus count cannot be told from theirs.
    void noteUnknown(const HoldKey &key, qint64 attempts);

    // A hold was taken or re-entered; `askedAt` is the moment before it was asked for.
    void take(const std::shared_ptr<const HoldProtocol> &protocol, const LockName &name,
              const OwnerId &owner, qint64 count, Instant askedAt, const Lease &lease,
              const std::weak_ptr<const LostListener> &listener, std::uint64_t attempt = 0);
    std::shared_ptr<Hold> find(const HoldKey &key) const;
    // Nothing renews it from now on, and it is not told as lost.
    std::shared_ptr<const Hold> beginRelease(const HoldKey &key);
    // One count was released and `count` are left, by an answer to a request that was sent at
    // `askedAt`.
    void endRelease(const HoldKey &key, qint64 count, Instant askedAt);
    // The release of one count of several failed, or (`isUnknown`) its outcome is unknown: the rest
    // is held on. `lease`: the lease in the release request.
    void putBack(const HoldKey &key, bool isUnknown, Instant askedAt, Millis lease);
    // An attempt that was granted was given back by a request that was sent at `askedAt` and left
    // `lease` to the rest. `outcome`: of giving it back.
    void endGivingBack(const HoldKey &key, std::uint64_t attempt, Instant askedAt, Millis lease,
                       const ReleaseOutcome &outcome);
    // One count of several that the server has not: what took it was undone by a failover. It is
    // given back here alone. The counts that are left; empty: the server is to be asked.
    std::optional<qint64> takeMissing(const HoldKey &key);
    // A surplus count is about to be given back; false: none is known of, or none that is certainly
    // this process's.
    bool takeSurplus(const HoldKey &key);
    // The owner, which other processes may use, lost the hold: its present hold on the server is
    // theirs. True once for each count of the hold.
    bool takeLost(const HoldKey &key);
    void remove(const HoldKey &key);
    // The rest of a hold went though only one count was to go.
    void loseRest(const HoldKey &key);
    // This process has written to a key. The server does not tell it of that and has stopped
    // tracking the key: the holds on it are looked up again.
    void noteOwnWrite(const KeyName &key);

    // It is to last until `time` from now, or as long as it does if that is longer. Empty: it is
    // not held, or being given back.
    std::optional<Extension> beginExtension(const HoldKey &key, Millis time);
    // Whether it was still the owner's; empty: no answer came.
    void endExtension(const Extension &extension, std::optional<bool> isHeld);

    void setWatched(const HoldKey &key, bool watched);
    // All holds are uncertain until they are read or renewed.
    void onServerChanged();
    void onKeysChanged(const std::vector<QByteArray> &keys);

private:
    // A hold that is given back sooner than this was never worth being looked after.
    static constexpr Millis settlingTime{20};

    using Holds = std::vector<std::shared_ptr<Hold>>;
    using Settling = std::list<std::pair<Instant, std::shared_ptr<Hold>>>;
    // Counts, and when the last of them was noted.
    using Recent = std::unordered_map<HoldKey, std::pair<qint64, Instant>, HoldKey::Hash>;
    using Renewals = std::multimap<Instant, std::weak_ptr<Hold>>; // by when they are due
    struct Entry {
        std::shared_ptr<Hold> hold;
        bool isSettled = false; // its times run, and its key is known
        std::optional<Settling::iterator> settling; // until its key is read tracked
        Instant firstRenewal; // of one that is not settled
        std::optional<DeadlineQueue::Handle> expiry;
        std::optional<Renewals::iterator> renewal;
    };

    Millis sleptSoFar() const;
    static HoldKey keyOf(const Hold &hold);
    static void noteRecent(Recent &counts, const HoldKey &key, qint64 more, Instant now);
    Entry *entryOf(const Hold &hold);
    Entry *entryOf(const HoldKey &key);
    void onEndMoved(Entry &entry);
    void renewSoon(Entry &entry, Instant at);
    void confirm(Hold &hold, Instant askedAt) const;
    void onHeldOn(Entry &entry, Instant askedAt);
    void onWritten(const Hold &hold);
    void setExpiry(Entry &entry);
    void scheduleRenewal(Entry &entry, Instant at);
    void unscheduleRenewal(Entry &entry);
    void armRenewals();
    void renewDue();
    QCoro::Task<> renew(Holds holds);
    void onRenewed(const std::shared_ptr<Hold> &hold, bool isHeld, Instant askedAt, Millis lease);
    void onNotRenewed(const std::shared_ptr<Hold> &hold, const Result<Reply> &reply);
    void settleSoon(Entry &entry);
    void armSettling();
    void settle(Entry &entry);
    void onSettlingDue();
    void inspect(const std::shared_ptr<Hold> &hold);
    void onReadAgain(Entry &entry, const Result<OwnerHold> &seen, Instant askedAt);
    QCoro::Task<> runInspection(std::shared_ptr<Hold> hold);
    void onExpired(const std::shared_ptr<Hold> &hold);
    void setStanding(Hold &hold, const Standing &standing);
    static Loss lossOf(const Hold &hold); // that is not there any more
    static Loss expiryOf(const Hold &hold); // whose time is over
    void lose(std::shared_ptr<Hold> hold, Loss loss);

    redis::Deployment &m_deployment;
    const Clock &m_clock;
    const platform::Suspension &m_suspension;
    WaitRooms &m_rooms;
    Millis m_slept; // the noted part of it
    std::vector<std::pair<Instant, Millis>> m_sleeps; // when each was noted
    std::unique_ptr<platform::WakeNotice> m_wake; // once something is held for a while
    std::unordered_map<HoldKey, Entry, HoldKey::Hash> m_entries;
    // The settled by the key that bears the lock's name.
    std::unordered_multimap<KeyName, std::weak_ptr<Hold>> m_byKey;
    Renewals m_renewals;
    std::unordered_set<KeyName> m_written; // to be looked up again
    // Attempts of unknown outcome of owners that hold nothing here, and when that was noted.
    Recent m_unknown;
    // Counts of lost holds of owners that other processes may use, until their release.
    Recent m_lost;
    std::uint64_t m_lastAttempt = 0;
    Settling m_settling; // in order of their times
    std::optional<Instant> m_settlingArmedFor;
    DeadlineQueue m_deadlines;
    std::optional<std::pair<Instant, DeadlineQueue::Handle>> m_renewalTimer;
    TaskScope m_scope{"hold book"}; // last
};

} // namespace lockscope::lock
