// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preferences/preference.h"
#include "ui/preferences/shortcutbook.h"
#include "ui/preferences/zoom.h"

#include <QMap>
#include <QObject>

class QAbstractButton;
class QAction;
class QMainWindow;
class QMenu;

namespace lockscope::ui {

// The settings of the window, for its preferences dialog: the actions and boxes of its menus and
// views, and the zoom. Theme, language and the like stay where they are; this only refers to them.
// GUI thread; a child of the window, made when its views are there.
class WindowSettings : public QObject
{
    Q_OBJECT

public:
    explicit WindowSettings(QMainWindow &window);

    Zoom &zoom() { return m_zoom; }
    ShortcutBook &shortcuts() { return m_shortcuts; }
    // Preferences, keys and zoom.
    void fillMenu(QMenu *menu);
    // Once all menus are there: applies the keys that were changed.
    void collectShortcuts();
    void open();
    void openShortcuts();

private:
    QList<Preference> preferences();
    void collectMenu(const QMenu &menu, const QString &title);
    Preference choice(const QString &name, const QString &group, const QString &label,
                      const QList<QAction *> &actions);
    Preference check(const QString &name, const QString &group, QAction *action);
    Preference check(QAbstractButton *box);

    QMainWindow &m_window;
    Zoom m_zoom;
    ShortcutBook m_shortcuts;
    QMap<QString, bool> m_usual; // of the boxes that are remembered, by name
};

} // namespace lockscope::ui
