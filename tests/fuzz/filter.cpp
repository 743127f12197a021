// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/filter/filter.h"

#include "core/insight/filter/eventfilter.h"
#include "core/insight/filter/filtercompletion.h"
#include "tests/fuzz/fuzz.h"

// Filters as people write them: faults are within the text, blanks around it mean nothing, what is
// quoted stays one word, and completions replace a part of the text.
namespace lockscope::fuzz {

using namespace Qt::StringLiterals;
using namespace insight;
using namespace watch;

namespace {

template <typename Filter>
void requireSound(const FilterResult<Filter> &read, const QString &text)
{
    if (read)
        return;
    const FilterProblem &problem = read.error();
    require(!problem.text.isEmpty(), "a fault has a text");
    require(problem.at >= 0 && problem.length >= 1
                && problem.at + problem.length <= std::max<qsizetype>(text.size(), 1),
            "a fault is within the text");
}

LockRecord lockFrom(const QByteArray &name)
{
    LockRecord lock;
    lock.id.name = LockName(name);
    lock.kind = "fair"_ba;
    lock.library = "redisson"_ba;
    HoldRecord hold;
    hold.owner = OwnerId(name + ":1");
    lock.holds.push_back(hold);
    return lock;
}

} // namespace

void run(QByteArrayView input)
{
    Bytes bytes(input);
    const QByteArray name = bytes.text();
    const qsizetype place = bytes.number(256);
    const QString text = QString::fromUtf8(bytes.rest());

    const auto filter = LockFilter::read(text);
    requireSound(filter, text);
    require(LockFilter::parse(text).has_value() == filter.has_value(), "both ways to read agree");
    const auto spaced = LockFilter::read(u"  "_s + text + u' ');
    require(spaced.has_value() == filter.has_value(), "blanks around a filter mean nothing");
    const LockRecord lock = lockFrom(name);
    const FilterSight sight(Instant(Millis(1'000'000)));
    if (filter) {
        require(*spaced == *filter, "blanks around a filter mean nothing");
        require(!filter->isEmpty() || filter->matches(lock, sight), "an empty filter takes all");
        filter->matches(lock, sight);
        // What acts reads no other way.
        if (const auto toAct = LockFilter::parseToAct(text))
            require(*toAct == *filter, "a filter to act by selects what is shown");
    }
    const auto events = EventFilter::read(text);
    requireSound(events, text);
    if (events)
        events->matches(Event{});

    if (!text.contains(u'"')) {
        const auto words = filterWords(filterQuoted(text), LockFilter::isField);
        const bool isOne = words && words->size() == 1;
        require(isOne || text.contains(u':') || (text.isEmpty() && words),
                "a quoted text is one word");
    }
    const qsizetype cursor = std::min(place, text.size());
    const FilterVocabulary vocabulary{LockFilter::fields(),
                                      {{u"kind"_s, {QString::fromUtf8(name), u"fair"_s}}}};
    const auto completions = filterCompletions(text, cursor, vocabulary);
    require(completions.at >= 0 && completions.length >= 0
                && completions.at + completions.length <= text.size(),
            "a completion replaces a part of the text");
    require(completions.offers.size() <= mostFilterCompletions, "completions are limited");
}

} // namespace lockscope::fuzz
