// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exportjob.h"

#include "core/base/text.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct ExportWords {
    Q_DECLARE_TR_FUNCTIONS(Export)
};

constexpr qint64 sliceMs = 8;

QString shownPath(const QString &path)
{
    return visibleElided(path.toUtf8(), 200);
}

} // namespace

QString exportSentence(const ExportOutcome &outcome)
{
    if (!outcome.problem.isEmpty())
        return ExportWords::tr("%1 was not written: %2. A file that was there before is unchanged.")
            .arg(shownPath(outcome.path), visibleElided(outcome.problem.toUtf8(), 200));
    QStringList parts;
    parts += outcome.rows > 0
        ? ExportWords::tr("Rows written to %1: %2.").arg(shownPath(outcome.path)).arg(outcome.rows)
        : ExportWords::tr("%1 is written.").arg(shownPath(outcome.path));
    if (outcome.defused > 0)
        parts +=
            ExportWords::tr("Cells that began with =, +, - or @: %1. An apostrophe stands before "
                            "them, so that no spreadsheet runs them.")
                .arg(outcome.defused);
    if (outcome.untold > 0)
        parts += ExportWords::tr("Left out, because their server is lost: %1.").arg(outcome.untold);
    if (outcome.gone > 0)
        parts += ExportWords::tr("Left out, because they went meanwhile: %1.").arg(outcome.gone);
    return parts.join(u' ');
}

ExportJob::ExportJob(QAbstractItemView &view, TableRows rows, ExportFormat format,
                     const QString &path, QObject *parent)
    : QObject(parent)
    , m_view(&view)
    , m_rows(std::move(rows))
    , m_format(format)
    , m_file(path)
{
    m_outcome.path = path;
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &ExportJob::writeSome);
}

void ExportJob::start()
{
    if (!m_file.open(QIODevice::WriteOnly)) {
        m_outcome.problem = m_file.errorString();
        Q_EMIT finished(m_outcome);
        return;
    }
    if (put(m_format == ExportFormat::Csv ? m_lines.line(m_rows.titles()) : QByteArray("[")))
        m_turn.start();
}

// Empty: the row is gone, or has no record to export.
QByteArray ExportJob::nextRow()
{
    const qsizetype row = m_next++;
    if (!m_rows.isThere(row)) {
        ++m_outcome.gone;
        return {};
    }
    if (m_format == ExportFormat::Csv) {
        ++m_outcome.rows;
        return m_lines.line(m_rows.cells(row));
    }
    const std::optional<QJsonObject> object = m_rows.object(row);
    if (!object) {
        ++m_outcome.untold;
        return {};
    }
    const QByteArray text = QJsonDocument(*object).toJson(QJsonDocument::Compact);
    return (m_outcome.rows++ > 0 ? ",\n" : "\n") + text;
}

void ExportJob::writeSome()
{
    if (!m_view) {
        m_turn.stop();
        m_file.cancelWriting();
        return;
    }
    QElapsedTimer timer;
    timer.start();
    QByteArray slice;
    while (m_next < m_rows.count() && timer.elapsed() < sliceMs)
        slice += nextRow();
    if (put(slice) && m_next == m_rows.count())
        end();
}

// False: it has ended.
bool ExportJob::put(const QByteArray &bytes)
{
    if (m_file.write(bytes) == bytes.size() && m_file.flush())
        return true;
    m_turn.stop();
    m_outcome.problem = m_file.errorString();
    m_file.cancelWriting();
    m_file.commit(); // which takes the unfinished file away
    Q_EMIT finished(m_outcome);
    return false;
}

void ExportJob::end()
{
    if (m_format == ExportFormat::Json && !put("\n]\n"))
        return;
    m_turn.stop();
    m_outcome.defused = m_lines.defused();
    if (!m_file.commit())
        m_outcome.problem = m_file.errorString();
    Q_EMIT finished(m_outcome);
}

QString saveBytes(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return file.errorString();
}

} // namespace lockscope::ui
