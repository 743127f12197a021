// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/auditwording.h"

#include "core/base/text.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct AuditWords {
    Q_DECLARE_TR_FUNCTIONS(AuditWords)
};

constexpr qsizetype shortLimit = 60;
constexpr qsizetype longLimit = 2000;

QString safe(const QString &text, qsizetype limit)
{
    return visibleElided(text.toUtf8(), limit);
}

// Commands, among others, were made safe when they were written: with backslashes doubled once more
// they could not be pasted. All else is as foreign as the file.
QString asWritten(const QString &text)
{
    QStringList parts;
    for (const QString &part : text.split(u'\\'))
        parts += visible(part.toUtf8());
    const QString all = parts.join(u'\\');
    return all.size() <= longLimit ? all : all.first(longLimit) + QChar(0x2026);
}

// The words of actions and outcomes in the log.
constexpr std::array logWords{
    QT_TRANSLATE_NOOP("AuditWords", "done"),
    QT_TRANSLATE_NOOP("AuditWords", "changed"),
    QT_TRANSLATE_NOOP("AuditWords", "declined"),
    QT_TRANSLATE_NOOP("AuditWords", "refused"),
    QT_TRANSLATE_NOOP("AuditWords", "not-permitted"),
    QT_TRANSLATE_NOOP("AuditWords", "failed"),
    QT_TRANSLATE_NOOP("AuditWords", "unknown"),
    QT_TRANSLATE_NOOP("AuditWords", "acquire"),
    QT_TRANSLATE_NOOP("AuditWords", "force-unlock"),
    QT_TRANSLATE_NOOP("AuditWords", "release"),
    QT_TRANSLATE_NOOP("AuditWords", "remove-waiter"),
    QT_TRANSLATE_NOOP("AuditWords", "nudge"),
    QT_TRANSLATE_NOOP("AuditWords", "set-ttl"),
    QT_TRANSLATE_NOOP("AuditWords", "extend-ttl"),
    QT_TRANSLATE_NOOP("AuditWords", "add-permits"),
    QT_TRANSLATE_NOOP("AuditWords", "take-permits"),
    QT_TRANSLATE_NOOP("AuditWords", "drain-permits"),
    QT_TRANSLATE_NOOP("AuditWords", "open-latch"),
    QT_TRANSLATE_NOOP("AuditWords", "count-down"),
    QT_TRANSLATE_NOOP("AuditWords", "set-latch"),
    QT_TRANSLATE_NOOP("AuditWords", "sentinel-failover"),
    QT_TRANSLATE_NOOP("AuditWords", "sentinel-monitor"),
    QT_TRANSLATE_NOOP("AuditWords", "sentinel-remove"),
    QT_TRANSLATE_NOOP("AuditWords", "sentinel-reset"),
};

} // namespace

QString auditWord(QByteArrayView word)
{
    const auto known = std::find_if(logWords.begin(), logWords.end(),
                                    [&](const char *one) { return word == QByteArrayView(one); });
    return known == logWords.end() ? visibleElided(word, shortLimit) : AuditWords::tr(*known);
}

QString actorOf(const admin::AuditRecord &record)
{
    const QString who = safe(record.user, shortLimit);
    const QString where = record.host.isEmpty() ? who : who + u'@' + safe(record.host, shortLimit);
    return record.program.isEmpty() ? where : listed({where, safe(record.program, shortLimit)});
}

QString auditOutcome(const admin::AuditEntry &entry)
{
    if (entry.isOpen())
        return AuditWords::tr("not known");
    return auditWord(entry.record.outcome.toUtf8());
}

bool isCarriedOut(const admin::AuditEntry &entry)
{
    return !entry.isOpen() && entry.record.outcome == "done"_L1;
}

QString auditDetail(const admin::AuditEntry &entry)
{
    const admin::AuditRecord &record = entry.record;
    QStringList lines;
    const auto add = [&](const QString &what, const QString &shown) {
        if (!shown.isEmpty())
            lines += u"%1: %2"_s.arg(what, shown);
    };
    const auto addTime = [&](const QString &what, WallInstant at) {
        add(what, exactTime(at, WallInstant())); // with its date
    };
    lines += u"%1: %2"_s.arg(AuditWords::tr("Lock"), visibleElided(record.lock, longLimit));
    add(AuditWords::tr("Server"), safe(record.deployment, longLimit));
    add(AuditWords::tr("Profile"), safe(record.profile, longLimit));
    lines += u"%1: %2"_s.arg(AuditWords::tr("By"), actorOf(record));
    if (entry.isAnnounced)
        addTime(AuditWords::tr("Started at"), record.at);
    if (entry.doneAt)
        addTime(AuditWords::tr("Done at"), *entry.doneAt);
    add(AuditWords::tr("State before"), asWritten(saidInLog(record.seen)));
    add(AuditWords::tr("Reason"), safe(record.reason, longLimit));
    for (const QByteArray &command : record.commands)
        add(AuditWords::tr("Command"), asWritten(fromUtf8(command)));
    lines += u"%1: %2"_s.arg(AuditWords::tr("Outcome"), auditOutcome(entry));
    add(AuditWords::tr("Detail"), asWritten(saidInLog(record.detail)));
    if (entry.isOpen())
        lines += AuditWords::tr(
            "The log has no entry after the action began, so its outcome is unknown. Check "
            "the lock.");
    return lines.join(u'\n');
}

} // namespace lockscope::wording
