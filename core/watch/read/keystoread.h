// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/read/readjob.h"

namespace lockscope::watch {

// Which keys to look at next, beside those that were read; a plain function. With a main key, what
// formats of its type need to tell, then what the one that fits wants; without one, what the lock
// was, or what the keys that changed belong to.
std::vector<format::KeyToRead> keysToRead(const ReadJob &job, const format::Format *format,
                                          const format::RawKeys &keys, const format::Hints &hints);

} // namespace lockscope::watch
