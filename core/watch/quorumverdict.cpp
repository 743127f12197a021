// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/quorumverdict.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace lockscope::watch {

namespace {

using What = QuorumReading::What;

// Who is voted for. The same bytes as a token and as a field of a hash are not the same lock.
using Candidate = std::pair<QuorumForm, OwnerId>;

bool isLive(const QuorumHold &hold, Instant now)
{
    return !hold.deadline || *hold.deadline > now;
}

std::map<Candidate, std::size_t> votesIn(const std::vector<QuorumReading> &servers, Instant now)
{
    std::map<Candidate, std::size_t> votes;
    for (const QuorumReading &server : servers) {
        if (server.what != What::Lock)
            continue;
        std::set<OwnerId> owners; // one may read and write at once
        for (const QuorumHold &hold : server.holds) {
            if (isLive(hold, now) && owners.insert(hold.owner).second)
                ++votes[{server.form, hold.owner}];
        }
    }
    return votes;
}

std::vector<Millis> lagsOf(const std::vector<QuorumReading> &servers)
{
    std::vector<Millis> lags(servers.size(), Millis(0));
    std::vector<ClockOffset> known;
    for (const QuorumReading &server : servers) {
        if (server.clock)
            known.push_back(*server.clock);
    }
    if (known.size() < 2)
        return lags;
    // Of an even number the later of the two in the middle: rather a lag too many than one too few.
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::nth_element(
        known.begin(), middle, known.end(),
        [](const ClockOffset &a, const ClockOffset &b) { return a.offset < b.offset; });
    for (std::size_t i = 0; i < servers.size(); ++i) {
        if (!servers[i].clock)
            continue;
        const Millis lag = middle->offset - servers[i].clock->offset;
        if (lag > middle->uncertainty + servers[i].clock->uncertainty)
            lags[i] = lag;
    }
    return lags;
}

// One judgement under way: what its steps share.
struct Judgement {
    const std::vector<QuorumReading> &servers;
    Instant now;
    const QuorumTerms &terms;
    QuorumFinding finding;
    QuorumForm form = QuorumForm::String;

    void elect();
    void seat();
    void reckonValidity();
    void decide();
    void findNextChange();

private:
    Stance stanceOf(const QuorumReading &server, QuorumSeat &seat) const;
    QuorumVerdict withoutMajority() const;
    std::optional<Millis> knownLease() const;
    Millis lease() const;
    Millis low() const;
};

// Who leads, which form the lock has, how many owners there are.
void Judgement::elect()
{
    const auto votes = votesIn(servers, now);
    finding.needed = quorumOf(servers.size());
    for (const auto &[candidate, count] : votes)
        finding.votes = std::max(finding.votes, count);
    std::size_t leaders = 0;
    for (const auto &[candidate, count] : votes) {
        if (count != finding.votes || (leaders > 0 && candidate.first != form))
            continue;
        if (++leaders == 1) { // of equals, strings come first
            form = candidate.first;
            finding.owner = candidate.second;
        }
    }
    // Several with a majority are the readers of one lock: any of them does.
    if (leaders > 1 && finding.votes < finding.needed)
        finding.owner.reset();
    finding.owners = static_cast<std::size_t>(
        std::count_if(votes.begin(), votes.end(),
                      [this](const auto &entry) { return entry.first.first == form; }));
}

Stance Judgement::stanceOf(const QuorumReading &server, QuorumSeat &seat) const
{
    switch (server.what) {
    case What::Silent:
        return Stance::Silent;
    case What::Nothing:
        return Stance::Missing;
    case What::Foreign:
        return Stance::Foreign;
    case What::Lock:
        break;
    }
    for (const QuorumHold &hold : server.holds) {
        if (!isLive(hold, now))
            continue;
        const bool isOwner = server.form == form && finding.owner == hold.owner;
        if (isOwner || !seat.hold)
            seat.hold = hold;
        if (isOwner)
            return Stance::Agrees;
    }
    if (!seat.hold)
        return Stance::Missing;
    if (server.form != form)
        return Stance::Foreign;
    return finding.owner ? Stance::OtherOwner : Stance::Undecided;
}

void Judgement::seat()
{
    const auto lags = lagsOf(servers);
    for (std::size_t i = 0; i < servers.size(); ++i) {
        QuorumSeat seat;
        seat.stance = stanceOf(servers[i], seat);
        seat.lag = lags[i];
        finding.seats.push_back(std::move(seat));
    }
}

std::optional<Millis> Judgement::knownLease() const
{
    std::optional<Millis> lease = terms.lease;
    for (const QuorumSeat &seat : finding.seats) {
        if (!terms.lease && seat.stance == Stance::Agrees && seat.hold->lease)
            lease = std::max(lease.value_or(Millis(0)), *seat.hold->lease);
    }
    return lease;
}

Millis Judgement::lease() const
{
    if (const auto known = knownLease())
        return *known;
    Millis longest{0};
    for (const QuorumSeat &seat : finding.seats) {
        if (seat.stance == Stance::Agrees && seat.hold->deadline)
            longest = std::max(longest, std::chrono::ceil<Millis>(*seat.hold->deadline - now));
    }
    return longest;
}

Millis Judgement::low() const
{
    if (terms.lowValidity)
        return *terms.lowValidity;
    const auto known = knownLease();
    return known ? std::max(*known / 10, Millis(100)) : Millis(1000);
}

void Judgement::reckonValidity()
{
    if (finding.votes < finding.needed)
        return;
    std::vector<Instant> ends;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const QuorumSeat &seat = finding.seats[i];
        if (seat.stance != Stance::Agrees)
            continue;
        // The deadline was told in the server's time, and is as exact as that is known here.
        const Millis doubt = servers[i].clock ? servers[i].clock->uncertainty : Millis(0);
        ends.push_back(seat.hold->deadline ? *seat.hold->deadline - seat.lag - doubt
                                           : Instant::max());
    }
    const auto nth = ends.begin() + static_cast<std::ptrdiff_t>(finding.needed - 1);
    std::nth_element(ends.begin(), nth, ends.end(), std::greater<>());
    finding.validUntil = *nth == Instant::max() ? *nth : *nth - driftAllowance(lease());
}

QuorumVerdict Judgement::withoutMajority() const
{
    const std::size_t total = servers.size();
    const std::size_t foreign = finding.count(Stance::Foreign);
    if (total - foreign < finding.needed)
        return QuorumVerdict::Blocked;
    if (finding.owners > 1)
        return QuorumVerdict::Split;
    if (finding.owners == 0)
        return QuorumVerdict::Free;
    return foreign > 0 && total - foreign - finding.votes < finding.needed ? QuorumVerdict::Blocked
                                                                           : QuorumVerdict::Residue;
}

void Judgement::decide()
{
    const std::size_t possible = finding.votes + finding.count(Stance::Silent);
    if (finding.votes >= finding.needed) {
        finding.bare = finding.votes == finding.needed && finding.votes < servers.size();
        finding.lapsing = !finding.isEndless() && *finding.validUntil - now <= low();
        const bool isSafe = !finding.bare && !finding.lapsing;
        finding.verdict = isSafe ? QuorumVerdict::Held : QuorumVerdict::AtRisk;
    } else if (possible >= finding.needed) {
        finding.unconfirmed = finding.votes > 0;
        finding.verdict = finding.unconfirmed ? QuorumVerdict::AtRisk : QuorumVerdict::Unknown;
    } else {
        finding.verdict = withoutMajority();
    }
}

void Judgement::findNextChange()
{
    const auto add = [this](Instant at) {
        if (at > now && (!finding.changesAt || at < *finding.changesAt))
            finding.changesAt = at;
    };
    for (const QuorumReading &server : servers) {
        for (const QuorumHold &hold : server.holds) {
            if (hold.deadline)
                add(*hold.deadline);
        }
    }
    if (finding.validUntil && !finding.isEndless() && !finding.lapsing)
        add(*finding.validUntil - low());
}

} // namespace

QByteArray name(QuorumVerdict verdict)
{
    switch (verdict) {
    case QuorumVerdict::Unknown:
        return {};
    case QuorumVerdict::Held:
        return "held";
    case QuorumVerdict::AtRisk:
        return "at-risk";
    case QuorumVerdict::Split:
        return "split";
    case QuorumVerdict::Residue:
        return "residue";
    case QuorumVerdict::Blocked:
        return "blocked";
    case QuorumVerdict::Free:
        return "free";
    }
    return {};
}

std::size_t QuorumFinding::count(Stance stance) const
{
    return static_cast<std::size_t>(
        std::count_if(seats.begin(), seats.end(),
                      [stance](const QuorumSeat &seat) { return seat.stance == stance; }));
}

std::optional<bool> QuorumFinding::agrees(std::size_t server) const
{
    const Stance stance = seats[server].stance;
    return owner && stance != Stance::Silent ? std::optional(stance == Stance::Agrees)
                                             : std::nullopt;
}

std::optional<Millis> QuorumFinding::validity(Instant now) const
{
    if (!validUntil || isEndless())
        return std::nullopt;
    return std::max(Millis(0), std::chrono::floor<Millis>(*validUntil - now));
}

QuorumFinding judge(const std::vector<QuorumReading> &servers, Instant now,
                    const QuorumTerms &terms)
{
    Judgement judgement{servers, now, terms, {}};
    judgement.elect();
    judgement.seat();
    judgement.reckonValidity();
    judgement.decide();
    judgement.findNextChange();
    return std::move(judgement.finding);
}

} // namespace lockscope::watch
