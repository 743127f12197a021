// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"
#include "tests/support/waiting.h"

#include <vector>

namespace lockscope::test {

// A Connection and what it has signalled so far.
struct WatchedConnection {
    struct Loss {
        Error error;
        bool final = false;
    };

    explicit WatchedConnection(redis::ConnectionConfig config)
        : connection(std::make_unique<redis::Connection>(std::move(config)))
    {
        QObject::connect(connection.get(), &redis::Connection::ready, connection.get(),
                         [this] { ++readies; });
        QObject::connect(connection.get(), &redis::Connection::lost, connection.get(),
                         [this](const Error &error, bool final) {
                             losses.push_back({error, final});
                         });
    }

    redis::Connection *operator->() const { return connection.get(); }
    [[nodiscard]] bool becomesReady() const
    {
        return eventually(
            [this] { return connection->state() == redis::Connection::State::Ready; });
    }
    [[nodiscard]] bool becomesLost() const
    {
        return eventually([this] { return !losses.empty(); });
    }

    int readies = 0;
    std::vector<Loss> losses;
    std::unique_ptr<redis::Connection> connection; // last: it dies first
};

} // namespace lockscope::test
