// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/permitscommand.h"

#include "app/lockctl/act/lockaction.h"
#include "app/lockctl/act/permitqueue.h"
#include "core/base/text.h"
#include "core/format/traits.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr qsizetype permitTextLimit = 60;

struct Verb {
    const char *word;
    admin::ActionType type;
    bool isOfLatch;
    bool takesNumber;
    int sign; // of the number
};

constexpr std::array verbs{
    Verb{"add", admin::ActionType::AddPermits, false, true, 1},
    Verb{"take", admin::ActionType::AddPermits, false, true, -1},
    Verb{"drain", admin::ActionType::DrainPermits, false, false, 0},
    Verb{"set", admin::ActionType::SetLatch, true, true, 1},
    Verb{"count-down", admin::ActionType::CountDown, true, false, 0},
    Verb{"open", admin::ActionType::OpenLatch, true, false, 0},
};

void addPermitsOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameForm(parser);
    parser.addOption({u"kind"_s,
                      u"The kind of the key: semaphore, permit-expirable-semaphore or "
                      "count-down-latch. Not needed if Lockscope recognises it by waiting clients, "
                      "taken permits or its name."_s,
                      u"K"_s});
    addActOptions(parser);
    parser.addPositionalArgument(u"NAME"_s,
                                 u"The name of the semaphore or latch, as stored or as shown."_s);
    parser.addPositionalArgument(u"add N"_s, u"Add N permits and wake waiters."_s, u"[add N]"_s);
    parser.addPositionalArgument(
        u"take N"_s,
        u"Remove N permits. Permits already taken stay taken, so the number may be "
        "negative until they are released."_s,
        u"[take N]"_s);
    parser.addPositionalArgument(u"drain"_s, u"Take all free permits."_s, u"[drain]"_s);
    parser.addPositionalArgument(u"set N"_s, u"Set the count of a latch to N."_s, u"[set N]"_s);
    parser.addPositionalArgument(u"count-down"_s, u"Count a latch down by one."_s,
                                 u"[count-down]"_s);
    parser.addPositionalArgument(u"open"_s, u"Open a latch and wake all waiters."_s, u"[open]"_s);
}

const Verb *verbOf(const QString &word)
{
    const auto *const verb = std::find_if(verbs.begin(), verbs.end(), [&](const Verb &each) {
        return word == QLatin1StringView(each.word);
    });
    return verb == verbs.end() ? nullptr : verb;
}

QString notANumber(const Verb &verb, const QString &given)
{
    static const QRegularExpression negative(u"^-0*([1-9][0-9]{0,18})$"_s);
    static const QRegularExpression zero(u"^-?0+$"_s);
    if (given.isEmpty())
        return u"'%1' needs a whole number, such as '%1 5'"_s.arg(QLatin1StringView(verb.word));
    const QString text = u"'%1' needs a whole number of 1 or more, not \"%2\""_s.arg(
        QLatin1StringView(verb.word), visibleElided(given.toUtf8(), permitTextLimit));
    const QRegularExpressionMatch match = negative.match(given);
    if (verb.isOfLatch && (match.hasMatch() || zero.match(given).hasMatch()))
        return text + u"; 'open' opens the latch"_s;
    if (!match.hasMatch())
        return text;
    return verb.sign > 0 ? text + u"; to take permits away, use 'take %1'"_s.arg(match.captured(1))
                         : text + u"; to add permits, use 'add %1'"_s.arg(match.captured(1));
}

// A number below zero looks like an option.
QString explain(const QStringList &arguments)
{
    static const QRegularExpression negative(u"^-[0-9]"_s);
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        const Verb *const verb = verbOf(arguments[i - 1]);
        if (verb && verb->takesNumber && negative.match(arguments[i]).hasMatch())
            return notANumber(*verb, arguments[i]);
    }
    return {};
}

// As the action may be done to such a kind; any kind if it is to be recognised, which the plan
// checks then.
Result<void> checkKind(const Verb &verb, const QByteArray &kind)
{
    const bool isLatch = format::traitsOf(kind).isLatch();
    if (kind.isEmpty() || verb.isOfLatch == isLatch)
        return {};
    return fail(ErrorKind::InvalidInput,
                isLatch ? u"a latch has no permits; use 'set N', 'count-down' or 'open'"_s
                        : u"'%1' is for a latch; use --kind count-down-latch"_s.arg(
                            QLatin1StringView(verb.word)));
}

Result<admin::Action> actionFrom(const QStringList &words, const QByteArray &kind)
{
    const QString word = words[1];
    const Verb *const verb = verbOf(word);
    if (!verb)
        return fail(
            ErrorKind::InvalidInput,
            u"unknown action \"%1\"; use add N, take N or drain for permits, and set N, "
            "count-down or open for a latch"_s.arg(visibleElided(word.toUtf8(), permitTextLimit)));
    if (const auto fits = checkKind(*verb, kind); !fits)
        return fail(fits.error());
    if (words.size() > (verb->takesNumber ? 3 : 2))
        return fail(ErrorKind::InvalidInput,
                    u"unexpected argument \"%1\""_s.arg(
                        visibleElided(words.back().toUtf8(), permitTextLimit)));
    admin::Action action;
    action.type = verb->type;
    if (!verb->takesNumber)
        return action;
    bool isNumber = false;
    const qint64 number = words.value(2).toLongLong(&isNumber);
    if (!isNumber || number < 1)
        return fail(ErrorKind::InvalidInput, notANumber(*verb, words.value(2)));
    if (number > std::numeric_limits<qint32>::max())
        return fail(
            ErrorKind::InvalidInput,
            u"'%1 %2' is too large: the number must fit in 32 bits, so it is at most %3"_s.arg(word)
                .arg(number)
                .arg(std::numeric_limits<qint32>::max()));
    action.permits = number * verb->sign;
    return action;
}

// Empty: as its keys tell.
Result<QByteArray> permitKindFrom(const QCommandLineParser &parser)
{
    const QByteArray kind = parser.value(u"kind"_s).toUtf8();
    if (parser.isSet(u"kind"_s) && !format::traitsOf(kind).isNumber())
        return fail(ErrorKind::InvalidInput,
                    u"--kind must be semaphore, permit-expirable-semaphore or count-down-latch, "
                    "not \"%1\""_s.arg(visibleElided(kind, permitTextLimit)));
    return kind;
}

Result<std::unique_ptr<Running>> preparePermits(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    if (words.isEmpty())
        return fail(ErrorKind::InvalidInput, u"no name of a semaphore or latch was given"_s);
    const auto name = lockNameFrom(parser);
    if (!name)
        return fail(name.error());
    const auto kind = permitKindFrom(parser);
    if (!kind)
        return fail(kind.error());
    if (words.size() == 1) {
        if (const auto fits = refuseActOptions(parser, u"an action"_s); !fits)
            return fail(fits.error());
        auto where = targetChoice(parser);
        if (!where)
            return fail(where.error());
        if (const auto only = onlyTarget(*where); !only)
            return fail(only.error());
        return std::make_unique<PermitQueue>(*where, *name, *kind, parser.isSet(u"json"_s));
    }
    const auto action = actionFrom(words, *kind);
    if (!action)
        return fail(action.error());
    return actingOf(parser, *name, ActKind{{}, *kind, {}}, *action,
                    verbOf(words[1])->isOfLatch ? u"if it is a latch, use --kind count-down-latch"_s
                                                : u"if it is a semaphore, use --kind semaphore or "
                                                  "--kind permit-expirable-semaphore"_s);
}

} // namespace

CommandSpec permitsCommand()
{
    return {u"permits"_s,
            u"add, take or drain a semaphore's permits; set or open a latch"_s,
            u"lockctl permits NAME [TARGET] [--kind K] [--json]\n"
            "lockctl permits NAME add N|take N|drain [TARGET] [--kind permit-expirable-semaphore] "
            "[--reason R] [--yes] [--dry-run] [--json]\n"
            "lockctl permits NAME set N|count-down|open [TARGET] [--kind count-down-latch] "
            "[--reason R] [--yes] [--dry-run] [--json]"_s,
            addPermitsOptions,
            preparePermits,
            true,
            explain};
}

} // namespace lockscope::lockctl
