// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/celldelegate.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace lockscope::ui {

namespace {

QPolygonF polygon(const QRectF &box, std::initializer_list<QPointF> points)
{
    QPolygonF shape;
    for (const QPointF &point : points)
        shape << QPointF(box.left() + point.x() * box.width(),
                         box.top() + point.y() * box.height());
    return shape;
}

} // namespace

int badgeSize(const QFontMetrics &metrics)
{
    return std::max(7, metrics.height() * 9 / 16);
}

int badgeRoom(const QFontMetrics &metrics)
{
    return badgeSize(metrics) * 5 / 3;
}

Tone badgeTone(Badge badge)
{
    switch (badge) {
    case Badge::None:
    case Badge::Free:
    case Badge::Gone:
        return Tone::Quiet;
    case Badge::Held:
        return Tone::Neutral;
    case Badge::Renewing:
    case Badge::Up:
        return Tone::Good;
    case Badge::Contended:
    case Badge::Connecting:
        return Tone::Notice;
    case Badge::Overdue:
    case Badge::Down:
    case Badge::Trouble:
        return Tone::Alarm;
    }
    return Tone::Quiet;
}

void paintBadge(QPainter *painter, const QRectF &box, Badge badge, const QColor &color)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double line = std::max(1.6, box.width() * 0.18);
    painter->setPen(QPen(color, line));
    painter->setBrush(color);
    const QRectF inner = box.adjusted(line / 2, line / 2, -line / 2, -line / 2);
    switch (badge) {
    case Badge::None:
        break;
    case Badge::Held:
    case Badge::Up:
        painter->drawEllipse(inner);
        break;
    case Badge::Free:
    case Badge::Gone:
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(inner);
        break;
    case Badge::Contended:
        painter->drawPolygon(polygon(inner, {{0.5, 0}, {1, 0.5}, {0.5, 1}, {0, 0.5}}));
        break;
    case Badge::Renewing:
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(polygon(inner, {{0, 0.55}, {0.38, 0.95}, {1, 0.1}}));
        break;
    case Badge::Overdue:
    case Badge::Trouble:
        painter->drawPolygon(polygon(inner, {{0.5, 0}, {1, 1}, {0, 1}}));
        break;
    case Badge::Connecting:
        painter->setBrush(Qt::NoBrush);
        painter->drawArc(inner, 0, 270 * 16);
        break;
    case Badge::Down:
        painter->drawPolyline(polygon(inner, {{0, 0}, {1, 1}}));
        painter->drawPolyline(polygon(inner, {{0, 1}, {1, 0}}));
        break;
    }
    painter->restore();
}

bool CellDelegate::isSelected(const QStyleOptionViewItem &option)
{
    return option.state.testFlag(QStyle::State_Selected);
}

void CellDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // Focus is told by the selected row; a frame around one cell is noise.
    option->state.setFlag(QStyle::State_HasFocus, false);
    const bool stale = index.data(StaleRole).toBool();
    const auto badge = static_cast<Badge>(index.data(BadgeRole).toInt());
    if (stale)
        option->font.setItalic(true);
    else if (badge == Badge::Overdue)
        option->font.setBold(true);
    if (stale || index.data(QuietRole).toBool())
        option->palette.setColor(QPalette::Text, toneColor(Tone::Quiet, option->palette));
    else if (badgeTone(badge) == Tone::Alarm || badgeTone(badge) == Tone::Notice)
        option->palette.setColor(QPalette::Text, toneColor(badgeTone(badge), option->palette));
    if (index.data(AlarmRole).toBool() && !isSelected(*option)) {
        QColor tint = toneColor(Tone::Alarm, option->palette);
        tint.setAlphaF(isDark(option->palette) ? 0.13F : 0.09F);
        option->backgroundBrush = tint;
    }
}

// The row is painted already; most cells have nothing of their own to add.
void CellDelegate::paintBackground(QPainter *painter, const QStyleOptionViewItem &option)
{
    const bool isBare = !isSelected(option) && option.backgroundBrush.style() == Qt::NoBrush
        && !option.state.testFlag(QStyle::State_MouseOver)
        && !(option.features
             & (QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDecoration));
    if (isBare)
        return;
    QStyleOptionViewItem background = option;
    background.text.clear();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(painter, cell);
    QRect area = cell.rect.adjusted(margin, 0, -margin, 0);
    if (const auto badge = static_cast<Badge>(index.data(BadgeRole).toInt());
        badge != Badge::None) {
        const QFontMetrics metrics(cell.font);
        const int size = badgeSize(metrics);
        const QRectF box(area.left(), area.center().y() - size / 2.0 + 0.5, size, size);
        const Tone tone = index.data(StaleRole).toBool() ? Tone::Quiet : badgeTone(badge);
        paintBadge(painter, box, badge, toneColor(tone, cell.palette, isSelected(cell)));
        area.setLeft(area.left() + badgeRoom(metrics));
    }
    painter->save();
    painter->setFont(cell.font);
    painter->setPen(
        cell.palette.color(isSelected(cell) ? QPalette::HighlightedText : QPalette::Text));
    // Names differ at their ends; of a word the beginning tells most.
    const bool isName = cell.text.size() > 16;
    const auto elide = isName ? cell.textElideMode : Qt::ElideRight;
    painter->drawText(area, static_cast<int>(cell.displayAlignment | Qt::TextSingleLine),
                      QFontMetrics(cell.font).elidedText(cell.text, elide, area.width()));
    painter->restore();
}

} // namespace lockscope::ui
