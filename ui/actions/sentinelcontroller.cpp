// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/sentinelcontroller.h"

#include "ui/actions/sentineldialog.h"
#include "ui/client/sentinelrules.h"
#include "ui/wording/sentinelwording.h"
#include "ui/wording/wording.h"

#include <utility>

namespace lockscope::ui {

namespace {

constexpr qsizetype noticeNameLimit = 60;

} // namespace

SentinelController::SentinelController(WatchClient &client, QWidget *window)
    : QObject(window)
    , m_client(client)
    , m_window(window)
{}

void SentinelController::start(admin::SentinelActionType type, watch::ServerId server)
{
    const int at = m_client.servers().rowOf(server);
    const ServerRow *const row = at < 0 ? nullptr : &m_client.servers().rowAt(at);
    if (const QString reason = reasonAgainstSentinels(row); !reason.isEmpty()) {
        Q_EMIT refused(tr("%1 is not possible: %2").arg(sentinelActionTitle(type), reason));
        return;
    }
    const watch::DeploymentId deployment = row->server.deployment;
    // The same question is asked once.
    auto &known = m_dialogs[{deployment, type}];
    if (known && known->isVisible() && known->isPreview()) {
        known->raise();
        known->activateWindow();
        return;
    }
    auto *dialog = new SentinelDialog(type, row->place, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    known = dialog;
    connect(dialog, &SentinelDialog::lookRequested, this,
            [this, dialog, deployment](const admin::SentinelAction &action) {
                look(dialog, deployment, action);
            });
    connect(dialog, &SentinelDialog::requested, this,
            [this, dialog, deployment](const admin::SentinelPlan &plan, const QString &reason) {
                request(dialog, deployment, plan, reason);
            });
    dialog->show();
    dialog->activateWindow(); // its keys are its own: Esc is the window's as well
    dialog->begin();
}

// Those of a server that is out of sight may be others by now.
std::optional<std::vector<admin::LockAtRisk>> SentinelController::heldLocks(
    watch::DeploymentId deployment) const
{
    const watch::ServerRecord *const server = m_client.servers().find(deployment);
    if (!server || server->state != watch::ServerState::Up || server->discovering)
        return std::nullopt;
    std::vector<admin::LockAtRisk> held;
    m_client.locks().forEachLock([&](const LockPointer &lock) {
        if (lock->id.deployment == deployment && !lock->holds.empty())
            held.push_back(
                {lock->id.name, *lock->kind, lock->holds.front().owner, admin::LockAtRisk::Fate()});
    });
    return held;
}

void SentinelController::look(SentinelDialog *dialog, watch::DeploymentId deployment,
                              const admin::SentinelAction &action)
{
    const bool isFailover = action.type == admin::SentinelActionType::Failover;
    m_requests.insert({++m_lastRequest, {dialog, action, {}}});
    Q_EMIT lookRequested(deployment, action, isFailover ? heldLocks(deployment) : std::nullopt,
                         m_lastRequest);
}

void SentinelController::request(SentinelDialog *dialog, watch::DeploymentId deployment,
                                 const admin::SentinelPlan &plan, const QString &reason)
{
    m_requests.insert({++m_lastRequest, {dialog, plan.action, plan.sight.name}});
    Q_EMIT actionRequested(deployment, plan, reason, m_lastRequest);
}

SentinelController::Request SentinelController::take(int request)
{
    const auto at = m_requests.find(request);
    if (at == m_requests.end())
        return {};
    Request taken = std::move(at->second);
    m_requests.erase(at);
    return taken;
}

void SentinelController::showPlan(int request, const admin::SentinelPlan &plan)
{
    if (const Request looked = take(request); looked.dialog)
        looked.dialog->showPlan(plan);
}

void SentinelController::showProblem(int request, const Error &why)
{
    if (const Request looked = take(request); looked.dialog)
        looked.dialog->showProblem(looked.action, why);
}

void SentinelController::showOutcome(int request, const admin::SentinelOutcome &outcome)
{
    const Request done = take(request);
    if (done.dialog)
        done.dialog->showOutcome(outcome);
    const QString primary = wording::newPrimaryText(outcome);
    Q_EMIT noticed(tr("%1, %2: %3")
                       .arg(wording::sentinelTitle(done.action),
                            wording::shown(done.primary, noticeNameLimit),
                            primary.isEmpty() ? wording::sentinelOutcome(outcome) : primary));
}

} // namespace lockscope::ui
