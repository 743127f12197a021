// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope::watch {

// The types of events of a lock or a server; their words are in names.h and product.md.
enum class EventType {
    Appeared,
    Acquired,
    Reentered,
    PartiallyReleased,
    Released,
    Renewed,
    RenewalOverdue,
    RenewalResumed,
    Expired,
    ForceUnlocked,
    HandedOver,
    Queued,
    Dequeued,
    PermitsChanged,
    LatchChanged,
    ChangesReadTogether,
    Lost, // a restart, a failover or a flush took it, or several at once
    ProblemOpened, // of core/health
    ProblemClosed,
    Failover, // another server of the deployment is its primary
    Gap,
    ServerUp,
    ServerDown,
    ProblemWorsened, // at the end, since records keep the numbers
};

constexpr EventType lastEventType = EventType::ProblemWorsened;

} // namespace lockscope::watch
