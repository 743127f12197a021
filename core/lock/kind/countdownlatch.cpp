// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/countdownlatch.h"

#include "core/base/text.h"
#include "core/format/redissonnames.h"
#include "core/lock/protocol/scripts.h"
#include "core/lock/single/countedprivate.h"

using namespace Qt::StringLiterals;

namespace lockscope::lock {

namespace {

const redis::Script &deleteScript()
{
    static const redis::Script shared = script("latch_delete");
    return shared;
}

// Asks whether a latch is open. Asking takes nothing, so nothing has to be remembered or given
// back.
class Opening final : public Counted
{
public:
    Opening(LockSpace::Private &space, LockName name)
        : m_space(space)
        , m_name(std::move(name))
    {}

    QByteArray channel() const override { return format::redisson::latchChannel(m_name); }
    WaitRoom::Messages messages() const override { return WaitRoom::Messages::Gate; }
    Pending<Reply> ask(bool /*again*/) override
    {
        m_askedIn = m_space.deployment.processOf(m_name.bytes);
        return m_space.deployment.run(numberScript(), {m_name.bytes}, {});
    }
    Result<Answer> read(const Reply &reply) const override
    {
        const auto numbers = integersFrom(reply, 2);
        if (!numbers)
            return fail(numbers.error());
        const QByteArray process = m_space.deployment.processOf(m_name.bytes);
        if (numbers->front() == 0 && !m_seenIn.isEmpty() && !process.isEmpty()
            && process != m_seenIn)
            return fail(goneWithItsServer());
        Answer answer;
        answer.isGranted = (*numbers)[1] <= 0;
        answer.available = (*numbers)[1];
        return answer;
    }
    bool isReading() const override { return true; }
    void settle(bool /*wasAskedAgain*/, bool isGranted) override
    {
        if (!isGranted)
            m_seenIn = m_askedIn;
    }
    Ask giveBack() override { return {}; }

private:
    Error goneWithItsServer() const
    {
        return {
            ErrorKind::Server,
            serverChangedCode,
            Sentence::say("the server of \"%1\" has changed or was restarted, and does not have "
                          "the latch any more: whether it was counted down is unknown")
                .arg(visibleName(m_name.bytes, 120)),
            {}};
    }

    LockSpace::Private &m_space;
    const LockName m_name;
    // The server's processes of the last question, and of the last answer that it was closed.
    QByteArray m_askedIn;
    QByteArray m_seenIn;
};

LatchOutcome::Status statusOf(PermitOutcome::Status status)
{
    using From = PermitOutcome::Status;
    using To = LatchOutcome::Status;
    switch (status) {
    case From::Granted:
        return To::Open;
    case From::Busy:
        return To::Closed;
    case From::WrongType:
        return To::WrongType;
    case From::Cancelled:
        return To::Cancelled;
    case From::Failed:
    case From::Unknown:
        break;
    }
    return To::Failed;
}

} // namespace

CountDownLatch::CountDownLatch(LockSpace &space, LockName name)
    : m_d(std::make_shared<CountedObject>(space, std::move(name)))
{}

CountDownLatch::~CountDownLatch()
{
    m_d->waits.cancelAll();
}

LockName CountDownLatch::name() const
{
    return m_d->name;
}

Pending<bool> CountDownLatch::trySetCount(qint64 count)
{
    static const redis::Script set = script("latch_set");
    if (const auto valid = checkNumber(count, 1); !valid)
        return Pending<bool>::ready(fail(valid.error()));
    return mapped<bool>(m_d->numbers(set,
                                     {m_d->name.bytes, format::redisson::latchChannel(m_d->name)},
                                     {QByteArray::number(count)}, 1),
                        isFirstSet);
}

Pending<qint64> CountDownLatch::countDown()
{
    static const redis::Script down = script("latch_count_down");
    return mapped<qint64>(
        m_d->numbersOnce(down, {m_d->name.bytes, format::redisson::latchChannel(m_d->name)}, {}, 2),
        [](const auto &numbers) { return numbers[1]; });
}

Pending<qint64> CountDownLatch::count()
{
    return mapped<qint64>(m_d->readNumber(), [](const auto &numbers) { return numbers[1]; });
}

Pending<bool> CountDownLatch::deleteLatch()
{
    return mapped<bool>(m_d->numbers(deleteScript(),
                                     {m_d->name.bytes, format::redisson::latchChannel(m_d->name)},
                                     {"1"_ba}, 1),
                        isFirstSet);
}

Pending<bool> CountDownLatch::open()
{
    return mapped<bool>(m_d->numbers(deleteScript(),
                                     {m_d->name.bytes, format::redisson::latchChannel(m_d->name)},
                                     {"0"_ba}, 1),
                        isFirstSet);
}

Pending<LatchOutcome> CountDownLatch::wait(std::optional<Millis> time,
                                           std::shared_ptr<Cancellation> cancel)
{
    if (time)
        time = std::max(*time, Millis(0));
    auto what = std::make_shared<Opening>(m_d->space, m_d->name);
    return mapped<LatchOutcome>(m_d->wait(std::move(what), time, std::move(cancel)),
                                [](CountedOutcome &&end) {
                                    LatchOutcome outcome;
                                    outcome.status = statusOf(end.status);
                                    if (outcome.status == LatchOutcome::Status::Closed)
                                        outcome.count = end.available.value_or(0);
                                    outcome.error = std::move(end.error);
                                    return outcome;
                                });
}

} // namespace lockscope::lock
