// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// Redisson's faster multi-lock: one hash for a group of values, each with an owner of its own. Its
// field F is a hash of the value in a Java codec, so that which value it is cannot be told.
//
//   field                 value
//   F                     owner
//   F:OWNER:expire_time   deadline in milliseconds, by the client's clock
//   F:OWNER:lock_count    how many times over
//
// Read as one hold of each owner: its values that have not lapsed are the count, and the latest of
// their deadlines is that of the hold. Where all have lapsed the hold is stale: the values stay
// until somebody takes them, or the key goes. A value that another owner took is passed over.
class RedissonFasterMulti final : public Format
{
public:
    KeyType mainType() const override { return KeyType::Hash; }
    bool mayHaveFields(const LockName &name, const std::vector<QByteArray> &fields,
                       const Hints &hints) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
    QByteArray waitChannel(const LockName &name) const override;
};

} // namespace lockscope::format
