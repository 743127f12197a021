// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

class QTableView;

namespace lockscope::ui {

// Repaints the visible part of one column as time passes, and nothing else: 0.3 ms a frame where
// telling the view that the data changed takes many. GUI thread; a child of the view; rests while
// the view is hidden or its table empty.
class ColumnTicker : public QObject
{
    Q_OBJECT

public:
    ColumnTicker(QTableView *view, int column, std::chrono::milliseconds interval,
                 std::function<bool()> isNeeded = {});

    bool isRunning() const { return m_timer.isActive(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void tick();

    QTableView *m_view;
    int m_column;
    std::function<bool()> m_isNeeded;
    QTimer m_timer;
};

} // namespace lockscope::ui
