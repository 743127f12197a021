// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/watchclient.h"
#include "ui/window/connectdialog.h"

#include <QMainWindow>

class QActionGroup;

namespace lockscope::ui {

class ActionCentre;
class ActionDesk;
class DetailPane;
class EstatePane;
class EventsPane;
class LocksPane;
class QuitGuard;
class WorkbenchPane;

// What is remembered from one start to the next. A value; where it is kept is not the window's
// concern. Nothing secret is in it.
struct WindowState {
    QByteArray geometry;
    QByteArray docks;
    QByteArray lockColumns;
    Theme theme = Theme::System;
    QStringList recentUrls; // latest first, without user and password
};

// The console's window: locks in the centre, servers, detail, events and the workbench in docks
// around them. GUI thread; client and clock must outlive it. It asks for connections by a signal
// and never makes them; for what is done to locks see actions() and workbench().
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    static constexpr int maxRecentUrls = 10;

    MainWindow(WatchClient &client, const Clock &clock, UrlCheck check, QWidget *parent = nullptr);

    WindowState windowState() const;
    void restoreWindowState(const WindowState &state);
    void setTheme(Theme theme);

    ActionCentre &actions() { return *m_actions; }
    WorkbenchPane &workbench() { return *m_workbench; }
    QuitGuard &quitGuard() { return *m_quitGuard; }

    // Opens the detail of the lock with this name as soon as it is there.
    void openLock(const QByteArray &name);
    // A line beneath the locks for what is not about a server.
    void showNotice(const QString &text);

public Q_SLOTS:
    void askForConnection();
    void showWorkbench();

Q_SIGNALS:
    void connectRequested(const lockscope::ui::ConnectRequest &request);
    void stopScanRequested(int server);
    // Whether keys that only their value makes look like locks are to be shown; hidden at first.
    void guessesWanted(bool shown);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QDockWidget *addDock(Qt::DockWidgetArea area, const QString &name, const QString &title,
                         QWidget *content);
    void makeDocks();
    void makeMenus();
    void makeLocksMenu();
    void makeViewMenu();
    void makeShortcuts();
    void openDetail();
    void openWanted();

    WatchClient &m_client;
    UrlCheck m_check;
    LocksPane *m_locks;
    EstatePane *m_estate;
    DetailPane *m_detail;
    EventsPane *m_events;
    WorkbenchPane *m_workbench;
    ActionCentre *m_actions;
    ActionDesk *m_desk;
    QuitGuard *m_quitGuard;
    QDockWidget *m_estateDock = nullptr;
    QDockWidget *m_detailDock = nullptr;
    QDockWidget *m_eventsDock = nullptr;
    QDockWidget *m_workbenchDock = nullptr;
    QActionGroup *m_themes = nullptr;
    Theme m_theme = Theme::System;
    QStringList m_recentUrls;
    QByteArray m_wantedLock;
};

} // namespace lockscope::ui
