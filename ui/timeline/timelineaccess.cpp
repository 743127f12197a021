// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineaccess.h"

#include "ui/table/rowsaccess.h"
#include "ui/timeline/timelineview.h"

#include <QAccessible>

namespace lockscope::ui {

namespace {

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<TimelineView *>(object);
    return view ? new RowsAccess(view) : nullptr;
}

} // namespace

void installTimelineAccess()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

} // namespace lockscope::ui
