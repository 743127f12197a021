// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/base/clock.h"
#include "core/redis/connection.h"
#include "core/watch/find/ladder.h"
#include "core/watch/read/lockreader.h"
#include "core/watch/server/lockbook.h"
#include "core/watch/server/watcher.h"

#include <functional>

namespace lockscope::watch {

// For questions that take the server long.
inline constexpr Millis answerPatience{10'000};

// State that the parts of a ServerWatch share: the reading connection, the server's record and the
// book of its locks. References to members of ServerWatch, which outlive its parts; I/O thread. A
// part changes only those fields of the record that it fills, and calls publish() then.
struct ServerContext {
    const WatchOptions &options;
    const Clock &time;
    const ServerClock &serverClock;
    redis::Connection &connection;
    TaskScope &scope;
    ServerRecord &record;
    LockBook &book;
    LockReader &reader;
    std::function<void()> publish;
    // Of a cluster's shard: whether it keeps the slot of the name. Empty: it keeps all.
    std::function<bool(const LockName &)> keepsSlot = {};

    bool isUp() const { return record.state == ServerState::Up; }
    // An event reports every change.
    bool hearsAll() const { return isEventDriven(record.mode); }
    bool keeps(const LockName &name) const { return !keepsSlot || keepsSlot(name); }
    // Its name is one of those, or under one of the prefixes, that are watched.
    bool isOfInterest(const LockName &name) const;
};

} // namespace lockscope::watch
