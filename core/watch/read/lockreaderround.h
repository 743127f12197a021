// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/combine.h"
#include "core/watch/read/lockreader.h"
#include "core/watch/read/replyerrors.h"

#include <algorithm>
#include <functional>

namespace lockscope::watch {

// What the parts of LockReader share: the state of a job and the commands of a round trip.

// The length of a key of which only the type is known yet.
inline constexpr qint64 notCounted = -1;

// More than any lock takes on the server, and as much as one batch may fetch of what is not known.
inline constexpr qint64 maxLockWeight = qint64(512) * 1024;
inline constexpr qint64 maxBatchWeight = 8 * maxLockWeight;

// The state of one job over the rounds.
struct LockReader::Work {
    const ReadJob *job = nullptr;
    const format::Format *format = nullptr;
    format::RawKeys keys;
    std::optional<format::KeyType> mainType; // empty: to be asked for
    std::vector<format::KeyToRead>
        contents; // counted, small enough, to be fetched in the next round
    QByteArray countedChannel; // whose subscribers were asked for; empty: none yet
    std::optional<qint64> waitingConnections; // those of it
    Subscribers waiters;
    // Formats of which the absent key's listeners may tell, and how many listen to the channel.
    std::vector<std::pair<const format::Format *, qint64>> listeners;
    bool hasAskedListeners = false;
    bool hasAskedExistence = false;
    bool isHash = false; // the main key, probably
    bool mayExist = false; // some of the keys that are wished for are there
    bool refused = false;
    bool postponed = false;
    bool tooLarge = false;
    bool isWeighed = false; // as the job's caution wants it
    bool done = false;
    // How much was asked of the main key, if it is a hash that is not known as a lock.
    enum class Look : quint8 { None, Tasted, Fetched } look = Look::None;
    bool isUnlike = false; // the taste showed no lock
    bool hasDetails = false; // it showed fields of a faster multi-lock
    bool isModeAsked = false; // of a large hash
    QByteArray mode; // the field of a read-write lock, of a large hash
    qint64 weight = 0; // in bytes on the server; 0: not asked
    std::optional<Error> error; // instead of an answer
    redis::Arguments question; // to which that was the answer

    KeyName mainKey() const { return KeyName(job->lock.bytes); }
    bool wasHash() const
    {
        return job->isHash || (job->format && job->format->mainType() == format::KeyType::Hash);
    }
};

// A channel whose listeners are to be counted.
struct LockReader::Listening {
    Work *work = nullptr;
    QByteArray channel;
    bool isWaiters = false; // else the lock's own
    const format::Format *candidate = nullptr; // as which an absent lock may be known
};

// The commands of one round trip and what becomes of their replies.
class LockReader::Round
{
public:
    using Sink = std::function<void(const Reply &)>;

    // `work`: what the answer is about; an error that tells nothing of it is noted there, and the
    // sink does not see it.
    void ask(Work *work, redis::Arguments command, Sink sink)
    {
        m_commands.push_back(std::move(command));
        m_sinks.emplace_back(work, std::move(sink));
    }

    // Who listens: one command asks it of many channels.
    void listen(Listening question) { m_listening.push_back(std::move(question)); }
    bool isListening() const { return !m_listening.empty(); }
    std::vector<Listening> takeListening() { return std::exchange(m_listening, {}); }

    void append(Round other)
    {
        std::move(other.m_listening.begin(), other.m_listening.end(),
                  std::back_inserter(m_listening));
        std::move(other.m_commands.begin(), other.m_commands.end(), std::back_inserter(m_commands));
        std::move(other.m_sinks.begin(), other.m_sinks.end(), std::back_inserter(m_sinks));
        m_isTimed |= other.m_isTimed;
    }

    // Sinks are to be told when the server answered.
    void time() { m_isTimed = true; }

    bool isEmpty() const { return m_commands.empty(); }
    std::size_t size() const { return m_commands.size(); }
    std::size_t bytes() const { return m_bytes; } // of the answers

    // While a sink has its reply, the reader's m_answered tells of the command that it belongs to.
    QCoro::Task<Result<void>> run(TaskScope &scope, LockReader &reader)
    {
        const std::size_t stride = timedAtOnce(reader);
        const Instant sent = reader.m_time.now();
        std::vector<Pending<Reply>> pendings = send(reader.m_connection, stride);
        // The connection has a deadline for each command; this one only makes sure.
        const Millis deadline = reader.m_connection.config().commandTimeout * 2;
        auto replies = co_await scope.wait(whenAll(std::move(pendings)), deadline);
        if (!replies)
            co_return fail(replies.error());
        for (const auto &reply : *replies) {
            if (!reply)
                co_return fail(reply.error());
        }
        const Instant answered = reader.m_time.now();
        reader.m_answered.at = spanOf(reader.m_clock, sent, answered);
        handle(*replies, stride, reader);
        co_return Result<void>();
    }

private:
    static std::size_t sizeOf(const Reply &reply)
    {
        constexpr std::size_t framing = 8;
        std::size_t size = framing + static_cast<std::size_t>(reply.bytes.size());
        for (const Reply &element : reply.elements)
            size += sizeOf(element);
        return size;
    }

    // TIME stands before so many commands each, and at the end; none where nobody wants to know.
    std::size_t timedAtOnce(const LockReader &reader) const
    {
        constexpr std::size_t atOnce = 16; // few enough for one millisecond
        return m_isTimed && reader.m_abilities.time ? atOnce : 0;
    }

    std::vector<Pending<Reply>> send(redis::Connection &connection, std::size_t stride) const
    {
        std::vector<Pending<Reply>> pendings;
        pendings.reserve(m_commands.size() + (stride > 0 ? m_commands.size() / stride + 2 : 0));
        for (std::size_t i = 0; i < m_commands.size(); ++i) {
            if (stride > 0 && i % stride == 0)
                pendings.push_back(connection.send({"TIME"}));
            pendings.push_back(connection.send(m_commands[i]));
        }
        if (stride > 0)
            pendings.push_back(connection.send({"TIME"}));
        return pendings;
    }

    void handle(const std::vector<Result<Reply>> &replies, std::size_t stride, LockReader &reader)
    {
        const ServerSpan underWay = reader.m_answered.at;
        std::size_t next = 0;
        for (std::size_t i = 0; i < m_commands.size(); ++i, ++next) {
            if (stride > 0 && i % stride == 0) {
                const Reply &before = *replies[next];
                const Reply &after = *replies[std::min(next + stride + 1, replies.size() - 1)];
                reader.m_answered.at = spanBetween(before, after, underWay);
                reader.m_abilities.time &= !isRefused(before);
                ++next;
            }
            reader.m_answered.question = &m_commands[i];
            answer(*replies[next], m_commands[i], m_sinks[i], reader.m_connection);
        }
    }

    void answer(const Reply &reply, const redis::Arguments &question,
                const std::pair<Work *, Sink> &asker, const redis::Connection &connection)
    {
        const auto &[work, sink] = asker;
        m_bytes += sizeOf(reply);
        if (work != nullptr && isNoAnswer(reply)) {
            work->error = errorOf(reply, connection.label());
            work->question = question;
        } else {
            sink(reply);
        }
    }

    std::vector<redis::Arguments> m_commands;
    std::vector<std::pair<Work *, Sink>> m_sinks;
    std::size_t m_bytes = 0;
    std::vector<Listening> m_listening;
    bool m_isTimed = false;
};

} // namespace lockscope::watch
