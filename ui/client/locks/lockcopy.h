// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locks/lockcells.h"

#include <QList>
#include <QString>

#include <vector>

namespace lockscope::ui {

// Locks and events as text for a clipboard: a ticket, a chat, a script, a shell. Plain functions;
// GUI thread. Data from Redis stands there as it is shown, free of control characters.

enum class CopyForm { Text, Json, Commands, Link };

// At most so many at once: more is no text to read.
inline constexpr std::size_t mostCopied = 1000;

struct LockCopyInput {
    LockPointer lock;
    std::optional<Instant> lostAt; // of its server
    JudgedPointer quorum = {};
    admin::Place place = {};
    std::optional<std::vector<health::Problem>> problems = {}; // empty: it was not judged
};

// The columns in this order with their titles, a line each, between tabs.
QString locksAsText(const std::vector<LockCopyInput> &locks, const QList<LockColumn> &columns,
                    Instant now, WallInstant wallNow);
// As `lockctl list --json` prints them, indented. Not for locks whose server is lost: the form
// cannot express outdated values.
QString locksAsJson(const std::vector<LockCopyInput> &locks, Instant now);
// With the name above the lines of each.
QString locksAsCommands(const std::vector<LockCopyInput> &locks);

// Each as `lockctl watch --json` prints it, a line each.
QString eventsAsJson(const std::vector<watch::Event> &events);

} // namespace lockscope::ui
