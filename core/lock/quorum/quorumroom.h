// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/deadlinequeue.h"
#include "core/lock/outcome.h"
#include "core/lock/protocol/quorumprotocol.h"
#include "core/lock/quorum/quorum.h"
#include "core/lock/quorum/quorumgroup.h"

#include <deque>
#include <map>

namespace lockscope::lock {

// The pause between two attempts if nothing announces a release; the middle of other clients'
// pauses.
Millis randomPause();

// The waiters of this process for one quorum lock: one subscription on each server for all of them.
// One at a time is woken, in the order of their arrival: when releases were announced on so many
// servers that a majority could be free, when the holders' time to live is over, or when messages
// may have been missed. If not every library announces its releases, the key is tracked on each
// server; if too few servers allow that, one waiter is woken now and then. I/O thread; ends with
// the last waiter.
class QuorumRoom : public std::enable_shared_from_this<QuorumRoom>
{
public:
    QuorumRoom(QuorumGroup::Private &group, std::shared_ptr<const QuorumProtocol> protocol,
               LockName name);
    ~QuorumRoom();
    QuorumRoom(const QuorumRoom &) = delete;
    QuorumRoom &operator=(const QuorumRoom &) = delete;
    void open(); // once

    // A majority of the subscriptions is there, or all that can be.
    [[nodiscard]] Pending<void> heard();
    // In front: a waiter that was woken in vain keeps the place.
    [[nodiscard]] Pending<void> sleep(bool inFront);
    std::size_t asleep() const { return m_sleepers.size(); }
    void tryAgain(); // wakes one in any case
    // The same in so much time, or earlier if that was due before.
    void retryAfter(Millis pause);

    std::uint64_t beginAttempt();
    void endAttempt(const AcquireOutcome &outcome, std::uint64_t began);
    // A waiter ends without the lock. What it was woken for, and what was heard of while it tried,
    // is for the next one. `wasWoken`: it has not tried since.
    void giveUp(bool wasWoken);

private:
    // The state of the key on one server, if releases are not announced.
    struct Sight {
        Pending<Reply> reply;
        bool isAsked = false;
        bool isStale = false; // it has to be asked for again
        bool isTracked = false; // its next change is heard of
    };

    void onMessage(std::size_t server);
    void onFreed(std::size_t server);
    void onKeysChanged(std::size_t server, const std::vector<QByteArray> &keys);
    void look(std::size_t server);
    void onLooked(std::size_t server, const Result<Reply> &reply);
    bool isBlind() const;
    void onConfirmed(std::size_t server, const Result<void> &result);
    bool isDeaf() const;
    void wakeIfHopeful();
    void wakeOne();

    QuorumGroup::Private &m_group;
    const std::shared_ptr<const QuorumProtocol> m_protocol;
    const LockName m_name;
    Prospects m_prospects;
    std::vector<std::optional<Result<void>>> m_confirmed;
    std::vector<Sight> m_sights; // empty: releases are announced
    std::vector<Completion<void>> m_unconfirmed;
    std::deque<Completion<void>> m_sleepers;
    int m_trying = 0; // attempts under way, and one woken that has not begun
    bool m_isWoken = false;
    bool m_isWakeKept = false;
    std::optional<std::pair<Instant, DeadlineQueue::Handle>> m_retry;
    std::vector<QMetaObject::Connection> m_connections;
    std::vector<redis::Channels::Listener> m_listeners; // last: they call back
};

// The rooms of a group, each as long as somebody is in it.
class QuorumRooms
{
public:
    explicit QuorumRooms(QuorumGroup::Private &group);

    std::shared_ptr<QuorumRoom> find(const QuorumProtocol &protocol, const LockName &name) const;
    std::shared_ptr<QuorumRoom> enter(const std::shared_ptr<const QuorumProtocol> &protocol,
                                      const LockName &name);
    void tryAgain();

private:
    QuorumGroup::Private &m_group;
    std::map<QByteArray, std::weak_ptr<QuorumRoom>> m_rooms; // by channel
};

} // namespace lockscope::lock
