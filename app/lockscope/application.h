// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/followedfile.h"
#include "app/lockscope/actionrunner.h"
#include "app/lockscope/commandline.h"
#include "app/lockscope/connections.h"
#include "app/lockscope/connectiontester.h"
#include "app/lockscope/notifications.h"
#include "app/lockscope/ownernames.h"
#include "app/lockscope/profilegroups.h"
#include "app/lockscope/record/recordkeeper.h"
#include "app/lockscope/record/recordsearch.h"
#include "app/lockscope/record/yesterdayreader.h"
#include "app/lockscope/sandboxrunner.h"
#include "app/lockscope/secretprompts.h"
#include "app/lockscope/settings.h"
#include "ui/client/watchclient.h"
#include "ui/window/mainwindow.h"

#include <QObject>
#include <QThread>

namespace lockscope::console {

// The console put together: makes its parts, connects them, and stops them in order: watchers,
// actions, thread, window, mailboxes. The watchers and the actions live on the I/O thread, the rest
// on the GUI thread. Owns all of them; made after QApplication, on the GUI thread.
class Application : public QObject
{
    Q_OBJECT

public:
    // settingsFile: where the window is remembered; empty: nowhere.
    Application(Options options, const QString &settingsFile, QObject *parent = nullptr);
    ~Application() override;

    void start();

    // Brings the window to the front and opens the link, which may come from anybody; an empty one
    // does no more than the first.
    void openLink(const QString &link);

    // The last run ended unexpectedly, and this is the report of it.
    void showCrash(const QString &report) { m_window.showCrash(report); }

    // Ends the program from outside, without a question: releases what the workbench holds first;
    // called again it waits for nothing.
    void stop();

    ui::MainWindow &window() { return m_window; }
    ui::WatchClient &client() { return m_client; }

Q_SIGNALS:
    void finished(int status);

private:
    void connectServers();
    void askForPassword(watch::DeploymentId deployment, const QString &label,
                        const QByteArray &user, bool wasRejected);
    void connectSandbox();
    void connectTests();
    void startTest(int id, const QList<ui::ConnectRequest> &requests);
    void connectNames();
    void connectProfiles();
    void connectActions();
    void connectRecords();
    void connectSession();
    void saveSession();
    void showProblems();
    void openViews();

    SystemClock m_clock;
    Options m_options;
    Settings m_settings;
    ui::WatchClient m_client;
    profile::ProfileStore m_store;
    app::FollowedFile m_storeFile;
    OwnerNames m_names;
    ProfileGroups m_groups;
    RecordSearch m_pastSearch;
    ui::MainWindow m_window;
    SecretPrompts m_prompts;
    secret::SecretBook m_secrets;
    SandboxRunner m_sandbox;
    QThread m_ioThread;
    ActionRunner *m_actions; // dies on the I/O thread
    ConnectionTester *m_tester; // as well
    Connections m_connections;
    RecordKeeper m_records;
    YesterdayReader m_yesterday;
    Notifications m_notifications;
    ui::SessionState m_session; // as it is saved
    bool m_isStopping = false;
};

} // namespace lockscope::console
