// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>

#include <algorithm>

namespace lockscope::ui {

// The width of one character of typical cells: names, owners and numbers in Latin letters. The
// average that a Chinese font tells is that of its ideographs, which are twice as wide.
inline int characterWidth(const QFontMetrics &metrics)
{
    static const QString letters = QStringLiteral("abcdefghijklmnopqrstuvwxyz0123456789");
    const auto count = static_cast<int>(letters.size());
    const int latin = (metrics.horizontalAdvance(letters) + count - 1) / count;
    return std::max(1, std::min(metrics.averageCharWidth(), latin));
}

} // namespace lockscope::ui
