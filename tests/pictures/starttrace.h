// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAbstractItemView;
class QWidget;

namespace lockscope::pictures {

// Reports on standard error when the window is painted for the first time, and when the table is
// first painted with a lock in it; for bench_start. GUI thread; a child of the window.
class StartTrace : public QObject
{
    Q_OBJECT

public:
    StartTrace(QWidget &window, QAbstractItemView &locks);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget &m_window;
    QAbstractItemView &m_locks;
};

} // namespace lockscope::pictures
