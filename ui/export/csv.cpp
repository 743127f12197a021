// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/csv.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

bool isNumber(const QString &text)
{
    bool isOne = false;
    const double number = text.toDouble(&isOne);
    Q_UNUSED(number)
    // "-inf" and "+nan" are numbers to Qt.
    return isOne && std::all_of(text.begin(), text.end(), [](QChar c) {
               return c.unicode() < 0x80 && (c.isDigit() || u"+-.eE"_s.contains(c));
           });
}

// Also behind blanks, and in full width, which spreadsheets of some languages read alike.
bool isFormula(const QString &text)
{
    static const QString starts = u"=+-@\uff1d\uff0b\uff0d\uff20"_s;
    const QString first = text.trimmed().left(1);
    return !first.isEmpty() && starts.contains(first) && !isNumber(text);
}

// Semicolons and tabs separate cells for spreadsheets of some languages.
bool needsQuotes(const QString &text)
{
    return std::any_of(text.begin(), text.end(),
                       [](QChar c) { return u",;\t\r\n\""_s.contains(c); });
}

} // namespace

QString CsvLines::cell(const QString &text)
{
    QString cell = text;
    if (isFormula(cell)) {
        cell.prepend(u'\'');
        ++m_defused;
    }
    if (!needsQuotes(cell))
        return cell;
    return u'"' + cell.replace(u'"', "\"\""_L1) + u'"';
}

QByteArray CsvLines::line(const QStringList &cells)
{
    QString line;
    for (const QString &text : cells) {
        if (&text != &cells.front())
            line += u',';
        line += cell(text);
    }
    return line.toUtf8() + "\r\n";
}

} // namespace lockscope::ui
