// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace lockscope {

// One decoded reply, a plain value without Qt event loop or hiredis types. Any thread; owns all of
// its bytes. Everything in it came from the server and is hostile text. The types are those of
// RESP2, and the push of RESP3; RESP3's others are read as the nearest of these: a map or a set as
// an array, a double, a big number or a verbatim string as a string, a boolean as 0 or 1.
struct Reply {
    enum class Type { Nil, Status, Error, Integer, String, Array, Push };

    Type type = Type::Nil;
    qint64 integer = 0;
    QByteArray bytes; // Status, Error and String
    std::vector<Reply> elements; // Array and Push

    bool isNil() const { return type == Type::Nil; }
    bool isError() const { return type == Type::Error; }
    bool isInteger() const { return type == Type::Integer; }
    bool isString() const { return type == Type::String; }
    bool isArray() const { return type == Type::Array; }
    bool isPush() const { return type == Type::Push; }
    bool isOk() const { return type == Type::Status && bytes == "OK"; }

    // The first word of an error reply, such as NOPERM; empty for every other reply.
    QByteArray errorCode() const
    {
        return isError() ? bytes.left(bytes.indexOf(' ')) : QByteArray();
    }

    friend bool operator==(const Reply &, const Reply &) = default;
};

} // namespace lockscope
