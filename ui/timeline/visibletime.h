// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/timeline/timelinegeometry.h"

#include <QObject>

#include <optional>

namespace lockscope::ui {

// The stretch of time that a timeline shows, and whether it follows the present. GUI thread; a
// value with signals, history and clock must outlive it. Moving it ends the following.
class VisibleTime : public QObject
{
    Q_OBJECT

public:
    VisibleTime(const insight::HoldHistory &history, const Clock &clock);

    const TimeScale &scale() const { return m_scale; }
    bool isFollowing() const { return m_isFollowing; }
    qint64 now() const; // milliseconds of WallInstant

    void show(const TimeScale &scale);
    void setFollowing(bool following);
    void follow(); // to the present
    void pan(double pixels) { show(m_scale.panned(pixels)); }
    // Around a time where that is in sight, else the middle; the end while it follows.
    void zoom(double factor, std::optional<qint64> around = std::nullopt);
    void zoomAt(double factor, double x); // x stays; the end while it follows
    void showAll();
    void showBeginning();
    void centre(qint64 at);
    void centreIfOutOfSight(qint64 at);
    // With another width the right end stays, or the whole stretch of time stays visible.
    void setWidth(int pixels, bool keepsAll);

Q_SIGNALS:
    void changed(); // not by setWidth()
    void followingChanged(bool following);

private:
    void set(const TimeScale &scale);
    double pixelsTo(qint64 at) const; // from the left end

    const insight::HoldHistory &m_history;
    const Clock &m_clock;
    TimeScale m_scale;
    bool m_isFollowing = true;
};

} // namespace lockscope::ui
