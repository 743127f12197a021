// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QStringList>

#include <optional>

namespace lockscope::wording {

// Why a server cannot be used, and the remedy, in the window. lockctl says both in one sentence
// (errorSentence()), with its own options. Plain functions, any thread.

// A few words to stand behind the state: "password rejected", "unknown host".
QString connectionCause(const Error &error);
// The same in full, without advice: begins with a capital or with the server, has no full stop.
QString connectionProblem(const Error &error);
// The next step, one short sentence.
QString connectionCure(const Error &error);

// Whether another user name or password may help that the user types: no profile says where it
// comes from.
bool isPasswordWanted(const Error &error);

// One step of a test of a connection, in the order in which they happen.
struct ConnectionStep {
    enum class Kind {
        Address, // it can be tried at all
        Name, // the host's name has an address
        Connection,
        Tls,
        Login, // user and password
        Greeting, // the rest of the handshake: the database, the kind of server
        Ping,
        Rights, // to find and read locks
    };

    Kind kind = Kind::Address;
    QString detail; // passed: the result, as numbers and names; may be empty
    std::optional<Error> error; // empty: it passed

    friend bool operator==(const ConnectionStep &, const ConnectionStep &) = default;
};

// "Name: passed (127.0.0.1)"; of a failed step three lines: that, the problem and the next step.
QStringList stepLines(const ConnectionStep &step);

} // namespace lockscope::wording
