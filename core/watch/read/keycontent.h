// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/reply.h"
#include "core/format/reading.h"

namespace lockscope::watch {

// Store the replies to the reader's commands in a key. A key that was deleted since it was counted
// gets nothing. Plain functions.

void storeFields(format::RawKey &key, const std::vector<Reply> &elements);
// No more of them than are kept of any key, the mode of a read-write lock among them.
void cutFields(format::RawKey &key);
void storeItems(format::RawKey &key, const Reply &reply);
void storeScores(format::RawKey &key, const Reply &reply);

// The command that counts the elements or bytes; empty: no such type is read.
QByteArray lengthCommand(format::KeyType type);

} // namespace lockscope::watch
