// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/connectionwording.h"

#include "core/base/text.h"
#include "ui/wording/said.h"
#include "ui/wording/tlswording.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ConnectionWords)
};

constexpr qsizetype textLimit = 300;

// An error has no code of its own for these: they are told by the sentences of core/redis.
bool isUnknownHost(const Error &error)
{
    return error.text.isOf("no host has that name");
}

bool isMissingSocket(const Error &error)
{
    return error.text.isOf("there is no such socket");
}

bool isWithoutPassword(const Error &error)
{
    return error.text.isOf("a password was given, but the server has no password set");
}

// A secret of a profile, which says itself what to do.
bool isOfProfile(const Error &error)
{
    return error.code == "NOSECRET" || error.code == "BADSECRET";
}

bool isOfTls(const Error &error)
{
    return error.text.english().contains("TLS"_L1);
}

QString withReason(const QString &sentence, const Error &error)
{
    if (error.text.isEmpty())
        return sentence;
    return Words::tr("%1 (%2)").arg(sentence, said(error.text, textLimit));
}

QString loginCure(const Error &error)
{
    if (isOfProfile(error))
        return Words::tr("Then reconnect.");
    if (isWithoutPassword(error))
        return Words::tr("Connect again without a password.");
    return Words::tr("Connect again with the right password.");
}

bool isOfRelay(const Error &error)
{
    return error.code == "SSH" || error.code == "PROXY";
}

QString relayCause(const Error &error)
{
    return error.code == "SSH" ? Words::tr("no tunnel by ssh") : Words::tr("no way by the proxy");
}

QString unreachableCure(const Error &error)
{
    if (isOfRelay(error))
        return Words::tr("Check the tunnel or proxy, and the server behind it.");
    if (isUnknownHost(error))
        return Words::tr("Correct the name of the host.");
    if (isMissingSocket(error))
        return Words::tr("Start the server, or correct the path.");
    return Words::tr("Check the address and the network.");
}

QString problemOf(const Error &error, const QString &where)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
        return withReason(Words::tr("%1 did not reply in time").arg(where), error);
    case ErrorKind::Unreachable:
        return withReason(Words::tr("%1 cannot be reached").arg(where), error);
    case ErrorKind::Refused:
        return Words::tr("%1 refused the connection").arg(where);
    case ErrorKind::ConnectionLost:
        return withReason(Words::tr("the connection to %1 was lost").arg(where), error);
    case ErrorKind::Tls:
        return withReason(Words::tr("no secure connection to %1").arg(where), error);
    case ErrorKind::Protocol:
        return withReason(Words::tr("%1 does not speak the Redis protocol").arg(where), error);
    case ErrorKind::Auth:
        if (isOfProfile(error))
            return Words::tr("%1: %2").arg(where, said(error.text, textLimit));
        if (error.code == "NOAUTH")
            return Words::tr("%1 requires a password").arg(where);
        return isWithoutPassword(error)
            ? Words::tr("%1 has no password, but one was given").arg(where)
            : Words::tr("%1 rejected the user name or password").arg(where);
    default:
        return errorSentence(error);
    }
}

QString titleOf(ConnectionStep::Kind kind)
{
    switch (kind) {
    case ConnectionStep::Kind::Address:
        return Words::tr("Address");
    case ConnectionStep::Kind::Name:
        return Words::tr("Name of the host");
    case ConnectionStep::Kind::Connection:
        return Words::tr("Connection");
    case ConnectionStep::Kind::Tls:
        return Words::tr("TLS");
    case ConnectionStep::Kind::Login:
        return Words::tr("User and password");
    case ConnectionStep::Kind::Greeting:
        return Words::tr("First commands");
    case ConnectionStep::Kind::Ping:
        return Words::tr("PING");
    case ConnectionStep::Kind::Rights:
        return Words::tr("Rights to read");
    }
    return {};
}

} // namespace

QString connectionCause(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
        return Words::tr("no reply");
    case ErrorKind::Unreachable:
        if (isOfRelay(error))
            return relayCause(error);
        if (error.code == "NOPRIMARY")
            return Words::tr("no primary");
        if (isUnknownHost(error))
            return Words::tr("unknown host");
        return isMissingSocket(error) ? Words::tr("no such socket") : Words::tr("unreachable");
    case ErrorKind::Refused:
        return Words::tr("refused");
    case ErrorKind::ConnectionLost:
        return Words::tr("connection lost");
    case ErrorKind::Tls:
        return tlsCause(error);
    case ErrorKind::Auth:
        return error.code == "NOAUTH" || error.code == "NOSECRET" ? Words::tr("password required")
                                                                  : Words::tr("password rejected");
    case ErrorKind::Permission:
        return isOfRelay(error) ? relayCause(error) : Words::tr("no permission");
    case ErrorKind::Protocol:
        return Words::tr("not Redis");
    case ErrorKind::Unsupported:
        if (error.code == "SENTINEL")
            return Words::tr("a Sentinel");
        return error.code == "NOMASTER" ? Words::tr("unknown name of a primary")
                                        : Words::tr("not supported");
    case ErrorKind::Server:
    case ErrorKind::Busy:
        return Words::tr("error reply");
    default:
        return Words::tr("error");
    }
}

// A name keeps its first letter.
QString connectionProblem(const Error &error)
{
    const QString where = error.endpoint.isEmpty()
        ? Words::tr("the server")
        : visibleElided(error.endpoint.toUtf8(), textLimit);
    const QString problem = problemOf(error, where);
    return !error.endpoint.isEmpty() && problem.startsWith(where) ? problem : capitalised(problem);
}

QString connectionCure(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
        return Words::tr("Check the server's load and the firewall.");
    case ErrorKind::Unreachable:
        return unreachableCure(error);
    case ErrorKind::Refused:
        return Words::tr("Start the server, or correct the port.");
    case ErrorKind::ConnectionLost:
        return isOfTls(error) ? Words::tr("Use rediss:// for TLS, redis:// without.")
                              : Words::tr("Lockscope retries; check the server.");
    case ErrorKind::Tls:
        return ended(capitalised(tlsCure(error)));
    case ErrorKind::Auth:
        return loginCure(error);
    case ErrorKind::Permission:
        if (error.code == "SSH")
            return Words::tr("Try the same ssh in a terminal, and accept its key there.");
        return error.code == "PROXY"
            ? Words::tr("Set LOCKSCOPE_PROXY_PASSWORD when you start Lockscope.")
            : Words::tr("Give the user the missing right (ACL).");
    case ErrorKind::Protocol:
        return Words::tr("Check the port; for TLS use rediss://.");
    case ErrorKind::Unsupported:
        if (error.code == "SENTINEL")
            return Words::tr("Use redis+sentinel:// with the name of the primary.");
        return error.code == "NOMASTER" ? Words::tr("Correct the name of the primary in the URL.")
                                        : Words::tr("Connect to the address of the primary.");
    case ErrorKind::Server:
    case ErrorKind::Busy:
        return Words::tr("Lockscope retries; check the server.");
    case ErrorKind::InvalidInput:
        return Words::tr("Correct the address.");
    default:
        return Words::tr("Connect again.");
    }
}

bool isPasswordWanted(const Error &error)
{
    return error.kind == ErrorKind::Auth && error.code != "SENTINELAUTH" && !isOfProfile(error)
        && !isWithoutPassword(error);
}

QStringList stepLines(const ConnectionStep &step)
{
    const QString title = titleOf(step.kind);
    if (step.error)
        return {Words::tr("%1: failed").arg(title),
                Words::tr("Cause: %1").arg(ended(connectionProblem(*step.error))),
                Words::tr("Next step: %1").arg(connectionCure(*step.error))};
    if (step.detail.isEmpty())
        return {Words::tr("%1: passed").arg(title)};
    return {
        Words::tr("%1: passed (%2)").arg(title, visibleElided(step.detail.toUtf8(), textLimit))};
}

} // namespace lockscope::wording
