// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/filter/filtercompletion.h"

#include "core/insight/filter/filterwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::insight {

namespace {

// The fit of a candidate to the typed text; higher is better, 0: none.
int fit(const QString &candidate, const QString &typed)
{
    if (candidate.startsWith(typed, Qt::CaseInsensitive))
        return 2;
    return candidate.contains(typed, Qt::CaseInsensitive) ? 1 : 0;
}

std::vector<QString> fitting(const QStringList &candidates, const QString &typed)
{
    std::vector<QString> better;
    std::vector<QString> others;
    for (const QString &candidate : candidates) {
        if (const int quality = fit(candidate, typed); quality > 0)
            (quality == 2 ? better : others).push_back(candidate);
    }
    better.insert(better.end(), others.begin(), others.end());
    if (better.size() > mostFilterCompletions)
        better.resize(mostFilterCompletions);
    return better;
}

// The text after the cursor in the same word is replaced with it: completing in the middle of a
// word means the word.
qsizetype endOfWord(const QString &text, qsizetype cursor, bool inQuotes)
{
    qsizetype end = cursor;
    for (; end < text.size() && (inQuotes || !text[end].isSpace()); ++end) {
        if (text[end] == '"'_L1)
            inQuotes = !inQuotes;
    }
    return end;
}

bool endsInQuotes(QStringView part)
{
    return part.count(u'"') % 2 == 1;
}

} // namespace

FilterCompletions filterCompletions(const QString &text, qsizetype cursor,
                                    const FilterVocabulary &vocabulary)
{
    cursor = std::clamp<qsizetype>(cursor, 0, text.size());
    const QString before = text.first(cursor);
    const FilterWord word = lastFilterWord(before);
    const bool inQuotes = endsInQuotes(QStringView(before).sliced(word.at));
    FilterCompletions completions;
    const qsizetype end = endOfWord(text, cursor, inQuotes);
    if (!word.hasField) {
        if (inQuotes || before.endsWith(u'"'))
            return completions; // a part of a name, not of a field
        completions.at = word.fieldAt;
        // A field that is there stays: its value is not the field's business.
        qsizetype fieldEnd = cursor;
        while (fieldEnd < end && text[fieldEnd] != ':'_L1)
            ++fieldEnd;
        if (fieldEnd < end)
            ++fieldEnd;
        completions.length = fieldEnd - completions.at;
        for (const QString &field : fitting(vocabulary.fields, word.value))
            completions.offers.push_back({field + u':', field + u':', false});
    } else {
        completions.at = word.valueAt;
        completions.length = end - word.valueAt;
        for (const QString &value : fitting(vocabulary.words.value(word.field), word.value)) {
            // A quotation mark in a value cannot be written.
            if (!value.contains(u'"') && !value.isEmpty())
                completions.offers.push_back({value, filterQuoted(value), true});
        }
    }
    const QString present = text.sliced(completions.at, completions.length);
    std::erase_if(completions.offers, [&](const FilterCompletion &offer) {
        return offer.text.compare(present, Qt::CaseInsensitive) == 0;
    });
    return completions;
}

} // namespace lockscope::insight
