// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/aliasrules.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope {

namespace {

constexpr short any = -1; // *
constexpr short one = -2; // ?
constexpr int byNoByte = -1;

constexpr qsizetype longestPattern = 512;
constexpr qsizetype longestName = 64;
// A longer text is no owner that anybody names.
constexpr qsizetype longestOwner = 4096;

std::vector<short> compiled(const QByteArray &pattern)
{
    std::vector<short> parts;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        const bool isEscaped = c == '[' && i + 2 < pattern.size() && pattern[i + 2] == ']'
            && (pattern[i + 1] == '*' || pattern[i + 1] == '?' || pattern[i + 1] == '[');
        if (isEscaped) {
            parts.push_back(static_cast<unsigned char>(pattern[i + 1]));
            i += 2;
        } else if (c == '*') {
            if (parts.empty() || parts.back() != any)
                parts.push_back(any);
        } else if (c == '?') {
            parts.push_back(one);
        } else {
            parts.push_back(static_cast<unsigned char>(c));
        }
    }
    return parts;
}

bool isWild(short part)
{
    return part < 0;
}

bool matches(const std::vector<short> &pattern, const QByteArray &text)
{
    std::size_t at = 0;
    qsizetype place = 0;
    std::optional<std::size_t> star; // the last one; its match grows
    qsizetype taken = 0;
    while (place < text.size()) {
        if (at < pattern.size() && pattern[at] == any) {
            star = at++;
            taken = place;
        } else if (at < pattern.size()
                   && (pattern[at] == one
                       || pattern[at] == static_cast<unsigned char>(text[place]))) {
            ++at;
            ++place;
        } else if (star) {
            at = *star + 1;
            place = ++taken;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == any)
        ++at;
    return at == pattern.size();
}

std::ptrdiff_t literalBytes(const std::vector<short> &pattern)
{
    return std::count_if(pattern.begin(), pattern.end(), [](short part) { return !isWild(part); });
}

tl::unexpected<Error> invalid(const Sentence &problem)
{
    return fail(ErrorKind::InvalidInput, problem);
}

} // namespace

AliasRules::AliasRules(std::vector<AliasRule> rules)
    : m_rules(std::move(rules))
{
    for (std::size_t i = 0; i < m_rules.size(); ++i)
        add(i);
    sortGlobs();
}

void AliasRules::add(std::size_t number)
{
    const AliasRule &rule = m_rules[number];
    Tier &tier = m_tiers[static_cast<std::size_t>(rule.origin)];
    Pattern pattern = compiled(rule.pattern);
    if (std::any_of(pattern.begin(), pattern.end(), isWild)) {
        const int first = isWild(pattern.front()) ? byNoByte : pattern.front();
        tier.globs[first].push_back({std::move(pattern), number});
        return;
    }
    QByteArray literal;
    for (const short part : pattern)
        literal += static_cast<char>(part);
    tier.exact.try_emplace(literal, number);
}

void AliasRules::sortGlobs()
{
    const auto isBefore = [](const Glob &a, const Glob &b) {
        const auto aBytes = literalBytes(a.pattern);
        const auto bBytes = literalBytes(b.pattern);
        // With as many bytes the one with fewer stars is more specific; then any order, but always
        // the same.
        const auto aStars = std::count(a.pattern.begin(), a.pattern.end(), any);
        const auto bStars = std::count(b.pattern.begin(), b.pattern.end(), any);
        if (aBytes != bBytes)
            return aBytes > bBytes;
        return aStars != bStars ? aStars < bStars : a.pattern < b.pattern;
    };
    for (Tier &tier : m_tiers) {
        for (auto &[first, globs] : tier.globs)
            std::stable_sort(globs.begin(), globs.end(), isBefore);
    }
}

const AliasRule *AliasRules::find(const Tier &tier, const QByteArray &owner) const
{
    if (const auto whole = tier.exact.find(owner); whole != tier.exact.end())
        return &m_rules[whole->second];
    const QByteArray client = clientPart(OwnerId(owner));
    if (const auto part = tier.exact.find(client); !client.isEmpty() && part != tier.exact.end())
        return &m_rules[part->second];
    const Glob *best = nullptr;
    const int first = owner.isEmpty() ? byNoByte : static_cast<unsigned char>(owner.front());
    for (const int begin : {first, byNoByte}) {
        const auto globs = tier.globs.find(begin);
        if (globs == tier.globs.end())
            continue;
        const auto hit =
            std::find_if(globs->second.begin(), globs->second.end(),
                         [&owner](const Glob &glob) { return matches(glob.pattern, owner); });
        if (hit != globs->second.end()
            && (!best || literalBytes(hit->pattern) > literalBytes(best->pattern)))
            best = &*hit;
        if (begin == byNoByte)
            break; // also where both are the same
    }
    return best ? &m_rules[best->rule] : nullptr;
}

const AliasRule *AliasRules::ruleOf(const OwnerId &owner) const
{
    if (owner.bytes.size() > longestOwner)
        return nullptr;
    for (const Tier &tier : m_tiers) {
        if (const AliasRule *rule = find(tier, owner.bytes))
            return rule;
    }
    return nullptr;
}

Alias AliasRules::find(const OwnerId &owner) const
{
    const AliasRule *const rule = ruleOf(owner);
    return rule ? Alias(rule->name.toUtf8(), rule->origin) : Alias();
}

bool isAliasGlob(const QByteArray &pattern)
{
    const auto parts = compiled(pattern);
    return std::any_of(parts.begin(), parts.end(), isWild);
}

QByteArray aliasPatternOf(const QByteArray &owner)
{
    QByteArray pattern;
    for (qsizetype i = 0; i < owner.size(); ++i) {
        const char c = owner[i];
        // A bracket is literal, unless it would be taken for the beginning of these three.
        if (c == '*' || c == '?' || c == '[')
            pattern += QByteArray("[") + c + ']';
        else
            pattern += c;
    }
    return pattern;
}

QByteArray clientPart(const OwnerId &owner)
{
    return owner.bytes.first(std::max<qsizetype>(0, owner.bytes.lastIndexOf(':')));
}

Result<void> checkAliasPattern(const QByteArray &pattern)
{
    if (pattern.isEmpty())
        return invalid(Sentence::say("the owner is empty"));
    if (pattern.size() > longestPattern)
        return invalid(Sentence::say("the owner has more than %1 bytes").arg(longestPattern));
    const auto parts = compiled(pattern);
    if (std::all_of(parts.begin(), parts.end(), isWild))
        return invalid(Sentence::say(
            "the pattern matches every owner; it needs other characters besides * and ?"));
    return {};
}

// The name is shown in place of an owner: a text that visible() would change could pass for
// another, and so could one that begins with a sign.
Result<void> checkAliasName(const QString &name)
{
    const bool isPlain = !name.trimmed().isEmpty() && name.isValidUtf16()
        && visible(name.toUtf8()) == name && !name.contains(u'=')
        && !name.startsWith(aliasSign(AliasOrigin::File))
        && !name.startsWith(aliasSign(AliasOrigin::Learned));
    if (isPlain && name.size() <= longestName)
        return {};
    return invalid(Sentence::say("an alias has 1 to 64 characters, without backslash, = or "
                                 "invisible characters, and does not begin with %1 or %2")
                       .arg(aliasSign(AliasOrigin::File), aliasSign(AliasOrigin::Learned)));
}

QString aliasSign(AliasOrigin origin)
{
    switch (origin) {
    case AliasOrigin::Operator:
        break;
    case AliasOrigin::File:
        return QString(QChar(0x2261)); // ≡, lines of a file
    case AliasOrigin::Derived:
        break;
    case AliasOrigin::Learned:
        return QString(QChar(0x2248)); // ≈, about
    }
    return {};
}

QByteArray name(AliasOrigin origin)
{
    switch (origin) {
    case AliasOrigin::Operator:
        return "operator"_ba;
    case AliasOrigin::File:
        return "file"_ba;
    case AliasOrigin::Learned:
        return "learned"_ba;
    case AliasOrigin::Derived:
        return "derived"_ba;
    }
    return {};
}

} // namespace lockscope
