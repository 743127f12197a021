// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/protocol.h"

#include <map>

namespace lockscope::lock {

// The waiters of this process for one lock. They share one subscription and are woken in the order
// of their arrival: a waiter that was woken and found the lock taken is the next again. A wake-up
// that finds nobody asleep is kept for the next one: all were just trying, and one of them must try
// again. I/O thread.
class WaitRoom
{
public:
    // The meaning of a message (redisson-layout.md §1.6, §10, §12).
    enum class Messages {
        Releases, // 0: one waiter; 1: all
        Permits, // the number of permits now: wakes as many waiters
        Gate, // 0: it is open, all; 1: it is closed
    };

    // Without a channel only keys that change wake.
    WaitRoom(redis::Channels &channels, const QByteArray &channel,
             Messages messages = Messages::Releases);
    WaitRoom(const WaitRoom &) = delete;
    WaitRoom &operator=(const WaitRoom &) = delete;

    // Messages arrive from then on; at once without a channel. Fails if it is refused.
    [[nodiscard]] Pending<void> heard();
    // Messages do not arrive now: waiting means trying now and then.
    bool isDeaf() const { return m_hasChannel && !m_listener.isHeard(); }
    // A place in the order, for all of one waiter's sleeps; to be given back.
    std::uint64_t enter() { return ++m_lastPlace; }
    void leave(std::uint64_t place) { m_sleepers.erase(place); }
    [[nodiscard]] Pending<void> sleep(std::uint64_t place);
    void wakeOne();
    void wakeAll();
    // Wakes the next sleeper, if there is one: the permits that woke this waiter may be enough for
    // that one.
    void wakeBehind(std::uint64_t place);

    // Somebody has tried before, listens and sleeps: a new waiter need not try.
    bool hasSleepers() const;
    // Until when it is taken, as the last attempt of anybody in here has shown; empty: for good.
    void noteTaken(std::optional<Instant> until) { m_takenUntil = until; }
    std::optional<Instant> takenUntil() const { return m_takenUntil; }

private:
    void wakeMany(qint64 count);
    void onMessage(const QByteArray &payload);

    const Messages m_messages;
    const bool m_hasChannel;
    std::optional<Result<void>> m_confirmed;
    std::vector<Completion<void>> m_unconfirmed;
    std::map<std::uint64_t, Completion<void>> m_sleepers; // by place
    std::uint64_t m_lastPlace = 0;
    bool m_isWakeKept = false;
    std::optional<Instant> m_takenUntil;
    redis::Channels::Listener m_listener; // last: it calls back
};

// The rooms of a space, each as long as somebody is in it.
class WaitRooms
{
public:
    explicit WaitRooms(redis::Deployment &deployment);

    std::shared_ptr<WaitRoom> enter(const Protocol &protocol, const LockName &name,
                                    const OwnerId &waiter);
    // The room in which others sleep already; empty if there is none.
    std::shared_ptr<WaitRoom> othersAsleep(const Protocol &protocol, const LockName &name,
                                           const OwnerId &waiter) const;
    std::shared_ptr<WaitRoom> enter(const QByteArray &channel, WaitRoom::Messages messages);
    // For a lock without a channel that this process itself has released.
    void wakeOne(const LockName &name);
    // For one with a channel, where nobody has announced a release: one in each room whose channel
    // begins so. Where there is a queue, each waiter has a room.
    void wakeOneEach(const QByteArray &channel);
    void onKeysChanged(const std::vector<QByteArray> &keys);

private:
    using Key = std::pair<QByteArray, LockName>; // channel, and the lock if there is none

    static Key keyOf(const Protocol &protocol, const LockName &name, const OwnerId &waiter);
    std::shared_ptr<WaitRoom> enter(const Key &key, WaitRoom::Messages messages);
    redis::Deployment &m_deployment;
    std::map<Key, std::weak_ptr<WaitRoom>> m_rooms;
};

} // namespace lockscope::lock
