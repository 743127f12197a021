// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incident.h"

#include <array>
#include <deque>
#include <limits>
#include <map>
#include <unordered_map>

namespace lockscope::health {

// The incidents of this run, open ones and the latest that are over, with the operator's notes on
// them. Fed with the changes that a HealthBook gives. Made for an estate in which every lock has a
// problem: one change costs a look-up, the counts cost nothing, and views ask for the worst few. A
// value, the time passed in, one thread.
class IncidentBook
{
public:
    static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

    // The numbers of incidents that are open and not muted.
    struct Counts {
        std::size_t critical = 0;
        std::size_t warning = 0;
        std::size_t acknowledged = 0; // of both

        std::size_t total() const { return critical + warning; }
        friend bool operator==(const Counts &, const Counts &) = default;
    };

    explicit IncidentBook(std::size_t most = 1000) // that are over
        : m_most(most)
    {}

    void note(const ProblemChange &change, WallInstant now);
    // Forgets all incidents; mutes stay, revisions go on.
    void clear();

    // False: there is none of this id that is open, or it was so before.
    bool acknowledge(const QByteArray &id, WallInstant now);
    // Those that are like one of them are replaced.
    void mute(const std::vector<Mute> &mutes, WallInstant now);
    bool unmute(const Mute &mute, WallInstant now);
    // Forgets the mutes that have run out. False: none has.
    bool dropMutes(WallInstant now);
    const std::vector<Mute> &mutes() const { return m_mutes; }
    // When the next one runs out; empty: none does.
    std::optional<WallInstant> nextUnmute() const { return m_nextUnmute; }
    bool isMuted(const Incident &incident, WallInstant now) const;

    // The open ones first, the worst of them first; then what is over, the latest first. `most`: of
    // each sort.
    std::vector<const Incident *> incidents(std::size_t most = all) const;
    std::vector<const Incident *> open(std::size_t most = all) const; // the worst first
    // Shows each open one to `visit`, the worst first, until it says false.
    template <typename Visit>
    void visitOpen(Visit visit) const
    {
        for (const auto &[rank, incident] : m_open) {
            if (!visit(incident))
                return;
        }
    }
    // The incidents that are over, the latest last.
    const std::deque<Incident> &over() const { return m_over; }
    std::size_t openCount() const { return m_open.size(); }
    const Incident *find(const QByteArray &id) const; // null: there is none
    // The worst that is open, neither muted nor acknowledged; empty: nothing needs anybody.
    std::optional<Severity> worst(WallInstant now) const;
    // The number of open incidents that are not muted.
    std::size_t count(WallInstant now) const { return counts(now).total(); }
    Counts counts(WallInstant now) const;

    quint64 revision() const { return m_revision; } // another one: something has changed

private:
    // Open and not muted, by severity.
    struct Tally {
        std::array<std::size_t, 2> all{};
        std::array<std::size_t, 2> acknowledged{};
    };

    Incident *known(const QByteArray &id);
    // Of an open one: `sign` is 1 or -1.
    static void tally(Tally &tally, const Incident &incident, int sign);
    bool isMutedBy(const Problem &problem, WallInstant now) const;
    Tally tallyAt(WallInstant now) const;
    void judgeMutes(WallInstant now);

    std::size_t m_most;
    std::map<Rank, Incident> m_open;
    std::unordered_map<QByteArray, Rank> m_ranks; // of the open ones, by id
    std::deque<Incident> m_over; // by their end
    std::vector<Mute> m_mutes;
    std::optional<WallInstant> m_nextUnmute;
    Tally m_tally;
    quint64 m_revision = 0;
};

} // namespace lockscope::health
