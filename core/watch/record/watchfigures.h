// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace lockscope::watch {

// Figures of a server's watch. Values, any thread.

// Counters since the watch began.
struct WatchCounters {
    quint64 missed = 0; // changes that only a sweep found, though events should have reported them
    quint64 dropped = 0; // changed keys of unknown nature that were not looked at
    quint64 coalesced = 0; // changes of a lock that were read together with a later one
    quint64 unreadable = 0; // keys that may not be read

    friend bool operator==(const WatchCounters &, const WatchCounters &) = default;
};

// The progress of the scan for locks.
struct ScanProgress {
    qint64 scanned = 0; // keys, about
    qint64 total = 0; // DBSIZE when it began; 0: none, or it may not be asked
    bool running = false;
    bool stopped = false; // by the user, before its end

    friend bool operator==(const ScanProgress &, const ScanProgress &) = default;
};

} // namespace lockscope::watch
