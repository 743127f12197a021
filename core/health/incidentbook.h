// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incident.h"

#include <deque>

namespace lockscope::health {

// The incidents of this run, open ones and the latest that are over, with what the operator says of
// them. Fed with the changes that a HealthBook gives. A value, the time passed in, one thread.
class IncidentBook
{
public:
    explicit IncidentBook(std::size_t most = 1000) // that are over
        : m_most(most)
    {}

    void note(const ProblemChange &change, WallInstant now);

    // False: there is none of this id, or it was so before.
    bool acknowledge(const QByteArray &id, WallInstant now);
    void mute(Mute mute); // one of the same rule, deployment and name takes its place
    bool unmute(const Mute &mute);
    const std::vector<Mute> &mutes() const { return m_mutes; }
    bool isMuted(const Incident &incident, WallInstant now) const;

    // The open ones first, the worst of them first; then what is over, the latest first.
    std::vector<const Incident *> incidents() const;
    std::vector<const Incident *> open() const; // the worst first
    const Incident *find(const QByteArray &id) const; // null: there is none
    // The worst that is open, neither muted nor acknowledged; empty: nothing needs anybody.
    std::optional<Severity> worst(WallInstant now) const;
    // How many are open and not muted.
    std::size_t count(WallInstant now) const;

    quint64 revision() const { return m_revision; } // another one: something has changed

private:
    Incident *known(const QByteArray &id);

    std::size_t m_most;
    std::deque<Incident> m_open; // by when they opened
    std::deque<Incident> m_over; // by their end
    std::vector<Mute> m_mutes;
    quint64 m_revision = 0;
};

} // namespace lockscope::health
