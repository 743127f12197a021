// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/visibletime.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

constexpr double lead = 0.03; // of the width, ahead of now
constexpr qint64 firstSpan = 60'000; // that is shown at first

} // namespace

VisibleTime::VisibleTime(const insight::HoldHistory &history, const Clock &clock)
    : m_history(history)
    , m_clock(clock)
{
    const qint64 at = now();
    m_scale = TimeScale::fitting(double(at - firstSpan), double(at), 1);
}

qint64 VisibleTime::now() const
{
    return m_clock.wallNow().time_since_epoch().count();
}

double VisibleTime::pixelsTo(qint64 at) const
{
    return (double(at) - m_scale.from) / m_scale.msPerPixel;
}

void VisibleTime::show(const TimeScale &scale)
{
    if (m_isFollowing) {
        m_isFollowing = false;
        Q_EMIT followingChanged(false);
    }
    set(scale);
}

void VisibleTime::set(const TimeScale &scale)
{
    if (m_scale == scale)
        return;
    m_scale = scale;
    Q_EMIT changed();
}

void VisibleTime::setFollowing(bool following)
{
    if (m_isFollowing != following) {
        m_isFollowing = following;
        Q_EMIT followingChanged(following);
    }
    if (m_isFollowing)
        follow();
}

void VisibleTime::follow()
{
    set(m_scale.endingAt(double(now()) + lead * m_scale.msPerPixel * m_scale.width));
}

void VisibleTime::zoom(double factor, std::optional<qint64> around)
{
    if (m_isFollowing) {
        set(m_scale.zoomed(factor, m_scale.width));
        follow();
        return;
    }
    double x = m_scale.width / 2.0;
    if (around) {
        const double wanted = pixelsTo(*around);
        if (wanted >= 0 && wanted <= m_scale.width)
            x = wanted;
    }
    show(m_scale.zoomed(factor, x));
}

void VisibleTime::zoomAt(double factor, double x)
{
    if (m_isFollowing)
        zoom(factor);
    else
        show(m_scale.zoomed(factor, x));
}

void VisibleTime::showAll()
{
    const qint64 end = now();
    const qint64 begin =
        m_history.begin() ? m_history.begin()->time_since_epoch().count() : end - firstSpan;
    const double margin = lead * std::max<double>(1000.0, double(end - begin));
    show(TimeScale::fitting(double(begin) - margin, double(end) + margin, m_scale.width));
}

void VisibleTime::showBeginning()
{
    if (m_history.begin())
        pan(pixelsTo(m_history.begin()->time_since_epoch().count()));
}

void VisibleTime::centre(qint64 at)
{
    pan(pixelsTo(at) - m_scale.width / 2.0);
}

void VisibleTime::centreIfOutOfSight(qint64 at)
{
    const double x = pixelsTo(at);
    if (x < 0 || x >= m_scale.width)
        centre(at);
}

void VisibleTime::setWidth(int pixels, bool keepsAll)
{
    m_scale = keepsAll ? TimeScale::fitting(m_scale.from, m_scale.to(), pixels)
                       : m_scale.withWidth(pixels);
}

} // namespace lockscope::ui
