// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/detail/detailmodels.h"
#include "ui/detail/lanegeometry.h"

#include <QAbstractScrollArea>
#include <QTimer>

class QPainter;

namespace lockscope::ui {

// The queue of a lock drawn in its order: who is woken next stands out, whoever is past its
// deadline is crossed out, and one to whose channel nobody listens is hollow. GUI thread; model and
// clock must outlive it. Arrow keys, Home and End choose a waiter, the menu key asks for what can
// be done to it; a list with an item a waiter for assistive technology. Painted as time passes
// while it is visible and somebody waits; does nothing while it is hidden.
class QueueLane : public QAbstractScrollArea
{
    Q_OBJECT

public:
    QueueLane(const WaitersModel &model, const Clock &clock, QWidget *parent = nullptr);

    int count() const { return m_model.rowCount(); }
    int currentRow() const { return m_current; } // -1: none
    void setCurrentRow(int row);
    bool isTicking() const { return m_tick.isActive(); }

    // For assistive technology and tests: who it is, what is to be said of it, and where it is;
    // empty: out of sight.
    QString nameOf(int row) const;
    QString rowText(int row) const;
    QRect rowRect(int row) const;
    std::optional<int> next() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentChanged(int row);
    void menuWanted(const QPoint &global);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    Instant now() const; // when the server was last seen, where it is lost
    std::vector<watch::WaiterRecord> queue() const;
    LaneGrid grid() const;
    void onModelChanged();
    void arrange();
    void reveal(int row);
    void paintBox(QPainter &painter, const QRect &box, const WaiterRow &row, bool isNext,
                  bool isCurrent, Millis longest) const;
    void paintText(QPainter &painter, const QRect &box, const WaiterRow &row, bool isNext) const;
    QString wordOf(const WaiterRow &row) const;

    const WaitersModel &m_model;
    const Clock &m_clock;
    int m_current = -1;
    OwnerId m_chosen; // of the current row: it may move up
    QTimer m_tick;
};

} // namespace lockscope::ui
