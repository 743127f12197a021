// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tones.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace lockscope::ui {

namespace {

// A little above the 4.5 and the 7 that WCAG asks for, for rounding.
constexpr double readable = 4.6;
constexpr double wellReadable = 7.1;
constexpr double visibleMark = 3.1; // WCAG asks for 3

// The luminance for each eight-bit value of a channel; computed once, since every cell asks.
const std::array<double, 256> &channelLuminance()
{
    static const auto table = [] {
        std::array<double, 256> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double v = static_cast<double>(i) / 255;
            values[i] = v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        }
        return values;
    }();
    return table;
}

double luminance(const QColor &color)
{
    const auto &channel = channelLuminance();
    const auto of = [&](int value) { return channel[static_cast<std::size_t>(value)]; };
    return 0.2126 * of(color.red()) + 0.7152 * of(color.green()) + 0.0722 * of(color.blue());
}

QColor mixed(const QColor &a, const QColor &b, float share)
{
    const auto mix = [share](float x, float y) { return x * share + y * (1 - share); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()),
                            mix(a.blueF(), b.blueF()));
}

using Roles = std::initializer_list<QPalette::ColorRole>;

// Moves the colour towards the text colour until it stands out against all of these.
QColor standingOut(const QPalette &palette, const QColor &wanted, const Roles &grounds,
                   double least)
{
    const QColor text = palette.color(QPalette::Text);
    for (int step = 0; step < 20; ++step) {
        const QColor color = mixed(text, wanted, static_cast<float>(step) / 20);
        if (std::all_of(grounds.begin(), grounds.end(), [&](QPalette::ColorRole ground) {
                return contrast(color, palette.color(ground)) >= least;
            }))
            return color;
    }
    return text;
}

// A cache of the latest results: cells ask for the same few colours in every frame.
class Memory
{
public:
    using Key = std::array<QRgb, 6>;

    const QColor *find(const Key &key) const
    {
        const auto at = std::find_if(m_known.begin(), m_known.end(),
                                     [&](const auto &each) { return each.first == key; });
        return at == m_known.end() ? nullptr : &at->second;
    }
    void keep(const Key &key, const QColor &color)
    {
        m_known[m_next] = {key, color};
        m_next = (m_next + 1) % m_known.size();
    }

private:
    std::array<std::pair<Key, QColor>, 24> m_known{};
    std::size_t m_next = 0;
};

// On windows, too: marks and short words stand in the status bar and around views.
QColor readableOn(const QPalette &palette, const QColor &wanted)
{
    static thread_local Memory memory;
    const auto rgb = [&](QPalette::ColorRole role) { return palette.color(role).rgb(); };
    const Memory::Key key{wanted.rgb(),          rgb(QPalette::Base),
                          rgb(QPalette::Window), rgb(QPalette::AlternateBase),
                          rgb(QPalette::Text),   rgb(QPalette::WindowText)};
    if (const QColor *known = memory.find(key))
        return *known;
    const QColor color =
        standingOut(palette, wanted, {QPalette::Base, QPalette::AlternateBase, QPalette::Window},
                    isHighContrast(palette) ? wellReadable : readable);
    memory.keep(key, color);
    return color;
}

QColor markOn(const QPalette &palette, QPalette::ColorRole wanted)
{
    return standingOut(
        palette, palette.color(wanted),
        {QPalette::Base, QPalette::AlternateBase, QPalette::Window, QPalette::Button}, visibleMark);
}

using Marks = std::array<QRgb, markCount>;

// From yellow-green over blue to pink: the colour circle without red and amber. Equal steps of hue
// would give greens and blues that no eye tells apart. These were chosen one after the other among
// the colours that can be seen on their ground, each as far as possible (CIEDE2000) from those
// before it and from the tones of problems. In the order of their hues: a client keeps about its
// hue in the other theme.
constexpr Marks darkOnLight{0xff5e642b, 0xff818e0b, 0xff427b0a, 0xff0c9744, 0xff206f43, 0xff298e70,
                            0xff285d5a, 0xff1a9393, 0xff328fae, 0xff0b6d8e, 0xff284d5d, 0xff0a427b,
                            0xff5b85b9, 0xff125be2, 0xff0a1b7b, 0xff131eec, 0xff4d4096, 0xff805bb9,
                            0xff640a7b, 0xffb410c6, 0xffed26cf, 0xff5d284a, 0xffb95b98, 0xffb30f7a};
constexpr Marks lightOnDark{0xff9ba446, 0xffe0e3bf, 0xffeaf584, 0xff8aec13, 0xffa1cb86, 0xff22bf39,
                            0xff439d6c, 0xffa2d7c2, 0xff1deda4, 0xff22bfa7, 0xff13ecec, 0xff46a0a4,
                            0xff68d0f3, 0xff43829d, 0xff1da4ed, 0xffbfcfe3, 0xff1270e2, 0xff8ea3f6,
                            0xff9579d8, 0xffcdaaf8, 0xffb91ded, 0xfff47be2, 0xffe3bfda, 0xffd91293};

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

// Judged by window colours: a white base with black text is usual.
bool isHighContrast(const QPalette &palette)
{
    return contrast(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) > 19;
}

QColor borderColor(const QPalette &palette)
{
    return markOn(palette, QPalette::Mid);
}

QColor focusColor(const QPalette &palette)
{
    return markOn(palette, QPalette::Highlight);
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

QColor markColor(quint64 number, const QPalette &palette)
{
    static thread_local Memory memory; // as many as there are marks
    const Marks &marks = isDark(palette) ? lightOnDark : darkOnLight;
    const QColor wanted(marks[number % markCount]);
    const auto rgb = [&](QPalette::ColorRole role) { return palette.color(role).rgb(); };
    const Memory::Key key{wanted.rgb(),          rgb(QPalette::Base),
                          rgb(QPalette::Window), rgb(QPalette::AlternateBase),
                          rgb(QPalette::Text),   0};
    if (const QColor *known = memory.find(key))
        return *known;
    const QColor color = standingOut(
        palette, wanted, {QPalette::Base, QPalette::AlternateBase, QPalette::Window}, visibleMark);
    memory.keep(key, color);
    return color;
}

QColor markFill(quint64 number, const QPalette &palette, bool isWeak)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const QColor mark = markColor(number, palette);
    float share = isWeak ? 0.22F : 0.5F;
    QColor fill = mixed(mark, base, share);
    while (share > 0.05F && contrast(fill, text) < readable) {
        share *= 0.85F;
        fill = mixed(mark, base, share);
    }
    return fill;
}

} // namespace lockscope::ui
