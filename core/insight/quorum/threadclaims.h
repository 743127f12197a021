// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"

#include <optional>
#include <vector>

namespace lockscope::insight {

// One thread behind several Redisson clients. A client has one random uuid and one server, so a red
// lock over N servers is made with N clients, and its hashes have as many owners: u1:42, u2:42,
// u3:42. Nothing on the servers links them but the thread's number, which is small and often the
// same in another process. So it is an inference, and the time to live has to support it: the keys
// of one red lock lapse together, or, if watchdogs renew them, within a third of the lease of each
// other, since each client renews in its own rhythm. Threads of the same number that take the same
// name at the same moment can still be mistaken for one owner. Plain functions over values, any
// thread.

struct ThreadHold {
    int server = 0; // any number that the caller counts by
    OwnerId owner;
    Instant deadline; // a hold without expiry has no watchdog
    std::optional<Millis> lease; // if it is known
    bool isFixed = false; // it is known that nobody renews it
};

// Holds that are probably one thread's: on two servers or more, one on each.
struct ThreadClaim {
    std::vector<ThreadHold> holds; // by server
    // When time alone ends the inference; empty: only their expiry does.
    std::optional<Instant> until;
};

// `holds`: all of one name that are live at `now`. An owner that is on several servers needs no
// inference, and if several clients have the same thread on one server nobody can tell which of
// them is meant: both are left out.
std::vector<ThreadClaim> claimsOfThreads(const std::vector<ThreadHold> &holds, Instant now);

} // namespace lockscope::insight
