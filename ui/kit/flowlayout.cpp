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
    QSize size(0, 0);
    for (const auto &item : m_items) {
        const QSize wanted = item->sizeHint();
        size = {size.width() + wanted.width(), std::max(size.height(), wanted.height())};
    }
    if (count() > 1)
        size.rwidth() += (count() - 1) * std::max(0, spacing());
    return size.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const auto &item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

// The height that it takes.
int FlowLayout::arrange(const QRect &rect, bool isReal) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    const int gap = std::max(0, spacing());
    QPoint at = room.topLeft();
    int high = 0; // of the line
    for (const auto &item : m_items) {
        const QSize size = item->sizeHint().expandedTo(item->minimumSize());
        if (at.x() > room.left() && at.x() + size.width() > room.left() + room.width()) {
            at = {room.left(), at.y() + high + gap};
            high = 0;
        }
        if (isReal)
            item->setGeometry({at, size});
        at.rx() += size.width() + gap;
        high = std::max(high, size.height());
    }
    const QMargins margins = contentsMargins();
    return at.y() + high - room.top() + margins.top() + margins.bottom();
}

} // namespace lockscope::ui
