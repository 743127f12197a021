// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/combine.h"
#include "core/watch/hindrance.h"
#include "core/watch/lockreader.h"

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
    std::vector<format::KeyWish> contents; // counted, small enough, to be fetched in the next round
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
    }

    bool isEmpty() const { return m_commands.empty(); }
    std::size_t size() const { return m_commands.size(); }
    std::size_t bytes() const { return m_bytes; } // of the answers

    // `answered` is, while a sink has its reply, the command that it belongs to.
    QCoro::Task<Result<void>> run(TaskScope &scope, redis::Connection &connection,
                                  const redis::Arguments *&answered)
    {
        std::vector<Pending<Reply>> pendings;
        pendings.reserve(m_commands.size());
        for (const redis::Arguments &command : m_commands)
            pendings.push_back(connection.send(command));
        // The connection has a deadline for each command; this one only makes sure.
        const Millis deadline = connection.config().commandTimeout * 2;
        auto replies = co_await scope.wait(whenAll(std::move(pendings)), deadline);
        if (!replies)
            co_return fail(replies.error());
        for (std::size_t i = 0; i < replies->size(); ++i) {
            if (!(*replies)[i])
                co_return fail((*replies)[i].error());
            const Reply &reply = *(*replies)[i];
            const auto &[work, sink] = m_sinks[i];
            answered = &m_commands[i];
            m_bytes += sizeOf(reply);
            if (work != nullptr && isNoAnswer(reply)) {
                work->error = errorOf(reply, connection.label());
                work->question = m_commands[i];
            } else {
                sink(reply);
            }
        }
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

    std::vector<redis::Arguments> m_commands;
    std::vector<std::pair<Work *, Sink>> m_sinks;
    std::size_t m_bytes = 0;
    std::vector<Listening> m_listening;
};

} // namespace lockscope::watch
