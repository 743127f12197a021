// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/jsontext.h"

#include "core/base/text.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <set>
#include <vector>

using namespace Qt::StringLiterals;

namespace lockscope::profile {

namespace {

constexpr int indentWidth = 2;

tl::unexpected<Error> invalid(const QByteArray &text, qsizetype offset, const Sentence &problem)
{
    const auto line = 1 + text.first(std::clamp<qsizetype>(offset, 0, text.size())).count('\n');
    return fail(ErrorKind::InvalidInput, Sentence::say("line %1: %2").arg(line, problem));
}

// The end of the string that begins at `begin`, behind its closing mark.
qsizetype endOfString(const QByteArray &text, qsizetype begin)
{
    qsizetype at = begin + 1;
    while (at < text.size() && text[at] != '"')
        at += text[at] == '\\' ? 2 : 1;
    return at + 1;
}

// QJsonDocument silently keeps the last of two members of one name. The text is known to parse.
Result<void> refuseDuplicates(const QByteArray &text)
{
    std::vector<std::set<QString>> open; // the members so far; of an array none
    for (qsizetype at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '{' || c == '[') {
            open.emplace_back();
        } else if (c == '}' || c == ']') {
            open.pop_back();
        } else if (c == '"') {
            const qsizetype end = endOfString(text, at);
            qsizetype next = end;
            while (next < text.size() && QByteArrayView(" \t\r\n").contains(text[next]))
                ++next;
            if (next < text.size() && text[next] == ':') {
                const auto name =
                    QJsonDocument::fromJson('[' + text.sliced(at, end - at) + ']')[0].toString();
                if (!open.back().insert(name).second)
                    return invalid(text, at,
                                   Sentence::say("\"%1\" appears twice in one object")
                                       .arg(visibleElided(name.toUtf8(), 60)));
            }
            at = end - 1;
        }
    }
    return {};
}

QByteArray stringJson(const QString &text)
{
    const QByteArray array = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return array.sliced(1, array.size() - 2);
}

void write(QByteArray &out, const QJsonValue &value, const QStringList &first, int depth);

void writeObject(QByteArray &out, const QJsonObject &object, const QStringList &first, int depth)
{
    QStringList names = object.keys(); // sorted
    std::stable_sort(names.begin(), names.end(), [&](const QString &a, const QString &b) {
        const auto rank = [&](const QString &name) {
            return static_cast<std::size_t>(first.indexOf(name)); // absent: behind all others
        };
        return rank(a) < rank(b);
    });
    const QByteArray indent((depth + 1) * indentWidth, ' ');
    out += '{';
    QByteArray separator = "\n"_ba;
    for (const QString &name : names) {
        out += separator + indent + stringJson(name) + ": ";
        write(out, object[name], first, depth + 1);
        separator = ",\n"_ba;
    }
    out += (names.isEmpty() ? QByteArray() : '\n' + indent.chopped(indentWidth)) + '}';
}

void writeArray(QByteArray &out, const QJsonArray &array, const QStringList &first, int depth)
{
    const QByteArray indent((depth + 1) * indentWidth, ' ');
    out += '[';
    QByteArray separator = "\n"_ba;
    for (const QJsonValue value : array) {
        out += separator + indent;
        write(out, value, first, depth + 1);
        separator = ",\n"_ba;
    }
    out += (array.isEmpty() ? QByteArray() : '\n' + indent.chopped(indentWidth)) + ']';
}

void write(QByteArray &out, const QJsonValue &value, const QStringList &first, int depth)
{
    if (value.isObject()) {
        writeObject(out, value.toObject(), first, depth);
    } else if (value.isArray()) {
        writeArray(out, value.toArray(), first, depth);
    } else {
        const QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
        out += array.sliced(1, array.size() - 2);
    }
}

} // namespace

Result<QJsonObject> objectFromJson(const QByteArray &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        return invalid(text, error.offset, Sentence::say("not JSON: %1").arg(error.errorString()));
    if (!document.isObject())
        return invalid(text, 0, Sentence::say("not a JSON object (it must begin with {)"));
    if (const auto unique = refuseDuplicates(text); !unique)
        return fail(unique.error());
    return document.object();
}

QByteArray readableJson(const QJsonObject &object, const QStringList &first)
{
    QByteArray text;
    writeObject(text, object, first, 0);
    // Qt's reader drops a U+FEFF at the beginning of a string, unless it is an escape.
    text.replace("\xef\xbb\xbf", "\\ufeff");
    return text + '\n';
}

} // namespace lockscope::profile
