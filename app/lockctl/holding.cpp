// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/holding.h"

#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/lock/reentrantlock.h"
#include "core/lock/stringlock.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lockctl {

namespace {

constexpr Millis shortestLease = 10ms;
constexpr Millis longestLease = std::chrono::hours(24 * 365);

Result<QByteArray> kindFrom(const QString &word)
{
    if (word == "reentrant"_L1 || word == "string"_L1)
        return word.toLatin1();
    static const QStringList later{u"fair"_s,        u"spin"_s,
                                   u"fenced"_s,      u"read-write"_s,
                                   u"multi"_s,       u"red"_s,
                                   u"semaphore"_s,   u"permit-expirable-semaphore"_s,
                                   u"redlock"_s,     u"count-down-latch"_s,
                                   u"faster-multi"_s};
    if (later.contains(word))
        return fail(ErrorKind::Unsupported,
                    u"locks of kind %1 cannot be taken yet; reentrant and string can"_s.arg(word));
    return fail(
        ErrorKind::InvalidInput,
        u"--kind is reentrant or string, not \"%1\""_s.arg(visibleElided(word.toUtf8(), 40)));
}

Result<Millis> leaseTime(const QCommandLineParser &parser, const QString &option)
{
    const auto time = durationOption(parser, option, lock::Lease::usualTimeout);
    if (time && (*time < shortestLease || *time > longestLease))
        return fail(ErrorKind::InvalidInput, u"--%1 is from 10ms to 8760h (a year)"_s.arg(option));
    return time;
}

Result<lock::Lease> leaseFrom(const QCommandLineParser &parser)
{
    const bool isFixed = parser.isSet(u"lease"_s);
    if (isFixed && (parser.isSet(u"watchdog"_s) || parser.isSet(u"max-renewals"_s)))
        return fail(ErrorKind::InvalidInput,
                    u"--lease is never renewed; leave it out, or --watchdog and --max-renewals"_s);
    const auto time = leaseTime(parser, isFixed ? u"lease"_s : u"watchdog"_s);
    if (!time)
        return fail(time.error());
    lock::Lease lease;
    if (isFixed)
        lease.fixed = *time;
    else
        lease.watchdogTimeout = *time;
    if (parser.isSet(u"max-renewals"_s)) {
        bool isNumber = false;
        const int cap = parser.value(u"max-renewals"_s).toInt(&isNumber);
        if (!isNumber || cap < 0)
            return fail(ErrorKind::InvalidInput,
                        u"--max-renewals is a whole number such as 20, not \"%1\""_s.arg(
                            visibleElided(parser.value(u"max-renewals"_s).toUtf8(), 40)));
        lease.maxRenewals = cap;
    }
    return lease;
}

Result<OwnerId> ownerFrom(const QCommandLineParser &parser, const QByteArray &kind)
{
    if (!parser.isSet(u"owner"_s))
        return OwnerId();
    const QByteArray owner = bytesFrom(parser.value(u"owner"_s));
    if (owner.isEmpty())
        return fail(ErrorKind::InvalidInput, u"--owner is empty; leave it out for a fresh one"_s);
    const auto parsed = format::redisson::parseOwner(owner);
    if (kind == "reentrant" && (parsed.form == format::redisson::OwnerForm::None || parsed.write))
        return fail(
            ErrorKind::InvalidInput,
            u"--owner of a reentrant lock is uuid:threadId, such as "
            "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1, not \"%1\""_s.arg(visibleElided(owner, 80)));
    return OwnerId(owner);
}

} // namespace

ExitStatus statusOf(const lock::AcquireOutcome &outcome)
{
    using Status = lock::AcquireOutcome::Status;
    if (outcome.status == Status::Held)
        return Done;
    if (outcome.status == Status::Unknown)
        return Unreachable;
    if (outcome.status != Status::Failed || !outcome.error)
        return Refused;
    const bool isRefusal =
        outcome.error->kind == ErrorKind::Server || outcome.error->kind == ErrorKind::InvalidInput;
    return isRefusal ? Refused : Unreachable;
}

void addHoldOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, false);
    parser.addOptions({
        {u"kind"_s, u"reentrant (Redisson's lock, the default) or string (SET NX PX)."_s, u"K"_s},
        {u"wait"_s, u"How long to wait for it, such as 30s; one attempt without."_s, u"D"_s},
        {u"lease"_s, u"Hold it for D and do not renew it."_s, u"D"_s},
        {u"watchdog"_s,
         u"Renew it every third of D for as long as it is held; 30s without --lease."_s, u"D"_s},
        {u"max-renewals"_s, u"The watchdog stops after N renewals."_s, u"N"_s},
        {u"owner"_s,
         u"Who is to hold it: uuid:threadId for a reentrant lock, any token for a string. A fresh "
         "one without. Whoever gives the owner of a reentrant lock that is held re-enters it."_s,
         u"O"_s},
    });
}

Result<HoldOptions> holdOptions(const QCommandLineParser &parser)
{
    HoldOptions options;
    const auto name = lockNameFrom(parser);
    if (!name)
        return fail(name.error());
    options.name = *name;
    const auto kind = kindFrom(parser.isSet(u"kind"_s) ? parser.value(u"kind"_s) : u"reentrant"_s);
    if (!kind)
        return fail(kind.error());
    options.kind = *kind;
    const auto wait = durationOption(parser, u"wait"_s, Millis(0));
    if (!wait)
        return fail(wait.error());
    options.wait = std::min(*wait, longestLease);
    const auto lease = leaseFrom(parser);
    if (!lease)
        return fail(lease.error());
    options.lease = *lease;
    const auto owner = ownerFrom(parser, options.kind);
    if (!owner)
        return fail(owner.error());
    options.owner = *owner;
    const auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    auto target = onlyTarget(*where);
    if (!target)
        return fail(target.error());
    options.server.target = std::move(*target);
    options.server.caFile = where->caFile;
    options.server.clientName = "lockctl"_ba;
    return options;
}

Holding::Holding(HoldOptions options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_deployment(m_options.server)
    , m_space(m_deployment, m_clock)
    , m_cancel(std::make_shared<lock::Cancellation>())
{
    if (m_options.kind == "string")
        m_lock = std::make_unique<lock::StringLock>(m_space, m_options.name);
    else
        m_lock = std::make_unique<lock::ReentrantLock>(m_space, m_options.name);
    if (m_options.owner.isEmpty())
        m_options.owner = m_lock->newOwner();
    m_lock->setLostHandler([this](const OwnerId &, lock::Loss loss) { Q_EMIT lost(loss); });
}

Holding::~Holding() = default;

void Holding::acquire()
{
    m_deployment.open();
    m_acquiring = m_lock->tryLock(m_options.owner, m_options.wait, m_options.lease, m_cancel);
    m_acquiring.then([this](Result<lock::AcquireOutcome> &&answer) {
        lock::AcquireOutcome outcome;
        if (answer)
            outcome = std::move(*answer);
        else
            outcome.error = answer.error();
        if (outcome.isHeld())
            Q_EMIT held(outcome);
        else
            Q_EMIT notObtained(outcome);
    });
}

void Holding::cancel()
{
    m_cancel->request();
}

void Holding::release()
{
    m_releasing = m_lock->unlock(m_options.owner);
    m_releasing.then([this](Result<lock::ReleaseOutcome> &&answer) {
        lock::ReleaseOutcome outcome;
        if (answer)
            outcome = std::move(*answer);
        else
            outcome.error = answer.error();
        Q_EMIT released(outcome);
    });
}

std::optional<Instant> Holding::validUntil() const
{
    return m_lock->validUntil(m_options.owner);
}

} // namespace lockscope::lockctl
