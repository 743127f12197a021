// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/servers/servermodel.h"
#include "ui/table/mergemodel.h"
#include "ui/table/roles.h"

#include <utility>

namespace lockscope::ui {

// The facts about a server, in display order.
enum class ServerFact {
    State,
    Problem, // why it is not up, or which command it refuses
    Cure, // the remedy
    Age, // of what is shown
    Place, // its profile, and the actions that it allows
    Role,
    Primary, // of a deployment with several servers
    Replica, // one row a server
    Sentinel, // the same
    FormerPrimary, // and who is connected to it still
    Doubt, // such as a second primary
    Version,
    Uptime,
    WatchedBy,
    NotBetter, // why it is not watched in a better way
    Latency,
    Clock,
    Scan,
    Guesses,
    Missed,
    Dropped,
    Coalesced,
    NotReadable, // the number of times
    KeyRefusal, // why some keys may not be read
    UnreadableName, // one row a name
    MoreUnreadable,
};

struct FactRow {
    ServerFact fact = ServerFact::State;
    QByteArray name; // that of UnreadableName, the address of a member
    QString label;
    QString text;
    Badge badge = Badge::None;
    bool isQuiet = false; // not known, or nothing to say

    auto key() const { return std::pair(fact, name); }
    friend bool operator==(const FactRow &, const FactRow &) = default;
};

// All known facts about one server, a fact a row. GUI thread. Durations are as of the last call of
// show().
class ServerDetailModel : public MergeModel<FactRow>
{
    Q_OBJECT

public:
    enum Column { Fact, Value, ColumnCount };

    using MergeModel::MergeModel;

    void show(const ServerRow *row, Instant now); // null: none

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
};

} // namespace lockscope::ui
