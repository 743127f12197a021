// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/logsentences.h"
#include "ui/wording/said.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <vector>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

constexpr int deepest = 4; // sentences within sentences
constexpr const char *context = "Core";

// The text between the placeholders, and the digits of these: one piece more than digits.
struct Pieces {
    QStringList texts;
    std::vector<int> digits; // 1 to 9
};

Pieces piecesOf(const QString &text)
{
    Pieces pieces;
    QString piece;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar next = i + 1 < text.size() ? text[i + 1] : QChar();
        if (text[i] == u'%' && next >= u'1' && next <= u'9') {
            pieces.texts.push_back(piece);
            pieces.digits.push_back(next.digitValue());
            piece.clear();
            ++i;
        } else {
            piece += text[i];
        }
    }
    pieces.texts.push_back(piece);
    return pieces;
}

struct Pattern {
    LogSentence sentence;
    Pieces pieces;
};

// By digit; empty: there is no such placeholder.
using Values = std::array<std::optional<QString>, 10>;

// The values in place of the placeholders, each as short as it can be; empty: it is another text.
std::optional<Values> valuesIn(const QString &text, const Pieces &pieces)
{
    if (!text.startsWith(pieces.texts.front()))
        return std::nullopt;
    Values values;
    qsizetype at = pieces.texts.front().size();
    for (std::size_t i = 0; i < pieces.digits.size(); ++i) {
        const QString &after = pieces.texts[static_cast<qsizetype>(i) + 1];
        const bool isLast = i + 1 == pieces.digits.size();
        const qsizetype end = isLast ? text.size() - after.size() : text.indexOf(after, at);
        if (end < at || (isLast && !text.endsWith(after)))
            return std::nullopt;
        const QString value = text.sliced(at, end - at);
        auto &known = values.at(static_cast<std::size_t>(pieces.digits[i]));
        if (known && *known != value)
            return std::nullopt;
        known = value;
        at = end + after.size();
    }
    return values;
}

// In one go: a value may contain what looks like a placeholder.
QString filled(const Pieces &pieces, const Values &values)
{
    QString text = pieces.texts.front();
    for (std::size_t i = 0; i < pieces.digits.size(); ++i)
        text += values.at(static_cast<std::size_t>(pieces.digits[i])).value_or(QString())
            + pieces.texts[static_cast<qsizetype>(i) + 1];
    return text;
}

// All sentences, made ready once.
struct Book {
    QHash<QString, const char *> plain;
    std::vector<Pattern> patterns;
};

const Book &book()
{
    static const Book all = [] {
        Book made;
        for (const LogSentence &sentence : logSentences()) {
            const QString text = QString::fromLatin1(sentence.text);
            Pieces pieces = piecesOf(text);
            if (!pieces.digits.empty())
                made.patterns.push_back({sentence, std::move(pieces)});
            made.plain.insert(text, sentence.text);
        }
        return made;
    }();
    return all;
}

std::optional<QString> translated(const QString &english, int depth);

// With each of the placeholders translated that stands for a sentence; empty: one that must is
// none.
std::optional<Values> withSentences(Values values, const LogSentence &sentence, int depth)
{
    for (std::size_t digit = 1; digit < values.size(); ++digit) {
        const auto sign = static_cast<char>('0' + digit);
        const bool must = QLatin1StringView(sentence.mustBe).contains(QLatin1Char(sign));
        const bool may = QLatin1StringView(sentence.mayBe).contains(QLatin1Char(sign));
        std::optional<QString> &value = values.at(digit);
        if (!value || !(must || may))
            continue;
        if (auto inner = translated(*value, depth + 1))
            value = std::move(inner);
        else if (must)
            return std::nullopt;
    }
    return values;
}

// Several sentences in a row, some of which may be foreign, such as a server's text; empty: too few
// of them are known.
std::optional<QString> translatedParts(const QString &english, bool wantsAll, int depth)
{
    QStringList parts = english.split(u"; "_s);
    if (parts.size() == 1)
        return std::nullopt;
    qsizetype known = 0;
    for (QString &part : parts) {
        if (auto inner = translated(part, depth + 1)) {
            part = std::move(*inner);
            ++known;
        }
    }
    if (known == 0 || (wantsAll && known < parts.size()))
        return std::nullopt;
    return parts.join(QCoreApplication::translate("Core", "; "));
}

// Empty: it is none of the sentences.
std::optional<QString> translated(const QString &english, int depth)
{
    if (english.isEmpty() || depth > deepest)
        return std::nullopt;
    const Book &all = book();
    if (const auto plain = all.plain.constFind(english); plain != all.plain.constEnd())
        return QCoreApplication::translate(context, *plain);
    // Before the patterns, whose placeholders could stand for more than one sentence.
    if (auto parts = translatedParts(english, true, depth))
        return parts;
    for (const Pattern &pattern : all.patterns) {
        const auto values = valuesIn(english, pattern.pieces);
        if (!values)
            continue;
        if (const auto ready = withSentences(*values, pattern.sentence, depth))
            return filled(piecesOf(QCoreApplication::translate(context, pattern.sentence.text)),
                          *ready);
    }
    return translatedParts(english, false, depth);
}

bool isEnglish()
{
    constexpr const char *probe = "not connected";
    return QCoreApplication::translate(context, probe) == QLatin1StringView(probe);
}

} // namespace

QString saidInLog(const QString &english)
{
    if (english.isEmpty() || isEnglish())
        return english;
    return translated(english, 0).value_or(english);
}

} // namespace lockscope::wording
