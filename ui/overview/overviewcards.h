// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QWidget>

#include <optional>

namespace lockscope::ui {

// The parts of the overview that lead nowhere. GUI thread.

// The background of rows, with their heading, or with a text while there are no rows.
class OverviewCard : public QWidget
{
    Q_OBJECT

public:
    OverviewCard(const QString &name, const QString &heading, QWidget *parent);

    void setEmptyText(const QString &text); // empty: there are rows
    const QString &emptyText() const { return m_empty; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_heading;
    QString m_empty;
};

// The time of day, a mark that turns once a minute, and the time of the picture: a wall display
// shows that the program is alive. Moves only as often as it is told to.
class Heartbeat : public QWidget
{
    Q_OBJECT

public:
    Heartbeat(const QString &name, QWidget *parent);

    // `picture`: the time of the picture; `isPaused`: it stands still.
    void show(WallInstant now, WallInstant picture, bool isPaused);
    QString timeText() const { return m_time; }
    QString pictureText() const { return m_picture; }
    // The position of the mark, from 0 to 1.
    double position() const { return m_second / 60.0; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_time;
    QString m_picture;
    int m_second = 0;
    bool m_isPaused = false;
};

} // namespace lockscope::ui
