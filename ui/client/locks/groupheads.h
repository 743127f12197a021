// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locks/lockgroups.h"

#include <QByteArray>

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::ui {

// Keeps the heads of a table's groups, each in a slot of its own, and which of the groups are
// closed. GUI thread; plain data. A head keeps its slot as long as its group exists, so that its
// row and all indexes of it stay valid while the rows around it are sorted.
class GroupHeads
{
public:
    struct Placed {
        std::vector<quint32> heads; // by group
        std::vector<quint32> changed; // of those, the ones that say something else now
        std::vector<quint32> gone;
    };

    LockGrouping grouping() const { return m_grouping; }
    bool isGrouped() const { return m_grouping != LockGrouping::None; }
    // Removes all heads and returns their slots. All later groups are open, except for a
    // multi-lock, which is one row at first: an earlier head never stands for a later group, even
    // if the keys are the same.
    std::vector<quint32> setGrouping(LockGrouping grouping);

    // These groups and no others are there now; `newSlot` gives a slot to a new one.
    Placed place(const std::vector<LockGroup> &groups, const std::function<quint32()> &newSlot);

    const LockGroup *in(quint32 slot) const; // nullptr: there is no head
    std::vector<quint32> all() const; // slots
    std::size_t lockCount() const { return m_lockCount; } // in all groups

    bool isClosed(const QByteArray &key) const
    {
        return m_turned.contains(key) != startsClosed(key);
    }
    bool isOpen(quint32 slot) const; // not: closed, or no head
    bool setOpen(quint32 slot, bool open); // false: it was so, or there is no head
    void setAllOpen(bool open);
    bool open(const QByteArray &key); // false: it was so

private:
    bool startsClosed(const QByteArray &key) const
    {
        return m_grouping == LockGrouping::Multi && !key.isEmpty();
    }
    std::vector<quint32> dropOthers(const std::unordered_set<QByteArray> &kept);

    LockGrouping m_grouping = LockGrouping::None;
    std::unordered_map<quint32, LockGroup> m_heads; // by slot
    std::unordered_map<QByteArray, quint32> m_slots; // by key
    std::unordered_set<QByteArray> m_turned; // keys of groups that are not in their initial state
    std::size_t m_lockCount = 0;
};

} // namespace lockscope::ui
