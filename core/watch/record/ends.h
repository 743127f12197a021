// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

namespace lockscope::watch {

// When a lock ends unless somebody renews it. Plain functions over values, any thread.

// The end of its key. The permits of a semaphore end each on its own, while the key that counts
// them does not: there it is the next of their ends. Empty: no expiry.
std::optional<Instant> nextEnd(const LockRecord &lock);

} // namespace lockscope::watch
