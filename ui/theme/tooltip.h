// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope::ui {

// A tool tip that shows exactly this text. Qt guesses whether a tip is markup; here it is told:
// always markup, in which everything is escaped. Any thread.
inline QString toolTipOf(const QString &text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<span>") + text.toHtmlEscaped() + QStringLiteral("</span>");
}

} // namespace lockscope::ui
