// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/locks/verdicts.h"
#include "ui/table/mergemodel.h"

namespace lockscope::ui {

struct QuorumRow {
    JudgedPointer lock; // never empty

    const LockName &key() const { return lock->record.id.name; }
    friend bool operator==(const QuorumRow &, const QuorumRow &) = default;
};

// The locks of one quorum group, with a column for each of its servers. GUI thread. Rows come and
// go by merging; another group takes all rows and the servers' columns away first.
class QuorumModel : public MergeModel<QuorumRow>
{
    Q_OBJECT

public:
    enum Column { Name, Verdict, Votes, Owner, Validity, FirstServer };

    // The sort key of rows: the worst verdict is the greatest.
    static constexpr int SortRole = Qt::UserRole + 24;

    explicit QuorumModel(const Clock &clock, QObject *parent = nullptr);

    // `labels`: of the group's servers, in its order. Whether the columns are others now.
    bool setServers(const std::vector<QString> &labels);
    void setLocks(const std::vector<JudgedPointer> &locks); // sorted by name

    const JudgedLock &lockAt(int row) const { return *rowAt(row).lock; }
    int rowOf(const LockName &name) const; // -1: not there

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString text(const JudgedLock &lock, int column) const;
    QVariant raw(const JudgedLock &lock, int column) const;
    QVariant sortValue(const JudgedLock &lock, int column) const;
    QString tip(const JudgedLock &lock, int column) const;

    const Clock &m_clock;
    std::vector<QString> m_labels;
};

// "3 of 5".
QString votesText(const insight::QuorumFinding &finding);

} // namespace lockscope::ui
