// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/outcome.h"

#include "core/redis/readonly.h"

namespace lockscope::admin {

namespace {

using Status = Outcome::Status;

} // namespace

QByteArray name(Outcome::Status status)
{
    switch (status) {
    case Status::Done:
        return "done";
    case Status::Changed:
        return "changed";
    case Status::Declined:
        return "declined";
    case Status::Refused:
        return "refused";
    case Status::NotPermitted:
        return "not-permitted";
    case Status::Failed:
        return "failed";
    case Status::Unknown:
        return "unknown";
    }
    return {};
}

Outcome failed(Error error)
{
    Outcome outcome;
    outcome.status = error.kind == ErrorKind::Permission ? Status::NotPermitted : Status::Failed;
    outcome.error = std::move(error);
    return outcome;
}

Outcome refusedBy(const QString &profile)
{
    Outcome outcome;
    outcome.status = Status::Refused;
    outcome.error = redis::readOnlyRefusal({}, profile);
    return outcome;
}

} // namespace lockscope::admin
