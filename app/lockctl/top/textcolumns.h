// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

namespace lockscope::lockctl {

// Text in the columns of a terminal. Plain functions, any thread.

// 0 for a mark on the character before it, 2 for a wide one (Chinese, Japanese, Korean, emoji),
// else
// 1. By a table of its own: wcwidth() knows only the characters of the locale.
int columnsOf(char32_t character);
int columnsOf(QStringView text);

// The text without anything that acts on a terminal or reorders a line: U+FFFD stands for it. Text
// from Redis was made visible() before; this is the last line of defence.
QString harmless(QStringView text);

enum class Cut {
    End,
    Middle, // of names, which differ at their ends
};
enum class Side { Left, Right };

// At most so many columns, with an ellipsis for the missing part.
QString cut(QStringView text, int columns, Cut where = Cut::End);
// Exactly so many, filled with blanks; `side`: where the text stands.
QString fitted(QStringView text, int columns, Cut where = Cut::End, Side side = Side::Left);
// Lines of at most so many columns, broken at blanks where there are any.
QStringList wrapped(QStringView text, int columns);

} // namespace lockscope::lockctl
