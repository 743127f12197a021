// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace lockscope::watch {

// How many commands the server has refused since its start, by the cause: each of them refuses the
// writes of all clients. A value, any thread.
struct WriteRefusals {
    qint64 tooFewReplicas = 0; // NOREPLICAS
    qint64 unsaved = 0; // MISCONF: it could not save its data
    qint64 outOfMemory = 0; // OOM: only of writes that need memory

    friend bool operator==(const WriteRefusals &, const WriteRefusals &) = default;
};

// Facts from INFO about a server's memory and its files, as far as locks depend on them. Empty: not
// told. A value, any thread.
struct ServerFacts {
    QByteArray evictionPolicy = {}; // maxmemory_policy: noeviction, volatile-lru and so on
    std::optional<qint64> mostMemory = {}; // maxmemory, in bytes; 0: no limit
    std::optional<qint64> usedMemory = {};
    std::optional<qint64> evictedKeys = {}; // since its start
    std::optional<bool> keepsLog = {}; // aof_enabled
    std::optional<qint64> unsavedChanges = {}; // since the last snapshot
    std::optional<qint64> savedAt = {}; // the last snapshot, in seconds by the server's clock
    std::optional<WriteRefusals> refusals = {};

    friend bool operator==(const ServerFacts &, const ServerFacts &) = default;
};

} // namespace lockscope::watch
