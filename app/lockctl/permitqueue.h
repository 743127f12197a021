// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/command.h"
#include "app/lockctl/targetoptions.h"
#include "core/admin/permitsight.h"

#include <memory>

namespace lockscope::lockctl {

// Looks once at a semaphore or a latch, and prints what it counts and who waits.
class PermitQueue final : public Running
{
public:
    PermitQueue(const TargetChoice &where, LockName name, QByteArray kind, bool json);

    void start() override;
    void interrupt(int signal) override;

private:
    QString textOf(const admin::Sight &sight) const;
    void finish(int status);

    const LockName m_name;
    const QByteArray m_kind;
    const bool m_json;
    redis::Deployment m_deployment;
    admin::PermitLook m_look;
    Pending<admin::Sight> m_looking;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
