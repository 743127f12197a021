// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/holdmarks.h"

namespace lockscope::insight {

namespace {

constexpr int typeBits = 3;
constexpr qint64 typeMask = (1 << typeBits) - 1;

} // namespace

HoldMarks::Place HoldMarks::add(Place last, const HoldMark &mark)
{
    if (m_ring.capacity() == 0)
        return none;
    const qint64 at = mark.at.time_since_epoch().count();
    return m_ring.add(last, {(at << typeBits) | static_cast<qint64>(mark.type), mark.owner, 0});
}

HoldMark HoldMarks::at(Place place) const
{
    const Packed &known = m_ring.at(place);
    return {WallInstant(Millis(known.atAndType >> typeBits)), known.owner,
            static_cast<HoldMark::Type>(known.atAndType & typeMask)};
}

} // namespace lockscope::insight
