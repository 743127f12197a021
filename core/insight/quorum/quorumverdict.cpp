// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/quorum/quorumverdict.h"

#include "core/insight/quorum/threadclaims.h"

#include <algorithm>
#include <functional>
#include <map>

namespace lockscope::insight {

namespace {

using What = QuorumReading::What;

bool isLive(const ServerHold &hold, Instant now)
{
    return !hold.deadline || *hold.deadline > now;
}

// A candidate for the majority, and its name on each server. The same bytes as a token and as a
// field of a hash are not the same lock.
struct Claim {
    QuorumForm form = QuorumForm::String;
    std::map<std::size_t, OwnerId> owners;
    bool inferred = false;
    std::optional<Instant> until = {}; // of the inference

    std::size_t votes() const { return owners.size(); }
};

// Claims of one owner each.
std::vector<Claim> plainClaims(const std::vector<QuorumReading> &servers, Instant now)
{
    std::map<std::pair<QuorumForm, OwnerId>, Claim> claims;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const QuorumReading &server = servers[i];
        if (server.what != What::Lock)
            continue;
        for (const ServerHold &hold : server.holds) {
            if (!isLive(hold, now))
                continue;
            Claim &claim = claims[{server.form, hold.owner}];
            claim.form = server.form;
            claim.owners[i] = hold.owner; // one may read and write at once
        }
    }
    std::vector<Claim> all;
    for (auto &[who, claim] : claims)
        all.push_back(std::move(claim));
    return all;
}

std::vector<Claim> threadClaims(const std::vector<QuorumReading> &servers, Instant now)
{
    std::vector<ThreadHold> holds;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const QuorumReading &server = servers[i];
        if (server.what != What::Lock || server.form != QuorumForm::Hash)
            continue;
        for (const ServerHold &hold : server.holds) {
            if (hold.deadline && isLive(hold, now))
                holds.push_back(
                    {static_cast<int>(i), hold.owner, *hold.deadline, hold.lease, hold.isFixed});
        }
    }
    std::vector<Claim> claims;
    for (const ThreadClaim &thread : claimsOfThreads(holds, now)) {
        Claim claim{QuorumForm::Hash, {}, true, thread.until};
        for (const ThreadHold &hold : thread.holds)
            claim.owners[static_cast<std::size_t>(hold.server)] = hold.owner;
        claims.push_back(std::move(claim));
    }
    return claims;
}

// An owner who is a part of an inferred one has no claim of its own.
std::vector<Claim> claimsIn(const std::vector<QuorumReading> &servers, Instant now)
{
    std::vector<Claim> claims = plainClaims(servers, now);
    for (Claim &thread : threadClaims(servers, now)) {
        std::erase_if(claims, [&](const Claim &claim) {
            const auto &[server, owner] = *claim.owners.begin();
            const auto part = thread.owners.find(server);
            return !claim.inferred && claim.form == thread.form && part != thread.owners.end()
                && part->second == owner;
        });
        claims.push_back(std::move(thread));
    }
    return claims;
}

std::vector<Millis> lagsOf(const std::vector<QuorumReading> &servers)
{
    std::vector<Millis> lags(servers.size(), Millis(0));
    std::vector<watch::ClockOffset> known;
    for (const QuorumReading &server : servers) {
        if (server.clock && server.what != What::Dependent)
            known.push_back(*server.clock);
    }
    if (known.size() < 2)
        return lags;
    // For an even number the later of the two in the middle: rather a lag too many than one too
    // few.
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::nth_element(known.begin(), middle, known.end(),
                     [](const watch::ClockOffset &a, const watch::ClockOffset &b) {
                         return a.offset < b.offset;
                     });
    for (std::size_t i = 0; i < servers.size(); ++i) {
        if (!servers[i].clock)
            continue;
        const Millis lag = middle->offset - servers[i].clock->offset;
        if (lag > middle->uncertainty + servers[i].clock->uncertainty)
            lags[i] = lag;
    }
    return lags;
}

// One judgement under way: the state that its steps share.
struct Judgement {
    const std::vector<QuorumReading> &servers;
    Instant now;
    const QuorumTerms &terms;
    QuorumFinding finding;
    QuorumForm form = QuorumForm::String;
    std::optional<Claim> winner = {}; // the finding's owner
    std::vector<Instant> inferredUntil = {};

    void elect();
    void seat();
    void reckonValidity();
    void decide();
    void findNextChange();

private:
    Stance stanceOf(std::size_t place, QuorumSeat &seat) const;
    QuorumVerdict withoutMajority() const;
    std::optional<Millis> knownLease() const;
    Millis lease() const;
    Millis low() const;
};

// Finds the leader, the form of the lock, and the number of owners.
void Judgement::elect()
{
    const auto claims = claimsIn(servers, now);
    finding.total = static_cast<std::size_t>(
        std::count_if(servers.begin(), servers.end(),
                      [](const QuorumReading &server) { return server.what != What::Dependent; }));
    finding.needed = quorumOf(finding.total);
    for (const Claim &claim : claims) {
        finding.votes = std::max(finding.votes, claim.votes());
        if (claim.until)
            inferredUntil.push_back(*claim.until);
    }
    std::size_t leaders = 0;
    for (const Claim &claim : claims) {
        if (claim.votes() != finding.votes || (leaders > 0 && claim.form != form))
            continue;
        if (++leaders == 1) { // of equals, strings come first
            form = claim.form;
            winner = claim;
        }
    }
    // Several with a majority are the readers of one lock: any of them does.
    if (leaders > 1 && finding.votes < finding.needed)
        winner.reset();
    if (winner) {
        finding.owner = winner->owners.begin()->second;
        finding.inferred = winner->inferred;
    }
    finding.owners = static_cast<std::size_t>(std::count_if(
        claims.begin(), claims.end(), [this](const Claim &claim) { return claim.form == form; }));
}

Stance Judgement::stanceOf(std::size_t place, QuorumSeat &seat) const
{
    const QuorumReading &server = servers[place];
    switch (server.what) {
    case What::Silent:
        return Stance::Silent;
    case What::Nothing:
        return Stance::Missing;
    case What::Foreign:
        return Stance::Foreign;
    case What::Dependent:
        return Stance::Dependent;
    case What::Lock:
        break;
    }
    const OwnerId *wanted = nullptr;
    if (winner && server.form == form) {
        const auto part = winner->owners.find(place);
        wanted = part == winner->owners.end() ? nullptr : &part->second;
    }
    for (const ServerHold &hold : server.holds) {
        if (!isLive(hold, now))
            continue;
        const bool isOwner = wanted && *wanted == hold.owner;
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
        seat.stance = stanceOf(i, seat);
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
    const std::size_t total = finding.total;
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
        finding.bare = finding.votes == finding.needed && finding.votes < finding.total;
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
        for (const ServerHold &hold : server.holds) {
            if (hold.deadline)
                add(*hold.deadline);
        }
    }
    for (const Instant until : inferredUntil)
        add(until);
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
    const bool isTold = stance != Stance::Silent && stance != Stance::Dependent;
    return owner && isTold ? std::optional(stance == Stance::Agrees) : std::nullopt;
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
    Judgement judgement{servers, now, terms, {}, QuorumForm::String, {}, {}};
    judgement.elect();
    judgement.seat();
    judgement.reckonValidity();
    judgement.decide();
    judgement.findNextChange();
    return std::move(judgement.finding);
}

} // namespace lockscope::insight
