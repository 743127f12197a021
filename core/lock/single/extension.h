// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/single/lockspaceprivate.h"

namespace lockscope::lock {

// Makes what the book knows as held on one deployment last longer. Asked once, by the script with
// which the kind renews: it does nothing unless the lock is still the owner's. I/O thread.
[[nodiscard]] Pending<ExtendOutcome> extend(LockSpace::Private &space, HoldKey key, Millis time);

// Nobody holds it that could ask.
ExtendOutcome notHeldToExtend();
// The outcome for a time that is not positive, for which nothing is sent; empty: send it.
std::optional<ExtendOutcome> reasonAgainstExtending(Millis time);
// The error of one server that does not have the hold.
Error notTheOwners(const QString &server);

// For the parts of one hold: the worst of their outcomes, and the first of their ends.
ExtendOutcome worstExtension(const std::vector<Result<ExtendOutcome>> &outcomes);

} // namespace lockscope::lock
