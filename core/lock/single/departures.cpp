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

Departures::Gone &Departures::remember(const HoldKey &key)
{
    noteBack(key);
    const Instant now = m_clock.now();
    while (!m_gone.empty()
           && (m_gone.front().at < now - keptInMind || m_gone.size() >= mostInMind)) {
        m_goneByKey.erase(m_gone.front().key);
        m_gone.pop_front();
    }
    const auto last = m_gone.insert(m_gone.end(), {key, {}, now});
    m_goneByKey.emplace(key, last);
    return *last;
}

void Departures::noteGone(const HoldKey &key, Remains place)
{
    remember(key).remains = std::move(place);
}

void Departures::noteReleased(const HoldKey &key, std::shared_ptr<const Protocol> protocol,
                              Millis lease, const QByteArray &request)
{
    const auto known = m_goneByKey.find(key);
    Remains remains = known == m_goneByKey.end() ? Remains() : known->second->remains;
    remains.protocol = std::move(protocol);
    remains.lease = lease;
    remains.request = request;
    remember(key).remains = std::move(remains);
}

void Departures::noteBack(const HoldKey &key)
{
    const auto known = m_goneByKey.find(key);
    if (known == m_goneByKey.end())
        return;
    m_gone.erase(known->second);
    m_goneByKey.erase(known);
}

// The next failover may lose it once more.
void Departures::onServerChanged()
{
    const Instant now = m_clock.now();
    for (const Gone &gone : m_gone) {
        Remains remains = gone.remains;
        if (remains.lease && gone.at + *remains.lease <= now)
            remains.lease.reset(); // it has surely expired
        const bool isLeft = remains.lease || remains.isQueued;
        if (isLeft && gone.at >= now - keptInMind && !m_outstanding.contains(gone.key))
            (void)leave(gone.key.name, gone.key.owner, std::move(remains));
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
