// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

namespace lockscope::ui {

// The order of Tab and F6 in a window of several parts. Qt's own order follows the creation of the
// widgets, skips the widgets before the child that has a pane's focus, and ends at such a child if
// it is hidden. GUI thread.

// Every control that Tab stops at: those of the parts in their order, then the rest of the window.
QList<QWidget *> tabStops(QWidget *window, const QList<QWidget *> &parts);

// To the stop after (before) the one with the focus. False: there is no other.
bool moveToNextStop(QWidget *window, const QList<QWidget *> &parts, bool next);

// To the part after (before) the one with the focus, and there to where the focus last was.
void moveToNextPart(const QList<QWidget *> &parts, bool next);

// To the part's main control, else to the first that can be worked. False: there is none.
bool focusPart(QWidget *part);

} // namespace lockscope::ui
