// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/csv.h"
#include "ui/export/tablerows.h"

#include <QObject>
#include <QPointer>
#include <QSaveFile>
#include <QTimer>

namespace lockscope::ui {

enum class ExportFormat { Csv, Json, Png, Svg };

// The outcome of an export.
struct ExportOutcome {
    QString path;
    qint64 rows = 0; // written; 0 for a picture
    qint64 gone = 0; // went before they could be written
    qint64 untold = 0; // have no form in JSON: nothing is known of them any more
    qint64 defused = 0; // cells of a CSV file that would have been formulas
    QString problem; // why nothing was written; empty: it was
};

// In one or two sentences.
QString exportSentence(const ExportOutcome &outcome);

// Writes rows to a file, a slice in each turn of the event loop. The file that was there before is
// replaced at the end and at once; it stays if anything fails, or if the job ends before. GUI
// thread.
class ExportJob : public QObject
{
    Q_OBJECT

public:
    ExportJob(QAbstractItemView &view, TableRows rows, ExportFormat format, const QString &path,
              QObject *parent);

    void start();

Q_SIGNALS:
    // Once. The job may be deleted then.
    void finished(const lockscope::ui::ExportOutcome &outcome);

private:
    void writeSome();
    QByteArray nextRow();
    bool put(const QByteArray &bytes);
    void end();

    QPointer<QAbstractItemView> m_view;
    TableRows m_rows;
    ExportFormat m_format;
    QSaveFile m_file;
    ExportOutcome m_outcome;
    CsvLines m_lines;
    qsizetype m_next = 0;
    QTimer m_turn;
};

// Writes all bytes at once, with the same guarantee; returns an empty text, or why it failed.
QString saveBytes(const QString &path, const QByteArray &bytes);

} // namespace lockscope::ui
