// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/tickheap.h"

namespace lockscope::watch {

void TickHeap::put(std::size_t place, const Tick &tick)
{
    m_heap[place] = tick;
    m_places[tick.number] = static_cast<quint32>(place);
}

// Puts the tick into the heap at the free place, then moves it up or down to its order.
void TickHeap::settle(std::size_t place, const Tick &tick)
{
    while (place > 0 && tick.at < m_heap[(place - 1) / 2].at) {
        put(place, m_heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    while (2 * place + 1 < m_heap.size()) {
        std::size_t child = 2 * place + 1;
        if (child + 1 < m_heap.size() && m_heap[child + 1].at < m_heap[child].at)
            ++child;
        if (tick.at <= m_heap[child].at)
            break;
        put(place, m_heap[child]);
        place = child;
    }
    put(place, tick);
}

void TickHeap::set(quint32 number, std::optional<Instant> at)
{
    if (number >= m_places.size()) {
        if (!at)
            return;
        m_places.resize(number + 1, nowhere);
    }
    std::size_t place = m_places[number];
    if (at) {
        if (place == nowhere) {
            place = m_heap.size();
            m_heap.emplace_back();
        }
        settle(place, {*at, number});
        return;
    }
    if (place == nowhere)
        return;
    m_places[number] = nowhere;
    const Tick last = m_heap.back();
    m_heap.pop_back();
    if (last.number != number)
        settle(place, last);
}

std::optional<Instant> TickHeap::next() const
{
    return m_heap.empty() ? std::nullopt : std::optional(m_heap.front().at);
}

std::optional<quint32> TickHeap::takeDue(Instant now)
{
    if (m_heap.empty() || m_heap.front().at > now)
        return std::nullopt;
    const quint32 number = m_heap.front().number;
    set(number, std::nullopt);
    return number;
}

} // namespace lockscope::watch
