// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/holdmarks.h"

#include <limits>

namespace lockscope::watch {

namespace {

constexpr int typeBits = 3;
constexpr qint64 typeMask = (1 << typeBits) - 1;

} // namespace

HoldMarks::Place HoldMarks::add(Place last, const HoldMark &mark)
{
    if (m_capacity == 0)
        return none;
    const qint64 at = mark.at.time_since_epoch().count();
    const quint64 back = isThere(last) ? m_count + 1 - last : 0;
    const Place place = ++m_count;
    const Packed packed{(at << typeBits) | static_cast<qint64>(mark.type), mark.owner,
                        back > std::numeric_limits<quint32>::max() ? 0
                                                                   : static_cast<quint32>(back)};
    if (m_marks.size() < m_capacity)
        m_marks.push_back(packed);
    else
        m_marks[(place - 1) % m_capacity] = packed;
    return place;
}

HoldMark HoldMarks::at(Place place) const
{
    const Packed &known = packed(place);
    return {WallInstant(Millis(known.atAndType >> typeBits)), known.owner,
            static_cast<HoldMark::Type>(known.atAndType & typeMask)};
}

} // namespace lockscope::watch
