// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "core/watch/record/records.h"
#include "ui/client/locks/groupheads.h"
#include "ui/client/locks/lockrows.h"
#include "ui/client/locks/lockservers.h"
#include "ui/client/locks/lockslots.h"
#include "ui/client/locks/orderworker.h"
#include "ui/client/locks/problemmarks.h"
#include "ui/client/locks/verdictmarks.h"

#include <QAbstractTableModel>
#include <QTimer>

#include <optional>
#include <vector>

namespace lockscope::ui {

// All locks of all servers as a table that is merged into and never reset. GUI thread; it owns the
// slots in which locks are (LockSlots), their order (LockRows, OrderWorker), the heads of groups
// (GroupHeads) and the marks of quorums and problems (VerdictMarks, ProblemMarks), and tells views
// of each change. One merge is at most one insertion at the end, one layoutChanged and one removal
// from the end, besides dataChanged for changed cells; in a long table these come with the next
// order instead, and until then a lock that is gone still has its row.
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
    void setPace(FramePace *pace) { m_worker.setPace(pace); }

    void merge(LockChanges changes);
    void setServer(const watch::ServerRecord &server);
    void setPlace(watch::DeploymentId deployment, const admin::Place &place)
    {
        m_servers.setPlace(deployment, place);
    }
    void setFilter(const insight::LockFilter &filter);

    // Whether the filter lets the lock through, in a closed group or not; of one that is gone, as a
    // free lock of that name.
    bool lets(const watch::LockId &id) const;

    // The source of quorum verdicts: the model asks it while it is set, and hears of changes by the
    // updates. Must outlive the model or be removed. Null: the column is empty, and so is its sort
    // key.
    void setVerdictSource(const VerdictSource *source);
    void updateVerdicts(const std::vector<watch::LockId> &ids);
    void updateAllVerdicts();
    JudgedPointer verdictOf(const watch::LockId &id) const { return m_marks.verdictOf(id); }
    // Whether the rows depend on it, be the column shown or not.
    bool needsVerdicts() const;

    // The problems of locks, in the same way.
    void setProblemSource(const ProblemSource *source);
    void updateProblems(const std::vector<watch::LockId> &ids);
    void updateSight(); // which locks are judged
    // Empty: it could not be judged.
    std::optional<std::vector<health::Problem>> problemsOf(const watch::LockId &id) const
    {
        return m_problems.problemsOf(id);
    }

    // Puts a row of its own, the head, above the locks of each group. New locks then come with the
    // next order, which also recounts the groups.
    void setGrouping(LockGrouping grouping);
    LockGrouping grouping() const { return m_heads.grouping(); }
    bool isHead(int row) const;
    // The head of the group that the row belongs to; -1: there are no groups.
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
    // -1: unknown, or not let through by the filter, or in a long table not yet put in order.
    int rowOf(const watch::LockId &id) const;
    bool isFilteredOut(const watch::LockId &id) const; // now; false: unknown
    // All, let through by the filter or not.
    template <typename Visit>
    void forEachLock(const Visit &visit) const
    {
        m_slots.forEachLock(visit);
    }
    // A part of them, for a search over several turns of the event loop: where to go on, at first
    // 0; empty: that was the last part. A lock that comes meanwhile may be left out.
    template <typename Visit>
    std::optional<std::size_t> forEachLockFrom(std::size_t at, std::size_t most,
                                               const Visit &visit) const
    {
        const std::size_t next = m_slots.forEachLockFrom(at, most, visit);
        return next < m_slots.size() ? std::optional(next) : std::nullopt;
    }
    std::size_t lockCount() const { return m_slots.lockCount(); } // let through or not
    std::size_t shownCount() const; // let through; in closed groups, too
    // Since when the server that keeps the lock is lost; of a lock that is gone, any server of its
    // deployment.
    std::optional<Instant> lostAt(const watch::LockRecord &lock) const
    {
        return m_servers.lostAt(lock.serverId);
    }
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
    bool isOrdering() const { return m_worker.isBusy(); }
    // The rows are those of the filter that was set last.
    bool isFiltered() const { return m_isFiltered; }

Q_SIGNALS:
    // After every merge that changed anything; the ids may be of rows that are not shown.
    void merged();
    void needsVerdictsChanged(); // before the rows follow
    void filtered(); // the rows have followed the filter
    void judged(); // problemsOf() may answer something else for some lock
    // Around all changes of rows that belong together.
    void aboutToPlace();
    void placed();

private:
    using Dirty = std::vector<std::pair<quint32, quint32>>; // slot, mask of columns

    bool passes(const watch::LockRecord &lock) const;
    bool update(quint32 slot, LockPointer lock, Dirty &dirty);
    void forget(quint32 slot);
    void leave(const std::vector<quint32> &heads);
    void announce(const Dirty &dirty);
    void announceHead(quint32 slot);
    void wishAnew();
    OrderRequest request() const;
    void reorder();
    void takeOrder();
    void placeRows(LockOrder order);
    void placeAndDrop(const std::vector<quint32> &added);
    void swapIn(std::vector<quint32> target);
    void permute(std::vector<quint32> order);
    bool judge(quint32 slot, Dirty &dirty);
    void showMarks(const Dirty &dirty, bool isOther);
    JudgedPointer shownVerdict(int row, int column) const;
    bool needsProblems() const;
    bool judgeProblems(quint32 slot, Dirty &dirty);
    void describeProblems(OrderRequest &request) const;
    std::vector<health::Problem> shownProblems(int row, int column, int role) const;

    const Clock &m_clock;
    LockSlots m_slots;
    LockRows m_rows;
    LockServers m_servers;
    GroupHeads m_heads;
    VerdictMarks m_marks;
    ProblemMarks m_problems;
    insight::LockFilter m_filter;
    bool m_isFiltered = true;
    LockColumn m_column = LockColumn::Name;
    bool m_descending = false;
    QTimer m_second; // if the filter depends on time
    OrderWorker m_worker;
};

} // namespace lockscope::ui
