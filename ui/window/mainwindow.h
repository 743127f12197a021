// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incident.h"
#include "ui/client/navigator.h"
#include "ui/client/servers/emptystate.h"
#include "ui/client/watchclient.h"
#include "ui/estate/connectdialog.h"
#include "ui/table/savedfilters.h"
#include "ui/theme/theme.h"
#include "ui/window/layouts.h"
#include "ui/window/viewlist.h"

#include <QMainWindow>

namespace lockscope::ui {

class ActingLock;
class ActionController;
class ActionBindings;
class AliasBindings;
class AwaitedLock;
class ConnectPrompt;
class DetailPane;
class Exporter;
class CommandPalette;
class ConnectionTests;
class HealthFeed;
class IncidentNotifier;
class IncidentTray;
class FullScreen;
class LinkOpener;
class LocksPane;
class LookBackBar;
class PageRail;
class PastSearch;
class NoticeStrip;
class NumbersFeed;
class OverviewPage;
class ProfileController;
class QuitGuard;
class RecordingMark;
struct RecordingState;
class SentinelController;
class SessionKeeper;
class ViewDocks;
class WindowMenus;
class WindowPages;
class WindowSettings;
class WorkbenchPane;

// The state that is remembered from one start to the next. A value; the window does not know its
// storage. It has no secrets.
struct WindowState {
    QByteArray geometry;
    QByteArray docks;
    PartStates parts;
    Theme theme = Theme::System;
    QStringList recentUrls; // latest first, without user and password
    SavedFilters filters;
    QString language; // of the next start; empty: as the system says
    std::vector<health::Mute> mutes; // of incidents
    bool notifies = true; // of incidents, where the desktop has a tray
    bool wordNames = true; // for owners without an alias
    int zoom = 100; // per cent
    QMap<QString, QString> shortcuts; // ShortcutBook::Changes
    bool records = false; // what is seen
};

// The console's window: locks in the centre, the views of the list (viewlist.h) in docks around
// them; or one of these in place of the locks, or the overview alone (windowpages.h). GUI thread;
// client and clock must outlive it. It asks for connections by a signal and never makes them; for
// actions on locks see actions() and workbench().
class MainWindow : public QMainWindow, public Navigator
{
    Q_OBJECT

public:
    MainWindow(WatchClient &client, const Clock &clock, UrlCheck check, QWidget *parent = nullptr);

    WindowState windowState() const;
    void restoreWindowState(const WindowState &state);
    void setTheme(Theme theme);

    ActionController &actions() { return *m_actions; }
    ActingLock &actingLock() { return *m_actingLock; }
    SentinelController &sentinels() { return *m_sentinels; }
    WorkbenchPane &workbench();
    AliasBindings &names() { return *m_names; }
    ProfileController &profiles() { return *m_profiles; }
    ConnectionTests &tests() { return *m_tests; }
    QuitGuard &quitGuard() { return *m_quitGuard; }
    // Keeps the state of the table to be remembered; page() belongs to it.
    SessionKeeper &session() { return *m_session; }
    LinkOpener &links() { return *m_links; }
    Exporter &exporter() { return *m_exporter; }
    WindowSettings &settings() { return *m_settings; }
    // Judges connected servers from the beginning.
    HealthFeed &health() { return m_health; }
    NumbersFeed &numbers();

    // Opens the detail of the lock with this name as soon as it is there.
    void openLock(const QByteArray &name);
    void openLock(const watch::LockId &id) override;
    void chooseLock(const std::optional<watch::LockId> &id) override;
    void openLockOf(const watch::Event &event) override;
    void openServer(watch::ServerId server) override;
    void showLocks(const QString &filter) override;
    void showOnTimeline(const watch::LockId &lock, std::optional<WallInstant> at) override;
    void showInEvents(const EventPlace &place) override;
    void showGuide(const QString &page) override;
    // Below the locks, if these are in front; else as a page.
    void showView(const QString &name) override;
    // As its key does: a view of the rail fills the page.
    void showPage(const QString &name);
    void showOverview();
    // The table of locks, with the filter that it has.
    void showLocks();
    // The overview comes to the front with the first server, unless something else is chosen first.
    void openWithOverview();
    // The page or view in front, by its name for --view.
    QString page() const;
    // A line beneath the locks, with this report of the last run.
    void showCrash(const QString &report);
    // The overview alone on the whole screen, until somebody leaves it.
    void startKiosk();
    // A line beneath the locks for notices that are not about a server.
    void showNotice(const QString &text);
    // Shows the state of the requested sandbox.
    void showSandbox(const SandboxState &state);
    // The records that are kept, since recordWanted().
    void showRecording(const RecordingState &state);
    // The window is about a record: the bar, which it owns, moves through its time. There is
    // nothing to connect to, to act on or to be told of. Before it is shown.
    void setRecordBar(LookBackBar &bar);
    // Searches records for pasted exceptions; it must outlive the window.
    void setPastSearch(PastSearch &search);

public Q_SLOTS:
    void askForConnection();
    void showWorkbench();

Q_SIGNALS:
    void guideWanted(const QString &page); // of the user guide, by its file name without the end
    void connectRequested(const lockscope::ui::ConnectRequest &request);
    void sandboxRequested();
    void recordWanted(bool wanted); // a record of what is seen is to be kept
    void recordMenuWanted(QMenu *menu); // to be filled with what can be looked back at
    // In a window over the record with that name.
    void lookBackWanted(const QString &record, const lockscope::WallInstant &at);
    void stopScanRequested(lockscope::watch::ServerId server);
    // The one that the detail shows; empty: none.
    void lockLookedAt(const std::optional<lockscope::watch::LockId> &lock);
    void startScanRequested(lockscope::watch::ServerId server);
    void disconnectRequested(lockscope::watch::DeploymentId deployment);
    // A server that is down is tried now.
    void reconnectRequested(lockscope::watch::ServerId server);
    // Deployments of a saved profile, by their labels; an empty profile: such as were connected
    // without one before, in this run.
    void deploymentsRequested(const QString &profile, const QStringList &deployments);
    // Such a deployment is not to be connected again: everything else known about it may be
    // dropped.
    void forgetRequested(const QString &deployment);
    // Whether keys that only their value makes look like locks are to be shown; hidden at first.
    void guessesWanted(bool shown);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void makeController();
    void makeBars();
    void connectPrompt();
    void connectViews();
    void connectHealth();
    void showFacts(watch::ServerId server);
    void connectPages();
    void connectSession();
    void makeMenus();
    void makeAlerts();
    void showIncident(const QByteArray &id);
    void updateTitle();
    QList<QWidget *> parts() const; // between which F6 leads
    void moveToPart(bool next);
    void openDetail();
    void showHelp();
    void resetLayout();

    WatchClient &m_client;
    LocksPane *m_locks;
    ActingLock *m_actingLock;
    ActionController *m_actions;
    SentinelController *m_sentinels;
    ViewContext m_context;
    HealthFeed &m_health;
    ViewDocks *m_docks;
    DetailPane *m_detail;
    ActionBindings *m_bindings;
    AliasBindings *m_names;
    AwaitedLock *m_awaited;
    ConnectionTests *m_tests;
    ConnectPrompt *m_prompt;
    ProfileController *m_profiles;
    QuitGuard *m_quitGuard;
    NoticeStrip *m_notice;
    OverviewPage *m_overview;
    WindowPages *m_pages;
    PageRail *m_rail;
    FullScreen *m_fullScreen;
    CommandPalette *m_palette;
    SessionKeeper *m_session;
    LinkOpener *m_links;
    Exporter *m_exporter;
    WindowSettings *m_settings;
    WindowMenus *m_menus;
    RecordingMark *m_recording = nullptr;
    IncidentTray *m_tray;
    IncidentNotifier *m_notifier;
    PartStates m_firstParts; // before anybody moved anything
    PartStates m_parts; // as they were remembered
    Theme m_theme = Theme::System;
};

} // namespace lockscope::ui
