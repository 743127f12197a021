// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

class QAction;

namespace lockscope::ui {

// The text of an action in a menu, as plain text. GUI thread.

// Without the mark of its letter and without the keys behind a tab.
QString plainText(const QAction &action);
// "Ctrl+F, /": its shortcuts, or the keys that it only names behind a tab, since a view has them.
QString keysOf(const QAction &action);
QString keysText(const QList<QKeySequence> &keys);

} // namespace lockscope::ui
