// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/aliasfile.h"

#include "core/base/aliasrules.h"
#include "core/base/text.h"
#include "tests/fuzz/fuzz.h"

#include <QJsonDocument>
#include <QJsonObject>

// Files of names: what is read can be written and read again, as CSV and as JSON.
namespace lockscope::fuzz {

using namespace profile;

namespace {

QByteArray quoted(QByteArray field)
{
    return '"' + field.replace('"', "\"\"") + '"';
}

} // namespace

void run(QByteArrayView input)
{
    Bytes bytes(input);
    const OwnerId owner(bytes.text());
    const auto rules = aliasesFromText(bytes.rest());
    if (!rules)
        return;
    require(rules->size() <= mostAliases, "names are limited");
    QByteArray csv("owner,name\n");
    QJsonObject json;
    for (const AliasRule &rule : *rules) {
        require(checkAliasPattern(rule.pattern).has_value(), "a pattern is one");
        require(checkAliasName(rule.name).has_value(), "a name can be shown");
        csv += quoted(visible(rule.pattern).toUtf8()) + ',' + quoted(rule.name.toUtf8()) + '\n';
        json[visible(rule.pattern)] = rule.name;
    }
    const auto fromCsv = aliasesFromText(csv);
    require(fromCsv.has_value() && *fromCsv == *rules, "the same as CSV");
    require(json.size() == static_cast<qsizetype>(rules->size()), "each owner stands once");
    const auto fromJson = aliasesFromText(QJsonDocument(json).toJson());
    require(fromJson.has_value() && fromJson->size() == rules->size(), "as many as JSON");

    const AliasRules byCsv(*rules);
    const AliasRules byJson(*fromJson); // in another order
    const AliasRule *const found = byCsv.ruleOf(owner);
    const AliasRule *const other = byJson.ruleOf(owner);
    require((found == nullptr) == (other == nullptr) && (!found || *found == *other),
            "the order of the lines decides nothing");
    for (const AliasRule &rule : *rules) {
        if (!isAliasGlob(rule.pattern))
            continue;
        const OwnerId literal(rule.pattern);
        require(
            AliasRules({{aliasPatternOf(rule.pattern), rule.name, rule.origin}}).ruleOf(literal),
            "the pattern of an owner finds it");
    }
}

} // namespace lockscope::fuzz
