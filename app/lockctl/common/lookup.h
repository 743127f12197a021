// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/session.h"

namespace lockscope::lockctl {

// Why a name that was asked for is no lock, as the end of a sentence: not there, or no lock by the
// rules of list, with the next step. `kind`: the kind given by the user; empty: none. `deployment`:
// the place; empty: all of them.
QString whyNoLock(const Session &session, const LockName &name, const QByteArray &kind,
                  std::optional<watch::DeploymentId> deployment = {});

// The lock that was looked for at that target, once the session is settled; else why there is none:
// InvalidInput, or ConnectionLost and the like if the search was not possible.
Result<watch::LockRecord> lockIn(const Session &session, const LockName &name,
                                 const QByteArray &kind, std::size_t target = 0);

} // namespace lockscope::lockctl
