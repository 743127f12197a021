// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profiletext.h"

#include "core/base/text.h"

#include <QProcess>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::profile {

namespace {

// URLs of Sentinel and Cluster hold commas themselves.
QStringList separated(const QString &urls)
{
    static const QRegularExpression comma(u",(?=[a-z+]+://)"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    return urls.split(comma);
}

// Before the servers of a group.
const QString durableWord = u"durable"_s;

} // namespace

QString durationText(Millis value)
{
    return value.count() % 1000 == 0 ? u"%1s"_s.arg(value.count() / 1000)
                                     : u"%1ms"_s.arg(value.count());
}

QByteArray bytesFrom(const QString &text)
{
    return fromVisible(text).value_or(text.toUtf8());
}

Result<GroupSpec> groupFrom(const QString &text)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals < 1)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("give a name and the servers, for example "
                                  "trio=redis://10.0.0.1,redis://10.0.0.2,redis://10.0.0.3"));
    const QString urls = text.sliced(equals + 1);
    GroupSpec group{text.first(equals), urls.isEmpty() ? QStringList() : separated(urls)};
    group.isDurable = !group.urls.isEmpty() && group.urls.front() == durableWord;
    if (group.isDurable)
        group.urls.removeFirst();
    return group;
}

QString groupText(const GroupSpec &group)
{
    return group.name + u'=' + (group.isDurable ? durableWord + u","_s : QString())
        + group.urls.join(u',');
}

Result<void> addAlias(Aliases &aliases, const QString &text)
{
    // The last one: tokens may end in = themselves, names may not have any.
    const qsizetype equals = text.lastIndexOf(u'=');
    if (equals < 1)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("give an owner and its name, for example "
                                  "3f1c2a5e-9b7d-4c11-8a22-0123456789ab=billing"));
    const QByteArray owner = bytesFrom(text.first(equals));
    if (!aliases.emplace(owner, text.sliced(equals + 1)).second)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("the owner \"%1\" has two names").arg(visibleElided(owner, 60)));
    return {};
}

QString aliasText(const QByteArray &owner, const QString &name)
{
    return visible(owner) + u'=' + name;
}

Result<void> addPin(Pins &pins, const QString &text)
{
    // The last one: names may have some themselves.
    const qsizetype equals = text.lastIndexOf(u'=');
    if (equals < 1)
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say(
                "give a name or prefix and its kind, for example orders:lock:=string/redsync"));
    const QByteArray prefix = bytesFrom(text.first(equals));
    if (!pins.emplace(prefix, text.sliced(equals + 1).toUtf8()).second)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("\"%1\" has two kinds").arg(visibleElided(prefix, 60)));
    return {};
}

QString pinText(const QByteArray &prefix, const QByteArray &kind)
{
    return visible(prefix) + u'=' + fromUtf8(kind);
}

QStringList commandFrom(const QString &text)
{
    return QProcess::splitCommand(text);
}

QString commandText(const QStringList &words)
{
    QStringList quoted;
    for (QString word : words) {
        const bool hasSpaces = std::ranges::any_of(word, [](QChar c) { return c.isSpace(); });
        word.replace(u'"', uR"(""")"_s);
        if (hasSpaces)
            word = u'"' + word + u'"';
        if (!word.isEmpty())
            quoted += word;
    }
    return quoted.join(u' ');
}

QStringList secretVariables(const std::vector<Profile> &profiles)
{
    QStringList variables;
    for (const Profile &profile : profiles) {
        for (const auto member : secretMembers) {
            const SecretSource &source = profile.*member;
            if (source.from == SecretSource::From::Variable)
                variables += source.where;
        }
    }
    variables.removeDuplicates();
    return variables;
}

} // namespace lockscope::profile
