// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QWidget>

#include <vector>

namespace lockscope::ui {

// A stretch of time of a record on a line: where something was recorded, where problems opened, and
// the time that is shown. GUI thread. The time moves by a click, by dragging and by keys: Left and
// Right a second, with Ctrl a tenth of it, Page Up and Page Down a minute, Home and End to the
// ends.
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

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    int xOf(WallInstant at) const;
    WallInstant timeAt(int x) const;
    void want(WallInstant at);
    void describe();

    Stretch m_range;
    std::vector<Stretch> m_recorded;
    std::vector<WallInstant> m_problems;
    WallInstant m_at;
};

} // namespace lockscope::ui
