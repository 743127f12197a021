// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QMainWindow;
class QMenuBar;

namespace lockscope::ui {
class GuideWindow;
}

namespace lockscope::console {

// Opens the user guide (resources/docs) in a window beside the console. GUI thread; a child of the
// window.
class Guide : public QObject
{
    Q_OBJECT

public:
    explicit Guide(QMainWindow *window);

    // The first entry of the last menu, which is Help.
    void addToHelp(QMenuBar &menus);

    // At a page, by its file name without the end; without a name where it was left. False: there
    // is no guide.
    bool open(const QString &page = {});
    // The same, and missing() where there is none.
    void show(const QString &page);

Q_SIGNALS:
    void missing(const QString &notice);

private:
    QMainWindow *m_window;
    QPointer<ui::GuideWindow> m_shown;
};

} // namespace lockscope::console
