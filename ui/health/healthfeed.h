// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/expiredholds.h"
#include "core/health/healthbook.h"
#include "core/health/incidentbook.h"
#include "core/insight/quorum/quorumbook.h"
#include "core/picture/changesink.h"
#include "ui/client/locks/problems.h"
#include "ui/client/watchclient.h"
#include "ui/health/recordedproblems.h"

#include <QByteArrayList>
#include <QObject>
#include <QTimer>

#include <map>
#include <set>

namespace lockscope::ui {

// Judges all that the console watches, from the beginning and whether a view shows it or not, and
// keeps the incidents of this run. GUI thread; one for all views of a window. In a pause nothing is
// judged: problems stand still with everything else. Over a record it judges nothing and tells what
// was recorded.
class HealthFeed : public QObject, public picture::ChangeSink, public ProblemSource
{
    Q_OBJECT

public:
    // News are judged together: a problem is told at most this much later.
    static constexpr Millis together{100};

    HealthFeed(WatchClient &client, const Clock &clock, QObject *owner);
    ~HealthFeed() override;

    // The usual times of a lock; their source must outlive this.
    void setUsual(health::UsualOf usual) { m_usual = std::move(usual); }
    // The times that the deployment's profile sets, in place of the defaults; before it is watched.
    void setThresholds(watch::DeploymentId deployment, const health::Thresholds &thresholds);

    // From now on problems are those of a record: what was judged at the time. Before anything is
    // noted; there is no way back.
    void useRecorded();
    bool isRecorded() const { return m_recorded.has_value(); }
    // A change as it was judged at that time.
    void noteRecorded(const health::ProblemChange &change, WallInstant at);

    const health::HealthBook &book() const { return m_book; }
    const health::IncidentBook &incidents() const { return m_incidents; }
    const health::ExpiredHolds &expiredHolds() const { return m_expired; }
    // The clock of incidents: stands still in a pause.
    WallInstant wallNow() const { return m_client.shownClock().wallNow(); }

    // The operator's word on incidents; each tells of a change.
    void acknowledge(const QByteArrayList &ids);
    void mute(const std::vector<health::Mute> &mutes);
    void unmute(const health::Mute &mute);

    std::optional<health::Severity> worstOf(const watch::LockId &id) const override;
    std::vector<health::Problem> problemsOf(const watch::LockId &id) const override;
    bool isInSight(watch::DeploymentId deployment) const override;
    std::vector<watch::LockId> locksWithProblems() const override;

    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteRemoved(watch::DeploymentId deployment) override;
    void noteStart() override;

Q_SIGNALS:
    void problemChanged(const lockscope::health::ProblemChange &change);
    // worstOf() and problemsOf() may have changed for these locks.
    void judged(const std::vector<lockscope::watch::LockId> &locks);
    // Whether locks can be judged has changed for a deployment.
    void sightChanged();
    // Some incident, or the operator's mark on it, has changed.
    void incidentsChanged();

private:
    health::Moment now() const;
    void takeSoon();
    void take();
    void takeRecorded();
    // As an incident; adds the locks that it is about, or was until now.
    void keep(const health::ProblemChange &change, WallInstant at, std::set<watch::LockId> &locks);
    void wait();
    void waitForMutes();
    void regroup();

    WatchClient &m_client;
    health::UsualOf m_usual;
    health::HealthBook m_book;
    std::optional<RecordedProblems> m_recorded; // in place of the book's
    std::set<watch::LockId> m_toldByRecord; // since the last take()
    insight::QuorumBook m_quorums{std::vector<insight::WatchedGroup>()};
    health::IncidentBook m_incidents;
    health::ExpiredHolds m_expired;
    std::map<watch::DeploymentId, QString> m_labels; // that the groups were matched with
    bool m_isOutdated = false; // the groups may be others by now
    bool m_isSightDirty = false;
    QTimer m_soon;
    QTimer m_due; // when time alone changes what is thought
    QTimer m_unmute; // when a mute runs out
};

} // namespace lockscope::ui
