// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/filter/filterwords.h"
#include "core/watch/record/records.h"

#include <vector>

namespace lockscope::insight {

// Selects events, written as a filter of locks is (filter.h). A plain value: copied freely, any
// thread.
//
//   orders  "two words"      part of the name, the event's word, the owner or the detail
//   billing:ledger           the same: a word before a colon that is no field is plain text
//   name:  owner:  server:   part of it, in any case; of an owner's alias and of who was owner too
//   event:expired            the whole word, in any case; of several any: event:expired,released
//   kind:fair                the whole word, in any case
//   mode:  exclusive read write
//   count:>1  ttl:<5s  ttl:none
//   unseen:yes               it happened in a gap
//
// A field that an event does not have matches nothing, and with a leading - everything. Fields that
// only locks have, such as quorum:, are refused as such.
class EventFilter
{
public:
    // Matches everything.
    EventFilter() = default;

    static FilterResult<EventFilter> read(const QString &text, const FilterSynonyms &synonyms = {});

    bool matches(const watch::Event &event) const;
    bool isEmpty() const { return m_terms.empty(); }

    // Also such as only locks have.
    static bool isField(const QString &word);
    // All fields, and the words that one of them takes; none: it takes any text or a number.
    static QStringList fields();
    static QStringList choices(const QString &field);

    friend bool operator==(const EventFilter &, const EventFilter &) = default;

private:
    enum class Field : quint8 { Any, Event, Name, Owner, Server, Kind, Mode, Count, Ttl, Unseen };

    struct Term {
        Field field = Field::Any;
        bool negated = false;
        bool absent = false; // ttl:none
        QString text;
        std::vector<int> choices; // of Event, Mode or Unseen; of Any, events
        FilterNumber number;

        friend bool operator==(const Term &, const Term &) = default;
    };

    static FilterResult<Term> term(const FilterWord &word);
    static FilterResult<Term> eventTerm(Term term, const FilterWord &word);
    static bool matchesAnyText(const watch::Event &event, const QString &text);
    static bool matchesTerm(const watch::Event &event, const Term &term);

    std::vector<Term> m_terms;
};

} // namespace lockscope::insight
