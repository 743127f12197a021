// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tones.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

namespace {

constexpr double readable = 4.6; // a little above 4.5, for rounding

double luminance(const QColor &color)
{
    const auto channel = [](float value) {
        const auto v = static_cast<double>(value);
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF())
        + 0.0722 * channel(color.blueF());
}

QColor mixed(const QColor &a, const QColor &b, float share)
{
    const auto mix = [share](float x, float y) { return x * share + y * (1 - share); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()),
                            mix(a.blueF(), b.blueF()));
}

// Moves the colour towards the text colour until it can be read on both kinds of row.
QColor readableOn(const QPalette &palette, const QColor &wanted)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor alternate = palette.color(QPalette::AlternateBase);
    const QColor text = palette.color(QPalette::Text);
    for (int step = 0; step < 20; ++step) {
        const QColor color = mixed(text, wanted, static_cast<float>(step) / 20);
        if (std::min(contrast(color, base), contrast(color, alternate)) >= readable)
            return color;
    }
    return text;
}

QColor wantedColor(Tone tone, const QPalette &palette)
{
    const bool dark = isDark(palette);
    switch (tone) {
    case Tone::Good:
        return dark ? QColor(0x5c, 0xc8, 0x8a) : QColor(0x1a, 0x7f, 0x4b);
    case Tone::Notice:
        return dark ? QColor(0xf0, 0xb0, 0x4a) : QColor(0x9a, 0x5b, 0x00);
    case Tone::Alarm:
        return dark ? QColor(0xff, 0x7b, 0x72) : QColor(0xc2, 0x25, 0x22);
    case Tone::Neutral:
        return dark ? QColor(0x7f, 0xb2, 0xff) : QColor(0x22, 0x5c, 0xc4);
    case Tone::Quiet:
        return mixed(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.55F);
    }
    return palette.color(QPalette::Text);
}

} // namespace

bool isDark(const QPalette &palette)
{
    return luminance(palette.color(QPalette::Base)) < 0.2;
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor toneColor(Tone tone, const QPalette &palette, bool selected)
{
    if (selected)
        return palette.color(QPalette::HighlightedText);
    return readableOn(palette, wantedColor(tone, palette));
}

QColor toneFill(Tone tone, const QPalette &palette)
{
    return mixed(wantedColor(tone, palette), palette.color(QPalette::Base),
                 isDark(palette) ? 0.42F : 0.30F);
}

} // namespace lockscope::ui
