// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/protocol.h"

#include <memory>

namespace lockscope::lock {

// The protocols, each one object for all: they have no state. Defined beside their locks.
std::shared_ptr<const Protocol> reentrantProtocol();
std::shared_ptr<const Protocol> spinProtocol();
std::shared_ptr<const Protocol> fencedProtocol();
std::shared_ptr<const Protocol> nonReentrantProtocol();
std::shared_ptr<const Protocol> fairProtocol();
std::shared_ptr<const Protocol> nonReentrantFairProtocol();
std::shared_ptr<const Protocol> readProtocol();
std::shared_ptr<const Protocol> writeProtocol();
std::shared_ptr<const Protocol> stringProtocol();

} // namespace lockscope::lock
