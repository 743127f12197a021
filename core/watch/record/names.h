// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

namespace lockscope::watch {

// The words of product.md for values, as they stand in JSON and behind filters. Any thread.
QByteArray name(EventType type);
QByteArray name(Mode mode);
QByteArray name(LockState state);
QByteArray name(Watchdog watchdog); // "unknown" has no word of its own in JSON: null
QByteArray name(WatchMode mode);
QByteArray name(ServerState state);

} // namespace lockscope::watch
