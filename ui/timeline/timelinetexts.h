// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/timeline/timelinesteps.h"

#include <QFontMetrics>
#include <QString>
#include <QStringList>

#include <functional>

namespace lockscope::ui {

// A timeline's texts about locks, owners and marks. GUI thread; history and clock must outlive it.
class TimelineTexts
{
public:
    TimelineTexts(const insight::HoldHistory &history, const Clock &clock)
        : m_history(history)
        , m_clock(clock)
    {}

    // Returns the label of a server; only needed if there are several.
    void setServerLabels(std::function<QString(watch::DeploymentId)> labels)
    {
        m_serverLabel = std::move(labels);
    }

    QString name(const watch::LockId &lock) const;
    // As much of it as fits the width, in pixels: the server gives way first, since all locks of a
    // timeline may be on one.
    QString fittedName(const watch::LockId &lock, const QFontMetrics &metrics, int width) const;
    QString owner(quint32 owner, qsizetype limit = 60) const;
    // Its holders and waiters, and the gaps in its sight.
    QString lane(insight::HoldHistory::Lane lane) const;
    // How many waited at a time, in milliseconds, and since when somebody did; empty: before its
    // first hold, or in the future.
    QString waiters(insight::HoldHistory::Lane lane, double at) const;
    QString waitersDuring(insight::HoldHistory::Lane lane, const insight::HoldInterval &hold) const;
    QString hold(const insight::HoldInterval &hold) const; // with its owner
    // Of a record; empty: the time, in milliseconds, is not before it begins.
    QStringList beforeRecord(double at) const;
    QString merged(int holds) const;
    QString mark(const TimelineMark &mark) const;

private:
    const insight::HoldHistory &m_history;
    const Clock &m_clock;
    std::function<QString(watch::DeploymentId)> m_serverLabel;
};

} // namespace lockscope::ui
