// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/watch/record/records.h"

#include <array>
#include <optional>
#include <vector>

namespace lockscope::ui {

// The numbers of locks of each sort, updated lock by lock. A value, any thread.
struct LockNumbers {
    qint64 locks = 0;
    qint64 held = 0;
    qint64 contended = 0;
    qint64 waiters = 0; // of queues
    qint64 connections = 0; // that wait, where waiters are not told; another unit
    qint64 overdue = 0; // held, and a renewal is overdue

    void add(const watch::LockRecord &lock, int sign);

    friend bool operator==(const LockNumbers &, const LockNumbers &) = default;
};

// An hour of a few numbers, in steps of five seconds: for levels the highest in the step, for
// events their number. Steps in which nothing was in sight are empty. Some 17 KB. A value, the time
// passed in, one thread.
class NumberSeries
{
public:
    enum Number : quint8 { Held, Contended, Waiters, Overdue, Acquisitions, Changes, NumberCount };

    static constexpr std::chrono::seconds step{5};
    static constexpr std::size_t most = 720; // steps
    static constexpr std::size_t perPoint = 6; // steps; a line has 120 points
    static constexpr std::chrono::seconds pointLength = step * perPoint;
    static constexpr float nothing = -1; // of a point: nothing was in sight

    // So it is from now on.
    void setLevels(const LockNumbers &numbers, Instant now);
    void setSeen(bool isSeen, Instant now);
    // A change of a lock; judgements on it do not count.
    void note(const watch::Event &event, Instant now);
    // The time has come to here, though nothing happened.
    void advance(Instant now);

    // As of the last call of the others. One point for half a minute, the oldest first: of levels
    // the highest, of the others how often in a second.
    std::vector<float> line(Number number) const;
    // The rate per second, over the last steps; empty: nothing is in sight.
    std::optional<double> rate(Number number, Instant now) const;

private:
    static constexpr quint32 unseen = 0xffff'ffff;
    using Sample = std::array<quint32, NumberCount>;

    static bool isRate(int number) { return number == Acquisitions || number == Changes; }
    static qint64 numberOf(Instant at);
    Sample begun() const;
    void keep(const Sample &sample);

    std::vector<Sample> m_kept; // a ring, the next place is m_next
    std::size_t m_next = 0;
    Sample m_now{}; // the step that goes on
    Sample m_levels{}; // as it is now
    std::optional<qint64> m_step; // the number of the step that goes on
    std::optional<Instant> m_begin;
    bool m_isSeen = false;
};

// Lines of the day before, longer than an hour, so that they serve for a while. A value, any
// thread.
struct Yesterday {
    qint64 first = 0; // the number of the first point since 1970, by the wall clock
    std::array<std::vector<float>, NumberSeries::NumberCount> points = {};

    // As NumberSeries::line(), up to a day before `now`. Empty: nothing is known of that hour.
    std::vector<float> line(NumberSeries::Number number, WallInstant now) const;
};

} // namespace lockscope::ui
