// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ServerWatch that counts who listens to the channels of locks and of waiters.
#include "core/base/combine.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/watch/server/serverwatch.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr std::size_t channelsAtOnce = 200;

} // namespace

// Redisson uses sharded channels in clusters of 7.0 and newer; they are others than those of the
// same names, so they are counted, too, once one was seen. The question walks through all of them.
QCoro::Task<Result<void>> ServerWatch::lookForShards()
{
    constexpr auto seldom = std::chrono::minutes(1);
    const Instant now = m_time.now();
    const redis::Arguments question{"PUBSUB", "SHARDCHANNELS", format::channelPattern()};
    if (m_reader.isSharded() || !m_reader.hasExactDeadlines() || m_refusals.holds(question)
        || (m_shardsAskedAt && now - *m_shardsAskedAt < seldom))
        co_return Result<void>();
    m_shardsAskedAt = now;
    auto asked = m_connection.send(question);
    const auto reply = co_await m_scope.wait(std::move(asked), answerPatience);
    if (!reply)
        co_return fail(reply.error());
    m_reader.setSharded(!reply->isError() && !reply->elements.empty());
    if (reply->errorCode() == "NOPERM") {
        Refusal refusal = refusalOf(*reply, question, m_connection.label());
        refusal.isHarmless = true;
        if (m_refusals.note(std::move(refusal)))
            m_book.tell(EventType::Gap,
                        u"waiters on sharded channels are not counted: "_s + visible(reply->bytes));
    }
    co_return Result<void>();
}

QCoro::Task<Result<void>> ServerWatch::countWaiters(std::vector<LockName> names)
{
    if (!m_reader.countsSubscribers())
        co_return Result<void>();
    for (std::size_t next = 0; next < names.size();) {
        redis::Arguments question{"PUBSUB", "NUMSUB"};
        std::vector<std::pair<LockName, std::size_t>> asked; // and how many channels of it
        for (; next < names.size() && question.size() < channelsAtOnce; ++next) {
            const auto channels = m_book.channels(names[next]);
            if (channels.empty())
                continue;
            question.insert(question.end(), channels.begin(), channels.end());
            asked.emplace_back(names[next], channels.size());
        }
        if (asked.empty())
            break;
        std::vector<Pending<Reply>> pendings;
        pendings.push_back(m_connection.send(question));
        if (m_reader.isSharded()) {
            question[1] = "SHARDNUMSUB";
            pendings.push_back(m_connection.send(question));
        }
        auto all = whenAll(std::move(pendings));
        const auto replies = co_await m_scope.wait(std::move(all), answerPatience);
        if (!replies)
            co_return fail(replies.error());
        std::size_t at = 0;
        for (const auto &[name, count] : asked) {
            Subscribers counted;
            for (const std::size_t end = at + 2 * count; at < end; at += 2) {
                const auto &plain = replies->front();
                if (!plain || at + 1 >= plain->elements.size())
                    continue; // refused: it stays unknown
                qint64 number = plain->elements[at + 1].integer;
                const auto &sharded = replies->back();
                if (replies->size() > 1) {
                    if (!sharded || at + 1 >= sharded->elements.size())
                        continue;
                    number += sharded->elements[at + 1].integer;
                }
                counted.emplace_back(plain->elements[at].bytes, number);
            }
            m_book.noteSubscribers(name, counted);
        }
    }
    co_return Result<void>();
}

// A single look that wants to know which waiters are alive. A waiter that listens is found at once;
// that nobody listens takes several looks, a second apart, to be certain.
QCoro::Task<> ServerWatch::checkWaitersBeforeTheEnd()
{
    constexpr int looks = 3;
    constexpr Millis apart{1010};
    m_checkingWaiters = true;
    m_book.askAllWaiters();
    for (int i = 0; i < looks && isUp() && m_book.hasUncheckedWaiters(); ++i) {
        Result<void> done;
        if (i > 0)
            done = co_await m_scope.sleep(apart);
        if (done)
            done = co_await countWaiters(m_book.names());
        if (!done && done.error().kind == ErrorKind::Cancelled)
            co_return;
        if (!done)
            break; // they stay unchecked
    }
    m_checkingWaiters = false;
    finishDiscovery();
}

} // namespace lockscope::watch
