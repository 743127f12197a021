// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/commandqueue.h"

#include "core/redis/wire.h"

#include <algorithm>

namespace lockscope::redis {

CommandQueue::CommandQueue(int maxOutstanding, int maxQueued, Millis timeout)
    : m_maxOutstanding(static_cast<std::size_t>(std::max(maxOutstanding, 1)))
    , m_maxQueued(static_cast<std::size_t>(std::max(maxQueued, 1)))
    , m_timeout(timeout)
{}

Pending<Reply> CommandQueue::add(const Arguments &command, Instant now)
{
    if (m_waiting.size() >= m_maxQueued) {
        return Pending<Reply>::ready(
            fail(ErrorKind::Busy, Sentence::say("too many commands are waiting to be sent")));
    }
    auto wire = encodeCommand(command);
    if (!wire)
        return Pending<Reply>::ready(fail(wire.error()));
    Slot &slot = m_waiting.emplace_back();
    slot.wire = *std::move(wire);
    slot.deadline = now + m_timeout;
    return slot.completion.pending();
}

Pending<Reply> CommandQueue::addFenced(const Arguments &command, Instant now)
{
    auto pending = add(command, now);
    if (pending.isReady())
        return pending;
    Slot &slot = m_waiting.back();
    slot.isFenced = true;
    slot.wire += *encodeCommand({"PING", fence});
    return pending;
}

QByteArray CommandQueue::takeWritable(Instant now)
{
    QByteArray bytes;
    bool wasEmpty = m_sent.empty();
    while (!m_waiting.empty() && m_sent.size() < m_maxOutstanding) {
        Slot &slot = m_sent.emplace_back(std::move(m_waiting.front()));
        m_waiting.pop_front();
        if (bytes.isEmpty())
            bytes = std::move(slot.wire);
        else
            bytes += slot.wire;
        slot.wire = QByteArray();
        if (std::exchange(wasEmpty, false)) {
            slot.probeSentAt = now;
            m_busySince = now;
        }
    }
    return bytes;
}

std::optional<CommandQueue::Answered> CommandQueue::answer(Instant now)
{
    if (m_sent.empty())
        return {};
    Slot &slot = m_sent.front();
    Answered answered{std::move(slot.completion), {}};
    if (slot.probeSentAt) {
        answered.roundTrip =
            std::chrono::duration_cast<std::chrono::microseconds>(now - *slot.probeSentAt);
    }
    m_sent.pop_front();
    if (m_expired > 0)
        --m_expired;
    return answered;
}

CommandQueue::Completions CommandQueue::takeExpired(Instant now)
{
    Completions expired;
    for (; m_expired < m_sent.size() && m_sent[m_expired].deadline <= now; ++m_expired)
        expired.push_back(std::move(m_sent[m_expired].completion));
    while (!m_waiting.empty() && m_waiting.front().deadline <= now) {
        expired.push_back(std::move(m_waiting.front().completion));
        m_waiting.pop_front();
    }
    return expired;
}

std::optional<Instant> CommandQueue::nextDeadline() const
{
    if (m_expired < m_sent.size())
        return m_sent[m_expired].deadline;
    if (!m_waiting.empty())
        return m_waiting.front().deadline;
    return {};
}

CommandQueue::Completions CommandQueue::takeAll()
{
    Completions all;
    all.reserve(m_sent.size() + m_waiting.size());
    for (auto *slots : {&m_sent, &m_waiting}) {
        for (Slot &slot : *slots)
            all.push_back(std::move(slot.completion));
        slots->clear();
    }
    m_expired = 0;
    return all;
}

} // namespace lockscope::redis
