// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/lookstyle.h"
#include "ui/theme/tones.h"

#include <QApplication>
#include <QStyle>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct Shades {
    QRgb window, base, alternate, text, muted, button, border, highlight, highlighted, link, tip;
};

QPalette paletteOf(const Shades &shades)
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, QRgb color) { palette.setColor(role, color); };
    set(QPalette::Window, shades.window);
    set(QPalette::WindowText, shades.text);
    set(QPalette::Base, shades.base);
    set(QPalette::AlternateBase, shades.alternate);
    set(QPalette::Text, shades.text);
    set(QPalette::PlaceholderText, shades.muted);
    set(QPalette::Button, shades.button);
    set(QPalette::ButtonText, shades.text);
    set(QPalette::BrightText, shades.highlighted);
    set(QPalette::Highlight, shades.highlight);
    set(QPalette::HighlightedText, shades.highlighted);
    set(QPalette::Link, shades.link);
    set(QPalette::LinkVisited, shades.link);
    set(QPalette::ToolTipBase, shades.tip);
    set(QPalette::ToolTipText, shades.text);
    set(QPalette::Mid, shades.border);
    set(QPalette::Midlight, shades.alternate);
    set(QPalette::Light, shades.base);
    set(QPalette::Dark, shades.border);
    set(QPalette::Shadow, QColor(shades.border).darker(150).rgb());
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, shades.muted);
    // Stays readable under the text of a disabled row.
    palette.setColor(QPalette::Disabled, QPalette::Highlight, shades.alternate);
    return palette;
}

} // namespace

QPalette lightPalette()
{
    return paletteOf({.window = 0xffeff1f4,
                      .base = 0xffffffff,
                      .alternate = 0xfff6f7f9,
                      .text = 0xff1c2430,
                      .muted = 0xff5b6574,
                      .button = 0xfff7f8fa,
                      .border = 0xffc3c9d2,
                      .highlight = 0xff2a62c9,
                      .highlighted = 0xffffffff,
                      .link = 0xff225cc4,
                      .tip = 0xffffffff});
}

QPalette darkPalette()
{
    return paletteOf({.window = 0xff22262c,
                      .base = 0xff191c21,
                      .alternate = 0xff1f2328,
                      .text = 0xffe2e6eb,
                      .muted = 0xff98a2b0,
                      .button = 0xff2c3138,
                      .border = 0xff3d444d,
                      .highlight = 0xff2f5fae,
                      .highlighted = 0xffffffff,
                      .link = 0xff7fb2ff,
                      .tip = 0xff2c3138});
}

QPalette highContrastPalette()
{
    return paletteOf({.window = 0xff000000,
                      .base = 0xff000000,
                      .alternate = 0xff161616,
                      .text = 0xffffffff,
                      .muted = 0xffc8c8c8,
                      .button = 0xff000000,
                      .border = 0xffffffff,
                      .highlight = 0xffffe94d,
                      .highlighted = 0xff000000,
                      .link = 0xff8fd0ff,
                      .tip = 0xff000000});
}

QPalette paletteLike(const QPalette &desktop)
{
    const QColor window = desktop.color(QPalette::Window);
    if (isHighContrast(desktop))
        return desktop;
    return window.lightness() < 128 ? darkPalette() : lightPalette();
}

QString themeName(Theme theme)
{
    switch (theme) {
    case Theme::System:
        return u"system"_s;
    case Theme::Light:
        return u"light"_s;
    case Theme::Dark:
        return u"dark"_s;
    case Theme::HighContrast:
        return u"high-contrast"_s;
    }
    return {};
}

std::optional<Theme> themeFromName(const QString &name)
{
    for (const Theme theme : {Theme::System, Theme::Light, Theme::Dark, Theme::HighContrast}) {
        if (name == themeName(theme))
            return theme;
    }
    return std::nullopt;
}

void applyTheme(Theme theme)
{
    if (!qobject_cast<LookStyle *>(QApplication::style()))
        QApplication::setStyle(new LookStyle);
    QPalette palette;
    switch (theme) {
    case Theme::System:
        QApplication::setPalette(QPalette()); // back to the desktop's
        palette = paletteLike(QApplication::palette());
        break;
    case Theme::Light:
        palette = lightPalette();
        break;
    case Theme::Dark:
        palette = darkPalette();
        break;
    case Theme::HighContrast:
        palette = highContrastPalette();
        break;
    }
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace lockscope::ui
