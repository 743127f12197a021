// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/queuedelegate.h"

#include "ui/client/locks/clientcolor.h"
#include "ui/wording/wording.h"

#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

namespace {

constexpr qsizetype ownerLimit = 200; // characters; the width cuts before

} // namespace

QueueDelegate::QueueDelegate(const QueueModel &model, const Clock &clock, QObject *parent)
    : CellDelegate(parent)
    , m_model(model)
    , m_ttl(clock)
{}

void QueueDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    const bool isHolder = index.row() < m_model.holders();
    const bool isNext = m_model.next() == index.row();
    if ((isHolder || isNext) && !isSelected(option)) {
        QColor ground = toneColor(isHolder ? Tone::Good : Tone::Neutral, option.palette);
        ground.setAlphaF(isDark(option.palette) ? 0.16F : 0.10F);
        cell.backgroundBrush = ground;
    }
    if (index.column() == QueueModel::Place)
        paintPlace(painter, cell, index);
    else if (index.column() == QueueModel::Owner)
        paintOwner(painter, cell, index);
    else if (index.column() == QueueModel::Left && isHolder)
        m_ttl.paint(painter, cell, index);
    else
        CellDelegate::paint(painter, cell, index);
}

int QueueDelegate::paintText(QPainter *painter, const QStyleOptionViewItem &option,
                             const QRect &area, const QString &text, const QColor &color,
                             LineCache::Face face) const
{
    const QPen pen = painter->pen();
    const QFont font = painter->font();
    painter->setPen(color);
    m_texts.draw(painter, area, Qt::AlignLeft | Qt::AlignVCenter, text, option.font, face,
                 Qt::ElideMiddle);
    painter->setFont(font);
    painter->setPen(pen);
    QFont faced = option.font;
    faced.setBold(face.bold);
    faced.setItalic(face.italic);
    return std::min(area.width(), QFontMetrics(faced).horizontalAdvance(text));
}

void QueueDelegate::paintPath(QPainter *painter, const QRect &area, QueueModel::Path path,
                              bool isHolder, const QColor &color) const
{
    if (path == QueueModel::Path::None)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 2));
    painter->setBrush(color);
    const double half = area.width() / 4.0;
    const QPointF middle(area.left() + half + 1, area.center().y() + 0.5);
    const QPointF top(middle.x(), area.top());
    const QPointF bottom(middle.x(), area.bottom() + 1);
    painter->drawLine(path == QueueModel::Path::Start ? middle : top,
                      path == QueueModel::Path::End ? middle : bottom);
    if (isHolder)
        painter->drawEllipse(middle, half * 0.7, half * 0.7);
    if (path == QueueModel::Path::End) {
        const QPointF tip(area.right(), middle.y());
        painter->drawLine(middle, tip - QPointF(half, 0));
        painter->setPen(Qt::NoPen);
        painter->drawPolygon(
            QPolygonF({tip, tip - QPointF(1.4 * half, half), tip - QPointF(1.4 * half, -half)}));
    }
    painter->restore();
}

void QueueDelegate::paintPlace(QPainter *painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const
{
    const CellLook shown = look(index);
    QStyleOptionViewItem cell = option;
    prepare(&cell, shown);
    paintBackground(painter, cell);
    const bool selected = isSelected(cell);
    const bool isHolder = index.row() < m_model.holders();
    const int room = badgeRoom(cell.fontMetrics);
    QRect area = cell.rect.adjusted(margin, 0, -margin, 0);
    paintPath(painter, {area.left(), area.top(), room - 3, area.height()},
              m_model.pathAt(index.row()), isHolder,
              toneColor(m_model.isLost() ? Tone::Quiet : Tone::Good, cell.palette, selected));
    area.setLeft(area.left() + room);
    const QColor color = shown.stale
        ? toneColor(Tone::Quiet, cell.palette, selected)
        : cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    const bool isBold = (isHolder || m_model.next() == index.row()) && !shown.stale;
    paintText(painter, cell, area, shown.text, color, {isBold, shown.stale});
}

// The name stands out, and the owner in full is beside it while there is room.
void QueueDelegate::paintOwner(QPainter *painter, const QStyleOptionViewItem &option,
                               const QModelIndex &index) const
{
    const CellLook shown = look(index, false);
    QStyleOptionViewItem cell = option;
    prepare(&cell, shown);
    paintBackground(painter, cell);
    const QueueRow &row = m_model.rowAt(index.row());
    const bool selected = isSelected(cell);
    const QColor quiet = toneColor(Tone::Quiet, cell.palette, selected);
    const QColor text = shown.stale
        ? quiet
        : cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    QRect area = cell.rect.adjusted(margin, 0, -margin, 0);
    paintMark(painter, area, clientNumber(row.owner()), cell);
    area.setLeft(area.left() + badgeRoom(cell.fontMetrics));
    const bool isNamed = !row.alias().isEmpty();
    const bool isFirst = row.hold || m_model.next() == index.row();
    const int used =
        paintText(painter, cell, area, wording::shortOwner(row.owner(), row.alias(), ownerLimit),
                  text, {(isNamed || isFirst) && !shown.stale, shown.stale});
    if (!isNamed)
        return;
    const int gap = cell.fontMetrics.horizontalAdvance(u' ') + margin;
    area.setLeft(area.left() + used + gap);
    if (area.width() > 6 * cell.fontMetrics.averageCharWidth())
        paintText(painter, cell, area, wording::shown(row.owner().bytes, ownerLimit), quiet,
                  {false, shown.stale});
}

} // namespace lockscope::ui
