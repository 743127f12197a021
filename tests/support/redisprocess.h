// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/redis/target/target.h"
#include "tests/support/certificates.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

namespace lockscope::test {

struct RedisOptions {
    bool unixSocket = false; // only that, no port
    bool sentinel = false; // a Sentinel that watches nothing but what `configuration` names
    QByteArray password; // requirepass, or that of `user`
    Certificates::Pair tls; // also listens for TLS on tlsPort()
    QStringList arguments; // more, as on the command line
    QStringList environment{}; // more, as NAME=value
    QByteArray user{}; // the only one that may connect, with all rights; empty: the default user
    QByteArray configuration{}; // of a Sentinel: more lines of its configuration file
    bool clusterNode = false; // alone until it meets others, which talk to it on port() + 10,000
};

// A real redis-server, or the one that LOCKSCOPE_TEST_SERVER names, on a free port of 127.0.0.1,
// without persistence, in a folder of its own. It
// dies with this object, and with the test program however that ends. Made on the main thread.
class RedisProcess
{
public:
    static bool isAvailable();

    explicit RedisProcess(RedisOptions options = {});
    ~RedisProcess();
    RedisProcess(const RedisProcess &) = delete;
    RedisProcess &operator=(const RedisProcess &) = delete;

    // Starts it and waits until it answers; on the same port as the last time.
    [[nodiscard]] bool start();
    void stop(); // SIGTERM, and waits
    void kill(); // SIGKILL, and waits
    [[nodiscard]] bool restart();
    void pause(); // SIGSTOP: it is there, and silent
    void resume();
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    bool isPaused() const { return m_isPaused; }

    quint16 port() const { return m_port; }
    quint16 tlsPort() const { return m_tlsPort; }
    redis::Target target() const; // with user and password
    QString url() const { return target().label(); }
    QString folder() const { return m_folder.path(); }

    // One command over a connection of its own; blocks. An error reply with the code TEST if there
    // is no answer within a few seconds.
    Reply command(const std::vector<QByteArray> &arguments) const;
    // How often a command (in lower case) was run since the start or CONFIG RESETSTAT, by scripts,
    // too.
    qint64 calls(const QByteArray &name) const;

    int version() const; // 602 of Redis 6.2; for Valkey the compatible Redis version
    QByteArray product() const; // the same as INFO is read: "Redis 6.2"
    bool knows(const QByteArray &command) const;

    // As a replica: linked to its primary, and past this offset of the replication.
    bool hasFollowed(qint64 offset) const;

    // The output of the server.
    QByteArray log() const;

private:
    bool launch();
    QStringList arguments() const;
    bool writeSentinelConfiguration() const;
    void signal(int number) const;
    QString socketPath() const { return m_folder.filePath(QStringLiteral("redis.sock")); }
    QString logPath() const { return m_folder.filePath(QStringLiteral("log")); }
    QString sentinelPath() const { return m_folder.filePath(QStringLiteral("sentinel.conf")); }

    RedisOptions m_options;
    QTemporaryDir m_folder;
    QProcess m_process;
    quint16 m_port = 0;
    quint16 m_tlsPort = 0;
    bool m_isPaused = false;
};

// A port of 127.0.0.1 on which nothing listens at the moment, and that no other test is given
// before this process ends.
quint16 freePort();
// The same for a node of a cluster: the port 10,000 above it is free as well.
quint16 freeClusterPort();

} // namespace lockscope::test

// In initTestCase(): without redis-server a developer may skip, the build server may not.
#define LOCKSCOPE_REQUIRE(condition, what)                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            if (qgetenv("CI") == "true")                                                           \
                QFAIL(what " is missing");                                                         \
            QSKIP(what " is missing");                                                             \
        }                                                                                          \
    } while (false)
#define LOCKSCOPE_REQUIRE_REDIS()                                                                  \
    LOCKSCOPE_REQUIRE(lockscope::test::RedisProcess::isAvailable(), "redis-server")
