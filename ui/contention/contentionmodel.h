// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/contention/contentionbook.h"

#include <QAbstractTableModel>

#include <functional>
#include <vector>

namespace lockscope::ui {

// The locks that are fought for most, the worst first. Merged by lock: a lock that stays keeps its
// index, wherever it moves; never a reset. Unknown values are quiet cells, not 0. GUI thread.
class ContentionModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Lock,
        Waiters,
        WaitTime, // of all waiters together
        ConnectionTime, // another unit, never added to the above
        Acquired,
        Renewed,
        HeldHalf, // percentiles: so long at most, in half of the cases
        HeldMost, // in 90 of 100
        HeldWorst, // in 99 of 100
        HeldLongest, // current holds count, too
        WaitedHalf,
        WaitedMost,
        WaitedWorst,
        GaveUp,
        Lapsed,
        Server,
        ColumnCount,
    };

    using Harm = insight::ContentionBook::Harm;

    explicit ContentionModel(QObject *parent = nullptr);

    // Returns the label of a server.
    void setServerLabels(std::function<QString(watch::DeploymentId)> labels)
    {
        m_labels = std::move(labels);
    }
    void merge(std::vector<insight::LockContention> ranked);

    const insight::LockContention &rowAt(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)];
    }
    const std::vector<insight::LockContention> &rows() const { return m_rows; }
    int rowOf(const watch::LockId &id) const; // -1: not there

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString textOf(const insight::LockContention &lock, int column) const;

    std::function<QString(watch::DeploymentId)> m_labels;
    std::vector<insight::LockContention> m_rows;
};

// The cost of the lock by this measure, as a number for a bar: seconds, connection-seconds or
// times.
double harmOf(const insight::LockContention &lock, insight::ContentionBook::Harm harm);
// The lock and its cost, in a full sentence.
QString contentionSentence(const insight::LockContention &lock);

} // namespace lockscope::ui
