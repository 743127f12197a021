// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/base/unsupported.h"
#include "ui/wording/said.h"
#include "ui/wording/tlswording.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct ErrorWords {
    Q_DECLARE_TR_FUNCTIONS(ErrorWords)
};

constexpr qsizetype textLimit = 300;

QString ofServer(const QString &text)
{
    return visibleElided(text.toUtf8(), textLimit);
}

// The text of the error, from core or the server.
QString told(const Error &error)
{
    return said(error.text, textLimit);
}

// The permission that a NOPERM reply reports as missing, as the operator would have to write it in
// the ACL.
QString missingPermission(const QString &text)
{
    static const QRegularExpression command(u"'([^']{1,60})'"_s);
    if (text.contains("channel"_L1))
        return ErrorWords::tr("a pattern for the channels (&pattern)");
    if (const auto match = command.match(text); match.hasMatch())
        return ErrorWords::tr("the command %1 (+%1)").arg(ofServer(match.captured(1)));
    if (text.contains("key"_L1))
        return ErrorWords::tr("a pattern for the keys (~pattern)");
    return ErrorWords::tr("a right; the server says: %1").arg(ofServer(text));
}

QString withReason(const QString &sentence, const Error &error)
{
    if (error.text.isEmpty())
        return sentence;
    return ErrorWords::tr("%1 (%2)").arg(sentence, told(error));
}

QString authSentence(const Error &error, const QString &where)
{
    if (error.code == "SENTINELAUTH")
        return withReason(
            ErrorWords::tr("the Sentinels of %1 require another password; set "
                           "LOCKSCOPE_SENTINEL_PASSWORD, and sentinel_user in the URL")
                .arg(where),
            error);
    // The profile's source is in the sentence, and what to do.
    if (error.code == "NOSECRET" || error.code == "BADSECRET")
        return ErrorWords::tr("%1: %2").arg(where, told(error));
    if (error.code == "NOAUTH")
        return ErrorWords::
            tr("%1 requires a password; set LOCKSCOPE_PASSWORD, save in a profile where it comes "
               "from, or put user:password@ into the URL")
                .arg(where);
    return ErrorWords::tr(
               "%1 rejected the user name or password; set LOCKSCOPE_PASSWORD, save in a "
               "profile where it comes from, or put user:password@ into the URL")
        .arg(where);
}

// Forbidden by the server's ACL, by a read-only profile, or by the file system.
QString permissionSentence(const Error &error, const QString &where)
{
    if (error.code == "SSH")
        return ErrorWords::tr("%1 cannot be reached: %2; try the same ssh in a terminal")
            .arg(where, told(error));
    if (error.code == "PROXY")
        return ErrorWords::tr("%1 cannot be reached: %2; set LOCKSCOPE_PROXY_PASSWORD")
            .arg(where, told(error));
    if (error.code == "READONLYPROFILE" || error.code == "PROFILEFILE")
        return told(error);
    return ErrorWords::tr("the user has no permission for this on %1; its ACL lacks %2")
        .arg(where, missingPermission(error.text.english()));
}

QString networkSentence(const Error &error, const QString &where)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
        return ErrorWords::tr(
                   "%1 did not reply in time; is it overloaded or stopped, or does a firewall "
                   "drop packets to it?")
            .arg(where);
    case ErrorKind::Unreachable:
        if (error.code == "SSH" || error.code == "PROXY")
            return ErrorWords::tr("%1 cannot be reached: %2").arg(where, told(error));
        return withReason(
            ErrorWords::tr(
                "%1 cannot be reached; is the name right, is the network up, does the socket "
                "file exist?")
                .arg(where),
            error);
    case ErrorKind::Refused:
        return ErrorWords::tr(
                   "%1 refused the connection; is the server running, and is the port right?")
            .arg(where);
    case ErrorKind::ConnectionLost:
        if (error.code == "CLOSEDAT")
            return told(error);
        return withReason(
            ErrorWords::tr("the connection to %1 was lost; is the server still running?")
                .arg(where),
            error);
    case ErrorKind::Tls:
        return ErrorWords::tr("no secure connection to %1: %2; %3")
            .arg(where, told(error), tlsCure(error, tlsOption(error)));
    case ErrorKind::Protocol:
        return withReason(
            ErrorWords::tr(
                "%1 does not speak the Redis protocol; is it an HTTP server, or does it need "
                "TLS (rediss://)?")
                .arg(where),
            error);
    default:
        return withReason(ErrorWords::tr("%1 failed").arg(where), error);
    }
}

// "MOVED 3999 127.0.0.1:6381"
QString clusterSentence(const Error &error, const QString &where)
{
    return ErrorWords::tr(
               "%1 is a Redis Cluster node, and %2 has this lock; use redis+cluster:// to "
               "reach all nodes")
        .arg(where, ofServer(error.text.english().section(u' ', -1)));
}

// "ERR unknown command 'scan', with args beginning with: '0'"
QString unsupportedSentence(const Error &error, const QString &where)
{
    const QByteArray command = unsupportedCommand(error.text.english().toUtf8());
    if (command.isEmpty())
        return ErrorWords::tr("%1 does not offer a command that is needed: %2")
            .arg(where, told(error));
    return ErrorWords::tr(
               "%1 does not offer the command %2; connect to the Redis server behind it if it "
               "is a proxy, or see Managed servers and proxies in the guide")
        .arg(where, ofServer(fromUtf8(command.toUpper())));
}

} // namespace

QString errorSentence(const Error &error)
{
    const QString where =
        error.endpoint.isEmpty() ? ErrorWords::tr("the server") : ofServer(error.endpoint);
    switch (error.kind) {
    case ErrorKind::Timeout:
    case ErrorKind::Unreachable:
    case ErrorKind::Refused:
    case ErrorKind::ConnectionLost:
    case ErrorKind::Tls:
    case ErrorKind::Protocol:
        return networkSentence(error, where);
    case ErrorKind::Auth:
        return authSentence(error, where);
    case ErrorKind::Permission:
        return permissionSentence(error, where);
    case ErrorKind::Server:
        if (error.code == "MOVED" || error.code == "ASK")
            return clusterSentence(error, where);
        if (error.code == "MAXCLIENTS")
            return ErrorWords::tr("%1 takes no more clients; end some (CLIENT LIST shows them), or "
                                  "raise maxclients")
                .arg(where);
        if (error.code == "DENIED")
            return ErrorWords::tr("%1 is in protected mode and takes only clients of its own "
                                  "machine; connect from there, or give it a password")
                .arg(where);
        if (error.code == "SERVERCHANGED") // found out, not replied
            return told(error);
        if (error.code == "CLUSTERDOWN")
            return ErrorWords::tr(
                       "%1 is a Redis Cluster node that cannot serve this lock at the moment: %2")
                .arg(where, told(error));
        if (isUnsupported(error.text.english().toUtf8()))
            return unsupportedSentence(error, where);
        return ErrorWords::tr("%1 replied with an error: %2").arg(where, told(error));
    case ErrorKind::Busy:
        return withReason(ErrorWords::tr("too many requests to %1 at once; try again").arg(where),
                          error);
    case ErrorKind::Unsupported:
        return error.text.isEmpty() ? ErrorWords::tr("this is not implemented yet") : told(error);
    case ErrorKind::InvalidInput:
        return told(error);
    case ErrorKind::Cancelled:
        return ErrorWords::tr("cancelled");
    case ErrorKind::Internal:
        return ErrorWords::tr("an error inside Lockscope: %1; please report it").arg(told(error));
    }
    return told(error);
}

} // namespace lockscope::wording
