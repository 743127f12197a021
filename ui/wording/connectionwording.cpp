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

struct ConnectionWords {
    Q_DECLARE_TR_FUNCTIONS(ConnectionWords)
};

constexpr qsizetype reasonLimit = 300;

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

QString withDetail(const QString &sentence, const Error &error)
{
    if (error.text.isEmpty())
        return sentence;
    return ConnectionWords::tr("%1 (%2)").arg(sentence, said(error.text, reasonLimit));
}

QString loginCure(const Error &error)
{
    if (isOfProfile(error))
        return ConnectionWords::tr("Then reconnect.");
    if (isWithoutPassword(error))
        return ConnectionWords::tr("Connect again without a password.");
    return ConnectionWords::tr("Connect again with the right password.");
}

bool isOfRelay(const Error &error)
{
    return error.code == "SSH" || error.code == "PROXY";
}

QString relayCause(const Error &error)
{
    return error.code == "SSH" ? ConnectionWords::tr("no tunnel by ssh")
                               : ConnectionWords::tr("no way by the proxy");
}

QString unreachableCure(const Error &error)
{
    if (isOfRelay(error))
        return ConnectionWords::tr("Check the tunnel or proxy, and the server behind it.");
    if (isUnknownHost(error))
        return ConnectionWords::tr("Correct the name of the host.");
    if (isMissingSocket(error))
        return ConnectionWords::tr("Start the server, or correct the path.");
    return ConnectionWords::tr("Check the address and the network.");
}

QString problemOf(const Error &error, const QString &where)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
        return withDetail(ConnectionWords::tr("%1 did not reply in time").arg(where), error);
    case ErrorKind::Unreachable:
        return withDetail(ConnectionWords::tr("%1 cannot be reached").arg(where), error);
    case ErrorKind::Refused:
        return ConnectionWords::tr("%1 refused the connection").arg(where);
    case ErrorKind::ConnectionLost:
        return withDetail(ConnectionWords::tr("the connection to %1 was lost").arg(where), error);
    case ErrorKind::Tls:
        return withDetail(ConnectionWords::tr("no secure connection to %1").arg(where), error);
    case ErrorKind::Protocol:
        return withDetail(ConnectionWords::tr("%1 does not speak the Redis protocol").arg(where),
                          error);
    case ErrorKind::Auth:
        if (isOfProfile(error))
            return ConnectionWords::tr("%1: %2").arg(where, said(error.text, reasonLimit));
        if (error.code == "NOAUTH")
            return ConnectionWords::tr("%1 requires a password").arg(where);
        return isWithoutPassword(error)
            ? ConnectionWords::tr("%1 has no password, but one was given").arg(where)
            : ConnectionWords::tr("%1 rejected the user name or password").arg(where);
    default:
        return errorSentence(error);
    }
}

QString titleOf(ConnectionStep::Kind kind)
{
    switch (kind) {
    case ConnectionStep::Kind::Address:
        return ConnectionWords::tr("Address");
    case ConnectionStep::Kind::Name:
        return ConnectionWords::tr("Name of the host");
    case ConnectionStep::Kind::Connection:
        return ConnectionWords::tr("Connection");
    case ConnectionStep::Kind::Tls:
        return ConnectionWords::tr("TLS");
    case ConnectionStep::Kind::Login:
        return ConnectionWords::tr("User and password");
    case ConnectionStep::Kind::Greeting:
        return ConnectionWords::tr("First commands");
    case ConnectionStep::Kind::Ping:
        return ConnectionWords::tr("PING");
    case ConnectionStep::Kind::Rights:
        return ConnectionWords::tr("Rights to read");
    }
    return {};
}

} // namespace

QString connectionCause(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
        return ConnectionWords::tr("no reply");
    case ErrorKind::Unreachable:
        if (isOfRelay(error))
            return relayCause(error);
        if (error.code == "NOPRIMARY")
            return ConnectionWords::tr("no primary");
        if (isUnknownHost(error))
            return ConnectionWords::tr("unknown host");
        return isMissingSocket(error) ? ConnectionWords::tr("no such socket")
                                      : ConnectionWords::tr("unreachable");
    case ErrorKind::Refused:
        return ConnectionWords::tr("refused");
    case ErrorKind::ConnectionLost:
        return ConnectionWords::tr("connection lost");
    case ErrorKind::Tls:
        return tlsCause(error);
    case ErrorKind::Auth:
        return error.code == "NOAUTH" || error.code == "NOSECRET"
            ? ConnectionWords::tr("password required")
            : ConnectionWords::tr("password rejected");
    case ErrorKind::Permission:
        return isOfRelay(error) ? relayCause(error) : ConnectionWords::tr("no permission");
    case ErrorKind::Protocol:
        return ConnectionWords::tr("not Redis");
    case ErrorKind::Unsupported:
        if (error.code == "SENTINEL")
            return ConnectionWords::tr("a Sentinel");
        return error.code == "NOMASTER" ? ConnectionWords::tr("unknown name of a primary")
                                        : ConnectionWords::tr("not supported");
    case ErrorKind::Server:
    case ErrorKind::Busy:
        return ConnectionWords::tr("error reply");
    default:
        return ConnectionWords::tr("error");
    }
}

// A name keeps its first letter.
QString connectionProblem(const Error &error)
{
    const QString where = error.endpoint.isEmpty()
        ? ConnectionWords::tr("the server")
        : visibleElided(error.endpoint.toUtf8(), reasonLimit);
    const QString problem = problemOf(error, where);
    return !error.endpoint.isEmpty() && problem.startsWith(where) ? problem : capitalised(problem);
}

QString connectionCure(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
        return ConnectionWords::tr("Check the server's load and the firewall.");
    case ErrorKind::Unreachable:
        return unreachableCure(error);
    case ErrorKind::Refused:
        return ConnectionWords::tr("Start the server, or correct the port.");
    case ErrorKind::ConnectionLost:
        return isOfTls(error) ? ConnectionWords::tr("Use rediss:// for TLS, redis:// without.")
                              : ConnectionWords::tr("Check the server.");
    case ErrorKind::Tls:
        return ended(capitalised(tlsCure(error)));
    case ErrorKind::Auth:
        return loginCure(error);
    case ErrorKind::Permission:
        if (error.code == "SSH")
            return ConnectionWords::tr("Try the same ssh in a terminal, and accept its key there.");
        return error.code == "PROXY"
            ? ConnectionWords::tr("Set LOCKSCOPE_PROXY_PASSWORD when you start Lockscope.")
            : ConnectionWords::tr("Give the user the missing right (ACL).");
    case ErrorKind::Protocol:
        return ConnectionWords::tr("Check the port; for TLS use rediss://.");
    case ErrorKind::Unsupported:
        if (error.code == "SENTINEL")
            return ConnectionWords::tr("Use redis+sentinel:// with the name of the primary.");
        return error.code == "NOMASTER"
            ? ConnectionWords::tr("Correct the name of the primary in the URL.")
            : ConnectionWords::tr("Connect to the address of the primary.");
    case ErrorKind::Server:
    case ErrorKind::Busy:
        return ConnectionWords::tr("Check the server.");
    case ErrorKind::InvalidInput:
        return ConnectionWords::tr("Correct the address.");
    default:
        return ConnectionWords::tr("Connect again.");
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
        return {ConnectionWords::tr("%1: failed").arg(title),
                ConnectionWords::tr("Cause: %1").arg(ended(connectionProblem(*step.error))),
                ConnectionWords::tr("Next step: %1").arg(connectionCure(*step.error))};
    if (step.detail.isEmpty())
        return {ConnectionWords::tr("%1: passed").arg(title)};
    return {ConnectionWords::tr("%1: passed (%2)")
                .arg(title, visibleElided(step.detail.toUtf8(), reasonLimit))};
}

} // namespace lockscope::wording
