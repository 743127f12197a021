// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/valuedoptions.h"
#include "app/lockctl/act/auditcommand.h"
#include "app/lockctl/act/permitscommand.h"
#include "app/lockctl/act/queuecommand.h"
#include "app/lockctl/act/sentinelcommand.h"
#include "app/lockctl/act/unlockcommand.h"
#include "app/lockctl/common/command.h"
#include "app/lockctl/common/completion.h"
#include "app/lockctl/hold/acquirecommand.h"
#include "app/lockctl/hold/runcommand.h"
#include "app/lockctl/look/blockingcommand.h"
#include "app/lockctl/look/doctorcommand.h"
#include "app/lockctl/look/historycommand.h"
#include "app/lockctl/look/lookcommands.h"
#include "app/lockctl/look/quorumcommand.h"
#include "app/lockctl/metrics/metricscommand.h"
#include "app/lockctl/notify/notifycommand.h"
#include "app/lockctl/profile/profilecommand.h"
#include "app/lockctl/sandbox/sandbox.h"
#include "app/lockctl/top/topcommand.h"
#include "core/base/argumenttext.h"
#include "core/base/text.h"

#include <QCommandLineParser>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

QString overview()
{
    QString text = u"Shows the distributed locks in Redis with their holders and waiters, and acts "
                   "on them.\n"
                   "\n"
                   "Usage: lockctl COMMAND [OPTION...]\n"
                   "\n"
                   "Commands:\n"_s;
    for (const CommandSpec &command : allCommands())
        text += u"  %1  %2\n"_s.arg(command.name, -10).arg(command.summary);
    text += u"\n"
            "Example: lockctl list --url redis://127.0.0.1:6379\n"
            "\n"
            "'lockctl COMMAND --help' and 'lockctl help COMMAND' print the options of a command, "
            "'lockctl --version' the version.\n"
            "Exit status: 0 done; 1 refused or not obtained (busy, not held, changed in "
            "the meantime, no such lock);\n"
            "2 usage error; 3 a server could not be reached or does not permit the "
            "command. For run: the status of\n"
            "its command, or 75 the lock was not obtained. For acquire and run: 76 the "
            "lock was lost.\n"_s;
    return text;
}

Parsed usageError(const QString &problem, const QString &command = {})
{
    const QString help =
        command.isEmpty() ? u"lockctl --help"_s : u"lockctl %1 --help"_s.arg(command);
    return {nullptr, u"lockctl: %1\nTry '%2'.\n"_s.arg(problem, help), Usage};
}

QString helpOf(const QCommandLineParser &parser, const CommandSpec &command)
{
    // The parser knows no subcommands; its first line is replaced.
    const QString text = parser.helpText();
    const QString summary = command.summary.left(1).toUpper() + command.summary.mid(1) + u"."_s;
    QString usage = command.usage;
    usage.replace(u"\n"_s, u"\n       "_s);
    return u"Usage: %1\n\n%2\n"_s.arg(usage, summary) + text.mid(text.indexOf(u"\nOptions:"_s));
}

// Names, owners and the words of a command are bytes; everything else is text.
Result<void> checkText(const QCommandLineParser &parser, const CommandSpec &command)
{
    // A profile keeps text, with escapes for other bytes.
    const bool isStored = command.name == "profile"_L1;
    const auto isBytes = [&](const QString &option) {
        return !isStored && (option == "owner"_L1 || option == "prefix"_L1 || option == "lock"_L1);
    };
    for (const QString &option : app::valuedOptions(parser)) {
        for (const QString &value : isBytes(option) ? QStringList() : parser.values(option)) {
            if (rawByteIn(value) >= 0)
                return fail(ErrorKind::InvalidInput,
                            u"--%1 needs UTF-8 text, not \"%2\""_s.arg(
                                option, visibleElided(bytesOfArgument(value), 60)));
        }
    }
    for (const QString &word : command.takesBytes ? QStringList() : parser.positionalArguments()) {
        if (rawByteIn(word) >= 0)
            return fail(ErrorKind::InvalidInput,
                        u"\"%1\" is not UTF-8"_s.arg(visibleElided(bytesOfArgument(word), 60)));
    }
    return {};
}

// Whether the command reads all values of the option; the help of such an option says "Can be
// repeated".
bool canBeRepeated(const QString &option, const CommandSpec &command)
{
    static const QStringList everywhere{u"url"_s, u"profile"_s, u"prefix"_s, u"tls-pin"_s};
    static const QStringList ofProfile{u"group"_s, u"alias"_s, u"pin"_s, u"only"_s};
    return everywhere.contains(option) || (command.name == "metrics"_L1 && option == "lock"_L1)
        || (command.name == "profile"_L1 && ofProfile.contains(option));
}

// The parser would take the last value in silence, and which one was meant is not known. The value
// is not shown: it may contain a password.
Result<void> checkGivenOnce(const QCommandLineParser &parser, const CommandSpec &command)
{
    for (const QString &option : app::valuedOptions(parser)) {
        if (parser.values(option).size() > 1 && !canBeRepeated(option, command))
            return fail(ErrorKind::InvalidInput,
                        u"--%1 was given more than once; it takes one value"_s.arg(option));
    }
    return {};
}

Parsed unknownCommand(const QString &word)
{
    return usageError(u"there is no command \"%1\""_s.arg(visibleElided(word.toUtf8(), 60)));
}

} // namespace

const std::vector<CommandSpec> &allCommands()
{
    static const std::vector<CommandSpec> list{
        listCommand(), //
        showCommand(),     watchCommand(),   acquireCommand(),  runCommand(),
        unlockCommand(),   queueCommand(),   permitsCommand(),  quorumCommand(),
        blockingCommand(), doctorCommand(),  sentinelCommand(), topCommand(),
        metricsCommand(),  recordCommand(),  notifyCommand(),   historyCommand(),
        auditCommand(),    profileCommand(), sandboxCommand(),  completionCommand(),
    };
    return list;
}

Parsed parseCommandLine(const QStringList &arguments)
{
    const QString word = arguments.value(1);
    if (word.isEmpty())
        return {nullptr, overview(), Usage};
    if (word == "help"_L1 && arguments.size() > 2)
        return parseCommandLine({arguments.front(), arguments[2], u"--help"_s});
    if (word == "--help"_L1 || word == "-h"_L1 || word == "help"_L1)
        return {nullptr, overview(), Done};
    if (word == "--version"_L1 || word == "-v"_L1)
        return {nullptr, u"lockctl %1\n"_s.arg(QLatin1StringView(LOCKSCOPE_VERSION)), Done};
    const auto &known = allCommands();
    const auto command = std::find_if(known.begin(), known.end(),
                                      [&](const CommandSpec &spec) { return spec.name == word; });
    if (command == known.end())
        return unknownCommand(word);
    QCommandLineParser parser;
    command->addOptions(parser);
    // Not addHelpOption(): it would print the help and exit the process.
    parser.addOption({{u"h"_s, u"help"_s}, u"Print this help."_s});
    QStringList rest = arguments;
    rest.removeAt(1);
    if (command->arrange)
        command->arrange(rest);
    if (!parser.parse(rest)) {
        const QString why = command->explain ? command->explain(rest) : QString();
        return usageError(why.isEmpty() ? parser.errorText() : why, command->name);
    }
    if (parser.isSet(u"help"_s))
        return {nullptr, helpOf(parser, *command), Done};
    if (const auto text = checkText(parser, *command); !text)
        return usageError(text.error().text.english(), command->name);
    if (const auto once = checkGivenOnce(parser, *command); !once)
        return usageError(once.error().text.english(), command->name);
    auto prepared = command->prepare(parser);
    if (!prepared)
        return usageError(prepared.error().text.english(), command->name);
    return {std::move(*prepared), {}, Done};
}

} // namespace lockscope::lockctl
