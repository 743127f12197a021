// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/session.h"
#include "app/lockctl/common/terminalconfirmation.h"
#include "core/admin/permitsight.h"

#include <QJsonObject>

#include <functional>
#include <memory>

namespace lockscope::lockctl {

// What --kind says of a lock that its keys do not tell. Empty: they tell.
struct ActKind {
    // redlock, red or multi: the lock has a part on each of the targets, and what can be done to
    // them is done to all.
    QByteArray group;
    QByteArray permits; // a kind of semaphore, or the latch: what a number is to be taken for
    QByteArray pinned; // any other: what the key is to be taken for, as a pin has it

    // The kind that a key is taken for if it does not tell its own.
    QByteArray takenFor() const;
};
Result<ActKind> actKindFrom(const QCommandLineParser &parser);

// What unlock and queue are asked to do to one lock.
struct ActRequest {
    TargetChoice where; // one target, except with a group
    ActKind kind;
    LockName name;
    // What to do to what is seen. An Error says why it cannot be done: InvalidInput that the
    // command line does not say enough, anything else that the lock is not so.
    std::function<Result<admin::Action>(const admin::Sight &sight)> choose;
    QString reason;
    bool yes = false;
    bool dryRun = false;
    bool json = false;
};

// --reason, --yes, --dry-run and --json, and what they say. A usage error where there is nobody to
// ask.
void addActOptions(QCommandLineParser &parser);
Result<void> readActOptions(const QCommandLineParser &parser, ActRequest &request);
// Where there is nothing to do they are usage errors: each goes with `deeds`.
Result<void> refuseActOptions(const QCommandLineParser &parser, const QString &deeds);
// What does that, whatever is seen, with the rest of what the options say.
Result<std::unique_ptr<Running>> actingOf(const QCommandLineParser &parser, const LockName &name,
                                          const ActKind &kind, const admin::Action &action);

// Where that target is, and what becomes of the program by what became of an action.
admin::Place placeOf(const app::ChosenTarget &target);
ExitStatus statusOf(const admin::Outcome &outcome);

// Looks at the lock, thinks the action through, shows it, asks, and has it done.
class LockAction : public Running
{
    Q_OBJECT

public:
    explicit LockAction(ActRequest request, QObject *parent = nullptr);
    ~LockAction() override;

    void start() override;
    void interrupt(int signal) override;

private:
    // A server on which nothing is done, and why.
    struct Omission {
        std::size_t server = 0;
        QByteArray outcome; // as in the JSON
        QString why;
        ExitStatus status = Refused;
    };

    void onChanged();
    void look(std::size_t server);
    void lookAtPermits();
    void plan(std::size_t server, const admin::Sight &sight);
    redis::Deployment &open(std::size_t server);
    void omit(std::size_t server, const QByteArray &outcome, const QString &why, ExitStatus status);
    void decide();
    void showPlans();
    void act();
    void onOutcomes(const std::vector<admin::Outcome> &outcomes);
    QString sentence(std::size_t server, const QString &text) const;
    ExitStatus statusOfOmissions() const;
    QJsonObject report(std::vector<QJsonObject> results, const QByteArray &outcome) const;
    void refuse(const QByteArray &outcome, const QString &why, ExitStatus status);
    void finish(int status);

    ActRequest m_request;
    Session m_session;
    SystemClock m_clock;
    admin::Audit m_audit;
    TerminalConfirmation m_confirmation;
    std::vector<admin::Step> m_steps;
    std::vector<std::size_t> m_servers; // of the steps: places in the request's targets
    std::vector<Omission> m_omissions;
    std::vector<std::unique_ptr<redis::Deployment>> m_deployments; // of the steps
    std::unique_ptr<admin::PermitLook> m_look; // over the first deployment
    Pending<admin::Sight> m_looking;
    admin::Administrator m_administrator;
    Pending<std::vector<admin::Outcome>> m_acting;
    bool m_looked = false;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
