// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <cstddef>
#include <limits>
#include <vector>

namespace lockscope::insight {

// The latest items of all lanes, in one ring: the items of one lane form a chain, the newest first.
// An item has room for its link, `quint32 back`. Plain data, one thread.
template <typename Item>
class LaneRing
{
public:
    using Place = quint64; // counts all items that ever were
    static constexpr Place none = 0;

    explicit LaneRing(std::size_t capacity)
        : m_capacity(capacity)
    {}

    // Only with a capacity. The end of the chain with the item at it; `last` was its end before.
    Place add(Place last, Item item)
    {
        const quint64 back = isThere(last) ? m_count + 1 - last : 0;
        item.back = back > std::numeric_limits<quint32>::max() ? 0 : static_cast<quint32>(back);
        const Place place = ++m_count;
        if (m_items.size() < m_capacity)
            m_items.push_back(item);
        else
            m_items[(place - 1) % m_capacity] = item;
        return place;
    }

    bool isThere(Place place) const { return place != none && place + m_items.size() > m_count; }
    // Only of a place that is there.
    Item &at(Place place) { return m_items[(place - 1) % m_capacity]; }
    const Item &at(Place place) const { return m_items[(place - 1) % m_capacity]; }
    Place before(Place place) const
    {
        const quint32 back = at(place).back;
        return back == 0 ? none : place - back;
    }
    // The item that the next one takes the place of; nullptr: there is room.
    const Item *nextToGo() const
    {
        return m_items.size() < m_capacity || m_items.empty() ? nullptr
                                                              : &m_items[m_count % m_capacity];
    }

    std::size_t capacity() const { return m_capacity; }
    std::size_t size() const { return m_items.size(); }
    quint64 dropped() const { return m_count - m_items.size(); }

private:
    std::size_t m_capacity;
    std::vector<Item> m_items; // the item at place p is at (p - 1) % capacity
    quint64 m_count = 0;
};

} // namespace lockscope::insight
