// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

#include <optional>

namespace lockscope::ui {

// The colours of all windows. GUI thread.
enum class Theme { System, Light, Dark };

// "system", "light", "dark": on command lines and in the settings.
QString themeName(Theme theme);
std::optional<Theme> themeFromName(const QString &name);

QPalette lightPalette();
QPalette darkPalette();

// Fusion and the theme's palette for the whole application.
void applyTheme(Theme theme);

} // namespace lockscope::ui
