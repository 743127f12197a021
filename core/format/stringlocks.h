// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// A lock in one string: taken with SET NX PX, its value is the owner's token. The table of
// stringrules.h tells the library; any string may be a lock under a prefix that the user gave.
// Waiters poll, or wait where nothing shows them.
class StringLocks final : public Format
{
public:
    KeyType mainType() const override { return KeyType::String; }
    std::optional<NameMeaning> meaningOfKey(const KeyName &key) const override;
    bool mayBeName(const LockName &name) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
};

} // namespace lockscope::format
