// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <cstddef>
#include <utility>
#include <vector>

namespace lockscope {

// Finds numbers by the hash of an item that the caller keeps under that number: a set of places in
// an array, at eight bytes each and some room. Open addressing; an erased item leaves no trace.
// Plain data, one thread.
class HashIndex
{
public:
    static constexpr quint32 none = 0xffff'ffff;

    // `isIt(number)` tells whether it is what is looked for, not just of the same hash.
    template <typename Match>
    quint32 find(std::size_t hash, Match isIt) const
    {
        if (m_places.empty())
            return none;
        const quint32 folded = fold(hash);
        for (std::size_t at = home(folded); m_places[at].number != none; at = next(at)) {
            if (m_places[at].hash == folded && isIt(m_places[at].number))
                return m_places[at].number;
        }
        return none;
    }

    // Not for a number that is there already.
    void insert(std::size_t hash, quint32 number)
    {
        if ((m_size + 1) * 5 > m_places.size() * 4)
            grow();
        place({fold(hash), number});
        ++m_size;
    }

    // Only for a number that is there.
    void erase(std::size_t hash, quint32 number)
    {
        std::size_t hole = home(fold(hash));
        while (m_places[hole].number != number)
            hole = next(hole);
        // Entries that a collision moved past the hole move up.
        for (std::size_t at = next(hole); m_places[at].number != none; at = next(at)) {
            const std::size_t mask = m_places.size() - 1;
            const std::size_t pushed = (at - home(m_places[at].hash)) & mask;
            if (pushed >= ((at - hole) & mask))
                m_places[std::exchange(hole, at)] = m_places[at];
        }
        m_places[hole] = {};
        --m_size;
    }

    std::size_t size() const { return m_size; }

private:
    struct Place {
        quint32 hash = 0;
        quint32 number = none;
    };

    static quint32 fold(std::size_t hash) { return static_cast<quint32>(hash ^ (hash >> 32)); }
    std::size_t home(quint32 hash) const { return hash & (m_places.size() - 1); }
    std::size_t next(std::size_t at) const { return (at + 1) & (m_places.size() - 1); }

    void place(Place what)
    {
        std::size_t at = home(what.hash);
        while (m_places[at].number != none)
            at = next(at);
        m_places[at] = what;
    }

    void grow()
    {
        const std::vector<Place> old = std::exchange(
            m_places, std::vector<Place>(m_places.empty() ? 16 : 2 * m_places.size()));
        for (const Place &known : old) {
            if (known.number != none)
                place(known);
        }
    }

    std::vector<Place> m_places; // a power of two, at most four fifths full
    std::size_t m_size = 0;
};

} // namespace lockscope
