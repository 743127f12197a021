// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/waitroom.h"

#include <algorithm>

namespace lockscope::lock {

WaitRoom::WaitRoom(redis::Channels &channels, const QByteArray &channel, Messages messages)
    : m_messages(messages)
    , m_hasChannel(!channel.isEmpty())
{
    if (!m_hasChannel) {
        m_confirmed = Result<void>();
        return;
    }
    m_listener =
        channels.listen(channel, [this](const QByteArray &payload) { onMessage(payload); });
    m_listener.confirmed.then([this](Result<void> &&result) {
        m_confirmed = result;
        auto waiting = std::exchange(m_unconfirmed, {});
        for (Completion<void> &completion : waiting)
            completion.complete(result);
    });
}

Pending<void> WaitRoom::heard()
{
    if (m_confirmed)
        return Pending<void>::ready(*m_confirmed);
    return m_unconfirmed.emplace_back().pending();
}

Pending<void> WaitRoom::sleep(std::uint64_t place)
{
    if (std::exchange(m_isWakeKept, false))
        return Pending<void>::ready(Result<void>());
    return m_sleepers.insert_or_assign(place, Completion<void>()).first->second.pending();
}

void WaitRoom::wakeOne()
{
    while (!m_sleepers.empty()) {
        Completion<void> sleeper = std::move(m_sleepers.extract(m_sleepers.begin()).mapped());
        if (sleeper.isAbandoned())
            continue;
        sleeper.complete(Result<void>()); // may end this room
        return;
    }
    m_isWakeKept = true;
}

bool WaitRoom::hasSleepers() const
{
    return !isDeaf() && std::ranges::any_of(m_sleepers, [](const auto &one) {
        return !one.second.isAbandoned();
    });
}

void WaitRoom::wakeAll()
{
    auto sleepers = std::exchange(m_sleepers, {});
    std::erase_if(sleepers, [](const auto &one) { return one.second.isAbandoned(); });
    m_isWakeKept = sleepers.empty();
    for (auto &[place, sleeper] : sleepers)
        sleeper.complete(Result<void>());
}

void WaitRoom::wakeBehind(std::uint64_t place)
{
    auto next = m_sleepers.upper_bound(place);
    while (next != m_sleepers.end() && next->second.isAbandoned())
        next = m_sleepers.erase(next);
    if (next == m_sleepers.end())
        return;
    Completion<void> sleeper = std::move(m_sleepers.extract(next).mapped());
    sleeper.complete(Result<void>()); // may end this room
}

// No waiter is woken twice, even if a woken one sleeps again meanwhile.
void WaitRoom::wakeMany(qint64 count)
{
    std::vector<Completion<void>> woken;
    while (!m_sleepers.empty() && qint64(woken.size()) < count) {
        Completion<void> sleeper = std::move(m_sleepers.extract(m_sleepers.begin()).mapped());
        if (!sleeper.isAbandoned())
            woken.push_back(std::move(sleeper));
    }
    m_isWakeKept = m_isWakeKept || qint64(woken.size()) < count;
    for (Completion<void> &sleeper : woken)
        sleeper.complete(Result<void>());
}

// Redisson's meanings; nothing else is said there.
void WaitRoom::onMessage(const QByteArray &payload)
{
    switch (m_messages) {
    case Messages::Releases:
        if (payload == "0")
            wakeOne();
        else if (payload == "1")
            wakeAll();
        break;
    case Messages::Permits:
        wakeMany(payload.toLongLong()); // 0 if it is no number
        break;
    case Messages::Gate:
        if (payload == "0")
            wakeAll();
        break;
    }
}

WaitRooms::WaitRooms(redis::Deployment &deployment)
    : m_deployment(deployment)
{}

WaitRooms::Key WaitRooms::keyOf(const Protocol &protocol, const LockName &name,
                                const OwnerId &waiter)
{
    const QByteArray channel = protocol.channel(name, waiter);
    return channel.isEmpty() ? Key({}, name) : Key(channel, {});
}

std::shared_ptr<WaitRoom> WaitRooms::othersAsleep(const Protocol &protocol, const LockName &name,
                                                  const OwnerId &waiter) const
{
    if (m_rooms.empty())
        return {};
    const auto known = m_rooms.find(keyOf(protocol, name, waiter));
    auto room = known == m_rooms.end() ? nullptr : known->second.lock();
    return room && room->hasSleepers() ? room : nullptr;
}

std::shared_ptr<WaitRoom> WaitRooms::enter(const Protocol &protocol, const LockName &name,
                                           const OwnerId &waiter)
{
    return enter(keyOf(protocol, name, waiter), WaitRoom::Messages::Releases);
}

std::shared_ptr<WaitRoom> WaitRooms::enter(const QByteArray &channel, WaitRoom::Messages messages)
{
    return enter(Key(channel, {}), messages);
}

std::shared_ptr<WaitRoom> WaitRooms::enter(const Key &key, WaitRoom::Messages messages)
{
    std::erase_if(m_rooms, [](const auto &entry) { return entry.second.expired(); });
    auto &known = m_rooms[key];
    auto room = known.lock();
    if (!room) {
        room = std::make_shared<WaitRoom>(m_deployment.channels(), key.first, messages);
        known = room;
    }
    return room;
}

void WaitRooms::wakeOne(const LockName &name)
{
    const auto known = m_rooms.find({{}, name});
    if (known == m_rooms.end())
        return;
    if (const auto room = known->second.lock())
        room->wakeOne();
}

void WaitRooms::wakeOneEach(const QByteArray &channel)
{
    std::vector<std::shared_ptr<WaitRoom>> rooms;
    for (auto at = m_rooms.lower_bound({channel, {}});
         at != m_rooms.end() && at->first.first.startsWith(channel); ++at) {
        if (auto room = at->second.lock())
            rooms.push_back(std::move(room));
    }
    for (const auto &room : rooms)
        room->wakeOne();
}

void WaitRooms::onKeysChanged(const std::vector<QByteArray> &keys)
{
    std::vector<std::shared_ptr<WaitRoom>> rooms;
    if (keys.empty()) {
        for (const auto &[key, room] : m_rooms) {
            if (auto entered = room.lock())
                rooms.push_back(std::move(entered));
        }
        for (const auto &room : rooms)
            room->wakeAll();
        return;
    }
    for (const QByteArray &key : keys) {
        const auto known = m_rooms.find({{}, LockName(key)});
        if (known == m_rooms.end())
            continue;
        if (auto entered = known->second.lock())
            rooms.push_back(std::move(entered));
    }
    for (const auto &room : rooms)
        room->wakeOne();
}

} // namespace lockscope::lock
