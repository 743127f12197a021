// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/plan/sight.h"
#include "core/base/error.h"

#include <optional>
#include <vector>

namespace lockscope::admin {

struct Outcome {
    enum class Status {
        Done,
        Changed, // it was no longer as seen: nothing was done; `found` is its present state
        Declined, // the operator said no
        Refused, // a read-only profile
        NotPermitted, // the server's ACL
        Failed, // nothing was done: `error`
        Unknown, // it was sent and no answer came: look at the lock again
    };

    Status status = Status::Failed;
    std::optional<Sight> found; // Changed: the state found; its kind is empty for no lock
    QByteArray foundType; // Changed: the type of the key now, as TYPE answers
    // Done: how many clients listened for a wake-up, and got it; empty: nobody is known to, but
    // there are replicas, whose clients are not counted.
    std::optional<qint64> woken;
    Sentence detail; // further remarks, such as a log that could not be completed
    std::optional<Error> error;
    // Of a plan in parts: one for each part that changes something, as far as they were tried. If
    // only some were done, the whole is Unknown. A key of another holder is Changed, and harmless.
    std::vector<Outcome> parts = {};

    friend bool operator==(const Outcome &, const Outcome &) = default;
};

QByteArray name(Outcome::Status status); // done, changed, declined, refused, not-permitted, ...
Outcome failed(Error error); // nothing was done; NotPermitted for an error of that kind
Outcome refusedBy(const QString &profile); // a read-only profile; empty: one without a name

} // namespace lockscope::admin
