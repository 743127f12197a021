// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/alias.h"
#include "core/base/ids.h"
#include "core/base/result.h"

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope {

// Finds the name of an owner, by many rules. A value, any thread. An operator's rule takes
// precedence over one of a file, and that over a learned one; among equals the one of the whole
// owner, then the one of the part before its last colon, then the pattern with the most bytes that
// are no wildcards.
class AliasRules
{
public:
    AliasRules() = default;
    // The first of two with one origin and pattern counts.
    explicit AliasRules(std::vector<AliasRule> rules);

    Alias find(const OwnerId &owner) const; // empty: it has none
    // The one that find() takes its name from; null: none.
    const AliasRule *ruleOf(const OwnerId &owner) const;
    const std::vector<AliasRule> &rules() const { return m_rules; }
    bool isEmpty() const { return m_rules.empty(); }

    friend bool operator==(const AliasRules &a, const AliasRules &b)
    {
        return a.m_rules == b.m_rules;
    }

private:
    using Pattern = std::vector<short>; // bytes, and wildcards
    struct Glob {
        Pattern pattern;
        std::size_t rule;
    };
    struct Tier { // the rules of one origin
        std::unordered_map<QByteArray, std::size_t> exact;
        // by their first byte, so that few of many are tried; the last: by none
        std::unordered_map<int, std::vector<Glob>> globs; // the most specific first
    };

    void add(std::size_t number);
    void sortGlobs();
    const AliasRule *find(const Tier &tier, const QByteArray &owner) const;

    std::vector<AliasRule> m_rules;
    std::array<Tier, 3> m_tiers;
};

// Whether it has wildcards.
bool isAliasGlob(const QByteArray &pattern);
// The pattern that is of these bytes alone.
QByteArray aliasPatternOf(const QByteArray &owner);
// Before the last colon: the client that an owner is a thread of; empty: there is no colon.
QByteArray clientPart(const OwnerId &owner);

// The reason why it cannot be a pattern or a name; success if it can. Texts are without the place,
// which the caller knows.
Result<void> checkAliasPattern(const QByteArray &pattern);
Result<void> checkAliasName(const QString &name);

// The sign that stands before a name: of a file, of a learned one; an operator's and words have
// none.
QString aliasSign(AliasOrigin origin);
// operator, file, learned, derived.
QByteArray name(AliasOrigin origin);

} // namespace lockscope
