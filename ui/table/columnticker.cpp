// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/columnticker.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

namespace lockscope::ui {

ColumnTicker::ColumnTicker(QTableView *view, int column, std::chrono::milliseconds interval,
                           std::function<bool()> isNeeded)
    : QObject(view)
    , m_view(view)
    , m_column(column)
    , m_isNeeded(std::move(isNeeded))
{
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] { tick(); });
    m_view->installEventFilter(this);
    if (m_view->isVisible())
        m_timer.start();
}

bool ColumnTicker::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show)
        m_timer.start();
    else if (event->type() == QEvent::Hide)
        m_timer.stop();
    return QObject::eventFilter(watched, event);
}

void ColumnTicker::tick()
{
    if (!m_view->model() || m_view->model()->rowCount() == 0 || m_view->isColumnHidden(m_column)
        || (m_isNeeded && !m_isNeeded()))
        return;
    m_view->viewport()->update(m_view->columnViewportPosition(m_column), 0,
                               m_view->columnWidth(m_column), m_view->viewport()->height());
}

} // namespace lockscope::ui
