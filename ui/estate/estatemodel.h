// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/estate/estatetree.h"
#include "ui/table/mergetree.h"

#include <QTimer>

namespace lockscope::ui {

// The estate: saved profiles with their deployments and servers, connected or not, and the servers
// without a profile that were connected in this run. It follows added and removed servers at once,
// and changes of servers once in a turn of the event loop. While nobody follows it, it stays as it
// is and only remembers what leaves. GUI thread; `servers` must outlive it.
class EstateModel : public MergeTree<EstateNode>
{
    Q_OBJECT

public:
    enum Role {
        SummaryRole = Qt::UserRole + 16, // "2 of 3 servers up"; "primary, up, tracking, 0.42 ms"
        LinesRole, // QStringList: further facts, each on a line of its own
        ProductionRole, // bool: the first of these lines says that it is production
    };

    explicit EstateModel(ServerModel &servers, QObject *parent = nullptr);

    void setProfiles(std::vector<SavedProfile> profiles);
    const std::vector<SavedProfile> &profiles() const { return m_profiles; }

    void setFollowing(bool follows);
    void update(); // now, followed or not

    // The server without a profile that is not connected stays no longer.
    void forget(const QString &label);

    QModelIndex indexOf(watch::ServerId server) const; // invalid: it is not connected
    QModelIndex indexOfProfile(const QString &name) const;

    // The connected servers at the line and below it.
    std::vector<watch::ServerRecord> serversAt(const QModelIndex &index) const;
    // Labels of the deployments that are not.
    QStringList absentAt(const QModelIndex &index) const;
    // Those of them that were disconnected in this run.
    QStringList leftAt(const QModelIndex &index) const;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    void follow();
    void remember(const ServerRow &row);
    void onInserted(int first, int last);
    void onRemoved(int first, int last);
    template <typename Visit>
    void forEachServer(const QModelIndex &index, const Visit &visit) const;
    static QString titleOf(const EstateNode &node);
    QStringList tipOf(const EstateNode &node) const;
    static QString summaryOf(const EstateNode &node);
    QStringList linesOf(const EstateNode &node) const;
    static Badge badgeOf(const EstateNode &node);

    ServerModel &m_servers;
    std::vector<SavedProfile> m_profiles;
    bool m_areProfilesKnown = false; // else nobody asks for them, as where a record is looked at
    EstateMemory m_memory;
    bool m_follows = false;
    QTimer m_soon; // the tree is made anew once for many servers that have changed
};

} // namespace lockscope::ui
