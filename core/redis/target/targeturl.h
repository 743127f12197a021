// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/target/target.h"

namespace lockscope::redis {

// The URL that parseTarget() makes this target of, with users and without passwords: what may be
// saved. TLS rules and the way to the servers are no part of a URL. Plain function, any thread.
QString urlWithoutPasswords(const Target &target);

} // namespace lockscope::redis
