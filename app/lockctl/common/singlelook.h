// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/session.h"

namespace lockscope::lockctl {

// A command that looks at servers once, and prints what it has found as soon as it knows enough. A
// signal ends it without an answer. Main thread; owns the session.
class SingleLook : public Running
{
    Q_OBJECT

public:
    void start() override;
    void interrupt(int signal) override;

protected:
    SingleLook(const TargetChoice &where, std::vector<LockName> names, Session::Look look);

    // The session knows more; no longer after finish().
    virtual void onChanged() = 0;
    void finish(int status);

    Session m_session;

private:
    bool m_finished = false;
};

} // namespace lockscope::lockctl
