// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/serverguard.h"

#include "app/common/sameserver.h"
#include "core/base/text.h"
#include "core/redis/info.h"
#include "core/watch/server/serverinfo.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::app {

namespace {

using profile::Marks;
using Form = redis::Target::Form;

std::optional<redis::HostPort> placeFrom(const QString &text)
{
    const qsizetype colon = text.lastIndexOf(u':');
    bool isPort = false;
    const uint port = text.sliced(colon + 1).toUInt(&isPort);
    if (colon < 1 || !isPort || port > 65535)
        return std::nullopt;
    return redis::HostPort{text.first(colon), static_cast<quint16>(port)};
}

bool isHere(const QString &host)
{
    return hostOf({host, 0}) == "localhost"_L1;
}

// Addresses behind a tunnel are others' from here, and its own loopback is not ours.
void addAddress(Marks &marks, const redis::HostPort &place, const redis::Target &target)
{
    if (target.relay.kind != redis::Relay::Kind::None || place.host.isEmpty() || place.port == 0)
        return;
    const bool isTargetHere =
        target.hosts.empty() || std::ranges::any_of(target.hosts, isHere, &redis::HostPort::host);
    if (isHere(place.host) && !isTargetHere)
        return;
    marks.insert("address:" + redis::toText({hostOf(place), place.port}).toUtf8());
}

void addMark(Marks &marks, const char *what, const QByteArray &id)
{
    constexpr qsizetype longestId = 64;
    const bool isId =
        !id.isEmpty() && id.size() <= longestId && std::ranges::all_of(id, [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        });
    if (isId && id.count('0') != id.size())
        marks.insert(what + id);
}

} // namespace

Guard guardOf(const profile::Profile &profile)
{
    return {profile.name, profile.tag, profile.readOnly};
}

Guard guardOf(const ChosenTarget &target)
{
    const QString &by =
        target.readOnly && !target.guardedBy.isEmpty() ? target.guardedBy : target.profile;
    return {by, target.tag, target.readOnly};
}

bool isStrict(const Guard &guard)
{
    return guard.readOnly || guard.tag == profile::Tag::Production;
}

bool anyIsStrict(const profile::Profiles &saved)
{
    return std::ranges::any_of(
        saved.all, [](const profile::Profile &each) { return isStrict(guardOf(each)); });
}

bool guardBy(ChosenTarget &target, const Guard &guard)
{
    const bool isNewlyRead = guard.readOnly && !target.readOnly;
    const bool isNewlyProduction = guard.tag == profile::Tag::Production
        && target.tag != profile::Tag::Production && !target.readOnly && !guard.readOnly;
    if (!isNewlyRead && !isNewlyProduction)
        return false;
    if (target.profile.isEmpty()) {
        target.profile = guard.profile;
        target.tag = guard.tag;
    }
    if (isNewlyRead) {
        target.readOnly = true;
        target.guardedBy = guard.profile;
    } else {
        target.tag = profile::Tag::Production;
    }
    return true;
}

bool sharesMember(const redis::Target &a, const redis::Target &b)
{
    const bool isSentinel = a.form == Form::Sentinel;
    if (a.database != b.database || isSentinel != (b.form == Form::Sentinel)
        || (isSentinel && a.masterName != b.masterName))
        return false;
    if (a.form == Form::Unix || b.form == Form::Unix)
        return a.form == b.form && a.path == b.path;
    return std::ranges::any_of(a.hosts, [&](const redis::HostPort &one) {
        return std::ranges::any_of(b.hosts, [&](const redis::HostPort &other) {
            return one.port == other.port && hostOf(one) == hostOf(other);
        });
    });
}

Marks marksOf(const redis::Target &target)
{
    Marks marks;
    if (target.form != Form::Sentinel) {
        for (const redis::HostPort &host : target.hosts)
            addAddress(marks, host, target);
    }
    return marks;
}

Marks marksOf(const watch::ServerRecord &server, const redis::Target &target)
{
    Marks marks = marksOf(target);
    addMark(marks, "process:", server.runId);
    addMark(marks, "data:", server.replicationId);
    addMark(marks, "data:", server.formerReplicationId);
    const auto add = [&](const QString &address) {
        if (const auto place = placeFrom(address))
            addAddress(marks, *place, target);
    };
    add(server.address);
    if (server.members) {
        for (const watch::MemberRecord &member : *server.members) {
            if (member.role != watch::MemberRecord::Role::Sentinel)
                add(member.address);
        }
    }
    if (server.replication) {
        for (const watch::ReplicaRecord &replica : server.replication->replicas)
            add(replica.server);
    }
    return marks;
}

Marks marksFrom(const QByteArray &server, const QByteArray &replication,
                const redis::Target &target)
{
    Marks marks = marksOf(target);
    addMark(marks, "process:", redis::infoField(server, "run_id"));
    addMark(marks, "data:", redis::infoField(replication, "master_replid"));
    addMark(marks, "data:", redis::infoField(replication, "master_replid2"));
    const auto replicas = watch::replicasIn(replication);
    for (const watch::KnownReplica &replica : replicas.value_or(std::vector<watch::KnownReplica>()))
        addAddress(marks, {fromUtf8(replica.host), replica.port}, target);
    addAddress(marks,
               {fromUtf8(redis::infoField(replication, "master_host")),
                redis::infoField(replication, "master_port").toUShort()},
               target);
    return marks;
}

Marks marksOf(const redis::TopologyView &view, const redis::Target &target)
{
    Marks marks;
    if (view.primary)
        addAddress(marks, *view.primary, target);
    for (const redis::Member &member : view.members) {
        if (member.kind != redis::Member::Kind::Sentinel)
            addAddress(marks, member.address, target);
    }
    return marks;
}

bool guardBySaved(ChosenTarget &target, const profile::ProfileStore &store,
                  const profile::Profiles &saved, const Marks &marks)
{
    if (!anyIsStrict(saved))
        return false;
    std::vector<const profile::Profile *> strict;
    const auto add = [&](const profile::Profile &each) {
        if (isStrict(guardOf(each)))
            strict.push_back(&each);
    };
    for (const profile::Profile &each : saved.all) {
        // Two tunnels may lead to two servers of one address.
        const bool isAnotherWay =
            !target.profile.isEmpty() && target.relay.text() != each.relay.text();
        const auto members = allTargetsOf(each);
        if (!isAnotherWay && std::ranges::any_of(members, [&](const redis::Target &member) {
                return sharesMember(member, target)
                    || (member.database == target.database
                        && std::ranges::any_of(marksOf(member), [&](const QByteArray &mark) {
                               return marks.contains(mark);
                           }));
            }))
            add(each);
    }
    for (const profile::Profile *each :
         profile::MemberBook(store).profilesOf(saved, target.database, marks))
        add(*each);
    // A read-only one first: it decides alone.
    std::ranges::stable_sort(strict, [](const profile::Profile *a, const profile::Profile *b) {
        return a->readOnly && !b->readOnly;
    });
    bool isChanged = false;
    for (const profile::Profile *each : strict)
        isChanged |= guardBy(target, guardOf(*each));
    return isChanged;
}

Result<void> remember(const ChosenTarget &target, const profile::ProfileStore &store,
                      const Marks &marks)
{
    if (target.profile.isEmpty() || marks.empty())
        return {};
    const auto saved = store.load();
    const profile::Profile *const profile = saved ? saved->find(target.profile) : nullptr;
    if (!profile)
        return {};
    return profile::MemberBook(store).remember(*profile, target.database, marks);
}

} // namespace lockscope::app
