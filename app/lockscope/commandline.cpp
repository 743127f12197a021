// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/commandline.h"

#include "app/common/pastinstant.h"
#include "app/common/valuedoptions.h"
#include "app/lockscope/languages.h"
#include "core/base/text.h"
#include "core/health/rulelist.h"
#include "core/insight/filter/filter.h"
#include "core/watch/find/pacing.h"
#include "ui/client/locklink.h"
#include "ui/window/viewlist.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

struct CommandLineWords {
    Q_DECLARE_TR_FUNCTIONS(CommandLine)
};

constexpr int usageError = 2;

CommandLine refuse(const QString &reason)
{
    return {std::nullopt,
            u"lockscope: %1\n%2\n"_s.arg(reason, CommandLineWords::tr("Try lockscope --help.")),
            usageError};
}

QList<QCommandLineOption> knownOptions()
{
    return {
        {u"profile"_s,
         CommandLineWords::tr(
             "The servers of a saved profile, including those of its quorum groups; can be "
             "repeated. Without a URL or profile, the default profile is used."),
         u"P"_s},
        {u"url"_s,
         CommandLineWords::tr("A server, as lockctl takes it: the same as URL; can be repeated."),
         u"URL"_s},
        {u"prefix"_s, CommandLineWords::tr("A prefix of lock names; can be repeated."),
         u"PREFIX"_s},
        {u"aliases"_s,
         CommandLineWords::tr(
             "A file of owner names, as CSV (OWNER,NAME on each line) or JSON; read again "
             "when it changes. It replaces the file of a profile."),
         u"FILE"_s},
        {u"learn-names"_s,
         CommandLineWords::tr(
             "Learn owner names from client connection names, and who is connected to "
             "replicas (CLIENT LIST, at most once a minute).")},
        {u"ca-file"_s, CommandLineWords::tr("PEM file with the certificates to trust for TLS."),
         u"FILE"_s},
        {u"scan-budget"_s,
         CommandLineWords::tr(
             "The share of one server processor that the scan for locks may use; 5% by "
             "default."),
         u"SHARE"_s},
        {u"language"_s,
         CommandLineWords::tr(
             "en or zh_CN; by default the last language chosen, or the language of the "
             "system."),
         u"LANGUAGE"_s},
        {u"theme"_s, CommandLineWords::tr("light, dark, high-contrast or system."), u"THEME"_s},
        {u"lock"_s, CommandLineWords::tr("Open the detail of this lock."), u"NAME"_s},
        {u"size"_s, CommandLineWords::tr("Size of the window, such as 1280x800."), u"WxH"_s},
        {u"view"_s, CommandLineWords::tr("Open this view: %1.").arg(viewNames().join(u", "_s)),
         u"VIEW"_s},
        {u"kiosk"_s,
         CommandLineWords::tr(
             "Show the overview alone on the whole screen, for a wall. Escape and F11 end "
             "it.")},
        {u"filter"_s,
         CommandLineWords::tr(
             "Show only the locks that match this filter, as in the filter field above the "
             "table."),
         u"FILTER"_s},
        {u"record"_s,
         CommandLineWords::tr(
             "Look back: show what was recorded of this profile or URL, in place of servers. "
             "Nothing is connected."),
         u"NAME"_s},
        {u"at"_s,
         CommandLineWords::tr("The time of the record or incident file to show, such as 03:12, "
                              "2026-11-22T08:30:00 or an age such as 15m; by default its end."),
         u"TIME"_s},
        {u"no-resume"_s,
         CommandLineWords::tr(
             "Start without the servers, filter and selection of the last session.")},
    };
}

// The parser would take the last value in silence, and which one was meant is not known.
QString givenTwice(const QCommandLineParser &parser)
{
    for (const QString &option : app::valuedOptions(parser)) {
        const bool isList = option == "url"_L1 || option == "profile"_L1 || option == "prefix"_L1;
        if (parser.values(option).size() > 1 && !isList)
            return CommandLineWords::tr("--%1 was given more than once; it takes one value")
                .arg(option);
    }
    return {};
}

std::optional<QSize> parseSize(const QString &text)
{
    static const QRegularExpression form(u"^([0-9]{3,4})x([0-9]{3,4})$"_s);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

// The groups of each profile by which a server is reached.
std::map<QString, std::vector<insight::GroupMembers>> groupsOf(
    const std::vector<app::ChosenTarget> &targets, const profile::ProfileStore &store)
{
    std::map<QString, std::vector<insight::GroupMembers>> groups;
    for (const app::ChosenTarget &target : targets) {
        if (!target.profile.isEmpty() && !groups.contains(target.profile))
            groups.emplace(target.profile, app::groupsOf({target.profile}, store));
    }
    return groups;
}

// Empty, or what is wrong.
QString readLooks(const QCommandLineParser &parser, Options &options)
{
    if (parser.isSet(u"theme"_s)) {
        options.theme = ui::themeFromName(parser.value(u"theme"_s));
        if (!options.theme)
            return CommandLineWords::tr(
                       "--theme must be light, dark, high-contrast or system, not \"%1\"")
                .arg(wording::shown(parser.value(u"theme"_s).toUtf8(), 60));
    }
    if (parser.isSet(u"language"_s)) {
        // Only checked here: languageIn() has read it before.
        const QString language = parser.value(u"language"_s);
        if (!isLanguage(language))
            return CommandLineWords::tr("--language must be en or zh_CN, not \"%1\"")
                .arg(wording::shown(language.toUtf8(), 60));
    }
    if (parser.isSet(u"size"_s)) {
        options.size = parseSize(parser.value(u"size"_s));
        if (!options.size)
            return CommandLineWords::tr(
                       "--size must be WIDTHxHEIGHT, for example 1280x800, not \"%1\"")
                .arg(wording::shown(parser.value(u"size"_s).toUtf8(), 60));
    }
    if (parser.isSet(u"view"_s)) {
        options.view = parser.value(u"view"_s);
        if (!viewNames().contains(options.view))
            return CommandLineWords::tr("--view must be one of %1, not \"%2\"")
                .arg(viewNames().join(u", "_s), wording::shown(options.view.toUtf8(), 60));
    }
    if (parser.isSet(u"filter"_s)) {
        options.filter = parser.value(u"filter"_s);
        if (const auto filter = insight::LockFilter::parse(options.filter, health::ruleNames());
            !filter)
            return u"--filter: "_s + wording::said(filter.error().text);
    }
    return {};
}

// Reads which time of the past is to be shown, if any. Empty, or what is wrong.
QString readPast(const QCommandLineParser &parser, const QStringList &arguments, Options &options)
{
    const auto isFile = [](const QString &argument) {
        return !argument.contains("://"_L1)
            && (argument.endsWith(".lockscope"_L1) || QFileInfo::exists(argument));
    };
    options.record = parser.value(u"record"_s);
    options.at = parser.value(u"at"_s);
    if (const auto file = std::ranges::find_if(arguments, isFile); file != arguments.end())
        options.incident = *file;
    if (parser.isSet(u"record"_s) && options.record.isEmpty())
        return CommandLineWords::tr("--record requires the name of a profile, or a URL");
    if (!options.looksBack())
        return parser.isSet(u"at"_s)
            ? CommandLineWords::tr("--at is a time of a record: give --record or an incident file")
            : QString();
    const qsizetype others = arguments.size() - (options.incident.isEmpty() ? 0 : 1);
    if (others > 0 || parser.isSet(u"profile"_s)
        || (!options.incident.isEmpty() && !options.record.isEmpty()))
        return CommandLineWords::tr(
            "one record or incident file is looked at alone, without servers");
    if (options.isKiosk)
        return CommandLineWords::tr("--kiosk shows servers and does not look back");
    if (parser.isSet(u"at"_s)) {
        if (const auto at = app::pastInstant(options.at, SystemClock().wallNow()); !at)
            return u"--at "_s + wording::said(at.error().text);
    }
    return {};
}

} // namespace

QStringList viewNames()
{
    QStringList names{u"overview"_s, u"locks"_s};
    for (const ui::ViewSpec &view : ui::allViews()) {
        QString name = view.name;
        name.chop("Dock"_L1.size());
        names += name;
    }
    return names;
}

CommandLine parseCommandLine(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        CommandLineWords::tr("Shows live who holds and who waits for the locks in Redis.\n"
                             "Pass a password in the environment variable LOCKSCOPE_PASSWORD."));
    parser.addPositionalArgument(
        u"URL"_s,
        CommandLineWords::tr(
            "Servers to watch: redis://, rediss:// (TLS), redis+unix://, redis+sentinel:// or "
            "redis+cluster://."),
        u"[URL...]"_s);
    parser.addPositionalArgument(
        u"LINK"_s, CommandLineWords::tr("A lockscope:// link to a lock, as Copy link makes it."),
        u"[LINK]"_s);
    parser.addPositionalArgument(
        u"FILE"_s,
        CommandLineWords::tr("An incident file, as lockctl history export writes it, to look at."),
        u"[FILE]"_s);
    parser.addOptions(knownOptions());
    const QCommandLineOption help(QStringList{u"h"_s, u"help"_s},
                                  CommandLineWords::tr("Print this text."));
    const QCommandLineOption version(u"version"_s, CommandLineWords::tr("Print the version."));
    parser.addOption(help);
    parser.addOption(version);
    if (!parser.parse(arguments))
        return refuse(parser.errorText());
    if (parser.isSet(help))
        return {std::nullopt, parser.helpText(), 0};
    if (parser.isSet(version))
        return {std::nullopt, u"lockscope " LOCKSCOPE_VERSION "\n"_s, 0};

    if (const QString problem = givenTwice(parser); !problem.isEmpty())
        return refuse(problem);
    Options options;
    if (const QString problem = readLooks(parser, options); !problem.isEmpty())
        return refuse(problem);
    options.prefixes = parser.values(u"prefix"_s);
    options.caFile = parser.value(u"ca-file"_s);
    if (parser.isSet(u"scan-budget"_s)) {
        const Result<double> budget = watch::parseShare(parser.value(u"scan-budget"_s));
        if (!budget)
            return refuse(u"--scan-budget: "_s + wording::said(budget.error().text));
        options.scanBudget = *budget;
    }
    options.lock = parser.value(u"lock"_s).toUtf8();
    options.isKiosk = parser.isSet(u"kiosk"_s);
    const bool asksForAnother =
        !options.lock.isEmpty() || (!options.view.isEmpty() && options.view != "overview"_L1);
    if (options.isKiosk && asksForAnother)
        return refuse(
            CommandLineWords::tr("--kiosk shows the overview and does not take --view or --lock"));
    QStringList urls = parser.positionalArguments() + parser.values(u"url"_s);
    if (const QString problem = readPast(parser, urls, options); !problem.isEmpty())
        return refuse(problem);
    if (options.looksBack()) {
        const profile::ProfileStore store;
        options.groups.emplace(options.record, app::groupsOf({options.record}, store));
        return {std::move(options), {}, 0};
    }
    if (const auto link = std::ranges::find_if(urls, ui::isLockLink); link != urls.end()) {
        options.link = *link;
        options.isLinkAlone = arguments.size() == 2; // the program's name, and the link
        urls.erase(link);
        if (std::ranges::any_of(urls, ui::isLockLink))
            return refuse(CommandLineWords::tr("only one link can be opened at a time"));
        if (options.isKiosk)
            return refuse(
                CommandLineWords::tr("--kiosk shows the overview and does not open links"));
    }
    constexpr auto linkStart = "lockscope:"_L1;
    const auto isBroken = [&](const QString &url) {
        return url.startsWith(linkStart, Qt::CaseInsensitive);
    };
    if (std::ranges::any_of(urls, isBroken))
        return refuse(CommandLineWords::tr("this is not a whole link: a link to a lock begins with "
                                           "lockscope://lock?, as Copy link makes it"));
    const QStringList profiles = parser.values(u"profile"_s);
    const profile::ProfileStore store;
    const bool given = !urls.isEmpty() || !profiles.isEmpty() || !options.link.isEmpty();
    options.resumesSession = !given && !options.isKiosk && !parser.isSet(u"no-resume"_s)
        && options.lock.isEmpty() && options.view.isEmpty() && options.filter.isEmpty();
    // The servers of a quorum group are watched, too, even where a profile has no others.
    constexpr auto take = app::Take::WithGroups;
    auto targets =
        given ? app::targetsFrom(urls, profiles, store, take) : app::defaultTargets(store, take);
    options.aliasesFile = parser.value(u"aliases"_s);
    options.learnNames = parser.isSet(u"learn-names"_s);
    if (parser.isSet(u"aliases"_s) && options.aliasesFile.isEmpty())
        return refuse(CommandLineWords::tr("--aliases requires a file name"));
    std::vector<app::ChosenTarget> none;
    const auto named =
        app::addNames(targets ? *targets : none, options.aliasesFile, options.learnNames);
    if (!named)
        return refuse(u"--aliases: "_s + wording::said(named.error().text));
    options.groups = groupsOf(targets ? *targets : none, store);
    if (targets)
        options.targets = std::move(*targets);
    else if (given)
        return refuse(wording::errorSentence(targets.error()));
    else // nobody asked for a profile: the window can still ask for a server
        options.notice = wording::capitalised(wording::errorSentence(targets.error()));
    return {std::move(options), {}, 0};
}

} // namespace lockscope::console
