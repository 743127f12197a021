// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace lockscope::ui {

// The page of the user guide about the view or dialog that a widget is in. A dock has the page of
// its name without "Dock"; any other place that is not listed has the index. GUI thread.
QString helpPageOf(const QWidget *widget);

} // namespace lockscope::ui
