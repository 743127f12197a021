// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace lockscope::lock {

// What a server says of itself in INFO, as far as a Redlock has to know it: whether it is the same
// process as before, and independent of the others. Values; any thread.
struct ServerFacts {
    QByteArray runId; // empty: not told
    std::optional<std::chrono::seconds> uptime; // by its own clock, which may have been set
    std::optional<std::chrono::microseconds> time; // that clock: since 1970
    QByteArray replicationId; // a primary and its replicas have the same
    QByteArray primary; // host:port, of a replica

    bool isKnown() const { return !runId.isEmpty() && uptime; }
};

// From the sections `server` and `replication`, in any order.
ServerFacts factsFrom(const QByteArray &info);

// For how long a server must not be counted: a lock that it forgot when it was restarted may be
// held for `maxLease` still. Uptime is told in whole seconds that may be one too many, so it has to
// exceed. `sinceOtherRun`: how long ago another run of the server was heard of last, or nothing
// listened there; it cannot be up for longer, whatever its clock says. `lead`: how far its clock is
// ahead of ours; if it was put forward since the start, uptime grew by as much. Whoever has seen
// the server for `maxLease` need not ask: no longer than that, and what is rounded, is ever left.
Millis quarantineLeft(std::chrono::seconds uptime, Millis maxLease,
                      std::optional<Millis> sinceOtherRun, Millis lead = Millis(0));

// Why two servers are not independent of each other: the same process, or one copies the other.
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
