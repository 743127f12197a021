// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palettematches.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

// Far enough apart that what follows in a class never outweighs the class.
constexpr int atStart = 1000;
constexpr int atPart = 800;
constexpr int inside = 600;
constexpr int byLetters = 300;
constexpr qsizetype mostPenalty = 99;

char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isLetter(char c)
{
    const char low = folded(c);
    return (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') || static_cast<signed char>(c) < 0;
}

// The start of a part: parts are divided by a colon, a dash, a dot, or before a capital after a
// small letter.
bool isStartOfPart(QByteArrayView text, qsizetype at)
{
    if (at == 0 || !isLetter(text[at - 1]))
        return true;
    return text[at] >= 'A' && text[at] <= 'Z' && text[at - 1] >= 'a' && text[at - 1] <= 'z';
}

bool isAt(QByteArrayView text, qsizetype at, QByteArrayView word)
{
    for (qsizetype i = 0; i < word.size(); ++i) {
        if (folded(text[at + i]) != word[i])
            return false;
    }
    return true;
}

std::optional<int> wholeWord(QByteArrayView text, QByteArrayView word)
{
    std::optional<int> best;
    for (qsizetype at = 0; at + word.size() <= text.size(); ++at) {
        if (!isAt(text, at, word))
            continue;
        if (at == 0)
            return atStart;
        if (isStartOfPart(text, at))
            return atPart;
        best = inside;
    }
    return best;
}

// Letters in their order, with others between: few gaps and starts of parts are better.
std::optional<int> letters(QByteArrayView text, QByteArrayView word)
{
    int score = byLetters;
    qsizetype found = 0;
    qsizetype last = -1;
    qsizetype gaps = 0;
    for (qsizetype at = 0; at < text.size() && found < word.size(); ++at) {
        if (folded(text[at]) != word[found])
            continue;
        if (isStartOfPart(text, at))
            score += 20;
        gaps += last >= 0 ? at - last - 1 : 0;
        last = at;
        ++found;
    }
    if (found < word.size())
        return std::nullopt;
    return std::min(score, inside - 1) - static_cast<int>(std::min(gaps, mostPenalty));
}

} // namespace

PaletteQuery::PaletteQuery(const QString &typed)
{
    for (const QString &word : typed.split(u' ', Qt::SkipEmptyParts)) {
        QByteArray bytes = word.toUtf8();
        std::transform(bytes.begin(), bytes.end(), bytes.begin(), folded);
        m_words += bytes;
    }
}

std::optional<int> PaletteQuery::score(QByteArrayView text) const
{
    return score({text});
}

std::optional<int> PaletteQuery::score(std::initializer_list<QByteArrayView> texts) const
{
    int sum = 0;
    for (const QByteArray &word : m_words) {
        std::optional<int> best;
        for (const QByteArrayView text : texts) {
            std::optional<int> score = wholeWord(text, word);
            if (!score)
                score = letters(text, word);
            best = std::max(best, score); // empty is less than any
        }
        if (!best)
            return std::nullopt;
        sum += *best;
    }
    // The shorter of two texts matches more closely.
    qsizetype length = 0;
    for (const QByteArrayView text : texts)
        length += text.size();
    return sum - static_cast<int>(std::min(length, mostPenalty));
}

QString paletteSign(PaletteGroup group)
{
    switch (group) {
    case PaletteGroup::Actions:
        return u">"_s;
    case PaletteGroup::Locks:
        return u"#"_s;
    case PaletteGroup::Owners:
        return u"@"_s;
    case PaletteGroup::Servers:
        return {};
    case PaletteGroup::Events:
        return u"!"_s;
    case PaletteGroup::Guide:
        return u"?"_s;
    }
    return {};
}

PaletteInput readPaletteInput(const QString &typed)
{
    QString text = typed.trimmed();
    // As Chinese input methods write the signs.
    constexpr char16_t toNarrow = u'！' - u'!';
    if (!text.isEmpty() && text[0] >= u'！' && text[0] <= u'～')
        text[0] = QChar(static_cast<char16_t>(text[0].unicode() - toNarrow));
    for (int i = 0; i < paletteGroups; ++i) {
        const auto group = static_cast<PaletteGroup>(i);
        const QString sign = paletteSign(group);
        if (!sign.isEmpty() && text.startsWith(sign))
            return {group, text.mid(sign.size())};
    }
    return {std::nullopt, typed.trimmed()};
}

} // namespace lockscope::ui
