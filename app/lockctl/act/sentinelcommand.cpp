// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/sentinelcommand.h"

#include "app/lockctl/act/guardedrun.h"
#include "app/lockctl/act/lockaction.h"
#include "app/lockctl/act/sentinelaction.h"
#include "core/base/text.h"

#include <QCommandLineParser>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using Type = admin::SentinelActionType;

constexpr qsizetype sentinelTextLimit = 60;

struct Verb {
    const char *word;
    Type type;
};

constexpr std::array verbs{
    Verb{"failover", Type::Failover},
    Verb{"monitor", Type::Monitor},
    Verb{"remove", Type::Remove},
    Verb{"reset", Type::Reset},
};

void addSentinelOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    parser.addOption({u"quorum"_s,
                      u"monitor: how many Sentinels have to agree that the primary is down."_s,
                      u"N"_s});
    addActOptions(parser);
    parser.addPositionalArgument(
        u"failover"_s, u"Promote a replica, and wait until it is the primary."_s, u"[failover]"_s);
    parser.addPositionalArgument(
        u"monitor HOST:PORT"_s,
        u"Have the Sentinels of the URL watch this primary under the name in the URL. They are "
        "given the user and password of the URL or of LOCKSCOPE_PASSWORD for it."_s,
        u"[monitor HOST:PORT]"_s);
    parser.addPositionalArgument(u"remove"_s, u"Have the Sentinels of the URL stop watching it."_s,
                                 u"[remove]"_s);
    parser.addPositionalArgument(
        u"reset"_s,
        u"Have the Sentinels of the URL, one after the other, forget its replicas and the other "
        "Sentinels and find those that are up again."_s,
        u"[reset]"_s);
}

Result<admin::SentinelAction> monitorFrom(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    admin::SentinelAction action;
    action.type = Type::Monitor;
    const auto server = admin::primaryFrom(words.value(1));
    if (words.size() < 2 || !server)
        return fail(ErrorKind::InvalidInput,
                    u"'monitor' needs the address of the primary, such as 10.0.0.5:6379"_s);
    action.server = *server;
    bool isNumber = false;
    action.quorum = parser.value(u"quorum"_s).toInt(&isNumber);
    if (!isNumber || action.quorum < 1)
        return fail(ErrorKind::InvalidInput,
                    u"'monitor' needs --quorum, a whole number of 1 or "
                    "more"_s);
    return action;
}

Result<admin::SentinelAction> actionFrom(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    if (words.isEmpty())
        return fail(ErrorKind::InvalidInput,
                    u"no action was given; use failover, monitor, remove or reset"_s);
    const auto *const verb = std::find_if(verbs.begin(), verbs.end(), [&](const Verb &each) {
        return words.front() == QLatin1StringView(each.word);
    });
    if (verb == verbs.end())
        return fail(ErrorKind::InvalidInput,
                    u"unknown action \"%1\"; use failover, monitor, remove or reset"_s.arg(
                        visibleElided(words.front().toUtf8(), sentinelTextLimit)));
    const bool isMonitor = verb->type == Type::Monitor;
    if (const auto checked = refuseMoreWords(parser, isMonitor ? 2 : 1); !checked)
        return fail(checked.error());
    if (isMonitor)
        return monitorFrom(parser);
    if (parser.isSet(u"quorum"_s))
        return fail(ErrorKind::InvalidInput, u"--quorum requires monitor"_s);
    admin::SentinelAction action;
    action.type = verb->type;
    return action;
}

Result<std::unique_ptr<Running>> prepareSentinel(const QCommandLineParser &parser)
{
    const auto action = actionFrom(parser);
    if (!action)
        return fail(action.error());
    ActRequest options;
    if (const auto read = readActOptions(parser, options); !read)
        return fail(read.error());
    SentinelRequest request;
    request.where = std::move(options.where);
    if (request.where.targets.front().form != redis::Target::Form::Sentinel)
        return fail(ErrorKind::InvalidInput,
                    u"sentinel needs a URL with Sentinels and the name of a primary, such as "
                    "redis+sentinel://10.0.0.1,10.0.0.2,10.0.0.3/mymaster"_s);
    request.action = *action;
    request.reason = options.reason;
    request.yes = options.yes;
    request.dryRun = options.dryRun;
    request.json = options.json;
    const auto reason = request.dryRun ? std::nullopt : std::optional(request.reason);
    TargetChoice where = request.where;
    return std::make_unique<GuardedRun>(
        std::move(where), reason,
        [request = std::move(request)](TargetChoice &&guarded) -> std::unique_ptr<Running> {
            SentinelRequest own = request;
            own.where = std::move(guarded);
            return std::make_unique<SentinelCommand>(std::move(own));
        });
}

} // namespace

CommandSpec sentinelCommand()
{
    return {u"sentinel"_s, u"fail over, or have Sentinels watch, forget or find servers again"_s,
            u"lockctl sentinel failover|remove|reset [TARGET] [--reason R] [--yes] [--dry-run] "
            "[--json]\n"
            "lockctl sentinel monitor HOST:PORT --quorum N [TARGET] [--reason R] [--yes] "
            "[--dry-run] [--json]"_s,
            addSentinelOptions, prepareSentinel};
}

} // namespace lockscope::lockctl
