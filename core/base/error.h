// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <QByteArray>
#include <QString>

namespace lockscope {

// An error as a value that crosses layers in place of an exception. Any thread; owns its text. The
// text is for people, plain, one line, free of secrets and of control characters; a text from a
// server or the system is foreign in it. The sentence with the next step is made from it in
// ui/wording.
enum class ErrorKind {
    Cancelled, // the waiter's scope ended; nobody is interested any more
    Timeout, // no answer before the deadline: whether a command was applied is unknown
    Unreachable, // no such host, no route, no such socket file
    Refused, // nothing listens there
    ConnectionLost, // the peer went away: whether a command was applied is unknown
    Tls, // certificate or handshake failure
    Auth, // WRONGPASS, NOAUTH
    Permission, // NOPERM
    Protocol, // the peer does not speak RESP, or broke a limit
    Server, // any other error reply; its first word is in `code`
    Busy, // a local limit is reached (queue full)
    Unsupported, // known, but not built yet
    InvalidInput, // the caller's text cannot be used
    Internal,
};

struct Error {
    ErrorKind kind = ErrorKind::Internal;
    QByteArray code; // the error reply's first word, such as WRONGTYPE; else empty
    Sentence text;
    QString endpoint; // the server concerned, without credentials; may be empty

    friend bool operator==(const Error &, const Error &) = default;
};

} // namespace lockscope
