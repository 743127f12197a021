// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <cstddef>
#include <vector>

namespace lockscope::watch {

// An event of a hold between its beginning and its end.
struct HoldMark {
    enum class Type : quint8 { Renewed, Overdue, Resumed, Reentered, PartiallyReleased };

    WallInstant at;
    quint32 owner = 0; // as in HoldInterval
    Type type = Type::Renewed;

    friend bool operator==(const HoldMark &, const HoldMark &) = default;
};

// The latest marks of all locks, sixteen bytes each: a ring in which the marks of one lock form a
// chain, the newest first. Plain data, one thread.
class HoldMarks
{
public:
    using Place = quint64; // counts all marks that ever were
    static constexpr Place none = 0;

    explicit HoldMarks(std::size_t capacity)
        : m_capacity(capacity)
    {}

    // The end of the chain with the mark at it; `last` was its end before.
    Place add(Place last, const HoldMark &mark);

    // The chain's marks in the time from `from` to `to`, the newest first.
    template <typename Visit>
    void visit(Place last, WallInstant from, WallInstant to, Visit visit) const
    {
        for (Place place = last; isThere(place); place = before(place)) {
            const HoldMark mark = at(place);
            if (mark.at < from)
                return;
            if (mark.at <= to)
                visit(mark);
        }
    }

    std::size_t size() const { return m_marks.size(); }
    quint64 dropped() const { return m_count - m_marks.size(); }

private:
    struct Packed {
        qint64 atAndType = 0;
        quint32 owner = 0;
        quint32 back = 0; // how many places the mark before it is away; 0: there is none
    };

    bool isThere(Place place) const { return place != none && place + m_marks.size() > m_count; }
    const Packed &packed(Place place) const { return m_marks[(place - 1) % m_capacity]; }
    Place before(Place place) const
    {
        const quint32 back = packed(place).back;
        return back == 0 ? none : place - back;
    }
    HoldMark at(Place place) const;

    std::size_t m_capacity;
    std::vector<Packed> m_marks; // the mark at place p is at (p - 1) % capacity
    quint64 m_count = 0;
};

} // namespace lockscope::watch
