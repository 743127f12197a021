// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/reply.h"
#include "core/redis/notnow.h"

namespace lockscope::watch {

// An answer that is none: the server reads nothing at the moment, and will later. That it loads its
// data, that a script runs, that a replica waits for its primary says nothing of any key.
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

// What an error reply says, as an error.
Error errorOf(const Reply &reply, const QString &endpoint);

} // namespace lockscope::watch
