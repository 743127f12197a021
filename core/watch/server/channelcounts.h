// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/taskscope.h"
#include "core/base/clock.h"
#include "core/redis/connection.h"

#include <optional>
#include <vector>

namespace lockscope::watch {

// Asks how many listen to each of so many channels; `countsFrom` reads the reply to the question,
// as those of channelmark.h do. An Error: the server did not tell.
using CountsFrom = std::optional<std::vector<qint64>> (*)(const Reply &reply, std::size_t channels);
Pending<std::vector<qint64>> askCounts(redis::Connection &connection, redis::Arguments question,
                                       std::size_t channels, CountsFrom countsFrom);

// Counts the listeners on plain channels of one server. Most channels have none: where fewer are in
// use there than are asked about, the server's list of those in use tells it of all others, and
// only the rest is counted. I/O thread; connection and clock must outlive it.
class ChannelCounts
{
public:
    ChannelCounts(redis::Connection &connection, const Clock &time)
        : m_connection(connection)
        , m_time(time)
    {}

    // One number for each channel. An Error: the server did not tell, or was not asked in time.
    Pending<std::vector<qint64>> count(std::vector<QByteArray> channels);

private:
    struct InUse {
        qint64 number = 0;
        Instant at;
    };

    bool isListShort(std::size_t channels) const;
    Pending<std::vector<qint64>> ask(const std::vector<QByteArray> &channels);
    QCoro::Task<Result<std::vector<qint64>>> askWithList(std::vector<QByteArray> channels);
    QCoro::Task<> learnHowMany();

    redis::Connection &m_connection;
    const Clock &m_time;
    std::optional<InUse> m_inUse;
    std::optional<Instant> m_learntAt;
    std::optional<Instant> m_refusedAt;
    TaskScope m_scope{"listeners"}; // last
};

} // namespace lockscope::watch
