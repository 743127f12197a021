// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumbook.h"
#include "core/picture/changesink.h"
#include "ui/client/locks/verdicts.h"
#include "ui/client/watchclient.h"

#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <QTimer>

#include <map>
#include <set>

namespace lockscope::ui {

// Servers that are judged together.
struct QuorumGroupInfo {
    insight::WatchedGroup group;
    bool isProposed = false; // nobody named it: its servers only look like one
    bool isInferred = false; // by the same thread of several clients, not by the same token
    std::set<LockName> names; // of a proposed one: the locks that speak for it

    friend bool operator==(const QuorumGroupInfo &, const QuorumGroupInfo &) = default;
};

// Judges the locks that are kept on a majority of servers: in the groups of the profiles, and on
// servers that look like a group though nobody named one. It hears of every change from the
// beginning, but judges only while somebody wants to see it. GUI thread; one for all views of a
// window. In a pause the verdicts stand still with everything else.
class QuorumFeed : public QObject, public picture::ChangeSink, public VerdictSource
{
    Q_OBJECT

public:
    QuorumFeed(WatchClient &client, const Clock &clock, QObject *owner);
    ~QuorumFeed() override;

    // Whether somebody looks at verdicts at the moment; forgotten when it goes.
    void setWanted(QObject *by, bool wanted);

    const std::vector<QuorumGroupInfo> &groups() const { return m_groups; }
    // The locks of one group, by name.
    std::vector<JudgedPointer> locksOf(int group) const;
    // Whether enough servers of the group were read to tell that a lock not listed is free.
    bool isInSight(int group) const;
    JudgedPointer find(const insight::QuorumId &id) const; // empty: held nowhere
    // The verdict in the first group that knows the lock; empty: it is no part of a quorum, or
    // nobody looks.
    JudgedPointer verdictOf(const watch::LockId &id) const override;
    bool isEmpty() const override { return m_locks.empty(); }
    std::vector<watch::LockId> judgedLocks() const override;
    // The lock on the first server of the group that has it; empty: it is gone meanwhile.
    std::optional<watch::LockId> placeOf(const insight::QuorumId &id) const;
    // The lock on each server of the group on which somebody has it, in their order: not keys of
    // another type, nor what only repeats another server. Of servers that are lost, as it was seen.
    std::vector<watch::LockId> placesOf(const insight::QuorumId &id) const;

    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteNames(const picture::AliasBook &aliases) override;
    void noteRemoved(watch::DeploymentId deployment) override;
    void noteStart() override;

Q_SIGNALS:
    void groupsChanged(); // the numbers of all groups mean something else now
    void changed(); // some verdict
    // verdictOf() may have changed: for these locks, or for all.
    void judged(const std::vector<lockscope::watch::LockId> &locks);
    void judgedAnew();

private:
    bool isWanted() const { return !m_wanting.isEmpty(); }
    void refreshSoon();
    void refresh();
    bool regroup();
    bool lookAtServers();
    void rebuild();
    bool nameAnew();
    void wait();
    void propose();
    void take(const std::vector<insight::ProposedGroup> &proposals);
    void takeNames();
    Alias aliasOf(const insight::QuorumRecord &record) const;
    void addPlaces(const insight::QuorumId &id, std::vector<watch::LockId> &places) const;

    WatchClient &m_client;
    QSet<QObject *> m_wanting;
    std::vector<QuorumGroupInfo> m_groups;
    std::vector<QuorumGroupInfo> m_proposed; // those that were seen, named or not
    insight::QuorumBook m_book{std::vector<insight::WatchedGroup>()};
    std::map<insight::QuorumId, JudgedPointer> m_locks;
    std::vector<bool> m_inSight; // by group, as of the last refresh()
    std::map<watch::DeploymentId, QString> m_labels; // as of the last rebuild
    bool m_isNamedAnew = false; // the names of owners are others
    bool m_isOutdated = true; // the groups may be others by now
    bool m_hasNews = true; // since it was last looked for groups that nobody named
    bool m_isProposing = false; // the worker is at it
    QTimer m_soon;
    QTimer m_due; // when time alone changes a verdict
    QTimer m_look; // for groups that nobody named
    QThreadPool m_pool; // last: its end waits for the worker
};

} // namespace lockscope::ui
