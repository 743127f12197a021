// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/dialog.h"

class QAction;
class QMainWindow;
class QMenu;
class QTreeWidget;
class QTreeWidgetItem;

namespace lockscope::ui {

// All keys of a window with their effects, taken from its actions and shortcuts, so that it cannot
// list a missing one, and from its widgets' descriptions of their own keys (ui/kit/ownkeys.h). By
// menus, then what only a view has. GUI thread; blocks nothing.
class KeyHelp : public Dialog
{
    Q_OBJECT

public:
    explicit KeyHelp(QMainWindow *window);

    // The one of this window, in front.
    static void open(QMainWindow *window);

private:
    void fill(QMainWindow *window);
    void addMenu(const QMenu *menu, const QString &title);
    void addShortcuts(QMainWindow *window);
    void addOwnKeys(QMainWindow *window);
    void addLine(const QString &group, const QString &keys, const QString &what);

    QTreeWidget *m_list;
    QList<const QAction *> m_listed;
};

} // namespace lockscope::ui
