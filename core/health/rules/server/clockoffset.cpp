// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rules/server/clockoffset.h"

#include "core/base/spantext.h"

#include <algorithm>

namespace lockscope::health {

namespace {

// Its offset from the middle of the group's clocks; empty: fewer than three are known.
std::optional<watch::ClockOffset> aheadOfPeers(const ServerSight &sight)
{
    if (!sight.server.clock)
        return std::nullopt;
    const watch::ClockOffset own = *sight.server.clock;
    std::vector<watch::ClockOffset> all{own};
    for (const watch::ServerRecord *peer : sight.peers) {
        if (peer->clock)
            all.push_back(*peer->clock);
    }
    if (all.size() < 3)
        return std::nullopt;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end(),
                     [](const auto &a, const auto &b) { return a.offset < b.offset; });
    return watch::ClockOffset{own.offset - middle->offset, own.uncertainty + middle->uncertainty};
}

Judgement judgeClockOffset(const ServerSight &sight)
{
    constexpr Millis usualLease{30'000};
    const auto ahead = sight.isInGroup ? aheadOfPeers(sight) : std::nullopt;
    if (!ahead)
        return {};
    const auto allowance = std::chrono::duration_cast<Millis>(
        insight::driftAllowance(sight.longestLease.value_or(usualLease)));
    if (std::chrono::abs(ahead->offset) <= allowance + ahead->uncertainty)
        return {};
    // In tenths of a second: the measurement varies.
    const qint64 tenths = (std::chrono::abs(ahead->offset).count() + 50) / 100;
    const Sentence span = spanText(Millis(tenths * 100));
    return {Finding{Severity::Warning,
                    (ahead->offset.count() > 0
                         ? Sentence::say("%1 ahead of the other servers of its group")
                         : Sentence::say("%1 behind the other servers of its group"))
                        .arg(span)}};
}

} // namespace

const Rule clockOffset{
    .name = "clock-offset",
    .severity = Severity::Warning,
    .title = Sentence::say("Clock differs from its peers"),
    .why = Sentence::say(
        "The clock of this server differs from those of the other servers of its quorum"
        " by more than the drift that Redlock allows. If somebody corrects it, locks on"
        " it expire too early or too late."),
    .whatToDo = Sentence::say(
        "Check the time service (NTP) of the server. Correct the clock slowly, not in "
        "one step, while locks are held."),
    .inShort = Sentence::say("Check the time service of the server"),
    .ofServer = judgeClockOffset,
};

} // namespace lockscope::health
