// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandboxclient.h"

namespace lockscope::lockctl {

SandboxClient::SandboxClient(const SandboxScene &scene, int part,
                             const std::vector<redis::Target> &targets)
    : m_scene(scene)
    , m_stage(targets, part)
{}

SandboxClient::~SandboxClient() = default;

void SandboxClient::start()
{
    m_stage.open();
    (void)m_stage.scope().start([this] { return m_scene.play(&m_stage); });
}

void SandboxClient::interrupt(int /*signal*/)
{
    Q_EMIT finished(Done);
}

} // namespace lockscope::lockctl
