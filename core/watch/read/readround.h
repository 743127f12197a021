// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/base/clock.h"
#include "core/watch/read/commandsupport.h"
#include "core/watch/read/readwork.h"
#include "core/watch/record/serverclock.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace lockscope::watch {

// A channel and its listeners, which one command counts.
struct Listening {
    ReadWork *work = nullptr;
    QByteArray channel;
    bool isWaiters = false; // else the lock's own
    const format::Format *candidate = nullptr; // as which an absent lock may be known
};

// The commands of one round trip and the receivers of their replies. One thread.
class ReadRound
{
public:
    using Sink = std::function<void(const Reply &)>;

    // `work`: the subject of the answer; an error that tells nothing of it is noted there and is
    // not passed to the sink.
    void ask(ReadWork *work, redis::Arguments command, Sink sink)
    {
        m_commands.push_back(std::move(command));
        m_sinks.emplace_back(work, std::move(sink));
    }

    // Counts listeners: one command asks for many channels.
    void listen(Listening question) { m_listening.push_back(std::move(question)); }
    bool isListening() const { return !m_listening.empty(); }
    std::vector<Listening> takeListening() { return std::exchange(m_listening, {}); }

    void append(ReadRound other)
    {
        std::move(other.m_listening.begin(), other.m_listening.end(),
                  std::back_inserter(m_listening));
        std::move(other.m_commands.begin(), other.m_commands.end(), std::back_inserter(m_commands));
        std::move(other.m_sinks.begin(), other.m_sinks.end(), std::back_inserter(m_sinks));
        m_isTimed |= other.m_isTimed;
    }

    // Sinks are told when the server answered.
    void time() { m_isTimed = true; }

    bool isEmpty() const { return m_commands.empty(); }
    std::size_t size() const { return m_commands.size(); }
    std::size_t bytes() const { return m_bytes; } // of the answers

    // While a sink has its reply, `support` knows the command that it belongs to. All that is
    // passed in must outlive the task.
    QCoro::Task<Result<void>> run(TaskScope &scope, redis::Connection &connection,
                                  const Clock &time, const ServerClock &clock,
                                  CommandSupport &support);

private:
    std::size_t timedAtOnce(const CommandSupport &support) const;
    std::vector<Pending<Reply>> send(redis::Connection &connection, std::size_t stride) const;
    void handle(const std::vector<Result<Reply>> &replies, std::size_t stride,
                CommandSupport &support, const QString &label);
    void answer(const Reply &reply, std::size_t number, const QString &label);

    std::vector<redis::Arguments> m_commands;
    std::vector<std::pair<ReadWork *, Sink>> m_sinks;
    std::size_t m_bytes = 0;
    std::vector<Listening> m_listening;
    bool m_isTimed = false;
};

} // namespace lockscope::watch
