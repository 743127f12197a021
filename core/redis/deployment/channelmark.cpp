// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/channelmark.h"

#include "core/redis/clusterwords.h"

#include <algorithm>

namespace lockscope::redis {

namespace {

// scripts/in_cluster.lua of core/admin has the same.
constexpr auto ending = ":lockscope-uncounted";

} // namespace

QByteArray markOf(const QByteArray &channel)
{
    return channel + ending;
}

bool isMark(const QByteArray &channel)
{
    return channel.endsWith(ending);
}

bool isMarkable(const QByteArray &channel)
{
    return slotOf(channel) == slotOf(markOf(channel));
}

Arguments countPlain(const std::vector<QByteArray> &channels)
{
    Arguments question{"PUBSUB", "NUMSUB"};
    question.insert(question.end(), channels.begin(), channels.end());
    return question;
}

Arguments countSharded(const std::vector<QByteArray> &channels)
{
    Arguments question{"PUBSUB", "SHARDNUMSUB"};
    question.reserve(2 + 2 * channels.size());
    question.insert(question.end(), channels.begin(), channels.end());
    for (const QByteArray &channel : channels)
        question.push_back(markOf(channel));
    return question;
}

std::optional<std::vector<qint64>> plainCountsFrom(const Reply &reply, std::size_t channels)
{
    if (reply.elements.size() != 2 * channels)
        return {};
    std::vector<qint64> counts;
    counts.reserve(channels);
    for (std::size_t i = 0; i < channels; ++i)
        counts.push_back(reply.elements[2 * i + 1].integer);
    return counts;
}

std::optional<std::vector<qint64>> shardedCountsFrom(const Reply &reply, std::size_t channels)
{
    if (reply.elements.size() != 4 * channels)
        return {};
    std::vector<qint64> counts;
    counts.reserve(channels);
    for (std::size_t i = 0; i < channels; ++i) {
        const qint64 all = reply.elements[2 * i + 1].integer;
        const qint64 marked = reply.elements[2 * (channels + i) + 1].integer;
        counts.push_back(std::max<qint64>(0, all - marked));
    }
    return counts;
}

} // namespace lockscope::redis
