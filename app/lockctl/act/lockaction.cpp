// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/lockaction.h"

#include "app/lockctl/act/guardedrun.h"
#include "app/lockctl/common/actreport.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/lookup.h"
#include "app/lockctl/common/printing.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/sightof.h"
#include "ui/wording/wording.h"

#include <QCommandLineParser>
#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// Whether what a server keeps can be its part of such a lock.
bool isPartOf(const QByteArray &group, const admin::Sight &sight)
{
    if (format::traitsOf(group).isPlainString)
        return format::traitsOf(sight.kind).isPlainString;
    return group.isEmpty() || format::libraryTraitsOf(sight.library).keepsHashes;
}

admin::Keyspace keyspaceOf(const redis::Deployment &deployment)
{
    if (!deployment.isCluster())
        return admin::Keyspace::Whole;
    return deployment.hasShardedChannels() ? admin::Keyspace::ShardedCluster
                                           : admin::Keyspace::Cluster;
}

// Whether it turned out to be what it was said to be; keys may say otherwise.
bool isPinned(const ActKind &kind, const admin::Sight &sight)
{
    const auto pin = format::pinFrom({}, kind.pinned);
    return !pin || !kind.group.isEmpty()
        || (pin->kind == sight.kind && (pin->library.isEmpty() || pin->library == sight.library));
}

} // namespace

ExitStatus statusOf(const admin::Outcome &outcome)
{
    using Status = admin::Outcome::Status;
    switch (outcome.status) {
    case Status::Done:
        return Done;
    case Status::Changed:
    case Status::Declined:
        return Refused;
    case Status::Refused:
    case Status::NotPermitted:
    case Status::Failed:
    case Status::Unknown:
        break;
    }
    return Unreachable;
}

void addActOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {u"reason"_s, u"The reason for the action, for the audit log. Required on production."_s,
         u"R"_s},
        {u"yes"_s,
         u"Act without asking for confirmation. Required if there is no terminal. "
         "Without --yes, lockctl shows a preview and asks."_s},
        {u"dry-run"_s, u"Print the preview and change nothing."_s},
        {u"json"_s, u"Print JSON: one object."_s},
    });
}

Result<void> checkAnswer(const QCommandLineParser &parser)
{
    if (parser.isSet(u"yes"_s) || parser.isSet(u"dry-run"_s) || TerminalConfirmation::hasTerminal())
        return {};
    return fail(
        ErrorKind::InvalidInput,
        u"no terminal for the confirmation; use --yes to act, or --dry-run for a preview"_s);
}

Result<void> readActOptions(const QCommandLineParser &parser, ActRequest &request)
{
    const bool isActing = !parser.isSet(u"dry-run"_s);
    auto where = targetChoice(parser, isActing ? Purpose::Act : Purpose::Look);
    if (!where)
        return fail(where.error());
    if (const auto only = onlyTarget(*where); !only && request.kind.group.isEmpty())
        return fail(only.error());
    request.where = std::move(*where);
    pinName(request.where, request.name, request.kind.takenFor());
    request.reason = parser.value(u"reason"_s);
    request.yes = parser.isSet(u"yes"_s);
    request.dryRun = parser.isSet(u"dry-run"_s);
    request.json = parser.isSet(u"json"_s);
    if (const auto checked = checkAnswer(parser); !checked)
        return checked;
    if (isActing)
        return checkReason(request.where, request.reason);
    return {};
}

Result<void> refuseActOptions(const QCommandLineParser &parser, const QString &deeds)
{
    for (const QString &option : {u"reason"_s, u"yes"_s, u"dry-run"_s}) {
        if (parser.isSet(option))
            return fail(ErrorKind::InvalidInput, u"--%1 requires %2"_s.arg(option, deeds));
    }
    return {};
}

Result<std::unique_ptr<Running>> actingOf(const QCommandLineParser &parser, const LockName &name,
                                          const ActKind &kind, const admin::Action &action,
                                          const QString &ifUnknown)
{
    ActRequest request;
    request.name = name;
    request.kind = kind;
    request.ifUnknown = ifUnknown;
    if (auto read = readActOptions(parser, request); !read)
        return fail(read.error());
    request.choose = [action](const admin::Sight &) { return Result<admin::Action>(action); };
    return guardedAction(std::move(request));
}

std::unique_ptr<Running> guardedAction(ActRequest request)
{
    const auto reason = request.dryRun ? std::nullopt : std::optional(request.reason);
    TargetChoice where = request.where;
    return std::make_unique<GuardedRun>(
        std::move(where), reason,
        [request = std::move(request)](TargetChoice &&guarded) -> std::unique_ptr<Running> {
            ActRequest own = request;
            own.where = std::move(guarded);
            return std::make_unique<LockAction>(std::move(own));
        });
}

Result<ActKind> actKindFrom(const QCommandLineParser &parser)
{
    const QByteArray kind = parser.value(u"kind"_s).toUtf8();
    const format::KindTraits &traits = format::traitsOf(kind);
    if (!traits.isOnOneServer()) // each part of a redlock is a string
        return ActKind{kind, {}, traits.isPlainString ? "string"_ba : QByteArray()};
    if (traits.isNumber())
        return ActKind{{}, kind, {}};
    auto pinned = kindFrom(parser);
    if (!pinned)
        return fail(ErrorKind::InvalidInput,
                    pinned.error().text.english()
                        + u"; for a lock on several servers: redlock, red and multi"_s);
    return ActKind{{}, {}, std::move(*pinned)};
}

QByteArray ActKind::takenFor() const
{
    const bool isOfHashes = !group.isEmpty() && !format::traitsOf(group).isPlainString;
    return isOfHashes ? "reentrant"_ba : pinned;
}

LockAction::LockAction(ActRequest request, QObject *parent)
    : Running(parent)
    , m_request(std::move(request))
    , m_session(m_request.where, {m_request.name}, Session::Look::Waiters)
    , m_audit(admin::Audit::usualFile())
    , m_confirmation(m_request.reason, m_request.yes)
    , m_administrator(m_audit, m_confirmation, m_clock)
{
    m_administrator.askRightsFirst();
    connect(&m_session, &Session::changed, this, &LockAction::onChanged);
}

LockAction::~LockAction() = default;

void LockAction::start()
{
    if (m_request.kind.permits.isEmpty())
        m_session.start();
    else
        lookAtPermits();
}

redis::Deployment &LockAction::open(std::size_t server)
{
    redis::Deployment &deployment = *m_deployments.emplace_back(std::make_unique<redis::Deployment>(
        m_request.dryRun ? connectionTo(m_request.where, server)
                         : actingConnectionTo(m_request.where, server)));
    deployment.open();
    return deployment;
}

// The watch does not know what a number is.
void LockAction::lookAtPermits()
{
    m_look = std::make_unique<admin::PermitLook>(open(0));
    m_looking = m_look->look(m_request.kind.permits, m_request.name);
    m_looking.then([this](Result<admin::Sight> &&sight) {
        if (m_finished)
            return;
        m_looked = true;
        if (sight)
            plan(0, *sight, keyspaceOf(*m_deployments.front()));
        else if (sight.error().kind == ErrorKind::InvalidInput)
            omit(0, "failed", sight.error().text.english(), Refused);
        else
            omit(0, "failed", wording::errorSentence(sight.error()), Unreachable);
        decide();
    });
}

void LockAction::interrupt(int /*signal*/)
{
    if (m_finished || m_confirmation.interrupt())
        return;
    if (!m_looked)
        refuse("declined", u"interrupted; no change was made"_s, Refused);
    else
        writeError(u"lockctl: the action is running; waiting for the reply\n"_s);
}

void LockAction::onChanged()
{
    if (m_looked || m_finished || !m_session.isSettled())
        return;
    m_looked = true;
    for (std::size_t server = 0; server < m_request.where.targets.size(); ++server) {
        const watch::DeploymentId deployment = m_session.deployment(server);
        if (m_session.listedAs(deployment) == deployment)
            look(server);
    }
    tellRefusedWrites(m_session.servers());
    m_session.stop();
    decide();
}

QString LockAction::withNextStep(const QString &why) const
{
    return m_request.ifUnknown.isEmpty() ? why : why + u"; "_s + m_request.ifUnknown;
}

// Reads the lock's state and chooses the action.
void LockAction::look(std::size_t server)
{
    const auto lock = lockIn(m_session, m_request.name, m_request.kind.takenFor(), server);
    if (!lock) {
        if (lock.error().kind == ErrorKind::InvalidInput)
            omit(server, "no-such-lock", withNextStep(lock.error().text.english()), Refused);
        else
            omit(server, "failed", wording::errorSentence(lock.error()), Unreachable);
        return;
    }
    const admin::Sight sight = wording::sightOf(*lock, m_clock.now());
    if (!isPinned(m_request.kind, sight)) {
        omit(server, "failed",
             u"\"%1\" is a lock of kind %2 (%3), not %4"_s.arg(
                 nameText(sight.name), visible(sight.kind), visible(sight.library),
                 visible(m_request.kind.pinned)),
             Refused);
        return;
    }
    if (!isPartOf(m_request.kind.group, sight)) {
        omit(server, "failed",
             u"\"%1\" is a lock of kind %2 on this server, not part of a lock of kind %3"_s.arg(
                 nameText(sight.name), visible(sight.kind), visible(m_request.kind.group)),
             Refused);
        return;
    }
    plan(server, sight, wording::keyspaceOf(m_session.serverOf(lock->id.deployment)));
}

void LockAction::plan(std::size_t server, const admin::Sight &sight, admin::Keyspace keyspace)
{
    const auto action = m_request.choose(sight);
    if (!action) {
        const bool usage = action.error().kind == ErrorKind::InvalidInput;
        omit(server, action.error().kind == ErrorKind::Server ? "not-held" : "failed",
             action.error().text.english(), usage ? Usage : Refused);
        return;
    }
    admin::Action bound = *action;
    bound.ofRedlock = format::traitsOf(m_request.kind.group).isPlainString;
    auto thought = admin::makePlan(sight, bound, keyspace);
    if (!thought) {
        const bool isFree = m_request.kind.permits.isEmpty() && sight.holds.empty();
        omit(server, isFree ? "not-held" : "failed", thought.error().text.english(), Refused);
        return;
    }
    m_servers.push_back(server);
    m_steps.push_back({placeOf(m_request.where.targets[server]), std::move(*thought)});
}

void LockAction::omit(std::size_t server, const QByteArray &outcome, const QString &why,
                      ExitStatus status)
{
    m_omissions.push_back({server, outcome, why, status});
}

void LockAction::decide()
{
    if (m_steps.empty() && m_request.kind.group.isEmpty()) {
        const Omission &why = m_omissions.front();
        refuse(why.outcome, why.why, why.status);
        return;
    }
    for (const Omission &omission : m_omissions)
        writeError(u"lockctl: %1\n"_s.arg(sentence(omission.server, omission.why)));
    if (m_steps.empty()) {
        refuse(m_omissions.front().outcome, u"no action is possible on any of the servers"_s,
               statusOfOmissions());
    } else if (m_request.dryRun) {
        showPlans();
    } else {
        act();
    }
}

void LockAction::showPlans()
{
    QString text;
    std::vector<QJsonObject> planned;
    for (const admin::Step &step : m_steps) {
        text += previewOf(step);
        planned.push_back(planJson(step));
        planned.back()["outcome"_L1] = u"planned"_s;
    }
    const bool written =
        writeOut(m_request.json ? jsonLine(report(std::move(planned), "planned")) : text);
    finish(written ? statusOfOmissions() : Unreachable);
}

void LockAction::act()
{
    std::vector<redis::Deployment *> deployments;
    for (const std::size_t server : m_servers)
        deployments.push_back(m_look ? m_deployments.front().get() : &open(server));
    m_acting = m_administrator.actOnAll(std::move(deployments), m_steps);
    m_acting.then([this](Result<std::vector<admin::Outcome>> &&outcomes) {
        if (outcomes)
            onOutcomes(*outcomes);
        else
            refuse("failed", wording::errorSentence(outcomes.error()), Unreachable);
    });
}

void LockAction::onOutcomes(const std::vector<admin::Outcome> &outcomes)
{
    ExitStatus status = statusOfOmissions();
    std::vector<QJsonObject> results;
    bool isSame = m_omissions.empty();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const QString text = wording::outcomeSentence(outcomes[i], m_steps[i].plan);
        writeError(u"lockctl: %1\n"_s.arg(sentence(m_servers[i], text)));
        for (const QString &step : wording::stepLines(outcomes[i], m_steps[i].plan))
            writeError(u"  %1\n"_s.arg(step));
        results.push_back(resultJson(m_steps[i], outcomes[i]));
        status = std::max(status, statusOf(outcomes[i]));
        isSame &= outcomes[i].status == outcomes.front().status;
    }
    const QByteArray outcome =
        isSame || status == Done ? name(outcomes.front().status) : QByteArray("partly");
    if (m_request.json && !writeOut(jsonLine(report(std::move(results), outcome))))
        status = Unreachable;
    finish(status);
}

// With a group of servers the sentence begins with the server's label.
QString LockAction::sentence(std::size_t server, const QString &text) const
{
    return m_request.kind.group.isEmpty()
        ? text
        : u"%1: %2"_s.arg(m_request.where.targets[server].label(), text);
}

// A server without the lock stands in nobody's way, if there are others.
ExitStatus LockAction::statusOfOmissions() const
{
    ExitStatus worst = Done;
    for (const Omission &omission : m_omissions) {
        if (m_steps.empty() || omission.status != Refused || omission.outcome == "failed")
            worst = std::max(worst, omission.status);
    }
    return worst;
}

// One server's object as it is, or one for the group around those of its servers.
QJsonObject LockAction::report(std::vector<QJsonObject> results, const QByteArray &outcome) const
{
    if (m_request.kind.group.isEmpty())
        return results.front();
    for (const Omission &omission : m_omissions) {
        QJsonObject object =
            emptyResult(m_request.name, m_request.where.targets[omission.server].label());
        object["outcome"_L1] = QString::fromLatin1(omission.outcome);
        object["detail"_L1] = omission.why;
        results.push_back(std::move(object));
    }
    QJsonObject all{{"kind"_L1, QString::fromLatin1(m_request.kind.group)},
                    {"outcome"_L1, QString::fromLatin1(outcome)}};
    putBytes(all, u"name"_s, m_request.name.bytes);
    QJsonArray servers;
    for (const QJsonObject &object : results)
        servers.append(object);
    all["servers"_L1] = servers;
    return all;
}

// Nothing came to be done.
void LockAction::refuse(const QByteArray &outcome, const QString &why, ExitStatus status)
{
    writeError(u"lockctl: %1\n"_s.arg(why));
    if (m_request.json) {
        QJsonObject object;
        if (m_request.kind.group.isEmpty()) {
            object = emptyResult(m_request.name, m_request.where.targets.front().label());
            object["outcome"_L1] = QString::fromLatin1(outcome);
            object["detail"_L1] = why;
        } else {
            object = report({}, outcome);
        }
        (void)writeOut(jsonLine(object));
    }
    finish(status);
}

void LockAction::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_session.stop();
    Q_EMIT finished(status);
}

} // namespace lockscope::lockctl
