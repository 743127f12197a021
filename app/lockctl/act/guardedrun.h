// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/guardlook.h"

#include <functional>
#include <memory>

namespace lockscope::lockctl {

// On production the audit log has to tell why something was done, as in the window. InvalidInput if
// one of the servers is production and no reason is given.
Result<void> checkReason(const TargetChoice &where, const QString &reason);

// A command that acts, begun only once it is known which profile guards its servers (GuardLook).
class GuardedRun final : public Running
{
    Q_OBJECT

public:
    using Make = std::function<std::unique_ptr<Running>(TargetChoice &&where)>;

    // `reason`: empty if nothing is to be changed yet, so that none is needed.
    GuardedRun(TargetChoice where, std::optional<QString> reason, Make make);
    ~GuardedRun() override;

    void start() override;
    void interrupt(int signal) override;

private:
    void begin();
    void finish(int status);

    const std::optional<QString> m_reason;
    const Make m_make;
    GuardLook m_look;
    Pending<void> m_looking;
    std::unique_ptr<Running> m_command;
    bool m_isFinished = false;
};

} // namespace lockscope::lockctl
