// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <cstdint>
#include <optional>
#include <vector>

namespace lockscope::lock {

// The rules of a Redlock (redis.io, "Distributed locks with Redis") as values and plain functions:
// no servers, no event loop, the time passed in. Any thread.

enum class Asking {
    Greedy, // every server at once; the answer is there at the quorum, the rest arrive later
    Stop, // as many as a majority, and one more for each that refuses or is silent: the rest hold
          // no key
};

constexpr std::size_t majorityOf(std::size_t servers)
{
    return servers / 2 + 1;
}

// The time that servers' clocks may gain on ours while a lease lasts: 1 %, and 2 ms for the
// granularity of their expiry.
constexpr Instant::duration driftOf(Millis lease)
{
    return Instant::duration(lease) / 100 + Millis(2);
}

// The least remaining time of a lease for which a grant counts.
constexpr Millis leastValidity(std::optional<Millis> configured, Millis lease)
{
    return configured.value_or(lease / 2);
}

// Until when `needed` of the servers keep it; empty: fewer have it at all.
std::optional<Instant> agreedEnd(std::vector<Instant> ends, std::size_t needed);

// The largest count that `needed` of the servers have at least; 0: none.
qint64 agreedCount(std::vector<qint64> counts, std::size_t needed);

// The time until a majority of `servers` can be free, from the remaining times of the holders on
// some of them (empty: without expiry). Zero: at once. Empty: only by a release.
std::optional<Millis> freeAfter(std::vector<std::optional<Millis>> holderTtls, std::size_t servers);

// One round of questions. Each server has one ballot, so that no answer counts twice; a decision
// does not change with later answers.
class Poll
{
public:
    enum class Ballot : std::uint8_t {
        Barred, // may not be asked: not connected, quarantined
        NotAsked,
        Asked,
        Silent, // its time is over; an answer still counts while the round is open
        Granted,
        Refused, // somebody else's there
        Failed, // an error, or the connection was lost
    };
    enum class Decision : std::uint8_t { Open, Won, Lost };

    Poll(std::size_t servers, Asking asking);

    void bar(std::size_t server);
    // The number of further servers to ask now.
    std::size_t wanted() const;
    void ask(std::size_t server);
    void cast(std::size_t server, Ballot ballot);

    Decision decision() const { return m_decision; }
    std::size_t servers() const { return m_ballots.size(); }
    Ballot ballot(std::size_t server) const { return m_ballots[server]; }
    std::size_t count(Ballot ballot) const;

private:
    void decide();

    std::vector<Ballot> m_ballots;
    Asking m_asking;
    Decision m_decision = Decision::Open;
};

// The verdict of the answers to a release on the servers of a hold.
struct ReleaseTally {
    enum class Verdict : std::uint8_t {
        Open,
        Released, // others can take it, as far as this hold goes
        NotHeld, // it had no majority any more
        Unknown, // too few answered
    };

    std::size_t servers = 0; // of the group
    std::size_t told = 0; // servers where the hold may be
    std::size_t released = 0;
    std::size_t notHeld = 0;
    std::size_t failed = 0;

    Verdict verdict(bool isTimeOver) const;
};

// Tells waiters on which servers the lock may be free. Messages and answers come over different
// connections, so a message that arrives during an attempt outweighs its refusal.
class Prospects
{
public:
    explicit Prospects(std::size_t servers);

    // The beginning of an attempt; to be given to its answers.
    std::uint64_t begin() const { return m_sequence; }
    void refused(std::size_t server, std::uint64_t began); // or nothing is known of the server
    void given(std::size_t server); // granted to us, and given back
    void announced(std::size_t server); // a release was published there
    void taken(); // the lock is this process's now
    bool mayBeFree() const;
    bool isFree(std::size_t server) const { return m_servers[server].isFree; }

private:
    struct Server {
        bool isFree = false;
        std::uint64_t announced = 0;
    };

    std::vector<Server> m_servers;
    std::uint64_t m_sequence = 0;
};

} // namespace lockscope::lock
