// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/aliasfile.h"

#include "core/base/aliasrules.h"
#include "core/base/text.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::profile {

namespace {

tl::unexpected<Error> invalid(qsizetype line, const Sentence &problem)
{
    return fail(ErrorKind::InvalidInput, Sentence::say("line %1: %2").arg(line, problem));
}

QString quoted(const QByteArray &text)
{
    return u"\"%1\""_s.arg(visibleElided(text, 60));
}

qsizetype lineOf(const QByteArray &text, qsizetype offset)
{
    return 1 + text.first(std::clamp<qsizetype>(offset, 0, text.size())).count('\n');
}

// Puts entries together and refuses the first that cannot be.
class Collector
{
public:
    Result<void> add(const QString &shownOwner, const QString &name, qsizetype line)
    {
        // Half a character would become another one, and nobody would find an invisible one.
        QString plain = shownOwner;
        plain.remove(u'\\');
        if (!plain.isValidUtf16() || visible(plain.toUtf8()) != plain)
            return invalid(
                line,
                Sentence::say(
                    "the owner %1 contains invisible characters; write such bytes as \\xHH")
                    .arg(quoted(plain.toUtf8())));
        const auto owner = fromVisible(shownOwner);
        if (!owner)
            return invalid(line,
                           Sentence::say("the owner %1: %2; write a backslash as two backslashes")
                               .arg(quoted(shownOwner.toUtf8()), owner.error().text));
        if (const auto checked = checkAliasPattern(*owner); !checked)
            return invalid(line, Sentence::say("%1; write OWNER,NAME").arg(checked.error().text));
        const QString alias = name.trimmed();
        if (const auto checked = checkAliasName(alias); !checked)
            return invalid(line,
                           Sentence::say("the name %1 is not valid: %2")
                               .arg(quoted(name.toUtf8()), checked.error().text));
        const auto [known, isNew] = m_lines.emplace(*owner, line);
        if (!isNew)
            return invalid(
                line,
                Sentence::say("the owner %1 also appears in line %2; remove one of the lines")
                    .arg(quoted(*owner), QString::number(known->second)));
        if (m_rules.size() == mostAliases)
            return invalid(
                line,
                Sentence::say("there are more than %1 names; use patterns instead of single owners")
                    .arg(mostAliases));
        if (isAliasGlob(*owner) && ++m_globs > mostAliasGlobs)
            return invalid(line,
                           Sentence::say("there are more than %1 wildcard patterns; use single "
                                         "owners, or fewer patterns")
                               .arg(mostAliasGlobs));
        m_rules.push_back({*owner, alias, AliasOrigin::File});
        return {};
    }
    std::vector<AliasRule> take() { return std::move(m_rules); }

private:
    std::vector<AliasRule> m_rules;
    std::map<QByteArray, qsizetype> m_lines;
    std::size_t m_globs = 0;
};

// One record of CSV; a field in quotes may hold commas and doubled quotes, but no line.
Result<std::vector<QByteArray>> fieldsOf(const QByteArray &record, qsizetype line)
{
    std::vector<QByteArray> fields;
    qsizetype at = 0;
    while (true) {
        QByteArray field;
        while (at < record.size() && (record[at] == ' ' || record[at] == '\t'))
            ++at;
        if (at < record.size() && record[at] == '"') {
            bool isClosed = false;
            for (++at; at < record.size() && !isClosed; ++at) {
                if (record[at] != '"')
                    field += record[at];
                else if (at + 1 < record.size() && record[at + 1] == '"')
                    field += record[++at];
                else
                    isClosed = true;
            }
            if (!isClosed)
                return invalid(line,
                               Sentence::say("a quotation mark is missing; end the field with \""));
            while (at < record.size() && record[at] != ',') {
                if (record[at] != ' ' && record[at] != '\t')
                    return invalid(line,
                                   Sentence::say("there is text after the closing quotation mark; "
                                                 "write a quotation mark inside the field twice"));
                ++at;
            }
        } else {
            const qsizetype comma = record.indexOf(',', at);
            const qsizetype end = comma < 0 ? record.size() : comma;
            field = record.sliced(at, end - at).trimmed();
            at = end;
        }
        fields.push_back(field);
        if (at >= record.size())
            return fields;
        ++at; // the comma
    }
}

Result<std::vector<AliasRule>> fromCsv(const QByteArray &text)
{
    Collector collector;
    bool isFirst = true;
    qsizetype line = 0;
    for (qsizetype begin = 0; begin < text.size();) {
        const qsizetype newline = text.indexOf('\n', begin);
        const qsizetype end = newline < 0 ? text.size() : newline;
        const QByteArray record = text.sliced(begin, end - begin).trimmed();
        begin = end + 1;
        ++line;
        if (record.isEmpty() || record.startsWith('#'))
            continue;
        const auto fields = fieldsOf(record, line);
        if (!fields)
            return fail(fields.error());
        const bool isHead = std::exchange(isFirst, false) && fields->size() == 2
            && ((*fields)[0].toLower() == "owner" || (*fields)[0].toLower() == "pattern")
            && ((*fields)[1].toLower() == "name" || (*fields)[1].toLower() == "alias");
        if (isHead)
            continue;
        if (fields->size() != 2)
            return invalid(line,
                           Sentence::say("there are %1 fields instead of two; write OWNER,NAME, "
                                         "and put a field with a comma in quotation marks")
                               .arg(fields->size()));
        if (const auto added = collector.add(fromUtf8((*fields)[0]), fromUtf8((*fields)[1]), line);
            !added)
            return fail(added.error());
    }
    return collector.take();
}

// JSON that is known to parse, walked for the line of each text, which QJsonDocument does not tell.
class JsonText
{
public:
    explicit JsonText(const QByteArray &text)
        : m_text(text)
    {}
    // The next text and its line; empty: no more.
    std::optional<std::pair<QString, qsizetype>> next()
    {
        for (; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == '\n')
                ++m_line;
            if (m_text[m_at] == '"')
                break;
        }
        if (m_at >= m_text.size())
            return std::nullopt;
        const qsizetype begin = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != '"')
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        ++m_at;
        const QByteArray array = '[' + m_text.sliced(begin, m_at - begin) + ']';
        return std::pair(QJsonDocument::fromJson(array)[0].toString(), m_line);
    }

private:
    const QByteArray &m_text;
    qsizetype m_at = 0;
    qsizetype m_line = 1;
};

Sentence forms()
{
    return Sentence::say(
        "write {\"OWNER\": \"NAME\"} or [{\"owner\": \"OWNER\", \"name\": \"NAME\"}]");
}

// Pairs of texts in their order: of an object, its members and values. Walking the text and not the
// parsed object also finds a member that stands twice.
Result<std::vector<AliasRule>> fromObject(const QByteArray &text, const QJsonObject &object)
{
    for (auto member = object.begin(); member != object.end(); ++member) {
        if (!member->isString())
            return invalid(1,
                           Sentence::say("the name of %1 is not a string; %2")
                               .arg(quoted(member.key().toUtf8()), forms()));
    }
    Collector collector;
    JsonText texts(text);
    while (const auto owner = texts.next()) {
        const auto name = texts.next();
        if (const auto added =
                collector.add(owner->first, name ? name->first : QString(), owner->second);
            !added)
            return fail(added.error());
    }
    return collector.take();
}

Result<std::vector<AliasRule>> fromArray(const QByteArray &text, const QJsonArray &array)
{
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QJsonObject entry = array[i].toObject();
        if (!entry["owner"_L1].isString() || !entry["name"_L1].isString() || entry.size() != 2)
            return invalid(
                1, Sentence::say("entry %1 is not an owner and a name; %2").arg(i + 1, forms()));
    }
    Collector collector;
    JsonText texts(text);
    std::map<QString, QString> entry;
    qsizetype members = 0;
    while (const auto member = texts.next()) {
        const auto value = texts.next();
        // QJsonDocument silently keeps one of two members of one name.
        if (++members > 2 * array.size()
            || !entry.emplace(member->first, value ? value->first : QString()).second)
            return invalid(
                member->second,
                Sentence::say("a member appears twice in this entry or an earlier one; %1")
                    .arg(forms()));
        if (entry.size() < 2)
            continue;
        if (const auto added = collector.add(entry[u"owner"_s], entry[u"name"_s], member->second);
            !added)
            return fail(added.error());
        entry.clear();
    }
    return collector.take();
}

Result<std::vector<AliasRule>> fromJson(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        return invalid(lineOf(text, error.offset),
                       Sentence::say("not JSON: %1; %2").arg(error.errorString(), forms()));
    return document.isObject() ? fromObject(text, document.object())
                               : fromArray(text, document.array());
}

} // namespace

Result<std::vector<AliasRule>> aliasesFromText(const QByteArray &whole)
{
    if (whole.size() > largestAliasFile)
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say("it is larger than 4 MiB; use patterns instead of single owners"));
    const QByteArray text = whole.startsWith("\xef\xbb\xbf") ? whole.sliced(3) : whole;
    if (!isUtf8(text)) {
        for (qsizetype begin = 0, line = 1; begin < text.size(); ++line) {
            const qsizetype newline = text.indexOf('\n', begin);
            const qsizetype end = newline < 0 ? text.size() : newline;
            if (!isUtf8(text.sliced(begin, end - begin)))
                return invalid(line, Sentence::say("this is not UTF-8; save the file as UTF-8"));
            begin = end + 1;
        }
    }
    const QByteArray begin = text.first(std::min<qsizetype>(text.size(), 4096)).trimmed();
    return begin.startsWith('{') || begin.startsWith('[') ? fromJson(text) : fromCsv(text);
}

Result<std::vector<AliasRule>> readAliasFile(const QString &name)
{
    const QString shown = visibleElided(name.toUtf8(), 200);
    const auto cannot = [&shown](const Sentence &reason) {
        return fail(Error{ErrorKind::Permission,
                          "ALIASFILE"_ba,
                          Sentence::say("cannot read owner names from %1: %2").arg(shown, reason),
                          {}});
    };
    const QFileInfo info(name);
    if (!info.exists())
        return cannot(Sentence::say("there is no such file"));
    if (!info.isFile()) // a pipe would not end, and a device not either
        return cannot(Sentence::say("it is not a file"));
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return cannot(file.errorString());
    const QByteArray text = file.read(largestAliasFile + 1);
    if (file.error() != QFileDevice::NoError)
        return cannot(file.errorString());
    auto rules = aliasesFromText(text);
    if (!rules)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("%1, %2").arg(shown, rules.error().text));
    return rules;
}

} // namespace lockscope::profile
