// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/ttldelegate.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

namespace {

constexpr int sideMargin = 6;
constexpr int barHeight = 4;
constexpr int bottomMargin = 3;

} // namespace

TtlGeometry ttlGeometry(const QRect &cell, double fraction)
{
    TtlGeometry geometry;
    const int width = cell.width() - 2 * sideMargin;
    if (width <= 0 || cell.height() < barHeight + 2 * bottomMargin)
        return geometry;
    const int left = cell.left() + sideMargin;
    const int top = cell.bottom() + 1 - bottomMargin - barHeight;
    geometry.track = QRect(left, top, width, barHeight);
    const double share = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0.0;
    int filled = static_cast<int>(std::lround(share * width));
    if (share > 0 && filled == 0)
        filled = 1; // something is left: it must be seen
    geometry.bar = QRect(left, top, filled, barHeight);
    geometry.text = QRect(left, cell.top(), width, top - cell.top());
    return geometry;
}

Tone ttlTone(TtlTone tone)
{
    switch (tone) {
    case TtlTone::None:
        return Tone::Quiet;
    case TtlTone::Endless:
    case TtlTone::Low:
        return Tone::Notice;
    case TtlTone::Calm:
        return Tone::Good;
    case TtlTone::Passed:
        return Tone::Alarm;
    }
    return Tone::Quiet;
}

TtlDelegate::TtlDelegate(const Clock &clock, QObject *parent)
    : CellDelegate(parent)
    , m_clock(clock)
{}

void TtlDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    CellDelegate::initStyleOption(option, index);
    const TtlView view = ttlView(index.data(RawRole).value<TtlValue>(), m_clock.now());
    if (view.tone == TtlTone::None || view.frozen || index.data(StaleRole).toBool())
        return;
    if (view.tone != TtlTone::Calm)
        option->palette.setColor(QPalette::Text, toneColor(ttlTone(view.tone), option->palette));
}

void TtlDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    const auto value = index.data(RawRole).value<TtlValue>();
    const TtlView view = ttlView(value, m_clock.now());
    if (view.tone == TtlTone::None || !value.deadline || view.tone == TtlTone::Passed) {
        CellDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(painter, cell);
    const bool selected = isSelected(cell);
    const Tone tone = view.frozen ? Tone::Quiet : ttlTone(view.tone);
    const TtlGeometry geometry = ttlGeometry(cell.rect, view.fraction);
    const QColor color = toneColor(tone, cell.palette, selected);
    QColor track = cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    track.setAlphaF(0.13F);

    painter->save();
    painter->fillRect(geometry.track, track);
    painter->fillRect(geometry.bar, view.frozen ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(geometry.text,
                      static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine),
                      view.text);
    painter->restore();
}

} // namespace lockscope::ui
