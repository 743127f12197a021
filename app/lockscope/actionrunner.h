// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/sentinelacts.h"
#include "core/admin/administrator.h"
#include "core/admin/rights.h"
#include "core/redis/deployment/deploymentpool.h"
#include "core/watch/server/watcher.h"
#include "core/workbench/workbench.h"
#include "ui/workbench/acquireform.h"

#include <QObject>

#include <map>
#include <memory>

namespace lockscope::console {

// Does what the window asks for: carries plans out and keeps the workbench. Made anywhere, moved to
// the I/O thread before the first call and called there only; its signals carry values. Owns the
// pool of deployments: one for each server that something is done on, shared with the workbench,
// opened when it is first needed.
class ActionRunner : public QObject
{
    Q_OBJECT

public:
    explicit ActionRunner(QObject *parent = nullptr);
    ~ActionRunner() override;

    // The connection settings of a deployment of the window, and the actions allowed there.
    void addDeployment(watch::DeploymentId deployment, const redis::ConnectionConfig &config,
                       const admin::Place &place);

    // If acting has to be unlocked (Place::isUnlockNeeded), nothing is done before: then as
    // `acting` says, perhaps another user. Locked again, the connection for acting is closed as
    // soon as nothing under way uses it, and its secret is dropped. The workbench keeps its
    // connections until it holds nothing any more; then its list is emptied.
    void unlock(watch::DeploymentId deployment, const redis::ConnectionConfig &acting);
    void lock(watch::DeploymentId deployment);
    // A stricter profile guards it, as was found out since it was added.
    void guard(watch::DeploymentId deployment, const redis::ConnectionConfig &config,
               const admin::Place &place);

    // Asks what the user may do: for each plan the reason against it, by rightsTold(). Nothing
    // where acting is locked.
    void askRights(watch::DeploymentId deployment, const std::vector<lockscope::admin::Plan> &plans,
                   int request);

    // The operator has left the deployment: nothing new is begun there. Running actions are carried
    // out, and the workbench keeps its holds.
    void removeDeployment(watch::DeploymentId deployment);

    // The watcher of the deployment, which is told which holds are about to be taken away.
    void setWatcher(watch::DeploymentId deployment, watch::Watcher *watcher);

    // The operator has confirmed the action in the window and given a reason.
    void act(watch::DeploymentId deployment, const admin::Plan &plan, const QString &reason,
             int request);

    // For an action on the Sentinels of the deployment: a look at them and the plan, and the action
    // itself.
    void lookAtSentinels(watch::DeploymentId deployment, const admin::SentinelAction &action,
                         const std::optional<std::vector<admin::LockAtRisk>> &held, int request);
    void actOnSentinels(watch::DeploymentId deployment, const admin::SentinelPlan &plan,
                        const QString &reason, int request);

    // As of the workbench.
    void acquire(const ui::AcquireWish &wish);
    void reenter(int id);
    void countDown(int id);
    void release(int id);
    void extend(int id, Millis time);
    void setWatchdog(int id, bool running);
    void forget(int id);
    void releaseAll();

    // Closes all connections; remaining holds of the workbench are left to their leases.
    void stop();

Q_SIGNALS:
    void finished(int request, const lockscope::admin::Outcome &outcome);
    void rightsTold(int request, const std::vector<std::optional<lockscope::Error>> &reasons);
    void sentinelsPlanned(int request, const lockscope::admin::SentinelPlan &plan);
    void sentinelsNotPlanned(int request, const lockscope::Error &why);
    void sentinelsFinished(int request, const lockscope::admin::SentinelOutcome &outcome);
    void workbenchChanged(const std::vector<lockscope::workbench::Entry> &entries);
    void allReleased();

private:
    struct Reach;
    struct Job;
    struct Question;

    std::shared_ptr<redis::Deployment> deploymentOf(Reach &reach);
    workbench::Workbench &workbench();
    void restWorkbench();
    void endWorkbench();
    SentinelActs &sentinels();
    void expect(watch::DeploymentId deployment, const admin::Plan &plan, bool expected);
    void end(int request, Result<admin::Outcome> outcome);

    SystemClock m_clock;
    admin::Audit m_audit;
    redis::DeploymentPool m_pool; // shared with the workbench
    std::map<watch::DeploymentId, std::unique_ptr<Reach>> m_deployments;
    std::map<int, std::unique_ptr<Job>> m_jobs;
    std::map<int, std::unique_ptr<Question>> m_questions;
    std::unique_ptr<workbench::Workbench> m_workbench; // made when it is first needed
    std::vector<workbench::Entry> m_entries; // of it, as last told
    bool m_isWorkbenchToEnd = false; // acting was locked
    std::unique_ptr<SentinelActs> m_sentinels; // likewise
};

} // namespace lockscope::console
