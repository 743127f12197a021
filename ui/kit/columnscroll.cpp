// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/columnscroll.h"

#include <QEvent>
#include <QScrollBar>

namespace lockscope::ui {

ColumnScroll::ColumnScroll(QWidget *contents, Width width, QWidget *parent)
    : QScrollArea(parent)
    , m_width(width)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setWidget(contents);
}

QSize ColumnScroll::minimumSizeHint() const
{
    QSize least = QScrollArea::minimumSizeHint();
    if (const QWidget *contents = widget(); contents && m_width == Width::Whole)
        least.setWidth(contents->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width()
                       + 2 * frameWidth());
    return least;
}

bool ColumnScroll::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace lockscope::ui
