// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/visibletime.h"

#include <QObject>
#include <QPoint>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace lockscope::ui {

// Mouse, wheel and keys of a timeline: moves the time itself, and tells what else is wanted. GUI
// thread; time and viewport, on which it shows the cursor, must outlive it.
class TimelineInput : public QObject
{
    Q_OBJECT

public:
    TimelineInput(VisibleTime &time, QWidget *viewport);

    bool isPressed() const { return m_pressedAt.has_value(); }

    // False: it is over the names, whose rows are scrolled.
    bool wheel(QWheelEvent *event, int lanesLeft);
    void press(const QMouseEvent &event);
    void move(const QMouseEvent &event);
    void release(const QMouseEvent &event);
    void doubleClick(const QMouseEvent &event);
    bool key(const QKeyEvent &event); // false: it is none of the timeline's
    void cancel(); // of a button that is let go of elsewhere nothing is heard

Q_SIGNALS:
    void pointedAt(const QPoint &place);
    void placeOpened(const QPoint &place);
    void rowsMoved(int rows);
    void pagesMoved(int pages);
    void stepped(int direction); // to another hold or mark of the lock
    void zoomed(double factor); // around what is chosen
    void opened();

private:
    VisibleTime &m_time;
    QWidget *m_viewport;
    std::optional<QPoint> m_pressedAt;
    TimeScale m_pressedScale;
    bool m_isDragging = false;
};

} // namespace lockscope::ui
