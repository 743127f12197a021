// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::lock {

// Facts about a server from INFO, as far as a Redlock has to know them: whether it is the same
// process as before, and independent of the others. Values; any thread.
struct ServerFacts {
    QByteArray runId; // empty: not told
    std::optional<std::chrono::seconds> uptime; // by its own clock, which may have been set
    std::optional<std::chrono::microseconds> time; // that clock: since 1970
    QByteArray replicationId; // a primary and its replicas have the same
    QByteArray primary; // host:port, of a replica
    bool neverPromoted =
        false; // it has been the primary since its start; else it may not have been

    bool isKnown() const { return !runId.isEmpty() && uptime; }
};

// Reads the sections `server` and `replication`, in any order.
ServerFacts factsFrom(const QByteArray &info);

// The time for which a server must not be counted: a lock that it forgot when it was restarted may
// be held for `maxLease` still. Uptime is told in whole seconds that may be one too many, so one
// second is taken off. `sinceOtherRun`: the time since another run of the server was last heard of,
// or nothing listened there; it cannot be up for longer, even if its clock says so. `lead`: how far
// its clock is ahead of ours; if it was put forward since the start, uptime grew by as much. A
// caller that has seen the server for `maxLease` need not ask: no longer than that, and the
// rounding, is ever left.
Millis quarantineLeft(std::chrono::seconds uptime, Millis maxLease,
                      std::optional<Millis> sinceOtherRun, Millis lead = Millis(0));

// The reason why two servers are not independent of each other: the same process, or one copies the
// other.
enum class Dependence { SameServer, Replicates };

struct Dependent {
    std::size_t one = 0;
    std::size_t other = 0;
    Dependence how = Dependence::SameServer;

    friend bool operator==(const Dependent &, const Dependent &) = default;
};

// `endpoints`: host:port, one for each. Servers that told nothing depend on nobody.
std::optional<Dependent> dependentServers(const std::vector<ServerFacts> &servers,
                                          const std::vector<QByteArray> &endpoints);

} // namespace lockscope::lock
