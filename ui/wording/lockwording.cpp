// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/lockwording.h"

#include "ui/wording/wording.h"

#include <QCoreApplication>

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(LockWords)
};

QString quoted(const LockName &name)
{
    return QLatin1Char('"') + shown(name.bytes, 120) + QLatin1Char('"');
}

QString reason(const std::optional<Error> &error)
{
    return error ? errorSentence(*error) : Words::tr("no reason is known");
}

QString busy(const LockName &name, const std::optional<Millis> &left)
{
    if (left)
        return Words::tr("%1 is held by someone else, for %2 more unless it is renewed; 'lockctl "
                         "show' tells by whom, --wait waits for it")
            .arg(quoted(name), span(*left));
    return Words::tr("%1 is held by someone else, without expiry; 'lockctl show' tells by whom")
        .arg(quoted(name));
}

} // namespace

QString notObtained(const LockName &name, const lock::AcquireOutcome &outcome)
{
    using Status = lock::AcquireOutcome::Status;
    switch (outcome.status) {
    case Status::Held:
        return {};
    case Status::Busy:
        return busy(name, outcome.holderTtl);
    case Status::WrongType:
        return Words::tr("%1 is there, and is no lock of this kind; it was left as it is. 'lockctl "
                         "show' tells what it is")
            .arg(quoted(name));
    case Status::Cancelled:
        return Words::tr("waiting for %1 was ended; nothing is left behind").arg(quoted(name));
    case Status::Failed:
        return reason(outcome.error);
    case Status::Unknown:
        return Words::tr("it is not known whether %1 was taken (%2); if it was, it lapses after "
                         "its lease")
            .arg(quoted(name), reason(outcome.error));
    }
    return {};
}

QString lost(const LockName &name, lock::Loss loss)
{
    switch (loss) {
    case lock::Loss::Expired:
        return Words::tr("%1 is lost: its lease ended before it was released").arg(quoted(name));
    case lock::Loss::TakenAway:
        return Words::tr("%1 is lost: somebody released it by force, or it is another owner's now")
            .arg(quoted(name));
    case lock::Loss::RenewalsSpent:
        return Words::tr("%1 is lost: it was renewed as often as allowed").arg(quoted(name));
    case lock::Loss::NoQuorum:
        return Words::tr("%1 is lost: servers were restarted, and no majority has it any more")
            .arg(quoted(name));
    }
    return {};
}

QString notReleased(const LockName &name, const lock::ReleaseOutcome &outcome)
{
    using Status = lock::ReleaseOutcome::Status;
    if (outcome.status == Status::NotHeld)
        return Words::tr("%1 was no longer held when it was to be released").arg(quoted(name));
    if (outcome.status == Status::WrongType)
        return Words::tr("%1 is no lock of this kind any more").arg(quoted(name));
    return Words::tr("%1 could not be released and is left to its lease (%2)")
        .arg(quoted(name), reason(outcome.error));
}

} // namespace lockscope::wording
