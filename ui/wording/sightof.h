// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/plan.h"
#include "core/watch/record/records.h"

namespace lockscope::wording {

// The state of a lock as the watch showed it, to bind an action to it; times to live are those of
// the instant `now`. Here because both programs need it, and core/admin knows no watch. A plain
// function, any thread.
admin::Sight sightOf(const watch::LockRecord &lock, Instant now);

// False for a semaphore or a latch whose number has no key: the semaphore is not initialised, the
// latch is open. Likewise.
bool hasNumber(const watch::LockRecord &lock);

// The keyspace that a plan for locks of this server has to fit; of none: any. Likewise.
admin::Keyspace keyspaceOf(const watch::ServerRecord *server);

} // namespace lockscope::wording
