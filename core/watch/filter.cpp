// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/filter.h"

#include "core/base/text.h"
#include "core/watch/names.h"

#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

constexpr qsizetype maxTerms = 100;

bool contains(const QByteArray &bytes, const QString &text)
{
    return visible(bytes).contains(text, Qt::CaseInsensitive);
}

QString quoted(const QString &text)
{
    return u"\""_s + visibleElided(text.toUtf8(), 60) + u"\""_s;
}

} // namespace

// One word of the input: what stands before its first colon outside quotes, and the rest.
struct LockFilter::Word {
    bool negated = false;
    bool hasField = false;
    QString field;
    QString value;
};

std::vector<LockFilter::Word> LockFilter::words(const QString &text, QString &problem)
{
    std::vector<Word> words;
    qsizetype at = 0;
    while (true) {
        while (at < text.size() && text[at].isSpace())
            ++at;
        if (at == text.size())
            return words;
        Word word;
        if (text[at] == '-'_L1 && at + 1 < text.size() && !text[at + 1].isSpace()) {
            word.negated = true;
            ++at;
        }
        bool inQuotes = false;
        bool wasQuoted = false;
        for (; at < text.size() && (inQuotes || !text[at].isSpace()); ++at) {
            if (text[at] == '"'_L1) {
                inQuotes = !inQuotes;
                wasQuoted = true;
            } else if (text[at] == ':'_L1 && !inQuotes && !word.hasField && !wasQuoted) {
                word.hasField = true;
                word.field = std::exchange(word.value, {}).toLower();
            } else {
                word.value += text[at];
            }
        }
        if (inQuotes) {
            problem = u"a quotation mark is not closed"_s;
            return {};
        }
        if (word.hasField && word.value.isEmpty()) {
            problem = u"%1: is followed by nothing; write for example kind:fair"_s.arg(word.field);
            return {};
        }
        words.push_back(std::move(word));
    }
}

Result<LockFilter> LockFilter::parse(const QString &text)
{
    QString problem;
    const std::vector<Word> all = words(text, problem);
    if (!problem.isEmpty())
        return fail(ErrorKind::InvalidInput, problem);
    if (static_cast<qsizetype>(all.size()) > maxTerms)
        return fail(ErrorKind::InvalidInput, u"a filter has at most %1 words"_s.arg(maxTerms));
    LockFilter filter;
    for (const Word &word : all) {
        if (!word.hasField && word.value.isEmpty())
            continue;
        Result<Term> made = term(word);
        if (!made)
            return fail(made.error());
        filter.m_terms.push_back(std::move(*made));
    }
    return filter;
}

Result<LockFilter::Term> LockFilter::term(const Word &word)
{
    static const std::array<std::pair<QLatin1StringView, Field>, 10> fields{{
        {"state"_L1, Field::State},
        {"name"_L1, Field::Name},
        {"kind"_L1, Field::Kind},
        {"holder"_L1, Field::Holder},
        {"count"_L1, Field::Count},
        {"mode"_L1, Field::Mode},
        {"ttl"_L1, Field::Ttl},
        {"watchdog"_L1, Field::Watchdog},
        {"waiters"_L1, Field::Waiters},
        {"deployment"_L1, Field::Deployment},
    }};
    Term term;
    term.negated = word.negated;
    term.text = word.value;
    if (!word.hasField)
        return term;
    const auto known = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto &field) { return field.first == word.field; });
    if (known == fields.end()) {
        QStringList names;
        for (const auto &field : fields)
            names += field.first;
        return fail(ErrorKind::InvalidInput,
                    u"there is no field %1; the fields are %2; quotes keep a colon in a word"_s.arg(
                        quoted(word.field), names.join(", "_L1)));
    }
    term.field = known->second;
    switch (term.field) {
    case Field::State:
    case Field::Mode:
    case Field::Watchdog:
        return choiceTerm(term, word.field, word.value);
    case Field::Count:
    case Field::Waiters:
    case Field::Ttl:
        return numberTerm(term, word.field, word.value);
    case Field::Any:
    case Field::Name:
    case Field::Kind:
    case Field::Holder:
    case Field::Deployment:
        break;
    }
    return term;
}

Result<LockFilter::Term> LockFilter::choiceTerm(Term term, const QString &field,
                                                const QString &value)
{
    QStringList choices;
    if (term.field == Field::State) {
        for (const LockState state : {LockState::Free, LockState::Held, LockState::Contended})
            choices += QString::fromLatin1(name(state));
    } else if (term.field == Field::Mode) {
        for (const Mode mode : {Mode::Exclusive, Mode::Read, Mode::Write})
            choices += QString::fromLatin1(name(mode));
    } else {
        choices += u"unknown"_s;
        for (const Watchdog watchdog : {Watchdog::None, Watchdog::Renewing, Watchdog::Overdue})
            choices += QString::fromLatin1(name(watchdog));
    }
    const qsizetype index = choices.indexOf(value.toLower());
    if (index < 0)
        return fail(ErrorKind::InvalidInput,
                    u"%1: has no value %2; it is one of %3"_s.arg(field, quoted(value),
                                                                  choices.join(", "_L1)));
    term.choice = static_cast<int>(index);
    term.text.clear();
    return term;
}

Result<LockFilter::Term> LockFilter::numberTerm(Term term, const QString &field,
                                                const QString &value)
{
    term.text.clear();
    const QString none = term.field == Field::Ttl ? u"none"_s : u"unknown"_s;
    if (term.field != Field::Count && value.toLower() == none) {
        term.absent = true;
        return term;
    }
    static const std::array<std::pair<QLatin1StringView, Comparison>, 5> signs{{
        {"<="_L1, Comparison::LessOrEqual},
        {">="_L1, Comparison::GreaterOrEqual},
        {"<"_L1, Comparison::Less},
        {">"_L1, Comparison::Greater},
        {"="_L1, Comparison::Equal},
    }};
    QString number = value;
    for (const auto &[sign, comparison] : signs) {
        if (number.startsWith(sign)) {
            term.comparison = comparison;
            number = number.sliced(sign.size());
            break;
        }
    }
    if (term.field == Field::Ttl) {
        const Result<Millis> span = parseDuration(number);
        if (!span)
            return fail(ErrorKind::InvalidInput,
                        u"ttl: takes none, or a span such as <5s; %1"_s.arg(span.error().text));
        term.number = span->count();
        return term;
    }
    bool isNumber = false;
    term.number = number.toLongLong(&isNumber);
    if (!isNumber || term.number < 0)
        return fail(ErrorKind::InvalidInput,
                    u"%1: takes a number such as 2 or >2%2, not %3"_s.arg(
                        field, term.field == Field::Waiters ? u", or unknown"_s : QString(),
                        quoted(value)));
    return term;
}

bool LockFilter::dependsOnTime() const
{
    return std::any_of(m_terms.begin(), m_terms.end(),
                       [](const Term &term) { return term.field == Field::Ttl && !term.absent; });
}

bool LockFilter::matches(const LockRecord &lock, Instant now) const
{
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const Term &term) {
        return matchesTerm(lock, term, now) != term.negated;
    });
}

bool LockFilter::compare(qint64 value, const Term &term)
{
    switch (term.comparison) {
    case Comparison::Equal:
        return value == term.number;
    case Comparison::Less:
        return value < term.number;
    case Comparison::LessOrEqual:
        return value <= term.number;
    case Comparison::Greater:
        return value > term.number;
    case Comparison::GreaterOrEqual:
        return value >= term.number;
    }
    return false;
}

bool LockFilter::matchesText(const LockRecord &lock, const Term &term)
{
    const auto inName = [&] { return contains(lock.id.name.bytes, term.text); };
    const auto inHolder = [&] {
        return std::any_of(lock.holds.begin(), lock.holds.end(), [&](const HoldRecord &hold) {
            return contains(hold.owner.bytes, term.text) || contains(hold.alias, term.text);
        });
    };
    switch (term.field) {
    case Field::Name:
        return inName();
    case Field::Holder:
        return inHolder();
    case Field::Kind:
        return QString::fromUtf8(lock.kind).compare(term.text, Qt::CaseInsensitive) == 0;
    case Field::Deployment:
        return lock.deployment->contains(term.text, Qt::CaseInsensitive);
    default:
        return inName() || contains(lock.kind, term.text) || inHolder();
    }
}

bool LockFilter::matchesTerm(const LockRecord &lock, const Term &term, Instant now)
{
    const auto anyHold = [&](auto &&matchesHold) {
        return std::any_of(lock.holds.begin(), lock.holds.end(), matchesHold);
    };
    switch (term.field) {
    case Field::Any:
    case Field::Name:
    case Field::Kind:
    case Field::Holder:
    case Field::Deployment:
        return matchesText(lock, term);
    case Field::State:
        return static_cast<int>(lock.state) == term.choice;
    case Field::Mode:
        return anyHold(
            [&](const HoldRecord &hold) { return static_cast<int>(hold.mode) == term.choice; });
    case Field::Watchdog:
        return anyHold(
            [&](const HoldRecord &hold) { return static_cast<int>(hold.watchdog) == term.choice; });
    case Field::Count: {
        qint64 count = 0;
        for (const HoldRecord &hold : lock.holds)
            count += hold.count;
        return compare(count, term);
    }
    case Field::Waiters: {
        const std::optional<qint64> waiting = lock.waiters
            ? std::optional(static_cast<qint64>(lock.waiters->size()))
            : std::optional<qint64>(lock.waitingConnections);
        return waiting ? !term.absent && compare(*waiting, term) : term.absent;
    }
    case Field::Ttl:
        if (lock.holds.empty())
            return false;
        if (!lock.deadline)
            return term.absent;
        return !term.absent
            && compare(std::chrono::ceil<Millis>(*lock.deadline - now).count(), term);
    }
    return false;
}

} // namespace lockscope::watch
