// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/departures.h"

using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// Beyond a waiter's own wait: what those before him and the holder may add to his deadline.
constexpr Millis othersTime = 10min;
// Before a refusal that may pass is asked for again.
constexpr Millis pause = 250ms;

// A server that takes no writes for the moment (MISCONF, NOREPLICAS, BUSY, LOADING and the like).
// Asking again would not help against what is wrong with the key or the rights.
bool isPassing(const Reply &reply)
{
    return reply.isError() && !reply.bytes.contains("WRONGTYPE") && !reply.bytes.contains("NOPERM")
        && !reply.bytes.startsWith("NOAUTH");
}

} // namespace

Departures::Departures(redis::Deployment &deployment, const Clock &clock)
    : m_deployment(deployment)
    , m_clock(clock)
{}

Departures::~Departures() = default;

Pending<void> Departures::leave(const std::shared_ptr<const Protocol> &protocol,
                                const LockName &name, const OwnerId &owner,
                                std::optional<Millis> wait)
{
    const HoldKey key{protocol.get(), name, owner};
    const Departure departure{++m_last, protocol, wait};
    m_outstanding.insert_or_assign(key, departure);
    return m_scope.start([this, key, departure] { return run(key, departure); });
}

void Departures::comeBack(const HoldKey &key)
{
    const auto known = m_outstanding.find(key);
    if (known == m_outstanding.end())
        return;
    const Departure departure = known->second;
    m_outstanding.erase(known);
    (void)departure.protocol->leave(m_deployment, key.name, key.owner, departure.wait);
}

bool Departures::isOutstanding(const HoldKey &key, const Departure &departure) const
{
    const auto known = m_outstanding.find(key);
    return known != m_outstanding.end() && known->second.number == departure.number;
}

QCoro::Task<> Departures::run(HoldKey key, Departure departure)
{
    const Instant until = m_clock.now() + departure.wait.value_or(0ms) + othersTime;
    const Millis patience = 3 * m_deployment.config().commandTimeout + 1s;
    while (isOutstanding(key, departure) && m_clock.now() < until) {
        auto ready = m_deployment.whenReady();
        const auto left = std::chrono::ceil<Millis>(until - m_clock.now());
        const auto isUp = co_await m_scope.wait(std::move(ready), left);
        if (!isUp || !isOutstanding(key, departure))
            break;
        auto asked = departure.protocol->leave(m_deployment, key.name, key.owner, departure.wait);
        const auto reply = co_await m_scope.wait(std::move(asked), patience);
        if (m_scope.isCancelled() || (reply && !isPassing(*reply)))
            break;
        if (reply)
            co_await m_scope.sleep(pause);
    }
    if (isOutstanding(key, departure))
        m_outstanding.erase(key);
}

} // namespace lockscope::lock
