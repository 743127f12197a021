// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>
#include <QRect>
#include <QSize>

class QWidget;

namespace lockscope::ui {

// The window within the room of a screen, with its frame: as large as it is where it fits, else
// smaller, and moved no further than it must. A value.
QRect fittedTo(const QRect &room, const QRect &window, const QMargins &frame);

// The size of the window at the first start on a screen with this room: most of the room, but no
// more than can be looked over, and at least the usual size, which fitToScreen() cuts if it does
// not fit.
QSize firstSize(const QSize &room);

// So that no part of the window is off its screen. Before it is shown the frame is guessed from the
// style. GUI thread.
void fitToScreen(QWidget &window);

} // namespace lockscope::ui
