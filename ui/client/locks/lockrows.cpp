// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/lockrows.h"

#include "ui/client/locks/lockslots.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

LockRows::Steps LockRows::stepsTo(std::vector<quint32> target, std::size_t slotCount) const
{
    Steps steps;
    for (const quint32 slot : target) {
        if (!isShown(slot))
            steps.added.push_back(slot);
    }
    steps.kept = target.size();
    if (m_slots.size() + steps.added.size() > steps.kept) {
        const std::vector<bool> stays = slotSet(target, slotCount);
        for (const quint32 slot : m_slots) {
            if (!stays[slot])
                target.push_back(slot); // to the end, where they go from
        }
    }
    steps.order = std::move(target);
    return steps;
}

void LockRows::append(const std::vector<quint32> &added)
{
    if (added.empty())
        return;
    const std::size_t most = *std::max_element(added.begin(), added.end()) + std::size_t(1);
    if (most > m_rowOf.size()) {
        m_rowOf.resize(most, -1);
        m_isShown.resize(most);
    }
    for (const quint32 slot : added) {
        m_rowOf[slot] = static_cast<int>(m_slots.size());
        m_isShown[slot] = true;
        m_slots.push_back(slot);
    }
}

void LockRows::reorder(std::vector<quint32> order)
{
    m_slots = std::move(order);
    for (std::size_t row = 0; row < m_slots.size(); ++row)
        m_rowOf[m_slots[row]] = static_cast<int>(row);
}

void LockRows::cut(std::size_t kept)
{
    for (std::size_t row = kept; row < m_slots.size(); ++row) {
        m_rowOf[m_slots[row]] = -1;
        m_isShown[m_slots[row]] = false;
    }
    m_slots.resize(kept);
}

std::vector<quint32> LockRows::withoutLeaving(std::size_t slotCount) const
{
    const std::vector<bool> leaves = slotSet(m_leaving, slotCount);
    std::vector<quint32> staying;
    staying.reserve(m_slots.size());
    for (const quint32 slot : m_slots) {
        if (!leaves[slot])
            staying.push_back(slot);
    }
    return staying;
}

std::vector<quint32> LockRows::takeLeaving()
{
    return std::exchange(m_leaving, {});
}

} // namespace lockscope::ui
