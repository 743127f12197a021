// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/reply.h"
#include "core/redis/notnow.h"

namespace lockscope::watch {

// The server reads no data at the moment, and will later: it loads its data, runs a script, or is a
// replica that waits for its primary. Such a reply says nothing of any key.
inline bool isTemporary(const QByteArray &errorCode)
{
    return redis::isNotNowToRead(errorCode);
}

inline bool isTemporary(const Error &error)
{
    return error.kind == ErrorKind::Server && isTemporary(error.code);
}

// Another node of the cluster keeps the key, or will soon.
inline bool isRedirection(const Error &error)
{
    return error.kind == ErrorKind::Server && (error.code == "MOVED" || error.code == "ASK");
}

// An error that tells nothing of the key.
bool isNoAnswer(const Reply &reply);

// The error that an error reply reports.
Error errorOf(const Reply &reply, const QString &endpoint);

} // namespace lockscope::watch
