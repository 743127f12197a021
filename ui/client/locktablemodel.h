// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "core/base/hashindex.h"
#include "core/watch/server/watcher.h"
#include "ui/client/lockorder.h"
#include "ui/kit/framepace.h"

#include <QAbstractTableModel>
#include <QThreadPool>
#include <QTimer>

#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::ui {

// All locks of all servers as a table that is merged into and never reset. GUI thread; sorting and
// filtering of large sets happen in a worker, on values. Each lock has a slot for as long as it
// lives; rows are an order of slots. One merge is at most one insertion at the end, one
// layoutChanged and one removal from the end, besides dataChanged for what differs; in a long table
// these come with the next order instead, and until then a lock that is gone still has its row.
class LockTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    // Below this many locks an order is computed at once, which is quicker than a worker's trip.
    static constexpr std::size_t synchronousLimit = 2000;

    using LockChanges = std::vector<std::pair<watch::LockId, LockPointer>>; // empty: gone

    explicit LockTableModel(const Clock &clock, QObject *parent = nullptr);
    ~LockTableModel() override;

    // By which the rows of a long table take the order that was computed for them: without one at
    // once. Must outlive the model.
    void setPace(FramePace *pace) { m_pace = pace; }

    void merge(LockChanges changes);
    void setServer(const watch::ServerRecord &server);
    void setPlace(watch::DeploymentId deployment, const admin::Place &place)
    {
        m_places[deployment] = place;
    }
    const admin::Place *placeOf(watch::DeploymentId deployment) const;
    void setFilter(const watch::LockFilter &filter);

    // What quorums come to: asked as long as there is one, and told of it by the updates. Must
    // outlive the model or be taken away. Null: the column is empty, and so is what it sorts by.
    void setVerdictSource(const VerdictSource *source);
    void updateVerdicts(const std::vector<watch::LockId> &ids);
    void updateAllVerdicts();
    JudgedPointer verdictOf(const watch::LockId &id) const;
    // Whether the rows depend on it, be the column shown or not.
    bool needsVerdicts() const;

    // Puts a row of its own, the head, above the locks of each group. What is new comes with the
    // next order then, which also counts the groups anew.
    void setGrouping(LockGrouping grouping);
    LockGrouping grouping() const { return m_grouping; }
    bool isHead(int row) const;
    // Of the group that the row belongs to; -1: there are no groups.
    int headOf(int row) const;
    // A closed group is its head alone.
    bool isOpen(int head) const;
    void setOpen(int head, bool open);
    void setAllOpen(bool open);
    // Opens the group that hides the lock, if the filter lets it through.
    void reveal(const watch::LockId &id);

    // Not of a head, which has none: lockPointerAt() is empty there.
    const watch::LockRecord &lockAt(int row) const;
    LockPointer lockPointerAt(int row) const;
    LockPointer find(const watch::LockId &id) const;
    int rowOf(const watch::LockId &id) const; // -1: unknown, or not let through by the filter
    // All, let through by the filter or not.
    template <typename Visit>
    void forEachLock(const Visit &visit) const
    {
        for (std::size_t slot = 0; slot < m_locks.size(); ++slot) {
            if (m_locks[slot] && m_isAlive[slot])
                visit(m_locks[slot]);
        }
    }
    std::size_t lockCount() const { return m_index.size(); } // let through or not
    std::size_t shownCount() const; // let through; in closed groups, too
    // Since when the server that keeps the lock is lost; of a lock that is gone, any server of its
    // deployment.
    std::optional<Instant> lostAt(const watch::LockRecord &lock) const;
    std::optional<Instant> lostAt(const watch::LockId &id) const;
    bool hasStaleLocks() const;
    bool hasLocksOf(watch::ServerId server) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    void multiData(const QModelIndex &index, QModelRoleDataSpan roles) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    LockColumn sortColumn() const { return m_column; }
    Qt::SortOrder sortOrder() const;

    // A worker computes an order; the next rows are on their way.
    bool isOrdering() const { return m_inFlight; }
    // The rows are those of the filter that was set last.
    bool isFiltered() const { return m_isFiltered; }

Q_SIGNALS:
    // After every merge that changed anything; the ids may be of rows that are not shown.
    void merged();
    void needsVerdictsChanged(); // before the rows follow
    void filtered(); // the rows have followed the filter

private:
    struct Result {
        LockOrder order;
        quint64 generation = 0;
    };
    using Dirty = std::vector<std::pair<quint32, quint32>>; // slot, mask of columns

    quint32 slotOf(const watch::LockId &id) const;
    quint32 freeSlot();
    void clearSlot(quint32 slot);
    quint32 newSlot(LockPointer lock);
    bool update(quint32 slot, LockPointer lock, Dirty &dirty);
    void forget(quint32 slot);
    void announce(const Dirty &dirty);
    OrderRequest request() const;
    SlotLock slotLock(quint32 slot) const;
    std::vector<bool> slotSet(const std::vector<quint32> &slots) const;
    void touch(quint32 slot);
    std::vector<SlotLock> takeTouched();
    void tellReplica();
    void reorder();
    void tellFiltered();
    void startWorker();
    void onOrdered();
    void takeOrder();
    void settle();
    void placeAndDrop(const std::vector<quint32> &added);
    void swapIn(std::vector<quint32> target);
    void permute(std::vector<quint32> order);
    bool passes(const watch::LockRecord &lock) const;
    void placeRows(LockOrder order);
    quint32 headFor(const LockGroup &group, std::vector<quint32> &changed);
    void dropHeads(const std::unordered_set<QByteArray> &kept);
    void regroup();
    QuorumMark markOf(quint32 slot) const;
    void setMark(quint32 slot, QuorumMark mark);
    void markNew(quint32 slot);
    bool judge(quint32 slot, Dirty &dirty);
    void showMarks(const Dirty &dirty, bool isOther);
    JudgedPointer shownVerdict(int row, int column) const;

    const Clock &m_clock;
    // By slot. Apart, since an order goes through all rows, but through no lock.
    std::vector<LockPointer> m_locks; // empty: free, or a head
    std::vector<bool> m_isAlive; // not: free, or gone and waiting for its row to go
    std::vector<int> m_rowOf; // -1: none
    std::vector<bool> m_isShown; // has a row
    std::vector<quint32> m_free;
    std::vector<quint32> m_gone; // slots whose lock is gone but whose row still stands
    HashIndex m_index; // slots by id
    std::vector<quint32> m_rows; // row -> slot
    std::size_t m_settled = 0; // slots when memory was given back
    std::unordered_map<watch::ServerId, watch::ServerRecord> m_servers;
    std::unordered_map<watch::DeploymentId, admin::Place> m_places; // set before its locks come
    watch::LockFilter m_filter;
    bool m_isFiltered = true;
    LockColumn m_column = LockColumn::Name;
    bool m_descending = false;
    LockGrouping m_grouping = LockGrouping::None;
    std::unordered_map<quint32, LockGroup> m_heads; // by slot
    std::unordered_map<QByteArray, quint32> m_headSlots; // by key
    std::unordered_set<QByteArray> m_closed; // keys
    std::size_t m_grouped = 0; // locks in groups
    FramePace *m_pace = nullptr;
    const VerdictSource *m_verdicts = nullptr;
    std::vector<QuorumMark> m_marks; // by slot, those behind the last have none

    quint64 m_generation = 0; // of the wishes: sort column, direction, filter
    bool m_inFlight = false;
    // Since the worker was asked: slots whose lock went, though another may be there now, and slots
    // that came to have a row.
    std::vector<quint32> m_goneInFlight;
    std::vector<quint32> m_addedInFlight;
    bool m_wanted = false;
    QTimer m_pause; // between two runs of the worker
    QTimer m_second; // where the filter depends on time
    std::vector<quint32> m_touched; // slots that the replica does not know as they are
    std::vector<bool> m_isTouched; // by slot
    LockReplica m_replica; // the worker's alone
    std::mutex m_mutex;
    Result m_result; // by the worker, under the mutex
    QThreadPool m_pool; // last: its end waits for the worker, which uses what is above
};

} // namespace lockscope::ui
