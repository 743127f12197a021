// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/permitexpirablesemaphore.h"

#include "core/base/async/combine.h"
#include "core/format/redissonnames.h"
#include "core/lock/protocol/permitholding.h"
#include "core/lock/protocol/scripts.h"
#include "core/lock/single/countedprivate.h"
#include "core/lock/single/extension.h"
#include "core/lock/single/release.h"

#include <QRandomGenerator>

#include <array>
#include <limits>

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

using Ids = PermitExpirableSemaphore::Ids;

constexpr qsizetype idSize = 16;

const redis::Script &releaseAllScript()
{
    static const redis::Script shared = script("permit_release_all");
    return shared;
}

QByteArray newId()
{
    std::array<quint32, 4> random{};
    QRandomGenerator::system()->fillRange(random.data(), random.size());
    return {reinterpret_cast<const char *>(random.data()), sizeof(random)};
}

QByteArray leaseText(const std::optional<Millis> &lease)
{
    return lease ? decimal(*lease) : "-1"_ba;
}

// The bytes of an id as it is shown.
Result<QByteArray> bytesOf(const QByteArray &id)
{
    const QByteArray bytes = QByteArray::fromHex(id);
    if (id.size() == 2 * idSize && bytes.toHex() == id.toLower())
        return bytes;
    return fail(ErrorKind::InvalidInput, Sentence::say("a permit id has 32 hexadecimal digits"));
}

// A request for a number of permits with their ids.
class Permits final : public Counted
{
public:
    Permits(LockSpace::Private &space, LockName name, qint64 count, std::optional<Millis> lease)
        : m_space(space)
        , m_name(std::move(name))
        , m_lease(lease)
        , m_ids(static_cast<std::size_t>(count))
    {
        renew();
    }

    const Ids &ids() const { return m_ids; }

    QByteArray channel() const override { return format::redisson::semaphoreChannel(m_name); }
    WaitRoom::Messages messages() const override { return WaitRoom::Messages::Permits; }

    Pending<Reply> ask(bool again) override
    {
        static const redis::Script acquire = script("permit_acquire");
        std::vector<QByteArray> arguments{leaseText(m_lease), again ? "1"_ba : "0"_ba,
                                          latchTime(m_space.deployment.config())};
        arguments.insert(arguments.end(), m_ids.begin(), m_ids.end());
        return m_space.deployment.run(acquire,
                                      {m_name.bytes, format::redisson::permitsKey(m_name).bytes,
                                       format::redisson::semaphoreChannel(m_name), m_latch},
                                      arguments);
    }

    Result<Answer> read(const Reply &reply) const override
    {
        return integersFrom(reply, 4).map([](const std::vector<qint64> &numbers) {
            Answer answer;
            answer.isGranted = numbers[0] == 1;
            if (numbers[2] == 1)
                answer.available = numbers[1];
            if (numbers[3] >= 0)
                answer.askAgain = Millis(numbers[3]);
            return answer;
        });
    }

    void settle(bool wasAskedAgain, bool isGranted) override
    {
        // Also if it is refused: it drops permits that have lapsed.
        m_space.holds.noteOwnWrite(format::redisson::permitsKey(m_name));
        if (wasAskedAgain && !isGranted)
            renew();
    }

    std::optional<Millis> lease() const override { return m_lease; }

    Ask giveBack() override
    {
        const std::vector<QByteArray> keys{m_name.bytes, format::redisson::semaphoreChannel(m_name),
                                           format::redisson::permitsKey(m_name).bytes,
                                           latchOf(m_name, newRequestId())};
        std::vector<QByteArray> arguments(m_ids);
        arguments.push_back(latchTime(m_space.deployment.config()));
        renew(); // for another attempt
        return [space = &m_space, keys, arguments] {
            return space->deployment.run(releaseAllScript(), keys, arguments);
        };
    }

private:
    void renew()
    {
        m_latch = latchOf(m_name, newRequestId());
        for (QByteArray &id : m_ids)
            id = newId();
    }

    LockSpace::Private &m_space;
    const LockName m_name;
    const std::optional<Millis> m_lease;
    Ids m_ids;
    QByteArray m_latch;
};

} // namespace

struct PermitExpirableSemaphore::Private : CountedObject {
    using CountedObject::CountedObject;

    HoldKey keyOf(const QByteArray &bytes) const { return {holding.get(), name, OwnerId(bytes)}; }
    PermitOutcome finish(CountedOutcome &&end, const Permits &what,
                         const std::optional<Lease> &lease);
    Pending<std::vector<qint64>> manage(const std::vector<QByteArray> &arguments,
                                        std::size_t count);
    // Call the result when the answer to a request has arrived: any request may drop permits that
    // have lapsed.
    std::function<void()> noteOwnWrite() const
    {
        return [where = &space, key = holding->key(name)] { where->holds.noteOwnWrite(key); };
    }
    void onUpdated(const QByteArray &bytes, const std::optional<Millis> &lease, Instant askedAt);
    std::vector<QByteArray> keys() const
    {
        return {name.bytes, format::redisson::semaphoreChannel(name),
                format::redisson::permitsKey(name).bytes};
    }

    const std::shared_ptr<const HoldProtocol> holding = permitHolding();
    const std::shared_ptr<LostListener> listener = std::make_shared<LostListener>();
};

PermitOutcome PermitExpirableSemaphore::Private::finish(CountedOutcome &&end, const Permits &what,
                                                        const std::optional<Lease> &lease)
{
    PermitOutcome outcome;
    outcome.status = end.status;
    outcome.count = qint64(what.ids().size());
    outcome.available = end.available;
    outcome.error = std::move(end.error);
    if (end.status != PermitOutcome::Status::Granted
        && end.status != PermitOutcome::Status::Unknown)
        return outcome;
    for (const QByteArray &id : what.ids())
        outcome.ids.push_back(id.toHex());
    if (!lease || !outcome.isGranted())
        return outcome;
    outcome.validUntil = certainUntil(end.askedAt, lease->time());
    for (const QByteArray &id : what.ids())
        space.holds.take(holding, name, OwnerId(id), 1, end.askedAt, *lease, listener);
    return outcome;
}

// Reading is no business for a second try either: it takes lapsed permits back.
Pending<std::vector<qint64>> PermitExpirableSemaphore::Private::manage(
    const std::vector<QByteArray> &arguments, std::size_t count)
{
    static const redis::Script shared = script("permit_manage");
    auto asked = numbers(shared, keys(), arguments, count);
    return mapped<std::vector<qint64>>(std::move(asked), [written = noteOwnWrite()](auto &&answer) {
        written();
        return std::forward<decltype(answer)>(answer);
    });
}

// A watchdog goes on as before; a permit without one lasts for the given lease.
void PermitExpirableSemaphore::Private::onUpdated(const QByteArray &bytes,
                                                  const std::optional<Millis> &lease,
                                                  Instant askedAt)
{
    const HoldKey key = keyOf(bytes);
    if (!space.holds.find(key))
        return;
    if (lease)
        space.holds.take(holding, name, OwnerId(bytes), 1, askedAt, Lease::of(*lease), listener);
    else
        space.holds.remove(key);
}

PermitExpirableSemaphore::PermitExpirableSemaphore(LockSpace &space, LockName name)
    : m_d(std::make_shared<Private>(space, std::move(name)))
{}

PermitExpirableSemaphore::~PermitExpirableSemaphore()
{
    m_d->waits.cancelAll();
}

LockName PermitExpirableSemaphore::name() const
{
    return m_d->name;
}

Pending<PermitOutcome> PermitExpirableSemaphore::tryAcquire(qint64 count, Millis wait,
                                                            std::optional<Lease> lease,
                                                            std::shared_ptr<Cancellation> cancel)
{
    return acquire(count, std::max(wait, Millis(0)), lease, std::move(cancel));
}

Pending<PermitOutcome> PermitExpirableSemaphore::acquire(qint64 count, std::optional<Lease> lease,
                                                         std::shared_ptr<Cancellation> cancel)
{
    return acquire(count, std::nullopt, lease, std::move(cancel));
}

Pending<PermitOutcome> PermitExpirableSemaphore::acquire(qint64 count, std::optional<Millis> wait,
                                                         std::optional<Lease> lease,
                                                         std::shared_ptr<Cancellation> cancel)
{
    constexpr qint64 mostAtOnce = 1000; // ids in one command
    PermitOutcome outcome;
    outcome.count = count;
    if (count < 1 || count > mostAtOnce)
        outcome.error =
            Error{ErrorKind::InvalidInput,
                  {},
                  Sentence::say("the number of permits must be 1 to %1").arg(mostAtOnce),
                  {}};
    else if (lease && lease->time() < Millis(1))
        outcome.error =
            Error{ErrorKind::InvalidInput, {}, Sentence::say("a lease must be at least 1 ms"), {}};
    if (outcome.error)
        return Pending<PermitOutcome>::ready(outcome);
    const auto time = lease ? std::optional(lease->time()) : std::nullopt;
    auto what = std::make_shared<Permits>(m_d->space, m_d->name, count, time);
    return mapped<PermitOutcome>(m_d->wait(what, wait, std::move(cancel)),
                                 [d = m_d, what, lease](CountedOutcome &&end) {
                                     return d->finish(std::move(end), *what, lease);
                                 });
}

Pending<bool> PermitExpirableSemaphore::tryRelease(const QByteArray &id)
{
    static const redis::Script release = script("permit_release");
    const auto bytes = bytesOf(id);
    if (!bytes)
        return Pending<bool>::ready(fail(bytes.error()));
    // It is not renewed any more, even if the release fails.
    m_d->space.holds.remove(m_d->keyOf(*bytes));
    return mapped<bool>(m_d->numbersOnce(release, m_d->keys(), {*bytes}, 1),
                        [written = m_d->noteOwnWrite()](const auto &numbers) {
                            written();
                            return isFirstSet(numbers);
                        });
}

Pending<qint64> PermitExpirableSemaphore::tryRelease(const Ids &ids)
{
    Ids all;
    for (const QByteArray &id : ids) {
        const auto bytes = bytesOf(id);
        if (!bytes)
            return Pending<qint64>::ready(fail(bytes.error()));
        all.push_back(*bytes);
    }
    if (all.empty())
        return Pending<qint64>::ready(
            fail(ErrorKind::InvalidInput, Sentence::say("no permit id was given")));
    // None comes back if one was lost: the others are held on, and renewed.
    auto releasing = m_d->numbersOnce(releaseAllScript(), m_d->keys(), all, 1);
    return mapped<qint64>(std::move(releasing), [d = m_d, all](const auto &numbers) {
        d->noteOwnWrite()();
        for (const QByteArray &bytes : all) {
            if (numbers.front() > 0)
                d->space.holds.remove(d->keyOf(bytes));
        }
        return numbers.front();
    });
}

Pending<bool> PermitExpirableSemaphore::updateLeaseTime(const QByteArray &id,
                                                        std::optional<Millis> lease)
{
    const auto bytes = bytesOf(id);
    if (!bytes)
        return Pending<bool>::ready(fail(bytes.error()));
    if (lease && *lease < Millis(1))
        return Pending<bool>::ready(
            fail(ErrorKind::InvalidInput, Sentence::say("a lease must be at least 1 ms")));
    const Instant askedAt = m_d->space.clock.now();
    return mapped<bool>(m_d->manage({"update"_ba, *bytes, leaseText(lease)}, 1),
                        [d = m_d, bytes = *bytes, lease, askedAt](const auto &numbers) {
                            if (numbers.front() == 1)
                                d->onUpdated(bytes, lease, askedAt);
                            return numbers.front() == 1;
                        });
}

Pending<ExtendOutcome> PermitExpirableSemaphore::extend(const Ids &ids, Millis time)
{
    std::vector<Pending<ExtendOutcome>> extending;
    for (const QByteArray &id : ids)
        extending.push_back(lock::extend(m_d->space, m_d->keyOf(QByteArray::fromHex(id)), time));
    if (extending.empty())
        return Pending<ExtendOutcome>::ready(notHeldToExtend());
    return mapped<ExtendOutcome>(whenAll(std::move(extending)), worstExtension);
}

Pending<std::optional<Millis>> PermitExpirableSemaphore::leaseTime(const QByteArray &id)
{
    using Answer = std::optional<Millis>;
    const auto bytes = bytesOf(id);
    if (!bytes)
        return Pending<Answer>::ready(fail(bytes.error()));
    return flatMapped<Answer>(
        m_d->manage({"lease"_ba, *bytes}, 1), [](const auto &numbers) -> Result<Answer> {
            if (numbers.front() == 0)
                return fail(ErrorKind::InvalidInput, Sentence::say("this permit is not taken"));
            return numbers.front() < 0 ? Answer() : Answer(Millis(numbers.front()));
        });
}

Pending<qint64> PermitExpirableSemaphore::availablePermits()
{
    return mapped<qint64>(m_d->manage({"count"_ba}, 2),
                          [](const auto &numbers) { return numbers[0]; });
}

Pending<qint64> PermitExpirableSemaphore::acquiredPermits()
{
    return mapped<qint64>(m_d->manage({"count"_ba}, 2),
                          [](const auto &numbers) { return numbers[1]; });
}

Pending<qint64> PermitExpirableSemaphore::permits()
{
    return mapped<qint64>(m_d->manage({"count"_ba}, 2),
                          [](const auto &numbers) { return numbers[0] + numbers[1]; });
}

Pending<bool> PermitExpirableSemaphore::trySetPermits(qint64 count)
{
    static const redis::Script set = script("semaphore_set");
    if (const auto valid = checkNumber(count, 0); !valid)
        return Pending<bool>::ready(fail(valid.error()));
    return mapped<bool>(
        m_d->numbers(set, {m_d->name.bytes, format::redisson::semaphoreChannel(m_d->name)},
                     {"try"_ba, QByteArray::number(count), "0"_ba}, 2),
        isFirstSet);
}

Pending<bool> PermitExpirableSemaphore::setPermits(qint64 count)
{
    if (const auto valid = checkNumber(count, 0); !valid)
        return Pending<bool>::ready(fail(valid.error()));
    return mapped<bool>(m_d->manage({"total"_ba, QByteArray::number(count)}, 1), isFirstSet);
}

Pending<qint64> PermitExpirableSemaphore::addPermits(qint64 count)
{
    if (const auto valid = checkNumber(count, std::numeric_limits<qint32>::min()); !valid)
        return Pending<qint64>::ready(fail(valid.error()));
    return mapped<qint64>(m_d->manage({"add"_ba, QByteArray::number(count)}, 1),
                          [](const auto &numbers) { return numbers[0]; });
}

std::optional<Instant> PermitExpirableSemaphore::validUntil(const QByteArray &id) const
{
    m_d->space.holds.noteSleep();
    const auto hold = m_d->space.holds.find(m_d->keyOf(QByteArray::fromHex(id)));
    if (!hold || hold->validUntil <= m_d->space.clock.now())
        return std::nullopt;
    return hold->validUntil;
}

void PermitExpirableSemaphore::setWatchdogRunning(const QByteArray &id, bool running)
{
    m_d->space.holds.setWatched(m_d->keyOf(QByteArray::fromHex(id)), running);
}

void PermitExpirableSemaphore::setLostHandler(LostHandler handler)
{
    m_d->listener->handler = [handler = std::move(handler)](const OwnerId &owner, Loss loss) {
        if (handler)
            handler(owner.bytes.toHex(), loss);
    };
}

void PermitExpirableSemaphore::setStandingHandler(StandingHandler handler)
{
    m_d->listener->standingHandler = [handler = std::move(handler)](const OwnerId &owner,
                                                                    const Standing &standing) {
        if (handler)
            handler(owner.bytes.toHex(), standing);
    };
}

} // namespace lockscope::lock
