// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/wire.h"

#include "core/base/text.h"

#include <hiredis/hiredis.h>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

Result<QByteArray> encodeCommand(const Arguments &command)
{
    // Far below the point where hiredis 0.14 counts past the end of an int.
    constexpr qsizetype mostBytes = qsizetype(512) * 1024 * 1024;
    constexpr std::size_t mostArguments = std::size_t(1024) * 1024;
    qsizetype total = 0;
    std::vector<const char *> pointers;
    std::vector<std::size_t> sizes;
    pointers.reserve(command.size());
    sizes.reserve(command.size());
    for (const QByteArray &argument : command) {
        pointers.push_back(argument.constData());
        sizes.push_back(static_cast<std::size_t>(argument.size()));
        total += argument.size();
    }
    if (command.empty() || command.size() > mostArguments || total > mostBytes)
        return fail(ErrorKind::InvalidInput, u"a command is empty or too large to send"_s);
    char *text = nullptr;
    const auto size = redisFormatCommandArgv(&text, static_cast<int>(pointers.size()),
                                             pointers.data(), sizes.data());
    if (size < 0)
        return fail(ErrorKind::Internal, u"out of memory while encoding a command"_s);
    QByteArray wire(text, size);
    redisFreeCommand(text);
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
    const QByteArray code = reply.errorCode();
    Error error{ErrorKind::Server, code, visibleElided(reply.bytes, longest), endpoint};
    if (code == "NOAUTH" || code == "WRONGPASS")
        error.kind = ErrorKind::Auth;
    else if (code == "NOPERM" || reply.bytes.startsWith("ERR The user executing the script can't "))
        error.kind = ErrorKind::Permission;
    return error;
}

} // namespace lockscope::redis
