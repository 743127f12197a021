// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/administrator.h"
#include "core/insight/filter/filter.h"
#include "core/watch/record/records.h"
#include "ui/client/servers/steadylatency.h"
#include "ui/table/mergemodel.h"
#include "ui/table/roles.h"

#include <map>

namespace lockscope::ui {

struct ServerRow {
    watch::ServerRecord server; // its latency as it is shown: steady
    admin::Place place;
    std::optional<std::chrono::microseconds> measured = {}; // the last latency, as it came

    auto key() const { return server.server; }
    friend bool operator==(const ServerRow &, const ServerRow &) = default;
};

// The estate: every server that is watched, in the order in which they were named, and the actions
// allowed there. GUI thread.
class ServerModel : public MergeModel<ServerRow>
{
public:
    enum Column { Server, State, Watching, Latency, ColumnCount };

    // serverSummary()
    static constexpr int SummaryRole = Qt::UserRole + 16;

    using MergeModel::MergeModel;

    void mergeOne(const watch::ServerRecord &server);
    void remove(watch::DeploymentId deployment);
    void remove(watch::ServerId server);
    // May come before its servers.
    void setPlace(watch::DeploymentId deployment, const admin::Place &place);
    // On all servers where acting has to be unlocked; at first it is locked.
    void setActingLocked(bool isLocked);
    int rowOf(watch::ServerId server) const; // -1: unknown
    int rowOf(watch::DeploymentId deployment) const; // of its first server; -1: unknown
    const watch::ServerRecord *find(watch::ServerId server) const;
    const watch::ServerRecord *find(watch::DeploymentId deployment) const; // its first server
    // Every place is one of a record, also that of a lock without a server.
    void setRecorded() { m_isRecorded = true; }
    admin::Place placeOf(watch::DeploymentId deployment) const;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    std::map<watch::DeploymentId, admin::Place> m_places;
    bool m_isActingLocked = true;
    bool m_isRecorded = false;
    std::map<watch::ServerId, SteadyLatency> m_latencies;
};

// "127.0.0.1:6379": the label without its scheme where that says nothing.
QString shortLabel(const QString &label);
QString shortLabel(const watch::ServerRecord &server);

// "up"; "down: refused" where the cause is known.
QString stateWithCause(const watch::ServerRecord &server);
// The next step, a sentence; empty: the server is not down, or nobody knows why it is.
QString serverCure(const watch::ServerRecord &server);
// "up, tracking, 0.42 ms"; of a lost server its state and the cause.
QString serverSummary(const watch::ServerRecord &server);
Badge serverBadge(watch::ServerState state);
// Escaped: why it is not up, or where it is and what it is used for.
QString serverToolTip(const ServerRow &row);

// "PRODUCTION, read-only" and "prod-eu"; none for a server without a profile that may be written
// to.
QStringList placeLines(const admin::Place &place);
// The same on one line.
QString placeText(const admin::Place &place);
// As filters see it.
insight::FilterPlace filterPlaceOf(const admin::Place &place);

// The last latency as it came, a line for tool tips; empty: it is not known.
QString measuredLatency(const ServerRow &row);

// The state in full, with the reason and what to do; plain text.
QString serverSentence(const watch::ServerRecord &server, Instant now);

} // namespace lockscope::ui
