// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

namespace lockscope::redis {

// What is said to a server before anything else, and which answers to it end the attempt. Plain
// functions over values, any thread. All steps are sent in one write and answered in order.
struct HandshakeStep {
    enum class Kind { Auth, Select, Name };

    Kind kind;
    Arguments command;
};

// Never empty: the last step also proves that commands are taken.
std::vector<HandshakeStep> handshakeSteps(const ConnectionConfig &config);

// Why this answer to the step ends the attempt, if it does. Never holds the password, although
// servers echo the arguments of commands that they do not know.
std::optional<Error> handshakeRefusal(HandshakeStep::Kind step, const Reply &reply,
                                      const QString &endpoint);

// Whether another attempt could end no better: a refused password only locks the account out.
bool endsForGood(const Error &handshakeError);

} // namespace lockscope::redis
