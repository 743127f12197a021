// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"
#include "core/notify/notifier.h"
#include "ui/client/servers/servermodel.h"
#include "ui/estate/notifypage.h"
#include "ui/health/healthfeed.h"

#include <QObject>

#include <map>
#include <memory>
#include <set>

namespace lockscope::console {

// Tells the receivers of each connected profile of its problems, unless they are muted, or a
// recorder of the profile runs on this computer: that tells them. GUI thread; owns the notifiers;
// feed, picture, book and clock must outlive it.
class Notifications : public QObject
{
    Q_OBJECT

public:
    Notifications(ui::HealthFeed &feed, const picture::Picture &picture,
                  secret::SecretBook &secrets, const Clock &clock, QObject *parent = nullptr);
    ~Notifications() override;

    void add(watch::DeploymentId deployment, const app::ChosenTarget &target);
    // Before its problems end with it: that they are out of sight is no end to tell.
    void remove(watch::DeploymentId deployment);
    // Sends a message that tells of no problem to the receiver of a profile, which need not be
    // saved.
    void test(const profile::Profile &profile, const ui::MessageTold &told);
    // One short attempt to send what waits; waits for it.
    void stop();

Q_SIGNALS:
    void said(const QString &text);

private:
    struct Part {
        QString recordFolder; // where a recorder has its lock
        std::set<watch::DeploymentId> deployments;
        std::unique_ptr<notify::Notifier> notifier;
    };

    void note(const health::ProblemChange &change);

    ui::HealthFeed &m_feed;
    const picture::Picture &m_picture;
    secret::SecretBook &m_secrets;
    const Clock &m_clock;
    std::map<QString, Part> m_parts; // by profile
    std::set<std::unique_ptr<notify::Courier>> m_tests; // with a message on its way
};

} // namespace lockscope::console
