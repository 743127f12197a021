// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/profile/profilesave.h"

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/targetoptions.h"
#include "core/base/text.h"
#include "core/format/hints.h"
#include "core/profile/aliasfile.h"
#include "core/profile/profiletext.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

const QList<QCommandLineOption> &saveOptions()
{
    static const QList<QCommandLineOption> options{
        {u"url"_s,
         u"save: a server. Can be repeated. Passwords are not saved: see --password-from, or set "
         "LOCKSCOPE_PASSWORD when you connect."_s,
         u"URL"_s},
        {u"profile"_s, u"save: copy the settings of another profile. Can be repeated."_s, u"P"_s},
        {u"tag"_s,
         u"save, import: production, staging or development (the default). On production, every "
         "change of a lock asks for the name of the lock."_s,
         u"TAG"_s},
        {u"read-only"_s, u"save, import: refuse all changes through this profile."_s},
        {u"no-read-only"_s, u"save --change: allow changes again."_s},
        {u"prefix"_s, u"save: a prefix of lock names. Can be repeated."_s, u"PREFIX"_s},
        {u"group"_s,
         u"save: the servers of a quorum, in order. 'durable' before them means that "
         "they lose nothing in a restart (appendonly yes and appendfsync always). Can "
         "be repeated; with --change, NAME= removes a group."_s,
         u"NAME=URL,URL,URL"_s},
        {u"alias"_s,
         u"save: show NAME for this owner. OWNER can be the uuid of a client, for all "
         "its threads, or a pattern with * and ?. Can be repeated; with --change, "
         "OWNER= removes an alias."_s,
         u"OWNER=NAME"_s},
        {u"aliases"_s,
         u"save: a file with more owner names, CSV or JSON, read again when it changes; "
         "with --change, an empty FILE removes it."_s,
         u"FILE"_s},
        {u"learn-names"_s,
         u"save: learn owner names from client connection names, and who is connected to "
         "replicas (CLIENT LIST)."_s},
        {u"no-learn-names"_s, u"save --change: stop learning owner names."_s},
        {u"pin"_s,
         u"save: the KIND of the keys with this name or prefix, optionally with a "
         "library, for example string/redis-py; 'none' means that they are not locks. "
         "Can be repeated; with --change, PREFIX= removes a pin."_s,
         u"PREFIX=KIND"_s},
        {u"ca-file"_s,
         u"save: PEM file with the certificates to trust for rediss://. With --change, an empty "
         "value removes this and each of the next five."_s,
         u"FILE"_s},
        {u"cert"_s, u"save: PEM file with a client certificate."_s, u"FILE"_s},
        {u"key"_s, u"save: PEM file with its private key."_s, u"FILE"_s},
        {u"tls-name"_s, u"save: the name that the servers' certificates must have."_s, u"NAME"_s},
        {u"tls-pin"_s,
         u"save: trust only server certificates with these SHA-256 fingerprints. Can be "
         "repeated."_s,
         u"FINGERPRINT"_s},
        {u"through"_s,
         u"save: the way to the servers: ssh://[user@]host[:port], socks5://host[:port] or "
         "http://host[:port]."_s,
         u"URL"_s},
        {u"password-from"_s,
         u"save: where the password comes from: ask (on a terminal), keychain, env:NAME, "
         "file:/PATH (mode 0600), command:PROGRAM ARGUMENTS (no shell; double quotes keep words "
         "together) or none. With --change, an empty SOURCE means LOCKSCOPE_PASSWORD again."_s,
         u"SOURCE"_s},
        {u"operator-user"_s,
         u"save: the user who acts, on the servers of the profile; the user of the URLs only "
         "watches. With --change, an empty USER means that the same user does both."_s,
         u"USER"_s},
        {u"operator-password-from"_s,
         u"save: where its password comes from; without it, from LOCKSCOPE_OPERATOR_PASSWORD."_s,
         u"SOURCE"_s},
        {u"sentinel-password-from"_s, u"save: the same for the password of the Sentinels."_s,
         u"SOURCE"_s},
        {u"key-passphrase-from"_s,
         u"save: the same for the passphrase of the private key of a client certificate."_s,
         u"SOURCE"_s},
        {u"reauthenticate"_s,
         u"save: for passwords that expire: fetch the password again and send AUTH on open "
         "connections before it is this old, for example 10m. With --change, 0 stops it."_s,
         u"AGE"_s},
        {u"notify-command"_s,
         u"save: a program and its arguments that 'lockctl record' and the console run for each "
         "problem, with JSON on standard input. No shell is asked; double quotes keep words "
         "together. With --change, an empty COMMAND removes it."_s,
         u"COMMAND"_s},
        {u"notify-webhook-from"_s,
         u"save: where the URL comes from that is posted the same: keychain, env:NAME, file:/PATH "
         "or command:PROGRAM ARGUMENTS. Whoever has the URL may write there, so it is treated as "
         "a password. With --change, an empty SOURCE removes it."_s,
         u"SOURCE"_s},
        {u"notify-severity"_s,
         u"save: which problems are told: critical (the default), or warning for all."_s,
         u"SEVERITY"_s},
        {u"notify-ends"_s, u"save: tell also that a problem ended (the default)."_s},
        {u"no-notify-ends"_s, u"save: do not tell that a problem ended."_s},
        {u"default"_s, u"save: use the profile when neither --url nor --profile is given."_s},
        {u"change"_s,
         u"save: change only the given settings of an existing profile. --url and "
         "--prefix replace all previous ones."_s},
        {u"replace"_s,
         u"save, import: replace an existing profile with the given settings only."_s},
    };
    return options;
}

// "urls[1]: the port ..." of check() as "--url: the port ...".
QString asOption(const QString &problem)
{
    static const QRegularExpression member(
        uR"(^(url|prefix|group|alias|pin)(?:e?s)\[.*?\](?:\.\w+(?:\[\d+\])?)?: )"_s);
    for (const auto &[name, option] :
         {std::pair{u"tls.ca_file: "_s, u"ca-file"_s},
          std::pair{u"tls.certificate_file: "_s, u"cert"_s},
          std::pair{u"tls.key_file: "_s, u"key"_s},
          std::pair{u"tls.server_name: "_s, u"tls-name"_s}, std::pair{u"through: "_s, u"through"_s},
          std::pair{u"operator_user: "_s, u"operator-user"_s},
          std::pair{u"notify_command: "_s, u"notify-command"_s}}) {
        if (problem.startsWith(name))
            return u"--%1: %2"_s.arg(option, problem.sliced(name.size()));
    }
    const auto match = member.match(problem);
    if (!match.hasMatch()) {
        static const QRegularExpression source(u"^(?:(\\w+)_from|(reauthenticate)): "_s);
        const auto found = source.match(problem);
        if (!found.hasMatch())
            return problem;
        const QString option = found.captured(2).isEmpty()
            ? found.captured(1).replace(u'_', u'-') + u"-from"_s
            : found.captured(2);
        return u"--%1: %2"_s.arg(option, problem.sliced(found.capturedEnd()));
    }
    return u"--%1: %2"_s.arg(match.captured(1), problem.sliced(match.capturedEnd()));
}

Result<void> readGroups(const QCommandLineParser &parser, ProfileSave &save)
{
    for (const QString &given : parser.values(u"group"_s)) {
        const auto group = profile::groupFrom(given);
        if (!group)
            return usage(u"--group: "_s + group.error().text.english());
        save.groups.push_back(*group);
        if (group->urls.isEmpty() && !save.change)
            return usage(u"--group: no servers were given; to remove the group, add --change"_s);
    }
    return {};
}

Result<void> readAliases(const QCommandLineParser &parser, ProfileSave &save)
{
    for (const QString &given : parser.values(u"alias"_s)) {
        if (const auto added = profile::addAlias(save.aliases, given); !added)
            return usage(u"--alias: "_s + added.error().text.english());
        if (given.endsWith(u'=') && !save.change)
            return usage(u"--alias: no name was given; to remove the alias, add --change"_s);
    }
    return {};
}

// Kept with its whole path: the next run may begin in another folder.
Result<void> readAliasesFile(const QCommandLineParser &parser, ProfileSave &save)
{
    if (!parser.isSet(u"aliases"_s))
        return {};
    const QString file = parser.value(u"aliases"_s);
    if (file.isEmpty() && !parser.isSet(u"change"_s))
        return usage(u"--aliases: no file was given; to remove it, add --change"_s);
    save.aliasesFile = file.isEmpty() ? file : QFileInfo(file).absoluteFilePath();
    if (file.isEmpty())
        return {};
    if (const auto rules = profile::readAliasFile(file); !rules)
        return usage(u"--aliases: "_s + rules.error().text.english());
    return {};
}

Result<void> readPins(const QCommandLineParser &parser, ProfileSave &save)
{
    for (const QString &given : parser.values(u"pin"_s)) {
        if (const auto added = profile::addPin(save.pins, given); !added)
            return usage(u"--pin: "_s + added.error().text.english());
        if (given.endsWith(u'=') && !save.change)
            return usage(u"--pin: no kind was given; to remove the pin, add --change"_s);
    }
    for (const auto &[prefix, kind] : save.pins) {
        if (kind.isEmpty()) // to be removed
            continue;
        if (const auto checked = format::checkPinKind(kind); !checked)
            return usage(u"--pin: "_s + checked.error().text.english());
    }
    return {};
}

Result<void> readSecrets(const QCommandLineParser &parser, ProfileSave &save)
{
    const auto read = [&](const QString &option,
                          std::optional<profile::SecretSource> &into) -> Result<void> {
        if (!parser.isSet(option))
            return {};
        const auto source = profile::secretSourceFrom(parser.value(option));
        if (!source)
            return usage(u"--%1: %2"_s.arg(option, source.error().text.english()));
        if (!source->isSet() && !save.change)
            return usage(u"--%1 is empty; to remove the source, add --change"_s.arg(option));
        into = *source;
        return {};
    };
    if (const auto done = read(u"password-from"_s, save.password); !done)
        return done;
    if (const auto done = read(u"sentinel-password-from"_s, save.sentinelPassword); !done)
        return done;
    if (const auto done = read(u"key-passphrase-from"_s, save.keyPassphrase); !done)
        return done;
    if (const auto done = read(u"operator-password-from"_s, save.operatorPassword); !done)
        return done;
    if (const auto done = read(u"notify-webhook-from"_s, save.notifyWebhook); !done)
        return done;
    if (parser.isSet(u"operator-user"_s)) {
        save.operatorUser = parser.value(u"operator-user"_s);
        if (save.operatorUser->isEmpty() && !save.change)
            return usage(u"--operator-user is empty; to remove it, add --change"_s);
    }
    if (!parser.isSet(u"reauthenticate"_s))
        return {};
    if (parser.value(u"reauthenticate"_s) == "0"_L1 && save.change) {
        save.reauthenticate = Millis(0);
        return {};
    }
    const auto age = durationOption(parser, u"reauthenticate"_s, {});
    if (!age)
        return fail(age.error());
    save.reauthenticate = *age;
    return {};
}

Result<void> readNotifying(const QCommandLineParser &parser, ProfileSave &save)
{
    if (parser.isSet(u"notify-command"_s)) {
        save.notifyCommand = profile::commandFrom(parser.value(u"notify-command"_s));
        if (save.notifyCommand->isEmpty() && !save.change)
            return usage(u"--notify-command is empty; to remove the command, add --change"_s);
    }
    if (parser.isSet(u"notify-severity"_s)) {
        const QString severity = parser.value(u"notify-severity"_s);
        if (severity != "warning"_L1 && severity != "critical"_L1)
            return usage(u"--notify-severity is warning or critical, not \"%1\""_s.arg(
                visibleElided(severity.toUtf8(), 60)));
        save.notifyWarnings = severity == "warning"_L1;
    }
    const bool areEndsTold = parser.isSet(u"notify-ends"_s);
    if (areEndsTold && parser.isSet(u"no-notify-ends"_s))
        return usage(u"--notify-ends and --no-notify-ends cannot be used together"_s);
    if (areEndsTold || parser.isSet(u"no-notify-ends"_s))
        save.notifyEnds = areEndsTold;
    if (save.notifyCommand && !save.notifyCommand->isEmpty() && save.notifyWebhook
        && save.notifyWebhook->isSet())
        return usage(u"a profile has --notify-command or --notify-webhook-from, not both"_s);
    return {};
}

// Checks the given values alone, independent of the saved profiles.
Result<void> checkGiven(const ProfileSave &save)
{
    profile::Profile probe;
    probe.name = save.name;
    probe.urls = save.urls;
    probe.prefixes = save.prefixes;
    for (const profile::GroupSpec &group : save.groups) {
        if (!group.urls.isEmpty())
            probe.groups.push_back(group);
    }
    for (const auto &[owner, alias] : save.aliases) {
        if (!alias.isEmpty())
            probe.aliases.emplace(owner, alias);
    }
    probe.operatorUser = save.operatorUser.value_or(QString());
    probe.notifying.command = save.notifyCommand.value_or(QStringList());
    probe.notifyWebhook = save.notifyWebhook.value_or(profile::SecretSource());
    // Without a source, the one that is there already counts.
    if (save.password) {
        probe.password = *save.password;
        if (save.reauthenticate && *save.reauthenticate > Millis(0))
            probe.reauthenticate = save.reauthenticate;
    }
    if (probe.urls.isEmpty() && probe.groups.empty())
        probe.urls = QStringList{u"redis://127.0.0.1"_s}; // others may be there already
    if (const auto checked = profile::checkName(save.name); !checked)
        return checked;
    if (const auto checked = profile::check(probe); !checked)
        return usage(asOption(checked.error().text.english()));
    return {};
}

// "production, read-only, 2 servers, 3 aliases"
QString summaryOf(const profile::Profile &profile)
{
    QStringList parts{QString::fromLatin1(profile::name(profile.tag))};
    if (profile.readOnly)
        parts += u"read-only"_s;
    const auto count = [&](std::size_t number, const QString &one, const QString &more) {
        if (number != 0)
            parts += u"%1 %2"_s.arg(QString::number(number), number == 1 ? one : more);
    };
    count(static_cast<std::size_t>(profile.urls.size()), u"server"_s, u"servers"_s);
    count(profile.prefixes.size(), u"prefix"_s, u"prefixes"_s);
    count(profile.groups.size(), u"group"_s, u"groups"_s);
    count(profile.aliases.size(), u"alias"_s, u"aliases"_s);
    count(profile.pins.size(), u"pin"_s, u"pins"_s);
    return parts.join(u", "_s);
}

// Everything that both say; of the switches the stricter, so that a copy is not laxer unasked.
void takeOver(profile::Profile &into, const profile::Profile &from)
{
    into.urls += from.urls;
    into.tag = std::max(into.tag, from.tag);
    into.readOnly = into.readOnly || from.readOnly;
    into.prefixes.insert(into.prefixes.end(), from.prefixes.begin(), from.prefixes.end());
    into.groups.insert(into.groups.end(), from.groups.begin(), from.groups.end());
    into.aliases.insert(from.aliases.begin(), from.aliases.end());
    into.pins.insert(from.pins.begin(), from.pins.end());
    if (into.aliasesFile.isEmpty())
        into.aliasesFile = from.aliasesFile;
    into.learnNames = into.learnNames || from.learnNames;
    if (into.tls == redis::TlsRules())
        into.tls = from.tls;
    if (into.relay.kind == redis::Relay::Kind::None)
        into.relay = from.relay;
    const auto takeSource = [](profile::SecretSource &mine, const profile::SecretSource &other) {
        if (!mine.isSet())
            mine = other;
    };
    takeSource(into.password, from.password);
    takeSource(into.sentinelPassword, from.sentinelPassword);
    takeSource(into.keyPassphrase, from.keyPassphrase);
    if (into.operatorUser.isEmpty()) {
        into.operatorUser = from.operatorUser;
        takeSource(into.operatorPassword, from.operatorPassword);
    }
    if (!into.reauthenticate)
        into.reauthenticate = from.reauthenticate;
    if (into.notifying.command.isEmpty() && !into.notifyWebhook.isSet()) {
        into.notifying = from.notifying;
        into.notifyWebhook = from.notifyWebhook;
    }
}

Result<void> setGroup(std::vector<profile::GroupSpec> &groups, const profile::GroupSpec &group)
{
    const auto known = std::ranges::find(groups, group.name, &profile::GroupSpec::name);
    if (group.urls.isEmpty()) {
        if (known == groups.end())
            return usage(u"there is no group \"%1\" to remove"_s.arg(
                visibleElided(group.name.toUtf8(), 60)));
        groups.erase(known);
    } else if (known != groups.end()) {
        *known = group;
    } else {
        groups.push_back(group);
    }
    return {};
}

} // namespace

bool ProfileSave::saysAnything() const
{
    return !urls.isEmpty() || !copied.isEmpty() || tag || readOnly || !prefixes.empty()
        || !groups.empty() || !aliases.empty() || !pins.empty() || aliasesFile || learnNames
        || !reach.isEmpty() || password || sentinelPassword || keyPassphrase || reauthenticate
        || operatorUser || operatorPassword || notifyCommand || notifyWebhook || notifyWarnings
        || notifyEnds;
}

Result<profile::Profile> ProfileSave::made(const profile::Profile &base,
                                           const profile::Profiles &profiles) const
{
    profile::Profile profile = base;
    profile.name = name;
    if (!urls.isEmpty())
        profile.urls = urls;
    for (const QString &other : copied) {
        const auto from = profiles.named(other);
        if (!from)
            return fail(from.error());
        takeOver(profile, *from);
    }
    profile.tag = tag.value_or(profile.tag);
    profile.readOnly = readOnly.value_or(profile.readOnly);
    profile.aliasesFile = aliasesFile.value_or(profile.aliasesFile);
    profile.learnNames = learnNames.value_or(profile.learnNames);
    reach.apply(profile.tls, profile.relay);
    profile.password = password.value_or(profile.password);
    profile.sentinelPassword = sentinelPassword.value_or(profile.sentinelPassword);
    profile.keyPassphrase = keyPassphrase.value_or(profile.keyPassphrase);
    profile.operatorUser = operatorUser.value_or(profile.operatorUser);
    if (operatorUser && operatorUser->isEmpty())
        profile.operatorPassword = {};
    profile.operatorPassword = operatorPassword.value_or(profile.operatorPassword);
    // One in place of the other.
    if (notifyCommand && !notifyCommand->isEmpty())
        profile.notifyWebhook = {};
    if (notifyWebhook && notifyWebhook->isSet())
        profile.notifying.command.clear();
    profile.notifying.command = notifyCommand.value_or(profile.notifying.command);
    profile.notifyWebhook = notifyWebhook.value_or(profile.notifyWebhook);
    profile.notifying.warnings = notifyWarnings.value_or(profile.notifying.warnings);
    profile.notifying.ends = notifyEnds.value_or(profile.notifying.ends);
    if (reauthenticate && *reauthenticate == Millis(0))
        profile.reauthenticate.reset();
    else if (reauthenticate)
        profile.reauthenticate = reauthenticate;
    if (!prefixes.empty())
        profile.prefixes = prefixes;
    for (const profile::GroupSpec &group : groups) {
        if (const auto set = setGroup(profile.groups, group); !set)
            return fail(set.error());
    }
    for (const auto &[owner, alias] : aliases) {
        if (!alias.isEmpty())
            profile.aliases.insert_or_assign(owner, alias);
        else if (profile.aliases.erase(owner) == 0)
            return usage(u"there is no alias of \"%1\" to remove"_s.arg(visibleElided(owner, 60)));
    }
    for (const auto &[prefix, kind] : pins) {
        if (!kind.isEmpty())
            profile.pins.insert_or_assign(prefix, kind);
        else if (profile.pins.erase(prefix) == 0)
            return usage(u"there is no pin of \"%1\" to remove"_s.arg(visibleElided(prefix, 60)));
    }
    return profile;
}

Result<void> ProfileSave::apply(profile::Profiles &profiles) const
{
    const auto known = std::ranges::find(profiles.all, name, &profile::Profile::name);
    const bool exists = known != profiles.all.end();
    if (!exists && (change || !saysAnything()))
        return fail(profiles.named(name).error());
    if (saysAnything()) {
        auto profile = made(exists && change ? *known : profile::Profile(), profiles);
        if (!profile)
            return fail(profile.error());
        if (exists && !change && !replace && *profile != *known)
            return usage(u"the profile \"%1\" already exists (%2); --change changes only the given "
                         "settings, --replace replaces the profile"_s.arg(name, summaryOf(*known)));
        if (const auto checked = profile::check(*profile); !checked)
            return usage(asOption(checked.error().text.english()));
        if (exists)
            *known = *std::move(profile);
        else
            profiles.all.push_back(*std::move(profile));
    }
    if (makeDefault)
        profiles.defaultName = name;
    return {};
}

void addProfileSaveOptions(QCommandLineParser &parser)
{
    parser.addOptions(saveOptions());
}

QStringList givenSaveOptions(const QCommandLineParser &parser)
{
    QStringList given;
    for (const QCommandLineOption &option : saveOptions()) {
        if (parser.isSet(option))
            given += option.names().front();
    }
    return given;
}

Result<ProfileSave> profileSaveFrom(const QCommandLineParser &parser, const QString &name,
                                    const QStringList &arguments)
{
    ProfileSave save;
    save.name = name;
    save.urls = parser.values(u"url"_s);
    for (const QString &argument : arguments) {
        // Not shown: mistyped text may contain a password.
        if (!argument.contains("://"_L1))
            return usage(
                u"unexpected argument after the profile name; give servers with --url URL, and "
                "use no spaces in a name"_s);
        save.urls += argument;
    }
    save.copied = parser.values(u"profile"_s);
    save.change = parser.isSet(u"change"_s);
    save.replace = parser.isSet(u"replace"_s);
    save.makeDefault = parser.isSet(u"default"_s);
    if (save.change && save.replace)
        return usage(u"--change and --replace cannot be used together"_s);
    if (parser.isSet(u"read-only"_s) && parser.isSet(u"no-read-only"_s))
        return usage(u"--read-only and --no-read-only cannot be used together"_s);
    if (parser.isSet(u"read-only"_s) || parser.isSet(u"no-read-only"_s))
        save.readOnly = parser.isSet(u"read-only"_s);
    if (parser.isSet(u"learn-names"_s) && parser.isSet(u"no-learn-names"_s))
        return usage(u"--learn-names and --no-learn-names cannot be used together"_s);
    if (parser.isSet(u"learn-names"_s) || parser.isSet(u"no-learn-names"_s))
        save.learnNames = parser.isSet(u"learn-names"_s);
    if (const auto read = readAliasesFile(parser, save); !read)
        return fail(read.error());
    if (parser.isSet(u"tag"_s)) {
        const auto tag = profile::tagFromName(parser.value(u"tag"_s));
        if (!tag)
            return usage(u"--tag: "_s + tag.error().text.english());
        save.tag = *tag;
    }
    auto prefixes = prefixesFrom(parser);
    if (!prefixes)
        return fail(prefixes.error());
    save.prefixes = *std::move(prefixes);
    if (const auto read = readGroups(parser, save); !read)
        return fail(read.error());
    if (const auto read = readAliases(parser, save); !read)
        return fail(read.error());
    if (const auto read = readPins(parser, save); !read)
        return fail(read.error());
    auto reach = reachChangeFrom(parser);
    if (!reach)
        return fail(reach.error());
    save.reach = *std::move(reach);
    if (const auto read = readSecrets(parser, save); !read)
        return fail(read.error());
    if (const auto read = readNotifying(parser, save); !read)
        return fail(read.error());
    if (const auto checked = checkGiven(save); !checked)
        return fail(checked.error());
    if (!save.saysAnything() && !save.makeDefault)
        return usage(u"there is nothing to save; for example, add --url redis://127.0.0.1:6379"_s);
    return save;
}

} // namespace lockscope::lockctl
