// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/format.h"

namespace lockscope::format {

// Redisson's read-write lock: a hash with `mode`, owner -> read holds and owner:write -> write
// holds, and one key with its own time to live for each read hold. A reader none of whose keys is
// left is there but dead: shown as stale.
//
//   mode    fields                        holds
//   read    readers                       each in mode read, with its own time to live
//   write   the writer                    one in mode write, with the hash's time to live
//   write   the writer, its nested reads  both
class RedissonReadWrite final : public Format
{
public:
    KeyType mainType() const override { return KeyType::Hash; }
    std::optional<NameMeaning> meaningOfKey(const KeyName &key) const override;
    std::optional<NameMeaning> meaningOfChannel(const QByteArray &channel) const override;
    bool mayHaveFields(const LockName &name, const std::vector<QByteArray> &fields,
                       const Hints &hints) const override;
    bool recognises(const LockName &name, const RawKeys &keys, const Hints &hints) const override;
    std::vector<KeyToRead> wanted(const LockName &name, const RawKeys &have) const override;
    LockReading read(const LockName &name, const RawKeys &keys, const Hints &hints,
                     ServerMs now) const override;
    bool isKnownByListeners(const LockName &name, const RawKeys &keys) const override;
    QByteArray waitChannel(const LockName &name) const override;
};

} // namespace lockscope::format
