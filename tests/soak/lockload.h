// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <atomic>
#include <thread>

namespace lockscope::test {

// A client that keeps changing locks on one server, on a thread of its own: takes and gives back
// locks of every kind as Redisson leaves them, stands in queues, renews, lets leases lapse, deletes
// keys under their holders, now and then everything at once. Continues when the server or the
// connection comes back. All choices are random from the seed. Started and stopped on one thread.
class LockLoad
{
public:
    LockLoad(quint16 port, unsigned seed, int perSecond);
    ~LockLoad();
    LockLoad(const LockLoad &) = delete;
    LockLoad &operator=(const LockLoad &) = delete;

    void start();
    void stop(); // and waits

    qint64 changes() const { return m_changes; }

private:
    void run();

    const quint16 m_port;
    const unsigned m_seed;
    const int m_perSecond;
    unsigned m_round = 0;
    std::thread m_thread;
    std::atomic<bool> m_stopping = false;
    std::atomic<qint64> m_changes = 0;
};

} // namespace lockscope::test
