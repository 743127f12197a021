// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSize>

#include <memory>

namespace lockscope::ui {

class SvgEngine;

// A paint device that produces an SVG document: shapes and texts as such, pictures and patterns as
// embedded images. Qt's own generator is in a module that is not installed everywhere, and up to
// 6.4 it ignores clipping. GUI thread; the document is there when painting has ended.
class SvgDevice : public QPaintDevice
{
public:
    // Painted in these points, shown so many times as large.
    SvgDevice(const QSize &size, int dotsPerInch, int scale);
    ~SvgDevice() override;

    QByteArray document() const;
    QPaintEngine *paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize m_size;
    int m_dotsPerInch;
    int m_scale;
    std::unique_ptr<SvgEngine> m_engine;
};

} // namespace lockscope::ui
