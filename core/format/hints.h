// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/format/mappedqueues.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::format {

// The user's statement of the kind of the keys of one name or under one prefix.
struct Pin {
    QByteArray prefix; // a whole name is a prefix of itself
    QByteArray kind; // of product.md; none: no lock at all
    QByteArray library; // empty: whichever has that kind

    friend bool operator==(const Pin &, const Pin &) = default;
};

inline constexpr auto noLock =
    "none"; // the kind of a pin that keeps a key from being taken for one

// "string", "string/redis-py" or "none"; empty: no format has this kind, or not of this library.
std::optional<Pin> pinFrom(const QByteArray &prefix, const QByteArray &kindAndLibrary);
QByteArray kindText(const Pin &pin); // as pinFrom() takes it
// InvalidInput says what can be pinned.
Result<void> checkPinKind(const QByteArray &kindAndLibrary);

// Every kind with its libraries, for a text that says what can be pinned.
std::vector<QByteArray> pinnableKinds();

// Knowledge about names from other sources than their keys. A plain value, one thread at a time.
struct Hints {
    std::vector<QByteArray> prefixes; // the user: here live locks
    std::vector<Pin> pins = {}; // the user: these are of that kind
    // A channel that only locks of that kind have was in use: of integers there is no other proof.
    std::unordered_map<LockName, QByteArray> heard = {};
    MappedQueues queues = {}; // of fair locks, under other names

    bool covers(const LockName &name) const;
    // The most particular pin; none: nullptr.
    const Pin *pinOf(const LockName &name) const;
    // The kind of a number, set by the user or heard on a channel; empty: unknown.
    QByteArray kindOf(const LockName &name) const;
    // Forgets another one when many were heard: an endless stream of names must not fill memory.
    void hear(const LockName &name, const QByteArray &kind);
};

} // namespace lockscope::format
