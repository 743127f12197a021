// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/followedfile.h"
#include "app/lockscope/actionrunner.h"
#include "app/lockscope/commandline.h"
#include "app/lockscope/ownernames.h"
#include "app/lockscope/profilegroups.h"
#include "app/lockscope/sandboxrunner.h"
#include "app/lockscope/settings.h"
#include "core/watch/server/watcher.h"
#include "ui/client/watchclient.h"
#include "ui/window/mainwindow.h"

#include <QObject>
#include <QThread>

#include <map>
#include <vector>

namespace lockscope::console {

// The console put together: watchers and actions on the I/O thread, mailboxes, models and window on
// the GUI thread. Owns all of them and stops them in order: watchers, actions, thread, window,
// mailboxes. Made after
// QApplication, on the GUI thread.
class Application : public QObject
{
    Q_OBJECT

public:
    // settingsFile: where the window is remembered; empty: nowhere.
    Application(Options options, const QString &settingsFile, QObject *parent = nullptr);
    ~Application() override;

    void start();

    // Ends the program from outside, without a question: releases what the workbench holds first;
    // called again it waits for nothing.
    void stop();

    ui::MainWindow &window() { return m_window; }

Q_SIGNALS:
    void finished(int status);

private:
    // A deployment, and how it is watched.
    struct Watched {
        app::ChosenTarget target;
        watch::WatchOptions options;
        watch::Watcher *watcher = nullptr; // none: it was left
    };

    template <typename Ask>
    void askWatchers(const Ask &ask); // on their thread
    void endWatcher(watch::Watcher *watcher);
    void connectServers();
    void connectActions();
    void connectProfiles();
    void watch(const std::vector<app::ChosenTarget> &targets, watch::WatchOptions options);
    void connectTo(const ui::ConnectRequest &request);
    void connectAgain(const QStringList &labels);
    void replaceLeft(const Watched &anew);
    void connectDeployments(const QString &profile, const QStringList &labels);
    void tellMissing(const QString &profile, const QStringList &labels,
                     const std::vector<app::ChosenTarget> &targets);
    void leave(watch::DeploymentId deployment);
    void end(watch::DeploymentId deployment, const QString &why);
    void joinDoubles();
    void join(watch::DeploymentId deployment, watch::DeploymentId kept);
    bool isConnected(const QString &profile, const QString &label = {}) const;
    void startSandbox();
    void watchSandbox(const QStringList &urls);
    void tellNames(watch::DeploymentId deployment);
    void openViews();
    void addGuide();
    void takeScreenshot();
    void takePictures();
    void endPictures(const QString &problem);

    SystemClock m_clock;
    Options m_options;
    Settings m_settings;
    watch::IdentityAllocator m_ids;
    ui::WatchClient m_client;
    profile::ProfileStore m_store;
    app::FollowedFile m_storeFile;
    OwnerNames m_names;
    ProfileGroups m_groups;
    ui::MainWindow m_window;
    SandboxRunner m_sandbox;
    QThread m_ioThread;
    // With their mailboxes; they die on the I/O thread.
    std::map<watch::Watcher *, watch::WatchMailbox *> m_watchers;
    ActionRunner *m_actions; // likewise
    std::map<watch::DeploymentId, Watched> m_watched;
    std::map<QString, std::vector<Watched>> m_left; // without a profile, by label
    bool m_guessesWanted = false;
    bool m_isStopping = false;
};

} // namespace lockscope::console
