// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/auditcommand.h"

#include "app/common/pastinstant.h"
#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/targetoptions.h"
#include "core/admin/audit.h"
#include "core/admin/auditreader.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "ui/wording/auditwording.h"

#include <QCommandLineParser>
#include <QJsonArray>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr std::size_t usualLimit = 100;
constexpr qsizetype textLimit = 120;

struct AuditOptions {
    admin::AuditReader::Range range;
    std::optional<LockName> lock;
    bool json = false;
};

QJsonObject toJson(const admin::AuditEntry &entry)
{
    const admin::AuditRecord &record = entry.record;
    QJsonArray commands;
    for (const QByteArray &command : record.commands)
        commands.append(fromUtf8(command));
    QJsonObject object{
        {"at"_L1, isoTime(record.at)},
        {"done_at"_L1, entry.doneAt ? QJsonValue(isoTime(*entry.doneAt)) : QJsonValue()},
        {"id"_L1, record.id},
        {"user"_L1, record.user},
        {"host"_L1, record.host},
        {"program"_L1, record.program},
        {"profile"_L1, record.profile},
        {"deployment"_L1, record.deployment},
        {"action"_L1, fromUtf8(record.action)},
        {"kind"_L1, fromUtf8(record.kind)},
        {"seen"_L1, record.seen},
        {"commands"_L1, commands},
        {"reason"_L1, record.reason},
        {"outcome"_L1, entry.isOpen() ? QJsonValue() : QJsonValue(record.outcome)},
        {"detail"_L1, record.detail},
    };
    putBytes(object, u"lock"_s, record.lock);
    return object;
}

QString tableOf(const std::vector<admin::AuditEntry> &entries)
{
    std::vector<Row> rows{
        {u"AT"_s, u"ACTION"_s, u"LOCK"_s, u"SERVER"_s, u"BY"_s, u"OUTCOME"_s, u"REASON"_s}};
    for (const admin::AuditEntry &entry : entries) {
        const admin::AuditRecord &record = entry.record;
        rows.push_back({isoTime(record.at), visibleElided(record.action, textLimit),
                        visibleElided(record.lock, textLimit),
                        visibleElided(record.deployment.toUtf8(), textLimit),
                        wording::actorOf(record), wording::auditOutcome(entry),
                        visibleElided(record.reason.toUtf8(), textLimit)});
    }
    return aligned(rows);
}

// Reads the log once and prints it, the newest last as logs are.
class AuditLook : public Running
{
    Q_OBJECT

public:
    explicit AuditLook(AuditOptions options)
        : m_options(std::move(options))
    {}

    void start() override { Q_EMIT finished(look()); }
    void interrupt(int /*signal*/) override {}

private:
    int look() const;

    const AuditOptions m_options;
};

int AuditLook::look() const
{
    const QString file = admin::Audit::usualFile();
    admin::AuditReader::Range range = m_options.range;
    // There may be few entries of one lock among many.
    const std::size_t most = range.most;
    if (m_options.lock)
        range.most = std::numeric_limits<std::size_t>::max();
    auto page = admin::AuditReader(file).read(range);
    if (!page) {
        writeError(u"lockctl: %1\n"_s.arg(page.error().text.english()));
        return Unreachable;
    }
    if (m_options.lock) {
        std::erase_if(page->entries, [this](const admin::AuditEntry &entry) {
            return entry.record.lock != m_options.lock->bytes;
        });
        if (page->entries.size() > most) {
            page->entries.resize(most);
            page->isCut = true;
        }
    }
    std::reverse(page->entries.begin(), page->entries.end());
    QString text;
    if (m_options.json) {
        QJsonArray entries;
        for (const admin::AuditEntry &entry : page->entries)
            entries.append(toJson(entry));
        text = jsonLine({{"schema"_L1, 1},
                         {"entries"_L1, entries},
                         {"broken"_L1, page->broken},
                         {"cut"_L1, page->isCut}});
    } else if (!page->entries.empty()) {
        text = tableOf(page->entries);
    }
    if (!writeOut(text))
        return Unreachable;
    if (!m_options.json && page->entries.empty())
        writeError(u"lockctl: the log %1 has no matching entries\n"_s.arg(
            visibleElided(file.toUtf8(), 200)));
    if (page->isCut && !m_options.json)
        writeError(u"lockctl: there are older entries; use --limit to print more\n"_s);
    if (page->broken == 1)
        writeError(u"lockctl: 1 line of the audit log could not be read\n"_s);
    else if (page->broken > 1)
        writeError(u"lockctl: %1 lines of the audit log could not be read\n"_s.arg(page->broken));
    return Done;
}

void addAuditOptions(QCommandLineParser &parser)
{
    addNameForm(parser);
    parser.addOptions({
        {u"since"_s,
         u"Only actions since T: a time such as 2026-11-22T08:30:00Z or 2026-11-22 (local time "
         "without Z), 03:12 for the last time that the clock showed that, or an age such as 90m, "
         "24h or 2d."_s,
         u"T"_s},
        {u"lock"_s, u"Only actions on this lock; its name as stored or as shown."_s, u"NAME"_s},
        {u"limit"_s, u"Print at most the last N actions; 100 by default."_s, u"N"_s},
        {u"json"_s, u"Print JSON: one object."_s},
    });
}

Result<std::unique_ptr<Running>> prepareAudit(const QCommandLineParser &parser)
{
    AuditOptions options;
    options.range.most = usualLimit;
    options.json = parser.isSet(u"json"_s);
    if (parser.isSet(u"since"_s)) {
        const auto since = app::pastInstant(parser.value(u"since"_s), SystemClock().wallNow());
        if (!since)
            return fail(ErrorKind::InvalidInput, u"--since "_s + since.error().text.english());
        options.range.since = *since;
    }
    if (parser.isSet(u"limit"_s)) {
        bool isNumber = false;
        const int limit = parser.value(u"limit"_s).toInt(&isNumber);
        if (!isNumber || limit < 1)
            return fail(ErrorKind::InvalidInput,
                        u"--limit must be a whole number of 1 or more, not \"%1\""_s.arg(
                            visibleElided(parser.value(u"limit"_s).toUtf8(), 40)));
        options.range.most = static_cast<std::size_t>(limit);
    }
    if (parser.isSet(u"lock"_s)) {
        auto lock = nameFrom(parser, parser.value(u"lock"_s));
        if (!lock)
            return fail(lock.error());
        options.lock = std::move(*lock);
    }
    if (!parser.positionalArguments().isEmpty())
        return fail(ErrorKind::InvalidInput,
                    u"unexpected argument \"%1\"; use --lock to name a lock"_s.arg(
                        visibleElided(parser.positionalArguments().front().toUtf8(), 60)));
    return std::make_unique<AuditLook>(std::move(options));
}

} // namespace

CommandSpec auditCommand()
{
    return {u"audit"_s, u"show the log of actions on locks: who did what, and why"_s,
            u"lockctl audit [--since T] [--lock NAME] [--limit N] [--json]"_s, addAuditOptions,
            prepareAudit};
}

} // namespace lockscope::lockctl

#include "auditcommand.moc"
