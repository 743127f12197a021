// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/quorum/quorumfeed.h"
#include "ui/table/mergemodel.h"
#include "ui/table/roles.h"

namespace lockscope::ui {

struct SeatRow {
    int place = 0; // in the order of the group
    QString label;
    insight::QuorumSeat seat;
    insight::QuorumReading reading;

    auto key() const { return place; }
    friend bool operator==(const SeatRow &, const SeatRow &) = default;
};

// The state of one lock on each server of a group, and why the server does or does not agree. GUI
// thread.
class QuorumSeatsModel : public MergeModel<SeatRow>
{
    Q_OBJECT

public:
    enum Column { Server, Answer, Owner, TimeLeft, Latency, Offset, Reason, ColumnCount };

    explicit QuorumSeatsModel(const Clock &clock, QObject *parent = nullptr);

    // `labels`: of the group's servers; latencies are those of the servers as they are now. Without
    // a lock it is empty.
    void show(const JudgedPointer &lock, const std::vector<QString> &labels,
              const std::vector<const watch::ServerRecord *> &servers);

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QString text(const SeatRow &row, int column) const;

    const Clock &m_clock;
};

} // namespace lockscope::ui
