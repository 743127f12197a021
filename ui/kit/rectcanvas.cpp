// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/rectcanvas.h"

#include <QImage>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

void RectCanvas::begin(const QRect &area, const QPainter &painter)
{
    m_isOfShapes = painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::SVG;
    m_shapes.clear();
    m_ratio = painter.device()->devicePixelRatioF();
    const auto down = [this](int point) { return int(std::floor(point * m_ratio)); };
    const auto up = [this](int point) { return int(std::ceil(point * m_ratio)); };
    m_origin = {down(area.left()), down(area.top())};
    m_size = {std::max(0, up(area.left() + area.width()) - m_origin.x()),
              std::max(0, up(area.top() + area.height()) - m_origin.y())};
    m_pixels.assign(std::size_t(m_size.width()) * std::size_t(m_size.height()), 0);
}

// As QPainter rounds the edges of filled rectangles.
int RectCanvas::pixelOf(int point) const
{
    return m_ratio == 1 ? point : int(std::lround(point * m_ratio));
}

void RectCanvas::fill(const QRect &rect, const QColor &color)
{
    if (m_isOfShapes) {
        m_shapes.emplace_back(rect, color);
        return;
    }
    const int left = std::max(0, pixelOf(rect.left()) - m_origin.x());
    const int top = std::max(0, pixelOf(rect.top()) - m_origin.y());
    const int right = std::min(m_size.width(), pixelOf(rect.left() + rect.width()) - m_origin.x());
    const int bottom =
        std::min(m_size.height(), pixelOf(rect.top() + rect.height()) - m_origin.y());
    if (right <= left)
        return;
    const QRgb pixel = color.rgb();
    for (int y = top; y < bottom; ++y) {
        QRgb *const line = m_pixels.data() + std::size_t(y) * std::size_t(m_size.width());
        std::fill(line + left, line + right, pixel);
    }
}

void RectCanvas::paint(QPainter &painter) const
{
    for (const auto &[rect, color] : m_shapes)
        painter.fillRect(rect, color);
    if (m_isOfShapes || m_pixels.empty())
        return;
    QImage strip(reinterpret_cast<const uchar *>(m_pixels.data()), m_size.width(), m_size.height(),
                 QImage::Format_ARGB32_Premultiplied);
    strip.setDevicePixelRatio(m_ratio);
    painter.drawImage(QPointF(m_origin) / m_ratio, strip);
}

} // namespace lockscope::ui
