// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/profile/profilecommand.h"

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/profile/atonce.h"
#include "app/lockctl/profile/profileimport.h"
#include "app/lockctl/profile/profilepassword.h"
#include "app/lockctl/profile/profilesave.h"
#include "core/base/text.h"
#include "core/base/tlsfault.h"
#include "core/profile/profiletext.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using profile::Profile;
using profile::Profiles;
using profile::ProfileStore;

QString access(const Profile &profile)
{
    return profile.readOnly ? u"read-only"_s : u"read-write"_s;
}

QString tagWord(const Profile &profile)
{
    return QString::fromLatin1(profile::name(profile.tag));
}

QString urlText(const QString &url)
{
    return visible(url.toUtf8());
}

ExitStatus printJson(const Profiles &profiles, const std::vector<Profile> &shown)
{
    QJsonArray list;
    for (const Profile &profile : shown)
        list.append(profile::toJson(profile));
    const QJsonValue defaultName =
        profiles.defaultName.isEmpty() ? QJsonValue() : QJsonValue(profiles.defaultName);
    const QJsonObject object{{"schema"_L1, 1}, {"default"_L1, defaultName}, {"profiles"_L1, list}};
    const QByteArray line = QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
    return writeOut(fromUtf8(line)) ? Done : Unreachable;
}

ExitStatus list(const ProfileStore &store, bool json)
{
    const auto profiles = store.load();
    if (!profiles)
        return refused(profiles.error());
    std::vector<Profile> shown = profiles->all;
    std::ranges::sort(shown, {}, &Profile::name);
    if (json)
        return printJson(*profiles, shown);
    if (shown.empty()) {
        tell(u"there are no profiles yet; create one with lockctl profile save NAME --url URL"_s);
        return Done;
    }
    std::vector<Row> rows{{u"NAME"_s, u"TAG"_s, u"ACCESS"_s, u"DEFAULT"_s, u"SERVERS"_s}};
    for (const Profile &profile : shown) {
        QStringList urls;
        for (const QString &url : profile.urls)
            urls += urlText(url);
        rows.push_back({profile.name, tagWord(profile), access(profile),
                        profile.name == profiles->defaultName ? u"yes"_s : u"-"_s,
                        urls.isEmpty() ? u"- (quorum groups only)"_s : urls.join(u' ')});
    }
    return writeOut(aligned(rows)) ? Done : Unreachable;
}

// The values below each other, behind their title.
QString block(const QString &title, const QStringList &values)
{
    if (values.isEmpty())
        return {};
    constexpr int width = 11;
    return title.leftJustified(width) + values.join(u'\n' + QString(width, u' ')) + u'\n';
}

QStringList tlsLines(const redis::TlsRules &rules)
{
    QStringList lines;
    const auto add = [&](const QString &what, const QString &value) {
        if (!value.isEmpty())
            lines += what + visible(value.toUtf8());
    };
    add(u"CA file "_s, rules.caFile);
    add(u"certificate "_s, rules.certificateFile);
    add(u"key "_s, rules.keyFile);
    add(u"server name "_s, rules.serverName);
    for (const QByteArray &fingerprint : rules.fingerprints)
        add(u"pinned "_s, fingerprintText(fingerprint));
    return lines;
}

// The receiver of its problems, and which of them it is told.
QStringList notifyingLines(const Profile &profile)
{
    const profile::Notifying &notifying = profile.notifying;
    if (notifying.command.isEmpty() && !profile.notifyWebhook.isSet())
        return {};
    QStringList words;
    for (const QString &word : notifying.command)
        words += visible(word.toUtf8());
    return {words.isEmpty() ? u"a webhook"_s : words.join(u' '),
            u"of %1 problems%2"_s.arg(notifying.warnings ? u"all"_s : u"critical"_s,
                                      notifying.ends ? u", and of their end"_s : QString())};
}

QString detailsOf(const Profile &profile, bool isDefault)
{
    QStringList urls;
    for (const QString &url : profile.urls)
        urls += urlText(url);
    QStringList prefixes;
    for (const QByteArray &prefix : profile.prefixes)
        prefixes += visible(prefix);
    QStringList groups;
    for (const profile::GroupSpec &group : profile.groups) {
        QStringList members;
        for (const QString &url : group.urls)
            members += urlText(url);
        groups += group.name + (group.isDurable ? u" (durable): "_s : u": "_s) + members.join(u' ');
    }
    QStringList aliases;
    for (const auto &[owner, alias] : profile.aliases)
        aliases += visible(owner) + u" = "_s + alias;
    QStringList names;
    if (!profile.aliasesFile.isEmpty())
        names += u"from "_s + visible(profile.aliasesFile.toUtf8());
    if (profile.learnNames)
        names += u"learned from CLIENT LIST"_s;
    QStringList secrets;
    const auto addSecret = [&secrets](const QString &of, const profile::SecretSource &source) {
        if (source.isSet())
            secrets += of + u": "_s + visible(profile::toText(source).toUtf8());
    };
    addSecret(u"password"_s, profile.password);
    addSecret(u"acting user's password"_s, profile.operatorPassword);
    addSecret(u"Sentinels' password"_s, profile.sentinelPassword);
    addSecret(u"key's passphrase"_s, profile.keyPassphrase);
    addSecret(u"webhook's URL"_s, profile.notifyWebhook);
    if (profile.reauthenticate)
        secrets += u"AUTH again before %1"_s.arg(profile::durationText(*profile.reauthenticate));
    QStringList pins;
    for (const auto &[prefix, kind] : profile.pins)
        pins += visible(prefix) + u" = "_s + fromUtf8(kind);
    return block(u"Profile"_s, {isDefault ? profile.name + u" (default)"_s : profile.name})
        + block(u"Tag"_s, {tagWord(profile)}) + block(u"Access"_s, {access(profile)})
        + block(u"Servers"_s, urls) + block(u"TLS"_s, tlsLines(profile.tls))
        + block(u"Through"_s,
                profile.relay.kind == redis::Relay::Kind::None ? QStringList()
                                                               : QStringList{profile.relay.text()})
        + block(u"Prefixes"_s, prefixes) + block(u"Groups"_s, groups) + block(u"Aliases"_s, aliases)
        + block(u"Names"_s, names)
        + block(u"Acts as"_s,
                profile.operatorUser.isEmpty()
                    ? QStringList()
                    : QStringList{visible(profile.operatorUser.toUtf8())})
        + block(u"Secrets"_s, secrets) + block(u"Notifies"_s, notifyingLines(profile))
        + block(u"Pins"_s, pins);
}

ExitStatus show(const ProfileStore &store, const QString &name, bool json)
{
    const auto profiles = store.load();
    if (!profiles)
        return refused(profiles.error());
    const auto profile = profiles->named(name);
    if (!profile)
        return refused(profile.error());
    if (json)
        return printJson(*profiles, {*profile});
    return writeOut(detailsOf(*profile, name == profiles->defaultName)) ? Done : Unreachable;
}

ExitStatus save(const ProfileStore &store, const ProfileSave &request)
{
    std::optional<Profile> before;
    Profile after;
    const auto saved = store.update(
        [&](Profiles &profiles) {
            if (const Profile *known = profiles.find(request.name))
                before = *known;
            auto applied = request.apply(profiles);
            if (applied)
                after = *profiles.find(request.name);
            return applied;
        },
        profilePatience);
    if (!saved)
        return refused(saved.error());
    if (before && *before != after)
        tellWhatItWas(*before);
    tell(u"saved the profile \"%1\" (%2, %3) in %4%5"_s.arg(
        after.name, tagWord(after), access(after), visible(store.file().toUtf8()),
        request.makeDefault ? u" and is the default"_s : QString()));
    return Done;
}

ExitStatus remove(const ProfileStore &store, const QString &name)
{
    std::optional<Profile> before;
    bool wasDefault = false;
    const auto removed = store.update(
        [&](Profiles &profiles) -> Result<void> {
            auto profile = profiles.named(name);
            if (!profile)
                return fail(profile.error());
            before = *std::move(profile);
            wasDefault = profiles.defaultName == name;
            std::erase_if(profiles.all, [&](const Profile &one) { return one.name == name; });
            if (wasDefault)
                profiles.defaultName.clear();
            return {};
        },
        profilePatience);
    if (!removed)
        return refused(removed.error());
    if (before)
        tellWhatItWas(*before);
    tell(u"removed the profile \"%1\"%2"_s.arg(
        name, wasDefault ? u"; there is now no default profile"_s : QString()));
    return Done;
}

void addProfileOptions(QCommandLineParser &parser)
{
    addProfileSaveOptions(parser);
    addProfilePasswordOptions(parser);
    addProfileImportOptions(parser);
    parser.addOption({u"json"_s, u"list, show: print JSON, one object."_s});
    parser.addPositionalArgument(
        u"P"_s, u"A profile's name: letters, digits, dots, hyphens, underscores."_s,
        u"list | show P | save P | password P | remove P | import FILE | export [P]..."_s);
}

constexpr auto actions = "list, show, save, password, remove, import or export"_L1;

Result<void> checkWords(const QString &verb, const QStringList &words)
{
    static const QStringList verbs{u"list"_s,   u"show"_s,   u"save"_s,  u"password"_s,
                                   u"remove"_s, u"import"_s, u"export"_s};
    if (verb.isEmpty())
        return usage(u"an action is missing: %1"_s.arg(actions));
    if (!verbs.contains(verb))
        return usage(
            u"unknown action \"%1\"; use %2"_s.arg(visibleElided(verb.toUtf8(), 60), actions));
    if (verb == "import"_L1 || verb == "export"_L1)
        return {};
    if (verb != "list"_L1 && words.size() < 2)
        return usage(u"no profile name was given: lockctl profile %1 NAME"_s.arg(verb));
    const qsizetype most = verb == "list"_L1 ? 1 : 2;
    if (verb != "save"_L1 && words.size() > most)
        return usage(most == 1 ? u"list takes no name; use show for one profile"_s
                               : u"give one profile at a time"_s);
    return {};
}

Result<void> checkOptions(const QCommandLineParser &parser, const QString &verb)
{
    static const QStringList ofImport{u"tag"_s, u"read-only"_s, u"replace"_s};
    for (const QString &option : givenSaveOptions(parser)) {
        const bool isImport = verb == "import"_L1 && ofImport.contains(option);
        if (verb != "save"_L1 && !isImport)
            return usage(u"--%1 requires save"_s.arg(option));
    }
    const QStringList ofPassword = givenPasswordOptions(parser);
    if (verb != "password"_L1 && !ofPassword.isEmpty())
        return usage(u"--%1 requires password"_s.arg(ofPassword.front()));
    const QStringList importing = givenImportOptions(parser);
    if (verb != "import"_L1 && !importing.isEmpty())
        return usage(u"--%1 requires import"_s.arg(importing.front()));
    if (parser.isSet(u"json"_s) && verb != "list"_L1 && verb != "show"_L1)
        return usage(u"--json requires list or show"_s);
    return {};
}

Result<std::unique_ptr<Running>> prepareProfile(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    const QString verb = words.value(0);
    if (const auto checked = checkWords(verb, words); !checked)
        return fail(checked.error());
    if (const auto checked = checkOptions(parser, verb); !checked)
        return fail(checked.error());
    const QString name = words.value(1);
    const bool json = parser.isSet(u"json"_s);
    if (verb == "password"_L1)
        return profilePassword(parser, name);
    if (verb == "import"_L1)
        return profileImport(parser, words.sliced(1));
    if (verb == "export"_L1)
        return profileExport(words.sliced(1));
    std::function<ExitStatus()> work;
    const ProfileStore store;
    if (verb == "save"_L1) {
        const auto request = profileSaveFrom(parser, name, words.sliced(2));
        if (!request)
            return fail(request.error());
        work = [store, request = *request] { return save(store, request); };
    } else if (verb == "list"_L1) {
        work = [store, json] { return list(store, json); };
    } else if (verb == "show"_L1) {
        work = [store, name, json] { return show(store, name, json); };
    } else {
        work = [store, name] { return remove(store, name); };
    }
    return std::make_unique<AtOnce>(std::move(work));
}

} // namespace

CommandSpec profileCommand()
{
    return {u"profile"_s, u"save servers under a name, with their purpose"_s,
            u"lockctl profile list [--json]\n"
            "lockctl profile show P [--json]\n"
            "lockctl profile save P [--url URL]... [--profile P]... [--tag TAG] [--read-only]\n"
            "        [--prefix PREFIX]... [--group NAME=URL,URL,URL]... [--alias OWNER=NAME]...\n"
            "        [--aliases FILE] [--learn-names] [--password-from SOURCE]\n"
            "        [--sentinel-password-from SOURCE] [--key-passphrase-from SOURCE]\n"
            "        [--reauthenticate AGE]\n"
            "        [--notify-command COMMAND | --notify-webhook-from SOURCE]\n"
            "        [--notify-severity SEVERITY] [--no-notify-ends]\n"
            "        [--ca-file FILE] [--cert FILE] [--key FILE] [--tls-name NAME]\n"
            "        [--tls-pin FINGERPRINT]... [--through URL]\n"
            "        [--pin PREFIX=KIND]... [--default] [--change | --replace]\n"
            "lockctl profile password P [--of PART] [--forget]\n"
            "lockctl profile remove P\n"
            "lockctl profile import FILE [--only NAME]... [--as NAME] [--tag TAG] [--read-only]\n"
            "        [--replace] [--dry-run]\n"
            "lockctl profile export [P]..."_s,
            addProfileOptions, prepareProfile};
}

} // namespace lockscope::lockctl
