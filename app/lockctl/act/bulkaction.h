// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/act/lockaction.h"
#include "core/insight/filter/filter.h"

namespace lockscope::lockctl {

// The request to unlock or queue for all locks that a filter selects.
struct BulkRequest {
    TargetChoice where;
    insight::LockFilter filter;
    std::function<Result<admin::Action>(const admin::Sight &sight)> choose;
    QString reason;
    bool yes = false; // without it everything is listed, and nothing done
    bool json = false;
};

// Adds --filter, and reads it together with the options of an action. A usage error for a filter
// that cannot be understood, or names all locks there are, and if nobody can be asked
// (checkAnswer).
void addFilterOption(QCommandLineParser &parser);
Result<void> readBulkOptions(const QCommandLineParser &parser, BulkRequest &request);

// The command that carries the request out, once it is known what guards its servers.
std::unique_ptr<Running> guardedBulk(BulkRequest request);

// Looks for the locks, lists the action on each, and with --yes carries it out: one decision for
// all, but no lock is changed that differs from what was seen.
class BulkAction : public Running
{
    Q_OBJECT

public:
    // More cannot be looked over in a list.
    static constexpr std::size_t mostAtOnce = 200;

    explicit BulkAction(BulkRequest request, QObject *parent = nullptr);
    ~BulkAction() override;

    void start() override;
    void interrupt(int signal) override;

private:
    struct Omission {
        LockName name;
        std::size_t server = 0;
        QString why;
    };

    void onChanged();
    void plan(const watch::LockRecord &lock);
    void list();
    void act();
    void onOutcomes(const std::vector<admin::Outcome> &outcomes);
    void report(std::vector<QJsonObject> locks, const QByteArray &outcome);
    ExitStatus statusSoFar() const;
    void finish(int status);

    BulkRequest m_request;
    Session m_session;
    SystemClock m_clock;
    admin::Audit m_audit;
    TerminalConfirmation m_confirmation;
    std::vector<admin::Step> m_steps;
    std::vector<std::size_t> m_servers; // of the steps
    std::vector<Omission> m_omissions;
    std::map<std::size_t, std::unique_ptr<redis::Deployment>> m_deployments; // of the servers
    admin::Administrator m_administrator;
    Pending<std::vector<admin::Outcome>> m_acting;
    ExitStatus m_status = Done;
    bool m_looked = false;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
