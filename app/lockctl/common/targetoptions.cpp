// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/targetoptions.h"

#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/reachoptions.h"
#include "app/lockctl/common/secrets.h"
#include "core/base/argumenttext.h"
#include "core/base/text.h"
#include "core/watch/find/pacing.h"

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// The bytes that visible() shows as this text. Bytes that are not UTF-8 stand for themselves.
Result<QByteArray> unescaped(const QString &argument)
{
    QByteArray bytes;
    for (qsizetype done = 0; done <= argument.size();) {
        const qsizetype raw = rawByteIn(argument, done);
        const qsizetype end = raw < 0 ? argument.size() : raw;
        const auto part = fromVisible(argument.sliced(done, end - done));
        if (!part)
            return fail(ErrorKind::InvalidInput,
                        part.error().text.english() + u"; write a backslash as \\\\"_s);
        bytes += *part + bytesOfArgument(argument.sliced(end, raw < 0 ? 0 : 1));
        done = end + 1;
    }
    return bytes;
}

} // namespace

void addTargetOptions(QCommandLineParser &parser, bool withPrefix)
{
    parser.addOptions({
        {u"url"_s,
         u"A server: redis://[user[:password]@]host[:port][/db], rediss:// with TLS, "
         "redis+unix:///path, redis://host,host for a primary with its replicas, "
         "redis+sentinel://host,host/name, or redis+cluster://host,host. Can be repeated. Pass a "
         "password in the environment "
         "variable LOCKSCOPE_PASSWORD, or save its source in a profile, instead."_s,
         u"URL"_s},
        {u"profile"_s,
         u"The servers of a saved profile (see 'lockctl profile list'), with its "
         "prefixes, aliases and read-only setting. Can be repeated. Without --url and "
         "--profile, the default profile is used."_s,
         u"P"_s},
    });
    parser.addOptions(reachOptions());
    if (withPrefix)
        parser.addOption(
            {u"prefix"_s,
             u"Read only the keys whose names begin with PREFIX. Strings among them with an "
             "expiry count as locks, unless they are numbers. Can be repeated. By default, "
             "all locks are found that can be recognised by their names or keys. Replaces "
             "the prefixes of a profile."_s,
             u"PREFIX"_s});
}

void addBudgetOption(QCommandLineParser &parser)
{
    parser.addOption({u"scan-budget"_s,
                      u"The share of one server processor that the scan for locks may use: a "
                      "percentage, 5% by default."_s,
                      u"SHARE"_s, u"5%"_s});
}

void addNameOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        {u"aliases"_s,
         u"A file of owner names, as CSV (OWNER,NAME on each line) or JSON ({\"OWNER\": "
         "\"NAME\"}). OWNER can be a client's uuid or a pattern with * and ?. It "
         "replaces the file of the profile; names in the profile itself take precedence."_s,
         u"FILE"_s},
        {u"learn-names"_s,
         u"Learn owner names from client connection names that contain an owner's id "
         "(CLIENT LIST, at most once a minute). Such names are guesses. Also tell who is "
         "connected to replicas."_s},
        {u"owners"_s,
         u"How owners without a name are shown: \"words\" puts two words made from the uuid of "
         "the client before them (amber-otter), \"full\" shows the owner alone."_s,
         u"FORM"_s, u"words"_s},
    });
}

Result<void> takeNames(const QCommandLineParser &parser, std::vector<app::ChosenTarget> &targets)
{
    if (!parser.optionNames().contains(u"aliases"_s)
        && !parser.optionNames().contains(u"learn-names"_s))
        return {};
    if (parser.isSet(u"aliases"_s) && parser.value(u"aliases"_s).isEmpty())
        return fail(ErrorKind::InvalidInput, u"--aliases is empty; give a file name"_s);
    const auto taken =
        app::addNames(targets, parser.value(u"aliases"_s), parser.isSet(u"learn-names"_s));
    if (!taken)
        return fail(ErrorKind::InvalidInput, u"--aliases: "_s + taken.error().text.english());
    return {};
}

Result<bool> wordNamesFrom(const QCommandLineParser &parser)
{
    if (!parser.optionNames().contains(u"owners"_s))
        return true;
    const QString form = parser.value(u"owners"_s);
    if (form == "words"_L1 || form == "full"_L1)
        return form == "words"_L1;
    return fail(
        ErrorKind::InvalidInput,
        u"--owners is \"words\" or \"full\", not \"%1\""_s.arg(visibleElided(form.toUtf8(), 60)));
}

Result<TargetChoice> targetChoice(const QCommandLineParser &parser, Purpose purpose,
                                  const QStringList &words, app::Take take)
{
    const profile::ProfileStore store;
    QStringList urls = parser.values(u"url"_s);
    QStringList profiles = parser.values(u"profile"_s);
    for (const QString &word : words)
        (word.contains("://"_L1) ? urls : profiles).append(word);
    const bool given = !urls.isEmpty() || !profiles.isEmpty();
    auto targets =
        given ? app::targetsFrom(urls, profiles, store, take) : app::defaultTargets(store, take);
    if (!targets)
        return fail(targets.error());
    if (const auto taken = takeNames(parser, *targets); !taken)
        return fail(taken.error());
    if (const auto taken = takeReach(parser, *targets); !taken)
        return fail(taken.error());
    if (targets->empty()) {
        // Its scheme alone: there may be a password behind it.
        for (const QString &word : parser.positionalArguments()) {
            if (const auto scheme = word.indexOf("://"_L1); scheme > 0)
                return fail(ErrorKind::InvalidInput,
                            u"no server was given; put --url in front of %1://..."_s.arg(
                                visibleElided(word.first(scheme).toUtf8(), 60)));
        }
        return fail(ErrorKind::InvalidInput,
                    u"no server was given, and there is no default profile; %1"_s.arg(
                        app::howToName(store).english()));
    }
    auto prefixes = prefixesFrom(parser);
    if (!prefixes)
        return fail(prefixes.error());
    auto groups = given ? app::groupsOf(profiles, store) : app::defaultGroups(store);
    const auto hasWords = wordNamesFrom(parser);
    if (!hasWords)
        return fail(hasWords.error());
    TargetChoice choice{std::move(*targets), std::move(*prefixes), std::move(groups)};
    choice.hasWordNames = *hasWords;
    if (parser.optionNames().contains(u"scan-budget"_s)) {
        const auto budget = watch::parseShare(parser.value(u"scan-budget"_s));
        if (!budget)
            return fail(ErrorKind::InvalidInput,
                        u"--scan-budget: "_s + budget.error().text.english());
        choice.scanBudget = *budget;
    }
    if (const auto taken = takeSecrets(choice, purpose); !taken)
        return fail(taken.error());
    return choice;
}

Result<app::ChosenTarget> onlyTarget(const TargetChoice &choice)
{
    if (choice.targets.size() != 1)
        return fail(ErrorKind::InvalidInput,
                    u"give one server, not %1; to unlock a lock that is kept on all of them, use "
                    "--kind redlock, red or multi"_s.arg(choice.targets.size()));
    return choice.targets.front();
}

redis::ConnectionConfig connectionTo(const TargetChoice &choice, std::size_t target)
{
    redis::ConnectionConfig config;
    config.target = choice.targets[target];
    return config;
}

redis::ConnectionConfig actingConnectionTo(const TargetChoice &choice, std::size_t target)
{
    redis::ConnectionConfig config;
    config.target =
        app::actingTarget(choice.targets[target],
                          target < choice.operators.size() ? choice.operators[target] : nullptr,
                          choice.operatorPassword);
    return config;
}

Result<void> refuseMoreWords(const QCommandLineParser &parser, qsizetype most)
{
    const QStringList words = parser.positionalArguments();
    if (words.size() <= most)
        return {};
    return fail(ErrorKind::InvalidInput,
                u"unexpected argument \"%1\""_s.arg(visibleElided(words[most].toUtf8(), 60)));
}

Result<Millis> durationOption(const QCommandLineParser &parser, const QString &option,
                              Millis fallback)
{
    if (!parser.isSet(option))
        return fallback;
    const auto duration = parseDuration(parser.value(option));
    if (!duration)
        return fail(ErrorKind::InvalidInput,
                    u"--%1: %2"_s.arg(option, duration.error().text.english()));
    return *duration;
}

Result<std::vector<QByteArray>> prefixesFrom(const QCommandLineParser &parser)
{
    std::vector<QByteArray> prefixes;
    if (!parser.optionNames().contains(u"prefix"_s))
        return prefixes; // asked for only where the option exists
    for (const QString &prefix : parser.values(u"prefix"_s)) {
        if (prefix.isEmpty())
            return fail(ErrorKind::InvalidInput,
                        u"--prefix is empty; leave it out to search everywhere"_s);
        auto bytes = unescaped(prefix);
        if (!bytes)
            return fail(ErrorKind::InvalidInput, u"--prefix: "_s + bytes.error().text.english());
        prefixes.push_back(std::move(*bytes));
    }
    return prefixes;
}

void addNameForm(QCommandLineParser &parser)
{
    parser.addOption(
        {u"name-base64"_s,
         u"Names and owners on the command line are in base64, so scripts can pass any "
         "bytes. JSON output has name_base64 where the name is not plain text. Without "
         "this option, a backslash begins an escape as in the output (\\n \\r \\t \\xff "
         "\\u{200b}), and \\\\ is a backslash."_s});
}

void addNameArgument(QCommandLineParser &parser)
{
    parser.addPositionalArgument(
        u"NAME"_s,
        u"The lock's name, as stored or as shown. Escapes such as \\n and \\xff are "
        "accepted."_s);
}

Result<QByteArray> bytesFrom(const QCommandLineParser &parser, const QString &argument)
{
    const QByteArray given = bytesOfArgument(argument);
    if (parser.optionNames().contains(u"name-base64"_s)) {
        const auto decoded =
            QByteArray::fromBase64Encoding(given, QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            return fail(ErrorKind::InvalidInput,
                        u"--name-base64: \"%1\" is not base64"_s.arg(visibleElided(given, 60)));
        return decoded.decoded;
    }
    return unescaped(argument);
}

Result<LockName> nameFrom(const QCommandLineParser &parser, const QString &argument)
{
    if (argument == emptyName)
        return LockName();
    auto name = bytesFrom(parser, argument);
    if (!name)
        return fail(name.error());
    if (name->isEmpty())
        return fail(
            ErrorKind::InvalidInput,
            u"the lock name is empty; a key with the empty name is given as '%1'"_s.arg(emptyName));
    return LockName(std::move(*name));
}

Result<LockName> lockNameFrom(const QCommandLineParser &parser)
{
    const QStringList arguments = parser.positionalArguments();
    if (arguments.isEmpty())
        return fail(ErrorKind::InvalidInput, u"no lock name was given"_s);
    return nameFrom(parser, arguments.front());
}

Result<QByteArray> kindFrom(const QCommandLineParser &parser)
{
    const QByteArray kind = parser.value(u"kind"_s).toUtf8();
    if (!parser.isSet(u"kind"_s))
        return QByteArray();
    if (kind == format::noLock)
        return fail(ErrorKind::InvalidInput, u"--kind none is not a kind of lock"_s);
    if (const auto known = format::checkPinKind(kind); !known)
        return fail(ErrorKind::InvalidInput, u"--kind: "_s + known.error().text.english());
    return kind;
}

void pinName(TargetChoice &where, const LockName &name, const QByteArray &kind)
{
    const auto pin = format::pinFrom(name.bytes, kind);
    if (!pin || name.isEmpty()) // as a prefix, the empty name would pin every key
        return;
    for (app::ChosenTarget &target : where.targets) {
        std::erase_if(target.pins,
                      [&](const format::Pin &other) { return other.prefix == name.bytes; });
        target.pins.push_back(*pin);
    }
}

} // namespace lockscope::lockctl
