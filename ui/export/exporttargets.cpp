// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exporttargets.h"

#include "ui/kit/pictured.h"

#include <QDockWidget>
#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace lockscope::ui {

namespace {

bool isInSight(const QWidget &widget, const QWidget &window)
{
    const QWidget *const top = widget.window();
    return widget.isVisible() && (top == &window || qobject_cast<const QDockWidget *>(top));
}

bool isTable(const QWidget &widget)
{
    const auto *const table = qobject_cast<const QTableView *>(&widget);
    const auto *const tree = qobject_cast<const QTreeView *>(&widget);
    return (table || tree) && !widget.objectName().isEmpty()
        && static_cast<const QAbstractItemView &>(widget).model();
}

// The number of steps up from the focus to a widget that contains both.
int distance(const QWidget *target, const QWidget *focus)
{
    int steps = 0;
    for (; focus; focus = focus->parentWidget(), ++steps) {
        if (focus == target || focus->isAncestorOf(target))
            return steps;
    }
    return steps;
}

} // namespace

QAbstractItemView *ExportTarget::table() const
{
    return isPicture ? nullptr : qobject_cast<QAbstractItemView *>(widget);
}

std::vector<ExportTarget> exportTargets(const QWidget &window, const QWidget *focus)
{
    std::vector<ExportTarget> targets;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (!isInSight(*widget, window))
            continue;
        if (isTable(*widget))
            targets.push_back({widget, widget->accessibleName(), false});
        if (const QString title = pictureTitleOf(*widget); !title.isEmpty())
            targets.push_back({widget, title, true});
    }
    std::stable_sort(targets.begin(), targets.end(),
                     [&](const ExportTarget &a, const ExportTarget &b) {
                         return distance(a.widget, focus) < distance(b.widget, focus);
                     });
    return targets;
}

} // namespace lockscope::ui
