// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/starttrace.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QTimer>

#include <cstdio>

namespace lockscope::pictures {

StartTrace::StartTrace(QWidget &window, QAbstractItemView &locks)
    : QObject(&window)
    , m_window(window)
    , m_locks(locks)
{
    window.installEventFilter(this);
    locks.viewport()->installEventFilter(this);
}

bool StartTrace::eventFilter(QObject *watched, QEvent *event)
{
    const bool isWindow = watched == &m_window;
    if (event->type() == QEvent::Paint && (isWindow || m_locks.model()->rowCount() > 0)) {
        watched->removeEventFilter(this);
        // The event comes before the painting; report after it.
        QTimer::singleShot(0, this, [isWindow] {
            std::fputs(isWindow ? "lockscope: window painted\n" : "lockscope: first lock painted\n",
                       stderr);
        });
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope::pictures
