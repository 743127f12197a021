// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/filter/filter.h"

#include "core/base/text.h"
#include "core/format/kinds.h"
#include "core/watch/record/ends.h"
#include "core/watch/record/names.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::insight {

namespace {

QStringList stateWords()
{
    QStringList words;
    for (const watch::LockState state : {watch::LockState::Free, watch::LockState::Held,
                                         watch::LockState::Contended, watch::LockState::Uncertain})
        words += QString::fromLatin1(name(state));
    return words;
}

QStringList watchdogWords()
{
    QStringList words{u"unknown"_s};
    for (const watch::Watchdog watchdog :
         {watch::Watchdog::None, watch::Watchdog::Renewing, watch::Watchdog::Overdue})
        words += QString::fromLatin1(name(watchdog));
    return words;
}

QStringList tagWords()
{
    return {u"production"_s, u"staging"_s, u"development"_s, u"none"_s};
}

// As they follow `any` and `none`.
constexpr std::array verdicts{QuorumVerdict::Held,    QuorumVerdict::Free,  QuorumVerdict::Residue,
                              QuorumVerdict::Unknown, QuorumVerdict::Split, QuorumVerdict::AtRisk,
                              QuorumVerdict::Blocked};
constexpr int anyQuorum = 0;
constexpr int noQuorum = 1;
constexpr int firstVerdict = 2;

QStringList quorumWords()
{
    QStringList words{u"any"_s, u"none"_s};
    for (const QuorumVerdict verdict : verdicts)
        words +=
            verdict == QuorumVerdict::Unknown ? u"unknown"_s : QString::fromLatin1(name(verdict));
    return words;
}

// The words for problems besides the names of rules.
QStringList problemWords()
{
    return {u"any"_s, u"none"_s, u"warning"_s, u"critical"_s};
}

// A part of the name of a rule, or another word that may still be written to its end.
FilterResult<void> checkProblem(const FilterWord &word, const QStringList &rules)
{
    const auto isPart = [&word](const QString &rule) {
        return rule.contains(word.value, Qt::CaseInsensitive);
    };
    if (rules.isEmpty() || std::any_of(rules.begin(), rules.end(), isPart))
        return {};
    return checkKnown(word, problemWords() + rules, Parts::Count);
}

bool isWord(const QByteArray &word, const QString &text)
{
    return fromUtf8(word).compare(text, Qt::CaseInsensitive) == 0;
}

bool isStale(const watch::LockRecord &lock, const FilterSight &sight)
{
    const auto stale = [](const auto &one) { return one.stale; };
    return sight.serverLost || std::any_of(lock.holds.begin(), lock.holds.end(), stale)
        || (lock.waiters && std::any_of(lock.waiters->begin(), lock.waiters->end(), stale));
}

} // namespace

struct LockFilter::KnownField {
    QLatin1StringView name;
    Field field;
    QStringList (*choices)(); // nullptr: no choice
    bool isSpan;
    bool isCount;
    QLatin1StringView absent; // the word for a number that is not there
    const QStringList &(*known)() = nullptr; // all words that a text can be; nullptr: any
};

const LockFilter::KnownField *LockFilter::known(const QString &field)
{
    // In the order in which people see them.
    static const std::array<KnownField, 18> fields{{
        {"state"_L1, Field::State, stateWords, false, false, {}},
        {"name"_L1, Field::Name, nullptr, false, false, {}},
        {"kind"_L1, Field::Kind, nullptr, false, false, {}, format::kindNames},
        {"library"_L1, Field::Library, nullptr, false, false, {}, format::libraryNames},
        {"holder"_L1, Field::Holder, nullptr, false, false, {}},
        {"count"_L1, Field::Count, nullptr, false, true, {}},
        {"mode"_L1, Field::Mode, filterModes, false, false, {}},
        {"ttl"_L1, Field::Ttl, nullptr, true, false, "none"_L1},
        {"lease"_L1, Field::Lease, nullptr, true, false, "unknown"_L1},
        {"watchdog"_L1, Field::Watchdog, watchdogWords, false, false, {}},
        {"since"_L1, Field::Since, nullptr, true, false, {}},
        {"waiters"_L1, Field::Waiters, nullptr, false, true, "unknown"_L1},
        {"stale"_L1, Field::Stale, filterNoOrYes, false, false, {}},
        {"quorum"_L1, Field::Quorum, quorumWords, false, false, {}},
        {"problem"_L1, Field::Problem, nullptr, false, false, "none"_L1},
        {"deployment"_L1, Field::Deployment, nullptr, false, false, {}},
        {"profile"_L1, Field::Profile, nullptr, false, false, "none"_L1},
        {"tag"_L1, Field::Tag, tagWords, false, false, {}},
    }};
    if (field.isEmpty())
        return fields.data();
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const KnownField &one) { return one.name == field; });
    return found == fields.end() ? nullptr : &*found;
}

QStringList LockFilter::fields()
{
    QStringList names;
    const KnownField *const first = known({});
    for (int i = 0; i < static_cast<int>(Field::Tag); ++i)
        names += first[i].name;
    return names;
}

QStringList LockFilter::choices(const QString &field)
{
    const KnownField *const one = field.isEmpty() ? nullptr : known(field);
    if (!one)
        return {};
    if (one->choices)
        return one->choices();
    if (one->field == Field::Problem)
        return problemWords();
    return one->absent.isEmpty() ? QStringList() : QStringList{QString(one->absent)};
}

Result<LockFilter> LockFilter::parse(const QString &text, const QStringList &rules)
{
    FilterResult<LockFilter> filter = read(text, {}, rules);
    if (!filter)
        return fail(ErrorKind::InvalidInput, std::move(filter.error().text));
    return std::move(*filter);
}

Result<LockFilter> LockFilter::parseToAct(const QString &text)
{
    const FilterResult<std::vector<FilterWord>> words = filterWords(text, isField);
    for (const FilterWord &word : words ? *words : std::vector<FilterWord>()) {
        if (word.negated && !word.noField.isEmpty())
            return fail(ErrorKind::InvalidInput,
                        Sentence::say("there is no field \"%1\", so this would match almost every "
                                      "lock; fields: %2; to exclude plain text, write -\"%3\"")
                            .arg(visibleElided(word.noField.toUtf8(), 60), fields().join(", "_L1),
                                 visibleElided(word.value.toUtf8(), 60)));
        const KnownField *const field = word.hasField ? known(word.field) : nullptr;
        const bool isBeginning =
            field && field->known && !field->known().contains(word.value, Qt::CaseInsensitive);
        if (word.negated && isBeginning)
            return fail(
                ErrorKind::InvalidInput,
                Sentence::say(
                    "%1: has no value \"%2\", so this would match almost every lock; use one of %3")
                    .arg(word.field, visibleElided(word.value.toUtf8(), 60),
                         field->known().join(", "_L1)));
    }
    return parse(text);
}

bool LockFilter::isField(const QString &word)
{
    return !word.isEmpty() && known(word);
}

FilterResult<LockFilter> LockFilter::read(const QString &text, const FilterSynonyms &synonyms,
                                          const QStringList &rules)
{
    const FilterResult<std::vector<FilterWord>> words =
        ownFilterWords(text, synonyms, isField, choices);
    if (!words)
        return tl::unexpected(words.error());
    LockFilter filter;
    for (const FilterWord &word : *words) {
        FilterResult<Term> made = term(word, rules);
        if (!made)
            return tl::unexpected(made.error());
        filter.m_terms.push_back(std::move(*made));
        if (!word.noField.isEmpty())
            filter.m_noFields += word.noField;
    }
    return filter;
}

FilterResult<LockFilter::Term> LockFilter::term(const FilterWord &word, const QStringList &rules)
{
    Term term;
    term.negated = word.negated;
    if (!word.hasField) {
        term.text = word.value;
        return term;
    }
    const KnownField *const field = known(word.field);
    term.field = field->field;
    if (field->choices) {
        const FilterResult<int> choice = filterChoice(word, field->choices());
        if (!choice)
            return tl::unexpected(choice.error());
        term.choice = *choice;
    } else if (!field->absent.isEmpty() && word.value.toLower() == field->absent) {
        term.absent = true;
    } else if (field->isSpan || field->isCount) {
        const FilterResult<FilterNumber> number =
            field->isSpan ? filterSpan(word, field->absent) : filterCount(word, field->absent);
        if (!number)
            return tl::unexpected(number.error());
        term.number = *number;
    } else {
        if (field->known) {
            if (const FilterResult<void> known = checkKnown(word, field->known()); !known)
                return tl::unexpected(known.error());
        }
        if (term.field == Field::Problem) {
            if (const FilterResult<void> known = checkProblem(word, rules); !known)
                return tl::unexpected(known.error());
        }
        term.text = word.value;
    }
    return term;
}

bool LockFilter::dependsOnTime() const
{
    return std::any_of(m_terms.begin(), m_terms.end(), [](const Term &term) {
        return term.field == Field::Since || (term.field == Field::Ttl && !term.absent);
    });
}

bool LockFilter::dependsOnServers() const
{
    return std::any_of(m_terms.begin(), m_terms.end(), [](const Term &term) {
        return term.field == Field::Stale || term.field == Field::Watchdog;
    });
}

bool LockFilter::dependsOnQuorum() const
{
    return std::any_of(m_terms.begin(), m_terms.end(),
                       [](const Term &term) { return term.field == Field::Quorum; });
}

bool LockFilter::dependsOnProblems() const
{
    return std::any_of(m_terms.begin(), m_terms.end(),
                       [](const Term &term) { return term.field == Field::Problem; });
}

QString LockFilter::observedField() const
{
    const auto found = std::find_if(m_terms.begin(), m_terms.end(), [](const Term &term) {
        return term.field == Field::Watchdog || term.field == Field::Lease
            || term.field == Field::Since;
    });
    if (found == m_terms.end())
        return {};
    return found->field == Field::Watchdog ? u"watchdog"_s
        : found->field == Field::Lease     ? u"lease"_s
                                           : u"since"_s;
}

bool LockFilter::matches(const watch::LockRecord &lock, const FilterSight &sight) const
{
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const Term &term) {
        const bool isSo = matchesTerm(lock, term, sight);
        return term.negated ? !isSo && !isUnknown(lock, term, sight) : isSo;
    });
}

// It may be so, but that is not known: then it matches neither the term nor its negation.
bool LockFilter::isUnknown(const watch::LockRecord &lock, const Term &term,
                           const FilterSight &sight)
{
    const auto anyHold = [&lock](auto &&isUnknownOf) {
        return std::any_of(lock.holds.begin(), lock.holds.end(), isUnknownOf);
    };
    switch (term.field) {
    case Field::Problem:
        return !sight.problems;
    case Field::Waiters:
        return !term.absent && !lock.waiters && !lock.waitingConnections;
    case Field::Lease:
        return !term.absent && anyHold([](const watch::HoldRecord &hold) { return !hold.lease; });
    case Field::Watchdog:
        return term.choice != static_cast<int>(watch::Watchdog::Unknown)
            && anyHold([&sight](const watch::HoldRecord &hold) {
                   return sight.serverLost || hold.watchdog == watch::Watchdog::Unknown;
               });
    case Field::Holder:
        return holdCount(lock) > static_cast<qint64>(lock.holds.size());
    default:
        return false;
    }
}

bool LockFilter::matchesText(const watch::LockRecord &lock, const Term &term)
{
    const auto inName = [&] { return shownContains(lock.id.name.bytes, term.text); };
    const auto inHolder = [&lock](const QString &text) {
        return std::any_of(lock.holds.begin(), lock.holds.end(),
                           [&text](const watch::HoldRecord &hold) {
                               return shownContains(hold.owner.bytes, text)
                                   || shownContains(hold.alias->name, text);
                           });
    };
    const auto inHolders = [&](const QStringList &parts) {
        return std::any_of(parts.begin(), parts.end(),
                           [&](const QString &part) { return !part.isEmpty() && inHolder(part); });
    };
    switch (term.field) {
    case Field::Name:
        return inName();
    case Field::Holder:
        return inHolder(term.text) || inHolders(term.text.split(u','));
    case Field::Kind:
        return isWord(lock.kind, term.text);
    case Field::Library:
        return isWord(lock.library, term.text);
    case Field::Deployment:
        return lock.deployment->contains(term.text, Qt::CaseInsensitive);
    default:
        return inName() || shownContains(*lock.kind, term.text) || inHolder(term.text);
    }
}

bool LockFilter::matchesPlace(const Term &term, const FilterSight &sight)
{
    static const FilterPlace without;
    const FilterPlace &place = sight.place ? *sight.place : without;
    if (term.field == Field::Tag)
        return (place.tag.isEmpty() ? u"none"_s : place.tag) == tagWords().at(term.choice);
    return term.absent ? place.profile.isEmpty()
                       : place.profile.contains(term.text, Qt::CaseInsensitive);
}

bool LockFilter::matchesQuorum(const Term &term, const FilterSight &sight)
{
    if (term.choice == anyQuorum || term.choice == noQuorum)
        return sight.quorum.has_value() == (term.choice == anyQuorum);
    return sight.quorum == verdicts[static_cast<std::size_t>(term.choice - firstVerdict)];
}

// A lock that was not judged has neither problems nor none.
bool LockFilter::matchesProblem(const Term &term, const FilterSight &sight)
{
    if (!sight.problems)
        return false;
    const LockProblems &problems = *sight.problems;
    if (term.absent || problems.rules.isEmpty())
        return term.absent && problems.rules.isEmpty();
    const QString word = term.text.toLower();
    if (word == "any"_L1)
        return true;
    if (word == "critical"_L1 || word == "warning"_L1)
        return problems.isCritical == (word == "critical"_L1);
    return std::any_of(problems.rules.begin(), problems.rules.end(), [&](const QString &rule) {
        return rule.contains(term.text, Qt::CaseInsensitive);
    });
}

// A missing value matches no comparison, and the word for it matches nothing else.
bool LockFilter::matchesNumber(const watch::LockRecord &lock, const Term &term,
                               const FilterSight &sight)
{
    const auto anyHold = [&](auto &&matchesHold) {
        return std::any_of(lock.holds.begin(), lock.holds.end(), matchesHold);
    };
    const auto holds = [&term](const std::optional<qint64> &value) {
        return value ? !term.absent && term.number.holds(*value) : term.absent;
    };
    if (term.field == Field::Count) {
        qint64 count = 0;
        for (const watch::HoldRecord &hold : lock.holds)
            count += hold.count;
        return holds(count);
    }
    if (term.field == Field::Waiters)
        return holds(lock.waiters ? waiterCount(lock)
                                  : std::optional<qint64>(lock.waitingConnections));
    if (term.field == Field::Lease)
        return anyHold([&](const watch::HoldRecord &hold) {
            return holds(hold.lease ? std::optional<qint64>(hold.lease->count()) : std::nullopt);
        });
    if (term.field == Field::Since)
        return anyHold([&](const watch::HoldRecord &hold) {
            return holds(qint64{(sight.wallNow - hold.observedSince).count()});
        });
    if (lock.holds.empty())
        return false;
    const std::optional<Instant> end = nextEnd(lock);
    return holds(end ? std::optional<qint64>(std::chrono::ceil<Millis>(*end - sight.now).count())
                     : std::nullopt);
}

bool LockFilter::matchesTerm(const watch::LockRecord &lock, const Term &term,
                             const FilterSight &sight)
{
    const auto anyHold = [&](auto &&matchesHold) {
        return std::any_of(lock.holds.begin(), lock.holds.end(), matchesHold);
    };
    switch (term.field) {
    case Field::Any:
    case Field::Name:
    case Field::Kind:
    case Field::Library:
    case Field::Holder:
    case Field::Deployment:
        return matchesText(lock, term);
    case Field::State:
        return static_cast<int>(lock.state) == term.choice;
    case Field::Mode:
        return anyHold([&](const watch::HoldRecord &hold) {
            return static_cast<int>(hold.mode) == term.choice;
        });
    case Field::Watchdog:
        // Nothing is judged while the server is not seen.
        return anyHold([&](const watch::HoldRecord &hold) {
            const watch::Watchdog known =
                sight.serverLost ? watch::Watchdog::Unknown : hold.watchdog;
            return static_cast<int>(known) == term.choice;
        });
    case Field::Stale:
        return isStale(lock, sight) == (term.choice == 1);
    case Field::Quorum:
        return matchesQuorum(term, sight);
    case Field::Problem:
        return matchesProblem(term, sight);
    case Field::Profile:
    case Field::Tag:
        return matchesPlace(term, sight);
    case Field::Count:
    case Field::Ttl:
    case Field::Lease:
    case Field::Since:
    case Field::Waiters:
        return matchesNumber(lock, term, sight);
    }
    return false;
}

} // namespace lockscope::insight
