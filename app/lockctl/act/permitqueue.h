// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/session.h"
#include "core/admin/plan/permitsight.h"

#include <memory>

namespace lockscope::lockctl {

// Looks once at a semaphore or a latch, and prints what it counts and who waits. Without a kind it
// has to be known for one, as list knows it.
class PermitQueue final : public Running
{
    Q_OBJECT

public:
    PermitQueue(const TargetChoice &where, LockName name, QByteArray kind, bool json);

    void start() override;
    void interrupt(int signal) override;

private:
    void onRecognised();
    void look();
    QString textOf(const admin::Sight &sight) const;
    void refuse(const QString &why, ExitStatus status);
    void finish(int status);

    const LockName m_name;
    QByteArray m_kind;
    const bool m_json;
    Session m_session;
    redis::Deployment m_deployment;
    admin::PermitLook m_look;
    Pending<admin::Sight> m_looking;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
