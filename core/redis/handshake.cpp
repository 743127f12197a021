// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/handshake.h"

#include "core/base/text.h"
#include "core/base/unsupported.h"
#include "core/redis/info.h"
#include "core/redis/notnow.h"
#include "core/redis/topologywords.h"
#include "core/redis/wire.h"

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

// In place of an answer to whatever came first: the server takes nobody, and closes the connection.
std::optional<Error> turnedAway(const Reply &reply, const QString &endpoint)
{
    if (!reply.isError())
        return {};
    if (isFull(reply.bytes))
        return Error{ErrorKind::Server, "MAXCLIENTS",
                     Sentence::say("ERR max number of clients reached"), endpoint};
    if (reply.errorCode() == "DENIED")
        return Error{ErrorKind::Server, reply.errorCode(),
                     Sentence::say("the server is in protected mode: without a password it takes "
                                   "only clients of its own machine"),
                     endpoint};
    return {};
}

Error authRefusal(const Reply &reply, const QString &endpoint)
{
    const QByteArray code = reply.errorCode();
    const QByteArray &text = reply.bytes;
    if (code == "WRONGPASS" || text.startsWith("ERR invalid password"))
        return {ErrorKind::Auth, code, Sentence::say("the user name or password was rejected"),
                endpoint};
    if (text.contains("without any password configured") || text.contains("no password is set")) {
        return {ErrorKind::Auth, code,
                Sentence::say("a password was given, but the server has no password set"),
                endpoint};
    }
    if (code == "NOAUTH" || code == "NOPERM" || text.startsWith("ERR wrong number of arguments")
        || isUnsupported(text)) {
        return {ErrorKind::Auth, code,
                Sentence::say("the server does not support AUTH (%1)").arg(visible(code)),
                endpoint};
    }
    // A server that is starting, say; only the code, since the text might echo the password.
    return {ErrorKind::Server, code, Sentence::say("AUTH failed: %1").arg(visibleElided(code, 40)),
            endpoint};
}

// The reply is a map of facts about the server.
std::optional<Error> helloRefusal(const Reply &reply, const QString &endpoint)
{
    if (reply.isArray())
        return {};
    const Error error = errorFrom(reply, endpoint);
    if (error.kind == ErrorKind::Auth)
        return Error{ErrorKind::Auth, error.code, Sentence::say("the server requires a password"),
                     endpoint};
    const Sentence why = reply.isError() ? error.text : Sentence::say("an unexpected reply");
    return Error{ErrorKind::Unsupported, error.code,
                 Sentence::say("the server does not speak RESP3: %1").arg(why), endpoint};
}

} // namespace

std::vector<HandshakeStep> handshakeSteps(const ConnectionConfig &config,
                                          const QByteArray &password,
                                          const std::vector<ClientIdentity> &predecessors)
{
    using Kind = HandshakeStep::Kind;
    const Target &target = config.target;
    std::vector<HandshakeStep> steps;
    if (!target.user.isEmpty())
        steps.push_back({Kind::Auth, {"AUTH"_ba, target.user, password}});
    else if (!password.isEmpty())
        steps.push_back({Kind::Auth, {"AUTH"_ba, password}});
    if (config.protocol == Protocol::Resp3)
        steps.push_back({Kind::Hello, {"HELLO"_ba, "3"_ba}});
    if (target.database != 0)
        steps.push_back({Kind::Select, {"SELECT"_ba, QByteArray::number(target.database)}});
    if (config.asksMode || config.topology)
        steps.push_back({Kind::Mode, {"INFO"_ba, "server"_ba}});
    if (config.topology)
        steps.push_back({Kind::Role, {"ROLE"_ba}});
    // All clients of a Unix socket have the same address there.
    if (config.endsPredecessors && target.form != Target::Form::Unix) {
        steps.push_back({Kind::Identify, {"CLIENT"_ba, "INFO"_ba}});
        for (const ClientIdentity &before : predecessors)
            steps.push_back({Kind::EndPredecessor,
                             {"CLIENT"_ba, "KILL"_ba, "ID"_ba, QByteArray::number(before.id),
                              "ADDR"_ba, before.address}});
    }
    if (config.clientName.isEmpty())
        steps.push_back({Kind::Name, {"PING"_ba}});
    else
        steps.push_back({Kind::Name, {"CLIENT"_ba, "SETNAME"_ba, config.clientName}});
    return steps;
}

std::optional<ClientIdentity> identityFrom(const Reply &reply)
{
    if (!reply.isString())
        return {};
    ClientIdentity identity;
    for (const QByteArray &field : reply.bytes.trimmed().split(' ')) {
        if (field.startsWith("id="))
            identity.id = field.mid(3).toLongLong();
        else if (field.startsWith("addr="))
            identity.address = field.mid(5);
    }
    if (identity.id <= 0 || identity.address.isEmpty())
        return {};
    return identity;
}

// Valkey has renamed the field.
QByteArray modeFrom(const Reply &reply)
{
    if (!reply.isString())
        return {};
    const QByteArray mode = infoField(reply.bytes, "redis_mode");
    return mode.isEmpty() ? infoField(reply.bytes, "server_mode") : mode;
}

QByteArray runIdFrom(const Reply &reply)
{
    return reply.isString() ? infoField(reply.bytes, "run_id") : QByteArray();
}

QByteArray versionFrom(const Reply &reply)
{
    return reply.isString() ? infoField(reply.bytes, "redis_version") : QByteArray();
}

std::optional<Error> handshakeRefusal(HandshakeStep::Kind step, const Reply &reply,
                                      const QString &endpoint)
{
    if (auto error = turnedAway(reply, endpoint))
        return error;
    if (step == HandshakeStep::Kind::Mode) {
        if (modeFrom(reply) != "sentinel")
            return {};
        return Error{ErrorKind::Unsupported, "SENTINEL",
                     Sentence::say("%1 is a Sentinel and stores no locks").arg(endpoint), endpoint};
    }
    if (step == HandshakeStep::Kind::Role) {
        const auto role = roleFrom(reply); // a user that may not ask believes the topology
        if (!role || role->isPrimary)
            return {};
        return Error{ErrorKind::Server, "NOTPRIMARY",
                     Sentence::say("the server at this address is a replica now"), endpoint};
    }
    if (step == HandshakeStep::Kind::Hello)
        return helloRefusal(reply, endpoint);
    // A user that may not run the command goes on without it.
    if (step == HandshakeStep::Kind::Identify || step == HandshakeStep::Kind::EndPredecessor)
        return {};
    if (!reply.isError()) {
        if (reply.type == Reply::Type::Status)
            return {};
        return Error{ErrorKind::Protocol,
                     {},
                     Sentence::say("unexpected reply to the handshake; is this a Redis server?"),
                     endpoint};
    }
    if (step == HandshakeStep::Kind::Auth)
        return authRefusal(reply, endpoint);
    const Error error = errorFrom(reply, endpoint);
    if (error.kind == ErrorKind::Auth)
        return Error{ErrorKind::Auth, error.code, Sentence::say("the server requires a password"),
                     endpoint};
    if (step == HandshakeStep::Kind::Select)
        return error;
    // A name is a courtesy: a user who may not set one, or a server that knows none, is fine.
    const bool tolerable = error.code == "NOPERM" || isUnsupported(reply.bytes)
        || reply.bytes.startsWith("ERR Client names");
    return tolerable ? std::nullopt : std::optional(error);
}

bool isAboutPassword(const Error &authError)
{
    return authError.code == "WRONGPASS" || authError.code == "NOAUTH"
        || authError.text.isOf("the user name or password was rejected");
}

bool endsForGood(const Error &handshakeError)
{
    switch (handshakeError.kind) {
    case ErrorKind::Auth:
    case ErrorKind::Tls:
    case ErrorKind::Permission:
    case ErrorKind::Unsupported:
        return true;
    default:
        return false;
    }
}

} // namespace lockscope::redis
