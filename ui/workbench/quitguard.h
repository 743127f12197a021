// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

class QMessageBox;
class QWidget;

namespace lockscope::ui {

// Asks before the window closes while the workbench holds locks: release them, leave them to their
// leases, or stay. GUI thread; a child of the window that it closes. Blocks nothing.
class QuitGuard : public QObject
{
    Q_OBJECT

public:
    explicit QuitGuard(QWidget *window);

    void setOpenCount(int count) { m_openCount = count; }

    // Whether the window may close now; else it asks, and closes the window after a yes.
    bool mayClose();

    // Releases without asking, and closes then: somebody has ended the program from outside.
    void releaseAndClose();

public Q_SLOTS:
    void onAllReleased();

Q_SIGNALS:
    void releaseAllRequested();
    void closed(); // the window, by this guard

private:
    void ask();
    void close();

    QWidget *m_window;
    QPointer<QMessageBox> m_box;
    int m_openCount = 0;
    bool m_isReleasing = false;
    bool m_mayClose = false;
};

} // namespace lockscope::ui
