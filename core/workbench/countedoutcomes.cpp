// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/countedoutcomes.h"

#include "core/workbench/countedlocks.h"

using namespace Qt::StringLiterals;

namespace lockscope::workbench {

using lock::AcquireOutcome;

AcquireOutcome failed(Error error)
{
    AcquireOutcome outcome;
    outcome.error = std::move(error);
    return outcome;
}

namespace {

AcquireOutcome busy(const char *code, const Sentence &text)
{
    AcquireOutcome outcome;
    outcome.status = AcquireOutcome::Status::Busy;
    outcome.error = Error{ErrorKind::Server, code, text, {}};
    return outcome;
}

} // namespace

AcquireOutcome held(qint64 count, Instant until)
{
    AcquireOutcome outcome;
    outcome.status = AcquireOutcome::Status::Held;
    outcome.count = count;
    outcome.validUntil = until;
    return outcome;
}

AcquireOutcome notGranted(const lock::PermitOutcome &permits)
{
    using Status = lock::PermitOutcome::Status;
    AcquireOutcome outcome;
    outcome.error = permits.error;
    switch (permits.status) {
    case Status::Granted:
    case Status::Busy:
        if (!permits.available)
            return busy(notSetUpCode, Sentence::say("the semaphore is not initialised"));
        return busy(notEnoughCode,
                    permits.count == 1 ? Sentence::say("1 permit is needed, but none is free")
                                       : Sentence::say("%1 permits are needed, but %2 are free")
                                             .arg(permits.count, *permits.available));
    case Status::WrongType:
        outcome.status = AcquireOutcome::Status::WrongType;
        break;
    case Status::Cancelled:
        outcome.status = AcquireOutcome::Status::Cancelled;
        break;
    case Status::Failed:
        break;
    case Status::Unknown:
        outcome.status = AcquireOutcome::Status::Unknown;
        break;
    }
    return outcome;
}

AcquireOutcome notOpen(const lock::LatchOutcome &latch)
{
    using Status = lock::LatchOutcome::Status;
    AcquireOutcome outcome;
    outcome.error = latch.error;
    switch (latch.status) {
    case Status::Open:
    case Status::Closed:
        return busy(closedCode, Sentence::say("its count is %1").arg(latch.count));
    case Status::WrongType:
        outcome.status = AcquireOutcome::Status::WrongType;
        break;
    case Status::Cancelled:
        outcome.status = AcquireOutcome::Status::Cancelled;
        break;
    case Status::Failed:
        break;
    }
    return outcome;
}

QCoro::Task<std::optional<AcquireOutcome>> setUp(TaskScope &scope, Pending<bool> setting,
                                                 std::shared_ptr<lock::Cancellation> cancel)
{
    const auto set = co_await scope.wait(std::move(setting), forever);
    if (!set)
        co_return failed(set.error());
    if (!cancel || !cancel->isRequested())
        co_return std::nullopt;
    AcquireOutcome outcome;
    outcome.status = AcquireOutcome::Status::Cancelled;
    co_return outcome;
}

} // namespace lockscope::workbench
