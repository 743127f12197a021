// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profile.h"

#include "core/base/aliasrules.h"
#include "core/base/sentence.h"
#include "core/base/text.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <set>

using namespace Qt::StringLiterals;

namespace lockscope::profile {

namespace {

// A member, and the problem with it.
constexpr auto memberForm = Sentence::marked("%1: %2");

constexpr Millis shortestReauthentication{1000};

constexpr std::array tags{Tag::Development, Tag::Staging, Tag::Production};

QString quoted(const QString &text)
{
    return u"\"%1\""_s.arg(visibleElided(text.toUtf8(), 60));
}

// URLs that parse, hold no password and name each server once.
Result<void> checkUrls(const QStringList &urls, const QString &member)
{
    std::set<QString> seen;
    for (qsizetype i = 0; i < urls.size(); ++i) {
        const QString place = u"%1[%2]"_s.arg(member).arg(i);
        const auto target = redis::parseTarget(urls[i]);
        if (!target)
            return invalidMember(place, target.error().text);
        if (!target->password.isEmpty() || !target->sentinelPassword.isEmpty())
            return invalidMember(
                place,
                Sentence::say("the URL contains a password, and profiles do not store secrets; "
                              "leave it out and say where it comes from (lockctl profile save "
                              "--password-from), or set LOCKSCOPE_PASSWORD when you connect"));
        if (!seen.insert(target->label()).second)
            return invalidMember(place, Sentence::say("the same server is listed twice"));
    }
    return {};
}

Result<void> checkGroups(const std::vector<GroupSpec> &groups)
{
    std::set<QString> names;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const QString place = u"groups[%1]"_s.arg(i);
        if (const auto checked = checkName(groups[i].name); !checked)
            return invalidMember(place + u".name"_s, checked.error().text);
        if (!names.insert(groups[i].name).second)
            return invalidMember(place + u".name"_s,
                                 Sentence::say("there are two groups with this name"));
        if (groups[i].urls.size() < 2)
            return invalidMember(place + u".urls"_s,
                                 Sentence::say("a quorum group needs several servers"));
        if (const auto checked = checkUrls(groups[i].urls, place + u".urls"_s); !checked)
            return checked;
    }
    return {};
}

// Other modules know the kinds; a file of a newer version may know more.
Result<void> checkPins(const Pins &pins)
{
    static const QRegularExpression form(uR"(^[0-9a-z-]{1,64}(/[0-9a-z-]{1,64})?\z)"_s);
    for (const auto &[prefix, kind] : pins) {
        const QString place = u"pins[\"%1\"]"_s.arg(visibleElided(prefix, 60));
        if (prefix.isEmpty())
            return invalidMember(place, Sentence::say("the name or prefix is empty"));
        if (!form.match(fromUtf8(kind)).hasMatch())
            return invalidMember(
                place,
                Sentence::say(
                    "a pin is a kind, or a kind and a library, for example string/redis-py"));
    }
    return {};
}

Result<void> checkAliases(const Aliases &aliases)
{
    for (const auto &[owner, alias] : aliases) {
        const QString place = u"aliases[\"%1\"]"_s.arg(visibleElided(owner, 60));
        if (const auto checked = checkAliasPattern(owner); !checked)
            return invalidMember(place, checked.error().text);
        if (const auto checked = checkAliasName(alias); !checked)
            return invalidMember(place, checked.error().text);
    }
    return {};
}

Result<void> checkSecrets(const Profile &profile)
{
    const std::array secrets{std::pair{u"password_from"_s, &profile.password},
                             std::pair{u"operator_password_from"_s, &profile.operatorPassword},
                             std::pair{u"sentinel_password_from"_s, &profile.sentinelPassword},
                             std::pair{u"key_passphrase_from"_s, &profile.keyPassphrase},
                             std::pair{u"notify_webhook_from"_s, &profile.notifyWebhook}};
    for (const auto &[member, source] : secrets) {
        if (const auto checked = check(*source); !checked)
            return invalidMember(member, checked.error().text);
    }
    if (!profile.reauthenticate)
        return {};
    using From = SecretSource::From;
    const QString member = u"reauthenticate"_s;
    if (*profile.reauthenticate < shortestReauthentication)
        return invalidMember(member, Sentence::say("it must be 1s or longer"));
    const From from = profile.password.from;
    if (from != From::Command && from != From::File && from != From::Keychain)
        return invalidMember(
            member,
            Sentence::say("a new password can be had only from command:, file: or keychain"));
    return {};
}

// As the server takes the names of users.
Result<void> checkOperator(const Profile &profile)
{
    constexpr qsizetype longestUser = 128;
    const QString &user = profile.operatorUser;
    const bool isBad = user.size() > longestUser
        || std::ranges::any_of(user, [](QChar c) { return c.isSpace() || !c.isPrint(); });
    if (isBad)
        return invalidMember(u"operator_user"_s,
                             Sentence::say("the name of a user has up to 128 characters and no "
                                           "spaces"));
    if (user.isEmpty() && profile.operatorPassword.isSet())
        return invalidMember(u"operator_password_from"_s,
                             Sentence::say("there is no user for acting whose password it is"));
    return {};
}

// A service has nobody to ask, and a webhook without a URL is none.
Result<void> checkNotifying(const Profile &profile)
{
    using From = SecretSource::From;
    const From from = profile.notifyWebhook.from;
    if (from == From::Ask || from == From::None)
        return invalidMember(u"notify_webhook_from"_s,
                             Sentence::say("the URL of a webhook comes from keychain, env:NAME, "
                                           "file:/PATH or command:PROGRAM ARGUMENTS"));
    const QStringList &words = profile.notifying.command;
    if (words.isEmpty())
        return {};
    const QString member = u"notify_command"_s;
    if (words.front().isEmpty()
        || std::ranges::any_of(words, [](const QString &word) { return word.contains(QChar(0)); }))
        return invalidMember(member,
                             Sentence::say("a command is a program and its arguments, for example "
                                           "/usr/local/bin/page-me"));
    if (profile.notifyWebhook.isSet())
        return invalidMember(member,
                             Sentence::say("there is a webhook, too; a profile has one or the "
                                           "other"));
    return {};
}

Result<void> checkFile(const QString &file, const QString &member)
{
    if (file.isEmpty() || (QDir::isAbsolutePath(file) && !file.contains(QChar(0))))
        return {};
    return invalidMember(member,
                         Sentence::say("%1 is not an absolute path; an absolute path begins with /")
                             .arg(quoted(file)));
}

Result<void> checkTls(const redis::TlsRules &rules)
{
    for (const auto &[file, member] : {std::pair{&rules.caFile, u"tls.ca_file"_s},
                                       std::pair{&rules.certificateFile, u"tls.certificate_file"_s},
                                       std::pair{&rules.keyFile, u"tls.key_file"_s}}) {
        if (const auto checked = checkFile(*file, member); !checked)
            return checked;
    }
    if (const auto checked = redis::checkTlsRules(rules); !checked)
        return invalidMember(rules.certificateFile.isEmpty() && !rules.keyFile.isEmpty()
                                 ? u"tls.key_file"_s
                                 : u"tls.server_name"_s,
                             checked.error().text);
    return {};
}

// The members of groups are reached by it as well.
Result<void> checkRelay(const Profile &profile)
{
    if (profile.relay.kind == redis::Relay::Kind::None)
        return {};
    QStringList urls = profile.urls;
    for (const GroupSpec &group : profile.groups)
        urls += group.urls;
    const bool anyIsLocal = std::ranges::any_of(urls, [](const QString &url) {
        const auto target = redis::parseTarget(url);
        return target && target->form == redis::Target::Form::Unix;
    });
    if (anyIsLocal)
        return invalidMember(
            u"through"_s,
            Sentence::say(
                "one of the servers is a Unix socket of this computer; nothing leads to it"));
    return {};
}

} // namespace

QByteArray name(Tag tag)
{
    switch (tag) {
    case Tag::Development:
        return "development"_ba;
    case Tag::Staging:
        return "staging"_ba;
    case Tag::Production:
        return "production"_ba;
    }
    return {};
}

Result<Tag> tagFromName(const QString &text)
{
    for (const Tag tag : tags) {
        if (text == QLatin1StringView(name(tag)))
            return tag;
    }
    return fail(
        ErrorKind::InvalidInput,
        Sentence::say("%1 is not a tag; use production, staging or development").arg(quoted(text)));
}

tl::unexpected<Error> invalidMember(const QString &member, const Sentence &problem)
{
    return fail(ErrorKind::InvalidInput, Sentence::say(memberForm).arg(member, problem));
}

QString memberOf(const Error &error)
{
    return error.text.isOf(memberForm) ? error.text.argument(1).english() : QString();
}

Sentence withoutMember(const Error &error)
{
    return error.text.isOf(memberForm) ? error.text.argument(2) : error.text;
}

Result<void> checkName(const QString &name)
{
    static const QRegularExpression form(uR"(^[0-9A-Za-z][0-9A-Za-z._-]{0,63}\z)"_s);
    if (form.match(name).hasMatch())
        return {};
    return fail(ErrorKind::InvalidInput,
                Sentence::say("%1 is not a valid name; a name has 1 to 64 letters, digits, dots, "
                              "hyphens and underscores, and begins with a letter or a digit")
                    .arg(quoted(name)));
}

Result<void> check(const Profile &profile)
{
    if (const auto checked = checkName(profile.name); !checked)
        return invalidMember(u"name"_s, checked.error().text);
    if (profile.urls.isEmpty() && profile.groups.empty())
        return invalidMember(u"urls"_s, Sentence::say("no server was given"));
    if (const auto checked = checkUrls(profile.urls, u"urls"_s); !checked)
        return checked;
    for (std::size_t i = 0; i < profile.prefixes.size(); ++i) {
        if (profile.prefixes[i].isEmpty())
            return invalidMember(
                u"prefixes[%1]"_s.arg(i),
                Sentence::say("a prefix is empty; to search everywhere, give no prefix"));
    }
    if (const auto checked = checkGroups(profile.groups); !checked)
        return checked;
    if (const auto checked = checkPins(profile.pins); !checked)
        return checked;
    if (const auto checked = checkAliases(profile.aliases); !checked)
        return checked;
    for (const auto &[name, value] : profile.thresholds) {
        if (value <= Millis(0))
            return invalidMember(u"thresholds.%1"_s.arg(visibleElided(name, 60)),
                                 Sentence::say("a threshold must be longer than 0"));
    }
    if (const auto checked = checkTls(profile.tls); !checked)
        return checked;
    if (const auto checked = checkRelay(profile); !checked)
        return checked;
    if (const auto checked = checkSecrets(profile); !checked)
        return checked;
    if (const auto checked = checkOperator(profile); !checked)
        return checked;
    if (const auto checked = checkNotifying(profile); !checked)
        return checked;
    return checkFile(profile.aliasesFile, u"aliases_file"_s);
}

Result<std::vector<redis::Target>> targetsOf(const Profile &profile)
{
    std::vector<redis::Target> targets;
    for (qsizetype i = 0; i < profile.urls.size(); ++i) {
        auto target = redis::parseTarget(profile.urls[i]);
        if (!target)
            return fail(ErrorKind::InvalidInput,
                        Sentence::say("urls[%1] of the profile %2: %3")
                            .arg(i, quoted(profile.name), target.error().text));
        target->tlsRules = profile.tls;
        target->relay = profile.relay;
        target->readOnly = profile.readOnly;
        if (profile.readOnly)
            target->guardedBy = profile.name;
        targets.push_back(*std::move(target));
    }
    return targets;
}

} // namespace lockscope::profile
