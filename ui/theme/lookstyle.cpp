// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/lookstyle.h"

#include "ui/theme/tones.h"

#include <QPainter>
#include <QPen>
#include <QStyleOptionSlider>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

void drawFrame(QPainter *painter, const QRect &rect, const QColor &color, qreal width)
{
    painter->save();
    painter->setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter->setBrush(Qt::NoBrush);
    const qreal half = width / 2;
    painter->drawRect(QRectF(rect).adjusted(half, half, -half, -half));
    painter->restore();
}

// The edge of a widget for input or choice, which only this edge makes visible. Round as Fusion's:
// at the corners, or a whole circle.
void drawEdge(QPainter *painter, const QStyleOption &option, bool isCircle = false)
{
    QColor color = borderColor(option.palette);
    if (!option.state.testFlag(QStyle::State_Enabled))
        color = option.palette.color(QPalette::Mid);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(color);
    painter->setBrush(Qt::NoBrush);
    const QRect &rect = option.rect;
    const double radius = (rect.width() - 1) / 2.0; // of Fusion's circle, and its centre
    if (isCircle)
        painter->drawEllipse(QPointF(rect.center() + QPoint(1, 1)), radius, radius);
    else
        painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter->restore();
}

void drawEdgeOrFocus(QPainter *painter, const QStyleOption &option)
{
    if (option.state.testFlag(QStyle::State_HasFocus))
        drawFrame(painter, option.rect, focusColor(option.palette), 2);
    else
        drawEdge(painter, option);
}

} // namespace

LookStyle::LookStyle()
    : QProxyStyle(u"fusion"_s)
{
    setObjectName("lookStyle"_L1);
}

void LookStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option,
                              QPainter *painter, const QWidget *widget) const
{
    if (element == PE_FrameFocusRect) {
        drawFrame(painter, option->rect, focusColor(option->palette), 1);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    switch (element) {
    case PE_PanelLineEdit: {
        const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
        if (frame && frame->lineWidth > 0) // those inside of other controls have none
            drawEdgeOrFocus(painter, *option);
        break;
    }
    case PE_PanelButtonCommand: // has its text, and but for high contrast its own ground
        if (option->state.testFlag(State_HasFocus) || isHighContrast(option->palette))
            drawEdgeOrFocus(painter, *option);
        break;
    case PE_IndicatorCheckBox:
        drawEdge(painter, *option);
        break;
    case PE_IndicatorRadioButton:
        drawEdge(painter, *option, true);
        break;
    case PE_FrameGroupBox:
    case PE_FrameMenu:
    case PE_PanelTipLabel:
        if (isHighContrast(option->palette))
            drawFrame(painter, option->rect, borderColor(option->palette), 1);
        break;
    default:
        break;
    }
}

void LookStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                            const QWidget *widget) const
{
    QProxyStyle::drawControl(element, option, painter, widget);
    if (element != CE_TabBarTabShape)
        return;
    const bool isChosen = option->state.testFlag(State_Selected);
    if (isChosen && option->state.testFlag(State_HasFocus))
        drawFrame(painter, option->rect, focusColor(option->palette), 2);
    else if (isHighContrast(option->palette))
        drawFrame(painter, option->rect, borderColor(option->palette), isChosen ? 2 : 1);
}

void LookStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                                   QPainter *painter, const QWidget *widget) const
{
    if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        bar && control == CC_ScrollBar) {
        drawScrollBar(*bar, painter, widget);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_ComboBox || control == CC_SpinBox)
        drawEdgeOrFocus(painter, *option);
}

// In plain colours: Qt hands gradients as long as a window to several threads, and to wake those
// takes longer than all else that a frame paints.
void LookStyle::drawScrollBar(const QStyleOptionSlider &bar, QPainter *painter,
                              const QWidget *widget) const
{
    const QPalette &palette = bar.palette;
    const bool isFlat = bar.orientation == Qt::Horizontal;
    painter->fillRect(bar.rect, palette.color(QPalette::Window));
    const auto drawArrow = [&](SubControl button, PrimitiveElement arrow, bool isAtEnd) {
        const QRect place = proxy()->subControlRect(CC_ScrollBar, &bar, button, widget);
        if (place.isEmpty())
            return;
        QStyleOption option = bar;
        option.rect = place.adjusted(4, 4, -4, -4);
        option.state.setFlag(State_Enabled, !isAtEnd && bar.state.testFlag(State_Enabled));
        option.palette.setCurrentColorGroup(option.state.testFlag(State_Enabled)
                                                ? palette.currentColorGroup()
                                                : QPalette::Disabled);
        proxy()->drawPrimitive(arrow, &option, painter, widget);
    };
    const bool isReversed = isFlat && bar.direction == Qt::RightToLeft;
    drawArrow(SC_ScrollBarSubLine,
              isReversed   ? PE_IndicatorArrowRight
                  : isFlat ? PE_IndicatorArrowLeft
                           : PE_IndicatorArrowUp,
              bar.sliderValue == bar.minimum);
    drawArrow(SC_ScrollBarAddLine,
              isReversed   ? PE_IndicatorArrowLeft
                  : isFlat ? PE_IndicatorArrowRight
                           : PE_IndicatorArrowDown,
              bar.sliderValue == bar.maximum);
    if (bar.minimum == bar.maximum)
        return;
    const QRect slider = proxy()->subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSlider, widget);
    const bool isAimedAt = bar.activeSubControls.testFlag(SC_ScrollBarSlider)
        && bar.state & (State_MouseOver | State_Sunken);
    const int edge = 3;
    painter->fillRect(isFlat ? slider.adjusted(0, edge, 0, -edge)
                             : slider.adjusted(edge, 0, -edge, 0),
                      isAimedAt ? palette.color(QPalette::WindowText) : borderColor(palette));
}

} // namespace lockscope::ui
