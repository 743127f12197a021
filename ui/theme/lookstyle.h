// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QStyleOptionSlider;

namespace lockscope::ui {

// Fusion, with edges that can be seen around fields and a frame around what has the focus. Fusion
// makes its outlines from the colour of windows, a little darker: on dark windows nobody sees them.
// In a palette of high contrast everything else gets an edge, too. GUI thread.
class LookStyle : public QProxyStyle
{
    Q_OBJECT

public:
    LookStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                            QPainter *painter, const QWidget *widget = nullptr) const override;

private:
    void drawScrollBar(const QStyleOptionSlider &bar, QPainter *painter,
                       const QWidget *widget) const;
};

} // namespace lockscope::ui
