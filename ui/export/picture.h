// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QWidget>

namespace lockscope::ui {

// The factor by which exported charts are larger than on the screen.
inline constexpr int pictureScale = 2;

// The widget as it is shown now. Plain functions, GUI thread.
QByteArray pngOf(QWidget &widget);
QByteArray svgOf(QWidget &widget);

} // namespace lockscope::ui
