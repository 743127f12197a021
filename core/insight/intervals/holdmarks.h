// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/insight/intervals/lanering.h"

namespace lockscope::insight {

// An event of a hold between its beginning and its end.
struct HoldMark {
    enum class Type : quint8 { Renewed, Overdue, Resumed, Reentered, PartiallyReleased };

    WallInstant at;
    quint32 owner = 0; // as in HoldInterval
    Type type = Type::Renewed;

    friend bool operator==(const HoldMark &, const HoldMark &) = default;
};

// The latest marks of all locks, sixteen bytes each. Plain data, one thread.
class HoldMarks
{
    struct Packed {
        qint64 atAndType = 0;
        quint32 owner = 0;
        quint32 back = 0;
    };
    using Ring = LaneRing<Packed>;

public:
    using Place = Ring::Place;
    static constexpr Place none = Ring::none;

    explicit HoldMarks(std::size_t capacity)
        : m_ring(capacity)
    {}

    // The end of the lock's chain with the mark at it; `last` was its end before.
    Place add(Place last, const HoldMark &mark);

    // The chain's marks in the time from `from` to `to`, the newest first.
    template <typename Visit>
    void visit(Place last, WallInstant from, WallInstant to, Visit visit) const
    {
        for (Place place = last; m_ring.isThere(place); place = m_ring.before(place)) {
            const HoldMark mark = at(place);
            if (mark.at < from)
                return;
            if (mark.at <= to)
                visit(mark);
        }
    }

    std::size_t size() const { return m_ring.size(); }
    quint64 dropped() const { return m_ring.dropped(); }

private:
    HoldMark at(Place place) const;

    Ring m_ring;
};

} // namespace lockscope::insight
