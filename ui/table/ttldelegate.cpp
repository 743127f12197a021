// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/ttldelegate.h"

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

void TtlDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    const auto value = index.data(RawRole).value<TtlValue>();
    const TtlView view = ttlView(value, m_clock.now());
    const bool hasBar = view.tone == TtlTone::Calm || view.tone == TtlTone::Low;
    CellLook shown = look(index, !hasBar);
    if (!hasBar) {
        const bool isToned =
            view.tone != TtlTone::None && !view.frozen && !shown.stale && !shown.quiet;
        paintLook(painter, option, shown,
                  isToned ? std::optional(ttlTone(view.tone)) : std::nullopt);
        return;
    }
    QStyleOptionViewItem cell = option;
    shown.text = view.text;
    prepare(&cell, shown);
    paintBackground(painter, cell);
    const bool selected = isSelected(cell);
    const Tone tone = view.frozen ? Tone::Quiet : ttlTone(view.tone);
    const TtlGeometry geometry = ttlGeometry(cell.rect, view.fraction);
    // On the highlight a darker bar: white text stays readable on it.
    const QColor fill = selected ? QColor(0, 0, 0, 60) : toneFill(tone, cell.palette);
    const QColor text = cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    QColor track = text;
    track.setAlphaF(0.05F);

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
    // Over a bar the text keeps the common colour: its tone is the bar's.
    const bool isQuiet = shown.stale || shown.quiet;
    paintLine(painter, cell, geometry.text, shown,
              isQuiet ? toneColor(Tone::Quiet, cell.palette, selected) : text, Qt::ElideRight);
}

} // namespace lockscope::ui
