// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace lockscope::test {

// Computes who waits for whom by brute force: a matrix of owners. For comparison with the graph.
struct Naive {
    static constexpr int far = 1'000'000;

    std::map<QByteArray, int> numbers;
    std::vector<std::vector<int>> distance; // of waiting; 0 stands for nothing
    struct Wait {
        int owner;
        std::vector<int> blockers;
    };
    std::vector<Wait> waits;

    int number(const QByteArray &owner)
    {
        return numbers.try_emplace(owner, int(numbers.size())).first->second;
    }
    void add(const watch::LockRecord &lock, const QByteArray &waiter, watch::Mode mode,
             bool reentrant)
    {
        Wait wait{number(waiter), {}};
        for (const watch::HoldRecord &hold : lock.holds) {
            const int holder = number(hold.owner.bytes);
            const bool self = holder == wait.owner;
            const bool conflict = !(mode == watch::Mode::Read && hold.mode == watch::Mode::Read);
            const bool upgrade = hold.mode == watch::Mode::Read && mode != watch::Mode::Read;
            if (!hold.stale && (self ? !reentrant || upgrade : conflict))
                wait.blockers.push_back(holder);
        }
        waits.push_back(wait);
    }
    void close()
    {
        const int size = int(numbers.size());
        distance.assign(std::size_t(size), std::vector<int>(std::size_t(size), far));
        for (const Wait &wait : waits) {
            for (const int holder : wait.blockers)
                distance[std::size_t(wait.owner)][std::size_t(holder)] = 1;
        }
        for (int k = 0; k < size; ++k) {
            for (int i = 0; i < size; ++i) {
                for (int j = 0; j < size; ++j)
                    far_min(i, j, way(i, k) + way(k, j));
            }
        }
    }
    int way(int a, int b) const { return distance[std::size_t(a)][std::size_t(b)]; }
    bool reaches(int a, int b) const { return way(a, b) < far; }
    void far_min(int a, int b, int length)
    {
        int &known = distance[std::size_t(a)][std::size_t(b)];
        known = std::min(known, length);
    }
    bool same(int a, int b) const { return a == b || (reaches(a, b) && reaches(b, a)); }
    bool isRoot(int owner) const
    {
        for (int other = 0; other < int(numbers.size()); ++other) {
            if (reaches(owner, other) && !same(owner, other))
                return false;
        }
        return true;
    }
    // All that wait, directly or not, for the owner or for those in a circle with it.
    std::size_t allWaiters(int owner) const
    {
        std::size_t count = 0;
        for (const Wait &wait : waits) {
            for (const int holder : wait.blockers) {
                if (same(holder, owner) || reaches(holder, owner)) {
                    ++count;
                    break;
                }
            }
        }
        return count;
    }
    // The lengths of the shortest circles, one for each knot of owners.
    std::multiset<int> circles() const
    {
        std::multiset<int> lengths;
        std::set<int> seen;
        for (int owner = 0; owner < int(numbers.size()); ++owner) {
            if (!reaches(owner, owner) || seen.contains(owner))
                continue;
            int shortest = far;
            for (int other = 0; other < int(numbers.size()); ++other) {
                if (same(owner, other)) {
                    seen.insert(other);
                    shortest = std::min(shortest, way(other, other));
                }
            }
            lengths.insert(shortest);
        }
        return lengths;
    }
};

} // namespace lockscope::test
