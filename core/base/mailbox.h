// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hashindex.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace lockscope {

// Hands changes from one thread to another: per key only the latest value is kept, beside a bounded
// queue of events that counts what it had to drop. Any thread may put and take. The wake-up carries
// no data and is called, on the putting thread and outside the lock, once from the first put after
// a take: a slow reader costs one pending wake-up and the newest state, never a backlog.
template <typename Key, typename Value, typename Event>
class Mailbox
{
public:
    struct Delivery {
        std::vector<std::pair<Key, Value>> changes; // in the order in which they were first put
        std::vector<Event> events;
        std::size_t droppedEvents = 0;

        bool isEmpty() const { return changes.empty() && events.empty() && droppedEvents == 0; }
    };

    explicit Mailbox(std::size_t eventCapacity, std::function<void()> wakeUp = {})
        : m_eventCapacity(eventCapacity)
        , m_wakeUp(std::move(wakeUp))
    {}

    void put(Key key, Value value)
    {
        deliver([&] {
            const std::size_t hash = std::hash<Key>()(key);
            const quint32 known = m_positions.find(
                hash, [&](quint32 position) { return m_changes[position].first == key; });
            if (known != HashIndex::none) {
                m_changes[known].second = std::move(value);
            } else {
                m_positions.insert(hash, static_cast<quint32>(m_changes.size()));
                m_changes.emplace_back(std::move(key), std::move(value));
            }
        });
    }

    void post(Event event)
    {
        deliver([&] {
            m_events.push_back(std::move(event));
            if (m_events.size() > m_eventCapacity) {
                m_events.pop_front();
                ++m_dropped;
            }
        });
    }

    Delivery take()
    {
        const std::scoped_lock guard(m_mutex);
        Delivery delivery;
        delivery.changes.swap(m_changes);
        delivery.events.assign(std::make_move_iterator(m_events.begin()),
                               std::make_move_iterator(m_events.end()));
        delivery.droppedEvents = std::exchange(m_dropped, 0);
        m_events.clear();
        m_positions = {}; // not as large as that of the greatest crowd so far
        m_awake = false;
        return delivery;
    }

private:
    template <typename Store>
    void deliver(Store store)
    {
        bool wake = false;
        {
            const std::scoped_lock guard(m_mutex);
            store();
            wake = !std::exchange(m_awake, true);
        }
        if (wake && m_wakeUp)
            m_wakeUp();
    }

    std::mutex m_mutex;
    std::vector<std::pair<Key, Value>> m_changes;
    HashIndex m_positions; // of the changes
    std::deque<Event> m_events;
    std::size_t m_eventCapacity;
    std::size_t m_dropped = 0;
    bool m_awake = false;
    std::function<void()> m_wakeUp;
};

} // namespace lockscope
