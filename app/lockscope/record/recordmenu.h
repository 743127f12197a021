// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QString>

class QMenu;

namespace lockscope::ui {
class MainWindow;
}

namespace lockscope::console {

// Fills the menu with the records of this machine and a way to an incident file. Each opens in a
// program of its own, which has no connections. GUI thread; the window must outlive the menu.
void fillRecordMenu(QMenu &menu, ui::MainWindow &window);

// Opens the record with that name in such a program, at that time. GUI thread.
void lookBackAt(const QString &record, WallInstant at, ui::MainWindow &window);

} // namespace lockscope::console
