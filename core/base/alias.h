// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <utility>

namespace lockscope {

// The source of an owner's name, the surest first: it takes precedence over those that follow.
enum class AliasOrigin : quint8 {
    Operator, // of the profile, or given in the console
    File, // of a file of names
    Learned, // from the name of the owner's connection: a guess
    Derived, // two words made from the client's uuid (wordnames.h); no rule has this origin
};

// The name of an owner, in UTF-8, and its source. A value; an empty name: there is none.
struct Alias {
    QByteArray name;
    AliasOrigin origin = AliasOrigin::Operator;

    Alias() = default;
    Alias(QByteArray value, AliasOrigin from = AliasOrigin::Operator)
        : name(std::move(value))
        , origin(from)
    {}
    Alias(const char *value)
        : name(value)
    {}

    bool isEmpty() const { return name.isEmpty(); }
    // True if this is shown in place of the other for an owner that has both.
    bool isSurerThan(const Alias &other) const
    {
        return !isEmpty() && (other.isEmpty() || origin < other.origin);
    }

    friend bool operator==(const Alias &, const Alias &) = default;
};

// The name of an owner. The pattern is a whole owner, or the part before its last colon, or has
// wildcards, and then is of the whole owner: * is any bytes, ? is one. Literal ones are written as
// [*] and [?], and [[] is the bracket before them.
struct AliasRule {
    QByteArray pattern;
    QString name;
    AliasOrigin origin = AliasOrigin::Operator;

    friend bool operator==(const AliasRule &, const AliasRule &) = default;
};

} // namespace lockscope
