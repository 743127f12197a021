// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/lookcommands.h"

#include "app/lockctl/look/look.h"
#include "app/lockctl/look/quorumreport.h"
#include "core/base/text.h"
#include "core/health/rulelist.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

void addFilterOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameOptions(parser);
    addBudgetOption(parser);
    parser.addOptions({
        {u"json"_s, u"Print JSON: one object, or with watch one object per line."_s},
        {u"filter"_s,
         u"Only locks that match, for example 'kind:fair waiters:>3', 'holder:billing', "
         "'ttl:none' or part of the name. A word before a colon that is not a field is "
         "plain text, so names with colons work. list also accepts 'quorum:at-risk', "
         "the verdict over several servers."_s,
         u"F"_s},
        {u"guesses"_s,
         u"Also show keys that look like locks by their value only; they may be session "
         "tokens. By default they are only counted."_s},
    });
}

void addObserveOption(QCommandLineParser &parser)
{
    parser.addOption(
        {u"observe"_s,
         u"Watch for D (500ms, 30s, 5m) before printing, to find out whether a watchdog "
         "renews and how long the lease is."_s,
         u"D"_s});
}

void addWatchOptions(QCommandLineParser &parser)
{
    addFilterOptions(parser);
    parser.addOption({u"record"_s,
                      u"Also keep a record of everything, which 'lockctl history' reads. It does "
                      "not depend on the filter."_s});
    addKeepOptions(parser);
}

void addRecordOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameOptions(parser);
    addBudgetOption(parser);
    parser.addOption({u"guesses"_s,
                      u"Also record keys that look like locks by their value only; they may be "
                      "session tokens."_s});
    addKeepOptions(parser);
    parser.addPositionalArgument(u"PROFILE"_s, u"Profiles and URLs, as with --profile and --url."_s,
                                 u"[PROFILE|URL...]"_s);
}

void addListOptions(QCommandLineParser &parser)
{
    addFilterOptions(parser);
    addObserveOption(parser);
}

void addShowOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameOptions(parser);
    addObserveOption(parser);
    addNameForm(parser);
    parser.addOptions({
        {u"kind"_s,
         u"The kind of the keys (string, semaphore, string/redis-py ...), if they cannot "
         "be recognised as locks."_s,
         u"K"_s},
        {u"json"_s, u"Print JSON: one object."_s},
    });
    parser.addPositionalArgument(
        u"NAME"_s,
        u"A lock's name, as stored or as shown. Escapes such as \\n and \\xff are "
        "accepted."_s,
        u"NAME..."_s);
}

Result<LookOptions> commonOptions(const QCommandLineParser &parser, LookKind kind)
{
    LookOptions options;
    options.kind = kind;
    options.json = parser.isSet(u"json"_s);
    auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    options.where = std::move(*where);
    if (kind != LookKind::Watch && parser.isSet(u"observe"_s)) {
        const auto observe = durationOption(parser, u"observe"_s, Millis(0));
        if (!observe)
            return fail(observe.error());
        options.observe = *observe;
    }
    return options;
}

Result<std::unique_ptr<Running>> prepareFiltered(const QCommandLineParser &parser, LookKind kind)
{
    auto options = commonOptions(parser, kind);
    if (!options)
        return fail(options.error());
    auto filter = insight::LockFilter::parse(parser.value(u"filter"_s), health::ruleNames());
    if (!filter)
        return fail(filter.error());
    if (kind == LookKind::Watch && filter->dependsOnQuorum())
        return fail(ErrorKind::InvalidInput,
                    u"quorum: cannot be used with watch, because an event belongs to one server; "
                    "use 'lockctl quorum --watch' for changes of verdicts"_s);
    if (const auto checked = checkQuorumFilter(*filter, options->where); !checked)
        return fail(checked.error());
    options->filter = std::move(*filter);
    options->guesses = parser.isSet(u"guesses"_s);
    if (kind == LookKind::Watch) {
        const auto retention = retentionFrom(parser);
        if (!retention)
            return fail(retention.error());
        if (parser.isSet(u"record"_s))
            options->record = RecordingOptions{u"lockctl watch"_s, *retention};
        else if (parser.isSet(u"keep-days"_s) || parser.isSet(u"keep-size"_s))
            return fail(ErrorKind::InvalidInput,
                        u"--keep-days and --keep-size are for a record; add --record"_s);
    }
    if (const auto checked = refuseMoreWords(parser); !checked)
        return fail(checked.error());
    return std::make_unique<Look>(*options);
}

Result<std::unique_ptr<Running>> prepareList(const QCommandLineParser &parser)
{
    return prepareFiltered(parser, LookKind::List);
}

Result<std::unique_ptr<Running>> prepareWatch(const QCommandLineParser &parser)
{
    return prepareFiltered(parser, LookKind::Watch);
}

Result<std::unique_ptr<Running>> prepareRecord(const QCommandLineParser &parser)
{
    LookOptions options;
    options.kind = LookKind::Record;
    options.guesses = parser.isSet(u"guesses"_s);
    const auto retention = retentionFrom(parser);
    if (!retention)
        return fail(retention.error());
    options.record = RecordingOptions{u"lockctl record"_s, *retention};
    // A Redlock is judged by all members of its group.
    auto where =
        targetChoice(parser, Purpose::Look, parser.positionalArguments(), app::Take::WithGroups);
    if (!where)
        return fail(where.error());
    options.where = std::move(*where);
    return std::make_unique<Look>(options);
}

Result<std::unique_ptr<Running>> prepareShow(const QCommandLineParser &parser)
{
    auto options = commonOptions(parser, LookKind::Show);
    if (!options)
        return fail(options.error());
    const auto kind = kindFrom(parser);
    if (!kind)
        return fail(kind.error());
    options->kindOfNames = *kind;
    for (const QString &argument : parser.positionalArguments()) {
        auto name = nameFrom(parser, argument);
        if (!name)
            return fail(name.error());
        options->names.push_back(std::move(*name));
        pinName(options->where, options->names.back(), *kind);
    }
    if (options->names.empty())
        return fail(ErrorKind::InvalidInput, u"no lock name was given"_s);
    return std::make_unique<Look>(*options);
}

} // namespace

CommandSpec listCommand()
{
    return {u"list"_s, u"list all locks with their holders and waiters"_s,
            u"lockctl list [TARGET] [--prefix PREFIX] [--filter F] [--observe D] [--guesses] "
            "[--scan-budget SHARE] [--json]"_s,
            addListOptions, prepareList};
}

CommandSpec showCommand()
{
    return {u"show"_s,
            u"show the given locks with all their holds, waiters and keys"_s,
            u"lockctl show NAME... [TARGET] [--kind K] [--observe D] [--json]"_s,
            addShowOptions,
            prepareShow,
            true};
}

CommandSpec watchCommand()
{
    return {u"watch"_s, u"print one line for each event, until Ctrl+C"_s,
            u"lockctl watch [TARGET] [--prefix PREFIX] [--filter F] [--guesses] "
            "[--scan-budget SHARE] [--record] [--json]"_s,
            addWatchOptions, prepareWatch};
}

CommandSpec recordCommand()
{
    return {u"record"_s, u"keep a record of all events and states, as a service would"_s,
            u"lockctl record [PROFILE|URL...] [TARGET] [--prefix PREFIX] [--guesses] "
            "[--keep-days N] [--keep-size SIZE]"_s,
            addRecordOptions, prepareRecord};
}

} // namespace lockscope::lockctl
