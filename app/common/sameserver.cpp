// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/sameserver.h"

#include <QHostAddress>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::app {

namespace {

bool isSame(const Reached &a, const Reached &b)
{
    if (a.runId.isEmpty() || b.runId.isEmpty())
        return a.target->label() == b.target->label();
    return a.runId == b.runId && a.target->database == b.target->database;
}

} // namespace

QString hostOf(const redis::HostPort &place)
{
    QString host = place.host.toLower();
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.sliced(1, host.size() - 2);
    const QHostAddress address(host);
    // A connection to all addresses of a machine reaches its own.
    const bool isAny = address == QHostAddress::AnyIPv4 || address == QHostAddress::AnyIPv6;
    if (host == "localhost"_L1 || address.isLoopback() || isAny)
        return u"localhost"_s;
    return address.isNull() ? host : address.toString();
}

bool isSameAddress(const redis::Target &a, const redis::Target &b)
{
    if (a.form != b.form || a.database != b.database || a.path != b.path
        || a.masterName != b.masterName)
        return false;
    return std::equal(a.hosts.begin(), a.hosts.end(), b.hosts.begin(), b.hosts.end(),
                      [](const redis::HostPort &one, const redis::HostPort &other) {
                          return one.port == other.port && hostOf(one) == hostOf(other);
                      });
}

int strictnessOf(const ChosenTarget &target)
{
    const bool isGuardedByOther = !target.guardedBy.isEmpty() && target.guardedBy != target.profile;
    if (target.readOnly && !isGuardedByOther)
        return 4;
    if (target.profile.isEmpty())
        return 0;
    switch (target.tag) {
    case profile::Tag::Production:
        return 3;
    case profile::Tag::Staging:
        return 2;
    case profile::Tag::Development:
        break;
    }
    return 1;
}

std::map<int, int> doublesOf(const std::vector<Reached> &all)
{
    std::map<int, int> doubles;
    for (const Reached &one : all) {
        const Reached *best = &one;
        for (const Reached &other : all) {
            const int more = strictnessOf(*other.target) - strictnessOf(*best->target);
            if (isSame(one, other) && (more > 0 || (more == 0 && other.server < best->server)))
                best = &other;
        }
        if (best != &one)
            doubles.emplace(one.server, best->server);
    }
    return doubles;
}

ChosenTarget widened(ChosenTarget kept, const ChosenTarget &other)
{
    const bool isEverywhere = kept.prefixes.empty() || other.prefixes.empty();
    std::vector<QByteArray> prefixes = std::move(kept.prefixes);
    for (const QByteArray &prefix : other.prefixes) {
        if (std::ranges::find(prefixes, prefix) == prefixes.end())
            prefixes.push_back(prefix);
    }
    kept.prefixes.clear();
    if (!isEverywhere) {
        kept.prefixes = std::move(prefixes);
        return kept;
    }
    for (const QByteArray &prefix : prefixes) {
        if (std::ranges::find(kept.pins, prefix, &format::Pin::prefix) == kept.pins.end())
            kept.pins.push_back({prefix, "string", {}});
    }
    return kept;
}

insight::FilterPlace filterPlaceOf(const ChosenTarget &target)
{
    if (target.profile.isEmpty())
        return {};
    return {target.profile, QString::fromLatin1(profile::name(target.tag))};
}

} // namespace lockscope::app
