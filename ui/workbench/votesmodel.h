// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/outcome.h"
#include "ui/table/mergemodel.h"

namespace lockscope::ui {

struct VoteRow {
    int place = 0; // in the order of the servers
    lock::Vote vote;

    auto key() const { return place; }
    friend bool operator==(const VoteRow &, const VoteRow &) = default;
};

// The answer of each server to the last attempt to take a lock. GUI thread.
class VotesModel : public MergeModel<VoteRow>
{
public:
    enum Column { Server, Answer, Took, Reason, ColumnCount };

    using MergeModel::MergeModel;

    void show(const std::vector<lock::Vote> &votes);

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    static QString text(const lock::Vote &vote, Column column);
};

} // namespace lockscope::ui
