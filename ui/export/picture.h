// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QWidget>

namespace lockscope::ui {

// How many times as large as on the screen charts are exported.
inline constexpr int pictureScale = 2;

// The widget as it is shown now. Plain functions, GUI thread.
QByteArray pngOf(QWidget &widget);
QByteArray svgOf(QWidget &widget);

} // namespace lockscope::ui
