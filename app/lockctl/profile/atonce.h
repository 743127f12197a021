// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

#include <functional>
#include <utility>

namespace lockscope::lockctl {

// Reading and writing small files: nothing to wait for, nothing to interrupt. Main thread.
class AtOnce final : public Running
{
public:
    explicit AtOnce(std::function<ExitStatus()> work)
        : m_work(std::move(work))
    {}

    void start() override { Q_EMIT finished(m_work()); }
    void interrupt(int /*signal*/) override {}

private:
    std::function<ExitStatus()> m_work;
};

} // namespace lockscope::lockctl
