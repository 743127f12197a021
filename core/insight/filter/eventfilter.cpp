// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/filter/eventfilter.h"

#include "core/base/text.h"
#include "core/format/kinds.h"
#include "core/insight/filter/filter.h"
#include "core/watch/record/names.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::insight {

namespace {

// In the order of the values.
QStringList eventWords()
{
    QStringList words;
    for (int type = 0; type <= static_cast<int>(watch::lastEventType); ++type)
        words += QString::fromLatin1(name(static_cast<watch::EventType>(type)));
    return words;
}

// Whether any of the holds that were lost together is one.
template <typename Condition>
bool hasLost(const watch::Event &event, Condition condition)
{
    return event.lost && std::any_of(event.lost->begin(), event.lost->end(), condition);
}

bool nameContains(const watch::Event &event, const QString &text)
{
    return (event.name && shownContains(event.name->bytes, text))
        || hasLost(event, [&](const watch::LostHold &hold) {
               return shownContains(hold.name.bytes, text);
           });
}

bool isOfKind(const watch::Event &event, const QString &text)
{
    const auto isIt = [&](const QByteArray &kind) {
        return fromUtf8(kind).compare(text, Qt::CaseInsensitive) == 0;
    };
    return isIt(event.kind)
        || hasLost(event, [&](const watch::LostHold &hold) { return isIt(hold.kind); });
}

bool ownerContains(const watch::Event &event, const QString &text)
{
    const auto isHis = [&](const watch::LostHold &hold) {
        return hold.owner && shownContains(hold.owner->bytes, text);
    };
    return hasLost(event, isHis) || (event.owner && shownContains(event.owner->bytes, text))
        || shownContains(event.alias.name, text)
        || (event.former && shownContains(event.former->bytes, text));
}

// The events whose word in the language of the window contains the text.
std::vector<int> eventsLike(const QString &text, const FilterSynonyms &synonyms)
{
    std::vector<int> types;
    const QStringList known = eventWords();
    for (auto synonym = synonyms.begin(); synonym != synonyms.end(); ++synonym) {
        const qsizetype type = known.indexOf(synonym.value());
        if (type >= 0 && synonym.key().contains(text, Qt::CaseInsensitive))
            types.push_back(static_cast<int>(type));
    }
    return types;
}

} // namespace

QStringList EventFilter::fields()
{
    // As the values of Field, which begin with Any.
    return {u"event"_s, u"name"_s,  u"owner"_s, u"server"_s, u"kind"_s,
            u"mode"_s,  u"count"_s, u"ttl"_s,   u"unseen"_s};
}

bool EventFilter::isField(const QString &word)
{
    return fields().contains(word) || LockFilter::isField(word);
}

QStringList EventFilter::choices(const QString &field)
{
    switch (static_cast<Field>(fields().indexOf(field) + 1)) {
    case Field::Event:
        return eventWords();
    case Field::Mode:
        return filterModes();
    case Field::Ttl:
        return {u"none"_s};
    case Field::Unseen:
        return filterNoOrYes();
    case Field::Any:
    case Field::Name:
    case Field::Owner:
    case Field::Server:
    case Field::Kind:
    case Field::Count:
        break;
    }
    return {};
}

FilterResult<EventFilter> EventFilter::read(const QString &text, const FilterSynonyms &synonyms)
{
    const FilterResult<std::vector<FilterWord>> words =
        ownFilterWords(text, synonyms, isField, choices);
    if (!words)
        return tl::unexpected(words.error());
    EventFilter filter;
    for (const FilterWord &word : *words) {
        FilterResult<Term> made = term(word);
        if (!made)
            return tl::unexpected(made.error());
        if (!word.hasField)
            made->choices = eventsLike(word.value, synonyms);
        filter.m_terms.push_back(std::move(*made));
    }
    return filter;
}

FilterResult<EventFilter::Term> EventFilter::term(const FilterWord &word)
{
    Term term;
    term.negated = word.negated;
    if (!word.hasField) {
        term.text = word.value;
        return term;
    }
    const qsizetype index = fields().indexOf(word.field);
    if (index < 0) // a filter of locks was copied
        return problemOfField(word,
                              Sentence::say("%1: is a field of locks, not of events; event fields: "
                                            "%2; to search for a colon, use quotes")
                                  .arg(word.field, fields().join(", "_L1)));
    term.field = static_cast<Field>(index + 1);
    switch (term.field) {
    case Field::Event:
        return eventTerm(std::move(term), word);
    case Field::Mode:
    case Field::Unseen: {
        const FilterResult<int> choice = filterChoice(word, choices(word.field));
        if (!choice)
            return tl::unexpected(choice.error());
        term.choices = {*choice};
        return term;
    }
    case Field::Count:
    case Field::Ttl: {
        const bool isTtl = term.field == Field::Ttl;
        if (isTtl && word.value.toLower() == "none"_L1) {
            term.absent = true;
            return term;
        }
        const FilterResult<FilterNumber> number =
            isTtl ? filterSpan(word, "none"_L1) : filterCount(word, {});
        if (!number)
            return tl::unexpected(number.error());
        term.number = *number;
        return term;
    }
    case Field::Kind:
        if (const FilterResult<void> kind = checkKnown(word, format::kindNames()); !kind)
            return tl::unexpected(kind.error());
        break;
    case Field::Any:
    case Field::Name:
    case Field::Owner:
    case Field::Server:
        break;
    }
    term.text = word.value;
    return term;
}

FilterResult<EventFilter::Term> EventFilter::eventTerm(Term term, const FilterWord &word)
{
    const QStringList known = eventWords();
    const QStringList wanted = word.value.split(u',');
    for (const QString &one : wanted) {
        FilterWord part = word; // for the text; all of the value is underlined
        part.value = one;
        const FilterResult<int> choice = filterChoice(part, known);
        if (!choice)
            return tl::unexpected(choice.error());
        term.choices.push_back(*choice);
    }
    return term;
}

bool EventFilter::matches(const watch::Event &event) const
{
    return std::all_of(m_terms.begin(), m_terms.end(),
                       [&](const Term &term) { return matchesTerm(event, term) != term.negated; });
}

bool EventFilter::matchesAnyText(const watch::Event &event, const QString &text)
{
    return nameContains(event, text) || shownContains(name(event.type), text)
        || ownerContains(event, text) || event.detail.english().contains(text, Qt::CaseInsensitive);
}

bool EventFilter::matchesTerm(const watch::Event &event, const Term &term)
{
    const auto isChosen = [&term](int value) {
        return std::find(term.choices.begin(), term.choices.end(), value) != term.choices.end();
    };
    switch (term.field) {
    case Field::Any:
        return matchesAnyText(event, term.text) || isChosen(static_cast<int>(event.type));
    case Field::Event:
        return isChosen(static_cast<int>(event.type));
    case Field::Name:
        return nameContains(event, term.text);
    case Field::Owner:
        return ownerContains(event, term.text);
    case Field::Server:
        return event.server.contains(term.text, Qt::CaseInsensitive);
    case Field::Kind:
        return isOfKind(event, term.text);
    case Field::Mode:
        return event.mode && isChosen(static_cast<int>(*event.mode));
    case Field::Count:
        return event.count && term.number.holds(*event.count);
    case Field::Ttl:
        // A hold in an event without a time has no end; other events have none to tell.
        if (term.absent)
            return event.mode && !event.ttl;
        return event.ttl && term.number.holds(event.ttl->count());
    case Field::Unseen:
        return isChosen(event.unseen ? 1 : 0);
    }
    return false;
}

} // namespace lockscope::insight
