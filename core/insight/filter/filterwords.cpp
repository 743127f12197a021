// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/filter/filterwords.h"

#include "core/base/text.h"
#include "core/watch/record/names.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::insight {

namespace {

constexpr qsizetype maxWords = 100;

QString quoted(const QString &text)
{
    return u"\""_s + visibleElided(text.toUtf8(), 60) + u"\""_s;
}

struct Scanned {
    FilterWord word;
    QString field; // as it is written
    qsizetype openQuote = -1; // the place of an unclosed quotation mark
};

// The word at this place, which is no blank; moves behind it.
Scanned scan(const QString &text, qsizetype &at)
{
    Scanned scanned;
    FilterWord &word = scanned.word;
    word.at = at;
    if (text[at] == '-'_L1 && at + 1 < text.size() && !text[at + 1].isSpace()) {
        word.negated = true;
        ++at;
    }
    word.fieldAt = at;
    word.valueAt = at;
    bool wasQuoted = false;
    for (; at < text.size() && (scanned.openQuote >= 0 || !text[at].isSpace()); ++at) {
        if (text[at] == '"'_L1) {
            scanned.openQuote = scanned.openQuote >= 0 ? -1 : at;
            wasQuoted = true;
        } else if (text[at] == ':'_L1 && scanned.openQuote < 0 && !word.hasField && !wasQuoted) {
            word.hasField = true;
            scanned.field = std::exchange(word.value, {});
            word.field = scanned.field.toLower();
            word.valueAt = at + 1;
        } else {
            word.value += text[at];
        }
    }
    word.length = at - word.at;
    return scanned;
}

// A name with a colon, or a part of one.
void makePlain(Scanned &scanned)
{
    FilterWord &word = scanned.word;
    word.hasField = false;
    word.noField = scanned.field;
    word.field.clear();
    word.value.prepend(scanned.field + u':');
}

void skipBlanks(const QString &text, qsizetype &at)
{
    while (at < text.size() && text[at].isSpace())
        ++at;
}

// Empty, or a negation of nothing: every owner of Redisson has dashes, so all would be meant.
bool saysNothing(const FilterWord &word)
{
    return !word.hasField
        && std::all_of(word.value.begin(), word.value.end(), [](QChar c) { return c == '-'_L1; });
}

// The number of letters to insert, delete or replace to turn one into the other.
std::size_t distance(const QString &one, const QString &other)
{
    std::vector<std::size_t> costs(static_cast<std::size_t>(other.size()) + 1);
    std::iota(costs.begin(), costs.end(), std::size_t(0));
    for (qsizetype i = 0; i < one.size(); ++i) {
        std::size_t diagonal = std::exchange(costs[0], static_cast<std::size_t>(i) + 1);
        for (qsizetype j = 0; j < other.size(); ++j) {
            const auto at = static_cast<std::size_t>(j);
            const std::size_t replaced = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = costs[at + 1];
            costs[at + 1] = std::min({replaced, costs[at] + 1, diagonal + 1});
        }
    }
    return costs.back();
}

bool areAlike(const QString &known, const QString &written)
{
    constexpr std::size_t fewTypos = 2;
    return written.size() <= 2 * known.size() && distance(known, written) <= fewTypos;
}

// One of several words in it; of short ones, two letters are too much.
bool hasPartLike(const QString &known, const QString &written)
{
    constexpr qsizetype longWord = 6;
    const QStringList parts = known.split(u'-');
    return parts.size() > 1
        && std::any_of(parts.begin(), parts.end(), [&written](const QString &part) {
               return part.size() >= longWord && areAlike(part, written);
           });
}

// Takes the sign of a comparison from the beginning of the text.
Comparison takeComparison(QString &text)
{
    static const std::array<std::pair<QLatin1StringView, Comparison>, 5> signs{{
        {"<="_L1, Comparison::LessOrEqual},
        {">="_L1, Comparison::GreaterOrEqual},
        {"<"_L1, Comparison::Less},
        {">"_L1, Comparison::Greater},
        {"="_L1, Comparison::Equal},
    }};
    for (const auto &[sign, comparison] : signs) {
        if (text.startsWith(sign)) {
            text = text.sliced(sign.size());
            return comparison;
        }
    }
    return Comparison::Equal;
}

} // namespace

FilterResult<std::vector<FilterWord>> filterWords(const QString &text,
                                                  bool (*isField)(const QString &word))
{
    std::vector<FilterWord> words;
    qsizetype at = 0;
    while (true) {
        skipBlanks(text, at);
        if (at == text.size())
            return words;
        Scanned scanned = scan(text, at);
        FilterWord &word = scanned.word;
        if (scanned.openQuote >= 0)
            return tl::unexpected(FilterProblem{Sentence::say("a quotation mark is missing"),
                                                scanned.openQuote,
                                                text.size() - scanned.openQuote});
        if (word.hasField && !isField(word.field))
            makePlain(scanned);
        if (word.hasField && word.value.isEmpty())
            return tl::unexpected(FilterProblem{
                Sentence::say("%1: needs a value, for example kind:fair").arg(word.field), word.at,
                word.length});
        if (static_cast<qsizetype>(words.size()) == maxWords)
            return tl::unexpected(
                FilterProblem{Sentence::say("a filter has at most %1 words").arg(maxWords), word.at,
                              word.length});
        words.push_back(std::move(word));
    }
}

QString filterOwnWords(const QString &value, const FilterSynonyms &synonyms)
{
    if (synonyms.isEmpty())
        return value;
    QStringList words = value.split(u',');
    for (QString &word : words)
        word = synonyms.value(word.toLower(), word);
    return words.join(u',');
}

FilterResult<std::vector<FilterWord>> ownFilterWords(const QString &text,
                                                     const FilterSynonyms &synonyms,
                                                     bool (*isField)(const QString &word),
                                                     QStringList (*choices)(const QString &field))
{
    FilterResult<std::vector<FilterWord>> words = filterWords(text, isField);
    if (!words)
        return words;
    std::erase_if(*words, saysNothing);
    for (FilterWord &word : *words) {
        if (word.hasField && !choices(word.field).isEmpty())
            word.value = filterOwnWords(word.value, synonyms);
    }
    return words;
}

QStringList filterModes()
{
    QStringList words;
    for (const format::Mode mode :
         {format::Mode::Exclusive, format::Mode::Read, format::Mode::Write})
        words += QString::fromLatin1(watch::name(mode));
    return words;
}

QStringList filterNoOrYes()
{
    return {u"no"_s, u"yes"_s};
}

FilterWord lastFilterWord(const QString &text)
{
    FilterWord last;
    last.at = last.fieldAt = last.valueAt = text.size();
    for (qsizetype at = 0; at < text.size();) {
        skipBlanks(text, at);
        if (at == text.size())
            break;
        const FilterWord word = scan(text, at).word;
        if (at == text.size())
            last = word;
    }
    return last;
}

bool FilterNumber::holds(qint64 value) const
{
    switch (comparison) {
    case Comparison::Equal:
        return value == number;
    case Comparison::Less:
        return value < number;
    case Comparison::LessOrEqual:
        return value <= number;
    case Comparison::Greater:
        return value > number;
    case Comparison::GreaterOrEqual:
        return value >= number;
    }
    return false;
}

FilterResult<FilterNumber> filterCount(const FilterWord &word, QLatin1StringView absent)
{
    FilterNumber wanted;
    QString number = word.value;
    wanted.comparison = takeComparison(number);
    bool isNumber = false;
    wanted.number = number.toLongLong(&isNumber);
    if (isNumber && wanted.number >= 0)
        return wanted;
    const Sentence others =
        absent.isEmpty() ? Sentence() : Sentence::say(", or %1").arg(QString(absent));
    return problemOfValue(word,
                          Sentence::say("%1: needs a number, for example 2 or >2%2, not %3")
                              .arg(word.field, others, quoted(word.value)));
}

FilterResult<FilterNumber> filterSpan(const FilterWord &word, QLatin1StringView absent)
{
    FilterNumber wanted;
    QString number = word.value;
    wanted.comparison = takeComparison(number);
    const Result<Millis> span = parseDuration(number);
    if (!span) {
        const Sentence others =
            absent.isEmpty() ? Sentence() : Sentence::say("%1, or ").arg(QString(absent));
        return problemOfValue(word,
                              Sentence::say("%1: needs %2a duration, for example <5s; %3")
                                  .arg(word.field, others, span.error().text));
    }
    wanted.number = span->count();
    return wanted;
}

FilterResult<int> filterChoice(const FilterWord &word, const QStringList &choices)
{
    const qsizetype index = choices.indexOf(word.value.toLower());
    if (index >= 0)
        return static_cast<int>(index);
    return problemOfValue(word,
                          Sentence::say("%1: has no value %2; use one of %3")
                              .arg(word.field, quoted(word.value), choices.join(", "_L1)));
}

FilterResult<void> checkKnown(const FilterWord &word, const QStringList &known, Parts parts)
{
    const QString value = word.value.toLower();
    const bool mayBeOne = std::any_of(known.begin(), known.end(),
                                      [&](const QString &one) { return one.startsWith(value); });
    if (mayBeOne)
        return {};
    QStringList alike;
    std::copy_if(known.begin(), known.end(), std::back_inserter(alike), [&](const QString &one) {
        return areAlike(one, value) || (parts == Parts::Count && hasPartLike(one, value));
    });
    if (alike.isEmpty())
        return problemOfValue(word,
                              Sentence::say("%1: has no value %2; use one of %3")
                                  .arg(word.field, quoted(word.value), known.join(", "_L1)));
    return problemOfValue(word,
                          Sentence::say("%1: has no value %2; similar values: %3")
                              .arg(word.field, quoted(word.value), alike.join(", "_L1)));
}

tl::unexpected<FilterProblem> problemOfField(const FilterWord &word, Sentence text)
{
    return tl::unexpected(FilterProblem{std::move(text), word.fieldAt,
                                        std::max<qsizetype>(1, word.valueAt - 1 - word.fieldAt)});
}

tl::unexpected<FilterProblem> problemOfValue(const FilterWord &word, Sentence text)
{
    return tl::unexpected(FilterProblem{std::move(text), word.valueAt,
                                        std::max<qsizetype>(1, word.end() - word.valueAt)});
}

bool shownContains(QByteArrayView bytes, const QString &text)
{
    return visible(bytes).contains(text, Qt::CaseInsensitive);
}

QString filterQuoted(const QString &value)
{
    const bool isPlain = !value.isEmpty()
        && std::none_of(value.begin(), value.end(), [](QChar c) { return c.isSpace(); });
    return isPlain ? value : QString(u'"' + value + u'"');
}

} // namespace lockscope::insight
