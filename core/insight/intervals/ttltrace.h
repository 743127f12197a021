// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <deque>

namespace lockscope::insight {

// The end of a tooth: the next tooth, or the end of the hold.
enum class ToothEnd : quint8 {
    Running,
    Renewed,
    CutShort, // an earlier deadline took its place
    Released,
    Expired,
    ForceUnlocked,
    HandedOver,
    Unknown, // the hold is gone, and why was not told
};

// One tooth of the saw: from one deadline that was set to the next, the time to live falls second
// by second.
struct Tooth {
    OwnerId owner;
    format::Mode mode = format::Mode::Exclusive;
    Instant from;
    std::optional<Instant> to; // empty: it runs
    std::optional<Instant> deadline; // empty: no expiry, the line is at no height
    std::optional<Instant> overdueSince; // its renewal was overdue from then on
    Slim<Millis> lease; // as far as it is known
    Slim<Millis> period; // between renewals
    ToothEnd end = ToothEnd::Running;
    bool vague = false; // it ended in a gap, some time before `to`

    // Not below zero.
    std::optional<Millis> ttlAt(Instant at) const;

    friend bool operator==(const Tooth &, const Tooth &) = default;
};

// The time to live of one lock's holds over time, as the watch reports it: the present one from
// records, its changes and their causes from events. Bounded: the oldest teeth are dropped. A
// value, the time passed in, one thread.
class TtlTrace
{
public:
    explicit TtlTrace(std::size_t most = 2000)
        : m_most(most)
    {}

    void note(const watch::LockRecord *lock, Instant now); // nullptr: gone
    void note(const watch::Event &event, Instant at); // of this lock; `at` is when it happened

    // Those that meet the time from `from` to `to`, by their beginning.
    std::vector<Tooth> teeth(Instant from, Instant to) const;
    std::size_t size() const { return m_teeth.size(); }
    quint64 dropped() const { return m_dropped; }

private:
    Tooth *running(const OwnerId &owner, format::Mode mode);
    void start(Tooth tooth, ToothEnd endOfLast, bool vague = false);
    void follow(const watch::HoldRecord &hold, Instant now);
    void set(const watch::Event &event, Instant at);
    void finish(const OwnerId &owner, std::optional<format::Mode> mode, const watch::Event &event,
                Instant at, ToothEnd end);
    static bool isSameDeadline(const Tooth &tooth, std::optional<Instant> deadline);

    std::size_t m_most;
    std::deque<Tooth> m_teeth; // by their beginning, nearly: an event may tell it late
    quint64 m_dropped = 0;
};

} // namespace lockscope::insight
