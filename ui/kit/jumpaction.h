// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

namespace lockscope::ui {

// An action of a view that shows the view's chosen item in another view: in its menu, and with the
// same key everywhere, while the view has the focus.
inline QAction *addJump(QWidget *view, const QString &name, const QString &text)
{
    auto *action = new QAction(text, view);
    action->setObjectName(name);
    action->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::Key_Enter), QKeySequence(Qt::CTRL | Qt::Key_Return)});
    action->setShortcutContext(Qt::WidgetShortcut);
    view->addAction(action);
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    return action;
}

} // namespace lockscope::ui
