// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/command.h"
#include "app/lockctl/session.h"
#include "app/lockctl/terminalconfirmation.h"

#include <QJsonObject>

#include <functional>

namespace lockscope::lockctl {

// What unlock and queue are asked to do to one lock.
struct ActRequest {
    TargetChoice where; // one target
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

// The lock that was looked for, once the session is settled; else why there is none. ConnectionLost
// and the like where it could not be looked for.
Result<watch::LockRecord> lockIn(const Session &session, const LockName &name);

// What is about to be done, for people: lock, holders, commands, and what follows.
QString previewOf(const admin::Plan &plan, const admin::Place &place);

// Looks at the lock, thinks the action through, shows it, asks, and has it done.
class Acting : public Running
{
    Q_OBJECT

public:
    explicit Acting(ActRequest request, QObject *parent = nullptr);
    ~Acting() override;

    void start() override;
    void interrupt(int signal) override;

private:
    void onChanged();
    void decide(const watch::LockRecord &lock);
    void act(admin::Plan plan);
    void onOutcome(const admin::Plan &plan, const admin::Outcome &outcome);
    void refuse(const QByteArray &outcome, const QString &why, ExitStatus status);
    void finish(int status);

    ActRequest m_request;
    Session m_session;
    SystemClock m_clock;
    admin::Audit m_audit;
    TerminalConfirmation m_confirmation;
    std::unique_ptr<redis::Deployment> m_deployment;
    admin::Administrator m_administrator;
    Pending<admin::Outcome> m_acting;
    bool m_looked = false;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
