// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/sentinelacts.h"

#include <QTimer>

#include <utility>

namespace lockscope::console {

namespace {

// The window has asked already: the answer comes with the request.
class GivenSentinelDecision final : public admin::SentinelConfirmation
{
public:
    explicit GivenSentinelDecision(QString reason)
        : m_reason(std::move(reason))
    {}

    Pending<admin::Decision> confirm(const admin::Place & /*place*/,
                                     const admin::SentinelPlan & /*plan*/) override
    {
        return Pending<admin::Decision>::ready(admin::Decision{true, m_reason});
    }

private:
    QString m_reason;
};

} // namespace

struct SentinelActs::Look {
    admin::SentinelLook look;
    Pending<admin::SentinelSight> sight;

    explicit Look(const redis::ConnectionConfig &config)
        : look(config)
    {}
};

struct SentinelActs::Job {
    GivenSentinelDecision decision;
    admin::SentinelAdministrator administrator;
    Pending<admin::SentinelOutcome> outcome;

    Job(admin::Audit &audit, const Clock &clock, QString reason)
        : decision(std::move(reason))
        , administrator(audit, decision, clock)
    {}
};

SentinelActs::SentinelActs(admin::Audit &audit, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_audit(audit)
    , m_clock(clock)
{}

SentinelActs::~SentinelActs() = default;

void SentinelActs::look(const redis::ConnectionConfig &config, const admin::SentinelAction &action,
                        const std::optional<std::vector<admin::LockAtRisk>> &held, int request)
{
    auto begun = std::make_unique<Look>(config);
    Look &started = *begun;
    m_looks.insert_or_assign(request, std::move(begun));
    const bool isMonitor = action.type == admin::SentinelActionType::Monitor;
    started.sight =
        started.look.look(isMonitor ? std::optional(action.server) : std::nullopt, held);
    started.sight.then(
        [this, action, target = config.target, request](Result<admin::SentinelSight> &&sight) {
            // Called from inside the look's own task, which must not destroy its scope.
            QTimer::singleShot(0, this, [this, request] { m_looks.erase(request); });
            if (!sight) {
                Q_EMIT notPlanned(request, sight.error());
                return;
            }
            if (const auto plan = admin::makeSentinelPlan(*sight, action, target))
                Q_EMIT planned(request, *plan);
            else
                Q_EMIT notPlanned(request, plan.error());
        });
}

void SentinelActs::act(const redis::ConnectionConfig &config, const admin::Place &place,
                       const admin::SentinelPlan &plan, const QString &reason, int request)
{
    auto begun = std::make_unique<Job>(m_audit, m_clock, reason);
    Job &job = *begun;
    m_jobs.insert_or_assign(request, std::move(begun));
    job.outcome = job.administrator.act(config, place, plan);
    job.outcome.then([this, request](Result<admin::SentinelOutcome> &&outcome) {
        admin::SentinelOutcome told;
        if (outcome)
            told = *std::move(outcome);
        else
            told.error = outcome.error();
        QTimer::singleShot(0, this, [this, request] { m_jobs.erase(request); });
        Q_EMIT finished(request, told);
    });
}

} // namespace lockscope::console
