// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/quorum/quorum.h"

#include <algorithm>
#include <functional>

namespace lockscope::lock {

std::optional<Instant> agreedEnd(std::vector<Instant> ends, std::size_t needed)
{
    if (needed == 0 || ends.size() < needed)
        return std::nullopt;
    const auto nth = ends.begin() + static_cast<std::ptrdiff_t>(needed - 1);
    std::nth_element(ends.begin(), nth, ends.end(), std::greater<>());
    return *nth;
}

qint64 agreedCount(std::vector<qint64> counts, std::size_t needed)
{
    if (needed == 0 || counts.size() < needed)
        return 0;
    const auto nth = counts.begin() + static_cast<std::ptrdiff_t>(needed - 1);
    std::nth_element(counts.begin(), nth, counts.end(), std::greater<>());
    return *nth;
}

std::optional<Millis> freeAfter(std::vector<std::optional<Millis>> holderTtls, std::size_t servers)
{
    const std::size_t spare = servers - majorityOf(servers); // may stay taken
    if (holderTtls.size() <= spare)
        return Millis(0);
    const auto sooner = [](const std::optional<Millis> &a, const std::optional<Millis> &b) {
        return a && (!b || *a < *b);
    };
    std::sort(holderTtls.begin(), holderTtls.end(), sooner);
    return holderTtls[holderTtls.size() - spare - 1];
}

Poll::Poll(std::size_t servers, Asking asking)
    : m_ballots(servers, Ballot::NotAsked)
    , m_asking(asking)
{}

void Poll::bar(std::size_t server)
{
    if (m_ballots[server] != Ballot::NotAsked)
        return;
    m_ballots[server] = Ballot::Barred;
    decide();
}

std::size_t Poll::wanted() const
{
    if (m_decision != Decision::Open)
        return 0;
    const std::size_t left = count(Ballot::NotAsked);
    if (m_asking == Asking::Greedy)
        return left;
    const std::size_t hopeful = count(Ballot::Granted) + count(Ballot::Asked);
    const std::size_t majority = majorityOf(servers());
    return hopeful >= majority ? 0 : std::min(left, majority - hopeful);
}

void Poll::ask(std::size_t server)
{
    if (m_ballots[server] == Ballot::NotAsked)
        m_ballots[server] = Ballot::Asked;
}

void Poll::cast(std::size_t server, Ballot ballot)
{
    Ballot &known = m_ballots[server];
    const bool isAwaited = known == Ballot::Asked || known == Ballot::Silent;
    if (!isAwaited || ballot == Ballot::NotAsked || ballot == Ballot::Asked)
        return;
    known = ballot;
    decide();
}

std::size_t Poll::count(Ballot ballot) const
{
    return static_cast<std::size_t>(std::count(m_ballots.begin(), m_ballots.end(), ballot));
}

void Poll::decide()
{
    if (m_decision != Decision::Open)
        return;
    const std::size_t majority = majorityOf(servers());
    const std::size_t granted = count(Ballot::Granted);
    // The silent are not counted on.
    const std::size_t possible = granted + count(Ballot::Asked) + count(Ballot::NotAsked);
    if (granted >= majority)
        m_decision = Decision::Won;
    else if (possible < majority)
        m_decision = Decision::Lost;
}

ReleaseTally::Verdict ReleaseTally::verdict(bool isTimeOver) const
{
    const std::size_t majority = majorityOf(servers);
    if (told - notHeld < majority)
        return Verdict::NotHeld;
    if (released >= majority)
        return Verdict::Released;
    const std::size_t answered = released + notHeld;
    if (answered + failed < told && !isTimeOver)
        return Verdict::Open;
    const std::size_t doubtful = told - answered;
    return released > 0 && doubtful <= servers - majority ? Verdict::Released : Verdict::Unknown;
}

Prospects::Prospects(std::size_t servers)
    : m_servers(servers)
{}

void Prospects::refused(std::size_t server, std::uint64_t began)
{
    m_servers[server].isFree = m_servers[server].announced > began;
}

void Prospects::given(std::size_t server)
{
    m_servers[server].isFree = true;
}

void Prospects::announced(std::size_t server)
{
    m_servers[server] = {true, ++m_sequence};
}

void Prospects::taken()
{
    for (Server &server : m_servers)
        server.isFree = false;
}

bool Prospects::mayBeFree() const
{
    const auto free = std::count_if(m_servers.begin(), m_servers.end(),
                                    [](const Server &server) { return server.isFree; });
    return static_cast<std::size_t>(free) >= majorityOf(m_servers.size());
}

} // namespace lockscope::lock
