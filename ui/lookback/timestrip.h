// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

namespace lockscope::ui {

// A stretch of time of a record on a line: where something was recorded, where problems opened, and
// the time that is shown. GUI thread. The time moves by a click, by dragging and by keys: Left and
// Right a second, with Ctrl a tenth of it, Page Up and Page Down a minute, Home and End to the
// ends. Times that a hand passes are told as such, and the one at which it rests as wanted.
class TimeStrip : public QWidget
{
    Q_OBJECT

public:
    struct Stretch {
        WallInstant from;
        WallInstant to;

        friend bool operator==(const Stretch &, const Stretch &) = default;
    };

    explicit TimeStrip(QWidget *parent = nullptr);

    void setRange(const Stretch &range);
    const Stretch &range() const { return m_range; }
    void setRecorded(std::vector<Stretch> recorded); // sorted
    void setProblems(std::vector<WallInstant> opened);
    void setTime(WallInstant at); // emits nothing
    WallInstant time() const { return m_at; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void wanted(lockscope::WallInstant at);
    void passed(lockscope::WallInstant at); // by the mouse; wanted() follows

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    int xOf(WallInstant at) const;
    WallInstant timeAt(int x) const;
    void want(WallInstant at);
    void pass(WallInstant at);
    void rest();
    void describe();

    Stretch m_range;
    std::vector<Stretch> m_recorded;
    std::vector<WallInstant> m_problems;
    WallInstant m_at;
    std::optional<WallInstant> m_passed; // and was not wanted yet
    QTimer m_rest;
};

} // namespace lockscope::ui
