// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/columnscroll.h"

#include <QEvent>
#include <QScreen>
#include <QScrollBar>

#include <algorithm>

namespace lockscope::ui {

ColumnScroll::ColumnScroll(QWidget *contents, QWidget *parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setWidget(contents);
}

QSize ColumnScroll::minimumSizeHint() const
{
    QSize least = QScrollArea::minimumSizeHint();
    if (const QWidget *contents = widget()) {
        const int bar = verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOff
            ? 0
            : verticalScrollBar()->sizeHint().width();
        least.setWidth(std::min(contents->minimumSizeHint().width() + bar + 2 * frameWidth(),
                                screen()->availableSize().width() / 2));
    }
    return least;
}

bool ColumnScroll::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace lockscope::ui
