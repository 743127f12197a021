// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/appicon.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace lockscope::ui {

namespace {

// In the coordinates of the SVG file: 64 by 64.
QPixmap drawn(int size)
{
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / 64.0, size / 64.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0x1f, 0x4f, 0xa8));
    painter.drawRoundedRect(QRectF(2, 2, 60, 60), 13, 13);
    painter.setPen(QPen(Qt::white, 5, Qt::SolidLine, Qt::RoundCap));
    painter.setBrush(Qt::NoBrush);
    QPainterPath shackle(QPointF(22, 30));
    shackle.lineTo(22, 23);
    shackle.arcTo(QRectF(22, 13, 20, 20), 180, -180);
    shackle.lineTo(42, 30);
    painter.drawPath(shackle);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::white);
    painter.drawRoundedRect(QRectF(14, 29, 36, 23), 4, 4);
    // The pulse of a lease that is renewed.
    painter.setPen(QPen(QColor(0x1f, 0x4f, 0xa8), 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF({{18, 41}, {26, 41}, {30, 35}, {35, 47}, {39, 41}, {46, 41}}));
    return pixmap;
}

} // namespace

QIcon appIcon()
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addPixmap(drawn(size));
    return icon;
}

} // namespace lockscope::ui
