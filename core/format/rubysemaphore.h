// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// Ruby's redis-semaphore. There is no key of the semaphore's own name SEMAPHORE:N.
//
//   SEMAPHORE:N:EXISTS      string, there while it is set up
//   SEMAPHORE:N:AVAILABLE   list of the tokens that are free
//   SEMAPHORE:N:GRABBED     hash: token -> since when, in seconds
//   SEMAPHORE:N:VERSION     string
//
// A waiter blocks on the list, and nothing tells of it.
class RubySemaphore final : public Format
{
public:
    KeyType mainType() const override { return KeyType::String; }
    std::optional<NameMeaning> meaningOfKey(const KeyName &key) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
};

} // namespace lockscope::format
