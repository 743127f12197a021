// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockscope/commandline.h"
#include "ui/window/mainwindow.h"

namespace lockscope::console {

// The start of a window, over servers or over a record. Plain functions, GUI thread.

// As it is remembered, and as the command line wants it. Before it is shown.
void prepareWindow(ui::MainWindow &window, const ui::WindowState &state, const Options &options);
// The user guide opens from the window, which owns it.
void addGuide(ui::MainWindow &window);
// The filter, lock and view that the command line names. Once it is shown.
void openWanted(ui::MainWindow &window, const Options &options);

} // namespace lockscope::console
