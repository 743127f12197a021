// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <vector>

namespace lockscope::ui {

// Knows which slot is in which row of a table, and in which steps a model comes from its rows to
// others. GUI thread; plain data. A row whose lock is gone leaves with the next order.
class LockRows
{
public:
    // One insertion at the end, one change of the order, one removal from the end.
    struct Steps {
        std::vector<quint32> added;
        std::vector<quint32> order; // of all, the added ones and those that go too
        std::size_t kept = 0;
    };

    std::size_t count() const { return m_slots.size(); }
    bool isEmpty() const { return m_slots.empty(); }
    const std::vector<quint32> &slotsInOrder() const { return m_slots; }
    quint32 slotAt(int row) const { return m_slots[static_cast<std::size_t>(row)]; }
    int rowOf(quint32 slot) const // -1: none
    {
        return slot < m_rowOf.size() ? m_rowOf[slot] : -1;
    }

    // Of so many slots, the target's among them.
    Steps stepsTo(std::vector<quint32> target, std::size_t slotCount) const;
    void append(const std::vector<quint32> &added);
    void reorder(std::vector<quint32> order); // of the same slots
    void cut(std::size_t kept);

    // The row's lock is gone, but the row is still shown.
    void leave(quint32 slot) { m_leaving.push_back(slot); }
    std::size_t leavingCount() const { return m_leaving.size(); }
    std::vector<quint32> withoutLeaving(std::size_t slotCount) const;
    std::vector<quint32> takeLeaving();

private:
    bool isShown(quint32 slot) const { return slot < m_isShown.size() && m_isShown[slot]; }

    std::vector<quint32> m_slots; // by row
    std::vector<int> m_rowOf; // by slot
    std::vector<bool> m_isShown; // by slot: bits, which of a hundred thousand are near at hand
    std::vector<quint32> m_leaving;
};

} // namespace lockscope::ui
