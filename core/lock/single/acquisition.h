// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/cancellation.h"
#include "core/lock/single/lockspaceprivate.h"

namespace lockscope::lock {

struct AcquireRequest {
    std::shared_ptr<const Protocol> protocol;
    LockName name;
    OwnerId owner;
    std::optional<Millis> wait; // 0: one attempt; empty: without limit
    std::optional<Instant> deadline; // of the wait; empty: none
    Lease lease;
    std::shared_ptr<Cancellation> cancel; // never null
    std::weak_ptr<const LostListener> listener;

    bool isSingle() const { return wait && *wait == Millis(0); }
};

// An attempt that was made already.
struct FirstAttempt {
    Instant askedAt;
    qint64 known = 0; // how many times over it was held before
    std::uint64_t doubt = 0; // HoldBook::beginAttempt()
    std::uint64_t serverChanges = 0; // before it
    Pending<Reply> asked;
};

// Granted: from here on it is in the book.
AcquireOutcome grantedOutcome(LockSpace::Private &space, const AcquireRequest &request,
                              Instant askedAt, const Attempt &answer, std::uint64_t doubt = 0);

// Others of this process wait for it already: it waits behind them without an attempt of its own,
// which would cost the server four commands for a known result, and could only overtake them.
bool goesBehindOthers(const LockSpace::Private &space, const AcquireRequest &request);

// One call of a lock on one deployment, from the first attempt to the outcome: try, and when it is
// someone else's, listen, try again and sleep until there is reason to try once more
// (redisson-layout.md §1.8). I/O thread; lives as long as its task, which the space's scope owns.
class Acquisition
{
public:
    Acquisition(LockSpace::Private &space, AcquireRequest request,
                std::optional<FirstAttempt> first = {});

    QCoro::Task<AcquireOutcome> run();

private:
    using Either = Pending<std::pair<std::size_t, Result<void>>>;

    Millis remaining() const;
    Either orCancelled(Pending<void> awaited) const;
    QCoro::Task<AcquireOutcome> tryOn();
    Departures::Remains place() const; // in a queue
    QCoro::Task<> leave();
    QCoro::Task<Result<void>> connected();
    QCoro::Task<std::optional<AcquireOutcome>> attempt();
    QCoro::Task<std::optional<AcquireOutcome>> resolve(Instant askedAt, qint64 known, Error error);
    QCoro::Task<std::optional<AcquireOutcome>> grant(Instant askedAt, Attempt answer);
    QCoro::Task<Result<qint64>> askReplicas(Instant grantedUntil);
    QCoro::Task<> giveBack(Instant grantedUntil);
    QCoro::Task<> pause();
    void enterRoom();
    QCoro::Task<> rest();
    AcquireOutcome outcome(AcquireOutcome::Status status) const;
    AcquireOutcome refused(const Error &error) const;
    HoldKey key() const;
    bool isOnlyOurs() const;
    void endDoubt();
    void vote(Vote::Kind kind, Instant askedAt, std::optional<Error> error = {});

    LockSpace::Private &m_space;
    const AcquireRequest m_request;
    std::optional<FirstAttempt> m_first; // until it was looked at
    std::shared_ptr<WaitRoom> m_room;
    std::uint64_t m_place = 0; // in the room
    bool m_isWoken = false; // by the room, and has not found the lock taken since
    bool m_isUnanswered = false; // the last attempt: it may have taken the lock
    std::uint64_t m_doubt = 0; // the last attempt, if a hold of the owner depends on it
    qint64 m_unknown = 0; // attempts that may have left a count, or may do so later
    bool m_isQueued = false; // may stand in the queue on the server
    std::optional<Error> m_notNow; // the last answer was "not now", or was too late
    std::optional<Error> m_mayComeLate; // an attempt that may still be carried out
    std::optional<Instant> m_lostAt; // when the first attempt was sent that was not answered
    std::uint64_t m_serverChanges = 0; // before that
    std::optional<qint64>
        m_counted; // how often the owner holds it, if that is not as is known here
    bool m_goesOnAtOnce = false; // the last attempt has told that, or was given back
    Millis m_pause{0}; // the last one, if waiting means asking again
    std::optional<Millis> m_holderTtl;
    std::optional<Millis> m_askAgain; // if nothing wakes before
    std::vector<Vote> m_votes;
};

} // namespace lockscope::lock
