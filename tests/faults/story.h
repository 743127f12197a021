// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/faults/timeline.h"

#include <algorithm>

namespace lockscope::faults {

// Writes a history as one would tell it; times in ms.
class Story
{
public:
    Story &acquire(const char *proc, qint64 asked, qint64 granted, qint64 validity = 1000,
                   std::optional<qint64> fence = {})
    {
        add(proc, Op::Acquire, Phase::Invoke, asked);
        add(proc, Op::Acquire, Phase::Ok, granted).validity = validity * ms;
        m_history.back().fence = fence;
        return *this;
    }
    Story &read(const char *proc, qint64 asked, qint64 granted)
    {
        acquire(proc, asked, granted);
        m_history[m_history.size() - 2].isShared = true;
        m_history.back().isShared = true;
        return *this;
    }
    Story &attempt(const char *proc, qint64 asked, qint64 ended, Phase phase)
    {
        add(proc, Op::Acquire, Phase::Invoke, asked);
        add(proc, Op::Acquire, phase, ended);
        return *this;
    }
    Story &release(const char *proc, qint64 asked, qint64 answered, Phase phase = Phase::Ok)
    {
        add(proc, Op::Release, Phase::Invoke, asked);
        add(proc, Op::Release, phase, answered);
        return *this;
    }
    Story &extend(const char *proc, qint64 at, qint64 validity)
    {
        add(proc, Op::Extend, Phase::Ok, at).validity = validity * ms;
        return *this;
    }
    // As a client whose clock is wrong says that it asked.
    Story &extend(const char *proc, qint64 at, qint64 validity, qint64 asked)
    {
        extend(proc, at, validity);
        m_history.back().value = asked * ms;
        return *this;
    }
    // It is certain for so long from then on, less than before.
    Story &shorten(const char *proc, qint64 at, qint64 validity)
    {
        add(proc, Op::Extend, Phase::Info, at).validity = validity * ms;
        return *this;
    }
    Story &untold(const char *proc, qint64 at)
    {
        add(proc, Op::Lost, Phase::Fail, at);
        return *this;
    }
    // The owner of the next calls.
    Story &as(const char *owner)
    {
        m_owner = owner;
        return *this;
    }
    Story &lost(const char *proc, qint64 at)
    {
        add(proc, Op::Lost, Phase::Ok, at);
        return *this;
    }
    Story &work(const char *proc, qint64 readAt, qint64 read, qint64 writtenAt,
                std::optional<qint64> fence = {})
    {
        add(proc, Op::Work, Phase::Invoke, readAt).value = read;
        m_history.back().fence = fence;
        add(proc, Op::Work, Phase::Ok, writtenAt).value = read + 1;
        return *this;
    }
    Story &rejected(const char *proc, qint64 readAt, qint64 at)
    {
        add(proc, Op::Work, Phase::Invoke, readAt).fence = 1;
        add(proc, Op::Work, Phase::Fail, at).note = "fence";
        return *this;
    }
    // In effect but for so much at its beginning and its end.
    Story &fault(qint64 from, qint64 to, qint64 margin = 0)
    {
        add("nemesis", Op::Fault, Phase::Invoke, from);
        add("nemesis", Op::InEffect, Phase::Invoke, from + margin);
        add("nemesis", Op::InEffect, Phase::Ok, to - margin);
        add("nemesis", Op::Fault, Phase::Ok, to);
        return *this;
    }
    Story &on(const char *lock)
    {
        m_lock = lock;
        return *this;
    }

    History history() const
    {
        History sorted = m_history;
        std::ranges::stable_sort(sorted, {}, &Event::t);
        return sorted;
    }
    Timeline timeline() const { return timelineOf(history()); }

private:
    static constexpr qint64 ms = 1'000'000;

    Event &add(const char *proc, Op op, Phase phase, qint64 at)
    {
        Event event;
        event.t = at * ms;
        event.proc = proc;
        event.op = op;
        event.phase = phase;
        event.lock = op == Op::Fault || op == Op::InEffect ? QByteArray() : m_lock;
        event.token = m_owner;
        m_history.push_back(event);
        return m_history.back();
    }

    History m_history;
    QByteArray m_lock = "string-0";
    QByteArray m_owner;
};

} // namespace lockscope::faults
