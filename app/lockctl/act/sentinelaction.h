// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/session.h"
#include "app/lockctl/common/terminalconfirmation.h"
#include "core/admin/sentineladministrator.h"

#include <QJsonObject>

#include <memory>

namespace lockscope::lockctl {

// The request to act on the Sentinels of one target.
struct SentinelRequest {
    TargetChoice where; // one target, of the form Sentinel
    admin::SentinelAction action;
    QString reason;
    bool yes = false;
    bool dryRun = false;
    bool json = false;
};

// Looks at the Sentinels, and before a failover at the locks that are held; thinks the action
// through, shows it, asks, and has it done.
class SentinelCommand : public Running
{
    Q_OBJECT

public:
    explicit SentinelCommand(SentinelRequest request, QObject *parent = nullptr);
    ~SentinelCommand() override;

    void start() override;
    void interrupt(int signal) override;

private:
    void lookAtLocks(std::vector<LockName> names);
    void onLocks();
    void decide();
    void act();
    void onOutcome(const admin::SentinelOutcome &outcome);
    ExitStatus statusOfOmissions() const;
    void refuse(const QByteArray &outcome, const QString &why, ExitStatus status);
    void finish(int status);

    SentinelRequest m_request;
    const admin::Place m_place;
    const redis::ConnectionConfig m_config;
    SystemClock m_clock;
    admin::Audit m_audit;
    TerminalConfirmation m_confirmation;
    admin::SentinelSight m_sight;
    admin::SentinelPlan m_plan;
    bool m_isOnReplicas = false; // the session asks the replicas for the locks that are held
    bool m_isActing = false;
    bool m_finished = false;
    std::vector<std::unique_ptr<Session>> m_sessions; // the last one counts
    admin::SentinelLook m_look;
    Pending<admin::SentinelSight> m_looking;
    admin::SentinelAdministrator m_administrator;
    Pending<admin::SentinelOutcome> m_acting;
};

} // namespace lockscope::lockctl
