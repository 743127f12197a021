// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitmeter.h"
#include "core/watch/track/liveness.h"
#include "ui/table/ttlvalue.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockscope::ui {

// One line of a lock's queue: a holder, or a waiter.
struct QueueRow {
    QByteArray key; // tells it from all others of the lock
    std::optional<watch::HoldRecord> hold; // empty: it is a waiter
    watch::WaiterRecord waiter;
    std::optional<Instant> since; // first seen in the queue; empty: not known
    watch::Liveness liveness = watch::Liveness::Unchecked; // of the waiter, as of the last tick

    const OwnerId &owner() const { return hold ? hold->owner : waiter.owner; }
    const Alias &alias() const;
    friend bool operator==(const QueueRow &, const QueueRow &) = default;
};

// The holders of one lock, and beneath them its waiters in the order in which they wake. GUI
// thread; the clock must outlive it. A row follows its owner: when the head of the queue leaves,
// all others move up and stay the same rows, so that the chosen owner stays chosen. RawRole holds
// the bytes of owners, and the TtlValue of a holder.
class QueueModel : public QAbstractTableModel
{
public:
    enum Column {
        Place, // "holds", or the position in the queue
        Owner,
        Waited, // for how long it has held or waited, as far as it was seen
        Left, // of its time to live, or until its deadline
        State,
        ColumnCount
    };

    // The part of the line from the holder to the next waiter to wake that crosses a row.
    enum class Path { None, Start, Through, End };

    explicit QueueModel(const Clock &clock, QObject *parent = nullptr);

    // Empty: no lock. `queue` tells since when its waiters wait.
    void show(const watch::LockRecord *lock, const std::optional<Instant> &lostAt,
              const insight::WaitMeter::Queue &queue);
    // Time has passed: waiters that are past their deadline now are dead.
    void tick();

    const QueueRow &rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    int holders() const { return m_holders; } // the first so many rows
    std::optional<int> next() const { return m_next; } // the row of the one that is next to wake
    Path pathAt(int row) const;
    bool isLost() const { return m_lostAt.has_value(); }
    // The clock's, or when the server was last seen.
    Instant now() const;

    // The place of the next waiter in words.
    static QString nextText(int position);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    void removeAllBut(const std::vector<QueueRow> &wanted);
    void insertAllOf(const std::vector<QueueRow> &wanted);
    void change(std::vector<QueueRow> wanted);
    void findNext(std::optional<int> before);
    QString text(const QueueRow &row, Column column, bool isNext) const;
    QString holderText(const watch::HoldRecord &hold, Column column) const;
    QString waiterText(const QueueRow &row, Column column, bool isNext) const;
    QString sentence(const QueueRow &row, bool isNext) const;
    TtlValue ttl(const watch::HoldRecord &hold) const;

    const Clock &m_clock;
    std::vector<QueueRow> m_rows;
    std::optional<Instant> m_lostAt;
    int m_holders = 0;
    std::optional<int> m_next;
};

} // namespace lockscope::ui
