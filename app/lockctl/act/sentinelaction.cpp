// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/sentinelaction.h"

#include "app/lockctl/act/lockaction.h"
#include "app/lockctl/common/actreport.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/sentinelreport.h"
#include "core/watch/record/replication.h"
#include "ui/wording/sentinelwording.h"
#include "ui/wording/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using Type = admin::SentinelActionType;

// So many locks are looked for on the replicas.
constexpr std::size_t mostOnReplicas = 200;

// A Sentinel that declines by an error reply has refused, as a lock that is busy.
ExitStatus statusAt(const admin::Outcome &outcome)
{
    const bool hasDeclined = outcome.status == admin::Outcome::Status::Failed && outcome.error
        && outcome.error->kind == ErrorKind::Server;
    return hasDeclined ? Refused : statusOf(outcome);
}

admin::LockAtRisk::Fate fateOf(const LockName &lock, const watch::Replication *replication)
{
    using Fate = admin::LockAtRisk::Fate;
    if (replication == nullptr)
        return Fate::Unknown;
    switch (watch::survivalOf(lock, *replication)) {
    case watch::Survival::Kept:
        return Fate::Kept;
    case watch::Survival::Lost:
        return Fate::Lost;
    case watch::Survival::Unknown:
        break;
    }
    return Fate::Unknown;
}

} // namespace

SentinelCommand::SentinelCommand(SentinelRequest request, QObject *parent)
    : Running(parent)
    , m_request(std::move(request))
    , m_place(placeOf(m_request.where.targets.front()))
    , m_config(connectionTo(m_request.where, 0))
    , m_audit(admin::Audit::usualFile())
    , m_confirmation(m_request.reason, m_request.yes)
    , m_look(m_config)
    , m_administrator(m_audit, m_confirmation, m_clock)
{}

SentinelCommand::~SentinelCommand() = default;

void SentinelCommand::start()
{
    const bool isMonitor = m_request.action.type == Type::Monitor;
    m_looking = m_look.look(isMonitor ? std::optional(m_request.action.server) : std::nullopt);
    m_looking.then([this](Result<admin::SentinelSight> &&sight) {
        if (m_finished)
            return;
        if (!sight) {
            refuse("failed", wording::errorSentence(sight.error()), Unreachable);
            return;
        }
        m_sight = *std::move(sight);
        if (m_request.action.type == Type::Failover && m_sight.isPrimaryUp)
            lookAtLocks({});
        else
            decide();
    });
}

void SentinelCommand::interrupt(int /*signal*/)
{
    if (m_finished || m_confirmation.interrupt())
        return;
    if (!m_isActing)
        refuse("declined", u"interrupted; no change was made"_s, Refused);
    else
        writeError(u"lockctl: the action is running; waiting for the reply\n"_s);
}

// All of them; or those names, also on the replicas.
void SentinelCommand::lookAtLocks(std::vector<LockName> names)
{
    m_isOnReplicas = !names.empty();
    Session &session = *m_sessions.emplace_back(
        std::make_unique<Session>(m_request.where, std::move(names), Session::Look::Once));
    connect(&session, &Session::changed, this, [this, &session] {
        if (!m_finished && !m_isActing && &session == m_sessions.back().get()
            && session.isSettled())
            onLocks();
    });
    session.start();
}

void SentinelCommand::onLocks()
{
    Session &session = *m_sessions.back();
    disconnect(&session, &Session::changed, this, nullptr);
    const auto &servers = session.servers();
    if (!m_isOnReplicas && !session.failure()) {
        m_sight.locks.emplace();
        for (const auto &[id, lock] : session.locks()) {
            if (lock && !lock->holds.empty())
                m_sight.locks->push_back(
                    {id.name, lock->kind, lock->holds.front().owner, admin::LockAtRisk::Fate()});
        }
    }
    if (m_isOnReplicas && !servers.empty()) {
        const watch::Replication *const replication = servers.begin()->second.replication.get();
        for (admin::LockAtRisk &lock : *m_sight.locks)
            lock.fate = fateOf(lock.name, replication);
    }
    session.stop();
    std::vector<LockName> held;
    for (const admin::LockAtRisk &lock : m_sight.locks.value_or(std::vector<admin::LockAtRisk>())) {
        if (held.size() < mostOnReplicas)
            held.push_back(lock.name);
    }
    if (m_isOnReplicas || held.empty())
        decide();
    else
        lookAtLocks(std::move(held));
}

void SentinelCommand::decide()
{
    auto plan = admin::makeSentinelPlan(m_sight, m_request.action, m_config.target);
    if (!plan) {
        const Error &why = plan.error();
        if (why.kind != ErrorKind::InvalidInput)
            refuse("failed", wording::errorSentence(why), Unreachable);
        else
            refuse(why.code == "NOMASTER" ? "no-such-primary" : "failed", why.text.english(),
                   Refused);
        return;
    }
    m_plan = *std::move(plan);
    if (!m_request.dryRun) {
        act();
        return;
    }
    const bool written = writeOut(m_request.json ? jsonLine(sentinelJson(m_place, m_plan))
                                                 : previewOf(m_place, m_plan));
    finish(written ? statusOfOmissions() : Unreachable);
}

void SentinelCommand::act()
{
    m_isActing = true;
    m_acting = m_administrator.act(m_config, m_place, m_plan);
    m_acting.then([this](Result<admin::SentinelOutcome> &&outcome) {
        if (outcome)
            onOutcome(*outcome);
        else
            refuse("failed", wording::errorSentence(outcome.error()), Unreachable);
    });
}

void SentinelCommand::onOutcome(const admin::SentinelOutcome &outcome)
{
    ExitStatus status = outcome.deeds.empty() ? Done : statusOfOmissions();
    for (const admin::Outcome &deed : outcome.deeds)
        status = std::max(status, statusAt(deed));
    for (const auto &[address, what] : wording::sentinelOutcomes(m_plan, outcome))
        writeError(u"lockctl: Sentinel %1: %2\n"_s.arg(address, what));
    if (outcome.deeds.empty()) { // nothing was begun
        admin::Outcome whole;
        whole.status = outcome.status;
        whole.error = outcome.error;
        writeError(u"lockctl: %1\n"_s.arg(wording::sentinelOutcome(whole)));
        status = statusOf(whole);
    }
    if (const QString primary = wording::newPrimaryText(outcome); !primary.isEmpty())
        writeError(u"lockctl: %1\n"_s.arg(primary));
    if (m_request.json && !writeOut(jsonLine(sentinelJson(m_place, m_plan, outcome))))
        status = Unreachable;
    finish(status);
}

ExitStatus SentinelCommand::statusOfOmissions() const
{
    return std::ranges::any_of(m_plan.omissions, &admin::SentinelOmission::isProblem) ? Unreachable
                                                                                      : Done;
}

// Nothing came to be done.
void SentinelCommand::refuse(const QByteArray &outcome, const QString &why, ExitStatus status)
{
    writeError(u"lockctl: %1\n"_s.arg(why));
    if (m_request.json) {
        QJsonObject object =
            emptySentinelResult(m_config.target.masterName.toUtf8(), m_place.deployment);
        object["action"_L1] = QString::fromLatin1(name(m_request.action.type));
        object["outcome"_L1] = QString::fromLatin1(outcome);
        object["detail"_L1] = why;
        (void)writeOut(jsonLine(object));
    }
    finish(status);
}

void SentinelCommand::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    for (const auto &session : m_sessions)
        session->stop();
    Q_EMIT finished(status);
}

} // namespace lockscope::lockctl
