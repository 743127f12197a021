// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/auditwording.h"

#include "core/base/text.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(AuditWords)
};

constexpr qsizetype shortLimit = 60;
constexpr qsizetype longLimit = 2000;

QString safe(const QString &text, qsizetype limit)
{
    return visibleElided(text.toUtf8(), limit);
}

} // namespace

QString actorOf(const admin::AuditRecord &record)
{
    const QString who = safe(record.user, shortLimit);
    const QString where = record.host.isEmpty() ? who : who + u'@' + safe(record.host, shortLimit);
    return record.program.isEmpty() ? where : where + u", "_s + safe(record.program, shortLimit);
}

QString auditOutcome(const admin::AuditEntry &entry)
{
    if (entry.isOpen())
        return Words::tr("not known");
    return safe(entry.record.outcome, shortLimit);
}

bool isCarriedOut(const admin::AuditEntry &entry)
{
    return !entry.isOpen() && entry.record.outcome == "done"_L1;
}

QString auditDetail(const admin::AuditEntry &entry)
{
    const admin::AuditRecord &record = entry.record;
    QStringList lines;
    const auto add = [&](const QString &what, const QString &text) {
        if (!text.isEmpty())
            lines += u"%1: %2"_s.arg(what, safe(text, longLimit));
    };
    lines += u"%1: %2"_s.arg(Words::tr("Lock"), visibleElided(record.lock, longLimit));
    add(Words::tr("Server"), record.deployment);
    add(Words::tr("Profile"), record.profile);
    lines += u"%1: %2"_s.arg(Words::tr("By"), actorOf(record));
    add(Words::tr("Intended at"), entry.isAnnounced ? isoTime(record.at) : QString());
    add(Words::tr("Done at"), entry.doneAt ? isoTime(*entry.doneAt) : QString());
    add(Words::tr("Seen before"), record.seen);
    add(Words::tr("Reason"), record.reason);
    for (const QByteArray &command : record.commands)
        add(Words::tr("Command"), QString::fromUtf8(command));
    lines += u"%1: %2"_s.arg(Words::tr("Outcome"), auditOutcome(entry));
    add(Words::tr("Detail"), record.detail);
    if (entry.isOpen())
        lines += Words::tr("The program wrote what it was about to do and no more: whether it was "
                           "done has to be looked up at the lock.");
    return lines.join(u'\n');
}

} // namespace lockscope::wording
