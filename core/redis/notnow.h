// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/reply.h"

#include <array>

namespace lockscope::redis {

// The one list of answers that say "not now": nothing was done, and the same question may well be
// answered in a moment. A wait goes on with them, and what has to be given back is asked again.
// Plain functions, any thread.

// The server answers nothing at the moment, not even what only reads.
inline bool isNotNowToRead(const QByteArray &code)
{
    static constexpr std::array<const char *, 5> codes{"BUSY", "LOADING", "MASTERDOWN",
                                                       "CLUSTERDOWN", "TRYAGAIN"};
    for (const char *const each : codes) {
        if (code == each)
            return true;
    }
    return false;
}

// Or it changes nothing: a replica, memory is short, its disk fails, too few replicas are there.
inline bool isNotNow(const QByteArray &code)
{
    return isNotNowToRead(code) || code == "READONLY" || code == "OOM" || code == "MISCONF"
        || code == "NOREPLICAS";
}

// What a script met, as it is told before Redis 7: "ERR Error running script ...: -READONLY You
// ...". The first word of any other error.
inline QByteArray innerCode(const QByteArray &text)
{
    if (!text.startsWith("ERR Error running script"))
        return text.left(text.indexOf(' '));
    const qsizetype at = text.lastIndexOf(": -");
    return at < 0 ? QByteArray("ERR") : text.mid(at + 3, text.indexOf(' ', at + 3) - at - 3);
}

inline bool isFull(const QByteArray &text)
{
    return text.startsWith("ERR max number of clients");
}

inline bool isNotNow(const Reply &reply)
{
    return reply.isError() && (isNotNow(innerCode(reply.bytes)) || isFull(reply.bytes));
}

inline bool isNotNow(const Error &error)
{
    const QByteArray text = error.text.toUtf8();
    return error.kind == ErrorKind::Server
        && (isNotNow(error.code) || isNotNow(innerCode(text)) || isFull(text));
}

// It cannot be reached just now, as far as whoever asks is concerned.
inline bool isNotNowToRead(const Error &error)
{
    return error.kind == ErrorKind::Server
        && (isNotNowToRead(error.code) || isFull(error.text.toUtf8()));
}

} // namespace lockscope::redis
