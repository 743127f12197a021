// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelayout.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr int nameCharacters = 42;
constexpr double mostForNames = 0.3; // of the width
constexpr int reachOfBars = 3; // pixels beside a bar

} // namespace

void TimelineLayout::fitNames(int characterWidth, int width)
{
    m_lanesLeft = std::min(nameCharacters * characterWidth, static_cast<int>(mostForNames * width));
}

int TimelineLayout::heightOf(int rows) const
{
    return rows * (m_painter.rowHeight() + 1) - 1 + 2 * m_painter.gap();
}

TimelineLayout::Scroll TimelineLayout::layOut(const std::vector<Lane> &lanes, int first,
                                              const QSize &size, const TimeScale &scale, qint64 now)
{
    m_shown.clear();
    int y = m_painter.axisHeight();
    const int last = static_cast<int>(lanes.size());
    for (int row = first; row < last && y < size.height(); ++row) {
        const Lane lane = lanes[static_cast<std::size_t>(row)];
        Shown shown{row, {}, timelineLane(m_history, lane, scale, now)};
        const int tall = heightOf(shown.lane.rows);
        shown.area = QRect(0, y, size.width(), tall);
        m_shown.push_back(std::move(shown));
        y += tall;
    }
    int room = size.height() - m_painter.axisHeight();
    const int pageStep = std::max(1, room / heightOf(1));
    // The last lanes must come into sight, those of several holders as high as they can get.
    int atEnd = 0;
    for (; atEnd < last; ++atEnd) {
        const Lane lane = lanes[static_cast<std::size_t>(last - 1 - atEnd)];
        room -= heightOf(m_history.isShared(lane) ? mostRows : 1);
        if (room < 0)
            break;
    }
    return {pageStep, std::max(0, last - std::max(1, atEnd))};
}

QRect TimelineLayout::rectOf(int row) const
{
    for (const Shown &shown : m_shown) {
        if (shown.row == row)
            return shown.area;
    }
    return {};
}

const TimelineLayout::Shown *TimelineLayout::at(const QPoint &place) const
{
    for (const Shown &shown : m_shown) {
        if (shown.area.top() <= place.y() && place.y() <= shown.area.bottom())
            return &shown;
    }
    return nullptr;
}

const TimelineBar *TimelineLayout::barAt(const Shown &shown, const QPoint &place) const
{
    if (place.x() < m_lanesLeft)
        return nullptr;
    const int row = (place.y() - shown.area.top() - m_painter.gap()) / (m_painter.rowHeight() + 1);
    return ui::barAt(shown.lane, place.x() - m_lanesLeft, std::clamp(row, 0, shown.lane.rows - 1),
                     reachOfBars);
}

} // namespace lockscope::ui
