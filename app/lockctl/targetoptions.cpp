// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/targetoptions.h"

#include "app/common/targets.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

void addTargetOptions(QCommandLineParser &parser, bool withPrefix)
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
    });
    if (withPrefix)
        parser.addOption(
            {u"prefix"_s,
             u"Names of locks begin with PREFIX: only these keys are looked at, and strings among "
             "them count as locks. May be given several times. Without it, all hashes that look "
             "like Redisson's locks are found."_s,
             u"PREFIX"_s});
}

Result<TargetChoice> targetChoice(const QCommandLineParser &parser)
{
    if (parser.isSet(u"profile"_s))
        return fail(ErrorKind::Unsupported,
                    u"profiles are not built yet; name the server with --url"_s);
    TargetChoice choice;
    auto targets = app::targetsFrom(parser.values(u"url"_s));
    if (!targets)
        return fail(targets.error());
    choice.targets = std::move(*targets);
    if (choice.targets.empty())
        return fail(ErrorKind::InvalidInput,
                    u"no server is named; add for example --url redis://127.0.0.1:6379"_s);
    choice.caFile = parser.value(u"ca-file"_s);
    const bool hasPrefix = parser.optionNames().contains(u"prefix"_s);
    for (const QString &prefix : hasPrefix ? parser.values(u"prefix"_s) : QStringList()) {
        if (prefix.isEmpty())
            return fail(ErrorKind::InvalidInput,
                        u"--prefix is empty; leave it out to look everywhere"_s);
        choice.prefixes.push_back(bytesFrom(prefix));
    }
    return choice;
}

Result<redis::Target> onlyTarget(const TargetChoice &choice)
{
    if (choice.targets.size() != 1)
        return fail(
            ErrorKind::InvalidInput,
            u"one server is acted on at a time, and %1 are named"_s.arg(choice.targets.size()));
    return choice.targets.front();
}

Result<Millis> durationOption(const QCommandLineParser &parser, const QString &option,
                              Millis fallback)
{
    if (!parser.isSet(option))
        return fallback;
    const auto duration = parseDuration(parser.value(option));
    if (!duration)
        return fail(ErrorKind::InvalidInput, u"--%1: %2"_s.arg(option, duration.error().text));
    return *duration;
}

QByteArray bytesFrom(const QString &argument)
{
    return fromVisible(argument).value_or(argument.toUtf8());
}

Result<LockName> lockNameFrom(const QCommandLineParser &parser)
{
    const QStringList arguments = parser.positionalArguments();
    if (arguments.isEmpty() || arguments.front().isEmpty())
        return fail(ErrorKind::InvalidInput, u"which lock? give its name"_s);
    return LockName(bytesFrom(arguments.front()));
}

} // namespace lockscope::lockctl
