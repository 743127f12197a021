// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/read/readround.h"

#include "core/base/async/combine.h"
#include "core/watch/read/replyerrors.h"

namespace lockscope::watch {

namespace {

std::size_t sizeOf(const Reply &reply)
{
    constexpr std::size_t framing = 8;
    std::size_t size = framing + static_cast<std::size_t>(reply.bytes.size());
    for (const Reply &element : reply.elements)
        size += sizeOf(element);
    return size;
}

} // namespace

QCoro::Task<Result<void>> ReadRound::run(TaskScope &scope, redis::Connection &connection,
                                         const Clock &time, const ServerClock &clock,
                                         CommandSupport &support)
{
    const std::size_t stride = timedAtOnce(support);
    const Instant sent = time.now();
    std::vector<Pending<Reply>> pendings = send(connection, stride);
    // The connection has a deadline for each command; this one only makes sure.
    const Millis deadline = connection.config().commandTimeout * 2;
    auto replies = co_await scope.wait(whenAll(std::move(pendings)), deadline);
    if (!replies)
        co_return fail(replies.error());
    for (const auto &reply : *replies) {
        if (!reply)
            co_return fail(reply.error());
    }
    support.setAnsweredAt(spanOf(clock, sent, time.now()));
    handle(*replies, stride, support, connection.label());
    co_return Result<void>();
}

// The number of commands behind each TIME, which also ends the round; 0: no TIME is sent.
std::size_t ReadRound::timedAtOnce(const CommandSupport &support) const
{
    constexpr std::size_t atOnce = 16; // few enough for one millisecond
    return m_isTimed && support.abilities().time ? atOnce : 0;
}

std::vector<Pending<Reply>> ReadRound::send(redis::Connection &connection, std::size_t stride) const
{
    std::vector<Pending<Reply>> pendings;
    pendings.reserve(m_commands.size() + (stride > 0 ? m_commands.size() / stride + 2 : 0));
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        if (stride > 0 && i % stride == 0)
            pendings.push_back(connection.send({"TIME"}));
        // It counts for the next command alone; its own reply is of no interest.
        if (const ReadWork *const work = m_sinks[i].first; work && work->job->isAsking)
            (void)connection.send({"ASKING"});
        pendings.push_back(connection.send(m_commands[i]));
    }
    if (stride > 0)
        pendings.push_back(connection.send({"TIME"}));
    return pendings;
}

void ReadRound::handle(const std::vector<Result<Reply>> &replies, std::size_t stride,
                       CommandSupport &support, const QString &label)
{
    const ServerSpan underWay = support.answeredAt();
    std::size_t next = 0;
    for (std::size_t i = 0; i < m_commands.size(); ++i, ++next) {
        if (stride > 0 && i % stride == 0) {
            const Reply &before = *replies[next];
            const Reply &after = *replies[std::min(next + stride + 1, replies.size() - 1)];
            support.setAnsweredAt(spanBetween(before, after, underWay));
            support.noteTime(before);
            ++next;
        }
        support.setQuestion(m_commands[i]);
        answer(*replies[next], i, label);
    }
}

void ReadRound::answer(const Reply &reply, std::size_t number, const QString &label)
{
    const auto &[work, sink] = m_sinks[number];
    m_bytes += sizeOf(reply);
    if (work != nullptr && isNoAnswer(reply)) {
        work->error = errorOf(reply, label);
        work->question = m_commands[number];
    } else {
        sink(reply);
    }
}

} // namespace lockscope::watch
