// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/dirtyqueue.h"

#include <algorithm>

namespace lockscope::watch {

RateLimit &DirtyQueue::limitOf(const LockName &lock, Instant now)
{
    // Forgotten limits are full ones; the sweep is paid for by the marks since the last.
    constexpr std::size_t sweepAbove = 4096;
    if (m_limits.size() > sweepAbove)
        std::erase_if(m_limits, [&](const auto &limit) { return limit.second.isFull(now); });
    // 15 a second and 5 at once are at most 20 in any second.
    return m_limits.try_emplace(lock, 15, 5).first->second;
}

// Not before `since`, when the reason came, nor before its limit allows it.
DirtyQueue::Entry &DirtyQueue::place(const LockName &lock, Urgency urgency, Instant since)
{
    const Instant at = std::max(since, limitOf(lock, since).nextAt(since));
    const auto [item, isNew] = m_items.try_emplace(lock);
    Entry &entry = item->second.entry;
    entry.since = std::min(entry.since, since);
    if (!isNew) {
        const bool sooner = urgency == item->second.urgency ? at < item->second.place->first
                                                            : urgency == Urgency::Changed;
        if (!sooner)
            return entry;
        orderOf(item->second.urgency).erase(item->second.place);
    }
    entry.lock = lock;
    item->second.urgency = urgency;
    item->second.place = orderOf(urgency).emplace(at, lock);
    return entry;
}

void DirtyQueue::mark(const LockName &lock, const KeyName &key, Urgency urgency, Instant now)
{
    Entry &entry = place(lock, urgency, now);
    if (urgency == Urgency::Changed)
        ++entry.changes;
    if (urgency == Urgency::Changed && key.bytes == lock.bytes)
        ++entry.mainChanges;
    if (key.isEmpty())
        entry.all = true;
    else
        entry.keys.insert(key);
}

void DirtyQueue::markLater(const LockName &lock, Instant at)
{
    place(lock, Urgency::Changed, at);
}

void DirtyQueue::noteChange(const LockName &lock)
{
    if (const auto item = m_items.find(lock); item != m_items.end())
        ++item->second.entry.mainChanges;
}

void DirtyQueue::markAgain(const Entry &entry, Instant at)
{
    const Urgency urgency = entry.changes == 0 ? Urgency::Background : Urgency::Changed;
    Entry &again = place(entry.lock, urgency, at);
    again.since = std::min(again.since, entry.since);
    again.all |= entry.all;
    again.keys.insert(entry.keys.begin(), entry.keys.end());
    again.isHash |= entry.isHash;
    again.alone |= entry.alone;
    again.changes += entry.changes;
    again.mainChanges += entry.mainChanges;
}

void DirtyQueue::noteHash(const LockName &lock)
{
    if (const auto item = m_items.find(lock); item != m_items.end())
        item->second.entry.isHash = true;
}

std::vector<DirtyQueue::Entry> DirtyQueue::take(Instant now, std::size_t limit, qsizetype maxBytes)
{
    std::vector<Entry> entries;
    qsizetype bytes = 0;
    for (Order *order : {&m_changes, &m_background}) {
        while (entries.size() < limit && !order->empty() && order->begin()->first <= now) {
            bytes += order->begin()->second.bytes.size();
            const auto item = m_items.find(order->begin()->second);
            const bool alone = item->second.entry.alone;
            if ((alone || bytes > maxBytes) && !entries.empty())
                return entries;
            order->erase(order->begin());
            limitOf(item->first, now).charge(now);
            entries.push_back(std::move(item->second.entry));
            m_items.erase(item);
            if (alone)
                return entries;
        }
    }
    return entries;
}

std::optional<Instant> DirtyQueue::nextAt() const
{
    std::optional<Instant> next;
    for (const Order *order : {&m_changes, &m_background}) {
        if (!order->empty())
            soonest(next, order->begin()->first);
    }
    return next;
}

void DirtyQueue::clear()
{
    m_items.clear();
    m_changes.clear();
    m_background.clear();
}

} // namespace lockscope::watch
