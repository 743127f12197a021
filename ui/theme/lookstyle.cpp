// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/lookstyle.h"

#include "ui/theme/tones.h"

#include <QPainter>
#include <QPen>
#include <QStyleOption>

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

// Where something can be entered or chosen: the edge alone tells that it is there. Round as
// Fusion's.
void drawEdge(QPainter *painter, const QStyleOption &option)
{
    QColor color = borderColor(option.palette);
    if (!option.state.testFlag(QStyle::State_Enabled))
        color = option.palette.color(QPalette::Mid);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(color);
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
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
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_ComboBox || control == CC_SpinBox)
        drawEdgeOrFocus(painter, *option);
    // Else a black handle on black.
    if (control == CC_ScrollBar && isHighContrast(option->palette))
        drawFrame(painter,
                  proxy()->subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget),
                  borderColor(option->palette), 1);
}

} // namespace lockscope::ui
