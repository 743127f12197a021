// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/reading.h"

namespace lockscope::format {

// The key as it was read; one that is absent, if it was not read at all.
const RawKey &keyIn(const RawKeys &keys, const KeyName &name);
// The one that bears the lock's name.
const RawKey &mainKeyIn(const RawKeys &keys, const LockName &lock);

// Some of them may not be read.
bool hasUnreadable(const RawKeys &keys);

// Not all fields of a hash were read.
bool isCut(const RawKey &hash);

// The field of a hash; empty if it has none of this name.
QByteArray fieldIn(const RawKey &key, QByteArrayView name);

} // namespace lockscope::format
