// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/wire.h"

#include "core/base/text.h"
#include "core/redis/notnow.h"

#include <algorithm>
#include <charconv>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// A sign, a length, the end of the line.
constexpr qsizetype mostHeader = 24;

char *putHeader(char *at, char sign, qsizetype length)
{
    *at++ = sign;
    at = std::to_chars(at, at + mostHeader, length).ptr;
    *at++ = '\r';
    *at++ = '\n';
    return at;
}

// A command of a script that the user may not run: Redis 6, Redis 7 without a code, Valkey.
bool isScriptRefusal(const QByteArray &text)
{
    return text.startsWith("ERR ACL failure in script")
        || (text.startsWith("ERR ") && text.contains("The user executing the script can't "));
}

} // namespace

// By hand, into one piece of memory: every acquire and release passes here, and the formatter of
// hiredis takes ten times as long (formatting by printf, several allocations, and a copy).
Result<QByteArray> encodeCommand(const Arguments &command)
{
    constexpr qsizetype mostBytes = qsizetype(512) * 1024 * 1024;
    constexpr std::size_t mostArguments = std::size_t(1024) * 1024;
    qsizetype total = 0;
    for (const QByteArray &argument : command)
        total += argument.size();
    if (command.empty() || command.size() > mostArguments || total > mostBytes)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("the command is empty or too large to send"));
    const auto count = static_cast<qsizetype>(command.size());
    QByteArray wire(total + (count + 1) * (mostHeader + 2), Qt::Uninitialized);
    char *at = putHeader(wire.data(), '*', count);
    for (const QByteArray &argument : command) {
        at = putHeader(at, '$', argument.size());
        at = std::copy_n(argument.constData(), argument.size(), at);
        *at++ = '\r';
        *at++ = '\n';
    }
    wire.truncate(at - wire.constData());
    return wire;
}

const QByteArray &invalidationChannel()
{
    static const QByteArray name = QByteArrayLiteral("__redis__:invalidate");
    return name;
}

Error errorFrom(const Reply &reply, const QString &endpoint)
{
    constexpr qsizetype longest = 200;
    // The error that a script met has its own code: behind a preface before Redis 7.
    const QByteArray code = innerCode(reply.bytes);
    Error error{ErrorKind::Server, code, visibleElided(innerError(reply.bytes), longest), endpoint};
    if (code == "NOAUTH" || code == "WRONGPASS")
        error.kind = ErrorKind::Auth;
    else if (code == "NOPERM" || isScriptRefusal(reply.bytes))
        error.kind = ErrorKind::Permission;
    return error;
}

} // namespace lockscope::redis
