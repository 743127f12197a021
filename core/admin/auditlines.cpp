// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/auditlines.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/platform/childprocess.h"

#include <QCoreApplication>
#include <QStringList>
#include <QSysInfo>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using Status = Outcome::Status;

QString modeSuffix(format::Mode mode)
{
    switch (mode) {
    case format::Mode::Exclusive:
        return {};
    case format::Mode::Read:
        return u" read"_s;
    case format::Mode::Write:
        return u" write"_s;
    }
    return {};
}

// Neither a holder nor a number.
Sentence nothingSeen(const Sight &sight)
{
    const format::KindTraits &kind = format::traitsOf(sight.kind);
    if (!kind.isNumber())
        return Sentence::say("free");
    return kind.isLatch() ? Sentence::say("open") : Sentence::say("not initialised");
}

// As the log has it, in English.
QString detailOf(const Outcome &outcome)
{
    QStringList parts;
    if (outcome.woken)
        parts.append(Sentence::say("%1 woken").arg(*outcome.woken).english());
    if (outcome.status == Status::Changed && outcome.found) {
        const bool other = outcome.found->kind.isEmpty() && outcome.foundType != "none";
        const auto found = other
            ? Sentence::say("found a key of type %1").arg(visible(outcome.foundType))
            : Sentence::say("found %1").arg(seenText(*outcome.found));
        parts.append(found.english());
    }
    if (outcome.error)
        parts.append(outcome.error->text.english());
    if (!outcome.detail.isEmpty())
        parts.append(outcome.detail.english());
    return parts.join(u"; "_s);
}

} // namespace

AuditRecord newRecord(const Place &place, const QString &reason)
{
    AuditRecord record;
    record.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    record.user = platform::userName();
    record.host = QSysInfo::machineHostName();
    record.program = QCoreApplication::applicationName();
    record.profile = place.profile;
    record.deployment = place.deployment;
    record.reason = reason;
    return record;
}

QByteArray auditText(const redis::Arguments &command)
{
    QStringList words;
    for (const QByteArray &argument : command)
        words.append(u'"' + visible(argument).replace(u"\""_s, u"\\\""_s) + u'"');
    return words.join(u' ').toUtf8();
}

QString seenText(const Sight &sight)
{
    QStringList texts;
    for (const SeenHold &hold : sight.holds)
        texts.append(u"%1 x%2%3"_s.arg(visible(hold.owner.bytes), QString::number(hold.count),
                                       modeSuffix(hold.mode)));
    if (sight.number)
        texts.append(Sentence::say("number %1").arg(*sight.number).english());
    if (sight.fencingToken)
        texts.append(Sentence::say("token %1").arg(*sight.fencingToken).english());
    return texts.isEmpty() ? nothingSeen(sight).english() : texts.join(u"; "_s);
}

AuditLines::AuditLines(Audit &audit, const Clock &clock, TaskScope &scope)
    : m_audit(audit)
    , m_clock(clock)
    , m_scope(scope)
{}

QCoro::Task<Result<std::vector<AuditRecord>>> AuditLines::announce(std::vector<AuditRecord> records)
{
    for (std::size_t i = 0; i < records.size(); ++i) {
        records[i].at = m_clock.wallNow();
        records[i].phase = u"intended"_s;
        auto writing = m_audit.append(records[i]);
        const auto written = co_await m_scope.wait(std::move(writing), unlimited);
        if (written)
            continue;
        if (m_scope.isCancelled()) { // all are written, the last one too: each is owed a line after
            records.resize(i + 1);
            for (AuditRecord &announced : records) {
                auto completing = complete(std::move(announced), failed(written.error()));
                co_await completing;
            }
        }
        co_return fail(written.error());
    }
    co_return Result<std::vector<AuditRecord>>(std::move(records));
}

QCoro::Task<Outcome> AuditLines::complete(AuditRecord record, Outcome outcome)
{
    record.at = m_clock.wallNow();
    record.phase = u"done"_s;
    record.outcome = QString::fromLatin1(name(outcome.status));
    record.detail = detailOf(outcome);
    auto writing = m_audit.append(std::move(record));
    const auto written = co_await m_scope.wait(std::move(writing), unlimited);
    // Cancelled: it is written all the same.
    if (!written && written.error().kind != ErrorKind::Cancelled)
        outcome.detail = joined(outcome.detail, written.error().text);
    co_return outcome;
}

} // namespace lockscope::admin
