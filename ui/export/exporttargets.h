// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <QWidget>

#include <vector>

class QAbstractItemView;

namespace lockscope::ui {

// Something in sight that can be exported. GUI thread.
struct ExportTarget {
    QPointer<QWidget> widget;
    QString title;
    bool isPicture = false;

    QAbstractItemView *table() const; // null: it is a picture, or it has gone
};

// Tables, trees and charts of the window that are in sight, also of its views in windows of their
// own; not what is in its dialogs. The target with the focus, or nearest to it, comes first; if a
// table is also shown as a chart, the table does.
std::vector<ExportTarget> exportTargets(const QWidget &window, const QWidget *focus);

} // namespace lockscope::ui
