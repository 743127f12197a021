// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

namespace lockscope::redis {

// The first commands to a server, and the answers to them that end the attempt. Plain functions
// over values, any thread. All steps are sent in one write and answered in order.
struct HandshakeStep {
    enum class Kind { Auth, Hello, Select, Mode, Role, Identify, EndPredecessor, Name };

    Kind kind;
    Arguments command;
};

// A connection as its server knows it. The number alone would do, but a server that was restarted
// counts anew, and another client may bear it there.
struct ClientIdentity {
    qint64 id = 0;
    QByteArray address; // of the client
    QByteArray runId = {}; // of the server's process, if another one may follow
    Instant lostAt{};

    friend bool operator==(const ClientIdentity &, const ClientIdentity &) = default;
};

// Never empty: the last step also proves that commands are taken. `predecessors` are ended.
// `password`: that of the target, or the one that its credentials have fetched.
std::vector<HandshakeStep> handshakeSteps(const ConnectionConfig &config,
                                          const QByteArray &password,
                                          const std::vector<ClientIdentity> &predecessors = {});

// Reads the answer to CLIENT INFO; empty if there is none.
std::optional<ClientIdentity> identityFrom(const Reply &reply);

// Reads the answer to INFO server: "standalone", "cluster", "sentinel"; empty if it does not say.
QByteArray modeFrom(const Reply &reply);
QByteArray runIdFrom(const Reply &reply);
QByteArray versionFrom(const Reply &reply);

// The reason why this answer to the step ends the attempt, if it does. Never holds the password,
// although servers echo the arguments of commands that they do not know.
std::optional<Error> handshakeRefusal(HandshakeStep::Kind step, const Reply &reply,
                                      const QString &endpoint);

// Whether another password may be what the server wants: not where it has none itself.
bool isAboutPassword(const Error &authError);

// Whether another attempt could end no better: a refused password only locks the account out.
bool endsForGood(const Error &handshakeError);

} // namespace lockscope::redis
