// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/listenercounter.h"

#include "core/redis/deployment/channelmark.h"

#include <algorithm>
#include <utility>

namespace lockscope::watch {

namespace {

void addCandidate(ReadWork &work, const format::Format *candidate, qint64 count)
{
    const auto known = std::find_if(work.listeners.begin(), work.listeners.end(),
                                    [&](const auto &each) { return each.first == candidate; });
    if (known != work.listeners.end())
        known->second += count;
    else
        work.listeners.emplace_back(candidate, count);
}

} // namespace

void ListenerCounter::plan(ReadWork &work, ReadRound &round)
{
    const QByteArray channel =
        work.format ? work.format->waitChannel(work.job->lock) : QByteArray();
    if (channel.isEmpty() || channel == work.countedChannel || !m_support.abilities().numsub)
        return;
    const bool isFirst = work.countedChannel.isEmpty();
    work.countedChannel = channel; // it may turn out to be of another format than it was
    work.waitingConnections.reset();
    round.listen({&work, channel, false});
    if (!isFirst)
        return;
    for (const QByteArray &waiter : work.job->waiterChannels)
        round.listen({&work, waiter, true});
}

bool ListenerCounter::find(ReadWork &work, ReadRound &round)
{
    const LockName &name = work.job->lock;
    const format::Pin *const pin = m_hints.pinOf(name);
    if (pin != nullptr && pin->kind == format::noLock)
        return false;
    const bool asks = work.job->asksListeners && !std::exchange(work.hasAskedListeners, true);
    for (const auto &format : format::allFormats()) {
        if (!format->isKnownByListeners(name, work.keys))
            continue;
        if (format->waitChannel(name) == work.countedChannel)
            work.listeners.emplace_back(format.get(), work.waitingConnections.value_or(0));
        else if (asks && m_support.abilities().numsub)
            round.listen({&work, format->waitChannel(name), false, format.get()});
    }
    if (round.isListening())
        return true;
    for (const auto &[format, count] : work.listeners) {
        if (count == 0 || work.format != nullptr)
            continue;
        work.format = format;
        work.countedChannel = format->waitChannel(name);
        work.waitingConnections = count;
    }
    return false;
}

std::vector<ListenerCounter::AskedOthers> ListenerCounter::ask(ReadRound &round)
{
    std::vector<AskedOthers> others;
    constexpr std::size_t atOnce = 200;
    std::vector<Listening> all = round.takeListening();
    for (std::size_t begin = 0; begin < all.size(); begin += atOnce) {
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to =
            all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), begin + atOnce));
        const std::vector<Listening> asked(from, to);
        std::vector<QByteArray> channels;
        for (const Listening &each : asked)
            channels.push_back(each.channel);
        round.ask(nullptr, redis::countPlain(channels), [this, asked](const Reply &reply) {
            if (!m_support.isUsable(reply, &Abilities::numsub))
                return;
            if (const auto counts = redis::plainCountsFrom(reply, asked.size()))
                note(asked, *counts);
        });
        // Sharded channels are different channels with the same names.
        if (m_isSharded)
            round.ask(nullptr, redis::countSharded(channels), [asked](const Reply &reply) {
                if (const auto counts = redis::shardedCountsFrom(reply, asked.size()))
                    note(asked, *counts);
                for (const Listening &each : asked) {
                    if (reply.isError()) // then some of them were not counted
                        each.work->waitingConnections.reset();
                }
            });
        if (m_others != nullptr && !m_others->areNone())
            others.push_back({asked, m_others->count(std::move(channels), m_isSharded)});
    }
    return others;
}

// Adds to the earlier count of the same channels.
void ListenerCounter::note(const std::vector<Listening> &asked, const Counts &counts)
{
    for (std::size_t i = 0; i < counts.size(); ++i) {
        ReadWork &work = *asked[i].work;
        const qint64 count = counts[i];
        if (asked[i].candidate != nullptr) {
            addCandidate(work, asked[i].candidate, count);
            continue;
        }
        if (!asked[i].isWaiters) {
            if (asked[i].channel != work.countedChannel)
                continue;
            work.waitingConnections = work.waitingConnections.value_or(0) + count;
            continue;
        }
        const auto known =
            std::find_if(work.waiters.begin(), work.waiters.end(),
                         [&](const auto &each) { return each.first == asked[i].channel; });
        if (known != work.waiters.end())
            known->second = known->second.value_or(0) + count;
        else
            work.waiters.emplace_back(asked[i].channel, count);
    }
}

QCoro::Task<Result<void>> ListenerCounter::addOthers(TaskScope &scope,
                                                     std::vector<AskedOthers> others)
{
    for (AskedOthers &each : others) {
        const auto counts = co_await scope.wait(std::move(each.counts), othersPatience);
        if (!counts && counts.error().kind == ErrorKind::Cancelled)
            co_return fail(counts.error());
        add(each.asked, counts ? &*counts : nullptr);
    }
    co_return Result<void>();
}

// A number that the server did not tell stays unknown. `counts`: empty if not all could be asked.
void ListenerCounter::add(const std::vector<Listening> &asked, const Counts *counts)
{
    for (std::size_t i = 0; i < asked.size(); ++i) {
        ReadWork &work = *asked[i].work;
        // No optional: GCC 12 warns that it may not be set where it is read (DECISIONS, 116).
        const qint64 elsewhere = counts != nullptr ? counts->at(i) : 0;
        const auto addTo = [&](std::optional<qint64> &here) {
            if (here)
                here = counts != nullptr ? std::optional(*here + elsewhere)
                                         : listenersWith(*here, std::nullopt);
        };
        if (asked[i].candidate != nullptr) {
            addCandidate(work, asked[i].candidate, elsewhere);
        } else if (asked[i].isWaiters) {
            for (auto &[channel, count] : work.waiters) {
                if (channel == asked[i].channel)
                    addTo(count);
            }
        } else if (asked[i].channel == work.countedChannel) {
            addTo(work.waitingConnections);
        }
    }
}

} // namespace lockscope::watch
