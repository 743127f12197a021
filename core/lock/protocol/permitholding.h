// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/protocol.h"

#include <memory>

namespace lockscope::lock {

// The protocol to renew and inspect a permit that lapses; its owner is its id, 16 bytes. One for
// all: it has no state. I/O thread.
std::shared_ptr<const HoldProtocol> permitHolding();

} // namespace lockscope::lock
