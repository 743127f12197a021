// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/semaphore.h"

#include "core/format/redissonnames.h"
#include "core/lock/protocol/scripts.h"
#include "core/lock/single/countedprivate.h"
#include "core/lock/single/release.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

const redis::Script &releaseScript()
{
    static const redis::Script shared = script("semaphore_release");
    return shared;
}

const redis::Script &setScript()
{
    static const redis::Script shared = script("semaphore_set");
    return shared;
}

// A request for a number of permits of one semaphore.
class PlainPermits final : public Counted
{
public:
    PlainPermits(LockSpace::Private &space, LockName name, qint64 count)
        : m_space(space)
        , m_name(std::move(name))
        , m_count(QByteArray::number(count))
    {}

    QByteArray channel() const override { return format::redisson::semaphoreChannel(m_name); }
    WaitRoom::Messages messages() const override { return WaitRoom::Messages::Permits; }

    Pending<Reply> ask(bool again) override
    {
        static const redis::Script acquire = script("semaphore_acquire");
        return m_space.deployment.run(
            acquire, {m_name.bytes, m_latch},
            {m_count, again ? "1"_ba : "0"_ba, latchTime(m_space.deployment.config())});
    }

    Result<Answer> read(const Reply &reply) const override
    {
        return integersFrom(reply, 3).map([](const std::vector<qint64> &numbers) {
            Answer answer;
            answer.isGranted = numbers[0] == 1;
            if (numbers[2] == 1)
                answer.available = numbers[1];
            return answer;
        });
    }

    void settle(bool wasAskedAgain, bool isGranted) override
    {
        if (wasAskedAgain)
            m_latch = latchOf(m_name, newRequestId());
        else if (isGranted)
            (void)m_space.deployment.sendLater({"DEL"_ba, m_latch});
    }

    Ask giveBack() override
    {
        const std::vector<QByteArray> keys{m_name.bytes, format::redisson::semaphoreChannel(m_name),
                                           latchOf(m_name, newRequestId())};
        const std::vector<QByteArray> arguments{m_count, "0"_ba,
                                                latchTime(m_space.deployment.config())};
        return [space = &m_space, keys, arguments] {
            return space->deployment.run(releaseScript(), keys, arguments);
        };
    }

private:
    LockSpace::Private &m_space;
    const LockName m_name;
    const QByteArray m_count;
    QByteArray m_latch = latchOf(m_name, newRequestId());
};

} // namespace

Semaphore::Semaphore(LockSpace &space, LockName name)
    : m_d(std::make_shared<CountedObject>(space, std::move(name)))
{}

Semaphore::~Semaphore()
{
    m_d->waits.cancelAll();
}

LockName Semaphore::name() const
{
    return m_d->name;
}

Pending<PermitOutcome> Semaphore::tryAcquire(qint64 count, Millis wait,
                                             std::shared_ptr<Cancellation> cancel)
{
    return acquire(count, std::max(wait, Millis(0)), std::move(cancel));
}

Pending<PermitOutcome> Semaphore::acquire(qint64 count, std::shared_ptr<Cancellation> cancel)
{
    return acquire(count, std::nullopt, std::move(cancel));
}

Pending<PermitOutcome> Semaphore::acquire(qint64 count, std::optional<Millis> wait,
                                          std::shared_ptr<Cancellation> cancel)
{
    PermitOutcome outcome;
    outcome.count = count;
    if (const auto valid = checkNumber(count, 0); !valid) {
        outcome.error = valid.error();
        return Pending<PermitOutcome>::ready(outcome);
    }
    if (count == 0) {
        outcome.status = PermitOutcome::Status::Granted;
        return Pending<PermitOutcome>::ready(outcome);
    }
    auto what = std::make_shared<PlainPermits>(m_d->space, m_d->name, count);
    return mapped<PermitOutcome>(m_d->wait(std::move(what), wait, std::move(cancel)),
                                 [outcome](CountedOutcome &&end) {
                                     PermitOutcome result = outcome;
                                     result.status = end.status;
                                     result.available = end.available;
                                     result.error = std::move(end.error);
                                     return result;
                                 });
}

Pending<qint64> Semaphore::release(qint64 count)
{
    if (const auto valid = checkNumber(count, 0); !valid)
        return Pending<qint64>::ready(fail(valid.error()));
    if (count == 0)
        return availablePermits();
    return mapped<qint64>(
        m_d->numbersOnce(releaseScript(),
                         {m_d->name.bytes, format::redisson::semaphoreChannel(m_d->name)},
                         {QByteArray::number(count), "0"_ba}, 2),
        [](const auto &numbers) { return numbers[1]; });
}

Pending<qint64> Semaphore::releaseIn(const QByteArray &process, qint64 count)
{
    if (const auto valid = checkNumber(count, 1); !valid)
        return Pending<qint64>::ready(fail(valid.error()));
    return mapped<qint64>(
        m_d->numbersOnce(releaseScript(),
                         {m_d->name.bytes, format::redisson::semaphoreChannel(m_d->name)},
                         {QByteArray::number(count), "0"_ba}, 2, process),
        [](const auto &numbers) { return numbers[1]; });
}

Pending<bool> Semaphore::releaseIfExists(qint64 count)
{
    if (const auto valid = checkNumber(count, 1); !valid)
        return Pending<bool>::ready(fail(valid.error()));
    return mapped<bool>(
        m_d->numbersOnce(releaseScript(),
                         {m_d->name.bytes, format::redisson::semaphoreChannel(m_d->name)},
                         {QByteArray::number(count), "1"_ba}, 2),
        isFirstSet);
}

Pending<bool> Semaphore::trySetPermits(qint64 count, Millis timeToLive)
{
    if (const auto valid = checkNumber(count, 0); !valid)
        return Pending<bool>::ready(fail(valid.error()));
    return mapped<bool>(
        m_d->numbers(
            setScript(), {m_d->name.bytes, format::redisson::semaphoreChannel(m_d->name)},
            {"try"_ba, QByteArray::number(count), decimal(std::max(timeToLive, Millis(0)))}, 2),
        isFirstSet);
}

Pending<qint64> Semaphore::addPermits(qint64 count)
{
    if (const auto valid = checkNumber(count, std::numeric_limits<qint32>::min()); !valid)
        return Pending<qint64>::ready(fail(valid.error()));
    return mapped<qint64>(
        m_d->numbers(setScript(), {m_d->name.bytes, format::redisson::semaphoreChannel(m_d->name)},
                     {"add"_ba, QByteArray::number(count), "0"_ba}, 2),
        [](const auto &numbers) { return numbers[1]; });
}

Pending<qint64> Semaphore::drainPermits()
{
    return mapped<qint64>(
        m_d->numbers(setScript(), {m_d->name.bytes, format::redisson::semaphoreChannel(m_d->name)},
                     {"drain"_ba, "0"_ba, "0"_ba}, 2),
        [](const auto &numbers) { return numbers[1]; });
}

Pending<qint64> Semaphore::availablePermits()
{
    return mapped<qint64>(m_d->readNumber(), [](const auto &numbers) { return numbers[1]; });
}

Pending<bool> Semaphore::isSetUp()
{
    return mapped<bool>(m_d->readNumber(), isFirstSet);
}

} // namespace lockscope::lock
