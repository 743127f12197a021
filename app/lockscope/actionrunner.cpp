// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/actionrunner.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace lockscope::console {

namespace {

Error goneServer()
{
    return Error{
        ErrorKind::Internal, {}, ActionRunner::tr("the server is no longer connected"), {}};
}

Error lockedActing()
{
    return Error{ErrorKind::Permission, "ACTINGLOCKED", ActionRunner::tr("acting is locked"), {}};
}

// The window has asked already: the answer comes with the request.
class GivenDecision final : public admin::Confirmation
{
public:
    explicit GivenDecision(QString reason)
        : m_reason(std::move(reason))
    {}

    Pending<admin::Decision> confirm(const std::vector<admin::Step> & /*steps*/) override
    {
        return Pending<admin::Decision>::ready(admin::Decision{true, m_reason});
    }

private:
    QString m_reason;
};

} // namespace

struct ActionRunner::Reach {
    redis::ConnectionConfig config;
    admin::Place place;
    std::optional<redis::ConnectionConfig> acting; // empty: locked
    std::shared_ptr<redis::Deployment> deployment; // empty until something is done there
    QPointer<watch::Watcher> watcher;
};

struct ActionRunner::Question {
    std::shared_ptr<redis::Deployment> deployment;
    admin::RightsLook look;
    Pending<std::vector<std::optional<Error>>> reasons;

    explicit Question(std::shared_ptr<redis::Deployment> of)
        : deployment(std::move(of))
        , look(*deployment)
    {}
};

struct ActionRunner::Job {
    std::shared_ptr<redis::Deployment> deployment; // until it is done, also where it was left
    GivenDecision decision;
    admin::Administrator administrator;
    Pending<admin::Outcome> outcome;
    watch::DeploymentId where;
    admin::Plan plan;

    Job(admin::Audit &audit, const Clock &clock, QString reason)
        : decision(std::move(reason))
        , administrator(audit, decision, clock)
    {}
};

ActionRunner::ActionRunner(QObject *parent)
    : QObject(parent)
    , m_audit(admin::Audit::usualFile())
{}

ActionRunner::~ActionRunner() = default;

void ActionRunner::addDeployment(watch::DeploymentId deployment,
                                 const redis::ConnectionConfig &config, const admin::Place &place)
{
    auto added = std::make_unique<Reach>();
    added->config = config;
    added->place = place;
    if (!place.isUnlockNeeded)
        added->acting = config;
    m_deployments.insert_or_assign(deployment, std::move(added));
}

void ActionRunner::removeDeployment(watch::DeploymentId deployment)
{
    m_deployments.erase(deployment);
}

void ActionRunner::unlock(watch::DeploymentId deployment, const redis::ConnectionConfig &acting)
{
    const auto at = m_deployments.find(deployment);
    if (at == m_deployments.end())
        return;
    at->second->deployment.reset();
    at->second->acting = acting;
    m_isWorkbenchToEnd = false;
}

void ActionRunner::lock(watch::DeploymentId deployment)
{
    const auto at = m_deployments.find(deployment);
    if (at == m_deployments.end() || !at->second->place.isUnlockNeeded)
        return;
    std::erase_if(m_questions, [&](const auto &each) {
        return each.second->deployment == at->second->deployment;
    });
    at->second->deployment.reset();
    at->second->acting.reset();
    m_isWorkbenchToEnd = m_workbench != nullptr;
    restWorkbench();
}

// Its connections live as long as it does. What it has released may still be on its way.
void ActionRunner::restWorkbench()
{
    if (m_isWorkbenchToEnd && m_workbench
        && std::ranges::all_of(m_entries, &workbench::Entry::isOver))
        m_workbench->releaseAll();
}

void ActionRunner::endWorkbench()
{
    if (!m_isWorkbenchToEnd || !std::ranges::all_of(m_entries, &workbench::Entry::isOver))
        return;
    m_isWorkbenchToEnd = false;
    m_workbench.reset();
    m_entries.clear();
    Q_EMIT workbenchChanged({});
}

void ActionRunner::guard(watch::DeploymentId deployment, const redis::ConnectionConfig &config,
                         const admin::Place &place)
{
    const auto at = m_deployments.find(deployment);
    if (at == m_deployments.end())
        return;
    at->second->config = config;
    at->second->place = place;
    at->second->deployment.reset();
    at->second->acting.reset();
    if (!place.isUnlockNeeded)
        at->second->acting = config;
}

void ActionRunner::askRights(watch::DeploymentId deployment, const std::vector<admin::Plan> &plans,
                             int request)
{
    constexpr Millis patience = std::chrono::seconds(5);
    const auto at = m_deployments.find(deployment);
    if (at == m_deployments.end() || !at->second->acting || at->second->place.readOnly)
        return;
    const auto [question, isNew] = m_questions.insert_or_assign(
        request, std::make_unique<Question>(deploymentOf(*at->second)));
    Question &asked = *question->second;
    asked.reasons = asked.look.ask(plans, patience);
    asked.reasons.then(
        [this, request, count = plans.size()](Result<std::vector<std::optional<Error>>> &&reasons) {
            std::vector<std::optional<Error>> told(count);
            if (reasons)
                told = std::move(*reasons);
            else if (reasons.error().kind == ErrorKind::Auth)
                told.assign(count, reasons.error());
            Q_EMIT rightsTold(request, told);
            // Called from inside the look's own task, which must not destroy its scope.
            QTimer::singleShot(0, this, [this, request] { m_questions.erase(request); });
        });
}

void ActionRunner::setWatcher(watch::DeploymentId deployment, watch::Watcher *watcher)
{
    const auto at = m_deployments.find(deployment);
    if (at != m_deployments.end())
        at->second->watcher = watcher;
}

// Tells the watcher whether the next holds of the lock to end were force-unlocked: only this
// program can know.
void ActionRunner::expect(watch::DeploymentId deployment, const admin::Plan &plan, bool expected)
{
    const auto at = m_deployments.find(deployment);
    if (admin::takesHoldAway(plan.action.type) && at != m_deployments.end() && at->second->watcher)
        at->second->watcher->expectForced({deployment, plan.sight.name}, expected);
}

std::shared_ptr<redis::Deployment> ActionRunner::deploymentOf(Reach &reach)
{
    if (!reach.deployment) {
        reach.deployment = m_pool.take(*reach.acting);
        reach.deployment->open();
    }
    return reach.deployment;
}

void ActionRunner::act(watch::DeploymentId deployment, const admin::Plan &plan,
                       const QString &reason, int request)
{
    const auto at = m_deployments.find(deployment);
    if (at == m_deployments.end()) {
        admin::Outcome outcome;
        outcome.error = goneServer();
        Q_EMIT finished(request, outcome);
        return;
    }
    if (!at->second->acting) {
        admin::Outcome outcome;
        outcome.error = lockedActing();
        Q_EMIT finished(request, outcome);
        return;
    }
    auto job = std::make_unique<Job>(m_audit, m_clock, reason);
    Job &started = *job;
    started.deployment = deploymentOf(*at->second);
    started.where = deployment;
    started.plan = plan;
    m_jobs.insert_or_assign(request, std::move(job));
    expect(deployment, plan, true);
    started.outcome = started.administrator.act(*started.deployment, at->second->place, plan);
    started.outcome.then(
        [this, request](Result<admin::Outcome> &&outcome) { end(request, std::move(outcome)); });
}

void ActionRunner::end(int request, Result<admin::Outcome> outcome)
{
    admin::Outcome told;
    if (outcome)
        told = std::move(*outcome);
    else
        told.error = outcome.error();
    const auto job = m_jobs.find(request);
    const bool isDone = told.status == admin::Outcome::Status::Done
        || std::ranges::count(told.parts, admin::Outcome::Status::Done, &admin::Outcome::status)
            > 0;
    if (!isDone && job != m_jobs.end())
        expect(job->second->where, job->second->plan, false);
    Q_EMIT finished(request, told);
    // Called from inside the administrator's own task, which must not destroy its scope.
    QTimer::singleShot(0, this, [this, request] { m_jobs.erase(request); });
}

SentinelActs &ActionRunner::sentinels()
{
    if (!m_sentinels) {
        m_sentinels = std::make_unique<SentinelActs>(m_audit, m_clock);
        connect(m_sentinels.get(), &SentinelActs::planned, this, &ActionRunner::sentinelsPlanned);
        connect(m_sentinels.get(), &SentinelActs::notPlanned, this,
                &ActionRunner::sentinelsNotPlanned);
        connect(m_sentinels.get(), &SentinelActs::finished, this, &ActionRunner::sentinelsFinished);
    }
    return *m_sentinels;
}

void ActionRunner::lookAtSentinels(watch::DeploymentId deployment,
                                   const admin::SentinelAction &action,
                                   const std::optional<std::vector<admin::LockAtRisk>> &held,
                                   int request)
{
    const auto at = m_deployments.find(deployment);
    if (at == m_deployments.end())
        Q_EMIT sentinelsNotPlanned(request, goneServer());
    else
        sentinels().look(at->second->config, action, held, request);
}

void ActionRunner::actOnSentinels(watch::DeploymentId deployment, const admin::SentinelPlan &plan,
                                  const QString &reason, int request)
{
    const auto at = m_deployments.find(deployment);
    if (at == m_deployments.end()) {
        admin::SentinelOutcome outcome;
        outcome.error = goneServer();
        Q_EMIT sentinelsFinished(request, outcome);
        return;
    }
    if (!at->second->acting) {
        admin::SentinelOutcome outcome;
        outcome.error = lockedActing();
        Q_EMIT sentinelsFinished(request, outcome);
        return;
    }
    sentinels().act(at->second->config, at->second->place, plan, reason, request);
}

void ActionRunner::acquire(const ui::AcquireWish &wish)
{
    workbench::HoldRequest request;
    for (const watch::DeploymentId deployment : wish.servers) {
        const auto at = m_deployments.find(deployment);
        if (at == m_deployments.end() || !at->second->acting)
            return;
        request.what.servers.push_back(*at->second->acting);
        request.places.push_back(deployment.number);
    }
    request.what.names = wish.names;
    request.what.kind = wish.kind;
    request.what.mode = wish.mode;
    request.what.permits = wish.permits;
    request.what.initial = wish.initial;
    lock::QuorumConfig &quorum = request.what.quorum;
    quorum.minValidity = wish.minValidity;
    quorum.areServersDurable = wish.areServersDurable;
    quorum.maxLease = std::max(quorum.maxLease, wish.lease.value_or(wish.watchdogTimeout));
    request.owner = wish.owner;
    request.label = wish.label;
    request.wait = wish.wait;
    request.lease = wish.lease;
    request.watchdogTimeout = wish.watchdogTimeout;
    request.maxRenewals = wish.maxRenewals;
    workbench().acquire(request);
}

// On its own thread from the start: so are the timers of its tasks.
workbench::Workbench &ActionRunner::workbench()
{
    if (!m_workbench) {
        m_workbench = std::make_unique<workbench::Workbench>(m_pool);
        connect(m_workbench.get(), &workbench::Workbench::changed, this,
                &ActionRunner::workbenchChanged);
        connect(m_workbench.get(), &workbench::Workbench::allReleased, this,
                &ActionRunner::allReleased);
        // Called from inside its own tasks, which must not destroy it.
        connect(m_workbench.get(), &workbench::Workbench::changed, this,
                [this](const std::vector<workbench::Entry> &entries) {
                    m_entries = entries;
                    if (m_isWorkbenchToEnd)
                        QTimer::singleShot(0, this, &ActionRunner::restWorkbench);
                });
        connect(m_workbench.get(), &workbench::Workbench::allReleased, this, [this] {
            if (m_isWorkbenchToEnd)
                QTimer::singleShot(0, this, &ActionRunner::endWorkbench);
        });
    }
    return *m_workbench;
}

void ActionRunner::reenter(int id)
{
    workbench().reenter(id);
}

void ActionRunner::countDown(int id)
{
    workbench().countDown(id);
}

void ActionRunner::release(int id)
{
    workbench().release(id);
}

void ActionRunner::extend(int id, Millis time)
{
    workbench().extend(id, time);
}

void ActionRunner::setWatchdog(int id, bool running)
{
    workbench().setWatchdog(id, running);
}

void ActionRunner::forget(int id)
{
    workbench().forget(id);
}

void ActionRunner::releaseAll()
{
    workbench().releaseAll();
}

void ActionRunner::stop()
{
    m_jobs.clear();
    m_questions.clear();
    m_sentinels.reset();
    m_workbench.reset();
    m_deployments.clear();
}

} // namespace lockscope::console
