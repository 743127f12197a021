// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hashindex.h"
#include "core/watch/watcher.h"
#include "ui/models/lockorder.h"

#include <QAbstractTableModel>
#include <QThreadPool>
#include <QTimer>

#include <mutex>
#include <unordered_map>

namespace lockscope::ui {

// All locks of all servers as a table that is merged into and never reset. GUI thread; sorting and
// filtering of large sets happen in a worker, on values. Each lock has a slot for as long as it
// lives; rows are an order of slots. One merge is at most one insertion at the end, one
// layoutChanged and one removal from the end, besides dataChanged for what differs.
class LockTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    // Below this many locks an order is computed at once, which is quicker than a worker's trip.
    static constexpr std::size_t synchronousLimit = 2000;

    using LockChanges = std::vector<std::pair<watch::LockId, LockPointer>>; // empty: gone

    explicit LockTableModel(const Clock &clock, QObject *parent = nullptr);
    ~LockTableModel() override;

    void merge(LockChanges changes);
    void setServer(const watch::ServerRecord &server);
    void setFilter(const watch::LockFilter &filter);

    const watch::LockRecord &lockAt(int row) const;
    LockPointer lockPointerAt(int row) const;
    LockPointer find(const watch::LockId &id) const;
    int rowOf(const watch::LockId &id) const; // -1: unknown, or not let through by the filter
    // All, let through by the filter or not.
    template <typename Visit>
    void forEachLock(const Visit &visit) const
    {
        for (const Slot &slot : m_slots) {
            if (slot.lock && slot.stamp != 0)
                visit(slot.lock);
        }
    }
    std::size_t lockCount() const { return m_index.size(); } // let through or not
    std::optional<Instant> lostAt(int server) const;
    bool hasStaleLocks() const;
    bool hasLocksOf(int server) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    LockColumn sortColumn() const { return m_column; }
    Qt::SortOrder sortOrder() const;

    // A worker computes an order; the next rows are on their way.
    bool isOrdering() const { return m_inFlight; }

Q_SIGNALS:
    // After every merge that changed anything; the ids may be of rows that are not shown.
    void merged();

private:
    struct Slot {
        LockPointer lock; // empty: free
        quint32 stamp = 0; // 0: free, or gone and waiting for its row to go
        int row = -1;
    };
    struct Result {
        std::vector<SlotLock> order;
        quint64 generation = 0;
        quint32 horizon = 0; // locks with this stamp or a later one came after the request
    };
    using Dirty = std::vector<std::pair<quint32, quint32>>; // slot, mask of columns

    quint32 slotOf(const watch::LockId &id) const;
    quint32 newSlot(LockPointer lock);
    bool update(quint32 slot, LockPointer lock, Dirty &dirty);
    void forget(quint32 slot);
    void announce(const Dirty &dirty);
    OrderRequest request() const;
    void reorder();
    void startWorker();
    void onOrdered();
    void settle();
    bool isAlive(const SlotLock &lock) const;
    void placeAndDrop(const std::vector<quint32> &added);
    void swapIn(const std::vector<quint32> &target);
    void permute(std::vector<quint32> order);

    const Clock &m_clock;
    std::vector<Slot> m_slots;
    std::vector<quint32> m_free;
    std::vector<quint32> m_gone; // slots whose lock is gone but whose row still stands
    HashIndex m_index; // slots by id
    std::vector<quint32> m_rows; // row -> slot
    std::size_t m_settled = 0; // slots when memory was given back
    std::unordered_map<int, watch::ServerRecord> m_servers;
    watch::LockFilter m_filter;
    LockColumn m_column = LockColumn::Name;
    bool m_descending = false;

    quint32 m_nextStamp = 1;
    quint64 m_generation = 0; // of the wishes: sort column, direction, filter
    bool m_inFlight = false;
    bool m_wanted = false;
    QTimer m_pause; // between two runs of the worker
    QTimer m_second; // where the filter depends on time
    std::mutex m_mutex;
    Result m_result; // by the worker, under the mutex
    QThreadPool m_pool; // last: its end waits for the worker, which uses what is above
};

} // namespace lockscope::ui
