// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/read/readjob.h"

namespace lockscope::watch {

// The keys to look at next, beside those that were read; a plain function. With a main key: first
// the keys by which formats of its type tell the lock, then the keys that the matching format
// wants; without a main key: those of the lock's last format, or of the formats to which the
// changed keys belong.
std::vector<format::KeyToRead> keysToRead(const ReadJob &job, const format::Format *format,
                                          const format::RawKeys &keys, const format::Hints &hints);

} // namespace lockscope::watch
