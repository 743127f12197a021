// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/ttldelegate.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

namespace {

constexpr int inset = 3;

} // namespace

TtlGeometry ttlGeometry(const QRect &cell, double fraction)
{
    const QRect track = cell.adjusted(inset, inset, -inset, -inset);
    if (track.width() <= 0 || track.height() <= 0)
        return {};
    const double share = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0.0;
    int filled = static_cast<int>(std::lround(share * track.width()));
    if (share > 0 && filled == 0)
        filled = 1; // something is left: it must be seen
    return {track, QRect(track.topLeft(), QSize(filled, track.height())),
            cell.adjusted(CellDelegate::margin, 0, -CellDelegate::margin, 0)};
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
    // Over a bar the text keeps the common colour: its tone is the bar's.
    const bool hasBar = view.tone == TtlTone::Calm || view.tone == TtlTone::Low;
    if (!hasBar && !index.data(QuietRole).toBool())
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
    // On the highlight a darker bar: white text stays readable on it.
    const QColor fill = selected ? QColor(0, 0, 0, 60) : toneFill(tone, cell.palette);
    QColor track = cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    track.setAlphaF(0.05F);

    painter->save();
    painter->fillRect(geometry.track, track);
    if (view.frozen) {
        QColor hatch = toneColor(Tone::Quiet, cell.palette, selected);
        hatch.setAlphaF(0.5F);
        QRect below = geometry.bar; // of the text, which stays readable
        below.setTop(below.bottom() - 4);
        painter->fillRect(below, QBrush(hatch, Qt::BDiagPattern));
    } else {
        // The strong line at the bottom never crosses the text.
        painter->fillRect(geometry.bar, fill);
        painter->fillRect(
            QRect(geometry.bar.left(), geometry.bar.bottom() - 1, geometry.bar.width(), 2),
            toneColor(tone, cell.palette, selected));
    }
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(geometry.text,
                      static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine),
                      view.text);
    painter->restore();
}

} // namespace lockscope::ui
