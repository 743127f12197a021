// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

namespace lockscope::redis {

// The commands that a connection to a read-only target may send: a list of permitted ones, so that
// a command nobody thought of is refused. Plain functions, any thread.

// Reads, subscriptions, and commands about the connection alone. Neither scripts nor messages to
// others: both can change what a lock's users see.
bool isReadOnly(const Arguments &command);

// Permission with the code READONLYPROFILE. The text names the profile that guards the server, if
// it is known, and of the command only its verb.
Error readOnlyRefusal(const Arguments &command, const QString &endpoint, const QString &profile);
// The same of something that was refused before any command.
Error readOnlyRefusal(const QString &endpoint, const QString &profile);

} // namespace lockscope::redis
