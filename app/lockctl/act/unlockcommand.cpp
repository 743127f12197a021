// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/act/unlockcommand.h"

#include "app/lockctl/act/bulkaction.h"
#include "app/lockctl/act/lockaction.h"
#include "app/lockctl/common/printing.h"
#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/format/traits.h"

#include <QCommandLineParser>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

constexpr qsizetype ownerLimit = 120;

// The owner of the hold, and which of its holds if it has two.
struct Wanted {
    OwnerId owner;
    std::optional<format::Mode> mode;
    bool allHolds = false;
};

void addUnlockOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    parser.addOptions({
        {u"owner"_s,
         u"Release one count as this owner: uuid:threadId, or the token of a string "
         "lock, as shown."_s,
         u"O"_s},
        {u"all-holds"_s, u"With --owner: release the whole hold, whatever its count."_s},
        {u"mode"_s,
         u"With --owner, if it has a read hold and a write hold: which one, 'read' or "
         "'write'."_s,
         u"M"_s},
        {u"kind"_s,
         u"redlock, red or multi: the lock is kept on all the given servers, and is "
         "unlocked on each server that has it. semaphore: releases --permits, without "
         "an owner. permit-expirable-semaphore: releases the permit --owner ID, or all "
         "with --force. count-down-latch: counts down by one; --force opens it. Any "
         "other kind (string, reentrant, string/redis-py ...): the kind of the key, if "
         "it cannot be recognised as a lock."_s,
         u"K"_s},
        {u"permits"_s, u"With --kind semaphore: the number of permits to release; 1 by default."_s,
         u"N"_s},
        {u"force"_s,
         u"Take the lock away from its holder, with all counts, and wake the waiters."_s},
        {u"ttl"_s,
         u"Do not unlock; set the time to live of the lock instead: 500ms, 30s, 5m. A "
         "watchdog that still renews the lock sets its own time again."_s,
         u"D"_s},
        {u"extend"_s,
         u"Do not unlock; extend the time to live of the lock by this time instead: 30s, "
         "5m."_s,
         u"D"_s},
    });
    addFilterOption(parser);
    addNameForm(parser);
    addActOptions(parser);
    addNameArgument(parser);
}

using Number = format::KindTraits::Number;

const format::KindTraits &traitsIn(const QCommandLineParser &parser)
{
    return format::traitsOf(parser.value(u"kind"_s).toUtf8());
}

Result<void> checkOwnerless(const QCommandLineParser &parser)
{
    const QString kind = parser.value(u"kind"_s);
    for (const QString &option : {u"owner"_s, u"all-holds"_s, u"mode"_s, u"ttl"_s, u"extend"_s}) {
        if (parser.isSet(option))
            return fail(
                ErrorKind::InvalidInput,
                u"--%1 cannot be used with --kind %2: this kind has no owner and no expiry"_s.arg(
                    option, kind));
    }
    if (parser.isSet(u"force"_s) && traitsIn(parser).number == Number::Permits)
        return fail(ErrorKind::InvalidInput,
                    u"permits have no owner; use --permits N to release N of them"_s);
    return {};
}

Result<qint64> permitsFrom(const QCommandLineParser &parser)
{
    if (!parser.isSet(u"permits"_s))
        return 1;
    bool isNumber = false;
    const int permits = parser.value(u"permits"_s).toInt(&isNumber);
    if (traitsIn(parser).number != Number::Permits)
        return fail(ErrorKind::InvalidInput, u"--permits requires --kind semaphore"_s);
    if (!isNumber || permits < 1)
        return fail(ErrorKind::InvalidInput,
                    u"--permits must be a whole number of 1 or more, not \"%1\""_s.arg(
                        visibleElided(parser.value(u"permits"_s).toUtf8(), 40)));
    return permits;
}

Result<void> checkCombination(const QCommandLineParser &parser)
{
    if (parser.positionalArguments().size() > 1)
        return fail(ErrorKind::InvalidInput,
                    u"give one lock, not %1"_s.arg(parser.positionalArguments().size()));
    if (traitsIn(parser).isBareNumber())
        return checkOwnerless(parser);
    if (traitsIn(parser).number == Number::LapsingPermits
        && (parser.isSet(u"ttl"_s) || parser.isSet(u"extend"_s) || parser.isSet(u"all-holds"_s)
            || parser.isSet(u"mode"_s)))
        return fail(ErrorKind::InvalidInput,
                    u"--ttl, --extend, --all-holds and --mode cannot be used with permits: each "
                    "permit has its own expiry and no count"_s);
    const int ways = int(parser.isSet(u"owner"_s)) + int(parser.isSet(u"force"_s))
        + int(parser.isSet(u"ttl"_s)) + int(parser.isSet(u"extend"_s));
    if (ways == 0)
        return fail(ErrorKind::InvalidInput,
                    u"use --owner to release the hold of one owner, or --force to take the lock "
                    "away from its holder"_s);
    if (ways > 1)
        return fail(ErrorKind::InvalidInput,
                    u"--owner, --force, --ttl and --extend cannot be used together"_s);
    if (!parser.isSet(u"owner"_s) && (parser.isSet(u"all-holds"_s) || parser.isSet(u"mode"_s)))
        return fail(ErrorKind::InvalidInput, u"--all-holds and --mode require --owner"_s);
    if (parser.isSet(u"owner"_s) && parser.value(u"owner"_s).isEmpty())
        return fail(ErrorKind::InvalidInput,
                    u"--owner is empty; 'lockctl show' shows the holder of the lock"_s);
    return {};
}

Result<std::optional<format::Mode>> modeFrom(const QString &word)
{
    if (word.isEmpty())
        return std::nullopt;
    if (word == "read"_L1)
        return format::Mode::Read;
    if (word == "write"_L1)
        return format::Mode::Write;
    return fail(ErrorKind::InvalidInput,
                u"--mode must be 'read' or 'write', not \"%1\""_s.arg(
                    visibleElided(word.toUtf8(), ownerLimit)));
}

std::vector<admin::SeenHold> holdsOf(const admin::Sight &sight, const Wanted &wanted)
{
    std::vector<admin::SeenHold> holds;
    std::copy_if(sight.holds.begin(), sight.holds.end(), std::back_inserter(holds),
                 [&](const admin::SeenHold &hold) {
                     return hold.owner == wanted.owner
                         && (!wanted.mode || hold.mode == *wanted.mode);
                 });
    return holds;
}

Result<admin::Action> release(const admin::Sight &sight, Wanted wanted)
{
    const QByteArray asked = wanted.owner.bytes;
    auto holds = holdsOf(sight, wanted);
    if (holds.empty()) {
        // A writer is named as its field in the hash is spelt.
        const auto field = format::redisson::parseOwner(wanted.owner.bytes);
        if (field.write && wanted.mode != format::Mode::Read) {
            wanted.owner = field.owner;
            wanted.mode = format::Mode::Write;
            holds = holdsOf(sight, wanted);
        }
    }
    if (holds.empty() && admin::hasUnreadHolds(sight))
        return fail(ErrorKind::Unsupported, admin::notAmongReadHolds(sight));
    if (holds.empty())
        return fail(ErrorKind::Server,
                    u"\"%1\" is not held by \"%2\"; 'lockctl show' shows its holder"_s.arg(
                        nameText(sight.name), visibleElided(asked, ownerLimit)));
    if (holds.size() > 1)
        return fail(
            ErrorKind::InvalidInput,
            u"this owner has a read hold and a write hold; use --mode read or --mode write"_s);
    admin::Action action;
    action.type = admin::ActionType::ReleaseHold;
    action.owner = wanted.owner;
    action.mode = holds.front().mode;
    action.allHolds = wanted.allHolds || holds.front().count == 1;
    return action;
}

// To force, or another time.
Result<admin::Action> timedActionFrom(const QCommandLineParser &parser)
{
    admin::Action action;
    for (const auto &[option, type] :
         {std::pair(u"ttl"_s, admin::ActionType::SetTimeToLive),
          std::pair(u"extend"_s, admin::ActionType::ExtendTimeToLive)}) {
        if (!parser.isSet(option))
            continue;
        const auto span = durationOption(parser, option, Millis(0));
        if (!span)
            return fail(span.error());
        if (*span == Millis(0))
            return fail(ErrorKind::InvalidInput,
                        u"--%1 must be greater than zero, for example 30s"_s.arg(option));
        action.type = type;
        action.timeToLive = *span;
    }
    return action;
}

// All holds of the owner, on those of the matching locks that it holds.
Result<admin::Action> releaseAll(const admin::Sight &sight, const OwnerId &owner,
                                 std::optional<format::Mode> mode)
{
    auto action = release(sight, {owner, mode, true});
    if (!action && action.error().kind == ErrorKind::Unsupported)
        return action;
    if (!action)
        return fail(ErrorKind::Server,
                    u"not held by this owner, or held both for reading and for writing"_s);
    return action;
}

Result<std::unique_ptr<Running>> prepareBulk(const QCommandLineParser &parser)
{
    if (!parser.positionalArguments().isEmpty() || parser.isSet(u"kind"_s)
        || parser.isSet(u"permits"_s))
        return fail(
            ErrorKind::InvalidInput,
            u"--filter selects the locks; it cannot be used with NAME, --kind or --permits"_s);
    BulkRequest request;
    if (auto fits = checkCombination(parser); !fits)
        return fail(fits.error());
    const auto mode = modeFrom(parser.value(u"mode"_s));
    if (!mode)
        return fail(mode.error());
    const auto action = timedActionFrom(parser);
    if (!action)
        return fail(action.error());
    if (auto read = readBulkOptions(parser, request); !read)
        return fail(read.error());
    const auto owner = bytesFrom(parser, parser.value(u"owner"_s));
    if (!owner)
        return fail(owner.error());
    if (parser.isSet(u"owner"_s))
        request.choose = [owner = OwnerId(*owner), mode = *mode](const admin::Sight &sight) {
            return releaseAll(sight, owner, mode);
        };
    else
        request.choose = [action = *action](const admin::Sight &) {
            return Result<admin::Action>(action);
        };
    return guardedBulk(std::move(request));
}

Result<std::unique_ptr<Running>> prepareUnlock(const QCommandLineParser &parser)
{
    if (parser.isSet(u"filter"_s))
        return prepareBulk(parser);
    ActRequest request;
    const auto name = lockNameFrom(parser);
    if (!name)
        return fail(name.error());
    request.name = *name;
    if (auto fits = checkCombination(parser); !fits)
        return fail(fits.error());
    const auto mode = modeFrom(parser.value(u"mode"_s));
    if (!mode)
        return fail(mode.error());
    auto timed = timedActionFrom(parser);
    if (!timed)
        return fail(timed.error());
    admin::Action action = *timed;
    const auto kind = actKindFrom(parser);
    if (!kind)
        return fail(kind.error());
    request.kind = *kind;
    const auto permits = permitsFrom(parser);
    if (!permits)
        return fail(permits.error());
    action.permits = *permits;
    if (traitsIn(parser).number == Number::Permits)
        action.type = admin::ActionType::AddPermits;
    if (traitsIn(parser).isLatch())
        action.type =
            parser.isSet(u"force"_s) ? admin::ActionType::OpenLatch : admin::ActionType::CountDown;
    if (auto read = readActOptions(parser, request); !read)
        return fail(read.error());
    const auto owner = bytesFrom(parser, parser.value(u"owner"_s));
    if (!owner)
        return fail(owner.error());
    const Wanted wanted{OwnerId(*owner), *mode, parser.isSet(u"all-holds"_s)};
    if (parser.isSet(u"owner"_s))
        request.choose = [wanted](const admin::Sight &sight) { return release(sight, wanted); };
    else
        request.choose = [action](const admin::Sight &) { return Result<admin::Action>(action); };
    return guardedAction(std::move(request));
}

} // namespace

CommandSpec unlockCommand()
{
    return {u"unlock"_s,
            u"release a hold, or take a lock away from its holder"_s,
            u"lockctl unlock NAME [TARGET] --owner O [--all-holds] [--reason R] [--yes] "
            "[--dry-run] [--json]\n"
            "lockctl unlock NAME [TARGET] --force [--reason R] [--yes] [--dry-run] [--json]\n"
            "lockctl unlock NAME [TARGET] --ttl D|--extend D [--reason R] [--yes] [--dry-run] "
            "[--json]\n"
            "lockctl unlock --filter F [TARGET] --force|--owner O|--ttl D|--extend D [--reason R] "
            "[--yes] [--dry-run] [--json]\n"
            "lockctl unlock NAME --kind redlock|red|multi --url URL --url URL --url URL ... (as "
            "above)\n"
            "lockctl unlock NAME [TARGET] --kind semaphore [--permits N] ...\n"
            "lockctl unlock NAME [TARGET] --kind permit-expirable-semaphore --owner ID|--force "
            "...\n"
            "lockctl unlock NAME [TARGET] --kind count-down-latch [--force] ..."_s,
            addUnlockOptions,
            prepareUnlock,
            true};
}

} // namespace lockscope::lockctl
