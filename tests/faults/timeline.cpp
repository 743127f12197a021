// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/timeline.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockscope::faults {

namespace {

struct Current {
    Hold hold;
    int depth = 0; // re-entered so many times
    bool isLost = false; // and told so
    bool isDoubted = false; // certain for a shorter time than before
};

// The current calls of one worker.
struct Worker {
    std::optional<Attempt> attempt;
    std::optional<Current> current;
    std::optional<Increment> increment;
    std::optional<std::size_t> releasing; // in holds
};

class Reader
{
public:
    Timeline read(const History &history);

private:
    void acquire(Worker &worker, const Event &event);
    void release(Worker &worker, const Event &event);
    void extend(Worker &worker, const Event &event);
    void work(Worker &worker, const Event &event);
    void lose(Worker &worker, const Event &event);
    static void span(const Event &event, std::vector<Span> &spans);
    std::size_t finish(Worker &worker);

    Timeline m_timeline;
    std::map<QByteArray, Worker> m_workers;
};

std::size_t Reader::finish(Worker &worker)
{
    m_timeline.holds.push_back(std::move(worker.current->hold));
    worker.current.reset();
    return m_timeline.holds.size() - 1;
}

void Reader::acquire(Worker &worker, const Event &event)
{
    if (event.phase == Phase::Invoke) {
        worker.attempt = Attempt{event.lock, event.proc, event.t, never, Phase::Info};
        return;
    }
    Attempt attempt = worker.attempt.value_or(Attempt{event.lock, event.proc, event.t, never, {}});
    worker.attempt.reset();
    attempt.ended = event.t;
    attempt.phase = event.phase;
    m_timeline.attempts.push_back(attempt);
    if (event.phase != Phase::Ok)
        return; // an unknown one is not held for the client itself
    const qint64 until = event.t + event.validity.value_or(0);
    const bool isReentry = worker.current && worker.current->hold.lock == event.lock
        && worker.current->hold.isShared == event.isShared && worker.current->hold.ends >= event.t;
    if (isReentry) {
        ++worker.current->depth;
        // It may have asked for less than there was.
        worker.current->hold.validUntil = until;
        worker.current->hold.ends = until;
        return;
    }
    if (worker.current)
        finish(worker);
    Hold hold;
    hold.lock = event.lock;
    hold.proc = event.proc;
    hold.token = event.token;
    hold.isShared = event.isShared;
    hold.fence = event.fence;
    hold.invoked = attempt.invoked;
    hold.granted = event.t;
    hold.validUntil = until;
    hold.ends = until;
    worker.current = Current{std::move(hold), 1};
}

void Reader::release(Worker &worker, const Event &event)
{
    if (event.phase == Phase::Invoke) {
        if (!worker.current || --worker.current->depth > 0)
            return;
        worker.current->hold.ends = std::min(worker.current->hold.ends, event.t);
        worker.releasing = finish(worker);
    } else if (worker.releasing) {
        Hold &hold = m_timeline.holds[*worker.releasing];
        if (event.phase == Phase::Ok) {
            hold.released = event.t;
            hold.isOpen = false;
        }
        worker.releasing.reset();
    }
}

void Reader::extend(Worker &worker, const Event &event)
{
    if (!worker.current || (event.phase != Phase::Ok && event.phase != Phase::Info))
        return;
    Hold &hold = worker.current->hold;
    const qint64 until = event.t + event.validity.value_or(0);
    if (event.phase == Phase::Info) {
        worker.current->isDoubted = true;
        // Over before this could be written: its process had no time since it asked for less.
        if (worker.attempt && worker.attempt->lock == event.lock && event.validity.value_or(0) == 0)
            hold.ends = std::min(hold.ends, worker.attempt->invoked);
        hold.validUntil = until;
        hold.ends = std::min(hold.ends, until);
        return;
    }
    // By the moment of the call: a call that is only recorded late was not late. The end of a doubt
    // says that it was held all the time; that nobody else had it meanwhile is for the check of
    // overlaps.
    const bool isDoubted = std::exchange(worker.current->isDoubted, false);
    const bool isLate =
        worker.current->isLost || (!isDoubted && event.value.value_or(event.t) > hold.ends);
    if (!isLate) {
        hold.validUntil = std::max(hold.validUntil, until);
        hold.ends = hold.validUntil;
        return;
    }
    Hold again = hold;
    again.granted = event.t;
    again.validUntil = until;
    again.ends = until;
    m_timeline.lateExtensions.push_back(again);
    hold.ends = std::min(hold.ends, event.t); // the same worker goes on from here
    finish(worker);
    worker.current = Current{std::move(again), 1};
}

void Reader::lose(Worker &worker, const Event &event)
{
    if (!worker.current || worker.current->hold.lock != event.lock)
        return;
    if (event.phase == Phase::Fail) {
        m_timeline.untold.push_back(worker.current->hold);
        m_timeline.untold.back().ends = event.t;
        return;
    }
    ++m_timeline.lost;
    worker.current->isLost = true;
    // Told late, if its process had no time: while it asks for less it claims no more than that.
    const bool isAsking = worker.attempt && worker.attempt->lock == event.lock;
    const qint64 until = isAsking && event.note == "expired" ? worker.attempt->invoked : event.t;
    worker.current->hold.ends = std::min(worker.current->hold.ends, until);
}

void Reader::work(Worker &worker, const Event &event)
{
    if (event.phase == Phase::Invoke) {
        if (worker.increment)
            m_timeline.increments.push_back(std::move(*worker.increment));
        Increment increment;
        increment.lock = event.lock;
        increment.proc = event.proc;
        increment.fence = event.fence;
        increment.readAt = event.t;
        increment.read = event.value.value_or(0);
        worker.increment = std::move(increment);
        return;
    }
    if (!worker.increment)
        return;
    Increment increment = std::move(*worker.increment);
    worker.increment.reset();
    increment.phase = event.phase;
    increment.note = event.note;
    if (event.phase == Phase::Ok) {
        increment.writtenAt = event.t;
        increment.written = event.value;
        increment.isLate = !worker.current || event.t > worker.current->hold.ends;
    }
    m_timeline.increments.push_back(std::move(increment));
}

// The nemesis does one thing at a time.
void Reader::span(const Event &event, std::vector<Span> &spans)
{
    if (event.phase == Phase::Invoke)
        spans.push_back({event.t, never});
    else if (!spans.empty())
        spans.back().to = event.t;
}

Timeline Reader::read(const History &history)
{
    for (const Event &event : history) {
        Worker &worker = m_workers[event.proc];
        switch (event.op) {
        case Op::Acquire:
            acquire(worker, event);
            break;
        case Op::Release:
            release(worker, event);
            break;
        case Op::Extend:
            extend(worker, event);
            break;
        case Op::Lost:
            lose(worker, event);
            break;
        case Op::Work:
            work(worker, event);
            break;
        case Op::Fault:
            span(event, m_timeline.faults);
            break;
        case Op::InEffect:
            span(event, m_timeline.inEffect);
            break;
        }
    }
    for (auto &[name, worker] : m_workers) {
        if (worker.attempt)
            m_timeline.attempts.push_back(*worker.attempt);
        if (worker.increment) {
            if (worker.current)
                worker.increment->writtenAt = worker.current->hold.ends;
            m_timeline.increments.push_back(*worker.increment);
        }
        if (worker.current)
            finish(worker);
    }
    if (!history.empty()) {
        m_timeline.begin = history.front().t;
        m_timeline.end = history.back().t;
    }
    std::ranges::stable_sort(m_timeline.holds, {}, &Hold::granted);
    return std::move(m_timeline);
}

} // namespace

Timeline timelineOf(const History &history)
{
    return Reader().read(history);
}

} // namespace lockscope::faults
