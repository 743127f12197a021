// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/watch/find/ratelimit.h"

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace lockscope::watch {

// Locks that wait to be read, each listed once however often it was marked. Changes go before locks
// that merely have to be looked at some time; no lock is handed out more than 20 times a second.
// Plain data with the time passed in, one thread.
class DirtyQueue
{
public:
    enum class Urgency { Changed, Background };

    struct Entry {
        LockName lock;
        bool all = false; // read all its keys
        std::set<KeyName> keys; // else these, beside the main key
        bool isHash = false; // its main key was one when it was found
        Instant since = Instant::max(); // when the first reason to read it came
        quint64 changes = 0; // reported since a reading of it was last applied
        quint64 mainChanges = 0; // of these, changes of the key of the lock's name
        bool alone = false; // not together with others: its answer may be too large
    };

    // `key`: which of the lock's keys changed; empty: all may have.
    void mark(const LockName &lock, const KeyName &key, Urgency urgency, Instant now);
    // As mark(), but not before `at`, and without a reported change.
    void markLater(const LockName &lock, Instant at);
    // A change of the main key of a marked lock.
    void noteChange(const LockName &lock);
    // Marks an entry again that was handed out but not read, with all the reasons to read it.
    void markAgain(const Entry &entry, Instant at);

    // A marked lock is known as a hash: its type need not be asked for.
    void noteHash(const LockName &lock);

    // At most `limit` locks that may be read now, changes first, in the order of marking; fewer if
    // their names are longer than `maxBytes` together, but one at least.
    std::vector<Entry> take(Instant now, std::size_t limit,
                            qsizetype maxBytes = std::numeric_limits<qsizetype>::max());

    // When take() will have something; empty: when something is marked.
    std::optional<Instant> nextAt() const;

    std::size_t backgroundSize() const { return m_background.size(); }
    std::size_t size() const { return m_items.size(); }
    bool contains(const LockName &lock) const { return m_items.contains(lock); }
    void clear();

private:
    using Order = std::multimap<Instant, LockName>;

    struct Item {
        Entry entry;
        Order::iterator place;
        Urgency urgency = Urgency::Changed;
    };

    Order &orderOf(Urgency urgency)
    {
        return urgency == Urgency::Changed ? m_changes : m_background;
    }
    Entry &place(const LockName &lock, Urgency urgency, Instant since);
    RateLimit &limitOf(const LockName &lock, Instant now);

    std::unordered_map<LockName, Item> m_items;
    Order m_changes;
    Order m_background;
    std::unordered_map<LockName, RateLimit> m_limits;
};

} // namespace lockscope::watch
