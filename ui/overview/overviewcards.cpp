// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overviewcards.h"

#include "ui/overview/tile.h"
#include "ui/wording/wording.h"

#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

namespace {

void paintGround(QPainter &painter, const QWidget &widget, double line)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(widget.palette().color(QPalette::Mid));
    painter.setBrush(widget.palette().color(QPalette::Base));
    const double radius = line * 0.35;
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

} // namespace

OverviewCard::OverviewCard(const QString &name, const QString &heading, QWidget *parent)
    : QWidget(parent)
    , m_heading(heading)
{
    setObjectName(name);
    setAccessibleName(heading);
}

void OverviewCard::setEmptyText(const QString &text)
{
    if (text == m_empty)
        return;
    m_empty = text;
    setAccessibleDescription(text);
    update();
}

void OverviewCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const double line = QFontMetricsF(font()).height();
    paintGround(painter, *this, line);
    QFont bold = font();
    bold.setBold(true);
    const double side = line * 0.85;
    paintText(painter, QRectF(side, line * 0.3, width() - 2 * side, line * 1.4),
              Qt::AlignLeft | Qt::AlignVCenter, m_heading, bold, palette().color(QPalette::Text));
    paintText(painter, QRectF(side, line * 1.9, width() - 2 * side, line * 1.6),
              Qt::AlignLeft | Qt::AlignVCenter, m_empty, font(), toneColor(Tone::Quiet, palette()));
}

Heartbeat::Heartbeat(const QString &name, QWidget *parent)
    : QWidget(parent)
{
    setObjectName(name);
    setAccessibleName(tr("Time of day"));
}

void Heartbeat::show(WallInstant now, WallInstant picture, bool isPaused)
{
    const QString time = wording::clockTime(now, now);
    const QString at = wording::clockTime(picture, now);
    const QString text = isPaused ? tr("paused at %1").arg(at) : tr("picture of %1").arg(at);
    if (time == m_time && text == m_picture && isPaused == m_isPaused)
        return;
    m_time = time;
    m_picture = text;
    m_isPaused = isPaused;
    const auto seconds =
        std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count() % 60;
    m_second = static_cast<int>(seconds);
    update();
}

void Heartbeat::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const double line = QFontMetricsF(font()).height();
    paintGround(painter, *this, line);
    const double side = line * 0.7;
    const QRectF area = QRectF(rect()).adjusted(side, line * 0.2, -side, -line * 0.2);
    QFont large = font();
    large.setBold(true);
    large.setPixelSize(std::max(1, static_cast<int>(height() * 0.32)));
    const double needed = QFontMetricsF(large).horizontalAdvance(m_time);
    if (needed > area.width())
        large.setPixelSize(
            std::max(1, static_cast<int>(large.pixelSize() * area.width() / needed)));
    paintText(painter, QRectF(area.left(), area.top(), area.width(), area.height() * 0.5),
              Qt::AlignHCenter | Qt::AlignVCenter, m_time, large, palette().color(QPalette::Text));
    paintText(
        painter,
        QRectF(area.left(), area.top() + area.height() * 0.5, area.width(), area.height() * 0.28),
        Qt::AlignHCenter | Qt::AlignVCenter, m_picture, font(),
        toneColor(m_isPaused ? Tone::Notice : Tone::Quiet, palette()));
    const double y = area.bottom() - area.height() * 0.11;
    const double size = line * 0.5;
    painter.setPen(QPen(palette().color(QPalette::Mid), 2));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(Qt::NoPen);
    painter.setBrush(toneColor(Tone::Neutral, palette()));
    const double x = area.left() + (area.width() - size) * position();
    painter.drawEllipse(QRectF(x, y - size / 2, size, size));
}

} // namespace lockscope::ui
