// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::insight {

// The completions at the cursor in a filter. Plain functions over values, any thread.

// The fields of a filter, and for some of them the known words: the choices of a field, or the
// words that occur among the filtered items, which come from Redis and are shown as they are
// written here.
struct FilterVocabulary {
    QStringList fields;
    QMap<QString, QStringList> words;

    friend bool operator==(const FilterVocabulary &, const FilterVocabulary &) = default;
};

struct FilterCompletion {
    QString shown; // "kind:", or "fair" of kind:fair
    QString text; // the replacement of the part
    bool isWhole = false; // a blank may follow

    friend bool operator==(const FilterCompletion &, const FilterCompletion &) = default;
};

// A part of the input and its possible replacements, the best first.
struct FilterCompletions {
    qsizetype at = 0;
    qsizetype length = 0;
    std::vector<FilterCompletion> offers;
};

// Completes the word at or before the cursor; in a blank place all fields are offered. A word that
// is complete already is not offered.
inline constexpr std::size_t mostFilterCompletions = 50;
FilterCompletions filterCompletions(const QString &text, qsizetype cursor,
                                    const FilterVocabulary &vocabulary);

} // namespace lockscope::insight
