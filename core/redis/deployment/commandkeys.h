// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"

namespace lockscope::redis {

// The place of a command's first key among its words, the command itself being 0. Empty: it has
// none, and any server of a cluster answers it. The default is 1, so the table in the source file
// only has to name the other commands. Plain function, any thread.
std::optional<std::size_t> placeOfKey(const Arguments &command);

} // namespace lockscope::redis
