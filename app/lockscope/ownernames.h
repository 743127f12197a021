// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/aliasfiles.h"
#include "app/common/targets.h"
#include "core/profile/profilestore.h"
#include "ui/client/watchclient.h"

#include <QObject>

#include <map>
#include <memory>

namespace lockscope::console {

// Collects the names of owners from profiles, from the operator at run time, and from files. A name
// that the operator sets for servers of a profile is saved there; another lasts as long as this
// run. GUI thread; the client must outlive it.
class OwnerNames : public QObject
{
    Q_OBJECT

public:
    OwnerNames(ui::WatchClient &client, profile::ProfileStore store, QObject *parent = nullptr);

    // A deployment that is about to be watched.
    void addDeployment(watch::DeploymentId deployment, const app::ChosenTarget &target);

    // A deployment that is not watched any more: its names stay, but no names are set for it any
    // more.
    void removeDeployment(watch::DeploymentId deployment);

    // Sets the name that a pattern stands for in the deployment, and all of its profile; an empty
    // one takes it away.
    void set(watch::DeploymentId deployment, const QByteArray &pattern, const QString &name);

Q_SIGNALS:
    void problem(const QString &text);
    void done(const QString &text);

private:
    struct Names {
        QString profile; // empty: none
        picture::AliasBook::Aliases own;
        QString file; // of names; empty: none
        QMetaObject::Connection reading; // of it
    };

    Result<void> save(const QString &profile, const QByteArray &pattern, const QString &name) const;

    ui::WatchClient &m_client;
    profile::ProfileStore m_store;
    std::map<watch::DeploymentId, Names> m_deployments;
    std::map<QString, std::unique_ptr<app::AliasFile>> m_files;
};

} // namespace lockscope::console
