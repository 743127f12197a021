// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPlainTextEdit;
class QString;

namespace lockscope::ui {

// A field for a list with an entry on each line, so many lines high. Tab leaves it. GUI thread.
QPlainTextEdit *makeLinesField(const QString &name, int lines, const QString &example);

} // namespace lockscope::ui
