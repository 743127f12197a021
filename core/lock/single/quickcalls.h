// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/acquisition.h"
#include "core/lock/single/release.h"

#include <list>

namespace lockscope::lock {

// The usual calls: an attempt that is granted, and a release that is answered. One question and one
// answer, without a coroutine. Any other answer is handed on to the code for it: Acquisition,
// release(). I/O thread; owned by the space, whose scope must be cancelled before clear().
class QuickCalls
{
public:
    explicit QuickCalls(LockSpace::Private &space);
    ~QuickCalls();
    QuickCalls(const QuickCalls &) = delete;
    QuickCalls &operator=(const QuickCalls &) = delete;

    [[nodiscard]] Pending<AcquireOutcome> acquire(AcquireRequest request);
    [[nodiscard]] Pending<ReleaseOutcome> release(HoldRelease release);

    // Pending calls answer Cancelled.
    void clear();

private:
    struct Acquire {
        Completion<AcquireOutcome> done;
        AcquireRequest request;
        FirstAttempt first;
        Pending<AcquireOutcome> handedOn;
    };
    struct Release {
        Completion<ReleaseOutcome> done;
        HoldRelease release;
        Pending<Reply> asked;
        Pending<ReleaseOutcome> handedOn;
    };
    using Acquires = std::list<Acquire>;
    using Releases = std::list<Release>;

    bool isQuick(const AcquireRequest &request) const;
    void onReply(Acquires::iterator call, Result<Reply> &&reply);
    void handOn(Acquires::iterator call);
    void onReply(Releases::iterator call, Result<Reply> &&reply);
    void handOn(Releases::iterator call, std::optional<Error> first);

    LockSpace::Private &m_space;
    Acquires m_acquires;
    Releases m_releases;
};

} // namespace lockscope::lock
