// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/mailbox.h"
#include "core/watch/record/records.h"

#include <memory>
#include <utility>
#include <variant>

namespace lockscope::watch {

// The output of the watch: the latest state of each lock (empty: gone) and server, and events. The
// mailbox: any thread, see core/base/mailbox.h.
using ChangeKey = std::variant<LockId, ServerId>;
using ServerPointer = std::shared_ptr<const ServerRecord>;
using Change = std::variant<LockPointer, ServerPointer>;
using KeyedChange = std::pair<ChangeKey, Change>;
using WatchMailbox = Mailbox<ChangeKey, Change, Event>;

} // namespace lockscope::watch
