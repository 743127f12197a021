// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/permitqueue.h"

#include "app/lockctl/act/lockaction.h"
#include "app/lockctl/common/actreport.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/lookup.h"
#include "app/lockctl/common/printing.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/wording/wording.h"

#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

QJsonValue orNull(const std::optional<qint64> &value)
{
    return value ? QJsonValue(*value) : QJsonValue(QJsonValue::Null);
}

// Of the key of the number; -1: it has no expiry.
qint64 ttlMs(const admin::Sight &sight)
{
    return sight.timeToLive ? qint64(std::max(Millis(0), *sight.timeToLive).count()) : -1;
}

} // namespace

PermitQueue::PermitQueue(const TargetChoice &where, LockName name, QByteArray kind, bool json)
    : m_name(std::move(name))
    , m_kind(std::move(kind))
    , m_json(json)
    , m_session(where, {m_name}, false)
    , m_deployment(connectionTo(where, 0))
    , m_look(m_deployment)
{
    connect(&m_session, &Session::changed, this, &PermitQueue::onRecognised);
}

void PermitQueue::start()
{
    if (m_kind.isEmpty())
        m_session.start();
    else
        look();
}

void PermitQueue::onRecognised()
{
    if (m_finished || !m_kind.isEmpty() || !m_session.isSettled())
        return;
    const auto lock = lockIn(m_session, m_name, {});
    m_session.stop();
    if (!lock && lock.error().kind == ErrorKind::InvalidInput) {
        // Of a key that exists it says so itself.
        const QString why = lock.error().text.english();
        const QString next = u"; with --kind it is shown as a semaphore or latch without a key"_s;
        refuse(why.contains("--kind"_L1) ? why : why + next, Refused);
    } else if (!lock) {
        refuse(wording::errorSentence(lock.error()), Unreachable);
    } else if (!format::traitsOf(*lock->kind, *lock->library).isNumber()) {
        refuse(u"\"%1\" is a lock of kind %2 (%3), not a semaphore or latch"_s.arg(
                   nameText(m_name), visible(*lock->kind), visible(*lock->library)),
               Refused);
    } else {
        m_kind = lock->kind;
        look();
    }
}

void PermitQueue::look()
{
    m_deployment.open();
    m_looking = m_look.look(m_kind, m_name);
    m_looking.then([this](Result<admin::Sight> &&sight) {
        if (sight) {
            finish(writeOut(textOf(*sight)) ? Done : Unreachable);
            return;
        }
        if (sight.error().kind == ErrorKind::InvalidInput)
            refuse(sight.error().text.english(), Refused);
        else
            refuse(wording::errorSentence(sight.error()), Unreachable);
    });
}

void PermitQueue::interrupt(int /*signal*/)
{
    if (m_finished)
        return;
    tellInterrupted();
    finish(Unreachable);
}

QString PermitQueue::textOf(const admin::Sight &sight) const
{
    if (!m_json)
        return countText(sight) + u"\nWaiting: %1\n"_s.arg(waitingText(sight));
    const QString label = m_deployment.label();
    QJsonObject object{{"kind"_L1, QString::fromLatin1(m_kind)},
                       {"deployment"_L1, label},
                       {"server"_L1, label},
                       {"waiters"_L1, QJsonValue::Null},
                       {"waiting_connections"_L1, orNull(sight.waitingConnections)}};
    if (format::traitsOf(m_kind).isLatch()) {
        object["count"_L1] = orNull(sight.number);
    } else {
        object["available"_L1] = orNull(admin::freePermits(sight));
        object["expired"_L1] = admin::lapsedHolds(sight);
    }
    object["ttl_ms"_L1] = sight.number ? QJsonValue(ttlMs(sight)) : QJsonValue(QJsonValue::Null);
    putBytes(object, u"name"_s, m_name.bytes);
    return jsonLine(object);
}

void PermitQueue::refuse(const QString &why, ExitStatus status)
{
    writeError(u"lockctl: %1\n"_s.arg(why));
    if (m_json
        && !writeOut(jsonLine(missingJson(m_name, m_deployment.label(), status == Refused, why))))
        status = Unreachable;
    finish(status);
}

void PermitQueue::finish(int status)
{
    m_session.stop();
    if (!std::exchange(m_finished, true))
        Q_EMIT finished(status);
}

} // namespace lockscope::lockctl
