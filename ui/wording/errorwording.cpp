// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ErrorWords)
};

constexpr qsizetype textLimit = 300;

QString ofServer(const QString &text)
{
    return visibleElided(text.toUtf8(), textLimit);
}

// What core or the server says.
QString told(const Error &error)
{
    return said(ofServer(error.text));
}

// What a NOPERM answer says is missing, as the operator would have to write it in the ACL.
QString missingPermission(const QString &text)
{
    static const QRegularExpression command(u"'([^']{1,60})'"_s);
    if (text.contains("channel"_L1))
        return Words::tr("a pattern for the channels (&pattern)");
    if (const auto match = command.match(text); match.hasMatch())
        return Words::tr("the command %1 (+%1)").arg(ofServer(match.captured(1)));
    if (text.contains("key"_L1))
        return Words::tr("a pattern for the keys (~pattern)");
    return Words::tr("something; the server says: %1").arg(ofServer(text));
}

QString withReason(const QString &sentence, const Error &error)
{
    if (error.text.isEmpty())
        return sentence;
    return Words::tr("%1 (%2)").arg(sentence, told(error));
}

QString authSentence(const Error &error, const QString &where)
{
    if (error.code == "NOAUTH")
        return Words::tr("%1 asks for a password; set LOCKSCOPE_PASSWORD or put user:password@ "
                         "into the URL")
            .arg(where);
    return Words::tr("%1 refuses the user or the password; set LOCKSCOPE_PASSWORD or put "
                     "user:password@ into the URL")
        .arg(where);
}

// Forbidden by the server's ACL, by a read-only profile, or by the file system.
QString permissionSentence(const Error &error, const QString &where)
{
    if (error.code == "READONLYPROFILE" || error.code == "PROFILEFILE")
        return told(error);
    return Words::tr("the user may not do this on %1; its ACL lacks %2")
        .arg(where, missingPermission(error.text));
}

QString networkSentence(const Error &error, const QString &where)
{
    switch (error.kind) {
    case ErrorKind::Timeout:
        return Words::tr("%1 did not answer in time; is it overloaded or stopped, does a firewall "
                         "drop what is sent to it?")
            .arg(where);
    case ErrorKind::Unreachable:
        return withReason(Words::tr("%1 cannot be reached; is the name right, is there a network "
                                    "to it, does the socket file exist?")
                              .arg(where),
                          error);
    case ErrorKind::Refused:
        return Words::tr("nothing listens on %1; is the server running, is the port right?")
            .arg(where);
    case ErrorKind::ConnectionLost:
        return withReason(
            Words::tr("the connection to %1 was lost; it is tried again by itself").arg(where),
            error);
    case ErrorKind::Tls:
        return withReason(Words::tr("no secure connection to %1; use --ca-file for a private CA, "
                                    "redis:// where the server speaks no TLS")
                              .arg(where),
                          error);
    case ErrorKind::Protocol:
        return withReason(Words::tr("what answers on %1 does not speak the Redis protocol; is it "
                                    "an HTTP server, or is TLS needed (rediss://)?")
                              .arg(where),
                          error);
    default:
        return withReason(Words::tr("%1 failed").arg(where), error);
    }
}

// "MOVED 3999 127.0.0.1:6381"
QString clusterSentence(const Error &error, const QString &where)
{
    return Words::tr(
               "%1 is a node of a Redis Cluster and does not keep this lock; Cluster is not yet "
               "supported: connect to the node that does, %2")
        .arg(where, ofServer(error.text.section(u' ', -1)));
}

} // namespace

QString errorSentence(const Error &error)
{
    const QString where =
        error.endpoint.isEmpty() ? Words::tr("the server") : ofServer(error.endpoint);
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
        if (error.code == "CLUSTERDOWN")
            return Words::tr("%1 is a node of a Redis Cluster that does not serve this lock at the "
                             "moment (%2); Cluster is not yet supported")
                .arg(where, told(error));
        return Words::tr("%1 answered with an error: %2").arg(where, told(error));
    case ErrorKind::Busy:
        return withReason(Words::tr("too much is asked of %1 at once; try again").arg(where),
                          error);
    case ErrorKind::Unsupported:
        return error.text.isEmpty() ? Words::tr("this is not built yet") : told(error);
    case ErrorKind::InvalidInput:
        return told(error);
    case ErrorKind::Cancelled:
        return Words::tr("cancelled");
    case ErrorKind::Internal:
        return Words::tr("an error inside Lockscope: %1; please report it").arg(told(error));
    }
    return told(error);
}

} // namespace lockscope::wording
