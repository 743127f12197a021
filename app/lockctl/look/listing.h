// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"
#include "core/insight/filter/filter.h"
#include "core/insight/quorum/multis.h"
#include "core/watch/record/records.h"

#include <QString>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace lockscope::lockctl {

// The output of `list` and `show`, of now and of an instant in a record. Plain functions, main
// thread.

using Servers = std::map<watch::ServerId, watch::ServerRecord>;

struct Listing {
    const std::vector<watch::LockPointer> &shown;
    const Servers &servers;
    std::vector<watch::Gap> gaps;
    Instant now;
    bool watched = false; // for a while, so that leases and renewals mean something
    std::function<insight::FilterPlace(watch::DeploymentId)> placeOf = {};
    std::function<std::optional<std::vector<health::Problem>>(const watch::LockId &)> problemsOf =
        {};
};

// The server does not answer: what is known of its locks is old.
bool isOutOfSight(watch::ServerId id, const Servers &servers);
// Null: none, or not told.
const watch::Replication *replicationOf(const watch::LockRecord &lock, const Servers &servers);

// Takes from locks out of sight what only a look can tell, and adds what is inferred from all locks
// together, which is returned.
std::vector<insight::InferredMulti> completeListing(std::vector<watch::LockPointer> &shown,
                                                    const std::vector<watch::LockPointer> &all,
                                                    const Servers &servers);

QString listingJson(const Listing &listing); // one line

} // namespace lockscope::lockctl
