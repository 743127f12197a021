// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/valuedoptions.h"

#include <QCommandLineParser>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace lockscope::app {

// The parser tells it in its help alone, and to ask for the values of any other option is a warning
// on standard error since Qt 6.8.
QStringList valuedOptions(const QCommandLineParser &parser)
{
    static const QRegularExpression line(u"^  (?:-\\w, )?--([a-z0-9-]+) <"_s,
                                         QRegularExpression::MultilineOption);
    QStringList given;
    const QString help = parser.helpText();
    for (auto each = line.globalMatch(help); each.hasNext();) {
        const QString option = each.next().captured(1);
        if (parser.isSet(option))
            given += option;
    }
    return given;
}

} // namespace lockscope::app
