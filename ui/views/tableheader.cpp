// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/tableheader.h"

#include "ui/delegates/celldelegate.h"

#include <QPainter>

namespace lockscope::ui {

namespace {

void paintArrow(QPainter *painter, const QPointF &at, double half, Qt::SortOrder order,
                const QColor &color)
{
    const double down = (order == Qt::DescendingOrder ? 0.6 : -0.6) * half;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawPolygon(
        QPolygonF({at + QPointF(-half, -down), at + QPointF(half, -down), at + QPointF(0, down)}));
}

} // namespace

TableHeader::TableHeader(QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setHighlightSections(false);
}

QSize TableHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), fontMetrics().height() + 9};
}

void TableHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    if (!rect.isValid() || !model())
        return;
    painter->save();
    const QColor line = palette().color(QPalette::Mid);
    painter->fillRect(rect, palette().color(QPalette::Window));
    painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, line);
    painter->fillRect(rect.right(), rect.top() + 5, 1, rect.height() - 10, line);

    const auto alignment = static_cast<Qt::Alignment>(
        model()->headerData(logicalIndex, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    QRect text = rect.adjusted(CellDelegate::margin, 0, -CellDelegate::margin, 0);
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == logicalIndex;
    if (isSorted) {
        const bool right = alignment.testFlag(Qt::AlignRight);
        const int half = fontMetrics().height() / 4;
        const int room = fontMetrics().height() - 1;
        const double x = right ? text.left() + half : text.right() - half;
        text.adjust(right ? room : 0, 0, right ? 0 : -room, 0);
        paintArrow(painter, {x, rect.center().y() + 0.5}, half, sortIndicatorOrder(),
                   palette().color(QPalette::WindowText));
    }
    painter->setPen(isSorted ? palette().color(QPalette::WindowText)
                             : palette().color(QPalette::PlaceholderText));
    const QString title = model()->headerData(logicalIndex, Qt::Horizontal).toString();
    painter->drawText(text, static_cast<int>(alignment | Qt::AlignVCenter | Qt::TextSingleLine),
                      fontMetrics().elidedText(title, Qt::ElideRight, text.width()));
    painter->restore();
}

} // namespace lockscope::ui
