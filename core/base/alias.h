// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <utility>

namespace lockscope {

// Where the name of an owner is from, the surest first: it wins over those that follow.
enum class AliasOrigin : quint8 {
    Operator, // of the profile, or given in the console
    File, // of a file of names
    Learned, // from what the owner's connection calls itself: a guess
    Derived, // two words made from the client's uuid (wordnames.h); no rule has this origin
};

// The name of an owner, in UTF-8, and where it is from. A value; an empty name: there is none.
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
    // Whether this is to be shown in place of the other, where one owner has both.
    bool isSurerThan(const Alias &other) const
    {
        return !isEmpty() && (other.isEmpty() || origin < other.origin);
    }

    friend bool operator==(const Alias &, const Alias &) = default;
};

// What an owner is called. The pattern is a whole owner, or what is before its last colon, or has
// wildcards, and then is of the whole owner: * is any bytes, ? is one. Literal ones are written as
// [*] and [?], and [[] is the bracket before them.
struct AliasRule {
    QByteArray pattern;
    QString name;
    AliasOrigin origin = AliasOrigin::Operator;

    friend bool operator==(const AliasRule &, const AliasRule &) = default;
};

} // namespace lockscope
