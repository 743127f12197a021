// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/auditreader.h"

#include "core/base/text.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

constexpr qint64 blockSize = qint64(64) * 1024;
constexpr qsizetype longestLine = qsizetype(1024) * 1024;
// Lines of several processes are in order but for a moment; a dialog's lines but for an action.
constexpr Millis slack = std::chrono::minutes(10);

std::optional<QByteArray> bytesOf(const QJsonObject &object, const QString &field)
{
    const QJsonValue encoded = object[QString(field + u"_base64"_s)];
    if (encoded.isString()) {
        const auto decoded = QByteArray::fromBase64Encoding(encoded.toString().toLatin1());
        return decoded ? std::optional(*decoded) : std::nullopt;
    }
    const QJsonValue text = object[field];
    return text.isString() ? std::optional(text.toString().toUtf8()) : std::nullopt;
}

std::optional<WallInstant> instantOf(const QJsonObject &object)
{
    const QDateTime at = QDateTime::fromString(object[u"at"_s].toString(), Qt::ISODateWithMs);
    if (!at.isValid())
        return std::nullopt;
    return WallInstant(Millis(at.toMSecsSinceEpoch()));
}

std::optional<AuditRecord> recordFrom(const QByteArray &line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line);
    const QJsonObject object = document.object();
    const auto at = instantOf(object);
    const auto lock = bytesOf(object, u"lock"_s);
    AuditRecord record;
    record.id = object[u"id"_s].toString();
    record.phase = object[u"phase"_s].toString();
    const bool isKnownPhase = record.phase == "intended"_L1 || record.phase == "done"_L1;
    if (!document.isObject() || object[u"schema"_s].toInt() != 1 || !at || !lock
        || record.id.isEmpty() || !isKnownPhase)
        return std::nullopt;
    record.at = *at;
    record.lock = *lock;
    record.user = object[u"user"_s].toString();
    record.host = object[u"host"_s].toString();
    record.program = object[u"program"_s].toString();
    record.profile = object[u"profile"_s].toString();
    record.deployment = object[u"deployment"_s].toString();
    record.action = object[u"action"_s].toString().toUtf8();
    record.kind = object[u"kind"_s].toString().toUtf8();
    record.seen = object[u"seen"_s].toString();
    for (const QJsonValue &command : object[u"commands"_s].toArray())
        record.commands.push_back(command.toString().toUtf8());
    record.reason = object[u"reason"_s].toString();
    record.outcome = object[u"outcome"_s].toString();
    record.detail = object[u"detail"_s].toString();
    return record;
}

// Hands out the lines of a file from the last one on.
class BackwardLines
{
public:
    explicit BackwardLines(QFile &file)
        : m_file(file)
        , m_from(file.size())
    {
        // Text after the last line end is still being written.
        do {
            m_rest.clear();
            fill();
        } while (m_from > 0 && !m_rest.contains('\n'));
        m_rest.truncate(std::max<qsizetype>(0, m_rest.lastIndexOf('\n')));
    }

    // Empty: there is none left. Of a line that is too long comes the beginning, which is broken.
    std::optional<QByteArray> next()
    {
        for (;;) {
            const qsizetype end = m_rest.lastIndexOf('\n');
            if (end >= 0) {
                const QByteArray line = m_rest.sliced(end + 1);
                m_rest.truncate(end);
                return line;
            }
            if (m_from == 0)
                return std::exchange(m_isOver, true) ? std::nullopt : std::optional(m_rest);
            if (m_rest.size() > longestLine)
                m_rest.clear();
            fill();
        }
    }

private:
    void fill()
    {
        const qint64 size = std::min(blockSize, m_from);
        m_from -= size;
        if (m_file.seek(m_from))
            m_rest = m_file.read(size) + m_rest;
    }

    QFile &m_file;
    qint64 m_from;
    QByteArray m_rest;
    bool m_isOver = false;
};

// Puts lines together, the newest first.
class Pairing
{
public:
    void add(AuditRecord record)
    {
        const auto [at, isNew] = m_places.try_emplace(record.id, entries.size());
        const bool isDone = record.phase == "done"_L1;
        if (isNew) {
            AuditEntry &entry = entries.emplace_back();
            if (isDone)
                entry.doneAt = record.at;
            entry.isAnnounced = !isDone;
            entry.record = std::move(record);
            return;
        }
        AuditEntry &entry = entries[at->second];
        if (isDone || entry.isAnnounced)
            return; // a second line of that sort cannot be explained: the later one stands
        entry.isAnnounced = true;
        entry.record.at = record.at;
    }

    std::vector<AuditEntry> entries;

private:
    std::map<QString, std::size_t> m_places;
};

// False: what is older is not wanted.
bool readFile(QFile &file, const AuditReader::Range &range, AuditPage &page, Pairing &pairing)
{
    BackwardLines lines(file);
    while (auto line = lines.next()) {
        if (line->trimmed().isEmpty())
            continue;
        auto record = recordFrom(*line);
        if (!record) {
            ++page.broken;
            continue;
        }
        if (range.since && record->at < *range.since - slack)
            return false;
        if (range.until && record->at > *range.until)
            continue;
        // The line before of one that is there already is still wanted; a new one is too many.
        const std::size_t had = pairing.entries.size();
        const bool isLast = had == range.most;
        pairing.add(std::move(*record));
        if (isLast && pairing.entries.size() > had) {
            pairing.entries.pop_back();
            page.isCut = true;
            return false;
        }
    }
    return true;
}

} // namespace

AuditReader::AuditReader(QString file)
    : m_file(std::move(file))
{}

Result<AuditPage> AuditReader::read(const Range &range) const
{
    AuditPage page;
    Pairing pairing;
    for (int age = 0;; ++age) {
        const QString path = auditFileAt(m_file, age);
        const QFileInfo info(path);
        if (!info.exists()) {
            if (age == 0)
                continue; // put aside in this moment, or there is none at all
            break;
        }
        const QString shown = visibleElided(path.toUtf8(), 200);
        if (!info.isFile()) // a FIFO would hang
            return fail(ErrorKind::InvalidInput,
                        Sentence::say("the log %1 is not a plain file").arg(shown));
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return fail(
                ErrorKind::InvalidInput,
                Sentence::say("the log %1 cannot be read: %2").arg(shown, file.errorString()));
        if (!readFile(file, range, page, pairing))
            break;
    }
    page.entries = std::move(pairing.entries);
    if (range.since)
        std::erase_if(page.entries, [&](const AuditEntry &entry) {
            return entry.doneAt.value_or(entry.record.at) < *range.since;
        });
    return page;
}

} // namespace lockscope::admin
