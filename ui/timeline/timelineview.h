// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelineinput.h"
#include "ui/timeline/timelinelanes.h"
#include "ui/timeline/timelinelayout.h"
#include "ui/timeline/timelineselection.h"
#include "ui/timeline/timelinetexts.h"

#include <QAbstractScrollArea>
#include <QTimer>

namespace lockscope::ui {

// Locks as lanes over time, painted from the history. GUI thread; it owns the shown time, the rows,
// the choice and the geometry; history and clock must outlive it. It scrolls lanes by the bar, time
// by wheel, dragging and keys: Left and Right pan, + and - zoom, Home shows the beginning, End
// follows the present, Up and Down choose a lock, with Ctrl Left and Right a hold, an action or a
// time without sight, Enter opens the lock. Does nothing while it is hidden.
class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    TimelineView(const insight::HoldHistory &history, const Clock &clock,
                 QWidget *parent = nullptr);

    void setFilter(const QString &text);
    void setOrder(TimelineOrder order);
    // Only locks that it lets through, besides the filter; none: all.
    void setLets(std::function<bool(const watch::LockId &)> lets);
    // Returns the label of a server; only needed if there are several.
    void setServerLabels(std::function<QString(watch::DeploymentId)> labels)
    {
        m_texts.setServerLabels(std::move(labels));
    }

    void refreshRows(); // shows everything seen by now; a visible view does so automatically

    const TimelineRows &rows() const { return m_lanes.rows(); }
    const TimeScale &scale() const { return m_time.scale(); }
    bool isFollowing() const { return m_time.isFollowing(); }
    const std::optional<TimelineChoice> &choice() const { return m_selection.choice(); }
    int count() const { return m_lanes.count(); }
    int currentRow() const { return m_selection.row(); }

    void setFollowing(bool following) { m_time.setFollowing(following); }
    void zoom(double factor); // around what is chosen, else the middle; the end while it follows
    void showAll() { m_time.showAll(); }
    // Centres the time; the present is not followed any more.
    void showTime(WallInstant at) { m_time.centre(at.time_since_epoch().count()); }
    // Chooses the lock and its hold or mark at that time, and centres that time. False: nothing is
    // known of the lock, or the filter hides it.
    bool reveal(const watch::LockId &lock, std::optional<WallInstant> at = std::nullopt);

    void clearChoice();

    // For assistive technology and tests: a row as text, and where it is; empty: out of sight.
    QString rowText(int row) const;
    QString nameOf(int row) const;
    QRect rowRect(int row) const { return m_layout.rectOf(row); }
    QString toolTipAt(const QPoint &place) const;
    QString markText(const TimelineMark &mark) const { return m_texts.mark(mark); }
    // The most that waited during a hold; empty: the lock is not known any more.
    QString waitersText(const watch::LockId &lock, const insight::HoldInterval &hold) const;
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
    using Shown = TimelineLayout::Shown;

    void connectInput();
    void tick();
    void fit();
    void findChoice();
    void layOut();
    void paintLane(QPainter &painter, const Shown &shown);
    void paintHoles(QPainter &painter, const Shown &shown) const;
    void paintActions(QPainter &painter, const Shown &shown) const;
    void paintChoice(QPainter &painter, const Shown &shown) const;
    void choose(int row, const TimelineStep &step = {}, int holds = 1);
    void chooseBelow(int rows); // above: negative
    bool chooseAt(const QPoint &place);
    void chooseNext(int direction);
    void openChoice();
    void makeVisible(int row);
    std::vector<TimelineMark> marksAt(const Shown &shown, const QPoint &place) const;
    int tickInterval() const;

    const insight::HoldHistory &m_history;
    const Clock &m_clock;
    VisibleTime m_time;
    TimelineLanes m_lanes;
    TimelineSelection m_selection;
    TimelineTexts m_texts;
    TimelinePainter m_painter;
    TimelineLayout m_layout;
    TimelineInput m_input;
    QTimer m_tick;
    Instant m_rowsAt{};
    quint64 m_paintedRevision = 0;
    bool m_wasShown = false;
};

} // namespace lockscope::ui
