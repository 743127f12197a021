// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QtGlobal>

#include <optional>
#include <vector>

namespace lockscope::watch {

// The next due time of each of many numbered things, at most one instant for each: a heap with the
// place of each number. Plain data with the time passed in, one thread.
class TickHeap
{
public:
    void set(quint32 number, std::optional<Instant> at); // empty: not at all any more
    std::optional<Instant> next() const; // the first of all
    // One that is due, which is then forgotten.
    std::optional<quint32> takeDue(Instant now);
    std::size_t size() const { return m_heap.size(); }

private:
    struct Tick {
        Instant at;
        quint32 number = 0;
    };
    static constexpr quint32 nowhere = 0xffff'ffff;

    void put(std::size_t place, const Tick &tick);
    void settle(std::size_t place, const Tick &tick);

    std::vector<Tick> m_heap;
    std::vector<quint32> m_places; // by number
};

} // namespace lockscope::watch
