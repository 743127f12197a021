// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/combine.h"
#include "core/watch/lockreader.h"

#include <functional>

namespace lockscope::watch {

// What the parts of LockReader share: the state of a job and the commands of a round trip.

// The length of a key of which only the type is known yet.
inline constexpr qint64 notCounted = -1;

// The state of one job over the rounds.
struct LockReader::Work {
    const ReadJob *job = nullptr;
    const format::Format *format = nullptr;
    format::RawKeys keys;
    std::optional<format::KeyType> mainType; // empty: to be asked for
    std::vector<format::KeyWish> contents; // counted, small enough, to be fetched in the next round
    std::optional<qint64> waitingConnections;
    Subscribers waiters;
    bool isHash = false; // the main key, probably
    bool counted = false; // subscribers were asked for
    bool mayExist = false; // some of the keys that are wished for are there
    bool refused = false;
    bool done = false;

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
};

// The commands of one round trip and what becomes of their replies.
class LockReader::Round
{
public:
    using Sink = std::function<void(const Reply &)>;

    void ask(redis::Arguments command, Sink sink)
    {
        m_commands.push_back(std::move(command));
        m_sinks.push_back(std::move(sink));
    }

    // Who listens: one command asks it of many channels.
    void listen(Listening question) { m_listening.push_back(std::move(question)); }
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
            answered = &m_commands[i];
            m_sinks[i](*(*replies)[i]);
        }
        co_return Result<void>();
    }

private:
    std::vector<redis::Arguments> m_commands;
    std::vector<Sink> m_sinks;
    std::vector<Listening> m_listening;
};

} // namespace lockscope::watch
