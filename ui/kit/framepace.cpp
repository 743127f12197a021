// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/framepace.h"

#include <QCoreApplication>
#include <QEvent>

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

// As short as a reader could tell, and as long as a frame at 30 Hz: pieces of two milliseconds and
// more, of which two at a time would be seen as a jerk, have a whole frame each.
constexpr Instant::duration shortestPause = 3ms;
constexpr Instant::duration longestPause = 33ms;
constexpr int restPerWork = 16;

} // namespace

FramePace::FramePace(const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &FramePace::runNext);
    m_laterWork.setSingleShot(true);
    connect(&m_laterWork, &QTimer::timeout, this, &FramePace::postBehindPainting);
}

void FramePace::ask(Piece piece)
{
    if (m_waiting.empty() && restLeft() <= 0ns) {
        run(piece);
        return;
    }
    m_waiting.push_back(std::move(piece));
    if (!m_timer.isActive())
        wait();
}

void FramePace::run(const Piece &piece)
{
    m_began = m_clock.now();
    m_pause = longestPause; // until it is known what the piece costs
    piece();
    m_laterWork.stop();
    m_isLaidOut = false;
    QCoreApplication::removePostedEvents(this, QEvent::User);
    postBehindPainting();
}

void FramePace::runNext()
{
    const Piece piece = std::move(m_waiting.front());
    m_waiting.pop_front();
    run(piece);
    if (!m_waiting.empty())
        wait();
}

// Qt paints when nothing else is left to do.
void FramePace::postBehindPainting()
{
    QCoreApplication::postEvent(this, new QEvent(QEvent::User), Qt::LowEventPriority - 1);
}

// Views of items lay out what has changed by a timer, and paint after that: that is the second
// time.
bool FramePace::event(QEvent *event)
{
    if (event->type() != QEvent::User)
        return QObject::event(event);
    if (!std::exchange(m_isLaidOut, true))
        m_laterWork.start(0ms);
    else
        measure();
    return true;
}

void FramePace::measure()
{
    m_pause = std::clamp((m_clock.now() - m_began) * restPerWork, shortestPause, longestPause);
    if (!m_waiting.empty())
        wait();
}

void FramePace::wait()
{
    m_timer.start(std::chrono::ceil<Millis>(std::max<Instant::duration>(0ns, restLeft())));
}

Instant::duration FramePace::restLeft() const
{
    return m_pause - (m_clock.now() - m_began);
}

} // namespace lockscope::ui
