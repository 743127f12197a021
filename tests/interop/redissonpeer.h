// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/async/pending.h"
#include "core/base/clock.h"

#include <QProcess>

#include <map>

namespace lockscope::test {

// A Java process with the real Redisson in it, which does line by line what it is told; the lines
// are described in peer/, with Peer and Commands. Dies with this object, and with the test program
// however that ends. Main thread.
class RedissonPeer
{
public:
    // The release that the environment asks for in REDISSON_VERSION, or the newest.
    static QByteArray version();
    static bool isNew() { return version().startsWith('4'); }
    static bool isBuilt();

    // One client for each url.
    explicit RedissonPeer(std::vector<QString> urls, Millis watchdog = std::chrono::seconds(30));
    ~RedissonPeer();
    RedissonPeer(const RedissonPeer &) = delete;
    RedissonPeer &operator=(const RedissonPeer &) = delete;

    [[nodiscard]] bool start(); // until it is connected
    void kill(); // SIGKILL, and waits

    // The answer to a command on that Java thread: "ok", "ok VALUE" or "error CLASS MESSAGE". In
    // order for one thread, side by side for several.
    [[nodiscard]] Pending<QByteArray> ask(const QByteArray &thread, const QByteArray &command);
    // The same, and waits for it.
    QByteArray tell(const QByteArray &thread, const QByteArray &command);
    // Waits until the waiters there sleep. Redisson tries once more after it has subscribed: a
    // waiter that is only seen to subscribe might get the lock without being woken.
    [[nodiscard]] bool isAsleep();
    // How often they have begun to wait for anything, in all: more, and they were awake meanwhile.
    qint64 sleeps() { return tell("asleep", "sleeps").mid(3).toLongLong(); }

private:
    void readLines();

    QProcess m_process;
    QStringList m_arguments;
    bool m_isReady = false;
    int m_lastId = 0;
    std::map<int, Completion<QByteArray>> m_asked;
};

} // namespace lockscope::test

// In initTestCase(), as LOCKSCOPE_REQUIRE_REDIS().
#define LOCKSCOPE_REQUIRE_REDISSON()                                                               \
    LOCKSCOPE_REQUIRE(lockscope::test::RedissonPeer::isBuilt(), "Redisson (JDK, Maven, network)")
