// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinepainter.h"
#include "ui/timeline/timelinerows.h"
#include "ui/timeline/timelinesteps.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <functional>

namespace lockscope::ui {

// A hold on the timeline or a mark, or just the lock.
struct TimelineChoice : TimelineStep {
    watch::LockId lock;
    int holds = 0; // several that are too close to be told apart

    bool isLockAlone() const { return !hold && !mark; }
};

// Locks as lanes over time, painted from the history. GUI thread; history and clock must outlive
// it. It scrolls lanes by the bar, time by wheel, dragging and keys: Left and Right pan, + and -
// zoom, Home goes to the beginning, End follows what happens, Up and Down choose a lock, with Ctrl
// Left and Right a hold, an action or a time without sight, Enter opens the lock. Does nothing
// while it is hidden.
class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    TimelineView(const watch::HoldHistory &history, const Clock &clock, QWidget *parent = nullptr);

    void setFilter(const QString &text);
    void setOrder(TimelineOrder order);
    // What a server is called; only needed where there are several.
    void setServerLabels(std::function<QString(watch::DeploymentId)> labels)
    {
        m_serverLabel = std::move(labels);
    }

    void refreshRows(); // what was seen by now; while it is visible it does so by itself

    const TimelineRows &rows() const { return m_rows; }
    const TimeScale &scale() const { return m_scale; }
    bool isFollowing() const { return m_following; }
    const std::optional<TimelineChoice> &choice() const { return m_choice; }
    int count() const { return static_cast<int>(m_rows.lanes.size()); }
    int currentRow() const { return m_current; }

    void setFollowing(bool following);
    void zoom(double factor); // around what is chosen, else the middle; the end while it follows
    void showAll();
    // Chooses the lock, and what went on at that time, which comes to the middle. False: nothing is
    // known of it, or the filter does not let it through.
    bool reveal(const watch::LockId &lock, std::optional<WallInstant> at = std::nullopt);

    // For assistive technology and tests: a row as text, and where it is; empty: out of sight.
    QString rowText(int row) const;
    QString nameOf(int row) const;
    QRect rowRect(int row) const;
    QString toolTipAt(const QPoint &place) const;
    QString markText(const TimelineMark &mark) const;
    bool isTicking() const { return m_tick.isActive(); }

Q_SIGNALS:
    void chosen();
    void activated(const lockscope::watch::LockId &lock);
    void followingChanged(bool following);
    void rowsChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    struct Shown {
        int row = 0;
        QRect area; // with its name
        TimelineLane lane;
    };

    qint64 now() const;
    void tick();
    void fit();
    void setScale(const TimeScale &scale, bool keepFollowing = false);
    void follow();
    void takeRows();
    bool areRowsOutdated() const;
    bool followChoice();
    int heightOf(int rows) const; // of a lane with so many
    void layOut();
    void paintLane(QPainter &painter, const Shown &shown);
    void paintHoles(QPainter &painter, const Shown &shown) const;
    void paintActions(QPainter &painter, const Shown &shown) const;
    void paintChoice(QPainter &painter, const Shown &shown) const;
    void choose(int row, const TimelineStep &step = {}, int holds = 1);
    bool chooseAt(const QPoint &place);
    void chooseNext(int direction);
    void makeVisible(int row);
    const Shown *shownAt(const QPoint &place) const;
    const TimelineBar *barAtPlace(const Shown &shown, const QPoint &place) const;
    std::vector<TimelineMark> marksAt(const Shown &shown, const QPoint &place) const;
    QString ownerText(quint32 owner, qsizetype limit = 60) const;
    int lanesLeft() const { return m_nameWidth; }

    const watch::HoldHistory &m_history;
    const Clock &m_clock;
    std::function<QString(watch::DeploymentId)> m_serverLabel;
    TimelineSieve m_sieve{m_history};
    TimelinePainter m_painter;
    TimelineRows m_rows;
    std::vector<watch::LockId> m_rowLocks; // what the lanes were of when they were taken
    std::vector<Shown> m_shown;
    TimeScale m_scale;
    QString m_filter;
    TimelineOrder m_order = TimelineOrder::Name;
    std::optional<TimelineChoice> m_choice;
    std::optional<QPoint> m_pressedAt;
    TimeScale m_pressedScale;
    QTimer m_tick;
    Instant m_rowsAt{};
    quint64 m_rowsRevision = 0;
    quint64 m_paintedRevision = 0;
    int m_current = -1;
    int m_nameWidth = 100;
    bool m_following = true;
    bool m_wasShown = false;
    bool m_dragging = false;
};

} // namespace lockscope::ui
