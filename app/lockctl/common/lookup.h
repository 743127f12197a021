// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/session.h"

namespace lockscope::lockctl {

// Why a name that was asked for is no lock, as the end of a sentence: not there, or no lock by the
// rules of list, with the next step. `kind`: what it was said to be; empty: nothing. `server`:
// where; empty: on all of them.
QString whyNoLock(const Session &session, const LockName &name, const QByteArray &kind,
                  std::optional<int> server = {});

// The lock that was looked for on that server, once the session is settled; else why there is none:
// InvalidInput, or ConnectionLost and the like where it could not be looked for.
Result<watch::LockRecord> lockIn(const Session &session, const LockName &name,
                                 const QByteArray &kind, int server = 0);

} // namespace lockscope::lockctl
