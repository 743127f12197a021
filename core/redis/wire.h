// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/redis/connection.h"

namespace lockscope::redis {

// The two directions of the protocol as values: a command as the bytes to send, an error reply as
// an Error. Plain functions, any thread.

// The command in RESP. InvalidInput if it is empty or larger than any server takes (512 MiB).
Result<QByteArray> encodeCommand(const Arguments &command);

// The channel on which a server tells a subscribed connection which tracked keys changed.
const QByteArray &invalidationChannel();

// The error that an error reply reports. The text is the server's, made safe to show and cut.
Error errorFrom(const Reply &reply, const QString &endpoint);

} // namespace lockscope::redis
