// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"
#include "core/insight/filter/filter.h"

#include <QByteArray>

#include <map>
#include <vector>

namespace lockscope::app {

// One deployment reached in several ways: by a URL and by a profile, by two profiles, by two
// addresses. It is one keyspace, so it is connected and listed once, and the strictest of its
// profiles says what may be done there. Plain functions over values, any thread.

// Read-only before production, staging, development, and no profile: by its own profile, not by one
// that guards its server (serverguard.h).
int strictnessOf(const ChosenTarget &target);

// The host in lower case, an address in one form, and "localhost" for this computer by all its
// names.
QString hostOf(const redis::HostPort &place);

// Whether both lead to the same database of the same server, as far as their addresses tell:
// localhost is one host by all its names.
bool isSameAddress(const redis::Target &a, const redis::Target &b);

struct Reached {
    int server = 0; // a number of the caller's
    const ChosenTarget *target = nullptr;
    QByteArray runId; // of the server's process; empty: not told
};

// Maps each server that is the same deployment as a stricter one, or as an equally strict one
// before it, to the one that stays in its place; only servers that are up. Same means the same
// process and database; if the process is unknown, the same address.
std::map<int, int> doublesOf(const std::vector<Reached> &all);

// The stricter of two ways to reach a deployment, looking wherever one of them does: under all of
// their prefixes, or everywhere. Strings under a prefix of one go on counting as locks.
ChosenTarget widened(ChosenTarget kept, const ChosenTarget &other);

// As filters see it.
insight::FilterPlace filterPlaceOf(const ChosenTarget &target);

} // namespace lockscope::app
