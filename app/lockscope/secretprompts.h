// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secret/secretbook.h"
#include "core/watch/record/identity.h"
#include "ui/estate/secretdialog.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>

namespace lockscope::console {

// Asks the user for secrets in the window, one dialog for each, and takes the answers back to the
// thread that asked. GUI thread, but for the asker; made before the window is shown.
class SecretPrompts : public QObject
{
    Q_OBJECT

public:
    explicit SecretPrompts(QWidget &window, QObject *parent = nullptr);
    ~SecretPrompts() override;

    // For the thread of the connections; usable as long as this object.
    secret::Asker asker();
    // The options of the console's book of secrets.
    secret::SecretBook::Options bookOptions();

    using Login = std::function<void(const QByteArray &user, const QByteArray &password)>;
    // Asks for user and password of a server without a profile, once at a time for each; `use` is
    // not called if the user does not say. GUI thread.
    void askForServer(watch::DeploymentId deployment, const ui::SecretRequest &request,
                      const Login &use);
    // It is not connected any more: closes the dialog that asks.
    void drop(watch::DeploymentId deployment);

private:
    using Reply = std::function<void(secret::Answer &&)>;

    void ask(const secret::Question &question, std::shared_ptr<QObject> home, const Reply &reply);

    QWidget &m_window;
    std::map<watch::DeploymentId, QPointer<ui::SecretDialog>> m_ofServers; // that are open
};

} // namespace lockscope::console
