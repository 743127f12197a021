// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/watch/find/ratelimit.h"

#include <list>
#include <unordered_map>

namespace lockscope::watch {

// Decides which changed keys of unknown nature are worth a look. Without a prefix every write of
// every program names a key; most of these keys recur and are no locks. A bounded memory of those
// keeps the looks within a budget. Plain data with the time passed in, one thread.
class UnknownKeys
{
public:
    enum class Verdict {
        Look, // inspect it now
        Later, // known not to be a lock a moment ago: inspect it when laterAt() has come
        Drop, // never seen, and the budget is spent: it stays unknown
    };

    static constexpr std::size_t capacity = 65'536;

    Verdict judge(const KeyName &key, Instant now);
    // The turn of one more: not before a second from now, and after those that have theirs.
    Instant laterAt(Instant now);

    // The look showed no lock, or that it is one after all.
    void remember(const KeyName &key, Instant now);
    // It was a lock until now, and will be again: every change of its key is worth a look.
    void expect(const KeyName &key, bool isHash, Instant now);
    bool expects(const KeyName &key) const;
    // A look at it found no lock within the last second.
    bool lookedLately(const KeyName &key, Instant now) const;
    // It is expected, and its main key was a hash.
    bool expectsHash(const KeyName &key) const;
    void forget(const KeyName &key);
    void clear();
    std::size_t size() const { return m_order.size(); }

private:
    struct Known {
        Instant looked;
        std::list<std::size_t>::iterator place;
        bool isExpected = false;
        bool isHash = false;
    };

    static std::size_t hashOf(const KeyName &key) { return qHash(key.bytes, 0x10c5); }

    // Hashes instead of names: a collision costs a look that comes a second late.
    std::list<std::size_t> m_order; // the longest unused first
    std::unordered_map<std::size_t, Known> m_known;
    static constexpr int looksPerSecond = 2000; // of those that are put off, as many again
    RateLimit m_budget{looksPerSecond, looksPerSecond};
    Instant m_lastTurn = Instant::min();
};

} // namespace lockscope::watch
