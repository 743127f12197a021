// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/actionrules.h"
#include "ui/client/watchclient.h"

#include <QObject>
#include <QPointer>

#include <map>

class QAction;
class QMenu;

namespace lockscope::ui {

class ActionDialog;

// The operator's actions on locks: the menu's actions on the selection, each with the reason if it
// is not possible, and the dialogs that preview and ask. Requests leave by a signal, outcomes come
// in by a slot. GUI thread; client and clock must outlive it. It never talks to a server.
class ActionController : public QObject
{
    Q_OBJECT

public:
    // The time for which the last refusal by a server's ACL counts: the ACL may change meanwhile.
    static constexpr Millis refusalMemory = std::chrono::minutes(1);

    // More can be neither read nor carried out in a moment.
    static constexpr std::size_t mostAtOnce = 200;

    ActionController(WatchClient &client, const Clock &clock, QWidget *window);

    // The locks that the menu's actions are about, and the choice in the detail of the first.
    void setSelection(std::vector<watch::LockId> ids);
    void setChoice(const ActionChoice &choice);

    QAction *action(admin::ActionType type) const { return m_actions.at(type); }
    void fillMenu(QMenu *menu) const;

    // Why the locks cannot be acted on so; empty: at least one can.
    QString reasonAgainst(admin::ActionType type, const std::vector<watch::LockId> &ids,
                          const ActionChoice &choice) const;
    // Previews and asks; nothing is done before that. Nothing but a notice where it cannot be done.
    void start(admin::ActionType type, const std::vector<watch::LockId> &ids,
               const ActionChoice &choice);
    // Updates the actions for the current state.
    void refresh();
    // The server is asked again what may be done to the selection: acting was unlocked, say.
    void askRights();

public Q_SLOTS:
    void showOutcome(int request, const lockscope::admin::Outcome &outcome);
    // The reason against each of the plans; the last answer counts.
    void showRights(int request, const std::vector<std::optional<lockscope::Error>> &reasons);

Q_SIGNALS:
    // Asks for the rights on the first lock of the selection. The answer comes by showRights().
    void rightsWanted(lockscope::watch::DeploymentId deployment,
                      const std::vector<lockscope::admin::Plan> &plans, int request);
    void started(); // a dialog has opened
    // The operator has said yes. The answer comes by showOutcome().
    void actionRequested(lockscope::watch::DeploymentId deployment,
                         const lockscope::admin::Plan &plan, const QString &reason, int request);
    // The outcome of an action, for views that list the actions.
    void acted(const lockscope::watch::LockId &id, const lockscope::admin::Plan &plan,
               const lockscope::admin::Outcome &outcome);
    void noticed(const QString &text);
    void refused(const QString &text); // and nothing has been asked
    void changed(); // reasons may have

private:
    struct Request {
        QPointer<ActionDialog> dialog;
        std::size_t index = 0; // of the dialog's locks
        watch::LockId id;
        admin::Plan plan;
        int batch = 0; // the number of the first that was asked for with it
    };
    struct Batch {
        std::size_t all = 0;
        std::size_t answered = 0;
        std::size_t done = 0;
    };
    struct Refusal {
        QString text;
        Instant at{};
    };

    // The server's answers on the locks of one kind on one deployment.
    struct Rights {
        int request = 0;
        watch::DeploymentId deployment;
        QByteArray kind;
        std::vector<admin::ActionType> asked = {};
        std::map<admin::ActionType, QString> reasons = {};
    };

    void makeActions(QWidget *window);
    void askRightsNow();
    QString rightsAgainst(admin::ActionType type, const watch::LockId &id) const;
    ActionSubject subject(const watch::LockId &id) const;
    std::vector<ActionSubject> subjects(const std::vector<watch::LockId> &ids) const;
    QString refusalOf(watch::DeploymentId deployment, admin::ActionType type) const;
    std::vector<LockPointer> selected() const;
    bool isWorthRefreshing();
    void updateDialogs();
    void tellOutcome(const Request &done, const admin::Outcome &outcome, const QString &text);
    void request(ActionDialog *dialog, const std::vector<admin::Plan> &plans,
                 const std::vector<std::size_t> &indexes, const QString &reason);
    void onServersChanged();

    WatchClient &m_client;
    const Clock &m_clock;
    QWidget *m_window;
    std::map<admin::ActionType, QAction *> m_actions;
    std::vector<watch::LockId> m_selection;
    std::vector<LockPointer> m_refreshed; // of the selection, when the actions were last fitted
    ActionChoice m_choice;
    std::vector<QPointer<ActionDialog>> m_dialogs; // those that are open
    std::map<int, Request> m_requests;
    std::map<int, Batch> m_batches;
    std::map<std::pair<watch::DeploymentId, admin::ActionType>, Refusal> m_refusals;
    Rights m_rights;
    QTimer m_askSoon; // who moves through the table does not ask for each row
    int m_lastRequest = 0;
    QTimer m_second; // while a refusal is remembered
};

} // namespace lockscope::ui
