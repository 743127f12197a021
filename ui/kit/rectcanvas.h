// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRect>

#include <utility>
#include <vector>

class QPainter;

namespace lockscope::ui {

// A strip of a picture made of plain rectangles, thousands of them and most a pixel or two wide:
// each is written straight to memory, and the strip is painted at once. QPainter takes several
// times as long for each as it takes to fill it. On a device of shapes, an SVG document, they stay
// rectangles. GUI thread; keeps its memory from strip to strip.
class RectCanvas
{
public:
    // Empty, over the area that is given in the points of the device that it will be painted on.
    void begin(const QRect &area, const QPainter &painter);

    // Paints over existing pixels; parts outside of the strip are clipped. Of opaque colours.
    void fill(const QRect &rect, const QColor &color);

    void paint(QPainter &painter) const;

private:
    int pixelOf(int point) const;

    qreal m_ratio = 1; // pixels a point
    QPoint m_origin; // of the strip, in pixels
    QSize m_size; // in pixels
    std::vector<QRgb> m_pixels; // row by row
    bool m_isOfShapes = false;
    std::vector<std::pair<QRect, QColor>> m_shapes;
};

} // namespace lockscope::ui
