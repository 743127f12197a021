// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"

#include <QRect>

#include <vector>

namespace lockscope::ui {

// The places of a timeline's visible lanes, and the shapes at a place. GUI thread; it owns the
// shapes of each lane, history and painter must outlive it. The names are left of the lanes.
class TimelineLayout
{
public:
    using Lane = insight::HoldHistory::Lane;

    struct Shown {
        int row = 0;
        QRect area; // with its name
        TimelineLane lane;
    };
    // The scroll range of the rows.
    struct Scroll {
        int pageStep = 1;
        int last = 0;
    };

    TimelineLayout(const insight::HoldHistory &history, const TimelinePainter &painter)
        : m_history(history)
        , m_painter(painter)
    {}

    void fitNames(int characterWidth, int width);
    int lanesLeft() const { return m_lanesLeft; }

    // From the row `first` on. The places of lanes depend on their numbers of rows in the shown
    // time.
    Scroll layOut(const std::vector<Lane> &lanes, int first, const QSize &size,
                  const TimeScale &scale, qint64 now);

    const std::vector<Shown> &shown() const { return m_shown; }
    QRect rectOf(int row) const; // empty: out of sight
    const Shown *at(const QPoint &place) const; // nullptr: no lane is there
    const TimelineBar *barAt(const Shown &shown, const QPoint &place) const;

private:
    int heightOf(int rows) const; // of a lane with so many

    const insight::HoldHistory &m_history;
    const TimelinePainter &m_painter;
    std::vector<Shown> m_shown;
    int m_lanesLeft = 100;
};

} // namespace lockscope::ui
