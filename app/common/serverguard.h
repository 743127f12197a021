// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"
#include "core/profile/memberbook.h"
#include "core/redis/topology.h"
#include "core/watch/record/records.h"

namespace lockscope::app {

// The strictest profile that reaches any member of a deployment guards all of it, however it was
// reached: by a URL, another profile, a replica's address, other Sentinels. A member is known by
// its address, its process or its data, and MemberBook remembers them. Databases are deployments
// of their own. Plain functions; those that take a store read its files, any one thread.

// A profile's demands on actions on the servers that it reaches.
struct Guard {
    QString profile;
    profile::Tag tag = profile::Tag::Development;
    bool readOnly = false;
};
Guard guardOf(const profile::Profile &profile);
Guard guardOf(const ChosenTarget &target);

// Whether it guards more than its own row: it is read-only, or production.
bool isStrict(const Guard &guard);
bool anyIsStrict(const profile::Profiles &saved);

// Makes the target as strict as the guard. A target without a profile takes its name and tag, one
// with a profile keeps its name. False: it was as strict already.
bool guardBy(ChosenTarget &target, const Guard &guard);

// Whether both reach a member of one deployment, as far as their addresses tell.
bool sharesMember(const redis::Target &a, const redis::Target &b);

// By what the members are known: all that the watch has heard of them, what a server's INFO says
// (the sections server and replication), or the addresses of the target alone.
profile::Marks marksOf(const watch::ServerRecord &server, const redis::Target &target);
profile::Marks marksFrom(const QByteArray &server, const QByteArray &replication,
                         const redis::Target &target);
profile::Marks marksOf(const redis::TopologyView &view, const redis::Target &target);
profile::Marks marksOf(const redis::Target &target);

// Applies the saved profiles that name one of its addresses, or were seen to reach one of the
// marks. False: nothing changed.
bool guardBySaved(ChosenTarget &target, const profile::ProfileStore &store,
                  const profile::Profiles &saved, const profile::Marks &marks);

// Remembers the marks for the target's profile, if it is a saved one.
Result<void> remember(const ChosenTarget &target, const profile::ProfileStore &store,
                      const profile::Marks &marks);

} // namespace lockscope::app
