// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/holdbook.h"

namespace lockscope::lock {

// Those who stood in a queue on the server and gave up: each is taken out as soon as the server can
// be told, however long that takes, or until his place has surely ended by itself. I/O thread;
// owned by a space.
class Departures
{
public:
    Departures(redis::Deployment &deployment, const Clock &clock);
    // Nothing waits for an answer any more; what can be told is told.
    ~Departures();

    // `wait`: with which he came. Ready when he is out; dropping it takes nothing back.
    Pending<void> leave(const std::shared_ptr<const Protocol> &protocol, const LockName &name,
                        const OwnerId &owner, std::optional<Millis> wait);
    // He is about to stand in the queue again: his former place goes first, or with its old
    // deadline he would keep it, and a departure that comes late would take the new one.
    void comeBack(const HoldKey &key);

private:
    struct Departure {
        std::uint64_t number = 0; // tells a later one from this
        std::shared_ptr<const Protocol> protocol;
        std::optional<Millis> wait;
    };

    QCoro::Task<> run(HoldKey key, Departure departure);
    bool isOutstanding(const HoldKey &key, const Departure &departure) const;

    redis::Deployment &m_deployment;
    const Clock &m_clock;
    std::map<HoldKey, Departure> m_outstanding;
    std::uint64_t m_last = 0;
    TaskScope m_scope{"departures"}; // last
};

} // namespace lockscope::lock
