// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/reply.h"

#include <array>

namespace lockscope::redis {

// The one list of answers that say "not now": nothing was done, and the same question may well be
// answered in a moment. A wait continues after them, and a release is repeated. Plain functions,
// any thread.

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

// The error that a script met, without the text that Redis 6 puts in front of it: "ERR Error
// running script (call to f_12): @user_script:3: @user_script: 3: -READONLY You ...". Any other
// error as it is.
inline QByteArray withoutPreface(const QByteArray &text)
{
    const QByteArrayView mark("@user_script:");
    const bool isWrapped = text.startsWith("ERR Error running script");
    qsizetype at = isWrapped ? text.indexOf(mark) : 0;
    if (at < 0 || !QByteArrayView(text).sliced(at).startsWith(mark))
        return text;
    for (int preface = 0; preface < 2 && QByteArrayView(text).sliced(at).startsWith(mark);
         ++preface) {
        const qsizetype end = text.indexOf(": ", at + mark.size());
        at = end < 0 ? text.size() : end + 2;
    }
    return text.mid(text.mid(at, 1) == "-" ? at + 1 : at);
}

// And without the script's name and line, which Redis 7 puts behind it: "READONLY You ... script:
// f_12, on @user_script:3.".
inline QByteArray innerError(const QByteArray &text)
{
    const QByteArray inner = withoutPreface(text);
    const qsizetype at = inner.lastIndexOf(" script: ");
    return at > 0 && inner.indexOf(", on @user_script:", at) > 0 ? inner.left(at) : inner;
}

// The first word of an error, for a script the one of the error that it met: ERR if that has no
// code.
inline QByteArray innerCode(const QByteArray &text)
{
    const QByteArray inner = withoutPreface(text);
    const QByteArray word = inner.left(inner.indexOf(' '));
    return inner.size() == text.size() || word == word.toUpper() ? word : QByteArray("ERR");
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
    const QByteArray text = error.text.english().toUtf8();
    return error.kind == ErrorKind::Server
        && (isNotNow(error.code) || isNotNow(innerCode(text)) || isFull(text));
}

// True if a reader cannot reach the server just now.
inline bool isNotNowToRead(const Error &error)
{
    return error.kind == ErrorKind::Server
        && (isNotNowToRead(error.code) || isFull(error.text.english().toUtf8()));
}

} // namespace lockscope::redis
