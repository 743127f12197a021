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
// A time that is none: nothing is to be asked for.
std::optional<ExtendOutcome> reasonAgainstExtending(Millis time);
// What one server says that does not have it.
Error notTheOwners(const QString &server);

// Of the parts of one hold: the worst of what became of them, and the first of their ends.
ExtendOutcome worstExtension(const std::vector<Result<ExtendOutcome>> &outcomes);

} // namespace lockscope::lock
