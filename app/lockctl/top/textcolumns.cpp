// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/top/textcolumns.h"

#include <QChar>
#include <QList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// East Asian wide and fullwidth characters and those that are shown as emoji, as in Unicode 15,
// with the gaps between blocks of one script filled. In ascending order.
constexpr std::array wideRanges{
    Range{0x1100, 0x115f},   Range{0x231a, 0x231b},   Range{0x2329, 0x232a},
    Range{0x23e9, 0x23ec},   Range{0x23f0, 0x23f0},   Range{0x23f3, 0x23f3},
    Range{0x25fd, 0x25fe},   Range{0x2614, 0x2615},   Range{0x2648, 0x2653},
    Range{0x267f, 0x267f},   Range{0x2693, 0x2693},   Range{0x26a1, 0x26a1},
    Range{0x26aa, 0x26ab},   Range{0x26bd, 0x26be},   Range{0x26c4, 0x26c5},
    Range{0x26ce, 0x26ce},   Range{0x26d4, 0x26d4},   Range{0x26ea, 0x26ea},
    Range{0x26f2, 0x26f3},   Range{0x26f5, 0x26f5},   Range{0x26fa, 0x26fa},
    Range{0x26fd, 0x26fd},   Range{0x2705, 0x2705},   Range{0x270a, 0x270b},
    Range{0x2728, 0x2728},   Range{0x274c, 0x274c},   Range{0x274e, 0x274e},
    Range{0x2753, 0x2755},   Range{0x2757, 0x2757},   Range{0x2795, 0x2797},
    Range{0x27b0, 0x27b0},   Range{0x27bf, 0x27bf},   Range{0x2b1b, 0x2b1c},
    Range{0x2b50, 0x2b50},   Range{0x2b55, 0x2b55},   Range{0x2e80, 0x303e},
    Range{0x3041, 0x33ff},   Range{0x3400, 0x4dbf},   Range{0x4e00, 0xa4cf},
    Range{0xa960, 0xa97c},   Range{0xac00, 0xd7a3},   Range{0xf900, 0xfaff},
    Range{0xfe10, 0xfe19},   Range{0xfe30, 0xfe6f},   Range{0xff01, 0xff60},
    Range{0xffe0, 0xffe6},   Range{0x16fe0, 0x16fe4}, Range{0x17000, 0x18d08},
    Range{0x1aff0, 0x1b2fb}, Range{0x1f004, 0x1f004}, Range{0x1f0cf, 0x1f0cf},
    Range{0x1f18e, 0x1f18e}, Range{0x1f191, 0x1f19a}, Range{0x1f200, 0x1f265},
    Range{0x1f300, 0x1f320}, Range{0x1f32d, 0x1f335}, Range{0x1f337, 0x1f37c},
    Range{0x1f37e, 0x1f393}, Range{0x1f3a0, 0x1f3ca}, Range{0x1f3cf, 0x1f3d3},
    Range{0x1f3e0, 0x1f3f0}, Range{0x1f3f4, 0x1f3f4}, Range{0x1f3f8, 0x1f43e},
    Range{0x1f440, 0x1f440}, Range{0x1f442, 0x1f4fc}, Range{0x1f4ff, 0x1f53d},
    Range{0x1f54b, 0x1f54e}, Range{0x1f550, 0x1f567}, Range{0x1f57a, 0x1f57a},
    Range{0x1f595, 0x1f596}, Range{0x1f5a4, 0x1f5a4}, Range{0x1f5fb, 0x1f64f},
    Range{0x1f680, 0x1f6c5}, Range{0x1f6cc, 0x1f6cc}, Range{0x1f6d0, 0x1f6d2},
    Range{0x1f6d5, 0x1f6d7}, Range{0x1f6dc, 0x1f6df}, Range{0x1f6eb, 0x1f6ec},
    Range{0x1f6f4, 0x1f6fc}, Range{0x1f7e0, 0x1f7eb}, Range{0x1f7f0, 0x1f7f0},
    Range{0x1f90c, 0x1f93a}, Range{0x1f93c, 0x1f945}, Range{0x1f947, 0x1f9ff},
    Range{0x1fa70, 0x1faff}, Range{0x20000, 0x2fffd}, Range{0x30000, 0x3fffd},
};

bool isWide(char32_t character)
{
    const auto range =
        std::lower_bound(wideRanges.begin(), wideRanges.end(), character,
                         [](const Range &each, char32_t wanted) { return each.last < wanted; });
    return range != wideRanges.end() && range->first <= character;
}

bool isHarmful(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

using Characters = QList<char32_t>;

Characters charactersOf(QStringView text)
{
    const auto points = text.toUcs4();
    return {points.begin(), points.end()};
}

QString textOf(const Characters &characters)
{
    QString text;
    for (const char32_t character : characters)
        text += QStringView(QChar::fromUcs4(character));
    return text;
}

int columnsOfAll(const Characters &characters)
{
    int columns = 0;
    for (const char32_t character : characters)
        columns += columnsOf(character);
    return columns;
}

// The number of characters that fit, from the begin or from the end.
template <typename At>
qsizetype fitting(At at, At end, int columns)
{
    qsizetype count = 0;
    int taken = 0;
    for (; at != end; ++at, ++count) {
        taken += columnsOf(*at);
        if (taken > columns)
            break;
    }
    return count;
}

bool isPlain(QStringView text)
{
    return std::all_of(text.begin(), text.end(),
                       [](QChar each) { return each >= u' ' && each < u'\x7f'; });
}

} // namespace

int columnsOf(char32_t character)
{
    if (character < 0x300)
        return 1;
    switch (QChar::category(character)) {
    case QChar::Mark_NonSpacing:
    case QChar::Mark_Enclosing:
        return 0;
    default:
        return isWide(character) ? 2 : 1;
    }
}

int columnsOf(QStringView text)
{
    return isPlain(text) ? static_cast<int>(text.size()) : columnsOfAll(charactersOf(text));
}

QString harmless(QStringView text)
{
    if (isPlain(text))
        return text.toString();
    Characters characters = charactersOf(text);
    for (char32_t &character : characters) {
        if (isHarmful(character))
            character = QChar::ReplacementCharacter;
    }
    return textOf(characters);
}

QString cut(QStringView text, int columns, Cut where)
{
    if (columns <= 0)
        return {};
    const Characters all = charactersOf(text);
    if (columnsOfAll(all) <= columns)
        return text.toString();
    // The end is the part that differs.
    const int behind = where == Cut::End ? 0 : (columns - 1) / 2;
    const qsizetype tail = fitting(all.rbegin(), all.rend(), behind);
    const Characters end = all.last(tail);
    const qsizetype head = fitting(all.begin(), all.end(), columns - 1 - columnsOfAll(end));
    return textOf(all.first(head)) + u'…' + textOf(end);
}

QString fitted(QStringView text, int columns, Cut where, Side side)
{
    const QString shown = cut(text, columns, where);
    const QString blanks(std::max(0, columns - columnsOf(shown)), u' ');
    return side == Side::Left ? shown + blanks : blanks + shown;
}

QStringList wrapped(QStringView text, int columns)
{
    QStringList lines;
    Characters rest = charactersOf(text);
    while (columns > 1 && columnsOfAll(rest) > columns) {
        const qsizetype fits = fitting(rest.begin(), rest.end(), columns);
        // The blank may be the first character that does not fit.
        const qsizetype blank = rest.first(fits + 1).lastIndexOf(U' ');
        const bool breaks = blank > 0;
        lines += textOf(rest.first(breaks ? blank : fits));
        rest = rest.sliced(breaks ? blank + 1 : fits);
    }
    if (!rest.isEmpty() || lines.isEmpty())
        lines += textOf(rest);
    return lines;
}

} // namespace lockscope::lockctl
