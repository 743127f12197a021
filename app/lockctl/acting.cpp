// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/acting.h"

#include "app/lockctl/jsonform.h"
#include "app/lockctl/printing.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/watch/names.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/sight.h"
#include "ui/wording/wording.h"

#include <QCommandLineParser>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr qsizetype nameLimit = 120;

admin::Place placeOf(const TargetChoice &where)
{
    admin::Place place;
    place.deployment = where.targets.front().label();
    place.profile = where.targets.front().profile;
    place.tag = where.targets.front().tag;
    place.readOnly = where.targets.front().readOnly;
    return place;
}

QString waitingText(const admin::Sight &sight)
{
    if (sight.waiters)
        return sight.waiters->empty() ? u"nobody"_s
                                      : u"%1 in the queue"_s.arg(sight.waiters->size());
    if (!sight.waitingConnections)
        return u"unknown"_s;
    if (*sight.waitingConnections == 0)
        return u"nobody"_s;
    return *sight.waitingConnections == 1 ? u"1 connection"_s
                                          : u"%1 connections"_s.arg(*sight.waitingConnections);
}

QJsonValue spanJson(const std::optional<Millis> &span)
{
    return span ? QJsonValue(static_cast<qint64>(span->count())) : QJsonValue(-1);
}

QJsonArray holdsJson(const admin::Sight &sight)
{
    QJsonArray holds;
    for (const admin::SeenHold &hold : sight.holds) {
        QJsonObject object{{"mode"_L1, QString::fromLatin1(watch::name(hold.mode))},
                           {"count"_L1, hold.count},
                           {"ttl_ms"_L1, spanJson(hold.timeToLive)},
                           {"stale"_L1, hold.stale}};
        putBytes(object, u"owner"_s, hold.owner.bytes);
        holds.append(object);
    }
    return holds;
}

// Every field is always there; what a plan and an outcome know is filled in.
QJsonObject emptyResult(const ActRequest &request)
{
    QJsonObject object{
        {"kind"_L1, QJsonValue::Null},    {"deployment"_L1, request.where.targets.front().label()},
        {"action"_L1, QJsonValue::Null},  {"owner"_L1, QJsonValue::Null},
        {"holds"_L1, QJsonValue::Null},   {"commands"_L1, QJsonValue::Null},
        {"effects"_L1, QJsonValue::Null}, {"woken"_L1, QJsonValue::Null},
        {"found"_L1, QJsonValue::Null},   {"detail"_L1, QJsonValue::Null}};
    putBytes(object, u"name"_s, request.name.bytes);
    return object;
}

QJsonObject planJson(const ActRequest &request, const admin::Plan &plan)
{
    QJsonObject object = emptyResult(request);
    object["kind"_L1] = QString::fromLatin1(plan.sight.kind);
    object["action"_L1] = QString::fromLatin1(name(plan.action.type));
    if (!plan.action.owner.isEmpty())
        putBytes(object, u"owner"_s, plan.action.owner.bytes);
    object["holds"_L1] = holdsJson(plan.sight);
    object["commands"_L1] = QJsonArray::fromStringList(wording::commandLines(plan));
    QJsonArray effects;
    for (const admin::Effect effect : plan.effects)
        effects.append(wording::effect(effect));
    object["effects"_L1] = effects;
    return object;
}

QJsonObject resultJson(const ActRequest &request, const admin::Plan &plan,
                       const admin::Outcome &outcome)
{
    QJsonObject object = planJson(request, plan);
    object["outcome"_L1] = QString::fromLatin1(name(outcome.status));
    if (outcome.woken)
        object["woken"_L1] = static_cast<qint64>(*outcome.woken);
    if (outcome.found)
        object["found"_L1] = QJsonObject{
            {"kind"_L1,
             outcome.found->kind.isEmpty() ? QJsonValue(QJsonValue::Null)
                                           : QJsonValue(QString::fromLatin1(outcome.found->kind))},
            {"type"_L1, QString::fromLatin1(outcome.foundType)},
            {"holds"_L1, holdsJson(*outcome.found)}};
    if (outcome.status != admin::Outcome::Status::Done || !outcome.detail.isEmpty())
        object["detail"_L1] = wording::outcomeSentence(outcome, plan);
    return object;
}

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

} // namespace

void addActOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {u"reason"_s, u"Why it is done, for the log."_s, u"R"_s},
        {u"yes"_s,
         u"Do it without asking. Needed where there is no terminal to ask on; asking shows first "
         "what will be done."_s},
        {u"dry-run"_s, u"Print what would be done, and change nothing."_s},
        {u"json"_s, u"Print JSON: one object."_s},
    });
}

Result<void> readActOptions(const QCommandLineParser &parser, ActRequest &request)
{
    auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    if (const auto only = onlyTarget(*where); !only)
        return fail(only.error());
    request.where = std::move(*where);
    request.reason = parser.value(u"reason"_s);
    request.yes = parser.isSet(u"yes"_s);
    request.dryRun = parser.isSet(u"dry-run"_s);
    request.json = parser.isSet(u"json"_s);
    if (!request.yes && !request.dryRun && !TerminalConfirmation::hasTerminal())
        return fail(ErrorKind::InvalidInput,
                    u"there is no terminal to ask on; say --yes to do it, or --dry-run to see "
                    "what would be done"_s);
    return {};
}

Result<watch::LockRecord> lockIn(const Session &session, const LockName &name)
{
    for (const auto &[id, lock] : session.locks()) {
        if (id.name == name)
            return lock;
    }
    if (const auto failure = session.failure())
        return fail(*failure);
    const auto known = session.explanations().find(name);
    return fail(ErrorKind::InvalidInput,
                u"\"%1\" is %2"_s.arg(visibleElided(name.bytes, nameLimit),
                                      known != session.explanations().end()
                                          ? known->second
                                          : u"not locked: there is no such key"_s));
}

QString previewOf(const admin::Plan &plan, const admin::Place &place)
{
    const admin::Sight &sight = plan.sight;
    QString text =
        u"%1: %2 (%3) on %4\n"_s.arg(visibleElided(sight.name.bytes, nameLimit),
                                     visible(sight.kind), visible(sight.library), place.deployment);
    if (!place.profile.isEmpty())
        text += u"Profile: %1%2\n"_s.arg(
            place.profile, place.tag == profile::Tag::Production ? u" (production)"_s : QString());
    text += u"Held by: %1\nWaiting: %2\n\n%3:\n"_s.arg(
        wording::holdersOf(sight), waitingText(sight), wording::actionTitle(plan.action));
    for (const QString &line : wording::commandLines(plan))
        text += u"  "_s + line + u'\n';
    text += u"What follows:\n"_s;
    for (const admin::Effect effect : plan.effects)
        text += u"  "_s + wording::effect(effect) + u'\n';
    return text + u'\n';
}

Acting::Acting(ActRequest request, QObject *parent)
    : Running(parent)
    , m_request(std::move(request))
    , m_session(m_request.where, {m_request.name}, false)
    , m_audit(admin::Audit::usualFile())
    , m_confirmation(m_request.reason, m_request.yes)
    , m_administrator(m_audit, m_confirmation, m_clock)
{
    connect(&m_session, &Session::changed, this, &Acting::onChanged);
}

Acting::~Acting() = default;

void Acting::start()
{
    m_session.start();
}

void Acting::interrupt(int /*signal*/)
{
    if (m_finished || m_confirmation.interrupt())
        return;
    if (!m_looked)
        refuse("declined", u"interrupted; nothing was done"_s, Refused);
    else
        writeError(u"lockctl: it is being done; waiting for the answer\n"_s);
}

void Acting::onChanged()
{
    if (m_looked || m_finished || !m_session.isSettled())
        return;
    m_looked = true;
    const auto lock = lockIn(m_session, m_request.name);
    m_session.stop();
    if (lock)
        decide(*lock);
    else if (lock.error().kind == ErrorKind::InvalidInput)
        refuse("no-such-lock", lock.error().text, Refused);
    else
        refuse("failed", wording::errorSentence(lock.error()), Unreachable);
}

void Acting::decide(const watch::LockRecord &lock)
{
    const admin::Sight sight = wording::sightOf(lock, m_clock.now());
    const auto action = m_request.choose(sight);
    if (!action) {
        const bool usage = action.error().kind == ErrorKind::InvalidInput;
        refuse("not-held", action.error().text, usage ? Usage : Refused);
        return;
    }
    auto plan = admin::makePlan(sight, *action);
    if (!plan) {
        refuse(sight.holds.empty() ? "not-held" : "failed", plan.error().text, Refused);
        return;
    }
    if (!m_request.dryRun) {
        act(std::move(*plan));
        return;
    }
    QJsonObject planned = planJson(m_request, *plan);
    planned["outcome"_L1] = u"planned"_s;
    const bool written =
        writeOut(m_request.json ? jsonLine(planned) : previewOf(*plan, placeOf(m_request.where)));
    finish(written ? Done : Unreachable);
}

void Acting::act(admin::Plan plan)
{
    redis::ConnectionConfig config;
    config.target = m_request.where.targets.front();
    config.caFile = m_request.where.caFile;
    m_deployment = std::make_unique<redis::Deployment>(config);
    m_deployment->open();
    m_acting = m_administrator.act(*m_deployment, placeOf(m_request.where), plan);
    m_acting.then([this, plan](Result<admin::Outcome> &&outcome) {
        if (outcome)
            onOutcome(plan, *outcome);
        else
            refuse("failed", wording::errorSentence(outcome.error()), Unreachable);
    });
}

void Acting::onOutcome(const admin::Plan &plan, const admin::Outcome &outcome)
{
    writeError(u"lockctl: %1\n"_s.arg(wording::outcomeSentence(outcome, plan)));
    ExitStatus status = statusOf(outcome);
    if (m_request.json && !writeOut(jsonLine(resultJson(m_request, plan, outcome))))
        status = Unreachable;
    finish(status);
}

// Nothing came to be done.
void Acting::refuse(const QByteArray &outcome, const QString &why, ExitStatus status)
{
    writeError(u"lockctl: %1\n"_s.arg(why));
    if (m_request.json) {
        QJsonObject object = emptyResult(m_request);
        object["outcome"_L1] = QString::fromLatin1(outcome);
        object["detail"_L1] = why;
        (void)writeOut(jsonLine(object));
    }
    finish(status);
}

void Acting::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_session.stop();
    Q_EMIT finished(status);
}

} // namespace lockscope::lockctl
