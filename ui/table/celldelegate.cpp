// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/celldelegate.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>

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

LineCache::Face faceOf(const CellLook &look)
{
    return {look.heading || (!look.stale && look.badge == Badge::Overdue), look.stale};
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

void paintMark(QPainter *painter, const QRect &area, quint64 number,
               const QStyleOptionViewItem &option)
{
    const int size = badgeSize(option.fontMetrics);
    const QRect mark(area.left(), area.top() + (area.height() - size) / 2, size, size);
    painter->fillRect(mark, markColor(number, option.palette));
    if (!option.state.testFlag(QStyle::State_Selected))
        return;
    const QPen pen = painter->pen();
    painter->setPen(option.palette.color(QPalette::HighlightedText));
    painter->drawRect(mark.adjusted(-1, -1, 0, 0));
    painter->setPen(pen);
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

CellLook CellDelegate::look(const QModelIndex &index, bool withText)
{
    std::array roles{QModelRoleData(BadgeRole),
                     QModelRoleData(StaleRole),
                     QModelRoleData(AlarmRole),
                     QModelRoleData(NoticeRole),
                     QModelRoleData(QuietRole),
                     QModelRoleData(HeadRole),
                     QModelRoleData(Qt::TextAlignmentRole),
                     QModelRoleData(MarkRole),
                     QModelRoleData(Qt::DisplayRole)};
    index.multiData(QModelRoleDataSpan(roles.data(), withText ? 9 : 6));
    CellLook look;
    look.badge = static_cast<Badge>(roles[0].data().toInt());
    look.stale = roles[1].data().toBool();
    look.alarm = roles[2].data().toBool();
    look.notice = roles[3].data().toBool();
    look.quiet = roles[4].data().toBool();
    look.heading = roles[5].data().toBool();
    if (const int alignment = roles[6].data().toInt(); alignment != 0)
        look.alignment = static_cast<Qt::Alignment>(alignment);
    if (const QVariant &mark = roles[7].data(); mark.isValid())
        look.mark = mark.toULongLong();
    look.text = roles[8].data().toString();
    return look;
}

void CellDelegate::prepare(QStyleOptionViewItem *option, const CellLook &look)
{
    option->text = look.text;
    option->displayAlignment = look.alignment;
    option->features |= QStyleOptionViewItem::HasDisplay;
    // Focus is told by the selected row; a frame around one cell is noise.
    option->state.setFlag(QStyle::State_HasFocus, false);
    if ((look.alarm || look.notice) && !isSelected(*option)) {
        QColor tint = toneColor(look.alarm ? Tone::Alarm : Tone::Notice, option->palette);
        tint.setAlphaF(isDark(option->palette) ? 0.13F : 0.09F);
        option->backgroundBrush = tint;
    }
}

// Views call it to measure cells; painting uses the look directly.
void CellDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    const CellLook cell = look(index);
    option->index = index;
    prepare(option, cell);
    const LineCache::Face face = faceOf(cell);
    option->font.setItalic(face.italic);
    option->font.setBold(face.bold);
    option->fontMetrics = QFontMetrics(option->font);
}

// The row is painted already; most cells have nothing of their own to add.
void CellDelegate::paintBackground(QPainter *painter, const QStyleOptionViewItem &option)
{
    const bool isBare = !isSelected(option) && option.backgroundBrush.style() == Qt::NoBrush
        && !option.state.testFlag(QStyle::State_MouseOver);
    if (isBare)
        return;
    QStyleOptionViewItem background = option;
    background.text.clear();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);
}

// Drawn once for each colour and size: a smooth shape costs as much as a dozen words.
const QPixmap &CellDelegate::badgePicture(Badge badge, const QColor &color, int size,
                                          double ratio) const
{
    constexpr qsizetype most = 64;
    const BadgeKey key{badge, color.rgba(), size, ratio};
    if (const auto known = m_badges.constFind(key); known != m_badges.cend())
        return *known;
    if (m_badges.size() >= most)
        m_badges.clear();
    QPixmap picture(QSize(size, size) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintBadge(&painter, QRectF(0, 0, size, size), badge, color);
    painter.end();
    return *m_badges.insert(key, picture);
}

void CellDelegate::paintLook(QPainter *painter, const QStyleOptionViewItem &option,
                             const CellLook &look, std::optional<Tone> tone) const
{
    QStyleOptionViewItem cell = option;
    prepare(&cell, look);
    paintBackground(painter, cell);
    const bool selected = isSelected(cell);
    QRect area = cell.rect.adjusted(margin, 0, -margin, 0);
    if (look.badge != Badge::None) {
        const int size = badgeSize(cell.fontMetrics);
        const QColor color =
            toneColor(look.stale ? Tone::Quiet : badgeTone(look.badge), cell.palette, selected);
        painter->drawPixmap(
            area.left(), area.top() + (area.height() - size) / 2,
            badgePicture(look.badge, color, size, painter->device()->devicePixelRatioF()));
        area.setLeft(area.left() + badgeRoom(cell.fontMetrics));
    } else if (look.mark) {
        paintMark(painter, area, *look.mark, cell);
        area.setLeft(area.left() + badgeRoom(cell.fontMetrics));
    }
    if (!tone) {
        if (look.stale || look.quiet)
            tone = Tone::Quiet;
        else if (const Tone mark = badgeTone(look.badge);
                 mark == Tone::Alarm || mark == Tone::Notice)
            tone = mark;
    }
    // Names and addresses differ at their ends; of words the beginning tells most. A list that was
    // cut in the middle would look like one name.
    const bool isList =
        look.text.contains(QStringLiteral(", ")) || look.text.contains(QChar(0xff0c)); // in Chinese
    const bool isName = !isList
        && ((look.text.size() > 16 && !look.text.contains(u' ')) || look.text.contains(u':'));
    paintLine(painter, cell, area, look,
              tone ? toneColor(*tone, cell.palette, selected)
                   : cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text),
              isName ? cell.textElideMode : Qt::ElideRight);
}

void CellDelegate::paintLine(QPainter *painter, const QStyleOptionViewItem &option,
                             const QRect &area, const CellLook &look, const QColor &color,
                             Qt::TextElideMode elide) const
{
    const QPen pen = painter->pen();
    const QFont font = painter->font();
    painter->setPen(color);
    m_lines.draw(painter, area, look.alignment, look.text, option.font, faceOf(look), elide);
    painter->setFont(font);
    painter->setPen(pen);
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    paintLook(painter, option, look(index));
}

} // namespace lockscope::ui
