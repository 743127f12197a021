// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/kind/kinds.h"
#include "tests/support/clocks.h"
#include "tests/support/redisprocess.h"
#include "tests/support/waiting.h"

namespace lockscope::test {

// One process as Redis sees it: its connections, its space and one lock of each kind by name.
class LockProcess
{
public:
    explicit LockProcess(const redis::ConnectionConfig &config)
        : deployment(config)
        , space(deployment, clock)
    {
        deployment.open();
    }

    std::unique_ptr<lock::Lock> make(const QByteArray &kind, const QByteArray &name)
    {
        return lock::makeLock(space, LockName(name), kind);
    }

    SystemClock clock;
    redis::Deployment deployment;
    lock::LockSpace space;
};

// A machine that has slept as long as a test says. The servers' leases do not really go on
// meanwhile.
class SleepingMachine final : public platform::Suspension
{
public:
    Millis total() const override { return m_slept; }
    void sleep(Millis time) { m_slept += time; }

private:
    Millis m_slept{0};
};

} // namespace lockscope::test
