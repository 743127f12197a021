// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/session.h"
#include "app/lockctl/common/terminalconfirmation.h"
#include "core/admin/plan/permitsight.h"

#include <QJsonObject>

#include <functional>
#include <memory>

namespace lockscope::lockctl {

// The value of --kind: the kind of a lock whose keys do not tell it. Empty: they do.
struct ActKind {
    // redlock, red or multi: the lock has a part on each of the targets, and an action that is
    // possible there is applied to all parts.
    QByteArray group;
    QByteArray permits; // a kind of semaphore, or the latch: the kind that a number is taken for
    QByteArray pinned; // any other: the kind that the key is taken for, as in a pin

    // The kind that a key is taken for if it does not tell its own.
    QByteArray takenFor() const;
};
Result<ActKind> actKindFrom(const QCommandLineParser &parser);

// The request to unlock or queue for one lock.
struct ActRequest {
    TargetChoice where; // one target, except with a group
    ActKind kind;
    LockName name;
    // Chooses the action for the lock as seen. An Error tells why there is none: InvalidInput if
    // the command line does not say enough, any other kind if the lock is not in such a state.
    std::function<Result<admin::Action>(const admin::Sight &sight)> choose;
    QString ifUnknown = {}; // the next step if the name is not recognised; empty: none of its own
    QString reason;
    bool yes = false;
    bool dryRun = false;
    bool json = false;
};

// Adds and reads --reason, --yes, --dry-run and --json. A usage error if there is nobody to ask.
void addActOptions(QCommandLineParser &parser);
Result<void> readActOptions(const QCommandLineParser &parser, ActRequest &request);
// A usage error if the action is neither confirmed by --yes nor a preview, and nobody can be asked:
// a script that forgets --yes must not take the status 0 for an action.
Result<void> checkAnswer(const QCommandLineParser &parser);
// Usage errors for these options if the command has no action: each is only valid with `deeds`.
Result<void> refuseActOptions(const QCommandLineParser &parser, const QString &deeds);
// The command that carries the request out, once it is known what guards its server.
std::unique_ptr<Running> guardedAction(ActRequest request);
// Carries out `action` whatever the state of the lock, with the other options from the parser.
Result<std::unique_ptr<Running>> actingOf(const QCommandLineParser &parser, const LockName &name,
                                          const ActKind &kind, const admin::Action &action,
                                          const QString &ifUnknown = {});

// The exit status for the outcome of an action.
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
    QString withNextStep(const QString &why) const;
    void lookAtPermits();
    void plan(std::size_t server, const admin::Sight &sight, admin::Keyspace keyspace);
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
