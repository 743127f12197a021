// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"

#include <map>
#include <optional>
#include <vector>

namespace lockscope::notify {

// How much is told, and how often it is tried.
struct Limits {
    int atOnce = 5; // messages, after a quiet time
    int aMinute = 10; // messages, for ever
    int attempts = 8; // of one message: four minutes, by the pauses
    Millis firstPause{2'000}; // after an attempt that failed; doubled after each further one
    Millis longestPause{300'000};
    std::size_t waiting = 500; // beyond that it is only counted
    std::size_t listed = 50; // incidents in one message
};

// One thing to tell of a problem.
struct Notice {
    enum class What : quint8 { Opened, Worsened, Closed };

    What what = What::Opened;
    health::Problem problem;
    int attempts = 0;
};

// The contents of one message: one notice, or all that waited.
struct Batch {
    std::vector<Notice> notices;
    std::size_t uncounted = 0; // more, of which only the number is known

    std::size_t size() const { return notices.size() + uncounted; }
};

// Decides what is told of the problems of a profile, when, and in how many messages. One message is
// on its way at a time. Nothing is told twice, except where an attempt failed: it may have arrived.
// A problem that ended before anybody tried to tell of it is not told. A value, the time passed in,
// one thread.
class NoticeBook
{
public:
    // `warnings`: also of problems that are not critical. `ends`: also that they ended.
    NoticeBook(bool warnings, bool ends, const Limits &limits);

    void note(const health::ProblemChange &change);

    // The next message, if there is one and its time has come; it is on its way from then on, until
    // delivered() or failed().
    std::optional<Batch> take(Instant now);
    // The same, all that waits and now: the program ends.
    std::optional<Batch> takeLast();
    void delivered();
    // `again`: another attempt may succeed, no sooner than after `pause`. Returns how many of its
    // problems nobody will be told of.
    std::size_t failed(Instant now, bool again, Millis pause = {});

    std::optional<Instant> nextAt(Instant now) const; // empty: nothing waits, or one is on its way
    std::size_t waiting() const { return m_waiting.size() + m_uncounted; }

private:
    struct Known {
        health::Severity severity = health::Severity::Warning;
        bool isTold = false; // else nobody will be told of its end either
    };

    void put(Notice::What what, const health::Problem &problem);
    void end(const health::Problem &problem);
    Batch sent(std::size_t count);
    void refill(Instant now);
    void replay();
    bool isOnItsWay(const QByteArray &id) const;
    std::vector<Notice>::iterator find(const QByteArray &id);
    bool isToBeTold(health::Severity severity) const;

    bool m_warnings;
    bool m_ends;
    Limits m_limits;
    std::vector<Notice> m_waiting; // the oldest first
    std::size_t m_uncounted = 0;
    std::map<QByteArray, Known> m_known; // of problems that are open
    std::optional<Batch> m_sent; // on its way
    std::vector<health::ProblemChange> m_meanwhile; // of what is on its way
    double m_allowed; // messages, by the rate
    std::optional<Instant> m_counted; // when that was computed
    int m_failures = 0; // since the last message that arrived
    std::optional<Instant> m_retryAt;
};

} // namespace lockscope::notify
