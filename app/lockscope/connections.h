// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/serverguard.h"
#include "app/lockscope/actionrunner.h"
#include "app/lockscope/commandline.h"
#include "app/lockscope/deploymentregistry.h"
#include "app/lockscope/ownernames.h"
#include "app/lockscope/profilegroups.h"
#include "core/secret/secretbook.h"
#include "core/watch/record/identity.h"
#include "core/watch/server/watcher.h"
#include "ui/client/watchclient.h"
#include "ui/estate/connectdialog.h"
#include "ui/health/healthfeed.h"
#include "ui/session/sessionstate.h"

#include <QObject>
#include <QThread>

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lockscope::console {

// Connects, disconnects and reconnects the servers that the window shows: for each it makes a
// watcher on the I/O thread, and tells the client, the health feed, the action runner, the names
// and the groups. GUI thread; owns the watchers; the objects passed to the constructor must outlive
// it.
class Connections : public QObject
{
    Q_OBJECT

public:
    struct Surroundings {
        const Options &options; // settings for all servers
        const Clock &clock;
        ui::WatchClient &client;
        ui::HealthFeed &health;
        const profile::ProfileStore &store;
        OwnerNames &names;
        ProfileGroups &groups;
        secret::SecretBook &secrets;
        QThread &ioThread;
        ActionRunner &actions; // on that thread
    };

    explicit Connections(const Surroundings &surroundings, QObject *parent = nullptr);
    ~Connections() override;

    // The targets of the command line.
    void begin();
    void connectTo(const ui::ConnectRequest &request);
    // Servers of the profile as it is now; without a profile as they were connected before.
    void connectDeployments(const QString &profile, const QStringList &labels);
    void connectSandbox(const QStringList &urls);
    // All servers of the profile that are not connected.
    void connectProfile(const QString &profile);
    // For a link: the known passwords are for other servers.
    void connectWithoutPassword(const QString &url);

    // Any server of the profile, or the one of that label without a profile.
    bool isConnected(const QString &profile, const QString &label) const
    {
        return m_registry.isConnected(profile, label);
    }
    // The servers that are connected now, without the sandbox, which ends with this process.
    std::vector<ui::SessionServer> session() const;
    // Connects the servers of a session, as their profiles are now, and says nothing of those that
    // cannot be connected any more: a server that was guarded by a profile comes back only if that
    // profile still guards it. False: none was left.
    bool resume(const std::vector<ui::SessionServer> &servers);
    void disconnectFrom(watch::DeploymentId deployment);
    void forget(const QString &label) { m_registry.forgetLeft(label); }

    // For targets on which acting has to be unlocked: the operator's connection may be opened, or
    // is closed.
    void setActing(bool isUnlocked);

    // The saved profiles have changed.
    void guardAgain();

    void startScan(watch::ServerId server);
    void stopScan(watch::ServerId server);
    // The lock that is looked at: whether replicas have it.
    void followOnReplicas(const std::optional<watch::LockId> &lock);
    // At once, where a connection was lost; where the password is wrong or missing, the user is
    // asked for it first.
    void reconnect(watch::ServerId server);
    // In place of the connection that was rejected; nothing if that has ended.
    void connectWithPassword(watch::DeploymentId deployment, const QByteArray &user,
                             const QByteArray &password);
    void showGuesses(bool shown);

    // Ends all watchers, on their thread if that runs. Nothing may be connected afterwards.
    void stop();

Q_SIGNALS:
    void notice(const QString &text);
    // It has no password, or `wasRejected`: a wrong one, and no profile says where it comes from.
    void passwordWanted(lockscope::watch::DeploymentId deployment, const QString &label,
                        const QByteArray &user, bool wasRejected);
    // It was reached in two ways and is connected by another: nothing to be connected again.
    void joined(const QString &label);
    // A deployment is watched from now on, and, before anything is told of it, not any more.
    void watched(lockscope::watch::DeploymentId deployment,
                 const lockscope::app::ChosenTarget &target);
    void ended(lockscope::watch::DeploymentId deployment);

private:
    template <typename Ask>
    void askWatchers(const Ask &ask); // on their thread
    watch::WatchOptions usualOptions() const;
    std::vector<watch::DeploymentId> watch(std::vector<app::ChosenTarget> targets,
                                           watch::WatchOptions options);
    bool isUp(watch::DeploymentId deployment) const;
    void replaceFailed(const app::ChosenTarget &target);
    bool isPasswordWanted(const watch::ServerRecord &server) const;
    void askForPassword(const watch::ServerRecord &server);
    void askForThoseOfTheSession();
    void connectAgain(const QStringList &labels);
    std::optional<app::ChosenTarget> targetOf(const ui::SessionServer &server) const;
    void addNames(std::vector<app::ChosenTarget> &targets);
    void tellMissing(const QString &profile, const QStringList &labels,
                     const std::vector<app::ChosenTarget> &targets);
    void end(watch::DeploymentId deployment, const Sentence &why);
    void endWatcher(const watch::Watcher *watcher);
    void unlockActing(const WatchedDeployment &watched, watch::DeploymentId deployment);
    void guardServers();
    // `problem`: why it is not known who guards it; else the target says who does.
    void guard(watch::DeploymentId deployment, const app::ChosenTarget &target,
               const QString &problem = {});
    void onServersChanged();
    void joinDoubles();
    void join(watch::DeploymentId deployment, watch::DeploymentId kept);
    QString joinedNotice(const QString &label, watch::DeploymentId kept) const;
    void tellNames(watch::DeploymentId deployment);

    const Options &m_options;
    const Clock &m_clock;
    ui::WatchClient &m_client;
    ui::HealthFeed &m_health;
    const profile::ProfileStore &m_store;
    OwnerNames &m_names;
    ProfileGroups &m_groups;
    secret::SecretBook &m_secrets;
    QThread &m_ioThread;
    ActionRunner &m_actions;
    DeploymentRegistry m_registry;
    watch::IdentityAllocator m_ids;
    // With their mailboxes; they die on the I/O thread.
    std::map<watch::Watcher *, watch::WatchMailbox *> m_watchers;
    std::set<QString> m_sandbox; // its servers, by their labels
    std::set<watch::DeploymentId> m_resumed; // of the session, not up yet and not asked for
    std::map<watch::DeploymentId, profile::Marks> m_marks; // by which its servers are known
    bool m_guessesWanted = false;
    bool m_isActingUnlocked = false;
};

} // namespace lockscope::console
