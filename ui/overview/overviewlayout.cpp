// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewlayout.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

namespace {

// In lines of the usual font.
constexpr double usualWidth = 74;
constexpr double usualHeight = 41;

// The share of the whole height for the verdict, which is read from afar.
constexpr double verdictShare = 0.135;

constexpr std::size_t incidentRowsAtMost = 6;
constexpr std::size_t blockerRowsAtMost = 5;
constexpr std::size_t quorumRowsAtMost = 8;
constexpr int serverRowsAtMost = 2;

class Arranger
{
public:
    explicit Arranger(const OverviewSpace &space)
        : m_space(space)
        , m_gap(of(0.6))
    {}

    OverviewPlaces places();

private:
    int of(double lines) const { return static_cast<int>(std::lround(lines * m_space.unit)); }
    int width() const { return m_space.size.width() - 2 * m_gap; }
    void placeTop();
    void placeNumbers();
    void placeServers();
    void placeMiddle();
    std::vector<QRect> inColumns(int top, int height, int count, int columns) const;
    std::vector<QRect> inRows(const QRect &card, int height, std::size_t most, int below) const;

    OverviewSpace m_space;
    OverviewPlaces m_places;
    int m_gap;
    int m_top = 0; // of the tiles that are not placed yet
    int m_bottom = 0;
};

// Side by side; the remainder of rounding is spread.
std::vector<QRect> Arranger::inColumns(int top, int height, int count, int columns) const
{
    std::vector<QRect> rects;
    const double wide = double(width() + m_gap) / columns;
    for (int i = 0; i < count; ++i) {
        const int column = i % columns;
        const int left = m_gap + static_cast<int>(std::lround(column * wide));
        const int right = m_gap + static_cast<int>(std::lround((column + 1) * wide)) - m_gap;
        rects.emplace_back(left, top + i / columns * (height + m_gap), right - left, height);
    }
    return rects;
}

// Beneath the heading of a card; `below`: that stays free beneath them.
std::vector<QRect> Arranger::inRows(const QRect &card, int height, std::size_t most,
                                    int below) const
{
    std::vector<QRect> rects;
    const int side = of(0.3);
    int top = card.top() + of(1.9);
    while (rects.size() < most && top + height + below + side <= card.bottom() + 1) {
        rects.emplace_back(card.left() + side, top, card.width() - 2 * side, height);
        top += height;
    }
    return rects;
}

void Arranger::placeTop()
{
    const int height =
        std::max(static_cast<int>(std::lround(verdictShare * m_space.size.height())), of(3.6));
    const int heart = std::min(of(11), width() / 4);
    m_places.verdict = QRect(m_gap, m_gap, width() - heart - m_gap, height);
    m_places.heartbeat = QRect(m_places.verdict.right() + 1 + m_gap, m_gap, heart, height);
    m_top = m_gap + height + m_gap;
}

void Arranger::placeNumbers()
{
    if (m_space.numbers < 1)
        return;
    m_places.numbers = inColumns(m_top, of(5), m_space.numbers, m_space.numbers);
    m_top += of(5) + m_gap;
}

// Above the ribbon: as wide as there is room, since one that is gone has to be seen.
void Arranger::placeServers()
{
    if (m_space.servers < 1)
        return;
    const int inRow = std::clamp(width() / std::max(1, of(13)), 1, std::max(1, m_space.servers));
    const int height = of(3.4);
    const int rows = std::min({serverRowsAtMost, (m_space.servers + inRow - 1) / inRow,
                               (m_bottom - m_top + m_gap) / (height + m_gap)});
    if (rows < 1)
        return;
    const int count = std::min(m_space.servers, rows * inRow);
    const int top = m_bottom - rows * height - (rows - 1) * m_gap;
    m_places.servers = inColumns(top, height, count, inRow);
    m_bottom = top - m_gap;
}

void Arranger::placeMiddle()
{
    const int height = m_bottom - m_top;
    if (height < of(4))
        return;
    const int left = static_cast<int>(std::lround((width() - m_gap) * 0.57));
    const int right = width() - m_gap - left;
    m_places.incidents = QRect(m_gap, m_top, left, height);
    m_places.incidentRows = inRows(m_places.incidents, of(2.6), incidentRowsAtMost, of(1.7));
    const int below =
        m_places.incidentRows.empty() ? m_top + of(1.9) : m_places.incidentRows.back().bottom() + 1;
    m_places.furtherIncidents = QRect(m_gap + of(0.3), below, left - 2 * of(0.3), of(1.7));
    const int wanted = of(2.2) + static_cast<int>(blockerRowsAtMost) * of(1.6);
    const int blockers = m_space.hasQuorum ? std::min(wanted, (height - m_gap) * 11 / 20) : height;
    m_places.blockers = QRect(m_gap + left + m_gap, m_top, right, blockers);
    m_places.blockerRows = inRows(m_places.blockers, of(1.6), blockerRowsAtMost, 0);
    if (!m_space.hasQuorum)
        return;
    m_places.quorum =
        QRect(m_places.blockers.left(), m_top + blockers + m_gap, right, height - blockers - m_gap);
    m_places.quorumRows = inRows(m_places.quorum, of(1.6), quorumRowsAtMost, 0);
}

OverviewPlaces Arranger::places()
{
    m_bottom = m_space.size.height() - m_gap;
    placeTop();
    placeNumbers();
    // In a low window the last hour is left out first.
    const int ribbon = of(4.8);
    if (m_bottom - m_top > of(20)) {
        m_places.ribbon = QRect(m_gap, m_bottom - ribbon, width(), ribbon);
        m_bottom -= ribbon + m_gap;
    }
    placeServers();
    placeMiddle();
    return std::move(m_places);
}

} // namespace

double overviewScale(const QSize &size, int line)
{
    const double usual = std::max(1, line);
    return std::clamp(
        std::min(size.width() / (usualWidth * usual), size.height() / (usualHeight * usual)), 1.0,
        4.0);
}

OverviewPlaces overviewPlaces(const OverviewSpace &space)
{
    return Arranger(space).places();
}

} // namespace lockscope::ui
