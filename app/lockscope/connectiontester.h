// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"
#include "ui/wording/connectionwording.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::console {

// A server to be tried, and where its locks live; no prefixes: everywhere.
struct ServerTest {
    redis::ConnectionConfig config;
    std::vector<QByteArray> prefixes;
    std::optional<Error> problem = {}; // it cannot be tried at all
};

// Tries connections step by step, all servers of a test side by side, and tells of each step. It
// connects once, reads names that no key has, writes nothing and closes the connection. Made
// anywhere, moved to the I/O thread before the first call and called there only; its signals carry
// values.
class ConnectionTester : public QObject
{
    Q_OBJECT

public:
    explicit ConnectionTester(QObject *parent = nullptr);
    ~ConnectionTester() override;

    void test(int id, const std::vector<ServerTest> &servers);
    void stop(int id); // no further signals for it
    void stopAll();

Q_SIGNALS:
    // `server`: its place in the test.
    void stepped(int id, int server, const lockscope::wording::ConnectionStep &step);
    void ended(int id, int server); // after its last step

private:
    class Run;

    std::map<int, std::vector<std::unique_ptr<Run>>> m_runs;
};

} // namespace lockscope::console
