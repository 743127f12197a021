// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plan.h"
#include "core/base/async/taskscope.h"
#include "core/redis/deployment/deployment.h"

namespace lockscope::admin {

// The way without scripts: some managed servers and users refuse EVAL. A string lock can be deleted
// by one command that compares first, DELEX of Redis 8.4 or DELIFEQ of Valkey 9.

// The server refused to run the script at all, so nothing was done.
bool isScriptingRefused(const Reply &answer);

struct WithoutScript {
    Reply answer; // as the plan's script would have given it, or the first refusal
    QByteArray command; // the command that was run instead; empty: none
};

// Carries out a plan whose script was refused by its Plan::withoutScript, and then the plan's other
// commands. `refusal` remains if the server knows none of the commands. Errors: as
// Deployment::send(), after which the outcome is unknown. Runs in that scope, on the deployment's
// thread.
QCoro::Task<Result<WithoutScript>> runWithoutScript(TaskScope &scope, redis::Deployment &deployment,
                                                    Plan plan, Reply refusal);

} // namespace lockscope::admin
