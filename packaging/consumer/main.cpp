// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Makes a lock and parses a target; needs no server. HACKING.md has a program that takes one.
#include "core/lock/kind/reentrantlock.h"
#include "core/lock/single/lockspace.h"

#include <QCoreApplication>

using namespace lockscope;

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const auto target = redis::parseTarget(QStringLiteral("redis://127.0.0.1:6379"));
    if (!target)
        return 1;
    redis::ConnectionConfig config;
    config.target = *target;
    redis::Deployment deployment(config);
    const SystemClock clock;
    lock::LockSpace space(deployment, clock);
    const lock::ReentrantLock nightly(space, LockName("orders:nightly"));
    return nightly.newOwner().isEmpty() ? 1 : 0;
}
