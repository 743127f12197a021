// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/tile.h"

#include "ui/theme/tooltip.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

void paintText(QPainter &painter, const QRectF &area, Qt::Alignment where, const QString &text,
               const QFont &font, const QColor &color, Qt::TextElideMode mode)
{
    if (text.isEmpty() || area.width() < 4)
        return;
    painter.setFont(font);
    painter.setPen(color);
    const QString fitting = QFontMetricsF(font).elidedText(text, mode, area.width());
    painter.drawText(area, static_cast<int>(where.toInt()) | Qt::TextSingleLine, fitting);
}

void describeTile(QWidget &tile, const QString &name, const QString &description)
{
    if (tile.accessibleName() != name)
        tile.setAccessibleName(name);
    if (tile.accessibleDescription() != description)
        tile.setAccessibleDescription(description);
    const QString tip = toolTipOf(description.isEmpty() ? name : name + u'\n' + description);
    if (tile.toolTip() != tip)
        tile.setToolTip(tip);
}

Tile::Tile(const QString &name, QWidget *parent)
    : QAbstractButton(parent)
{
    setObjectName(name);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::clicked, this, [this] {
        if (m_link.to != TileLink::To::Nowhere)
            Q_EMIT chosen(m_link);
    });
}

void Tile::setLink(const TileLink &link)
{
    m_link = link;
    setCursor(link.to == TileLink::To::Nowhere ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

Tile::Ground Tile::ground() const
{
    return {.fill = palette().color(QPalette::Base), .text = palette().color(QPalette::Text)};
}

double Tile::line() const
{
    return QFontMetricsF(font()).height();
}

QFont Tile::fontOf(double share, bool isBold) const
{
    QFont scaled = font();
    scaled.setPixelSize(std::max(1, static_cast<int>(QFontInfo(font()).pixelSize() * share)));
    scaled.setBold(isBold);
    return scaled;
}

// Space is the window's, which pauses; Enter is the tile's.
void Tile::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Select)
        event->ignore();
    else
        QAbstractButton::keyPressEvent(event);
}

void Tile::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Select)
        event->ignore();
    else
        QAbstractButton::keyReleaseEvent(event);
}

void Tile::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Ground ground = this->ground();
    const bool isLit =
        (underMouse() || isDown()) && m_link.to != TileLink::To::Nowhere && isEnabled();
    const double radius = line() * 0.35;
    const QRectF outline = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(ground.isFramed
                       ? QPen(isLit ? focusColor(palette()) : palette().color(QPalette::Mid))
                       : QPen(Qt::NoPen));
    painter.setBrush(ground.fill.isValid() ? QBrush(ground.fill)
                         : isLit           ? QBrush(palette().color(QPalette::AlternateBase))
                                           : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(outline, radius, radius);
    if (ground.isHatched) {
        QColor stripes = ground.text;
        stripes.setAlphaF(0.16F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(stripes, Qt::BDiagPattern));
        painter.drawRoundedRect(outline, radius, radius);
    }
    double left = line() * 0.55;
    if (ground.bar.isValid()) {
        const double wide = line() * 0.4;
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground.bar);
        painter.drawRoundedRect(QRectF(0, 0, wide, height()), radius * 0.6, radius * 0.6);
        left += wide;
    }
    const double edge = line() * 0.2;
    paintFacts(painter, QRectF(rect()).adjusted(left, edge, -line() * 0.55, -edge), ground.text);
    if (hasFocus()) {
        const bool isOnFill =
            ground.fill.isValid() && contrast(ground.fill, focusColor(palette())) < 3;
        painter.setPen(QPen(isOnFill ? ground.text : focusColor(palette()), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), radius, radius);
    }
}

void MoreTile::show(const QString &text, const TileLink &link, Tone tone)
{
    setVisible(true);
    if (text == m_text && tone == m_tone && link == this->link())
        return;
    m_text = text;
    m_tone = tone;
    setLink(link);
    describeTile(*this, text, {});
    update();
}

Tile::Ground MoreTile::ground() const
{
    return {.fill = {},
            .text = m_tone == Tone::Alarm ? toneColor(Tone::Alarm, palette())
                                          : toneColor(Tone::Neutral, palette()),
            .isFramed = false};
}

void MoreTile::paintFacts(QPainter &painter, const QRectF &area, const QColor &text)
{
    paintText(painter, area, Qt::AlignLeft | Qt::AlignVCenter, m_text, font(), text);
}

} // namespace lockscope::ui
