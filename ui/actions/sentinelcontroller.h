// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentineladministrator.h"
#include "ui/client/watchclient.h"

#include <QObject>
#include <QPointer>

#include <map>

namespace lockscope::ui {

class SentinelDialog;

// The operator's actions on Sentinels: the dialogs that preview and ask, and what goes between them
// and the thread that looks and acts. Looks and requests leave by signals, answers come in by
// slots. GUI thread; the client must outlive it. It never talks to a server.
class SentinelController : public QObject
{
    Q_OBJECT

public:
    SentinelController(WatchClient &client, QWidget *window);

    // Previews and asks; nothing is done before that. Nothing but a notice where it cannot be done.
    void start(admin::SentinelActionType type, watch::ServerId server);

public Q_SLOTS:
    void showPlan(int request, const lockscope::admin::SentinelPlan &plan);
    void showProblem(int request, const lockscope::Error &why);
    void showOutcome(int request, const lockscope::admin::SentinelOutcome &outcome);

Q_SIGNALS:
    // The answer comes by showPlan() or showProblem(). `held`: the locks that a failover may lose;
    // empty: not known.
    void lookRequested(lockscope::watch::DeploymentId deployment,
                       const lockscope::admin::SentinelAction &action,
                       const std::optional<std::vector<lockscope::admin::LockAtRisk>> &held,
                       int request);
    // The operator has said yes. The answer comes by showOutcome().
    void actionRequested(lockscope::watch::DeploymentId deployment,
                         const lockscope::admin::SentinelPlan &plan, const QString &reason,
                         int request);
    void noticed(const QString &text);
    void refused(const QString &text); // and nothing has been asked

private:
    struct Request {
        QPointer<SentinelDialog> dialog;
        admin::SentinelAction action;
        QByteArray primary; // its name; of a look: empty
    };

    std::optional<std::vector<admin::LockAtRisk>> heldLocks(watch::DeploymentId deployment) const;
    void look(SentinelDialog *dialog, watch::DeploymentId deployment,
              const admin::SentinelAction &action);
    void request(SentinelDialog *dialog, watch::DeploymentId deployment,
                 const admin::SentinelPlan &plan, const QString &reason);
    Request take(int request);

    WatchClient &m_client;
    QWidget *m_window;
    std::map<std::pair<watch::DeploymentId, admin::SentinelActionType>, QPointer<SentinelDialog>>
        m_dialogs;
    std::map<int, Request> m_requests;
    int m_lastRequest = 0;
};

} // namespace lockscope::ui
