// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/glyph.h"

#include <QPainter>
#include <QPainterPath>

namespace lockscope::ui {

namespace {

constexpr qreal side = 24; // of the square that the drawings are made for
constexpr qreal stroke = 2;

// Filled with the colour of the pen, without an outline.
template <typename Draw>
void filled(QPainter &painter, const Draw &draw)
{
    painter.save();
    painter.setBrush(painter.pen().color());
    painter.setPen(Qt::NoPen);
    draw();
    painter.restore();
}

void paintOverview(QPainter &painter)
{
    painter.drawRect(QRectF(3, 3, 7, 10));
    painter.drawRect(QRectF(14, 3, 7, 5));
    painter.drawRect(QRectF(14, 12, 7, 9));
    painter.drawRect(QRectF(3, 17, 7, 4));
}

void paintLocks(QPainter &painter)
{
    painter.drawRoundedRect(QRectF(4, 11, 16, 10), 2, 2);
    QPainterPath shackle(QPointF(8, 11));
    shackle.lineTo(8, 7);
    shackle.arcTo(QRectF(8, 3, 8, 8), 180, -180);
    shackle.lineTo(16, 11);
    painter.drawPath(shackle);
}

void paintQueue(QPainter &painter)
{
    filled(painter, [&] { painter.drawEllipse(QPointF(5, 5), 2.5, 2.5); });
    painter.drawLine(QPointF(10, 5), QPointF(21, 5));
    for (const qreal y : {12.0, 19.0}) {
        painter.drawEllipse(QPointF(5, y), 2, 2);
        painter.drawLine(QPointF(10, y), QPointF(21, y));
    }
}

void paintTimeline(QPainter &painter)
{
    filled(painter, [&] {
        painter.drawRoundedRect(QRectF(3, 4, 10, 4), 1, 1);
        painter.drawRoundedRect(QRectF(8, 10, 9, 4), 1, 1);
        painter.drawRoundedRect(QRectF(14, 16, 7, 4), 1, 1);
    });
}

void paintBlocking(QPainter &painter)
{
    painter.drawEllipse(QPointF(5, 12), 3, 3);
    painter.drawLine(QPointF(8, 12), QPointF(15, 12));
    painter.drawPolyline(QPolygonF({{11.5, 8}, {15.5, 12}, {11.5, 16}}));
    painter.drawLine(QPointF(20, 4), QPointF(20, 20));
}

void paintContention(QPainter &painter)
{
    filled(painter, [&] {
        painter.drawRect(QRectF(4, 4, 4, 16));
        painter.drawRect(QRectF(10, 9, 4, 11));
        painter.drawRect(QRectF(16, 14, 4, 6));
    });
}

void paintQuorum(QPainter &painter)
{
    filled(painter, [&] {
        painter.drawEllipse(QPointF(12, 6), 4, 4);
        painter.drawEllipse(QPointF(6, 17), 4, 4);
    });
    painter.drawEllipse(QPointF(18, 17), 3, 3);
}

void paintIncidents(QPainter &painter)
{
    QPainterPath bell(QPointF(4, 17));
    bell.quadTo(6.5, 14, 6.5, 10);
    bell.arcTo(QRectF(6.5, 3.5, 11, 11), 180, -180);
    bell.quadTo(17.5, 14, 20, 17);
    bell.closeSubpath();
    painter.drawPath(bell);
    painter.drawLine(QPointF(10.5, 20.5), QPointF(13.5, 20.5));
}

void paintEvents(QPainter &painter)
{
    painter.drawPolyline(
        QPolygonF({{2.5, 12}, {7, 12}, {10, 4.5}, {14, 19.5}, {17, 12}, {21.5, 12}}));
}

void paintServers(QPainter &painter)
{
    for (const qreal y : {3.5, 13.5}) {
        painter.drawRoundedRect(QRectF(3, y, 18, 7), 1.5, 1.5);
        painter.drawPoint(QPointF(7, y + 3.5));
    }
}

void paintWorkbench(QPainter &painter)
{
    QPainterPath jaws;
    jaws.arcMoveTo(QRectF(11.5, 2.5, 10, 10), 15);
    jaws.arcTo(QRectF(11.5, 2.5, 10, 10), 15, -300);
    jaws.lineTo(16.5, 7.5);
    jaws.closeSubpath();
    painter.drawPath(jaws);
    QPen handle = painter.pen();
    handle.setWidthF(2 * stroke);
    painter.setPen(handle);
    painter.drawLine(QPointF(12, 12), QPointF(4.5, 19.5));
}

void paintAudit(QPainter &painter)
{
    painter.drawRoundedRect(QRectF(4.5, 3, 15, 18), 1.5, 1.5);
    painter.drawLine(QPointF(8, 7.5), QPointF(16, 7.5));
    painter.drawPolyline(QPolygonF({{8, 14}, {11, 17}, {16, 11.5}}));
}

void paintEstate(QPainter &painter)
{
    painter.drawRect(QRectF(3, 3, 7, 5));
    painter.drawPolyline(QPolygonF({{6.5, 8}, {6.5, 19}, {13, 19}}));
    painter.drawLine(QPointF(6.5, 12), QPointF(13, 12));
    painter.drawRect(QRectF(14, 10, 7, 4));
    painter.drawRect(QRectF(14, 17, 7, 4));
}

void draw(QPainter &painter, Glyph glyph)
{
    switch (glyph) {
    case Glyph::None:
        return;
    case Glyph::Overview:
        return paintOverview(painter);
    case Glyph::Locks:
        return paintLocks(painter);
    case Glyph::Queue:
        return paintQueue(painter);
    case Glyph::Timeline:
        return paintTimeline(painter);
    case Glyph::Blocking:
        return paintBlocking(painter);
    case Glyph::Contention:
        return paintContention(painter);
    case Glyph::Quorum:
        return paintQuorum(painter);
    case Glyph::Incidents:
        return paintIncidents(painter);
    case Glyph::Events:
        return paintEvents(painter);
    case Glyph::Servers:
        return paintServers(painter);
    case Glyph::Workbench:
        return paintWorkbench(painter);
    case Glyph::Audit:
        return paintAudit(painter);
    case Glyph::Estate:
        return paintEstate(painter);
    }
}

} // namespace

void paintGlyph(QPainter *painter, const QRectF &place, Glyph glyph, const QColor &color)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(place.topLeft());
    painter->scale(place.width() / side, place.height() / side);
    painter->setPen(QPen(color, stroke, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    draw(*painter, glyph);
    painter->restore();
}

} // namespace lockscope::ui
