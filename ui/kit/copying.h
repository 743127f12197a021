// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace lockscope::ui {

// Puts the text on the clipboard and says so below `button`, for a moment: nothing else shows it.
// GUI thread.
void copyFrom(const QWidget &button, const QString &text);

} // namespace lockscope::ui
