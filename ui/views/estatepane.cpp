// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/estatepane.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int margin = 8;
constexpr int badgeSize = 9;

} // namespace

QSize ServerDelegate::sizeHint(const QStyleOptionViewItem &option,
                               const QModelIndex & /*index*/) const
{
    return {120, 2 * option.fontMetrics.height() + 12};
}

void ServerDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    paintBackground(painter, cell);
    const bool selected = isSelected(cell);
    const auto badge = static_cast<Badge>(index.data(BadgeRole).toInt());
    const QFontMetrics metrics(cell.font);
    const int left = cell.rect.left() + margin;
    const QRectF box(left, cell.rect.top() + 6 + (metrics.height() - badgeSize) / 2.0, badgeSize,
                     badgeSize);
    paintBadge(painter, box, badge, toneColor(badgeTone(badge), option.palette, selected));

    const QRect first(left + badgeSize + 7, cell.rect.top() + 6,
                      cell.rect.right() - margin - left - badgeSize - 7, metrics.height());
    painter->save();
    painter->setFont(option.font);
    painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(first, Qt::AlignLeft | Qt::TextSingleLine,
                      metrics.elidedText(cell.text, Qt::ElideMiddle, first.width()));
    const Tone tone = badgeTone(badge) == Tone::Alarm ? Tone::Alarm : Tone::Quiet;
    painter->setPen(toneColor(tone, option.palette, selected));
    const QString summary = index.data(ServerModel::SummaryRole).toString();
    painter->drawText(first.translated(0, metrics.height()), Qt::AlignLeft | Qt::TextSingleLine,
                      metrics.elidedText(summary, Qt::ElideRight, first.width()));
    painter->restore();
}

EstatePane::EstatePane(ServerModel &servers, QWidget *parent)
    : QListView(parent)
{
    setObjectName("estate"_L1);
    setAccessibleName(tr("Servers"));
    setModel(&servers);
    setItemDelegate(new ServerDelegate(this));
    setUniformItemSizes(true);
    setFrameShape(NoFrame);
    setEditTriggers(NoEditTriggers);
}

} // namespace lockscope::ui
