// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

namespace lockscope::lock {

// Owners that this process makes bear a mark of its own, 60 random bits. Nobody else takes locks as
// one of them, so every count of such an owner on a server is this process's. Any other owner was
// named by the user, and another process may take locks as the same one: its counts cannot be told
// from ours, and a count that is not certainly ours is never given back (DECISIONS 52). Any thread.

// The uuid of a space or a group, in the form of Redisson's clients; its end is the mark.
QByteArray newClientId();
// A token for plain string locks: 20 bytes in hexadecimal, of which the first are the mark.
QByteArray newToken();
// This process has made it.
bool isOnlyOurs(const OwnerId &owner);

} // namespace lockscope::lock
