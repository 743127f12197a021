// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

// Brings rows into a wanted order with removals, moves and insertions, so that what stays keeps its
// index: for models whose order is one of rank and not of keys. `keys` are those of the rows as
// they are, `wanted` those that there shall be; each list without doubles. The steps are told as
// they are to be done, each after the ones before it: remove(first, last); move(from, to), `to`
// before `from`; insert(at), which is then the wanted row with that number. Any thread; a move
// costs as much as there are rows between.
template <typename Key, typename Remove, typename Move, typename Insert>
void mergeOrder(std::vector<Key> keys, const std::vector<Key> &wanted, Remove remove, Move move,
                Insert insert)
{
    std::unordered_map<Key, std::size_t> places;
    places.reserve(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        places.emplace(wanted[i], i);
    // From the end, so that what is still to be looked at keeps its place.
    for (std::size_t end = keys.size(); end > 0;) {
        if (places.contains(keys[end - 1])) {
            --end;
            continue;
        }
        std::size_t first = end - 1;
        while (first > 0 && !places.contains(keys[first - 1]))
            --first;
        remove(first, end - 1);
        keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(first),
                   keys.begin() + static_cast<std::ptrdiff_t>(end));
        end = first;
    }
    std::unordered_map<Key, bool> isThere;
    isThere.reserve(keys.size());
    for (const Key &key : keys)
        isThere.emplace(key, true);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (i < keys.size() && keys[i] == wanted[i])
            continue;
        if (!isThere.contains(wanted[i])) {
            insert(i);
            keys.insert(keys.begin() + static_cast<std::ptrdiff_t>(i), wanted[i]);
            continue;
        }
        std::size_t from = i + 1;
        while (!(keys[from] == wanted[i]))
            ++from;
        move(from, i);
        keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(from));
        keys.insert(keys.begin() + static_cast<std::ptrdiff_t>(i), wanted[i]);
    }
}

} // namespace lockscope::ui
