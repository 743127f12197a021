// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineinput.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include <cmath>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr double zoomStep = 1.25;
constexpr double panStep = 0.1; // of the width

} // namespace

TimelineInput::TimelineInput(VisibleTime &time, QWidget *viewport)
    : m_time(time)
    , m_viewport(viewport)
{}

bool TimelineInput::wheel(QWheelEvent *event, int lanesLeft)
{
    const QPoint turned = event->angleDelta();
    const double x = event->position().x() - lanesLeft;
    if (x < 0)
        return false;
    event->accept();
    const int sideways = event->modifiers() & Qt::ShiftModifier ? turned.y() : turned.x();
    if (sideways != 0)
        m_time.pan(-sideways / 120.0 * panStep * m_time.scale().width);
    else if (turned.y() != 0)
        m_time.zoomAt(std::pow(zoomStep, turned.y() / 120.0), x);
    return true;
}

void TimelineInput::press(const QMouseEvent &event)
{
    if (event.button() == Qt::RightButton)
        Q_EMIT pointedAt(event.position().toPoint()); // the menu is about what is there
    if (event.button() != Qt::LeftButton)
        return;
    m_pressedAt = event.position().toPoint();
    m_pressedScale = m_time.scale();
    m_isDragging = false;
}

void TimelineInput::move(const QMouseEvent &event)
{
    if (!m_pressedAt || !(event.buttons() & Qt::LeftButton))
        return;
    const QPoint moved = event.position().toPoint() - *m_pressedAt;
    if (!m_isDragging && moved.manhattanLength() < QApplication::startDragDistance())
        return;
    m_isDragging = true;
    m_viewport->setCursor(Qt::ClosedHandCursor);
    m_time.show(m_pressedScale.panned(-moved.x()));
}

void TimelineInput::release(const QMouseEvent &event)
{
    if (event.button() != Qt::LeftButton || !m_pressedAt)
        return;
    m_pressedAt.reset();
    m_viewport->unsetCursor();
    if (!std::exchange(m_isDragging, false))
        Q_EMIT pointedAt(event.position().toPoint());
}

void TimelineInput::doubleClick(const QMouseEvent &event)
{
    if (event.button() == Qt::LeftButton)
        Q_EMIT placeOpened(event.position().toPoint());
}

bool TimelineInput::key(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = event.key() == Qt::Key_Right ? 1 : -1;
        if (event.modifiers() & Qt::ControlModifier)
            Q_EMIT stepped(direction);
        else
            m_time.pan(direction * panStep * m_time.scale().width);
        return true;
    }
    case Qt::Key_Up:
    case Qt::Key_Down:
        Q_EMIT rowsMoved(event.key() == Qt::Key_Down ? 1 : -1);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        Q_EMIT pagesMoved(event.key() == Qt::Key_PageDown ? 1 : -1);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        Q_EMIT zoomed(zoomStep);
        return true;
    case Qt::Key_Minus:
        Q_EMIT zoomed(1 / zoomStep);
        return true;
    case Qt::Key_Home:
        m_time.showBeginning();
        return true;
    case Qt::Key_End:
        m_time.setFollowing(true);
        return true;
    case Qt::Key_0:
        m_time.showAll();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT opened();
        return true;
    default:
        return false;
    }
}

void TimelineInput::cancel()
{
    m_pressedAt.reset();
    m_isDragging = false;
    m_viewport->unsetCursor();
}

} // namespace lockscope::ui
