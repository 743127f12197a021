// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <vector>

namespace lockscope::insight {

// Ten seconds of a lock, or of all of them.
struct ContentionPoint {
    Instant from;
    quint32 acquisitions = 0;
    quint32 renewals = 0;
    quint32 waiters = 0; // the most at a time
    quint32 connections = 0; // the most that waited at a time; if waiters are not told
    Millis waited{0}; // of all waiters together
    Millis connectionTime{0}; // connections times the time; another unit
    quint32 gaveUp = 0; // waiters that left the queue without the lock
    quint32 lapsed = 0; // holds that expired or were taken away
    bool isUnseen = false; // no server was in sight: the numbers are unknown, not 0

    friend bool operator==(const ContentionPoint &, const ContentionPoint &) = default;
};

// The course of contention, in steps of ten seconds, as far back as they are kept; and the present
// number of waiters, which stays until another is noted. A value, the time passed in, one thread.
class ContentionSeries
{
public:
    static constexpr std::chrono::seconds step{10};

    static qint64 numberOf(Instant at); // of the step that it is in

    explicit ContentionSeries(std::size_t steps)
        : m_steps(steps)
    {}

    void addAcquisition(Instant now);
    void addRenewal(Instant now);
    void addGivenUp(Instant now);
    void addLapsed(Instant now);
    // Sets the number of waiters from now on.
    void setWaiting(qint64 waiters, qint64 connections, Instant now);
    // Whether the time that passes counts as waiting; not while nothing can be seen.
    void setSeen(bool seen, Instant now);

    qint64 waiters() const { return m_waiters; }
    qint64 connections() const { return m_connections; }

    // One point for each step from `from` to now, empty ones too, except for steps that are not
    // kept any more.
    std::vector<ContentionPoint> points(Instant from, Instant now) const;
    // All of them added up; waiters and connections: the most at a time.
    ContentionPoint sum(Instant from, Instant now) const;

private:
    struct Step {
        quint16 acquisitions = 0;
        quint16 renewals = 0;
        quint16 waiters = 0;
        quint16 connections = 0;
        quint32 waited = 0; // ms
        quint32 connectionTime = 0;
        quint16 gaveUp = 0;
        quint16 lapsed = 0;
    };

    Step &stepAt(qint64 number);
    void advance(Instant now);
    template <typename Visit>
    void visit(Instant from, Instant now, bool isEvery, Visit visit) const;

    std::size_t m_steps;
    std::vector<Step> m_kept; // the oldest first
    qint64 m_first = 0; // the number of the oldest
    qint64 m_waiters = 0;
    qint64 m_connections = 0;
    Instant m_countedAt; // up to here the waiting is in the steps
    bool m_seen = true;
};

} // namespace lockscope::insight
