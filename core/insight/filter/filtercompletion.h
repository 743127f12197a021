// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::watch {

// What may stand where the cursor is in a filter. Plain functions over values, any thread.

// The fields of a filter, and for some of them the words that are known: those that a field can
// take, or those that occur among what is filtered, which come from Redis and are shown as they are
// written here.
struct FilterVocabulary {
    QStringList fields;
    QMap<QString, QStringList> words;

    friend bool operator==(const FilterVocabulary &, const FilterVocabulary &) = default;
};

struct FilterCompletion {
    QString shown; // "kind:", or "fair" of kind:fair
    QString text; // what stands in place of the part
    bool isWhole = false; // a blank may follow

    friend bool operator==(const FilterCompletion &, const FilterCompletion &) = default;
};

// A part of the input and what may take its place, what fits best first.
struct FilterCompletions {
    qsizetype at = 0;
    qsizetype length = 0;
    std::vector<FilterCompletion> offers;
};

// Of the word that the cursor is in or behind; in a blank place all fields are offered. Nothing is
// offered that is there already in full.
inline constexpr std::size_t mostFilterCompletions = 50;
FilterCompletions filterCompletions(const QString &text, qsizetype cursor,
                                    const FilterVocabulary &vocabulary);

} // namespace lockscope::watch
