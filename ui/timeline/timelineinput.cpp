// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of TimelineView that follows mouse, wheel and keys.
#include "ui/theme/textwidth.h"
#include "ui/theme/tooltip.h"
#include "ui/timeline/timelineview.h"

#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

namespace {

constexpr double zoomStep = 1.25;
constexpr double panStep = 0.1; // of the width
constexpr int nameCharacters = 42;
constexpr double mostForNames = 0.3; // of the width

} // namespace

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    fit();
}

// The names and the time beside them have the whole width.
void TimelineView::fit()
{
    m_nameWidth = std::min(nameCharacters * characterWidth(fontMetrics()),
                           static_cast<int>(mostForNames * viewport()->width()));
    const int width = std::max(1, viewport()->width() - m_nameWidth);
    // As wide a time as it was is of no use before anybody has seen it: its width was none.
    m_scale = m_wasShown ? m_scale.withWidth(width)
                         : TimeScale::fitting(m_scale.from, m_scale.to(), width);
    const bool wasInSight = m_current >= 0 && !rowRect(m_current).isEmpty();
    layOut();
    if (wasInSight)
        makeVisible(m_current);
    if (m_following)
        follow();
}

void TimelineView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    m_wasShown = true;
    refreshRows();
    if (m_following)
        follow();
    m_tick.start(static_cast<int>(std::clamp(m_scale.msPerPixel, 33.0, 500.0)));
}

void TimelineView::hideEvent(QHideEvent *event)
{
    QAbstractScrollArea::hideEvent(event);
    m_tick.stop();
    // Of a button that is let go of meanwhile nothing is heard.
    m_pressedAt.reset();
    m_dragging = false;
    viewport()->unsetCursor();
}

void TimelineView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_painter.setLook(palette(), font());
        if (event->type() == QEvent::FontChange)
            fit();
        viewport()->update();
    }
}

bool TimelineView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), toolTipOf(toolTipAt(help->pos())), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    const QPoint turned = event->angleDelta();
    const double x = event->position().x() - lanesLeft();
    if (x < 0) { // over the names
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    event->accept();
    const int sideways = event->modifiers() & Qt::ShiftModifier ? turned.y() : turned.x();
    if (sideways != 0) {
        setScale(m_scale.panned(-sideways / 120.0 * panStep * m_scale.width));
    } else if (turned.y() != 0) {
        const double factor = std::pow(zoomStep, turned.y() / 120.0);
        if (m_following)
            zoom(factor);
        else
            setScale(m_scale.zoomed(factor, x));
    }
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::RightButton)
        chooseAt(event->position().toPoint()); // the menu is about what is there
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedAt = event->position().toPoint();
    m_pressedScale = m_scale;
    m_dragging = false;
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_pressedAt || !(event->buttons() & Qt::LeftButton))
        return;
    const QPoint moved = event->position().toPoint() - *m_pressedAt;
    if (!m_dragging && moved.manhattanLength() < QApplication::startDragDistance())
        return;
    m_dragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    setScale(m_pressedScale.panned(-moved.x()));
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_pressedAt)
        return;
    m_pressedAt.reset();
    viewport()->unsetCursor();
    if (!std::exchange(m_dragging, false))
        chooseAt(event->position().toPoint());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && chooseAt(event->position().toPoint()))
        Q_EMIT activated(m_choice->lock);
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const bool jumps = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = event->key() == Qt::Key_Right ? 1 : -1;
        if (jumps)
            chooseNext(direction);
        else
            setScale(m_scale.panned(direction * panStep * m_scale.width));
        return;
    }
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int last = static_cast<int>(m_rows.lanes.size()) - 1;
        const int next = m_current + (event->key() == Qt::Key_Down ? 1 : -1);
        if (last >= 0)
            choose(std::clamp(next, 0, last));
        return;
    }
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        const int last = static_cast<int>(m_rows.lanes.size()) - 1;
        const int page = verticalScrollBar()->pageStep();
        const int next = m_current + (event->key() == Qt::Key_PageDown ? page : -page);
        if (last >= 0)
            choose(std::clamp(next, 0, last));
        return;
    }
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(zoomStep);
        return;
    case Qt::Key_Minus:
        zoom(1 / zoomStep);
        return;
    case Qt::Key_Home:
        if (m_history.begin())
            setScale(m_scale.panned(
                (double(m_history.begin()->time_since_epoch().count()) - m_scale.from)
                / m_scale.msPerPixel));
        return;
    case Qt::Key_End:
        setFollowing(true);
        return;
    case Qt::Key_0:
        showAll();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_choice)
            Q_EMIT activated(m_choice->lock);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineView::choose(int row, const TimelineStep &step, int holds)
{
    m_choice = TimelineChoice{step, m_history.lockOf(m_rows.lanes[static_cast<std::size_t>(row)]),
                              step.hold ? holds : 0};
    m_current = row;
    makeVisible(row);
    viewport()->update();
    QAccessibleEvent focus(this, QAccessible::Focus);
    focus.setChild(row);
    QAccessible::updateAccessibility(&focus);
    Q_EMIT chosen();
}

// False: no lock is there.
bool TimelineView::chooseAt(const QPoint &place)
{
    const Shown *const shown = shownAt(place);
    if (!shown)
        return false;
    // An action lies on the bars, a time without sight beneath them.
    const TimelineBar *const bar = barAtPlace(*shown, place);
    const std::vector<TimelineMark> marks = marksAt(*shown, place);
    TimelineStep step;
    if (!marks.empty() && (!bar || std::holds_alternative<watch::OperatorMark>(marks.front())))
        step.mark = marks.front();
    else if (bar)
        step.hold = bar->interval;
    choose(shown->row, step, bar ? bar->merged : 1);
    return true;
}

// What was before or after what is chosen, wherever it is in time.
void TimelineView::chooseNext(int direction)
{
    if (m_current < 0)
        return;
    const std::vector<TimelineStep> steps =
        timelineSteps(m_history, m_rows.lanes[static_cast<std::size_t>(m_current)]);
    const TimelineStep *const step =
        stepBeside(steps, m_choice ? &*m_choice : nullptr, direction > 0);
    if (!step)
        return;
    choose(m_current, *step);
    const double from = (double(step->from()) - m_scale.from) / m_scale.msPerPixel;
    if (from < 0 || from >= m_scale.width)
        setScale(m_scale.panned(from - m_scale.width / 2.0));
}

void TimelineView::makeVisible(int row)
{
    QScrollBar *const bar = verticalScrollBar();
    if (row < bar->value()) {
        bar->setValue(row);
        return;
    }
    layOut();
    const auto isWhole = [&] {
        const QRect area = rowRect(row);
        return !area.isEmpty() && area.bottom() < viewport()->height();
    };
    while (!isWhole() && bar->value() < std::min(row, bar->maximum())) {
        bar->setValue(std::max(bar->value() + 1, row - bar->pageStep()));
        layOut();
    }
}

bool TimelineView::reveal(const watch::LockId &lock, std::optional<WallInstant> at)
{
    const auto find = [&] {
        return std::find_if(
            m_rows.lanes.begin(), m_rows.lanes.end(),
            [&](watch::HoldHistory::Lane lane) { return m_history.lockOf(lane) == lock; });
    };
    if (m_history.find(lock) == watch::HoldHistory::noLane)
        return false;
    refreshRows();
    if (find() == m_rows.lanes.end())
        return false; // the filter does not let it through
    const auto lane = find();
    const std::vector<TimelineStep> steps =
        at ? timelineSteps(m_history, *lane) : std::vector<TimelineStep>();
    const TimelineStep *const step = at ? stepAt(steps, *at) : nullptr;
    choose(static_cast<int>(lane - m_rows.lanes.begin()), step ? *step : TimelineStep());
    if (at)
        setScale(m_scale.panned((double(at->time_since_epoch().count()) - m_scale.from)
                                    / m_scale.msPerPixel
                                - m_scale.width / 2.0));
    return true;
}

} // namespace lockscope::ui
