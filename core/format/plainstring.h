// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// A plain lock: a string taken with SET NX PX, its value is the owner's token. Any string could be
// one, so only names under a prefix that the user gave are. Waiters poll: nothing tells of them.
class PlainString final : public Format
{
public:
    KeyType mainType() const override { return KeyType::String; }
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyWish> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys) const override;
};

} // namespace lockscope::format
