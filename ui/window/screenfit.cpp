// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/screenfit.h"

#include <QScreen>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace lockscope::ui {

QRect fittedTo(const QRect &room, const QRect &window, const QMargins &frame)
{
    const QRect inner = room.marginsRemoved(frame);
    const QSize size = window.size().boundedTo(inner.size());
    const auto within = [](int wanted, int length, int from, int space) {
        return std::clamp(wanted, from, from + space - length);
    };
    return {{within(window.x(), size.width(), inner.x(), inner.width()),
             within(window.y(), size.height(), inner.y(), inner.height())},
            size};
}

QSize firstSize(const QSize &room)
{
    constexpr QSize least(1280, 800);
    constexpr QSize most(1800, 1100);
    return (room * 0.9).boundedTo(most).expandedTo(least);
}

void fitToScreen(QWidget &window)
{
    const QScreen *screen = window.screen();
    if (!screen || window.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen))
        return;
    const QRect frameRect = window.frameGeometry();
    const QRect inner = window.geometry();
    QMargins frame(inner.left() - frameRect.left(), inner.top() - frameRect.top(),
                   frameRect.right() - inner.right(), frameRect.bottom() - inner.bottom());
    if (frame.isNull()) {
        const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
        const int edge = window.style()->pixelMetric(QStyle::PM_MdiSubWindowFrameWidth);
        frame = {edge, title + edge, edge, edge};
    }
    const QRect fitted = fittedTo(screen->availableGeometry(), inner, frame);
    if (fitted.size() != inner.size())
        window.resize(fitted.size());
    if (window.testAttribute(Qt::WA_Moved) && fitted.topLeft() != inner.topLeft())
        window.move(fitted.topLeft() - QPoint(frame.left(), frame.top()));
}

} // namespace lockscope::ui
