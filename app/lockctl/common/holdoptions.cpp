// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/holdoptions.h"

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/reachoptions.h"
#include "app/lockctl/common/secrets.h"
#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "ui/wording/wording.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lockctl {

namespace {

using Owner = workbench::KindOptions::Owner;
using workbench::KindOptions;

constexpr Millis shortestLease = 10ms;
constexpr Millis longestLease = std::chrono::hours(24 * 365);

QString kindList()
{
    QStringList words;
    for (const KindOptions &traits : workbench::allKinds())
        words.append(QString::fromLatin1(traits.kind));
    return words.join(u", "_s);
}

// An option that means nothing for the kind is not passed over in silence.
Result<void> checkFit(const QCommandLineParser &parser, const KindOptions &traits)
{
    struct Rule {
        bool fits;
        const char *option;
        const char *why;
    };
    constexpr auto needsQuorum = "it applies only to a majority of several servers (redlock, red)";
    const bool hasOwner = traits.owner != Owner::Nobody;
    const std::array rules{
        Rule{traits.hasModes, "mode", "only a read-write lock has a read side and a write side"},
        Rule{traits.hasLease, "lease", "this kind has no expiry"},
        Rule{traits.hasLease, "watchdog", "this kind has no expiry, so there is nothing to renew"},
        Rule{traits.hasLease, "max-renewals",
             "this kind has no expiry, so there is nothing to renew"},
        Rule{hasOwner, "owner", "the server does not store its owner"},
        Rule{traits.hasPermits, "permits", "this kind has no permits"},
        Rule{traits.hasInitial, "initial", "this kind needs no initial value"},
        Rule{traits.isReplicated, "replicas",
             "only the owner of a lock can be checked on replicas"},
        Rule{traits.isQuorum, "min-validity", needsQuorum},
        Rule{traits.isQuorum, "node-timeout", needsQuorum},
        Rule{traits.isQuorum, "strategy", needsQuorum},
        Rule{traits.isQuorum, "max-lease", needsQuorum},
        Rule{traits.isQuorum, "durable", needsQuorum},
        Rule{traits.isQuorum, "group", needsQuorum},
    };
    for (const Rule &rule : rules) {
        const QString option = QString::fromLatin1(rule.option);
        if (!rule.fits && parser.isSet(option))
            return usage(u"--%1 cannot be used with --kind %2: %3"_s.arg(
                option, QString::fromLatin1(traits.kind), QString::fromLatin1(rule.why)));
    }
    return {};
}

Result<lock::Mode> modeFrom(const QCommandLineParser &parser, const KindOptions &traits)
{
    const QString word = parser.value(u"mode"_s);
    if (word == "read"_L1)
        return lock::Mode::Read;
    if (word == "write"_L1 || !traits.hasModes)
        return lock::Mode::Write;
    if (word.isEmpty())
        return usage(u"--kind read-write needs --mode read or --mode write"_s);
    return usage(
        u"--mode must be read or write, not \"%1\""_s.arg(visibleElided(word.toUtf8(), 40)));
}

Result<Millis> leaseTime(const QCommandLineParser &parser, const QString &option)
{
    const auto time = durationOption(parser, option, lock::Lease::usualTimeout);
    if (time && (*time < shortestLease || *time > longestLease))
        return usage(u"--%1 must be from 10ms to 8760h (a year)"_s.arg(option));
    return time;
}

Result<int> numberOption(const QCommandLineParser &parser, const QString &option, int least)
{
    bool isNumber = false;
    const int number = parser.value(option).toInt(&isNumber);
    if (!isNumber || number < least)
        return usage(u"--%1 must be a whole number of %2 or more, for example 20, not \"%3\""_s.arg(
            option, QString::number(least), visibleElided(parser.value(option).toUtf8(), 40)));
    return number;
}

Result<lock::Lease> leaseFrom(const QCommandLineParser &parser)
{
    const bool isFixed = parser.isSet(u"lease"_s);
    if (isFixed && (parser.isSet(u"watchdog"_s) || parser.isSet(u"max-renewals"_s)))
        return usage(u"a --lease is never renewed; use either --lease, or --watchdog and "
                     "--max-renewals"_s);
    const auto time = leaseTime(parser, isFixed ? u"lease"_s : u"watchdog"_s);
    if (!time)
        return fail(time.error());
    lock::Lease lease;
    if (isFixed)
        lease.fixed = *time;
    else
        lease.watchdogTimeout = *time;
    if (parser.isSet(u"max-renewals"_s)) {
        const auto cap = numberOption(parser, u"max-renewals"_s, 0);
        if (!cap)
            return fail(cap.error());
        lease.maxRenewals = *cap;
    }
    return lease;
}

Result<lock::QuorumConfig> quorumFrom(const QCommandLineParser &parser, const lock::Lease &lease)
{
    lock::QuorumConfig quorum;
    const auto timeout = durationOption(parser, u"node-timeout"_s, quorum.serverTimeout);
    if (!timeout)
        return fail(timeout.error());
    if (*timeout == Millis(0) || *timeout >= lease.time())
        return usage(u"--node-timeout %1ms must be greater than zero and far below the lease of "
                     "%2ms; the default is 50ms"_s.arg(timeout->count())
                         .arg(lease.time().count()));
    quorum.serverTimeout = *timeout;
    if (parser.isSet(u"min-validity"_s)) {
        const auto least = durationOption(parser, u"min-validity"_s, Millis(0));
        if (!least)
            return fail(least.error());
        if (*least + lock::driftOf(lease.time()) >= lease.time())
            return usage(
                u"--min-validity %1 is too long for a lease of %2: the time to acquire and the "
                "clock drift are subtracted from the lease"_s.arg(wording::span(*least),
                                                                  wording::span(lease.time())));
        quorum.minValidity = *least;
    }
    const QString strategy = parser.value(u"strategy"_s);
    if (strategy == "stop"_L1)
        quorum.asking = lock::Asking::Stop;
    else if (!strategy.isEmpty() && strategy != "greedy"_L1)
        return usage(u"--strategy must be greedy or stop, not \"%1\""_s.arg(
            visibleElided(strategy.toUtf8(), 40)));
    const auto most =
        durationOption(parser, u"max-lease"_s, std::max(quorum.maxLease, lease.time()));
    if (!most)
        return fail(most.error());
    if (*most < lease.time())
        return usage(u"--max-lease %1 is less than the requested lease of %2"_s.arg(
            wording::span(*most), wording::span(lease.time())));
    quorum.maxLease = *most;
    quorum.areServersDurable = parser.isSet(u"durable"_s);
    return quorum;
}

Result<OwnerId> ownerFrom(const QCommandLineParser &parser, const KindOptions &traits)
{
    if (!parser.isSet(u"owner"_s))
        return OwnerId();
    const auto given = bytesFrom(parser, parser.value(u"owner"_s));
    if (!given)
        return fail(given.error());
    const QByteArray &owner = *given;
    if (owner.isEmpty())
        return usage(u"--owner is empty; leave it out to create a new owner"_s);
    const auto parsed = format::redisson::parseOwner(owner);
    const bool isThread = parsed.form != format::redisson::OwnerForm::None && !parsed.write;
    if (traits.owner == Owner::ThreadId && !isThread)
        return usage(u"--owner of a %1 lock must have the form uuid:threadId, for example "
                     "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1, not \"%2\""_s.arg(
                         QString::fromLatin1(traits.kind), visibleElided(owner, 80)));
    return OwnerId(owner);
}

// With --group the group's servers, in their order, with the profile's settings.
Result<TargetChoice> serversFrom(const QCommandLineParser &parser, lock::QuorumConfig &quorum)
{
    if (!parser.isSet(u"group"_s))
        return targetChoice(parser, Purpose::Act);
    const QStringList profiles = parser.values(u"profile"_s);
    if (parser.isSet(u"url"_s) || profiles.size() > 1)
        return usage(
            u"--group uses the servers of a group in one profile (or the default profile); "
            "do not use it with --url or several profiles"_s);
    auto group =
        app::groupFrom(parser.value(u"group"_s), profiles.value(0), profile::ProfileStore());
    if (!group)
        return fail(group.error());
    TargetChoice choice;
    choice.targets = std::move(group->targets);
    quorum.areServersDurable = quorum.areServersDurable || group->isDurable;
    if (const auto taken = takeReach(parser, choice.targets); !taken)
        return fail(taken.error());
    if (const auto taken = takeSecrets(choice, Purpose::Act); !taken)
        return fail(taken.error());
    return choice;
}

Result<void> addServers(const QCommandLineParser &parser, HoldOptions &options)
{
    workbench::Asked &asked = options.asked;
    auto where = serversFrom(parser, asked.quorum);
    if (!where)
        return fail(where.error());
    options.where = std::move(*where);
    for (std::size_t target = 0; target < options.where.targets.size(); ++target) {
        asked.servers.push_back(actingConnectionTo(options.where, target));
        asked.servers.back().clientName = "lockctl"_ba;
    }
    return {};
}

} // namespace

LockName HoldOptions::shownName() const
{
    QByteArray all;
    for (const LockName &name : asked.names)
        all += (all.isEmpty() ? "" : ", ") + name.bytes;
    return LockName(all);
}

QString HoldOptions::namesText() const
{
    QStringList texts;
    for (const LockName &name : asked.names)
        texts.append(visibleName(name.bytes, 120));
    return texts.join(u", "_s);
}

void addHoldOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, false);
    addNameForm(parser);
    parser.addOptions({
        {u"kind"_s, u"%1. The default is reentrant."_s.arg(kindList()), u"K"_s},
        {u"group"_s,
         u"With --kind redlock or red: use the servers of this quorum group of the "
         "profile (--profile, or the default profile)."_s,
         u"G"_s},
        {u"mode"_s, u"With --kind read-write: 'read' (shared) or 'write' (exclusive)."_s, u"M"_s},
        {u"wait"_s,
         u"The longest time to wait for the lock, for example 30s; one attempt by "
         "default."_s,
         u"D"_s},
        {u"lease"_s, u"Hold the lock for D and do not renew it."_s, u"D"_s},
        {u"watchdog"_s,
         u"Renew the lock every third of D as long as it is held; 30s by default, unless "
         "--lease is given."_s,
         u"D"_s},
        {u"max-renewals"_s, u"Stop renewing after N renewals."_s, u"N"_s},
        {u"replicas"_s,
         u"Count the lock as acquired only when N replicas have it within a second (WAIT); "
         "else give it back, and try again until the end of --wait."_s,
         u"N"_s},
        {u"permits"_s, u"With --kind semaphore: the number of permits to acquire; 1 by default."_s,
         u"N"_s},
        {u"initial"_s,
         u"With a semaphore or a count-down-latch: initialise it with N permits or "
         "counts if it does not exist."_s,
         u"N"_s},
        {u"min-validity"_s,
         u"With --kind redlock or red: the validity that must be left when a majority "
         "has granted the lock, or it is released; half the lease by default."_s,
         u"D"_s},
        {u"node-timeout"_s,
         u"With --kind redlock or red: a server that does not reply within D does not "
         "count; 50ms by default."_s,
         u"D"_s},
        {u"max-lease"_s,
         u"With --kind redlock or red: the longest lease that any client of these "
         "servers uses. A restarted server may have lost its locks and does not count "
         "for this time; 30s by default, or the lease if it is longer."_s,
         u"D"_s},
        {u"durable"_s,
         u"With --kind redlock or red: the servers lose nothing in a restart (appendonly "
         "yes and appendfsync always), so a restarted server counts immediately."_s},
        {u"strategy"_s,
         u"With --kind redlock or red: 'greedy' (the default) asks all servers; 'stop' "
         "asks a majority, and one more server for each that fails."_s,
         u"S"_s},
        {u"owner"_s,
         u"The owner: uuid:threadId for Redisson kinds, any token for a string or a "
         "redlock; a new owner by default. With the current owner of a held reentrant "
         "lock, the command re-enters it."_s,
         u"O"_s},
    });
}

Result<HoldOptions> holdOptions(const QCommandLineParser &parser, qsizetype names)
{
    HoldOptions options;
    qint64 initial = 0;
    const QString kind = parser.isSet(u"kind"_s) ? parser.value(u"kind"_s) : u"reentrant"_s;
    options.asked.kind = kind.toUtf8();
    for (const QString &word : parser.positionalArguments().first(names)) {
        if (word.isEmpty() || word == emptyName)
            return fail(ErrorKind::InvalidInput,
                        u"the lock name is empty; a lock to acquire needs a name"_s);
        auto name = nameFrom(parser, word);
        if (!name)
            return fail(name.error());
        options.asked.names.push_back(std::move(*name));
    }
    const KindOptions *const traits = workbench::optionsOf(options.asked.kind);
    if (traits) {
        if (const auto fits = checkFit(parser, *traits); !fits)
            return fail(fits.error());
        const auto mode = modeFrom(parser, *traits);
        if (!mode)
            return fail(mode.error());
        options.asked.mode = *mode;
        const auto owner = ownerFrom(parser, *traits);
        if (!owner)
            return fail(owner.error());
        options.owner = *owner;
    }
    for (const auto &[option, number] :
         {std::pair{u"permits"_s, &options.asked.permits}, {u"initial"_s, &initial}}) {
        if (!parser.isSet(option))
            continue;
        const auto given = numberOption(parser, option, 1);
        if (!given)
            return fail(given.error());
        *number = *given;
    }
    if (initial > 0)
        options.asked.initial = initial;
    if (parser.isSet(u"replicas"_s)) {
        const auto least = numberOption(parser, u"replicas"_s, 1);
        if (!least)
            return fail(least.error());
        options.asked.replicas.least = *least;
    }
    const auto wait = durationOption(parser, u"wait"_s, Millis(0));
    if (!wait)
        return fail(wait.error());
    options.wait = std::min(*wait, longestLease);
    const auto lease = leaseFrom(parser);
    if (!lease)
        return fail(lease.error());
    options.lease = *lease;
    if (traits && traits->isQuorum) {
        const auto quorum = quorumFrom(parser, options.lease);
        if (!quorum)
            return fail(quorum.error());
        options.asked.quorum = *quorum;
    }
    if (const auto added = addServers(parser, options); !added)
        return fail(added.error());
    if (const auto possible = workbench::check(options.asked); !possible)
        return fail(possible.error());
    return options;
}

} // namespace lockscope::lockctl
