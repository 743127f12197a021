// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace lockscope::ui {

// The application's icon, painted: the plugin that reads SVG files may not be installed. The same
// drawing is in resources/lockscope.svg for the desktop. GUI thread.
QIcon appIcon();

} // namespace lockscope::ui
