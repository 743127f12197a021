// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/bulkaction.h"

#include "app/lockctl/act/guardedrun.h"
#include "app/lockctl/common/actreport.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/look/quorumreport.h"
#include "core/base/text.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/sightof.h"
#include "ui/wording/wording.h"

#include <QCommandLineParser>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// One line a lock: its name, place, kind, losing holders, and commands.
Row rowOf(const admin::Step &step)
{
    return {u"  "_s + nameText(step.plan.sight.name), step.place.deployment,
            visible(step.plan.sight.kind), wording::holdersOf(step.plan.sight),
            wording::commandLines(step.plan).join(u"; "_s)};
}

} // namespace

void addFilterOption(QCommandLineParser &parser)
{
    parser.addOption(
        {u"filter"_s,
         u"Instead of NAME: all locks that match, as in 'lockctl list', up to 200. Lists "
         "them; with --yes, acts on all of them. Without a terminal, --yes or --dry-run is "
         "required."_s,
         u"F"_s});
}

Result<void> readBulkOptions(const QCommandLineParser &parser, BulkRequest &request)
{
    auto filter = insight::LockFilter::parseToAct(parser.value(u"filter"_s));
    if (!filter)
        return fail(filter.error());
    if (filter->isEmpty())
        return fail(ErrorKind::InvalidInput,
                    u"--filter is empty; an action on all locks at once is not allowed"_s);
    if (filter->dependsOnProblems())
        return fail(ErrorKind::InvalidInput,
                    u"problem: cannot be used to act; see 'lockctl doctor', and name the locks"_s);
    // A negated term would match every lock, and so would since:<1m.
    if (const QString field = filter->observedField(); !field.isEmpty())
        return fail(ErrorKind::InvalidInput,
                    u"%1: cannot be used to act, because one look does not tell it; see 'lockctl "
                    "list --observe D', and name the locks"_s.arg(field));
    request.filter = std::move(*filter);
    request.yes = parser.isSet(u"yes"_s) && !parser.isSet(u"dry-run"_s);
    auto where = targetChoice(parser, request.yes ? Purpose::Act : Purpose::Look);
    if (!where)
        return fail(where.error());
    request.where = std::move(*where);
    if (const auto checked = checkQuorumFilter(request.filter, request.where); !checked)
        return fail(checked.error());
    if (const auto checked = checkAnswer(parser); !checked)
        return checked;
    request.reason = parser.value(u"reason"_s);
    request.json = parser.isSet(u"json"_s);
    if (request.yes)
        return checkReason(request.where, request.reason);
    return {};
}

std::unique_ptr<Running> guardedBulk(BulkRequest request)
{
    const auto reason = request.yes ? std::optional(request.reason) : std::nullopt;
    TargetChoice where = request.where;
    return std::make_unique<GuardedRun>(
        std::move(where), reason,
        [request = std::move(request)](TargetChoice &&guarded) -> std::unique_ptr<Running> {
            BulkRequest own = request;
            own.where = std::move(guarded);
            return std::make_unique<BulkAction>(std::move(own));
        });
}

BulkAction::BulkAction(BulkRequest request, QObject *parent)
    : Running(parent)
    , m_request(std::move(request))
    , m_session(m_request.where, {}, Session::Look::Waiters)
    , m_audit(admin::Audit::usualFile())
    , m_confirmation(m_request.reason, true) // the list has been asked for and seen
    , m_administrator(m_audit, m_confirmation, m_clock)
{
    m_administrator.askRightsFirst();
    connect(&m_session, &Session::changed, this, &BulkAction::onChanged);
}

BulkAction::~BulkAction() = default;

void BulkAction::start()
{
    m_session.start();
}

void BulkAction::interrupt(int /*signal*/)
{
    if (m_finished)
        return;
    if (m_looked && m_request.yes) {
        writeError(u"lockctl: the actions are running; waiting for the replies\n"_s);
        return;
    }
    tellInterrupted();
    finish(Refused);
}

void BulkAction::onChanged()
{
    if (m_looked || m_finished || !m_session.isSettled())
        return;
    m_looked = true;
    // If a server was not read completely, the list is incomplete and must not look complete.
    if (!m_session.allGaps().empty()) {
        m_session.tellAllGaps();
        m_status = Unreachable;
    }
    std::map<watch::LockId, insight::QuorumVerdict> verdicts;
    if (m_request.filter.dependsOnQuorum())
        verdicts = verdictsOf(m_session, m_request.where, m_clock.now());
    for (const auto &[id, lock] : m_session.locks()) {
        if (lock
            && m_request.filter.matches(
                *lock, sightOf(m_session, id, verdicts, m_clock.now(), m_clock.wallNow())))
            plan(*lock);
    }
    m_session.stop();
    if (m_steps.size() > mostAtOnce) {
        writeError(u"lockctl: %1 locks match, but the limit is %2 at a time; use a narrower "
                   "filter\n"_s.arg(m_steps.size())
                       .arg(mostAtOnce));
        finish(Usage);
    } else if (m_steps.empty() || !m_request.yes) {
        list();
    } else {
        act();
    }
}

void BulkAction::plan(const watch::LockRecord &lock)
{
    const auto server = m_session.targetOf(lock.id.deployment);
    const admin::Sight sight = wording::sightOf(lock, m_clock.now());
    const auto action = m_request.choose(sight);
    if (!action) {
        m_omissions.push_back({lock.id.name, server, action.error().text.english()});
        return;
    }
    auto thought = admin::makePlan(sight, *action,
                                   wording::keyspaceOf(m_session.serverOf(lock.id.deployment)));
    if (!thought) {
        m_omissions.push_back({lock.id.name, server, thought.error().text.english()});
        return;
    }
    m_servers.push_back(server);
    m_steps.push_back({placeOf(m_request.where.targets[server]), std::move(*thought)});
}

void BulkAction::list()
{
    std::vector<QJsonObject> planned;
    std::vector<Row> rows;
    QStringList effects;
    for (const admin::Step &step : m_steps) {
        planned.push_back(planJson(step));
        planned.back()["outcome"_L1] = u"planned"_s;
        rows.push_back(rowOf(step));
        for (const admin::Effect effect : step.plan.effects) {
            const QString text = wording::effect(effect);
            if (!effects.contains(text))
                effects += text;
        }
    }
    if (m_request.json) {
        report(std::move(planned), m_steps.empty() ? "no-such-lock" : "planned");
        return;
    }
    QString text;
    if (!m_steps.empty()) {
        text =
            u"%1, %2:\n"_s.arg(wording::actionTitle(m_steps.front().plan.action),
                               counted(static_cast<qint64>(m_steps.size()), u"lock"_s, u"locks"_s))
            + aligned(rows) + consequencesText(effects);
    }
    for (const Omission &omission : m_omissions)
        text += u"Skipped: %1: %2\n"_s.arg(nameText(omission.name), omission.why);
    const bool written = writeOut(text);
    if (m_steps.empty())
        writeError(u"lockctl: no lock allows this action\n"_s);
    else
        writeError(u"lockctl: no change was made; use --yes to act\n"_s);
    finish(written ? statusSoFar() : Unreachable);
}

void BulkAction::act()
{
    std::vector<redis::Deployment *> deployments;
    for (const std::size_t server : m_servers) {
        auto &deployment = m_deployments[server];
        if (!deployment) {
            deployment =
                std::make_unique<redis::Deployment>(actingConnectionTo(m_request.where, server));
            deployment->open();
        }
        deployments.push_back(deployment.get());
    }
    m_acting = m_administrator.actOnAll(std::move(deployments), m_steps);
    m_acting.then([this](Result<std::vector<admin::Outcome>> &&outcomes) {
        if (outcomes) {
            onOutcomes(*outcomes);
            return;
        }
        writeError(u"lockctl: %1\n"_s.arg(wording::errorSentence(outcomes.error())));
        finish(Unreachable);
    });
}

void BulkAction::onOutcomes(const std::vector<admin::Outcome> &outcomes)
{
    std::vector<QJsonObject> results;
    std::size_t done = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const admin::Outcome &outcome = outcomes[i];
        done += outcome.status == admin::Outcome::Status::Done ? 1U : 0U;
        m_status = std::max(m_status, statusOf(outcome));
        results.push_back(resultJson(m_steps[i], outcome));
        writeError(u"lockctl: %1 on %2: %3\n"_s.arg(
            nameText(m_steps[i].plan.sight.name), m_steps[i].place.deployment,
            wording::outcomeSentence(outcome, m_steps[i].plan)));
    }
    const QByteArray outcome = done == outcomes.size() ? "done"
        : done > 0                                     ? "partly"
                                                       : name(outcomes.front().status);
    if (m_request.json) {
        report(std::move(results), outcome);
        return;
    }
    const bool written = writeOut(u"Done: %1 of %2\n"_s.arg(done).arg(outcomes.size()));
    finish(written ? statusSoFar() : Unreachable);
}

void BulkAction::report(std::vector<QJsonObject> locks, const QByteArray &outcome)
{
    for (const Omission &omission : m_omissions) {
        QJsonObject object =
            emptyResult(omission.name, m_request.where.targets[omission.server].label());
        object["outcome"_L1] = u"left-out"_s;
        object["detail"_L1] = omission.why;
        locks.push_back(std::move(object));
    }
    QJsonArray all;
    for (const QJsonObject &object : locks)
        all.append(object);
    const bool written = writeOut(jsonLine(
        {{"schema"_L1, 1}, {"outcome"_L1, QString::fromLatin1(outcome)}, {"locks"_L1, all}}));
    finish(written ? statusSoFar() : Unreachable);
}

ExitStatus BulkAction::statusSoFar() const
{
    return m_steps.empty() ? std::max(m_status, Refused) : m_status;
}

void BulkAction::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_session.stop();
    Q_EMIT finished(status);
}

} // namespace lockscope::lockctl
