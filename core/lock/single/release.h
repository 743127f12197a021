// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/lockspaceprivate.h"

namespace lockscope::lock {

// Giving back, on one deployment. A release may be asked for again with the same id after an answer
// that was lost: nothing is given back twice. I/O thread.

struct ReleaseRequest {
    std::shared_ptr<const Protocol> protocol;
    LockName name;
    OwnerId owner;
    Millis lease{0};
    Millis patience{0};
    std::optional<Instant> notAfter; // from then on another process may hold it as the same owner
    QByteArray id; // that no other request has
};

// A random number that no other request has, in hexadecimal.
QByteArray newRequestId();

// One question.
Pending<Reply> askRelease(LockSpace::Private &space, const ReleaseRequest &request);
// The outcome that the answer reports; `wasAsked`: it had been asked before without an answer.
ReleaseOutcome releaseOutcome(LockSpace::Private &space, const ReleaseRequest &request,
                              const Reply &reply, bool wasAsked);

// Asked for until there is an answer or the patience is over. `first`: it has been asked once, and
// this is what came.
QCoro::Task<ReleaseOutcome> release(LockSpace::Private *space, ReleaseRequest request,
                                    std::optional<Error> first = {});

// The release of a hold that the book knows.
struct HoldRelease {
    ReleaseRequest request;
    std::shared_ptr<const Hold> hold; // may be null
    Instant askedAt;

    HoldKey key() const { return {request.protocol.get(), request.name, request.owner}; }
};

HoldRelease beginRelease(LockSpace::Private &space, std::shared_ptr<const Protocol> protocol,
                         const LockName &name, OwnerId owner);
// False: ask once more, since an attempt of this process may have left a count that nobody else
// would give back.
bool endRelease(LockSpace::Private &space, const HoldRelease &release, ReleaseOutcome &outcome);
QCoro::Task<ReleaseOutcome> runRelease(LockSpace::Private *space, HoldRelease release,
                                       std::optional<Error> first = {});

} // namespace lockscope::lock
