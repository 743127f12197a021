// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/groupheads.h"

namespace lockscope::ui {

std::vector<quint32> GroupHeads::setGrouping(LockGrouping grouping)
{
    m_grouping = grouping;
    m_turned.clear();
    return dropOthers({});
}

GroupHeads::Placed GroupHeads::place(const std::vector<LockGroup> &groups,
                                     const std::function<quint32()> &newSlot)
{
    Placed placed;
    std::unordered_set<QByteArray> kept;
    m_lockCount = 0;
    for (const LockGroup &group : groups) {
        kept.insert(group.key);
        m_lockCount += group.count;
        if (const auto known = m_slots.find(group.key); known != m_slots.end()) {
            LockGroup &head = m_heads[known->second];
            if (!head.looksLike(group))
                placed.changed.push_back(known->second);
            head = group;
            placed.heads.push_back(known->second);
            continue;
        }
        const quint32 slot = newSlot();
        m_heads.emplace(slot, group);
        m_slots.emplace(group.key, slot);
        placed.heads.push_back(slot);
    }
    placed.gone = dropOthers(kept);
    return placed;
}

std::vector<quint32> GroupHeads::dropOthers(const std::unordered_set<QByteArray> &kept)
{
    std::vector<quint32> gone;
    for (auto head = m_slots.begin(); head != m_slots.end();) {
        if (kept.contains(head->first)) {
            ++head;
            continue;
        }
        gone.push_back(head->second);
        m_heads.erase(head->second);
        head = m_slots.erase(head);
    }
    return gone;
}

const LockGroup *GroupHeads::in(quint32 slot) const
{
    const auto known = m_heads.find(slot);
    return known == m_heads.end() ? nullptr : &known->second;
}

std::vector<quint32> GroupHeads::all() const
{
    std::vector<quint32> all;
    all.reserve(m_slots.size());
    for (const auto &[key, slot] : m_slots)
        all.push_back(slot);
    return all;
}

bool GroupHeads::isOpen(quint32 slot) const
{
    const LockGroup *const head = in(slot);
    return head && !isClosed(head->key);
}

bool GroupHeads::setOpen(quint32 slot, bool open)
{
    const LockGroup *const head = in(slot);
    if (!head || isOpen(slot) == open)
        return false;
    if (m_turned.erase(head->key) == 0)
        m_turned.insert(head->key);
    return true;
}

void GroupHeads::setAllOpen(bool open)
{
    m_turned.clear();
    for (const auto &[key, slot] : m_slots) {
        if (startsClosed(key) == open)
            m_turned.insert(key);
    }
}

bool GroupHeads::open(const QByteArray &key)
{
    if (!isClosed(key))
        return false;
    if (m_turned.erase(key) == 0)
        m_turned.insert(key);
    return true;
}

} // namespace lockscope::ui
