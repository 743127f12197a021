// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QString>

#include <optional>

namespace lockscope::ui {

// The colours of all windows. GUI thread.
enum class Theme { System, Light, Dark, HighContrast };

// "system", "light", "dark", "high-contrast": on command lines and in the settings.
QString themeName(Theme theme);
std::optional<Theme> themeFromName(const QString &name);

QPalette lightPalette();
QPalette darkPalette();
QPalette highContrastPalette(); // black and white; contrasts of 7 to 1 and more

// Ours that goes with the desktop's; its own where that is of high contrast already.
QPalette paletteLike(const QPalette &desktop);

// Fusion and the theme's palette for the whole application. Theme::System is applied anew when the
// desktop's colours change (QEvent::ThemeChange).
void applyTheme(Theme theme);

} // namespace lockscope::ui
