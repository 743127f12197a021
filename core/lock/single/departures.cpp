// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/departures.h"

#include "core/lock/single/release.h"
#include "core/redis/notnow.h"

using namespace std::chrono_literals;

namespace lockscope::lock {

namespace {

// Beyond a waiter's own wait: the time that earlier waiters and the holder may add to the end of
// its place.
constexpr Millis othersTime = 10min;
// Before a refusal that may pass is asked for again.
constexpr Millis pause = 250ms;
// A primary that is cut off takes writes until its Sentinels have found out (30 s by default) and
// its clients have heard; nobody has them afterwards.
constexpr auto keptInMind = 2min;
constexpr std::size_t mostInMind = 1000;

} // namespace

Departures::Departures(redis::Deployment &deployment, const Clock &clock, HoldBook &holds,
                       WaitRooms &rooms)
    : m_deployment(deployment)
    , m_clock(clock)
    , m_holds(holds)
    , m_rooms(rooms)
{}

Departures::~Departures() = default;

Pending<void> Departures::leave(const LockName &name, const OwnerId &owner, Remains remains)
{
    const HoldKey key{remains.protocol.get(), name, owner};
    const QByteArray request = remains.request.isEmpty() ? newRequestId() : remains.request;
    const Departure departure{++m_last, request, std::move(remains)};
    m_outstanding.insert_or_assign(key, departure);
    return m_scope.start([this, key, departure] { return run(key, departure); });
}

Pending<Reply> Departures::comeBack(const HoldKey &key)
{
    const auto known = m_outstanding.find(key);
    if (known == m_outstanding.end())
        return Pending<Reply>::ready(Reply());
    const Departure departure = known->second;
    m_outstanding.erase(known);
    return tell(key, departure);
}

void Departures::noteGone(const HoldKey &key, Remains place)
{
    const Instant now = m_clock.now();
    m_gone.insert_or_assign(key, Gone{std::move(place), now});
    m_goneInOrder.emplace_back(now, key);
    while (m_goneInOrder.front().first < now - keptInMind || m_goneInOrder.size() > mostInMind) {
        const auto &[at, oldest] = m_goneInOrder.front();
        const auto known = m_gone.find(oldest);
        if (known != m_gone.end() && known->second.at == at)
            m_gone.erase(known);
        m_goneInOrder.pop_front();
    }
}

void Departures::noteBack(const HoldKey &key)
{
    m_gone.erase(key);
}

// The next failover may lose it once more.
void Departures::onServerChanged()
{
    const Instant since = m_clock.now() - keptInMind;
    for (const auto &[key, gone] : m_gone) {
        if (gone.at >= since && !m_outstanding.contains(key))
            (void)leave(key.name, key.owner, gone.place);
    }
}

bool Departures::isOutstanding(const HoldKey &key, const Departure &departure) const
{
    const auto known = m_outstanding.find(key);
    return known != m_outstanding.end() && known->second.number == departure.number;
}

// Answered in order: the last answer counts for both. The latch is left to its own time.
Pending<Reply> Departures::tell(const HoldKey &key, const Departure &departure)
{
    const Remains &remains = departure.remains;
    Pending<Reply> answer;
    if (remains.lease)
        answer = remains.protocol->release(m_deployment, key.name, key.owner, *remains.lease,
                                           departure.request);
    if (remains.isQueued)
        answer = remains.protocol->leave(m_deployment, key.name, key.owner, remains.wait);
    return answer;
}

QCoro::Task<> Departures::run(HoldKey key, Departure departure)
{
    const Remains &remains = departure.remains;
    const Millis longest = remains.isQueued ? remains.wait.value_or(0ms) + othersTime : 0ms;
    const Instant until = m_clock.now() + std::max(longest, remains.lease.value_or(0ms));
    const Millis patience = 3 * m_deployment.config().commandTimeout + 1s;
    while (isOutstanding(key, departure) && m_clock.now() < until) {
        auto ready = m_deployment.whenReady(key.name.bytes);
        const auto left = std::chrono::ceil<Millis>(until - m_clock.now());
        const auto isUp = co_await m_scope.wait(std::move(ready), left);
        if (!isUp || !isOutstanding(key, departure))
            break;
        auto told = tell(key, departure);
        const auto reply = co_await m_scope.wait(std::move(told), patience);
        if (m_scope.isCancelled() || (reply && !redis::isNotNow(*reply)))
            break;
        if (reply)
            co_await m_scope.sleep(pause);
    }
    if (isOutstanding(key, departure))
        m_outstanding.erase(key);
    if (m_scope.isCancelled())
        co_return;
    // Clients are not told of their own process's changes.
    m_holds.noteOwnWrite(remains.protocol->key(key.name));
    m_rooms.wakeOne(key.name);
}

} // namespace lockscope::lock
