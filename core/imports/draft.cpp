// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/draft.h"

#include "core/base/text.h"
#include "core/redis/target/targeturl.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::imports {

namespace {

constexpr qsizetype longestName = 60; // room for a number behind it

// A guess from names that teams use. Production asks before it acts, so a wrong guess costs a
// question; a missing one costs the question.
profile::Tag tagFor(const QString &name)
{
    static const QRegularExpression production(u"(^|[^a-z])(prod|prd|production|live)([^a-z]|$)"_s);
    static const QRegularExpression staging(
        u"(^|[^a-z])(staging|stage|stg|preprod|uat)([^a-z]|$)"_s);
    const QString lower = name.toLower();
    if (lower.contains(production))
        return profile::Tag::Production;
    return lower.contains(staging) ? profile::Tag::Staging : profile::Tag::Development;
}

profile::SecretSource asked()
{
    return {profile::SecretSource::From::Ask, {}};
}

QString shown(const QString &text)
{
    return visibleElided(text.toUtf8(), 60);
}

} // namespace

QString usableName(const QString &text)
{
    QString name;
    for (const QChar c : text) {
        const bool isPlain = c.unicode() < 128 && (c.isLetterOrNumber() || c == u'.' || c == u'_');
        if (isPlain)
            name += c;
        else if (!name.endsWith(u'-'))
            name += u'-';
    }
    while (!name.isEmpty() && !name.front().isLetterOrNumber())
        name.remove(0, 1);
    name.truncate(longestName);
    while (name.endsWith(u'-'))
        name.chop(1);
    return name.isEmpty() ? u"redis"_s : name;
}

void Draft::refuse(const Sentence &why)
{
    if (!m_refusal)
        m_refusal = why;
}

void Draft::setThrough(const QString &url)
{
    m_through = url;
}

QString Draft::resolved(const QString &text)
{
    static const QRegularExpression form(u"\\$\\{([^}:]*)(?::-?([^}]*))?\\}"_s);
    QString result;
    qsizetype end = 0;
    for (auto matches = form.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        const QString variable = shown(match.captured(1));
        result += QStringView(text).sliced(end, match.capturedStart() - end);
        result += match.captured(2);
        end = match.capturedEnd();
        if (match.hasCaptured(2))
            remark(
                Sentence::say("the value of %1 is the default of the file, which may differ from "
                              "the one that the application uses")
                    .arg(variable));
        else
            refuse(Sentence::say("the file does not say what %1 is; replace it in a copy of the "
                                 "file and import that")
                       .arg(variable));
    }
    return result + QStringView(text).sliced(end);
}

void Draft::addHost(const QString &text, quint16 usualPort)
{
    QString rest = resolved(text).trimmed();
    if (const qsizetype mark = rest.indexOf("://"_L1); mark >= 0) {
        const QString scheme = rest.first(mark).toLower();
        rest = rest.sliced(mark + 3);
        if (scheme == "rediss"_L1 || scheme == "valkeys"_L1)
            target.tls = true;
        else if (scheme != "redis"_L1 && scheme != "valkey"_L1)
            return refuse(Sentence::say("an address has a scheme other than redis or rediss"));
    }
    if (rest.endsWith(u'/'))
        rest.chop(1);
    const qsizetype colon = rest.lastIndexOf(u':');
    const bool isBare = redis::isIpv6Address(rest);
    const bool hasPort = !isBare && colon >= 0 && !rest.endsWith(u']');
    setHost(hasPort ? rest.first(colon) : rest,
            hasPort ? rest.sliced(colon + 1) : QString::number(usualPort));
}

void Draft::addHosts(const QStringList &texts, quint16 usualPort)
{
    for (const QString &text : texts)
        addHost(text, usualPort);
    if (target.hosts.empty())
        refuse(Sentence::say("there is no address in it"));
}

void Draft::setHost(const QString &host, const QString &port)
{
    QString name = resolved(host).trimmed();
    if (name.startsWith(u'[') && name.endsWith(u']'))
        name = name.sliced(1, name.size() - 2);
    bool isNumber = false;
    const uint number = resolved(port).toUInt(&isNumber);
    // Not quoted: what stands in the wrong place may be a password.
    if (!redis::isHostName(name) && !redis::isIpv6Address(name))
        return refuse(Sentence::say("an address is not a host name or an IP address"));
    if (!isNumber || number == 0 || number > 65535)
        return refuse(Sentence::say("the port of %1 is not 1 to 65535").arg(shown(name)));
    const redis::HostPort place{name, static_cast<quint16>(number)};
    if (std::ranges::find(target.hosts, place) == target.hosts.end())
        target.hosts.push_back(place);
}

void Draft::setDatabase(const QString &text)
{
    if (text.isEmpty())
        return;
    bool isNumber = false;
    const int number = resolved(text).toInt(&isNumber);
    if (!isNumber || number < 0)
        return refuse(Sentence::say("the database is not a number"));
    target.database = number;
}

void Draft::setUser(const QString &user, const QString &password)
{
    const QString name = resolved(user);
    target.user = name == "default"_L1 ? QByteArray() : name.toUtf8();
    if (!password.isEmpty())
        hasPassword();
}

void Draft::setSentinelUser(const QString &user, const QString &password)
{
    const QString name = resolved(user);
    target.sentinelUser = name == "default"_L1 ? QByteArray() : name.toUtf8();
    if (!password.isEmpty())
        hasSentinelPassword();
}

void Draft::takeUrl(const QString &url)
{
    const auto parsed = redis::parseTarget(url);
    if (!parsed)
        return refuse(parsed.error().text);
    target = *parsed;
    if (!parsed->password.isEmpty())
        hasPassword();
    if (!parsed->sentinelPassword.isEmpty())
        hasSentinelPassword();
}

Result<Found> Draft::finished() const
{
    if (m_refusal)
        return fail(ErrorKind::InvalidInput, *m_refusal);
    Found found;
    found.remarks = m_remarks;
    profile::Profile &made = found.profile;
    const QString host = target.hosts.empty() ? target.path : target.hosts.front().host;
    made.name = usableName(m_name.isEmpty() ? host : m_name);
    made.urls = {redis::urlWithoutPasswords(target)};
    made.tag = m_tag ? *m_tag : tagFor(made.name);
    made.tls = target.tlsRules;
    auto relay = redis::relayFrom(m_through);
    if (!relay)
        return fail(relay.error());
    made.relay = *std::move(relay);
    if (m_hasPassword || !target.user.isEmpty())
        made.password = asked();
    if (m_hasSentinelPassword)
        made.sentinelPassword = asked();
    if (m_hasEncryptedKey)
        made.keyPassphrase = asked();
    if (m_hasPassword || m_hasSentinelPassword || m_hasEncryptedKey)
        found.remarks.push_back(
            Sentence::say("the password in the file was not taken over: Lockscope asks for it"));
    if (!m_tag && made.tag != profile::Tag::Development)
        found.remarks.push_back(Sentence::say("it has the tag %1, after its name")
                                    .arg(QString::fromLatin1(profile::name(made.tag))));
    if (const auto checked = profile::check(made); !checked)
        return fail(ErrorKind::InvalidInput, profile::withoutMember(checked.error()));
    return found;
}

} // namespace lockscope::imports
