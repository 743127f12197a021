// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/sentence.h"

#include <QHash>
#include <QLatin1StringView>
#include <QString>
#include <QStringList>

#include <optional>
#include <tl/expected.hpp>
#include <vector>

namespace lockscope::insight {

// The words of a filter and the common part of all filters: those of locks (filter.h) and those of
// events (eventfilter.h). Plain functions over values, any thread.

// The reason why a filter cannot be understood, and the part of its text at fault.
struct FilterProblem {
    Sentence text;
    qsizetype at = 0;
    qsizetype length = 0; // at least 1

    friend bool operator==(const FilterProblem &, const FilterProblem &) = default;
};

template <typename T>
using FilterResult = tl::expected<T, FilterProblem>;

// One word of the input: the text before its first colon outside quotes, and the rest. Names in
// Redis have colons, so a word before a colon that is no field belongs to a plain text. Its
// position counts in characters of the input.
struct FilterWord {
    bool negated = false;
    bool hasField = false;
    QString field; // in lower case
    QString value; // without quotes
    QString noField; // of a plain text: the word before its first colon outside quotes
    qsizetype at = 0; // with its minus sign
    qsizetype length = 0;
    qsizetype fieldAt = 0;
    qsizetype valueAt = 0; // with its quotes
    qsizetype end() const { return at + length; }
};

// `isField` decides which words before a colon are fields.
FilterResult<std::vector<FilterWord>> filterWords(const QString &text,
                                                  bool (*isField)(const QString &word));

// The synonyms of the filter's words, in lower case, and the word: those of the language in which a
// window shows them.
using FilterSynonyms = QHash<QString, QString>;

// The value with the filter's own words; of several with a comma between them each.
QString filterOwnWords(const QString &value, const FilterSynonyms &synonyms);
// The words of the input without those that say nothing; the values of fields with choices in the
// filter's own words.
FilterResult<std::vector<FilterWord>> ownFilterWords(const QString &text,
                                                     const FilterSynonyms &synonyms,
                                                     bool (*isField)(const QString &word),
                                                     QStringList (*choices)(const QString &field));

// Choices that both filters have.
QStringList filterModes();
QStringList filterNoOrYes();

// The word that ends with the input, with a field whether it is known or not; an open quotation
// mark in it counts as closed: for a word that is not complete yet.
FilterWord lastFilterWord(const QString &text);

enum class Comparison : quint8 { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

// A number or a span of milliseconds, and how something is compared with it.
struct FilterNumber {
    Comparison comparison = Comparison::Equal;
    qint64 number = 0;

    bool holds(qint64 value) const;
    friend bool operator==(const FilterNumber &, const FilterNumber &) = default;
};

// `absent`: the word for a missing value, accepted besides; empty: there is none.
FilterResult<FilterNumber> filterCount(const FilterWord &word, QLatin1StringView absent);
FilterResult<FilterNumber> filterSpan(const FilterWord &word, QLatin1StringView absent);
// The place of the value in the list.
FilterResult<int> filterChoice(const FilterWord &word, const QStringList &choices);

// Checks that the value is one of the words in any case, or the beginning of one: it may still be
// incomplete. The problem names the words that look alike, or else all. If parts count, one of the
// words within a word with dashes is enough to look alike.
enum class Parts : quint8 { Whole, Count };
FilterResult<void> checkKnown(const FilterWord &word, const QStringList &known,
                              Parts parts = Parts::Whole);

// Problems of a word's two parts: of a field, or of the word before the colon of a plain text.
tl::unexpected<FilterProblem> problemOfField(const FilterWord &word, Sentence text);
tl::unexpected<FilterProblem> problemOfValue(const FilterWord &word, Sentence text);

// Whether the bytes, as they are shown, contain the text in any case.
bool shownContains(QByteArrayView bytes, const QString &text);

// A value as it must be written to be one word.
QString filterQuoted(const QString &value);

} // namespace lockscope::insight
