// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/hold/holdsession.h"

#include "app/lockctl/common/actreport.h"
#include "core/redis/notnow.h"
#include "core/redis/readonly.h"
#include "core/workbench/refusal.h"
#include "ui/wording/lockwording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

ExitStatus statusOf(const lock::AcquireOutcome &outcome)
{
    using Status = lock::AcquireOutcome::Status;
    if (outcome.status == Status::Held)
        return Done;
    if (outcome.status == Status::Unknown)
        return Unreachable;
    if (outcome.status != Status::Failed || !outcome.error)
        return Refused;
    const bool isRefusal = outcome.error->kind == ErrorKind::InvalidInput
        || outcome.error->code == "TOOLATE"
        || (outcome.error->kind == ErrorKind::Server && !redis::isNotNow(*outcome.error));
    return isRefusal ? Refused : Unreachable;
}

HoldSession::HoldSession(HoldOptions options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_guardLook(m_options.where)
    , m_servers(m_clock, m_pool)
    , m_cancel(std::make_shared<lock::Cancellation>())
    , m_audit(admin::Audit::usualFile())
    , m_lines(m_audit, m_clock, m_scope)
{
    // The options were checked by the same rules.
    m_assembly = workbench::Assembly::create(m_servers, m_options.asked).value();
    if (m_options.owner.isEmpty())
        m_options.owner = m_assembly->lock().newOwner();
    m_assembly->lock().setLostHandler(
        [this](const OwnerId &, lock::Loss loss) { Q_EMIT lost(loss); });
    m_assembly->lock().setStandingHandler([this](const OwnerId &, const lock::Standing &standing) {
        Q_EMIT standingChanged(wording::standing(m_options.meant(), standing,
                                                 m_options.asked.labels(), m_clock.now()));
    });
}

HoldSession::~HoldSession() = default;

// A read-only profile may guard a server whose address it does not name.
void HoldSession::acquire()
{
    m_guarding = m_guardLook.look();
    m_guarding.then([this](Result<void> &&looked) {
        if (!looked) { // a profile may guard the server
            lock::AcquireOutcome outcome;
            outcome.error = looked.error();
            tellNotObtained(outcome);
            return;
        }
        const auto &targets = m_guardLook.where().targets;
        const auto guarded = std::ranges::find(targets, true, &redis::Target::readOnly);
        if (guarded == targets.end()) {
            tryLock();
            return;
        }
        refuse(*guarded);
    });
}

// Logged like any other action that is refused.
void HoldSession::refuse(const app::ChosenTarget &guarded)
{
    const QString profile = guarded.guardedBy.isEmpty() ? guarded.profile : guarded.guardedBy;
    m_refusing = m_scope.start([this, profile] { return logRefusal(profile); });
    m_refusing.then([this, profile, label = guarded.label()](Result<admin::Outcome> &&logged) {
        lock::AcquireOutcome outcome;
        outcome.error = redis::readOnlyRefusal(label, profile);
        QString why = wording::notObtained(m_options.meant(), outcome, m_options.wait);
        if (logged && !logged->detail.isEmpty())
            why += u"; "_s + logged->detail.english();
        Q_EMIT notObtained(outcome, why);
    });
}

// One line for each lock and server, as for an action on them.
QCoro::Task<Result<admin::Outcome>> HoldSession::logRefusal(QString profile)
{
    admin::Outcome outcome = admin::refusedBy(profile);
    for (const app::ChosenTarget &target : m_guardLook.where().targets) {
        for (const LockName &name : m_options.asked.names) {
            admin::AuditRecord record = admin::newRecord(placeOf(target), {});
            record.action = "acquire";
            record.lock = name.bytes;
            record.kind = m_options.asked.kind;
            auto completing = m_lines.complete(std::move(record), admin::refusedBy(profile));
            outcome = co_await completing;
        }
    }
    co_return outcome;
}

void HoldSession::tryLock()
{
    m_assembly->open();
    m_acquiring =
        m_assembly->lock().tryLock(m_options.owner, m_options.wait, m_options.lease, m_cancel);
    m_acquiring.then([this](Result<lock::AcquireOutcome> &&answer) {
        lock::AcquireOutcome outcome;
        if (answer)
            outcome = std::move(*answer);
        else
            outcome.error = answer.error();
        if (outcome.isHeld())
            Q_EMIT held(outcome);
        else
            onceQuiet([this, outcome] { explain(outcome); });
    });
}

void HoldSession::explain(const lock::AcquireOutcome &outcome)
{
    if (!workbench::isWorthALook(m_options.asked, outcome)) {
        tellNotObtained(outcome);
        return;
    }
    m_looking = m_scope.start([this, outcome] {
        return workbench::afterALook(m_scope, m_assembly->firstServer(), m_options.asked, outcome);
    });
    m_looking.then([this, outcome](Result<lock::AcquireOutcome> &&seen) {
        tellNotObtained(seen ? *seen : outcome);
    });
}

void HoldSession::tellNotObtained(const lock::AcquireOutcome &outcome)
{
    Q_EMIT notObtained(outcome, wording::notObtained(m_options.meant(), outcome, m_options.wait));
}

void HoldSession::cancel()
{
    m_cancel->request();
}

void HoldSession::release()
{
    m_releasing = m_assembly->lock().unlock(m_options.owner);
    m_releasing.then([this](Result<lock::ReleaseOutcome> &&answer) {
        lock::ReleaseOutcome outcome;
        if (answer)
            outcome = std::move(*answer);
        else
            outcome.error = answer.error();
        onceQuiet([this, outcome] { Q_EMIT released(outcome); });
    });
}

// The release on the last of several servers may still be in flight.
void HoldSession::onceQuiet(std::function<void()> tell)
{
    m_ending = m_servers.whenQuiet();
    m_ending.then([tell = std::move(tell)](Result<std::vector<Result<void>>> &&) { tell(); });
}

std::optional<Instant> HoldSession::validUntil() const
{
    return m_assembly->lock().validUntil(m_options.owner);
}

} // namespace lockscope::lockctl
