// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/records.h"
#include "ui/models/mergemodel.h"

namespace lockscope::ui {

struct ServerRow {
    watch::ServerRecord server;

    auto key() const { return server.server; }
    friend bool operator==(const ServerRow &, const ServerRow &) = default;
};

// The estate: every server that is watched, in the order in which they were named. GUI thread.
class ServerModel : public MergeModel<ServerRow>
{
public:
    enum Column { Server, State, Watching, Latency, ColumnCount };

    // "up, tracking, 0.42 ms"; for a lost server its state alone.
    static constexpr int SummaryRole = Qt::UserRole + 16;

    using MergeModel::MergeModel;

    void mergeOne(const watch::ServerRecord &server);
    int rowOf(int server) const; // -1: unknown

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
};

// "127.0.0.1:6379": the label without its scheme where that says nothing.
QString shortLabel(const QString &label);
QString shortLabel(const watch::ServerRecord &server);

// The state in full, with the reason and what to do; plain text.
QString serverSentence(const watch::ServerRecord &server, Instant now);

} // namespace lockscope::ui
