// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/insight/filter/filterwords.h"
#include "core/insight/quorum/quorumverdict.h"
#include "core/watch/record/records.h"

#include <vector>

namespace lockscope::insight {

// The saved way to a lock's server, as the words of a filter are written. A value; any thread.
struct FilterPlace {
    QString profile; // empty: by its URL alone
    QString tag; // production, staging, development; empty: without a profile

    friend bool operator==(const FilterPlace &, const FilterPlace &) = default;
};

// The faults of a lock, in words: core/health judges. A value; any thread.
struct LockProblems {
    QStringList rules; // their names
    bool isCritical = false; // one of them is

    friend bool operator==(const LockProblems &, const LockProblems &) = default;
};

// The context of a filter besides the lock: the time, whether the lock's server is lost, and the
// verdict of all servers of a quorum.
struct FilterSight {
    FilterSight() = default;
    // For a lock that is not watched, or whose server is known to be up.
    FilterSight(Instant now_, WallInstant wallNow_ = {}, bool serverLost_ = false)
        : now(now_)
        , wallNow(wallNow_)
        , serverLost(serverLost_)
    {}

    Instant now{};
    WallInstant wallNow{};
    bool serverLost = false;
    std::optional<QuorumVerdict> quorum; // empty: it is kept on one server alone
    const FilterPlace *place = nullptr; // null: reached without a profile
    const LockProblems *problems = nullptr; // null: it was not judged
};

// Selects locks, as people write it: bare words and `field:value` terms, all of which must hold. A
// plain value: copied freely, any thread.
//
//   orders  "two words"          part of the name, the kind or a holder, in any case
//   billing:ledger  billing:     the same: a word before a colon that is no field is plain text
//   name:  holder:  deployment:  part of it, in any case; of a holder's alias too
//   holder:ann,bob               one of several parts
//   kind:fair  library:redisson  the whole word, in any case; the beginning of one matches nothing
//   profile:shop  profile:none   part of the profile that its server is reached by, or by its URL
//   tag:  production staging development none
//   state:  held free contended       mode:  exclusive read write
//   watchdog:  renewing overdue none unknown
//   count:2  count:>1  waiters:>3  waiters:unknown
//   ttl:none  ttl:<5s  ttl:>=1m
//   lease:30s  lease:<1m  lease:unknown
//   since:>5m                    how long ago a hold was first seen
//   stale:yes  stale:no          its server is lost, or a holder or a waiter is no longer alive
//   quorum:  held at-risk split residue blocked free unknown
//   quorum:any  quorum:none      it is kept on the servers of a quorum, or on one server alone
//   problem:overdue              part of the name of a rule that finds something wrong with it
//   problem:any  problem:none  problem:warning  problem:critical    the worst of what is wrong
//
// A leading - negates a term; quotes keep blanks and colons. A lock with several holds matches when
// one of them does. An unknown value matches no comparison, and no negated one either: a lock whose
// waiters are unknown is found by waiters:unknown alone, not by -waiters:>0.
class LockFilter
{
public:
    // Matches everything.
    LockFilter() = default;

    // InvalidInput with a text that names the fault and the fields or the values. `rules`: the
    // names of all rules that find problems, by any judge; empty: any word can be one.
    static Result<LockFilter> parse(const QString &text, const QStringList &rules = {});
    // For a command that changes every lock that matches: a word before a colon that is no field is
    // refused in a negated term, since a misspelt field would then match all locks; and so is the
    // beginning of a kind or a library.
    static Result<LockFilter> parseToAct(const QString &text);
    // As parse(), with the place of a fault.
    static FilterResult<LockFilter> read(const QString &text, const FilterSynonyms &synonyms = {},
                                         const QStringList &rules = {});

    bool matches(const watch::LockRecord &lock, const FilterSight &sight) const;
    bool isEmpty() const { return m_terms.empty(); }

    // Whether the outcome may change without a change of the lock: with time, when a server is lost
    // or found again, or when the verdict of a quorum is another.
    bool dependsOnTime() const;
    bool dependsOnServers() const;
    bool dependsOnQuorum() const;
    bool dependsOnProblems() const;

    // The first of its fields that only a watch tells, and one look does not: watchdog, lease or
    // since. Empty: none.
    QString observedField() const;

    // The words before a colon that were taken for plain text, as they are written: a hint for a
    // user that meant a field.
    const QStringList &noFields() const { return m_noFields; }

    static bool isField(const QString &word);
    // All fields, and the words that one of them takes; none: it takes any text or a number.
    static QStringList fields();
    static QStringList choices(const QString &field);

    friend bool operator==(const LockFilter &, const LockFilter &) = default;

private:
    enum class Field : quint8 {
        Any,
        State,
        Name,
        Kind,
        Library,
        Holder,
        Count,
        Mode,
        Ttl,
        Lease,
        Watchdog,
        Since,
        Waiters,
        Stale,
        Quorum,
        Problem,
        Deployment,
        Profile,
        Tag,
    };

    struct Term {
        Field field = Field::Any;
        bool negated = false;
        bool absent = false; // ttl:none, waiters:unknown, lease:unknown
        QString text; // to look for
        int choice = 0; // a value of State, Mode, Watchdog, Stale or Quorum
        FilterNumber number; // a count, or milliseconds

        friend bool operator==(const Term &, const Term &) = default;
    };
    struct KnownField;

    static const KnownField *known(const QString &field);
    static FilterResult<Term> term(const FilterWord &word, const QStringList &rules);
    static bool matchesText(const watch::LockRecord &lock, const Term &term);
    static bool matchesPlace(const Term &term, const FilterSight &sight);
    static bool matchesQuorum(const Term &term, const FilterSight &sight);
    static bool matchesProblem(const Term &term, const FilterSight &sight);
    static bool matchesNumber(const watch::LockRecord &lock, const Term &term,
                              const FilterSight &sight);
    static bool matchesTerm(const watch::LockRecord &lock, const Term &term,
                            const FilterSight &sight);
    static bool isUnknown(const watch::LockRecord &lock, const Term &term,
                          const FilterSight &sight);

    std::vector<Term> m_terms;
    QStringList m_noFields;
};

} // namespace lockscope::insight
