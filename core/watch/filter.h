// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/watch/records.h"

#include <vector>

namespace lockscope::watch {

// Which locks to show, as people write it: bare words and `field:value` terms, all of which must
// hold. A plain value: copied freely, any thread.
//
//   orders  "two words"          part of the name, the kind or a holder, in any case
//   name:  holder:  deployment:  part of it, in any case; of a holder's alias too
//   kind:fair                    the whole word, in any case
//   state:  held free contended       mode:  exclusive read write
//   watchdog:  renewing overdue none unknown
//   count:2  count:>1  waiters:>3  waiters:unknown
//   ttl:none  ttl:<5s  ttl:>=1m
//
// A leading - negates a term; quotes keep blanks and colons. A lock with several holds matches when
// one of them does. What is unknown matches no comparison.
class LockFilter
{
public:
    // Matches everything.
    LockFilter() = default;

    // InvalidInput with a text that says what is wrong and names the fields or the values.
    static Result<LockFilter> parse(const QString &text);

    bool matches(const LockRecord &lock, Instant now) const;
    bool isEmpty() const { return m_terms.empty(); }

    // Whether the outcome may change without a change of the lock.
    bool dependsOnTime() const;

    friend bool operator==(const LockFilter &, const LockFilter &) = default;

private:
    enum class Field {
        Any,
        Name,
        Kind,
        Holder,
        Deployment,
        State,
        Mode,
        Watchdog,
        Count,
        Waiters,
        Ttl,
    };
    enum class Comparison { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

    struct Term {
        Field field = Field::Any;
        bool negated = false;
        bool absent = false; // ttl:none, waiters:unknown
        QString text; // to look for
        int choice = 0; // a value of State, Mode or Watchdog
        Comparison comparison = Comparison::Equal;
        qint64 number = 0; // a count, or milliseconds

        friend bool operator==(const Term &, const Term &) = default;
    };
    struct Word;

    static std::vector<Word> words(const QString &text, QString &problem);
    static Result<Term> term(const Word &word);
    static Result<Term> choiceTerm(Term term, const QString &field, const QString &value);
    static Result<Term> numberTerm(Term term, const QString &field, const QString &value);
    static bool compare(qint64 value, const Term &term);
    static bool matchesText(const LockRecord &lock, const Term &term);
    static bool matchesTerm(const LockRecord &lock, const Term &term, Instant now);

    std::vector<Term> m_terms;
};

} // namespace lockscope::watch
