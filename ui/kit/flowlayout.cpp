// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/flowlayout.h"

#include <algorithm>

namespace lockscope::ui {

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    const auto at = m_items.begin() + index;
    QLayoutItem *item = at->release();
    m_items.erase(at);
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange({0, 0, width, 0}, false);
}

QSize FlowLayout::sizeHint() const
{
    const QSize column = sizeOfColumn();
    QSize size(0, 0);
    int shown = 0;
    for (const auto &item : m_items) {
        if (item->isEmpty() || (m_columns > 0 && shown == m_columns))
            continue;
        ++shown;
        const QSize wanted = item->sizeHint().expandedTo(column);
        size = {size.width() + wanted.width(), std::max(size.height(), wanted.height())};
    }
    if (shown > 1)
        size.rwidth() += (shown - 1) * std::max(0, spacing());
    return size.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const
{
    QSize size = sizeOfColumn();
    for (const auto &item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::sizeOfColumn() const
{
    QSize size(0, 0);
    for (const auto &item : m_items) {
        if (m_columns > 0 && !item->isEmpty())
            size = size.expandedTo(item->sizeHint()).expandedTo(item->minimumSize());
    }
    return size;
}

// The height that it takes.
int FlowLayout::arrange(const QRect &rect, bool isReal) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    const int gap = std::max(0, spacing());
    QPoint at = room.topLeft();
    int high = 0; // of the line
    const QSize columnSize = sizeOfColumn();
    int column = 0;
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint().expandedTo(item->minimumSize()).expandedTo(columnSize);
        const bool isFull = at.x() + size.width() > room.left() + room.width();
        if (column > 0 && (isFull || column == m_columns)) {
            at = {room.left(), at.y() + high + gap};
            high = 0;
            column = 0;
        }
        ++column;
        if (isReal)
            item->setGeometry({at, size});
        at.rx() += size.width() + gap;
        high = std::max(high, size.height());
    }
    const QMargins margins = contentsMargins();
    return at.y() + high - room.top() + margins.top() + margins.bottom();
}

} // namespace lockscope::ui
