// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/options.h"

#include "app/common/targets.h"
#include "core/base/text.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

struct CommandText {
    Command command;
    QLatin1StringView name;
    QString summary;
    QString usage;
};

const std::vector<CommandText> &commands()
{
    static const std::vector<CommandText> list{
        {Command::List, "list"_L1, u"show every lock once: who holds it, who waits"_s,
         u"lockctl list --url URL [--prefix PREFIX] [--filter F] [--observe D] [--json]"_s},
        {Command::Show, "show"_L1, u"show the named locks with all their holds, waiters and keys"_s,
         u"lockctl show NAME... --url URL [--observe D] [--json]"_s},
        {Command::Watch, "watch"_L1, u"print one line for each thing that happens, until Ctrl+C"_s,
         u"lockctl watch --url URL [--prefix PREFIX] [--filter F] [--json]"_s},
    };
    return list;
}

QString overview()
{
    QString text = u"Shows who holds every distributed lock in Redis, and who waits.\n\n"
                   "Usage: lockctl COMMAND [OPTION...]\n\nCommands:\n"_s;
    for (const CommandText &command : commands())
        text += u"  %1  %2\n"_s.arg(command.name, -6).arg(command.summary);
    text += u"\nExample: lockctl list --url redis://127.0.0.1:6379\n"
            "\n'lockctl COMMAND --help' tells the options of a command, 'lockctl --version' the "
            "version.\n"
            "Exit status: 0 done, 1 no such lock, 2 usage, 3 a server could not be reached or "
            "does not permit it.\n"_s;
    return text;
}

Parsed usageError(const QString &problem, const QString &command = {})
{
    const QString help =
        command.isEmpty() ? u"lockctl --help"_s : u"lockctl %1 --help"_s.arg(command);
    return {std::nullopt, u"lockctl: %1\nTry '%2'.\n"_s.arg(problem, help), Usage};
}

void addOptions(QCommandLineParser &parser, const CommandText &command)
{
    parser.addOptions({
        {u"url"_s,
         u"A server: redis://[user[:password]@]host[:port][/db], rediss:// with TLS, or "
         "redis+unix:///path. May be given several times. A password is better in the "
         "environment variable LOCKSCOPE_PASSWORD."_s,
         u"URL"_s},
        {u"profile"_s, u"A saved profile (not built yet)."_s, u"P"_s},
        {u"ca-file"_s, u"Certificates (PEM) to trust for rediss://, instead of the system's."_s,
         u"FILE"_s},
        {u"json"_s, u"Print JSON: one object, or with watch one a line."_s},
    });
    if (command.command != Command::Show) {
        parser.addOptions({
            {u"prefix"_s,
             u"Names of locks begin with PREFIX: only these keys are looked at, and strings among "
             "them count as locks. May be given several times. Without it, all hashes that look "
             "like Redisson's locks are found."_s,
             u"PREFIX"_s},
            {u"filter"_s,
             u"Only locks that match, for example 'kind:fair waiters:>3', 'holder:billing', "
             "'ttl:none' or a part of the name."_s,
             u"F"_s},
        });
    }
    if (command.command == Command::List)
        parser.addOption({u"guesses"_s,
                          u"Also list keys that only their value makes look like "
                          "locks. No format of this version guesses."_s});
    if (command.command != Command::Watch)
        parser.addOption({u"observe"_s,
                          u"Watch for D (500ms, 30s, 5m) before printing: tells whether a watchdog "
                          "renews, and how long the lease is."_s,
                          u"D"_s});
    // Not addHelpOption(): its help would print and leave by itself.
    parser.addOption({{u"h"_s, u"help"_s}, u"Print this help."_s});
    if (command.command == Command::Show)
        parser.addPositionalArgument(u"NAME"_s,
                                     u"A lock's name, as it is or as it was shown: "
                                     "escapes such as \\n and \\xff are understood."_s,
                                     u"NAME..."_s);
}

QString helpOf(const QCommandLineParser &parser, const CommandText &command)
{
    // The parser knows no subcommands; its first line is replaced.
    const QString text = parser.helpText();
    const QString summary = command.summary.left(1).toUpper() + command.summary.mid(1) + u"."_s;
    return u"Usage: %1\n\n%2\n"_s.arg(command.usage, summary)
        + text.mid(text.indexOf(u"\nOptions:"_s));
}

// Locks can be named as they were shown.
LockName nameFrom(const QString &argument)
{
    const auto bytes = fromVisible(argument);
    return LockName(bytes ? *bytes : argument.toUtf8());
}

Result<Options> optionsFrom(const QCommandLineParser &parser, const CommandText &command)
{
    Options options;
    options.command = command.command;
    options.json = parser.isSet(u"json"_s);
    options.caFile = parser.value(u"ca-file"_s);
    if (parser.isSet(u"profile"_s))
        return fail(ErrorKind::Unsupported,
                    u"profiles are not built yet; name the server with --url"_s);
    auto targets = app::targetsFrom(parser.values(u"url"_s));
    if (!targets)
        return fail(targets.error());
    options.targets = std::move(*targets);
    if (options.targets.empty())
        return fail(ErrorKind::InvalidInput,
                    u"no server is named; add for example --url redis://127.0.0.1:6379"_s);
    if (command.command != Command::Show) {
        for (const QString &prefix : parser.values(u"prefix"_s)) {
            if (prefix.isEmpty())
                return fail(ErrorKind::InvalidInput,
                            u"--prefix is empty; leave it out to look everywhere"_s);
            options.prefixes.push_back(nameFrom(prefix).bytes);
        }
        auto filter = watch::LockFilter::parse(parser.value(u"filter"_s));
        if (!filter)
            return fail(filter.error());
        options.filter = std::move(*filter);
    }
    if (command.command != Command::Watch && parser.isSet(u"observe"_s)) {
        const auto observe = parseDuration(parser.value(u"observe"_s));
        if (!observe)
            return fail(ErrorKind::InvalidInput, u"--observe: "_s + observe.error().text);
        options.observe = *observe;
    }
    for (const QString &argument : parser.positionalArguments()) {
        if (command.command != Command::Show)
            return fail(ErrorKind::InvalidInput,
                        u"unexpected argument \"%1\""_s.arg(visibleElided(argument.toUtf8(), 60)));
        options.names.push_back(nameFrom(argument));
    }
    if (command.command == Command::Show && options.names.empty())
        return fail(ErrorKind::InvalidInput, u"which lock? give its name"_s);
    return options;
}

} // namespace

Parsed parseCommandLine(const QStringList &arguments)
{
    const QString word = arguments.value(1);
    if (word.isEmpty())
        return {std::nullopt, overview(), Usage};
    if (word == "--help"_L1 || word == "-h"_L1 || word == "help"_L1)
        return {std::nullopt, overview(), Done};
    if (word == "--version"_L1 || word == "-v"_L1)
        return {std::nullopt, u"lockctl %1\n"_s.arg(QLatin1StringView(LOCKSCOPE_VERSION)), Done};
    const auto &known = commands();
    const auto command = std::find_if(known.begin(), known.end(),
                                      [&](const CommandText &text) { return text.name == word; });
    if (command == known.end()) {
        static const QStringList later{u"acquire"_s, u"run"_s,    u"unlock"_s,  u"queue"_s,
                                       u"quorum"_s,  u"doctor"_s, u"history"_s, u"metrics"_s,
                                       u"profile"_s, u"sandbox"_s};
        return usageError(later.contains(word) ? u"'%1' is not built yet"_s.arg(word)
                                               : u"there is no command \"%1\""_s.arg(
                                                   visibleElided(word.toUtf8(), 60)));
    }
    QCommandLineParser parser;
    addOptions(parser, *command);
    QStringList rest = arguments;
    rest.removeAt(1);
    if (!parser.parse(rest))
        return usageError(parser.errorText(), command->name);
    if (parser.isSet(u"help"_s))
        return {std::nullopt, helpOf(parser, *command), Done};
    auto options = optionsFrom(parser, *command);
    if (!options)
        return usageError(options.error().text, command->name);
    return {std::move(*options), {}, Done};
}

} // namespace lockscope::lockctl
