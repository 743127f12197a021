// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/server/servercontext.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/clocks.h"

namespace lockscope::test {

// The surroundings of a part of a ServerWatch: a connection to a server that is up, a record and a
// book, by a clock of the test. The part must cancel the scope before it goes.
class PartStage
{
public:
    PartStage(const redis::Target &target, watch::WatchMode mode)
        : connection(configFor(target))
    {
        record.mode = mode;
    }

    [[nodiscard]] bool open()
    {
        connection.open();
        if (!eventually([this] { return connection.state() == redis::Connection::State::Ready; }))
            return false;
        const Instant sent = clock.now();
        const auto reply = await(connection.send({"TIME"}));
        const auto server = reply ? watch::serverTimeOf(*reply) : std::nullopt;
        if (!server)
            return false;
        serverClock.sample(*server, sent, clock.now());
        record.state = watch::ServerState::Up;
        return true;
    }

    // The words of the events since the last call.
    QByteArray told()
    {
        QByteArrayList words;
        for (const watch::Event &event : mailbox.take().events)
            words.append(watch::name(event.type));
        return words.join(' ');
    }

    static redis::ConnectionConfig configFor(const redis::Target &target)
    {
        redis::ConnectionConfig config;
        config.target = target;
        return config;
    }

    ShiftedClock clock;
    watch::WatchOptions options;
    watch::ServerClock serverClock;
    watch::ServerRecord record;
    watch::WatchMailbox mailbox{1000};
    redis::Connection connection;
    watch::LockReader reader{connection, clock, serverClock, {}};
    watch::LockBook book{watch::DeploymentId{0},
                         watch::ServerId{0},
                         QStringLiteral("server"),
                         clock,
                         serverClock,
                         mailbox};
    int published = 0;
    watch::ServerContext context{.options = options,
                                 .time = clock,
                                 .serverClock = serverClock,
                                 .connection = connection,
                                 .scope = scope,
                                 .record = record,
                                 .book = book,
                                 .reader = reader,
                                 .publish = [this] { ++published; }};

    TaskScope scope{"part of a watch"};
};

} // namespace lockscope::test
