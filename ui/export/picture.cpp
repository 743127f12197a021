// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/picture.h"

#include "ui/export/svgdevice.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>

namespace lockscope::ui {

QByteArray pngOf(QWidget &widget)
{
    QImage image(widget.size() * pictureScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pictureScale);
    image.fill(widget.palette().color(QPalette::Window));
    widget.render(&image);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QByteArray svgOf(QWidget &widget)
{
    SvgDevice device(widget.size(), widget.logicalDpiX(), pictureScale);
    {
        QPainter painter(&device);
        painter.fillRect(widget.rect(), widget.palette().color(QPalette::Window));
        widget.render(&painter);
    }
    return device.document();
}

} // namespace lockscope::ui
