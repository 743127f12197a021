// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/ladder.h"

#include "core/base/glob.h"
#include "core/base/text.h"
#include "core/format/format.h"
#include "core/format/traits.h"

#include <QStringList>

#include <algorithm>
#include <initializer_list>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr auto keyspacePrefix = "__keyspace@";

} // namespace

TrackingPlan trackingPlan(const std::vector<QByteArray> &prefixes,
                          const std::vector<LockName> &names)
{
    // Each prefix costs the server time at every write.
    constexpr std::size_t maxPrefixes = 10;
    std::vector<QByteArray> wanted;
    const auto want = [&](const QByteArray &prefix) {
        wanted.push_back(prefix);
        wanted.push_back('{' + prefix);
        for (const QByteArray &companion : format::companionsOf(prefix))
            wanted.push_back(companion);
    };
    for (const QByteArray &prefix : prefixes)
        want(prefix);
    for (const LockName &name : names)
        want(name.bytes);
    if (wanted.empty())
        return {{}, Sentence::say("no prefix was given")};
    for (const QByteArray &prefix : format::keyPrefixes())
        wanted.push_back(prefix);
    std::sort(wanted.begin(), wanted.end());
    TrackingPlan plan;
    for (const QByteArray &prefix : wanted) {
        if (plan.prefixes.empty() || !prefix.startsWith(plan.prefixes.back()))
            plan.prefixes.push_back(prefix);
    }
    if (plan.prefixes.front().isEmpty())
        return {{}, Sentence::say("a prefix is empty")};
    if (plan.prefixes.size() > maxPrefixes)
        return {{},
                Sentence::say("%1 prefixes are needed, but at most %2 can be tracked")
                    .arg(plan.prefixes.size())
                    .arg(maxPrefixes)};
    return plan;
}

std::vector<QByteArray> keyspacePatterns(const TrackingPlan &plan, int database)
{
    const QByteArray channel = keyspacePrefix + QByteArray::number(database) + "__:";
    std::vector<QByteArray> patterns;
    for (const QByteArray &prefix : plan.prefixes)
        patterns.push_back(channel + globEscaped(prefix) + '*');
    if (patterns.empty())
        patterns.push_back(channel + '*');
    return patterns;
}

std::optional<KeyName> keyOfKeyspaceChannel(const QByteArray &channel)
{
    if (!channel.startsWith(keyspacePrefix))
        return std::nullopt;
    const qsizetype end = channel.indexOf("__:");
    return end < 0 ? std::nullopt : std::optional(KeyName(channel.sliced(end + 3)));
}

QString missingClasses(const QByteArray &flags)
{
    QStringList missing;
    if (!flags.contains('K'))
        missing += u"K"_s;
    // Deletions and expiry times, expired and evicted keys, and the types that locks are made of.
    for (const char wanted : QByteArrayView("gxehlsz$")) {
        if (!flags.contains('A') && !flags.contains(wanted))
            missing += QString(QLatin1Char(wanted));
    }
    return missing.join(u", "_s);
}

namespace {

// The reason why keyspace events are not enough; empty if they are.
Sentence keyspaceLacks(const Grants &grants)
{
    if (!grants.keyspace)
        return grants.keyspaceRefused;
    if (grants.notifyFlags) {
        const QString missing = missingClasses(*grants.notifyFlags);
        if (grants.notifyFlags->isEmpty())
            return Sentence::say("keyspace notifications are off");
        return missing.isEmpty() ? Sentence()
                                 : Sentence::say("keyspace notifications lack %1").arg(missing);
    }
    if (grants.keyspaceDoubtful)
        return Sentence::say("keyspace notifications cover only some changes");
    return grants.heardKeyspace ? Sentence()
                                : Sentence::say("no keyspace notification was received");
}

// Each of them once.
Sentence joined(std::initializer_list<Sentence> reasons)
{
    std::vector<Sentence> told;
    Sentence all;
    for (const Sentence &reason : reasons) {
        if (reason.isEmpty() || std::find(told.begin(), told.end(), reason) != told.end())
            continue;
        told.push_back(reason);
        all = lockscope::joined(all, reason);
    }
    return all;
}

} // namespace

Rung chooseRung(const Grants &grants, const TrackingPlan &plan)
{
    if (!grants.listening)
        return {WatchMode::Polling, grants.lost};
    if (grants.tracking) {
        const Sentence pushed = grants.redirectRefused.isEmpty()
            ? Sentence()
            : Sentence::say("by RESP3, since tracking in RESP2 is refused: %1")
                  .arg(grants.redirectRefused);
        return {plan.prefixes.empty() ? WatchMode::TrackingAll : WatchMode::Tracking,
                joined({plan.reason, pushed, grants.channelsRefused, grants.shardedLacks})};
    }
    const Sentence lacks = keyspaceLacks(grants);
    if (lacks.isEmpty())
        return {WatchMode::Notifications,
                joined({grants.trackingRefused, grants.channelsRefused, grants.shardedLacks})};
    return {grants.channels ? WatchMode::Channels : WatchMode::Polling,
            joined({grants.trackingRefused, lacks, grants.channelsRefused, grants.shardedLacks})};
}

void Doubt::raise(Instant now, Millis first)
{
    constexpr int most = 6; // doublings: of half a minute, half an hour
    m_until = now + first * (1 << std::min(m_times, most));
    ++m_times;
}

bool isEventDriven(WatchMode mode)
{
    return isTracking(mode) || mode == WatchMode::Notifications;
}

bool isTracking(WatchMode mode)
{
    return mode == WatchMode::Tracking || mode == WatchMode::TrackingAll;
}

bool isBetter(WatchMode one, WatchMode other)
{
    return one != WatchMode::None && (other == WatchMode::None || one < other);
}

} // namespace lockscope::watch
