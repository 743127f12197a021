// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/channelcounts.h"

#include "core/base/async/combine.h"
#include "core/redis/deployment/channelmark.h"
#include "core/redis/info.h"
#include "core/watch/read/replyerrors.h"

#include <set>
#include <utility>

namespace lockscope::watch {

namespace {

// So many channels are worth a list: it takes a second round trip if one of them is in use.
constexpr std::size_t worthAList = 50;
// Farther away two round trips might take longer than the count is waited for.
constexpr std::chrono::milliseconds near{100};
// The number of channels in use bounds the answer, so it has to be a recent one.
constexpr std::chrono::seconds recent{1};
constexpr std::chrono::minutes untilListedAgain{1};

} // namespace

Pending<std::vector<qint64>> askCounts(redis::Connection &connection, redis::Arguments question,
                                       std::size_t channels, CountsFrom countsFrom)
{
    return flatMapped<std::vector<qint64>>(connection.send(std::move(question)),
                                           [channels, countsFrom, label = connection.label()](
                                               const Reply &reply) -> Result<std::vector<qint64>> {
                                               auto counts = countsFrom(reply, channels);
                                               if (!counts)
                                                   return fail(errorOf(reply, label));
                                               return *std::move(counts);
                                           });
}

Pending<std::vector<qint64>> ChannelCounts::count(std::vector<QByteArray> channels)
{
    const Instant now = m_time.now();
    const bool isRefused = m_refusedAt && now - *m_refusedAt < untilListedAgain;
    const auto latency = m_connection.latency();
    if (channels.size() < worthAList || isRefused || (latency && *latency > near))
        return ask(channels);
    if (isListShort(channels.size())) {
        return m_scope.start(
            [this, channels = std::move(channels)] { return askWithList(channels); });
    }
    if (!m_learntAt || now - *m_learntAt >= recent) {
        m_learntAt = now;
        m_scope.start([this] { return learnHowMany(); });
    }
    return ask(channels);
}

bool ChannelCounts::isListShort(std::size_t channels) const
{
    return m_inUse && m_time.now() - m_inUse->at < recent
        && m_inUse->number <= static_cast<qint64>(channels);
}

Pending<std::vector<qint64>> ChannelCounts::ask(const std::vector<QByteArray> &channels)
{
    return askCounts(m_connection, redis::countPlain(channels), channels.size(),
                     redis::plainCountsFrom);
}

QCoro::Task<Result<std::vector<qint64>>> ChannelCounts::askWithList(
    std::vector<QByteArray> channels)
{
    const Millis patience = m_connection.config().commandTimeout;
    auto listing = m_connection.send({"PUBSUB", "CHANNELS"});
    const auto list = co_await m_scope.wait(std::move(listing), patience);
    if (!list)
        co_return fail(list.error());
    if (!list->isArray()) { // a user who may not list them may still count
        m_refusedAt = m_time.now();
        auto asking = ask(channels);
        co_return co_await m_scope.wait(std::move(asking), patience);
    }
    m_inUse = {static_cast<qint64>(list->elements.size()), m_time.now()};
    std::set<QByteArray> inUse;
    for (const Reply &channel : list->elements)
        inUse.insert(channel.bytes);
    std::vector<qint64> counts(channels.size(), 0);
    std::vector<QByteArray> rest;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        if (!inUse.contains(channels[i]))
            continue;
        rest.push_back(channels[i]);
        places.push_back(i);
    }
    if (rest.empty())
        co_return counts;
    auto asking = ask(rest);
    const auto some = co_await m_scope.wait(std::move(asking), patience);
    if (!some)
        co_return fail(some.error());
    for (std::size_t i = 0; i < places.size(); ++i)
        counts[places[i]] = some->at(i);
    co_return counts;
}

QCoro::Task<> ChannelCounts::learnHowMany()
{
    auto asking = m_connection.send({"INFO", "stats"});
    const auto reply =
        co_await m_scope.wait(std::move(asking), m_connection.config().commandTimeout);
    const auto number = reply && !reply->isError()
        ? redis::infoNumber<qint64>(reply->bytes, "pubsub_channels")
        : std::nullopt;
    if (number)
        m_inUse = {*number, m_time.now()};
    else if (reply)
        m_refusedAt = m_time.now();
}

} // namespace lockscope::watch
