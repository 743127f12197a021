// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/sandbox/sandboxscenes.h"

namespace lockscope::lockctl {

// One client process of the sandbox: plays its scene until it is ended. Main thread; owns the
// stage.
class SandboxClient : public Running
{
    Q_OBJECT

public:
    SandboxClient(const SandboxScene &scene, int part, const std::vector<redis::Target> &targets);
    ~SandboxClient() override;

    void start() override;
    void interrupt(int signal) override;

private:
    const SandboxScene &m_scene;
    SandboxStage m_stage;
};

} // namespace lockscope::lockctl
