// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/targetoptions.h"
#include "core/lock/lease.h"
#include "core/workbench/assembly.h"
#include "ui/wording/lockwording.h"

namespace lockscope::lockctl {

// The options of acquire and run. A value.
struct HoldOptions {
    workbench::Asked asked;
    TargetChoice where; // its servers
    OwnerId owner; // empty: a fresh one is made
    Millis wait{0};
    lock::Lease lease;

    const workbench::KindOptions &traits() const { return *workbench::optionsOf(asked.kind); }
    // For sentences: the name, or those of a multi-lock.
    LockName shownName() const;
    wording::Meant meant() const { return {asked.kind, shownName(), asked.permits}; }
    QString namesText() const; // the same, safe to print
};

// --kind and its company, --wait, --lease, --watchdog, --owner and what names servers.
void addHoldOptions(QCommandLineParser &parser);
// Everything that can be wrong with them is found here, before anything is connected. The names are
// the first `names` words.
Result<HoldOptions> holdOptions(const QCommandLineParser &parser, qsizetype names);

} // namespace lockscope::lockctl
