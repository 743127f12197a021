// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace lockscope::ui {

// Lines of a CSV file as in RFC 4180: UTF-8, commas, CRLF. A cell that a spreadsheet would take for
// a formula, because it begins with = + - or @, gets an apostrophe in front: names in Redis may be
// written by anybody. Numbers stay numbers. A value, any thread.
class CsvLines
{
public:
    QByteArray line(const QStringList &cells);

    qint64 defused() const { return m_defused; } // cells that got an apostrophe

private:
    QString cell(const QString &text);

    qint64 m_defused = 0;
};

} // namespace lockscope::ui
